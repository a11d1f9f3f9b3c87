/* Messages to systemd by libsystemd, where the program was built with it. */
#include "notify.h"

#ifdef HAVE_LIBSYSTEMD
#include <time.h>

#include <systemd/sd-daemon.h>

/* A manager that cannot be told is no reason to stop serving, and it draws its
 * own conclusions from silence: what sd_notify() returns is of no use here. */

void hk_notify_ready(const char *address)
{
    (void)sd_notifyf(0, "READY=1\nSTATUS=Listening on %s", address);
}

void hk_notify_reloading(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return;
    (void)sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%lld",
                     1000000LL * now.tv_sec + now.tv_nsec / 1000);
}

void hk_notify_stopping(void)
{
    (void)sd_notify(0, "STOPPING=1\nSTATUS=Answering what was asked");
}

uint64_t hk_notify_interval_us(void)
{
    uint64_t allowed_us = 0;

    if (sd_watchdog_enabled(0, &allowed_us) <= 0)
        return 0;
    return allowed_us / 2;
}

void hk_notify_alive(void)
{
    (void)sd_notify(0, "WATCHDOG=1");
}

#else

void hk_notify_ready(const char *address)
{
    (void)address;
}

void hk_notify_reloading(void)
{
}

void hk_notify_stopping(void)
{
}

uint64_t hk_notify_interval_us(void)
{
    return 0;
}

void hk_notify_alive(void)
{
}

#endif
