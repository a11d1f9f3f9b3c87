/* Messages to the service manager. */
#include "notify.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* A union, so that no pointer to one kind of address is cast to another. */
union manager {
    struct sockaddr any;
    struct sockaddr_un local;
};

/* Where the manager listens; 0, or the size of the address. */
static socklen_t find_manager(union manager *ret_manager)
{
    const char *path = getenv("NOTIFY_SOCKET");
    union manager manager = {.local = {.sun_family = AF_UNIX}};
    size_t length = path ? strlen(path) : 0;

    if (length < 2 || (path[0] != '/' && path[0] != '@') ||
        length >= sizeof manager.local.sun_path)
        return 0;
    memcpy(manager.local.sun_path, path, length);
    /* A name of the kernel's, not of the file system's. */
    if (path[0] == '@')
        manager.local.sun_path[0] = '\0';
    *ret_manager = manager;
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...)
{
    union manager manager;
    char text[512];
    va_list arguments;

    socklen_t size = find_manager(&manager);
    if (size == 0)
        return;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || length < 0)
        return;
    ssize_t sent;
    do
        sent = sendto(fd, text, strlen(text), MSG_NOSIGNAL, &manager.any, size);
    while (sent < 0 && errno == EINTR);
    close(fd);
}

bool hk_notify_is_heard(void)
{
    union manager manager;

    return find_manager(&manager) > 0;
}

/* The number that a variable holds; 0 where it holds none. */
static uint64_t read_variable(const char *name)
{
    const char *text = getenv(name);
    char *end;

    if (!text || *text < '0' || *text > '9')
        return 0;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    return *end || errno ? 0 : number;
}

uint64_t hk_notify_interval_us(void)
{
    if (getenv("WATCHDOG_PID") &&
        read_variable("WATCHDOG_PID") != (uint64_t)getpid())
        return 0;
    return read_variable("WATCHDOG_USEC") / 2;
}

void hk_notify_ready(const char *address)
{
    tell("READY=1\nSTATUS=Listening on %s", address);
}

void hk_notify_reloading(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    tell("RELOADING=1\nMONOTONIC_USEC=%lld",
         (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

/* What a message that there is work is worth. */
enum { WORK_S = 30 };

void hk_notify_stopping(unsigned drain_timeout_s)
{
    tell("STOPPING=1\nSTATUS=Answering what was asked\n"
         "EXTEND_TIMEOUT_USEC=%u000000",
         drain_timeout_s + WORK_S);
}

void hk_notify_at_work(void)
{
    tell("EXTEND_TIMEOUT_USEC=%d000000", WORK_S);
}

void hk_notify_status(size_t games, size_t streams, bool alive)
{
    tell("%sSTATUS=%zu games in play, %zu streams", alive ? "WATCHDOG=1\n" : "",
         games, streams);
}
