/* Query parameters. */
#include "http/query.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_STANDARD = 20, INTEGER_TEXT_MAX = 20 };

void hk_query_check(struct hk_request *request)
{
    const struct hk_target *target = &request->target;

    if (target->too_many)
        hk_faults_add_named(&request->faults, "", "too_many",
                            HK_FAULT_TOO_MANY_PARAMETERS, NULL);
    for (size_t i = 0; i < target->parameter_count; i++) {
        const char *name = target->parameters[i].name;
        if (!hk_route_knows(request->found.route, name)) {
            hk_faults_add_named(&request->faults, name, "unknown_parameter",
                                HK_FAULT_UNKNOWN_PARAMETER, NULL);
            continue;
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(target->parameters[j].name, name) == 0) {
                hk_faults_add_named(&request->faults, name,
                                    "repeated_parameter",
                                    HK_FAULT_REPEATED_PARAMETER, NULL);
                break;
            }
        }
    }
}

static int64_t read_integer(struct hk_request *request, const char *name,
                            const char *value, int64_t least, int64_t greatest,
                            int64_t standard)
{
    char *end;

    if (!value)
        return standard;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    /* strtoll() would also take blanks and a plus sign before the digits. */
    bool digits = (*value >= '0' && *value <= '9') || *value == '-';
    if (!digits || *end) {
        hk_faults_add_named(&request->faults, name, "wrong_type",
                            HK_FAULT_NOT_INTEGER, NULL);
        return standard;
    }
    /* However many zeros stand before it, it comes back in a Link. */
    if (errno || number < least || number > greatest ||
        strlen(value) > INTEGER_TEXT_MAX) {
        hk_faults_add_named(
            &request->faults, name, "out_of_range", HK_FAULT_FROM_TO,
            HK_FIGURES({"least", NULL, least}, {"greatest", NULL, greatest}));
        return standard;
    }
    return number;
}

int64_t hk_query_integer(struct hk_request *request, const char *name,
                         int64_t least, int64_t greatest, int64_t standard)
{
    return read_integer(request, name,
                        hk_target_parameter(&request->target, name), least,
                        greatest, standard);
}

int64_t hk_header_integer(struct hk_request *request, enum hk_header header,
                          int64_t least, int64_t greatest, int64_t standard)
{
    return read_integer(request, hk_header_name(header),
                        hk_request_header(request, header), least, greatest,
                        standard);
}

int hk_query_choice(struct hk_request *request, const char *name,
                    const char *const *choices, int standard)
{
    const char *value = hk_target_parameter(&request->target, name);
    char list[256] = "";

    if (!value)
        return standard;
    for (int i = 0; choices[i]; i++) {
        if (strcmp(choices[i], value) == 0)
            return i;
        size_t used = strlen(list);
        snprintf(list + used, sizeof(list) - used, "%s%s", i ? ", " : "",
                 choices[i]);
    }
    hk_faults_add_named(&request->faults, name, "unknown_value",
                        HK_FAULT_ONE_OF, HK_FIGURES({"choices", list, 0}));
    return standard;
}

bool hk_query_boolean(struct hk_request *request, const char *name)
{
    static const char *const choices[] = {"false", "true", NULL};

    return hk_query_choice(request, name, choices, 0) == 1;
}

size_t hk_query_limit(struct hk_request *request)
{
    return (size_t)hk_query_integer(request, "limit", 1, HK_LIMIT_MAX,
                                    LIMIT_STANDARD);
}
