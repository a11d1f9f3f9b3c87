/*
 * How often somebody may ask: quotas for what is read, written and created with
 * one token (or, without one, from one address), for all that comes from one
 * address, and for tokens that are not valid.
 *
 * Memory never grows (base/buckets.h). A quota that is not set costs nothing.
 */
#ifndef HK_HTTP_RATES_H
#define HK_HTTP_RATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buckets.h"
#include "base/clock.h"
#include "base/error.h"
#include "http/client_address.h"
#include "http/reply.h"
#include "service/auth.h"

/* The quotas, by the names under which clients are told of them. */
enum hk_rate {
    HK_RATE_READ,
    HK_RATE_WRITE,
    HK_RATE_CREATE,  /* of games and players */
    HK_RATE_LOGIN,   /* with a token that is not valid, from one address */
    HK_RATE_ADDRESS, /* all requests from one address, whatever their tokens */
    HK_RATES
};

/* "read" …; static. */
const char *hk_rate_name(enum hk_rate rate);

struct hk_rate_quotas {
    struct hk_quota of[HK_RATES];
};

/* What is right where nothing else is said: with `keys` the service may be
 * anybody's to reach; without, whoever reaches it may do as he likes. */
struct hk_rate_quotas hk_rate_standard(bool keys);

/* The buckets of all. Safe for use from any thread. */
struct hk_rates;

/* Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_rates_new(const struct hk_clock *clock,
                                         struct hk_rates **ret_rates);

/* NULL-safe. */
void hk_rates_free(struct hk_rates *rates);

/* What a request was charged to, where there is a quota: of two the one of
 * which less is left. Zeroed: none. */
struct hk_rate_charge {
    bool any;
    enum hk_rate rate;
    struct hk_quota quota;
    struct hk_bucket bucket;
    unsigned retry_s; /* where it was refused: when to try again */
};

/*
 * Charges a request, by the quotas that hold now: to the address, and as READ,
 * WRITE or CREATE to the token of this hash, or to the address where that is
 * NULL.
 * Errors: HK_E_RATE_LIMITED; ret_charge tells by which quota.
 */
HK_MUST_CHECK enum hk_error hk_rates_admit(struct hk_rates *rates,
                                           const struct hk_rate_quotas *quotas,
                                           enum hk_rate rate,
                                           const struct hk_client *client,
                                           const uint8_t *token_hash,
                                           struct hk_rate_charge *ret_charge);

/* Charges a request that is refused for another reason to its address. */
void hk_rates_charge(struct hk_rates *rates,
                     const struct hk_rate_quotas *quotas,
                     const struct hk_client *client);

/*
 * Whether a token may be looked up that comes from this address: not where too
 * many came from there that are not valid, unless this one was valid lately.
 * So whoever guesses is not even heard, and locks nobody out who plays.
 * Errors: HK_E_RATE_LIMITED, as above.
 */
HK_MUST_CHECK enum hk_error hk_rates_try(struct hk_rates *rates,
                                         const struct hk_rate_quotas *quotas,
                                         const struct hk_client *client,
                                         const char *token,
                                         struct hk_rate_charge *ret_charge);

/* How a look-up ended: the token of this hash is valid, or one from this
 * address is not. */
void hk_rates_succeeded(struct hk_rates *rates,
                        const uint8_t hash[HK_TOKEN_HASH_SIZE]);
void hk_rates_failed(struct hk_rates *rates,
                     const struct hk_rate_quotas *quotas,
                     const struct hk_client *client);

/* Tells it in the headers RateLimit and RateLimit-Policy, if there is one. */
void hk_rate_tell(const struct hk_rate_charge *charge, struct hk_reply *reply);

#endif
