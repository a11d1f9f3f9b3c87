/* The table of routes, and finding one in it. */
#ifndef HK_HTTP_ROUTER_H
#define HK_HTTP_ROUTER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "http/target.h"

struct hk_request;

/* Methods that HTTP knows; any other token is not implemented. */
enum hk_method {
    HK_METHOD_GET,
    HK_METHOD_HEAD,
    HK_METHOD_POST,
    HK_METHOD_PUT,
    HK_METHOD_DELETE,
    HK_METHOD_PATCH,
    HK_METHOD_OPTIONS,
    HK_METHOD_TRACE,
    HK_METHOD_CONNECT,
    HK_METHOD_UNKNOWN
};

enum hk_method hk_method_find(const char *token);

/* The token; "other" for HK_METHOD_UNKNOWN. Static. */
const char *hk_method_name(enum hk_method method);

/* What a path names beside itself. */
enum hk_resource {
    HK_RESOURCE_NONE,
    HK_RESOURCE_GAME,
    HK_RESOURCE_SEAT,   /* of a game */
    HK_RESOURCE_ROUND,  /* of a game; one that has ended */
    HK_RESOURCE_RECORD, /* none of ours: it comes as the body, and is large */
    HK_RESOURCE_PLAYER,
    HK_RESOURCE_PROBLEM,
    HK_RESOURCE_VARIANT
};

/* Who may. A token that is sent must be valid, except for PUBLIC. */
enum hk_access {
    HK_ACCESS_PUBLIC,      /* anybody; Authorization is not looked at */
    HK_ACCESS_READ,        /* anybody */
    HK_ACCESS_CREATE,      /* who may make games and players */
    HK_ACCESS_KEY,         /* a service key */
    HK_ACCESS_READ_GAME,   /* anybody, but not with another game's token */
    HK_ACCESS_READ_RECORD, /* its host; anybody once it is over */
    HK_ACCESS_FILL_SEAT,   /* who may make games, and the game's host */
    HK_ACCESS_PLAY,        /* a seat of the game, and its host */
    HK_ACCESS_HOST,        /* the game's host */
    HK_ACCESS_METRICS      /* an admin key, or the token for metrics; anybody
                              where games can be made without a key */
};

struct hk_route {
    enum hk_method method;
    const char *template;
    enum hk_resource resource;
    enum hk_access access;
    const char *parameters; /* names, a blank between */
    const char *media; /* what is answered, likewise; the first as a rule */
    enum hk_error (*handler)(struct hk_request *request);
};

/* How many rows the table has. */
#define ROUTE(...) +1
enum {
    HK_ROUTES = 0
#include "http/routes.def"
};
#undef ROUTE

/* The row at this place, from 0, and the place of a row. */
const struct hk_route *hk_route_at(unsigned place);
unsigned hk_route_place(const struct hk_route *route);

/* More path parameters than any template has. */
#define HK_PATH_VALUES_MAX 2

/* Where a path led. */
struct hk_found {
    const struct hk_route *resource; /* any route of the path */
    const struct hk_route *route;    /* that of the method; NULL: not known */
    const char *values[HK_PATH_VALUES_MAX]; /* borrowed from the target */
};

/* Whether the path is one of the table's; HEAD finds the route of GET. */
bool hk_router_find(const struct hk_target *target, enum hk_method method,
                    struct hk_found *ret_found);

/* Room for "GET, HEAD, POST, PUT, DELETE, OPTIONS". */
#define HK_ALLOW_SIZE 64

/* The value of Allow for this template. */
void hk_router_allow(const char *template, char ret_allow[HK_ALLOW_SIZE]);

/* Whether a route knows this query parameter. */
bool hk_route_knows(const struct hk_route *route, const char *parameter);

/* "METHOD /v1/path/{param}" a line, the table's order. */
void hk_router_print(FILE *file);

#endif
