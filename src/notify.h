/* What the service manager is told; nothing without systemd. */
#ifndef HK_NOTIFY_H
#define HK_NOTIFY_H

#include <stdint.h>

/* Requests are answered at this address. */
void hk_notify_ready(const char *address);

/* The settings are being read again; hk_notify_ready() tells when they were. */
void hk_notify_reloading(void);

/* No more requests are wanted; those under way are being answered. */
void hk_notify_stopping(void);

/* How often hk_notify_alive() is to be called, in microseconds: half of what
 * the manager allows. 0: it does not watch. */
uint64_t hk_notify_interval_us(void);

/* The service works. */
void hk_notify_alive(void);

#endif
