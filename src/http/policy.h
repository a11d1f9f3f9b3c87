/* What may change while the server serves, and how it is changed. */
#ifndef HK_HTTP_POLICY_H
#define HK_HTTP_POLICY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "http/client_address.h"
#include "http/cors.h"
#include "http/rates.h"
#include "store/keys.h"

/*
 * The limits and rules of one moment: a plain value, which holds all that it
 * needs. A request takes the one of its beginning (request->policy) and keeps
 * to it; what lasts for hours looks for the present one from time to time.
 * Members of 0 take the defaults in parentheses, where there are any.
 */
struct hk_policy {
    unsigned streams_per_token; /* open at once (10) */
    unsigned streams_per_game;  /* likewise (2000) */
    unsigned heartbeat_s;       /* no stream is silent for longer (15) */
    /* Writes are refused while so many wait for the disk, or while it is at one
     * transaction for so long; 0: never. */
    unsigned write_queue, write_wait_s;
    unsigned connections_per_address; /* 0: any number */
    struct hk_rate_quotas quotas;     /* of requests; without units: no limit */
    struct hk_proxies proxies;        /* whose word is taken */
    bool log_requests;                /* a line in the log for each */
    struct hk_origins origins;        /* whose pages may read answers */
    /* With which /metrics may be read beside admin keys: its hash. */
    bool has_metrics_token;
    uint8_t metrics_token[HK_TOKEN_HASH_SIZE];
};

/* A policy and those before it. */
struct hk_kept_policy;

/* The present policy, and all that there were: whoever has one may read it
 * until the server has stopped, and needs no lock. A change is rare and small,
 * so that nothing is gained by freeing them earlier. Zeroed before. */
struct hk_policies {
    _Atomic(struct hk_kept_policy *) last;
};

/* From now on this one holds; copied. One thread at a time. Errors:
 * HK_E_INTERNAL: no memory, and nothing has changed. */
HK_MUST_CHECK enum hk_error hk_policies_publish(struct hk_policies *policies,
                                                const struct hk_policy *policy);

/* The one that holds now; NULL where none was published. */
const struct hk_policy *hk_policies_now(const struct hk_policies *policies);

/* Frees all of them. */
void hk_policies_clear(struct hk_policies *policies);

#endif
