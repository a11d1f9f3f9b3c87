/* What the options say of what may change while the server serves. */
#include "option_policy.h"

#include <stdio.h>
#include <stdlib.h>

#include "credentials.h"
#include "service/auth.h"
#include "token_file.h"

static struct hk_rate_quotas quotas_of(const struct hk_options *options)
{
    const struct hk_rate_option *const given[HK_RATES] = {
        [HK_RATE_READ] = &options->rate_read,
        [HK_RATE_WRITE] = &options->rate_write,
        [HK_RATE_CREATE] = &options->rate_create,
        [HK_RATE_LOGIN] = &options->rate_login,
        [HK_RATE_ADDRESS] = &options->rate_address,
    };
    struct hk_rate_quotas quotas = hk_rate_standard(options->auth ==
                                                    HK_AUTH_KEYS);

    for (unsigned i = 0; i < HK_RATES; i++) {
        if (!given[i]->is_auto)
            quotas.of[i] = given[i]->quota;
    }
    return quotas;
}

_Static_assert(HK_PROXIES_MAX == HK_OPTION_ITEMS_MAX &&
                   HK_ORIGINS_MAX == HK_OPTION_ITEMS_MAX,
               "all that an option can name has room");

static struct hk_proxies proxies_of(const struct hk_option_list *list)
{
    struct hk_proxies proxies = {.count = 0};

    for (size_t i = 0; i < list->count; i++) {
        /* The option checked each. */
        if (!hk_proxies_add(&proxies, list->items[i]))
            abort();
    }
    return proxies;
}

/* The option checked each, so it is short enough. */
static struct hk_origins origins_of(const struct hk_option_list *list)
{
    struct hk_origins origins = {.count = list->count};

    for (size_t i = 0; i < list->count; i++)
        snprintf(origins.items[i], HK_ORIGIN_SIZE, "%s", list->items[i]);
    return origins;
}

/* False where there is a file, and no token in it. */
static bool read_metrics_token(const struct hk_options *options,
                               struct hk_policy *policy,
                               char ret_message[HK_POLICY_MESSAGE_SIZE])
{
    char fault[HK_TOKEN_FILE_MESSAGE_SIZE], path[PATH_MAX];
    char token[HK_TOKEN_FILE_MOST + 1];
    const char *file = options->metrics_token_file;

    if (!file && hk_credential_find("metrics-token", path))
        file = path;
    if (!file)
        return true;
    if (!hk_token_file_read(file, token, fault)) {
        snprintf(ret_message, HK_POLICY_MESSAGE_SIZE, "%s %s",
                 options->metrics_token_file ? "--metrics-token-file"
                                             : "the credential metrics-token:",
                 fault);
        return false;
    }
    policy->has_metrics_token = true;
    hk_auth_hash(token, policy->metrics_token);
    return true;
}

bool hk_options_policy(const struct hk_options *options,
                       struct hk_policy *ret_policy,
                       char ret_message[HK_POLICY_MESSAGE_SIZE])
{
    struct hk_policy policy = {
        .streams_per_token = options->streams_per_token,
        .streams_per_game = options->streams_per_game,
        .heartbeat_s = options->heartbeat_s,
        .write_queue = options->write_queue,
        .write_wait_s = options->write_wait_s,
        .connections_per_address = options->connections_per_address,
        .log_requests = options->log_requests,
        .quotas = quotas_of(options),
        .proxies = proxies_of(&options->trusted_proxies),
        .origins = origins_of(&options->cors_origins),
    };

    if (!read_metrics_token(options, &policy, ret_message))
        return false;
    *ret_policy = policy;
    return true;
}
