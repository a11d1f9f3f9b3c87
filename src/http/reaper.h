/* Closes connections that never finish sending a request, and the quietest
 * where there are too many. */
#ifndef HK_HTTP_REAPER_H
#define HK_HTTP_REAPER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/ip.h"

/*
 * The library's own timeout starts anew with every byte, so a client that
 * sends one now and then would hold its connection for ever. The reaper knows
 * every open connection and shuts down those past their time. The library
 * would also keep everybody out once all connections are taken, also by one who
 * opens many.
 */
struct hk_reaper;

/* One connection. */
struct hk_reaped;

/* What a connection is doing. */
enum hk_reaped_stage {
    HK_REAPED_HEAD,    /* its first request's head is awaited */
    HK_REAPED_BODY,    /* a body is awaited */
    HK_REAPED_BUSY,    /* its request is being answered: left alone */
    HK_REAPED_SENDING, /* an answer that has an end is being taken */
    HK_REAPED_IDLE     /* the next request is awaited */
};

struct hk_reaper_limits {
    unsigned head_s; /* that a head may take; a body three times as long */
    unsigned send_s; /* that a client may take for an answer */
    unsigned idle_s; /* that a connection may be idle */
    unsigned room;   /* connections: beyond it the one that has been quiet for
                        longest is closed for each that comes */
};

/* Starts a thread. Errors: HK_E_INTERNAL. */
HK_MUST_CHECK enum hk_error hk_reaper_start(
    const struct hk_reaper_limits *limits, struct hk_reaper **ret_reaper);

/* Ends the thread and frees; no connection may be left. NULL-safe. */
void hk_reaper_stop(struct hk_reaper *reaper);

/*
 * A connection has begun; NULL without memory (it is then not watched). Where
 * there are `most` from this network (NULL: nobody counts them) already, it is
 * shut down at once.
 */
struct hk_reaped *hk_reaper_add(struct hk_reaper *reaper, int fd,
                                const struct hk_ip *network, unsigned most);

/* Whether no request has come by it yet. False for NULL. */
bool hk_reaper_is_new(const struct hk_reaped *reaped);

/* It does something else from now on; takes no lock. NULL-safe. */
void hk_reaper_stage(struct hk_reaped *reaped, enum hk_reaped_stage stage);

/* It has ended; its descriptor is not touched any more. NULL-safe. */
void hk_reaper_remove(struct hk_reaper *reaper, struct hk_reaped *reaped);

#endif
