/* What SIGHUP does: options are read again, and what can change does. */
#ifndef HK_RELOAD_H
#define HK_RELOAD_H

#include <stdbool.h>

#include "http/policy.h"
#include "http/server.h"
#include "options.h"
#include "service/service.h"

struct hk_reload {
    const struct hk_options *started; /* borrowed; what the start was by */
    struct hk_server *server;         /* borrowed, as what follows */
    struct hk_service *service;
    const char *address;     /* where it listens, for the manager */
    struct hk_policy policy; /* that holds */
    struct hk_options last;  /* what was read again last */
    bool has_last;
};

/*
 * Reads command line, environment and file again. Where all of it is right,
 * what can change does, at once and together; else nothing does. Tells the log
 * which options have changed and which of them wait for a restart, or what is
 * wrong, and the service manager when it is done. One thread at a time.
 */
void hk_reload(struct hk_reload *reload);

/* Frees what was read again. */
void hk_reload_clear(struct hk_reload *reload);

#endif
