/*
 * How soon streams of a game hear of an event, and what each takes in memory:
 *
 *     bench/streams PORT PID STREAMS EVENTS
 *
 * makes a scorecard on the daemon at this port, opens so many streams on it,
 * and records rounds one after another, each when the one before has come to
 * all. Times are from before a round is sent until a stream has its event, by
 * one thread that reads them all. Prints one line of JSON.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_SIZE = 64 * 1024, READY = 256, PATIENCE_MS = 10000 };

/* So many rounds has a scorecard at most. */
enum { EVENTS_MAX = 99 };

static void stop(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

static void stop(const char *format, ...)
{
    va_list arguments;

    fputs("streams: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static int64_t now_us(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        stop("no clock");
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
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
        connect(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
        stop("port %u: %m", port);
    return fd;
}

static void send_text(int fd, const char *text)
{
    size_t length = strlen(text);

    if (send(fd, text, length, MSG_NOSIGNAL) != (ssize_t)length)
        stop("sending: %m");
}

/* What has come, a text, up to where `until` stands in it. */
static void receive(int fd, const char *until, char answer[ANSWER_SIZE])
{
    size_t length = 0;

    answer[0] = '\0';
    do {
        ssize_t got = recv(fd, answer + length, ANSWER_SIZE - 1 - length, 0);
        if (got <= 0)
            stop("no whole answer: %s", answer);
        length += (size_t)got;
        answer[length] = '\0';
    } while (!strstr(answer, until));
}

static void post(int fd, const char *path, const char *token, const char *body,
                 const char *until, char answer[ANSWER_SIZE])
{
    char request[2048];

    snprintf(request, sizeof request,
             "POST %s HTTP/1.1\r\nHost: x\r\n%s%s%s"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             path, token ? "Authorization: Bearer " : "", token ? token : "",
             token ? "\r\n" : "", strlen(body), body);
    send_text(fd, request);
    receive(fd, until, answer);
    if (strncmp(answer, "HTTP/1.1 201", 12) != 0)
        stop("refused: %s", answer);
}

static void copy_member(const char *answer, const char *before, size_t length,
                        char *ret_value)
{
    const char *value = strstr(answer, before);

    if (!value || strlen(value) < strlen(before) + length)
        stop("no %s in: %s", before, answer);
    memcpy(ret_value, value + strlen(before), length);
    ret_value[length] = '\0';
}

static long resident_kib(const char *pid)
{
    char path[64], line[256];
    long kib = 0;

    snprintf(path, sizeof path, "/proc/%s/status", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        stop("%s: %m", path);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    }
    fclose(file);
    return kib;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Reads until every stream has had an event since `from`. */
static void hear(int epoll, unsigned streams, int64_t from, int64_t *times)
{
    struct epoll_event ready[READY];
    static char text[ANSWER_SIZE];

    for (unsigned heard = 0; heard < streams;) {
        int count = epoll_wait(epoll, ready, READY, PATIENCE_MS);
        if (count <= 0)
            stop("%u of %u streams heard nothing", streams - heard, streams);
        for (int i = 0; i < count; i++) {
            ssize_t got = recv(ready[i].data.fd, text, sizeof text - 1, 0);
            if (got <= 0)
                stop("a stream was cut");
            text[got] = '\0';
            if (strstr(text, "event: round_ended"))
                times[heard++] = now_us() - from;
        }
    }
}

static int open_streams(uint16_t port, const char *path, unsigned streams)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    static char answer[ANSWER_SIZE];
    char request[512];

    if (epoll < 0)
        stop("epoll: %m");
    snprintf(request, sizeof request,
             "GET %s/events?after=1 HTTP/1.1\r\nHost: x\r\n"
             "Accept: text/event-stream\r\n\r\n",
             path);
    for (unsigned i = 0; i < streams; i++) {
        int fd = open_socket(port);
        struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

        send_text(fd, request);
        receive(fd, "event: hello", answer);
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0)
            stop("epoll: %m");
    }
    return epoll;
}

int main(int argc, char *argv[])
{
    static char answer[ANSWER_SIZE];
    char id[40], token[64], path[128], rounds[160];

    if (argc != 5)
        stop("PORT PID STREAMS EVENTS are needed");
    uint16_t port = (uint16_t)strtoul(argv[1], NULL, 10);
    unsigned streams = (unsigned)strtoul(argv[3], NULL, 10);
    unsigned events = (unsigned)strtoul(argv[4], NULL, 10);
    if (streams < 1 || events < 1 || events >= EVENTS_MAX)
        stop("1 stream and 1 to %d events", EVENTS_MAX - 1);
    int writer = open_socket(port);
    post(writer, "/v1/games", NULL,
         "{\"variant\":\"hand\",\"mode\":\"scorecard\","
         "\"options\":{\"rounds\":99},"
         "\"seats\":[{\"player\":\"ana\"},{\"player\":\"ben\"}]}",
         "seat_tokens", answer);
    copy_member(answer, "\"id\":\"", 36, id);
    copy_member(answer, "\"host_token\":\"", 51, token);
    snprintf(path, sizeof path, "/v1/games/%s", id);
    snprintf(rounds, sizeof rounds, "%s/rounds", path);
    long before = resident_kib(argv[2]);
    int epoll = open_streams(port, path, streams);
    long after = resident_kib(argv[2]);

    size_t count = 0;
    int64_t *times = calloc((size_t)streams * events, sizeof *times);
    if (!times)
        stop("no memory");
    for (unsigned i = 0; i < events; i++) {
        int64_t from = now_us();
        post(writer, rounds, token,
             "{\"out\":0,\"hand\":false,"
             "\"seats\":[{},{\"down\":true,\"points\":7}]}",
             "\r\n\r\n", answer);
        hear(epoll, streams, from, times + count);
        count += streams;
    }
    qsort(times, count, sizeof *times, compare);
    printf("{\"streams\":%u,\"p50_us\":%lld,\"p99_us\":%lld,"
           "\"kib_each\":%.1f}\n",
           streams, (long long)times[count / 2],
           (long long)times[count * 99 / 100],
           (double)(after - before) / streams);
    free(times);
    return EXIT_SUCCESS;
}
