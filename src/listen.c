/* Addresses as text, and the sockets that the daemon listens on. */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/reason.h"

/* As many may wait to be accepted as the kernel lets. */
#define BACKLOG 1024

/* Where systemd puts the first socket that it hands over. */
#define FIRST_INHERITED_FD 3

static const char unix_prefix[] = "unix:";
static const char blanks[] = " \t";

/* A union, so that no pointer to one kind of address is cast to another. */
union any_address {
    struct sockaddr any;
    struct sockaddr_in ip4;
    struct sockaddr_in6 ip6;
    struct sockaddr_un local;
    struct sockaddr_storage storage;
};

static union any_address any_of(const struct hk_address *address)
{
    return (union any_address){.storage = address->socket};
}

static bool read_number(const char *text, unsigned long most,
                        unsigned long *ret_number)
{
    unsigned long number = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        number = number * 10 + (unsigned long)(*text - '0');
        if (number > most)
            return false;
    }
    *ret_number = number;
    return true;
}

static bool read_path(const char *path, struct hk_address *ret_address,
                      const char **ret_reason)
{
    union any_address any = {.storage = {0}};

    if (!*path) {
        *ret_reason = "the path of the Unix socket is missing";
        return false;
    }
    if (strlen(path) >= sizeof any.local.sun_path) {
        *ret_reason = "the path of the Unix socket is too long";
        return false;
    }
    any.local.sun_family = AF_UNIX;
    memcpy(any.local.sun_path, path, strlen(path) + 1);
    ret_address->socket = any.storage;
    ret_address->size = sizeof any.local;
    return true;
}

bool hk_address_read(const char *text, struct hk_address *ret_address,
                     const char **ret_reason)
{
    union any_address any = {.storage = {0}};
    char host[INET6_ADDRSTRLEN];
    unsigned long port;
    socklen_t size;

    if (strncmp(text, unix_prefix, strlen(unix_prefix)) == 0)
        return read_path(text + strlen(unix_prefix), ret_address, ret_reason);

    *ret_reason = "write it as 127.0.0.1:8080, [::1]:8080 or unix:PATH";
    const char *colon = strrchr(text, ':');
    bool bracketed = text[0] == '[';
    if (!colon || (bracketed && (colon - text < 2 || colon[-1] != ']')))
        return false;
    const char *start = bracketed ? text + 1 : text;
    size_t length = (size_t)(colon - start) - bracketed;
    if (length >= sizeof host)
        return false;
    memcpy(host, start, length);
    host[length] = '\0';

    if (bracketed) {
        if (inet_pton(AF_INET6, host, &any.ip6.sin6_addr) != 1)
            return false;
        any.ip6.sin6_family = AF_INET6;
        size = sizeof any.ip6;
    } else {
        if (inet_pton(AF_INET, host, &any.ip4.sin_addr) != 1)
            return false;
        any.ip4.sin_family = AF_INET;
        size = sizeof any.ip4;
    }
    if (!read_number(colon + 1, 65535, &port)) {
        *ret_reason = "the port is a number from 0 to 65535";
        return false;
    }
    if (bracketed)
        any.ip6.sin6_port = htons((in_port_t)port);
    else
        any.ip4.sin_port = htons((in_port_t)port);
    ret_address->socket = any.storage;
    ret_address->size = size;
    return true;
}

bool hk_addresses_read(const char *text, struct hk_addresses *ret_addresses,
                       const char **ret_reason)
{
    struct hk_addresses addresses = {.count = 0};
    /* The longest address and its NUL, and one to see that it is longer. */
    char one[HK_ADDRESS_TEXT_SIZE + 1];

    do {
        text += strspn(text, blanks);
        size_t length = strcspn(text, blanks);
        if (addresses.count == HK_LISTENERS_MAX) {
            *ret_reason = "these are more than eight";
            return false;
        }
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!hk_address_read(one, &addresses.each[addresses.count++],
                             ret_reason))
            return false;
        text += length;
    } while (text[strspn(text, blanks)]);
    *ret_addresses = addresses;
    return true;
}

void hk_address_write(const struct hk_address *address,
                      char ret_text[HK_ADDRESS_TEXT_SIZE])
{
    union any_address any = any_of(address);
    char host[INET6_ADDRSTRLEN] = "?";

    switch (any.any.sa_family) {
    case AF_INET:
        inet_ntop(AF_INET, &any.ip4.sin_addr, host, sizeof host);
        snprintf(ret_text, HK_ADDRESS_TEXT_SIZE, "%s:%u", host,
                 (unsigned)ntohs(any.ip4.sin_port));
        return;
    case AF_INET6:
        inet_ntop(AF_INET6, &any.ip6.sin6_addr, host, sizeof host);
        snprintf(ret_text, HK_ADDRESS_TEXT_SIZE, "[%s]:%u", host,
                 (unsigned)ntohs(any.ip6.sin6_port));
        return;
    default:
        snprintf(ret_text, HK_ADDRESS_TEXT_SIZE, "%s%.*s", unix_prefix,
                 (int)sizeof any.local.sun_path, any.local.sun_path);
        return;
    }
}

bool hk_address_is_local(const struct hk_address *address)
{
    union any_address any = any_of(address);
    const struct in6_addr *ip6 = &any.ip6.sin6_addr;

    switch (any.any.sa_family) {
    case AF_UNIX:
        return true;
    case AF_INET:
        return ntohl(any.ip4.sin_addr.s_addr) >> 24 == 127;
    case AF_INET6:
        return IN6_IS_ADDR_LOOPBACK(ip6) ||
               (IN6_IS_ADDR_V4MAPPED(ip6) && ip6->s6_addr[12] == 127);
    default:
        return false;
    }
}

bool hk_addresses_are_local(const struct hk_addresses *addresses)
{
    for (unsigned i = 0; i < addresses->count; i++)
        if (!hk_address_is_local(&addresses->each[i]))
            return false;
    return true;
}

/* Learns what the socket is bound to now, and writes it down as text. */
static bool learn_address(struct hk_listener *listener)
{
    union any_address any = {.storage = {0}};
    socklen_t size = sizeof any;

    if (getsockname(listener->fd, &any.any, &size) != 0)
        return false;
    listener->address.socket = any.storage;
    listener->address.size = size;
    hk_address_write(&listener->address, listener->text);
    return true;
}

/*
 * Makes way for a Unix socket: what a daemon that crashed has left is removed,
 * anything else is not ours to touch.
 */
static bool clear_path(const struct sockaddr_un *address,
                       char ret_message[HK_LISTEN_MESSAGE_SIZE])
{
    const char *path = address->sun_path;
    union any_address any = {.local = *address};
    struct stat status;

    if (lstat(path, &status) != 0)
        return true; /* bind() says what is wrong, if anything is */
    if (!S_ISSOCK(status.st_mode)) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "%s exists and is no socket", path);
        return false;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE, "no socket: %s",
                 HK_REASON(errno));
        return false;
    }
    int failure = connect(fd, &any.any, sizeof any.local) == 0 ? 0 : errno;
    close(fd);
    /* EAGAIN is an answer too: a queue that is full. */
    if (failure == 0 || failure == EAGAIN) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "somebody listens on %s already", path);
        return false;
    }
    if (failure != ECONNREFUSED) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "cannot tell whether somebody listens on %s: %s", path,
                 HK_REASON(failure));
        return false;
    }
    if (unlink(path) != 0 && errno != ENOENT) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "cannot remove the old socket %s: %s", path, HK_REASON(errno));
        return false;
    }
    return true;
}

/* Binds, so that the path has mode 0660 from its first moment. */
static bool bind_path(struct hk_listener *listener,
                      const union any_address *any)
{
    struct stat status;
    mode_t old_mask = umask(0117);
    int failed = bind(listener->fd, &any->any, sizeof any->local);
    int saved_errno = errno;

    umask(old_mask);
    errno = saved_errno;
    if (failed || lstat(any->local.sun_path, &status) != 0)
        return false;
    listener->owns_path = true;
    listener->device = status.st_dev;
    listener->inode = status.st_ino;
    return true;
}

static bool bind_and_listen(struct hk_listener *listener,
                            const struct hk_address *address)
{
    union any_address any = any_of(address);
    int on = 1;

    if (any.any.sa_family == AF_UNIX) {
        if (!bind_path(listener, &any))
            return false;
    } else {
        /* A restart must not wait for connections that are long closed. */
        if (setsockopt(listener->fd, SOL_SOCKET, SO_REUSEADDR, &on,
                       sizeof on) != 0 ||
            bind(listener->fd, &any.any, address->size) != 0)
            return false;
    }
    return listen(listener->fd, BACKLOG) == 0 && learn_address(listener);
}

static void remove_path(const struct hk_listener *listener)
{
    union any_address any = any_of(&listener->address);
    struct stat status;

    if (!listener->owns_path || lstat(any.local.sun_path, &status) != 0)
        return;
    if (status.st_dev == listener->device && status.st_ino == listener->inode)
        (void)unlink(any.local.sun_path);
}

static void close_one(struct hk_listener *listener)
{
    if (listener->fd >= 0)
        close(listener->fd);
    listener->fd = -1;
    remove_path(listener);
    listener->owns_path = false;
}

static bool open_one(const struct hk_address *address,
                     struct hk_listener *ret_listener,
                     char ret_message[HK_LISTEN_MESSAGE_SIZE])
{
    union any_address any = any_of(address);
    struct hk_listener listener = {.fd = -1};
    char text[HK_ADDRESS_TEXT_SIZE];

    if (any.any.sa_family == AF_UNIX && !clear_path(&any.local, ret_message))
        return false;
    listener.fd = socket(any.any.sa_family,
                         SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener.fd < 0 || !bind_and_listen(&listener, address)) {
        hk_address_write(address, text);
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE, "cannot listen on %s: %s",
                 text, HK_REASON(errno));
        close_one(&listener);
        return false;
    }
    *ret_listener = listener;
    return true;
}

bool hk_listeners_open(const struct hk_addresses *addresses,
                       struct hk_listeners *ret_listeners,
                       char ret_message[HK_LISTEN_MESSAGE_SIZE])
{
    struct hk_listeners listeners = {.count = 0};

    for (unsigned i = 0; i < addresses->count; i++) {
        if (!open_one(&addresses->each[i], &listeners.each[i], ret_message)) {
            hk_listeners_close(&listeners);
            return false;
        }
        listeners.count++;
    }
    *ret_listeners = listeners;
    return true;
}

/* How many sockets were handed to this very process. */
static unsigned long count_inherited(void)
{
    const char *pid_text = getenv("LISTEN_PID");
    const char *fds_text = getenv("LISTEN_FDS");
    unsigned long pid, fds;

    if (!pid_text || !fds_text || !read_number(pid_text, INT_MAX, &pid) ||
        pid != (unsigned long)getpid() || !read_number(fds_text, INT_MAX, &fds))
        return 0;
    return fds;
}

static bool is_listening_stream(int fd)
{
    int type = 0, listening = 0;
    socklen_t size = sizeof type;

    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
        type != SOCK_STREAM)
        return false;
    size = sizeof listening;
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 &&
           listening;
}

static bool set_flags(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static bool inherit_one(int fd, struct hk_listener *ret_listener,
                        char ret_message[HK_LISTEN_MESSAGE_SIZE])
{
    struct hk_listener listener = {.fd = fd};

    if (!is_listening_stream(fd)) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "file %d, which was handed over, is no listening stream "
                 "socket",
                 fd);
        return false;
    }
    if (!set_flags(fd) || !learn_address(&listener)) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "the socket handed over as file %d is no use: %s", fd,
                 HK_REASON(errno));
        return false;
    }
    *ret_listener = listener;
    return true;
}

enum hk_activation hk_listeners_inherit(
    struct hk_listeners *ret_listeners,
    char ret_message[HK_LISTEN_MESSAGE_SIZE])
{
    struct hk_listeners listeners = {.inherited = true};
    unsigned long count = count_inherited();

    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    if (count == 0)
        return HK_ACTIVATION_NONE;
    if (count > HK_LISTENERS_MAX) {
        snprintf(ret_message, HK_LISTEN_MESSAGE_SIZE,
                 "%lu sockets were handed over; %d is the most", count,
                 HK_LISTENERS_MAX);
        return HK_ACTIVATION_BAD;
    }
    for (; listeners.count < count; listeners.count++) {
        if (!inherit_one(FIRST_INHERITED_FD + (int)listeners.count,
                         &listeners.each[listeners.count], ret_message))
            return HK_ACTIVATION_BAD;
    }
    *ret_listeners = listeners;
    return HK_ACTIVATION_OK;
}

bool hk_listeners_are_local(const struct hk_listeners *listeners)
{
    for (unsigned i = 0; i < listeners->count; i++)
        if (!hk_address_is_local(&listeners->each[i].address))
            return false;
    return true;
}

void hk_listeners_remove_paths(const struct hk_listeners *listeners)
{
    for (unsigned i = 0; i < listeners->count; i++)
        remove_path(&listeners->each[i]);
}

void hk_listeners_give(struct hk_listeners *listeners,
                       int ret_fds[HK_LISTENERS_MAX])
{
    for (unsigned i = 0; i < listeners->count; i++) {
        ret_fds[i] = listeners->each[i].fd;
        listeners->each[i].fd = -1;
    }
}

void hk_listeners_close(struct hk_listeners *listeners)
{
    for (unsigned i = 0; i < listeners->count; i++)
        close_one(&listeners->each[i]);
    listeners->count = 0;
}
