/* Accepting connections for the library. */
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE /* accept4 */
#include "http/door.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "base/reason.h"

/* Of those that come together each thread is to have its share. */
enum { AT_ONCE = 16 };

enum hk_error hk_door_init(struct hk_door *door, const int *fds, unsigned count,
                           bool kept)
{
    atomic_init(&door->users, 0);
    door->kept = kept;
    door->count = count;
    for (unsigned i = 0; i < count; i++)
        door->fds[i] = fds[i];
    /* Several threads wait: one that comes too late must not block. */
    for (unsigned i = 0; i < count; i++) {
        int flags = fcntl(fds[i], F_GETFL);
        if (flags < 0 || fcntl(fds[i], F_SETFL, flags | O_NONBLOCK) < 0) {
            hk_log(HK_LOG_ERROR, "a listening socket: %s", HK_REASON(errno));
            hk_door_clear(door);
            return HK_E_INTERNAL;
        }
    }
    return HK_OK;
}

void hk_door_clear(struct hk_door *door)
{
    for (unsigned i = 0; i < door->count; i++)
        close(door->fds[i]);
    door->count = 0;
}

void hk_door_enter(struct hk_door *door)
{
    atomic_fetch_add(&door->users, 1);
}

void hk_door_await(const struct hk_door *door, struct pollfd *ret_awaited)
{
    for (unsigned i = 0; i < door->count; i++)
        ret_awaited[i] = (struct pollfd){.fd = door->fds[i], .events = POLLIN};
}

/* A union, so that no pointer to one kind of address is cast to another. */
union peer {
    struct sockaddr any;
    struct sockaddr_storage storage;
};

/* How accepting one connection went: 0, or the error. */
static int accept_one(int listen_fd, struct MHD_Daemon *daemon)
{
    union peer peer = {.storage = {0}};
    socklen_t size = sizeof peer;

    int fd = accept4(listen_fd, &peer.any, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return errno;
    /* It closes what it does not take. */
    if (MHD_add_connection(daemon, fd, &peer.any, size) != MHD_YES)
        hk_log(HK_LOG_WARNING, "a connection is not taken: %s",
               HK_REASON(errno));
    return 0;
}

/* From one socket; counts down. */
static enum hk_door_answer accept_from(int listen_fd, struct MHD_Daemon *daemon,
                                       unsigned *most)
{
    while (*most > 0) {
        switch (accept_one(listen_fd, daemon)) {
        case 0:
            --*most;
            break;
        case EINTR:
        case ECONNABORTED:
        case EPERM:
        case EPROTO:
            break; /* it has gone again, or may not come in */
        case EAGAIN:
            return HK_DOOR_EMPTY;
        default:
            return HK_DOOR_STUCK;
        }
    }
    return HK_DOOR_EMPTY;
}

static enum hk_door_answer accept_all(const struct hk_door *door,
                                      struct MHD_Daemon *daemon, unsigned most)
{
    enum hk_door_answer answer = HK_DOOR_EMPTY;

    for (unsigned i = 0; i < door->count && answer == HK_DOOR_EMPTY; i++)
        answer = accept_from(door->fds[i], daemon, &most);
    return answer;
}

enum hk_door_answer hk_door_accept(const struct hk_door *door,
                                   struct MHD_Daemon *daemon, unsigned most)
{
    return accept_all(door, daemon, most < AT_ONCE ? most : AT_ONCE);
}

void hk_door_leave(struct hk_door *door, struct MHD_Daemon *daemon,
                   unsigned most)
{
    if (atomic_fetch_sub(&door->users, 1) > 1)
        return;
    if (!door->kept && accept_all(door, daemon, most) == HK_DOOR_STUCK)
        hk_log(HK_LOG_WARNING, "no room for those who wait still");
    hk_door_clear(door);
}
