/*
 * Proves that the daemon works: each serving thread has gone round its loop,
 * the writer's thread has done a job, and the database can be read. The service
 * manager is told so, and kills a daemon of which it does not hear.
 */
#ifndef HK_WATCH_H
#define HK_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "http/server.h"
#include "service/pulse.h"
#include "service/service.h"

struct hk_watch {
    struct hk_server *server;   /* borrowed */
    struct hk_service *service; /* borrowed */
    struct hk_pulse pulse;
};

/* How often to look, in microseconds; 0: nobody wants to know. */
uint64_t hk_watch_interval_us(void);

/* Asks for the first signs of life. The watch stays where it is until the
 * service is closed. */
void hk_watch_begin(struct hk_watch *watch, struct hk_server *server,
                    struct hk_service *service);

/* Whether all that was asked the last time has answered since; tells the
 * manager, and asks again. What has not answered is logged. */
void hk_watch_look(struct hk_watch *watch);

#endif
