/* The service: what http talks to. Holds the store, the live games, time and
 * chance; knows neither HTTP nor JSON. */
#ifndef HK_SERVICE_SERVICE_H
#define HK_SERVICE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/rng.h"
#include "store/store.h"

struct hk_service;

struct hk_service_config {
    const char *database;       /* path of the store's file */
    bool open;                  /* --auth open: making games needs no key */
    size_t live_games_max;      /* games kept in memory while idle; 0: 100000 */
    size_t live_bytes_max;      /* that these take at most; 0: 256 MiB */
    unsigned presence_grace_ms; /* after which a seat is away; 0: 30 s */
    bool still;                 /* bots do not play, and no clock runs out */
    struct hk_clock clock;
    struct hk_rng rng; /* for seeds, ids and tokens */
};

/* Opens the store and is ready to serve; waits for no game to be read. Bots go
 * on where they were. ret_message says why not, for a person.
 * Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_service_open(
    const struct hk_service_config *config, struct hk_service **ret_service,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* No call may be under way, and every game closed. NULL-safe. */
void hk_service_close(struct hk_service *service);

/* Whether it can serve. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_service_ready(struct hk_service *service);

/* Whether so many writes wait for the disk, or it has been at one transaction
 * for so long, that another one would only wait (0: no limit). */
bool hk_service_overloaded(struct hk_service *service, unsigned queued_max,
                           unsigned wait_s);

/* From now on a seat is away after so long; a stream may tell of it as late as
 * its next sign of life. Any thread. */
void hk_service_set_presence_grace(struct hk_service *service, unsigned ms);

#define HK_SERVICE_SECRET_SIZE 32

/* Random bytes that only this database's service knows: the same for a name
 * at every start. Errors: HK_E_STORAGE_UNAVAILABLE. */
HK_MUST_CHECK enum hk_error hk_service_secret(
    struct hk_service *service, const char *name,
    uint8_t ret_secret[HK_SERVICE_SECRET_SIZE]);

/* Whether making games and players needs no key. */
bool hk_service_is_open(const struct hk_service *service);

/*
 * A receipt: the answer to a write, kept in the transaction of its effect
 * (Idempotency-Key). `render` is called by whichever thread writes, before
 * anything is durable, with what the write will bring; it makes the bytes to
 * keep (malloc; the service frees them).
 */
struct hk_receipt {
    uint8_t slot[32];
    uint8_t body_hash[32];
    enum hk_error (*render)(void *cls, const void *outcome, void **ret_answer,
                            size_t *ret_size);
    void *cls;
};

/* How long answers are kept. */
#define HK_RECEIPT_LIFE_MS (24 * 60 * 60 * INT64_C(1000))

/*
 * The answer kept under this slot. ret_answer is to be freed with free().
 * Errors: HK_E_NOT_FOUND; HK_E_IDEMPOTENCY_KEY_REUSED if it was kept for
 * another body.
 */
HK_MUST_CHECK enum hk_error hk_receipt_find(struct hk_service *service,
                                            const uint8_t slot[32],
                                            const uint8_t body_hash[32],
                                            void **ret_answer,
                                            size_t *ret_size);

#endif
