/* The HTTP server: starting and stopping it, and what it is made of. */
#ifndef HK_HTTP_SERVER_H
#define HK_HTTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "http/policy.h"
#include "service/service.h"

struct hk_server;

/* As many threads as could ever be of use. */
#define HK_SERVER_THREADS_MAX 64

/* Members of 0 take the defaults in parentheses. */
struct hk_server_config {
    const int *listen_fds; /* listening stream sockets */
    unsigned listen_count; /* 1 to HK_DOOR_SOCKETS_MAX */
    /* Somebody else holds these sockets open: at the end they are left as they
     * are, and who waits there is served by the next start. */
    bool listen_kept;
    struct hk_service *service; /* borrowed; outlives the server */
    unsigned threads;           /* that answer requests (2) */
    unsigned connections_max;   /* open at once (4096) */
    unsigned timeout_s;         /* idle connections are closed after (30) */
    unsigned header_timeout_s;  /* a request's head must be whole (10) */
    unsigned answer_timeout_s;  /* an answer must be taken within (60) */
    unsigned head_max;          /* bytes of a head, and of a buffer (8192) */
    size_t body_max;            /* bytes of a body (65536) */
    unsigned drain_timeout_s;   /* that requests have at the end (4) */
    struct hk_policy policy;    /* that holds at first */
};

/* Starts serving. The sockets are its own from now on, whatever it returns.
 * Errors: HK_E_INTERNAL (logged). */
HK_MUST_CHECK enum hk_error hk_server_start(
    const struct hk_server_config *config, struct hk_server **ret_server);

/* From now on this policy holds. Requests under way keep to the one that they
 * began with; streams stay open, with the new heartbeat after their next sign
 * of life. One thread at a time. Errors: HK_E_INTERNAL: nothing has changed. */
HK_MUST_CHECK enum hk_error hk_server_reload(struct hk_server *server,
                                             const struct hk_policy *policy);

/* Asks each serving thread for a sign of life: that it goes round its loop. */
void hk_server_ask(struct hk_server *server);

/* Whether each has given it since it was asked last. */
bool hk_server_has_answered(const struct hk_server *server);

/* How many streams of events are open. */
unsigned hk_server_streams(struct hk_server *server);

/* From now on readyz answers 503, each answer closes its connection, nobody is
 * let in, streams say goodbye and who waits for news is answered. Waits until
 * the requests that have begun are answered, or have had their time; closes all
 * connections and frees. NULL-safe. */
void hk_server_stop(struct hk_server *server);

/* Writes the router's table: "METHOD /v1/path/{param}" a line. */
void hk_server_print_routes(FILE *file);

#endif
