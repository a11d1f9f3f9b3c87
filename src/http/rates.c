/* Quotas of requests. */
#include "http/rates.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* Tokens that are remembered as valid: more than play at once. */
enum { TOKENS = 16384 };

struct hk_rates {
    struct hk_clock clock;
    struct hk_buckets *buckets[HK_RATES];
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* spreads the addresses */
    _Atomic hk_ticks failures_until; /* 0: none yet; then they are forgotten */
    _Atomic uint64_t valid[TOKENS];  /* keys of tokens that were lately */
};

const char *hk_rate_name(enum hk_rate rate)
{
    static const char *const names[HK_RATES] = {
        [HK_RATE_READ] = "read",       [HK_RATE_WRITE] = "write",
        [HK_RATE_CREATE] = "create",   [HK_RATE_LOGIN] = "login",
        [HK_RATE_ADDRESS] = "address",
    };

    return names[rate];
}

/*
 * Per token: a table of bots that asks and moves as fast as it can think, and a
 * tournament that is set up in one go. Per address: a hall of two hundred
 * players behind one line. All of it is a hundredth of what one machine serves.
 * Who guesses tokens is nobody's guest anywhere; a program that was given a
 * wrong one is told so a hundred times.
 */
struct hk_rate_quotas hk_rate_standard(bool keys)
{
    static const struct hk_rate_quotas guarded = {{
        [HK_RATE_READ] = {3000, 60},
        [HK_RATE_WRITE] = {1200, 60},
        [HK_RATE_CREATE] = {600, 60},
        [HK_RATE_LOGIN] = {100, 60},
        [HK_RATE_ADDRESS] = {12000, 60},
    }};
    static const struct hk_rate_quotas open = {{
        [HK_RATE_READ] = {0, 1},
        [HK_RATE_WRITE] = {0, 1},
        [HK_RATE_CREATE] = {0, 1},
        [HK_RATE_LOGIN] = {100, 60},
        [HK_RATE_ADDRESS] = {0, 1},
    }};

    return keys ? guarded : open;
}

enum hk_error hk_rates_new(const struct hk_clock *clock,
                           struct hk_rates **ret_rates)
{
    struct hk_rates *rates = calloc(1, sizeof *rates);

    if (!rates)
        return HK_E_INTERNAL;
    rates->clock = *clock;
    randombytes_buf(rates->secret, sizeof rates->secret);
    for (unsigned i = 0; i < HK_RATES; i++) {
        if (hk_buckets_new(&rates->buckets[i])) {
            hk_rates_free(rates);
            return HK_E_INTERNAL;
        }
    }
    *ret_rates = rates;
    return HK_OK;
}

void hk_rates_free(struct hk_rates *rates)
{
    if (!rates)
        return;
    for (unsigned i = 0; i < HK_RATES; i++)
        hk_buckets_free(rates->buckets[i]);
    sodium_memzero(rates->secret, sizeof rates->secret);
    free(rates);
}

static hk_ticks now_of(const struct hk_rates *rates)
{
    return hk_clock_ticks(&rates->clock);
}

/* ----- keys --------------------------------------------------------------- */

static uint64_t key_of_client(const struct hk_rates *rates,
                              const struct hk_client *client)
{
    struct hk_ip ip = hk_client_network(client);
    uint64_t key;

    _Static_assert(sizeof key == crypto_shorthash_BYTES, "a key is a hash");
    crypto_shorthash((uint8_t *)&key, ip.bytes, sizeof ip.bytes, rates->secret);
    return key;
}

/* Nobody chooses the hashes of valid tokens: the service makes tokens up. */
static uint64_t key_of_token(const uint8_t hash[HK_TOKEN_HASH_SIZE])
{
    uint64_t key;

    memcpy(&key, hash, sizeof key);
    return key;
}

/* ----- charging ----------------------------------------------------------- */

/* Not all who were refused are to come again at the same moment. */
static unsigned retry_in(uint64_t key, hk_ticks now, unsigned wait_s)
{
    uint64_t mixed = (key ^ (uint64_t)now) * 0x9e3779b97f4a7c15u;

    return wait_s + (unsigned)((mixed >> 32) % (wait_s / 4 + 2));
}

/* Whether less is left, for its size. */
static bool is_tighter(const struct hk_rate_charge *a,
                       const struct hk_rate_charge *b)
{
    return (uint64_t)a->bucket.left * b->quota.units <
           (uint64_t)b->bucket.left * a->quota.units;
}

/* Takes a unit; false where there is none. What is tightest is kept. */
static bool take(struct hk_rates *rates, enum hk_rate rate,
                 const struct hk_quota *quota, uint64_t key,
                 struct hk_rate_charge *tightest)
{
    hk_ticks now = now_of(rates);
    struct hk_rate_charge charge = {
        .any = true,
        .rate = rate,
        .quota = *quota,
        .bucket = hk_buckets_take(rates->buckets[rate], key, quota, now),
    };

    if (!charge.bucket.enough)
        charge.retry_s = retry_in(key, now, charge.bucket.in_s);
    if (!charge.bucket.enough || !tightest->any ||
        is_tighter(&charge, tightest))
        *tightest = charge;
    return charge.bucket.enough;
}

enum hk_error hk_rates_admit(struct hk_rates *rates,
                             const struct hk_rate_quotas *quotas,
                             enum hk_rate rate, const struct hk_client *client,
                             const uint8_t *token_hash,
                             struct hk_rate_charge *ret_charge)
{
    const struct hk_quota *all = &quotas->of[HK_RATE_ADDRESS];
    const struct hk_quota *quota = &quotas->of[rate];
    uint64_t key = 0;

    *ret_charge = (struct hk_rate_charge){.any = false};
    if (all->units > 0 || (quota->units > 0 && !token_hash))
        key = key_of_client(rates, client);
    if (all->units > 0 && !take(rates, HK_RATE_ADDRESS, all, key, ret_charge))
        return HK_E_RATE_LIMITED;
    if (token_hash)
        key = key_of_token(token_hash);
    if (quota->units > 0 && !take(rates, rate, quota, key, ret_charge))
        return HK_E_RATE_LIMITED;
    return HK_OK;
}

void hk_rates_charge(struct hk_rates *rates,
                     const struct hk_rate_quotas *quotas,
                     const struct hk_client *client)
{
    const struct hk_quota *quota = &quotas->of[HK_RATE_ADDRESS];

    if (quota->units > 0)
        (void)hk_buckets_take(rates->buckets[HK_RATE_ADDRESS],
                              key_of_client(rates, client), quota,
                              now_of(rates));
}

/* ----- tokens that are not valid ------------------------------------------ */

static _Atomic uint64_t *place_of(struct hk_rates *rates, uint64_t key)
{
    return &rates->valid[key % TOKENS];
}

static bool was_valid(struct hk_rates *rates, const char *token)
{
    uint8_t hash[HK_TOKEN_HASH_SIZE];

    hk_auth_hash(token, hash);
    uint64_t key = key_of_token(hash);
    return atomic_load_explicit(place_of(rates, key), memory_order_relaxed) ==
           key;
}

enum hk_error hk_rates_try(struct hk_rates *rates,
                           const struct hk_rate_quotas *quotas,
                           const struct hk_client *client, const char *token,
                           struct hk_rate_charge *ret_charge)
{
    hk_ticks until = atomic_load_explicit(&rates->failures_until,
                                          memory_order_relaxed);
    const struct hk_quota *quota = &quotas->of[HK_RATE_LOGIN];

    if (until == 0 || quota->units == 0)
        return HK_OK;
    hk_ticks now = now_of(rates);
    if (now >= until)
        return HK_OK;
    uint64_t key = key_of_client(rates, client);
    struct hk_bucket bucket = hk_buckets_look(rates->buckets[HK_RATE_LOGIN],
                                              key, quota, now);
    if (bucket.enough || was_valid(rates, token))
        return HK_OK;
    *ret_charge = (struct hk_rate_charge){
        .any = true,
        .rate = HK_RATE_LOGIN,
        .quota = *quota,
        .bucket = bucket,
        .retry_s = retry_in(key, now, bucket.in_s),
    };
    return HK_E_RATE_LIMITED;
}

void hk_rates_succeeded(struct hk_rates *rates,
                        const uint8_t hash[HK_TOKEN_HASH_SIZE])
{
    uint64_t key = key_of_token(hash);
    _Atomic uint64_t *place = place_of(rates, key);

    /* Mostly it is there: what is only read stays in every thread's cache. */
    if (atomic_load_explicit(place, memory_order_relaxed) != key)
        atomic_store_explicit(place, key, memory_order_relaxed);
}

void hk_rates_failed(struct hk_rates *rates,
                     const struct hk_rate_quotas *quotas,
                     const struct hk_client *client)
{
    const struct hk_quota *quota = &quotas->of[HK_RATE_LOGIN];

    if (quota->units == 0)
        return;
    hk_ticks now = now_of(rates);
    (void)hk_buckets_take(rates->buckets[HK_RATE_LOGIN],
                          key_of_client(rates, client), quota, now);
    atomic_store_explicit(&rates->failures_until,
                          now + 1000 * (hk_ticks)quota->window_s,
                          memory_order_relaxed);
}

/* ----- telling ------------------------------------------------------------ */

void hk_rate_tell(const struct hk_rate_charge *charge, struct hk_reply *reply)
{
    const char *name = hk_rate_name(charge->rate);

    if (!charge->any)
        return;
    hk_reply_header(reply, "RateLimit-Policy", "\"%s\";q=%u;w=%u", name,
                    charge->quota.units, charge->quota.window_s);
    hk_reply_header(reply, "RateLimit", "\"%s\";r=%u;t=%u", name,
                    charge->bucket.left, charge->bucket.in_s);
}
