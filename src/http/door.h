/*
 * Where connections come in: the listening sockets, at which every serving
 * thread waits. The library would accept by itself, but from one socket alone,
 * and it cannot leave those who wait there for the next start.
 */
#ifndef HK_HTTP_DOOR_H
#define HK_HTTP_DOOR_H

#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <microhttpd.h>

#include "base/error.h"

/* More sockets than anybody listens on. */
#define HK_DOOR_SOCKETS_MAX 8

struct hk_door {
    int fds[HK_DOOR_SOCKETS_MAX]; /* owned; they do not block */
    unsigned count;
    bool kept; /* somebody else holds them open too, for the next start */
    atomic_uint users;
};

/* Takes these listening sockets over, whatever it returns. Errors:
 * HK_E_INTERNAL (logged) where one cannot be set not to block. */
HK_MUST_CHECK enum hk_error hk_door_init(struct hk_door *door, const int *fds,
                                         unsigned count, bool kept);

/* Closes the sockets, if they are not closed yet: nobody waits at them. */
void hk_door_clear(struct hk_door *door);

/* One thread more waits at them. */
void hk_door_enter(struct hk_door *door);

/* What to wait for, one for each socket. */
void hk_door_await(const struct hk_door *door, struct pollfd *ret_awaited);

/* What became of those who waited. */
enum hk_door_answer {
    HK_DOOR_EMPTY, /* all were let in, or those that one round takes */
    HK_DOOR_STUCK  /* no file or no memory for one: try again later */
};

/* Lets some of those in who wait, `most` at most. */
enum hk_door_answer hk_door_accept(const struct hk_door *door,
                                   struct MHD_Daemon *daemon, unsigned most);

/*
 * A thread accepts nobody any more. The last one closes the sockets; before, it
 * lets in who waits there still, since nobody else would. Where the sockets are
 * kept they wait for the next start instead.
 */
void hk_door_leave(struct hk_door *door, struct MHD_Daemon *daemon,
                   unsigned most);

#endif
