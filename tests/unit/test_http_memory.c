/*
 * Memory that runs out at every allocation in turn, ours and jansson's, while
 * requests are read and answered: each is answered well or told that it
 * failed (500, 503) or cut off, and a game is never damaged.
 */
#include "service_kit.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/server.h"
#include "service/internal.h"
#include "service/verify.h"

enum { ALLOCATIONS_MAX = 5000, ANSWER_SIZE = 256 * 1024 };

/* ---- memory ---- */

/* Allocations until the one that fails; below 0: none does. */
static atomic_int left = -1;
static atomic_bool struck;
static _Thread_local bool spared; /* the tests' own thread */

static bool is_there_memory(void)
{
    int before = atomic_load(&left);

    if (spared)
        return true;
    while (before >= 0 &&
           !atomic_compare_exchange_weak(&left, &before, before - 1))
        ;
    if (before != 0)
        return true;
    atomic_store(&struck, true);
    return false;
}

/* The linker puts these in the place of the C library's, for what is linked
 * into the program (--wrap); their names are its own. */
// NOLINTBEGIN(bugprone-reserved-identifier)
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return is_there_memory() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_there_memory() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    return is_there_memory() ? __real_realloc(memory, size) : NULL;
}

char *__wrap_strdup(const char *text)
{
    return is_there_memory() ? __real_strdup(text) : NULL;
}
// NOLINTEND(bugprone-reserved-identifier)

/* ---- the server ---- */

static struct hk_server *server;
static uint16_t port;

static void start(void)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t size = sizeof(address);
    spared = true;
    int listen_fd = socket(AF_INET, SOCK_STREAM, 0);
    struct hk_server_config config = {
        .service = kit_service(), .listen_fds = &listen_fd, .listen_count = 1};

    ck_assert_int_ge(listen_fd, 0);
    ck_assert_int_eq(bind(listen_fd, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(listen(listen_fd, 64), 0);
    ck_assert_int_eq(getsockname(listen_fd, (struct sockaddr *)&address, &size),
                     0);
    port = ntohs(address.sin_port);
    ck_assert_int_eq(hk_server_start(&config, &server), HK_OK);
}

static void stop(void)
{
    hk_server_stop(server);
    kit_close();
}

/* A request of a connection of its own; its status, 0 where it was cut off. */
static int ask(const char *request, char ret_answer[ANSWER_SIZE])
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    size_t used = 0;
    ssize_t got;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)),
                     0);
    (void)!send(fd, request, strlen(request), MSG_NOSIGNAL);
    while ((got = recv(fd, ret_answer + used, ANSWER_SIZE - used - 1, 0)) > 0)
        used += (size_t)got;
    close(fd);
    ret_answer[used] = '\0';
    return used > 12 ? (int)strtol(ret_answer + 9, NULL, 10) : 0;
}

static void write_request(char *ret_request, size_t size, const char *method,
                          const char *path, const char *token, const char *more,
                          const char *body)
{
    int length = snprintf(ret_request, size,
                          "%s %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                          "Content-Type: application/json\r\n"
                          "Authorization: Bearer %s\r\n%s"
                          "Content-Length: %zu\r\n\r\n%s",
                          method, path, token, more, strlen(body), body);
    ck_assert_int_lt(length, (int)size);
}

/* Sent with memory failing at the allocation after `before` others. */
static int ask_short(const char *request, int before,
                     char ret_answer[ANSWER_SIZE])
{
    atomic_store(&struck, false);
    atomic_store(&left, before);
    int status = ask(request, ret_answer);
    atomic_store(&left, -1);
    ck_assert_msg(status == 0 || status == 500 || status == 503 ||
                      (status >= 200 && status < 300) || !atomic_load(&struck),
                  "allocation %d: %s", before, ret_answer);
    return status;
}

static void tell(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

static void check_all(void)
{
    struct hk_verify_report report;
    ck_assert_int_eq(hk_verify(kit_service()->store, tell, NULL, &report),
                     HK_OK);
    ck_assert_uint_eq(report.differences, 0);
}

/* ---- reading ---- */

/* Requests that change nothing: afterwards each is answered as ever. */
static const struct {
    const char *method, *path, *body;
    int status;
} readings[] = {
    {"GET", "/v1/games/%s", "", 200},
    {"GET", "/v1/games/%s/events?limit=5", "", 200},
    {"GET", "/v1/games/%s/rounds", "", 200},
    {"GET", "/v1/games/%s/scores", "", 200},
    {"GET", "/v1/games/%s/legal_moves?seat=0", "", 200},
    {"GET", "/v1/players/a", "", 200},
    {"GET", "/v1/players/a/games", "", 200},
    {"GET", "/v1/games?limit=3", "", 200},
    {"GET", "/v1/leaderboards/hand", "", 200},
    {"GET", "/v1/variants", "", 200},
    {"GET", "/v1/problems/stale", "", 200},
    {"GET", "/v1/games/%s/nothing", "", 404},
    {"POST", "/v1/check",
     "{\"variant\":\"hand\",\"melds\":[[\"5H\",\"6H\",\"JK\"]]}", 200},
    {"POST", "/v1/best_melds",
     "{\"variant\":\"hand\",\"cards\":[\"5H\",\"6H\",\"7H\",\"JK\"]}", 200},
    {"POST", "/v1/games/%s/moves", "{\"move\":\"draw\",\"fron\":1,\"a\":[]}",
     400},
    {"POST", "/v1/games/%s/moves", "{\"move\":", 400},
    {"POST", "/v1/games", "{\"variant\":\"hand\",\"seats\":[{}]}", 400},
};

/* Every allocation in turn, until one is beyond all there are. A refusal is
 * as well as an answer. */
static int sweep(const char *request, int status)
{
    static char answer[ANSWER_SIZE];
    int before = 0;

    for (bool more = true; more; before++) {
        ck_assert_int_lt(before, ALLOCATIONS_MAX);
        atomic_store(&struck, false);
        atomic_store(&left, before);
        int got = ask(request, answer);
        atomic_store(&left, -1);
        more = atomic_load(&struck);
        ck_assert_msg(got == status ||
                          (more && (got == 0 || got == 500 || got == 503)),
                      "allocation %d: %s", before, answer);
        got = ask(request, answer);
        ck_assert_msg(got == status, "after %d: %s", before, answer);
    }
    return before - 1;
}

START_TEST(test_reading_without_memory_harms_nothing)
{
    struct hk_seated seated;
    char path[256], request[1024];

    start();
    struct hk_game_wish wish = kit_wish("a b c", NULL, false);
    kit_create(&wish, &seated);
    const char *uuid = seated.happened.after.row.uuid;
    for (size_t i = 0; i < KIT_COUNT(readings); i++) {
        const char *id = strstr(readings[i].path, "%s");
        snprintf(path, sizeof(path), "%.*s%s%s",
                 id ? (int)(id - readings[i].path) : 256, readings[i].path,
                 id ? uuid : "", id ? id + 2 : "");
        write_request(request, sizeof(request), readings[i].method, path,
                      seated.host_token, "", readings[i].body);
        int failed = sweep(request, readings[i].status);
        ck_assert_int_gt(failed, 0);
    }
    hk_seated_clear(&seated);
    check_all();
    stop();
}
END_TEST

/* ---- writing ---- */

/* A legal move of the game now, or (before a draw) two. */
static void next_moves(const struct hk_seated *seated, unsigned number,
                       char *ret_request, size_t size)
{
    struct hk_game *game = kit_game(seated->happened.after.row.uuid);
    struct hk_snapshot now;
    hk_card cards[HK_PACK_MAX];
    char card[HK_CARD_TEXT_SIZE], body[256], path[128], key[64];

    ck_assert_int_eq(hk_game_snapshot(game, &now), HK_OK);
    hk_game_close(game);
    hk_cardset_list(&now.state.hands[now.state.turn], cards);
    hk_card_write(cards[0], card);
    if (now.state.phase != HK_PHASE_DRAW)
        snprintf(body, sizeof(body),
                 "{\"seat\":%u,\"move\":\"discard\",\"card\":\"%s\"}",
                 now.state.turn, card);
    else if (number % 2)
        snprintf(body, sizeof(body),
                 "{\"seat\":%u,\"move\":\"draw\",\"from\":\"stock\"}",
                 now.state.turn);
    else
        snprintf(body, sizeof(body),
                 "{\"seat\":%u,\"moves\":[{\"move\":\"draw\",\"from\":"
                 "\"stock\"},{\"move\":\"discard\",\"card\":\"%s\"}]}",
                 now.state.turn, card);
    snprintf(path, sizeof(path), "/v1/games/%s/moves", now.row.uuid);
    snprintf(key, sizeof(key), "Idempotency-Key: key-of-move-%08u\r\n", number);
    write_request(ret_request, size, "POST", path, seated->host_token, key,
                  body);
    hk_snapshot_clear(&now);
}

static uint32_t seq_of(const struct hk_seated *seated)
{
    struct hk_game *game = kit_game(seated->happened.after.row.uuid);
    uint32_t seq = hk_game_seq(game);
    hk_game_close(game);
    return seq;
}

START_TEST(test_writing_without_memory_happens_once_or_not_at_all)
{
    static char answer[ANSWER_SIZE];
    struct hk_seated seated;
    char request[1024];
    unsigned alike = 0, number = 0;

    start();
    struct hk_game_wish wish = kit_wish("a b c", "rounds=99", false);
    kit_create(&wish, &seated);
    /* A discard, a draw and a turn are not of one length: a move without a
     * fault tells nothing, several in a row do. */
    for (int before = 0; alike < 8; before++, number++) {
        ck_assert_int_lt(before, ALLOCATIONS_MAX);
        uint32_t from = seq_of(&seated);
        next_moves(&seated, number, request, sizeof(request));
        int status = ask_short(request, before, answer);
        alike = atomic_load(&struck) ? 0 : alike + 1;
        uint32_t then = seq_of(&seated);
        if (status == 200)
            ck_assert_uint_gt(then, from);
        if (status == 503)
            ck_assert_uint_eq(then, from);
        /* Sent again, it is there once. */
        status = ask(request, answer);
        ck_assert_msg(status == 200, "after %d: %s", before, answer);
        ck_assert_msg(
            (then > from) ==
                (strstr(answer, "Idempotency-Replayed: true") != NULL),
            "after %d: %s", before, answer);
        uint32_t at_last = seq_of(&seated);
        ck_assert_uint_eq(ask(request, answer), 200);
        ck_assert_uint_eq(seq_of(&seated), at_last);
        ck_assert(then == from || then == at_last);
    }
    hk_seated_clear(&seated);
    check_all();
    stop();
}
END_TEST

START_TEST(test_creating_without_memory_makes_whole_games)
{
    static char answer[ANSWER_SIZE];
    char request[1024], key[64];
    bool more = true;

    start();
    for (int before = 0; more; before++) {
        ck_assert_int_lt(before, ALLOCATIONS_MAX);
        snprintf(key, sizeof(key), "Idempotency-Key: key-of-game-%08d\r\n",
                 before);
        write_request(request, sizeof(request), "POST", "/v1/games", "", key,
                      "{\"variant\":\"hand\",\"seats\":[{\"player\":\"a\"},"
                      "{\"player\":\"b\"},{\"open\":true}]}");
        char *authorization = strstr(request, "Authorization");
        char *next = strstr(authorization, "\r\n") + 2;
        memmove(authorization, next, strlen(next) + 1);
        ask_short(request, before, answer);
        more = atomic_load(&struck);
        ck_assert_int_eq(ask(request, answer), 201);
        ck_assert_int_eq(kit_int("SELECT count(*) FROM games"), before + 1);
    }
    check_all();
    stop();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_reading_without_memory_harms_nothing,
        test_writing_without_memory_happens_once_or_not_at_all,
        test_creating_without_memory_makes_whole_games,
    };
    return kit_run("http/memory", tests, KIT_COUNT(tests));
}
