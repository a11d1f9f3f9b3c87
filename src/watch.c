/* Looking for signs of life, and telling of them. */
#include "watch.h"

#include "base/log.h"
#include "notify.h"
#include "service/metrics.h"

/* How often somebody who does not watch is told how many games there are. */
enum { STATUS_S = 30 };

uint64_t hk_watch_interval_us(void)
{
    uint64_t interval_us = hk_notify_interval_us();

    if (!hk_notify_is_heard())
        return 0;
    if (interval_us == 0 || interval_us > STATUS_S * UINT64_C(1000000))
        return STATUS_S * UINT64_C(1000000);
    return interval_us;
}

static void ask(struct hk_watch *watch)
{
    hk_server_ask(watch->server);
    hk_pulse_ask(&watch->pulse, watch->service);
}

void hk_watch_begin(struct hk_watch *watch, struct hk_server *server,
                    struct hk_service *service)
{
    *watch = (struct hk_watch){.server = server, .service = service};
    ask(watch);
}

static bool has_answered(const struct hk_watch *watch)
{
    const char *silent = NULL;

    if (!hk_server_has_answered(watch->server))
        silent = "a thread that serves connections";
    else if (!hk_pulse_is_felt(&watch->pulse))
        silent = "the thread that writes";
    else if (!hk_pulse_can_read(watch->service))
        silent = "the database";
    if (silent)
        hk_log(HK_LOG_WARNING, "no sign of life from %s", silent);
    return !silent;
}

void hk_watch_look(struct hk_watch *watch)
{
    struct hk_service_metrics metrics;

    bool alive = has_answered(watch);
    hk_service_measure(watch->service, &metrics);
    hk_notify_status(metrics.games[HK_STATUS_PLAYING],
                     hk_server_streams(watch->server), alive);
    ask(watch);
}
