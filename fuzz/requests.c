/*
 * The whole server, fed bytes over a socket as a client would send them. What
 * comes back is HTTP and nothing else, with JSON where it says so, and never
 * says that the server is at fault; and it comes to an end.
 *
 * A byte 1 and a letter in the input stand for what a client knows, and an
 * input cannot: a game's id (A to F), its host's token (a to f), its seat's
 * (0 to 5), a player's (p), the admin's (k).
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <jansson.h>

#include "fuzz.h"
#include "house.h"
#include "http/server.h"
#include "service/internal.h"

/* A server that is silent for so long hangs; and how long what is written may
 * take, after which nobody waits for the answer. */
enum { PATIENCE_MS = 20000, WRITING_MS = 20 };
enum { SENT_MAX = 1 << 18, ANSWERS_MAX = 1 << 22 };

static struct hk_service *service;
static struct hk_server *server;
static struct sockaddr_un address = {.sun_family = AF_UNIX};
static uint64_t jobs; /* of the writer, when nothing was asked yet */

/* ----- the server --------------------------------------------------------- */

static void stop(void)
{
    hk_server_stop(server);
    hk_service_close(service);
    server = NULL;
    service = NULL;
}

static void start(void)
{
    const struct house *house = house_get();

    house_put(house->bytes, house->size);
    service = house_open();
    FUZZ_CHECK(service != NULL);
    snprintf(address.sun_path, sizeof(address.sun_path), "%.*s.sock",
             (int)sizeof(address.sun_path) - 6, house->path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    FUZZ_CHECK(fd >= 0);
    FUZZ_CHECK(bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0);
    FUZZ_CHECK(listen(fd, 16) == 0);
    struct hk_server_config config = {
        .listen_fds = &fd, .listen_count = 1, .service = service, .threads = 1};
    FUZZ_CHECK(hk_server_start(&config, &server) == HK_OK);
    jobs = hk_store_counts(service->store).jobs;
}

/* ----- talking ------------------------------------------------------------ */

static const char *known(uint8_t letter)
{
    const struct house *house = house_get();

    if (letter >= 'A' && letter < 'A' + HOUSE_GAMES)
        return house->ids[letter - 'A'];
    if (letter >= 'a' && letter < 'a' + HOUSE_GAMES)
        return house->hosts[letter - 'a'];
    if (letter >= '0' && letter < '0' + HOUSE_GAMES)
        return house->seats[letter - '0'];
    return letter == 'p' ? house->player : letter == 'k' ? house->admin : "";
}

/* The input with what stands for something replaced. */
static size_t expand(const uint8_t *data, size_t size, char *ret_sent)
{
    size_t length = 0;

    for (size_t i = 0; i < size && length + HK_TOKEN_TEXT_SIZE < SENT_MAX;
         i++) {
        if (data[i] != 1 || i + 1 == size) {
            ret_sent[length++] = (char)data[i];
            continue;
        }
        const char *text = known(data[++i]);
        snprintf(ret_sent + length, HK_TOKEN_TEXT_SIZE, "%s", text);
        length += strlen(text);
    }
    return length;
}

static bool contains(const char *text, size_t length, const char *word)
{
    size_t wanted = strlen(word);

    for (size_t i = 0; i + wanted <= length; i++)
        if (strncasecmp(text + i, word, wanted) == 0)
            return true;
    return false;
}

static int call(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    FUZZ_CHECK(fd >= 0);
    FUZZ_CHECK(connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* A connection, and what came of it so far. */
struct talk {
    int fd;
    char *room; /* for ANSWERS_MAX */
    size_t length;
    bool ended; /* by the server, who had nothing more to say */
};

/* Takes what comes within this time; false where nothing did, or it is over. */
static bool take(struct talk *talk, int ms)
{
    struct pollfd ready = {.fd = talk->fd, .events = POLLIN};

    int count;

    do
        count = poll(&ready, 1, ms);
    while (count < 0 && errno == EINTR); /* the fuzzer's own alarm */
    if (count <= 0)
        return false;
    FUZZ_CHECK(talk->length < ANSWERS_MAX);
    ssize_t got = recv(talk->fd, talk->room + talk->length,
                       ANSWERS_MAX - talk->length, 0);
    if (got > 0)
        talk->length += (size_t)got;
    talk->ended = got == 0;
    return got > 0;
}

/* All that was sent before, on any connection, has been read by the server's
 * one thread when this is answered. */
static void be_seen(void)
{
    static const char text[] = "GET /livez HTTP/1.1\r\nHost: h\r\n"
                               "Connection: close\r\n\r\n";
    char room[1024];
    struct talk talk = {.fd = call(), .room = room};

    FUZZ_CHECK(send(talk.fd, text, sizeof(text) - 1, MSG_NOSIGNAL) > 0);
    while (take(&talk, PATIENCE_MS))
        ;
    FUZZ_CHECK(talk.ended && strncmp(room, "HTTP/1.1 200", 12) == 0);
    close(talk.fd);
}

/* Sends all, and takes what comes: `fd` and the room are set. One that waits
 * for the rest of a request, or for news, is left. */
static void hold_talk(const char *sent, size_t length, struct talk *talk)
{
    for (size_t at = 0; at < length && !talk->ended;) {
        ssize_t gone = send(talk->fd, sent + at, length - at, MSG_NOSIGNAL);

        if (gone > 0)
            at += (size_t)gone;
        else if (errno != EAGAIN)
            break;
        else if (!take(talk, 1))
            be_seen();
    }
    shutdown(talk->fd, SHUT_WR);
    be_seen();
    int patience = contains(sent, length, "GET ") ? 0 : WRITING_MS;
    while (take(talk, patience))
        ;
    close(talk->fd);
}

/* ----- what comes back ---------------------------------------------------- */

struct answer {
    unsigned status;
    bool chunked, typed, json, stream, closes;
    long length; /* of its body; -1: not told */
};

/* One line of the head, without its end. */
static void read_field(const char *line, size_t length, struct answer *answer)
{
    const char *colon = memchr(line, ':', length);
    char value[128];

    FUZZ_CHECK(colon && colon > line);
    for (const char *c = line; c < colon; c++)
        FUZZ_CHECK(isalnum((unsigned char)*c) || *c == '-');
    for (const char *c = colon; c < line + length; c++)
        FUZZ_CHECK((unsigned char)*c >= ' ' && *c != 0x7f);
    snprintf(value, sizeof(value), "%.*s", (int)(line + length - colon - 1),
             colon + 1);
    if (strncasecmp(line, "Content-Length:", 15) == 0)
        answer->length = strtol(value, NULL, 10);
    if (strncasecmp(line, "Transfer-Encoding:", 18) == 0)
        answer->chunked = true;
    if (strncasecmp(line, "Connection:", 11) == 0)
        answer->closes = strstr(value, "close");
    if (strncasecmp(line, "Content-Type:", 13) == 0) {
        answer->typed = true;
        answer->json = strstr(value, "json");
        answer->stream = strstr(value, "event-stream");
    }
}

/* Reads a head; returns where the body begins, or NULL where it was cut off. */
static const char *read_head(const char *at, const char *end,
                             struct answer *ret_answer)
{
    *ret_answer = (struct answer){.length = -1};
    for (unsigned line = 0;; line++) {
        const char *stop = memchr(at, '\r', (size_t)(end - at));

        if (!stop || stop + 1 == end)
            return NULL;
        FUZZ_CHECK(stop[1] == '\n');
        if (stop == at && line > 0)
            return at + 2;
        if (line == 0) {
            FUZZ_CHECK(strncmp(at, "HTTP/1.", 7) == 0 && isdigit(at[7]) &&
                       at[8] == ' ');
            ret_answer->status = (unsigned)strtoul(at + 9, NULL, 10);
        } else {
            read_field(at, (size_t)(stop - at), ret_answer);
        }
        at = stop + 2;
    }
}

static void check_status(unsigned status)
{
    FUZZ_CHECK(status >= 100 && status < 600);
    FUZZ_CHECK(status < 500 || status == 501 || status == 505);
}

static void check_json(const char *body, size_t length)
{
    json_error_t where;
    json_t *json = json_loadb(body, length, JSON_REJECT_DUPLICATES, &where);

    if (!json)
        fprintf(stderr, "%s: %.*s\n", where.text, (int)length, body);
    FUZZ_CHECK(json != NULL);
    json_decref(json);
}

static bool has_body(const struct answer *answer)
{
    return answer->status >= 200 && answer->status != 204 &&
           answer->status != 304;
}

/* Every answer in turn. Which of them is to a HEAD is not known here: then the
 * bodies of the others are not looked at. */
static void check_answers(const char *at, const char *end, bool whole,
                          bool heads)
{
    while (at < end) {
        struct answer answer;

        at = read_head(at, end, &answer);
        FUZZ_CHECK(at || !whole);
        if (!at)
            return;
        check_status(answer.status);
        if (answer.chunked || answer.stream || heads)
            return;
        if (!has_body(&answer))
            continue;
        /* The library's own, to a head that is none: libmicrohttpd 0.9.75 says
         * the head of it twice where the length of the body is no number. */
        if (!answer.typed) {
            FUZZ_CHECK(answer.closes && answer.status >= 400);
            return;
        }
        FUZZ_CHECK(answer.length >= 0);
        if (at + answer.length > end) {
            FUZZ_CHECK(!whole);
            return;
        }
        if (answer.json)
            check_json(at, (size_t)answer.length);
        at += answer.length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char sent[SENT_MAX], answers[ANSWERS_MAX];
    struct sigaction ignored = {.sa_handler = SIG_IGN};

    if (!server) {
        sigemptyset(&ignored.sa_mask);
        sigaction(SIGPIPE, &ignored, NULL);
        start();
        atexit(stop);
    }
    struct talk talk = {.fd = call(), .room = answers};
    size_t length = expand(data, size, sent);
    hold_talk(sent, length, &talk);
    check_answers(answers, answers + talk.length, talk.ended,
                  contains(sent, length, "HEAD"));
    /* The next input finds everything as this one did. */
    if (hk_store_counts(service->store).jobs != jobs) {
        stop();
        start();
    }
    return 0;
}
