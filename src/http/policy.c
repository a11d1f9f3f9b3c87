/* Policies, published by one atomic pointer. */
#include "http/policy.h"

#include <stdlib.h>

enum { STREAMS_PER_TOKEN = 10, STREAMS_PER_GAME = 2000, HEARTBEAT_S = 15 };

struct hk_kept_policy {
    struct hk_policy policy;
    struct hk_kept_policy *before;
};

static void complete(struct hk_policy *policy)
{
    if (!policy->streams_per_token)
        policy->streams_per_token = STREAMS_PER_TOKEN;
    if (!policy->streams_per_game)
        policy->streams_per_game = STREAMS_PER_GAME;
    if (!policy->heartbeat_s)
        policy->heartbeat_s = HEARTBEAT_S;
}

enum hk_error hk_policies_publish(struct hk_policies *policies,
                                  const struct hk_policy *policy)
{
    struct hk_kept_policy *kept = malloc(sizeof *kept);

    if (!kept)
        return HK_E_INTERNAL;
    kept->policy = *policy;
    complete(&kept->policy);
    kept->before = atomic_load(&policies->last);
    atomic_store(&policies->last, kept);
    return HK_OK;
}

const struct hk_policy *hk_policies_now(const struct hk_policies *policies)
{
    const struct hk_kept_policy *last = atomic_load_explicit(
        &policies->last, memory_order_acquire);

    return last ? &last->policy : NULL;
}

void hk_policies_clear(struct hk_policies *policies)
{
    struct hk_kept_policy *kept = atomic_load(&policies->last);

    while (kept) {
        struct hk_kept_policy *before = kept->before;
        free(kept);
        kept = before;
    }
    atomic_store(&policies->last, NULL);
}
