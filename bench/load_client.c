/* Keep-alive connections of the load generator: one thread, epoll. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_SIZE = 256 * 1024, EVENTS = 256, PATIENCE_MS = 5000 };

struct connection {
    int fd;
    bool waiting; /* for an answer */
    double sent_at;
    char *answer; /* what has come of it, and a NUL */
    size_t size, room;
};

struct load_client {
    int epoll;
    unsigned count, waiting;
    struct connection *connections;
    char request[LOAD_REQUEST_SIZE];
};

/* A run under way. */
struct run {
    struct load_client *client;
    const struct load_source *source;
    struct load_figures figures;
    size_t room; /* of figures.times_us */
    double from, until;
};

void load_stop(const char *format, ...)
{
    va_list arguments;
    fputs("load: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

double load_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now))
        load_stop("no clock");
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *must(void *memory)
{
    if (!memory)
        load_stop("out of memory");
    return memory;
}

static int open_socket(uint16_t port)
{
    const int on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 ||
        connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0)
        load_stop("port %u: %m", port);
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) != 0)
        load_stop("TCP_NODELAY: %m");
    return fd;
}

struct load_client *load_client_new(uint16_t port, unsigned connections)
{
    struct load_client *client = must(calloc(1, sizeof(*client)));
    client->connections = must(
        calloc(connections, sizeof(*client->connections)));
    client->count = connections;
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (client->epoll < 0)
        load_stop("epoll: %m");
    for (unsigned i = 0; i < connections; i++) {
        struct connection *c = &client->connections[i];
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        c->fd = open_socket(port);
        c->room = 4096;
        c->answer = must(malloc(c->room));
        if (epoll_ctl(client->epoll, EPOLL_CTL_ADD, c->fd, &event) != 0)
            load_stop("epoll: %m");
    }
    return client;
}

void load_client_free(struct load_client *client)
{
    for (unsigned i = 0; i < client->count; i++) {
        close(client->connections[i].fd);
        free(client->connections[i].answer);
    }
    close(client->epoll);
    free(client->connections);
    free(client);
}

/* The socket blocks: the server reads whatever comes. */
static void send_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            load_stop("the server has gone: %m");
        bytes += sent;
        size -= (size_t)sent;
    }
}

static void ask(struct run *run, unsigned i)
{
    struct load_client *client = run->client;
    struct connection *c = &client->connections[i];
    size_t size = run->source->next(run->source->cls, i, client->request);
    if (size == 0)
        return;
    c->waiting = true;
    client->waiting++;
    c->size = 0;
    c->sent_at = load_now();
    send_all(c->fd, client->request, size);
}

/* How long the body is that this head announces. */
static size_t body_size(const char *head, int status)
{
    const char *length = strstr(head, "\nContent-Length:");
    if (status == 304)
        return 0;
    if (!length)
        load_stop("an answer without a length: %s", head);
    return strtoul(length + sizeof("\nContent-Length:") - 1, NULL, 10);
}

/* Whether the whole answer is there; then ret_answer is it. */
static bool whole(struct connection *c, struct load_answer *ret_answer)
{
    char *end = strstr(c->answer, "\r\n\r\n");
    if (!end || c->size < 12)
        return false;
    end[2] = '\0';
    int status = (int)strtol(c->answer + 9, NULL, 10);
    size_t size = (size_t)(end + 4 - c->answer) + body_size(c->answer, status);
    if (c->size > size)
        load_stop("more came than was asked for");
    end[2] = '\r';
    if (c->size < size)
        return false;
    end[2] = '\0';
    *ret_answer = (struct load_answer){status, c->answer, end + 4};
    return true;
}

static void count(struct run *run, const struct connection *c, double now,
                  load_worth worth)
{
    struct load_figures *figures = &run->figures;
    if (worth == 0 || now < run->from || now > run->until)
        return;
    if (figures->requests == run->room) {
        run->room = run->room ? 2 * run->room : 65536;
        figures->times_us = must(
            realloc(figures->times_us, run->room * sizeof(uint32_t)));
    }
    double took_us = (now - c->sent_at) * 1e6;
    figures->times_us[figures->requests++] = (uint32_t)took_us;
    figures->things += worth;
}

static void take(struct run *run, unsigned i)
{
    struct connection *c = &run->client->connections[i];
    struct load_answer answer;
    if (c->room - c->size < 4096) {
        c->room *= 2;
        if (c->room > ANSWER_SIZE)
            load_stop("an answer is too long");
        c->answer = must(realloc(c->answer, c->room));
    }
    ssize_t got = recv(c->fd, c->answer + c->size, c->room - c->size - 1,
                       MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        load_stop("the server has closed a connection");
    c->size += (size_t)got;
    c->answer[c->size] = '\0';
    if (!whole(c, &answer))
        return;
    double now = load_now();
    c->waiting = false;
    run->client->waiting--;
    count(run, c, now, run->source->answered(run->source->cls, i, &answer));
    if (now < run->until)
        ask(run, i);
}

static int compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

void load_client_run(struct load_client *client,
                     const struct load_source *source, double warm,
                     double seconds, struct load_figures *ret_figures)
{
    struct run run = {.client = client, .source = source};
    struct epoll_event events[EVENTS];
    run.from = load_now() + warm;
    run.until = seconds > 0 ? run.from + seconds : 1e18;
    for (unsigned i = 0; i < client->count; i++)
        ask(&run, i);
    while (client->waiting > 0) {
        int ready = epoll_wait(client->epoll, events, EVENTS, PATIENCE_MS);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            break;
        for (int i = 0; i < ready; i++)
            take(&run, events[i].data.u32);
    }
    run.figures.unanswered = client->waiting;
    double end = load_now();
    run.figures.seconds = (end < run.until ? end : run.until) - run.from;
    if (run.figures.requests > 0)
        qsort(run.figures.times_us, run.figures.requests, sizeof(uint32_t),
              compare);
    *ret_figures = run.figures;
}

uint32_t load_quantile_us(const struct load_figures *figures, double share)
{
    if (figures->requests == 0)
        return 0;
    return figures->times_us[(size_t)((double)(figures->requests - 1) * share)];
}

void load_idle(uint16_t port, unsigned connections)
{
    static const char request[] = "GET /livez HTTP/1.1\r\nHost: h\r\n\r\n";
    char answer[4096];
    for (unsigned i = 0; i < connections; i++) {
        int fd = open_socket(port);
        send_all(fd, request, sizeof(request) - 1);
        if (recv(fd, answer, sizeof(answer), 0) <= 0)
            load_stop("idle connection %u: no answer", i);
    }
}
