/*
 * What the service manager is told, by the protocol of sd_notify(3): a datagram
 * to the socket that NOTIFY_SOCKET names. Nothing where there is none.
 *
 * A manager that cannot be told is no reason to stop serving, and it draws its
 * own conclusions from silence: so nothing here fails.
 */
#ifndef HK_NOTIFY_H
#define HK_NOTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether there is somebody to tell. */
bool hk_notify_is_heard(void);

/* How often hk_notify_status() is to be called, in microseconds: half of what
 * the manager allows. 0: it does not watch. */
uint64_t hk_notify_interval_us(void);

/* Requests are answered: with the address, or the first of several. */
void hk_notify_ready(const char *address);

/* The settings are being read again; hk_notify_ready() tells when they were. */
void hk_notify_reloading(void);

/* No more requests are wanted; those under way are being answered, for so long
 * at most, and then what is left is brought to the disk. */
void hk_notify_stopping(unsigned drain_timeout_s);

/* A start or an end is under way that may take longer than the manager allows:
 * for half a minute from now on it is not to be ended for that. */
void hk_notify_at_work(void);

/* Games in play and streams open; `alive`: the service was seen to work. */
void hk_notify_status(size_t games, size_t streams, bool alive);

#endif
