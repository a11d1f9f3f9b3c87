/* The router. */
#include "http/router.h"

#include <stdlib.h>
#include <string.h>

#include "http/reply.h"
#include "http/resources.h"

static const struct hk_route routes[] = {
#define ROUTE(method, template, resource, access, parameters, media, handler) \
    {HK_METHOD_##method,                                                      \
     template,                                                                \
     HK_RESOURCE_##resource,                                                  \
     HK_ACCESS_##access,                                                      \
     parameters,                                                              \
     media,                                                                   \
     handler},
#include "http/routes.def"
#undef ROUTE
};
_Static_assert(sizeof(routes) / sizeof(routes[0]) == HK_ROUTES,
               "each row is counted");

static const char *const method_names[HK_METHOD_UNKNOWN] = {
    [HK_METHOD_GET] = "GET",         [HK_METHOD_HEAD] = "HEAD",
    [HK_METHOD_POST] = "POST",       [HK_METHOD_PUT] = "PUT",
    [HK_METHOD_DELETE] = "DELETE",   [HK_METHOD_PATCH] = "PATCH",
    [HK_METHOD_OPTIONS] = "OPTIONS", [HK_METHOD_TRACE] = "TRACE",
    [HK_METHOD_CONNECT] = "CONNECT",
};

enum hk_method hk_method_find(const char *token)
{
    for (unsigned i = 0; i < HK_METHOD_UNKNOWN; i++) {
        if (strcmp(token, method_names[i]) == 0)
            return (enum hk_method)i;
    }
    return HK_METHOD_UNKNOWN;
}

const char *hk_method_name(enum hk_method method)
{
    return method == HK_METHOD_UNKNOWN ? "other" : method_names[method];
}

const struct hk_route *hk_route_at(unsigned place)
{
    return &routes[place];
}

unsigned hk_route_place(const struct hk_route *route)
{
    return (unsigned)(route - routes);
}

/* Whether the path's segments are those of a template; fills the values. */
static bool fits(const char *pattern, const struct hk_target *target,
                 const char *ret_values[HK_PATH_VALUES_MAX])
{
    const char *values[HK_PATH_VALUES_MAX] = {NULL};
    size_t value_count = 0;

    for (size_t i = 0; i < target->segment_count; i++) {
        const char *segment = target->segments[i];
        if (*pattern != '/')
            return false;
        pattern++;
        if (*pattern == '{') {
            if (*segment == '\0')
                return false;
            values[value_count++] = segment;
            pattern += strcspn(pattern, "/");
            continue;
        }
        /* Most differ in their first characters: to look for the end of each
         * would take longer. */
        while (*segment && *segment == *pattern && *pattern != '/') {
            segment++;
            pattern++;
        }
        if (*segment || (*pattern && *pattern != '/'))
            return false;
    }
    if (*pattern != '\0')
        return false;
    memcpy(ret_values, values, sizeof(values));
    return true;
}

bool hk_router_find(const struct hk_target *target, enum hk_method method,
                    struct hk_found *ret_found)
{
    struct hk_found found = {0};

    if (target->server_wide || target->too_long)
        return false;
    if (method == HK_METHOD_HEAD)
        method = HK_METHOD_GET;
    for (unsigned i = 0; i < HK_ROUTES && !found.route; i++) {
        if (!fits(routes[i].template, target, found.values))
            continue;
        if (!found.resource)
            found.resource = &routes[i];
        if (routes[i].method == method)
            found.route = &routes[i];
    }
    if (!found.resource)
        return false;
    *ret_found = found;
    return true;
}

void hk_router_allow(const char *template, char ret_allow[HK_ALLOW_SIZE])
{
    size_t used = 0;

    for (unsigned i = 0; i < HK_ROUTES; i++) {
        if (strcmp(routes[i].template, template) != 0)
            continue;
        const char *more = routes[i].method == HK_METHOD_GET ? "HEAD, " : "";
        int added = snprintf(ret_allow + used, HK_ALLOW_SIZE - used, "%s, %s",
                             method_names[routes[i].method], more);
        used += (size_t)added;
        if (used >= HK_ALLOW_SIZE)
            abort(); /* more methods than there are */
    }
    snprintf(ret_allow + used, HK_ALLOW_SIZE - used, "OPTIONS");
}

bool hk_route_knows(const struct hk_route *route, const char *parameter)
{
    size_t length = strlen(parameter);
    const char *at = route->parameters;

    while (length > 0 && *at) {
        size_t name = strcspn(at, " ");
        if (name == length && memcmp(at, parameter, length) == 0)
            return true;
        at += name;
        at += strspn(at, " ");
    }
    return false;
}

void hk_router_print(FILE *file)
{
    for (unsigned i = 0; i < HK_ROUTES; i++)
        fprintf(file, "%s %s\n", method_names[routes[i].method],
                routes[i].template);
}
