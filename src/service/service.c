/* The service itself: opening, closing, readiness, receipts. */
#include "service/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "service/internal.h"
#include "service/recompute.h"
#include "store/results.h"

#define LIVE_GAMES_MAX 100000
#define LIVE_BYTES_MAX ((size_t)256 << 20)
#define PRESENCE_GRACE_MS 30000

static void tell_fault(const char *text, void *cls)
{
    (void)cls;
    hk_log(HK_LOG_DEBUG, "recompute: %s", text);
}

/* A database from before results were kept: all that follows from its games is
 * made from their logs. */
static enum hk_error count_where_needed(struct hk_service *service)
{
    struct hk_recompute_report report;
    bool lacks = false;
    enum hk_error error = hk_store_lacks_results(service->store, &lacks);

    if (error || !lacks)
        return error;
    hk_log(HK_LOG_INFO, "counting all games anew from their logs");
    error = hk_recompute(service->store, tell_fault, NULL, &report);
    if (error)
        return error;
    hk_log(HK_LOG_INFO, "counted %zu games", report.games);
    if (report.faults > 0)
        hk_log(HK_LOG_ERROR,
               "%zu games are left out: their logs do not replay; see hakam "
               "verify",
               report.faults);
    return HK_OK;
}

static enum hk_error respell(struct hk_service *service)
{
    return hk_names_respell(service->store);
}

static enum hk_error find_last_left(struct hk_service *service)
{
    return hk_store_last_game(service->store, &service->last_left);
}

static enum hk_error begin_tally(struct hk_service *service)
{
    return hk_tally_begin(&service->tally, service->store);
}

/* What is to be done with the file before anybody is served. */
static enum hk_error make_ready(struct hk_service *service,
                                char ret_message[HK_STORE_MESSAGE_SIZE])
{
    static const struct {
        enum hk_error (*run)(struct hk_service *service);
        const char *fault;
    } steps[] = {
        {respell, "the names of players cannot be brought up to date"},
        {count_where_needed, "the games could not be counted"},
        {find_last_left, "the games cannot be read"},
        {begin_tally, "the games cannot be counted"},
    };
    enum hk_error error = HK_OK;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !error; i++) {
        error = steps[i].run(service);
        if (error)
            snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "%s", steps[i].fault);
    }
    return error;
}

enum hk_error hk_service_open(const struct hk_service_config *config,
                              struct hk_service **ret_service,
                              char ret_message[HK_STORE_MESSAGE_SIZE])
{
    struct hk_service *service = calloc(1, sizeof *service);
    enum hk_error error;

    if (!service) {
        snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "no memory");
        return HK_E_INTERNAL;
    }
    service->clock = config->clock;
    service->rng = config->rng;
    service->open = config->open;
    service->still = config->still;
    hk_service_set_presence_grace(service, config->presence_grace_ms
                                               ? config->presence_grace_ms
                                               : PRESENCE_GRACE_MS);
    error = hk_registry_init(
        &service->registry,
        config->live_games_max ? config->live_games_max : LIVE_GAMES_MAX,
        config->live_bytes_max ? config->live_bytes_max : LIVE_BYTES_MAX);
    if (error) {
        snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "no memory");
        goto err_after_service;
    }
    error = hk_tickets_init(&service->tickets);
    if (error) {
        snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "no memory");
        goto err_after_registry;
    }
    hk_feeds_init(&service->feeds);
    error = hk_store_open(config->database, HK_STORE_SERVE, &service->store,
                          ret_message);
    if (error)
        goto err_after_tickets;
    error = make_ready(service, ret_message);
    if (error)
        goto err_after_store;
    /* Each thread opens games, which both then look at. */
    hk_wheel_init(service);
    if (service->still) {
        *ret_service = service;
        return HK_OK;
    }
    error = hk_bots_start(service);
    if (error) {
        snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "no thread");
        goto err_after_wheel;
    }
    error = hk_wheel_start(service);
    if (error) {
        snprintf(ret_message, HK_STORE_MESSAGE_SIZE, "no thread");
        goto err_after_bots;
    }
    *ret_service = service;
    return HK_OK;

err_after_bots:
    hk_bots_stop(service);
err_after_wheel:
    hk_wheel_clear(service);
err_after_store:
    hk_store_close(service->store);
err_after_tickets:
    hk_feeds_clear(&service->feeds);
    hk_tickets_clear(&service->tickets);
err_after_registry:
    hk_registry_clear(&service->registry);
err_after_service:
    free(service);
    return error;
}

void hk_service_set_presence_grace(struct hk_service *service, unsigned ms)
{
    atomic_store(&service->presence_grace_ms, ms);
}

void hk_service_close(struct hk_service *service)
{
    if (!service)
        return;
    if (!service->still) {
        hk_wheel_stop(service);
        hk_bots_stop(service);
    }
    hk_wheel_clear(service);
    hk_registry_clear(&service->registry);
    hk_tickets_clear(&service->tickets);
    hk_feeds_clear(&service->feeds);
    hk_store_close(service->store);
    free(service);
}

enum hk_error hk_service_ready(struct hk_service *service)
{
    return hk_store_ready(service->store);
}

bool hk_service_overloaded(struct hk_service *service, unsigned queued_max,
                           unsigned wait_s)
{
    struct hk_store_backlog backlog = hk_store_backlog(service->store);

    return (queued_max > 0 && backlog.queued >= queued_max) ||
           (wait_s > 0 && backlog.under_ns >= wait_s * UINT64_C(1000000000));
}

struct secret_job {
    const char *name;
    uint8_t fresh[HK_SECRET_SIZE];
    uint8_t *secret;
};

static enum hk_error find_secret(struct hk_tx *tx, void *cls)
{
    struct secret_job *job = cls;

    return hk_tx_secret(tx, job->name, job->fresh, job->secret);
}

_Static_assert(HK_SERVICE_SECRET_SIZE == HK_SECRET_SIZE,
               "the store keeps secrets of this size");

enum hk_error hk_service_secret(struct hk_service *service, const char *name,
                                uint8_t ret_secret[HK_SERVICE_SECRET_SIZE])
{
    uint8_t secret[HK_SECRET_SIZE];
    struct secret_job job = {.name = name, .secret = secret};

    hk_rng_fill(&service->rng, job.fresh, sizeof job.fresh);
    enum hk_error error = hk_store_write(service->store, find_secret, &job);
    if (!error)
        memcpy(ret_secret, secret, sizeof secret);
    return error;
}

bool hk_service_is_open(const struct hk_service *service)
{
    return service->open;
}

hk_time hk_service_now(const struct hk_service *service)
{
    return hk_clock_now(&service->clock);
}

hk_ticks hk_service_ticks(const struct hk_service *service)
{
    return hk_clock_ticks(&service->clock);
}

enum hk_error hk_receipt_find(struct hk_service *service,
                              const uint8_t slot[32],
                              const uint8_t body_hash[32], void **ret_answer,
                              size_t *ret_size)
{
    struct hk_receipt_row row;
    hk_time expired_before = hk_service_now(service) - HK_RECEIPT_LIFE_MS;
    enum hk_error error = hk_store_find_receipt(service->store, slot,
                                                expired_before, &row);

    if (error)
        return error;
    if (memcmp(row.body_hash, body_hash, sizeof row.body_hash) != 0) {
        free(row.answer);
        return HK_E_IDEMPOTENCY_KEY_REUSED;
    }
    *ret_answer = row.answer;
    *ret_size = row.answer_size;
    return HK_OK;
}
