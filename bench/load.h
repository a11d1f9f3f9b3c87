/*
 * What the files of the load generator share: the connections that carry
 * requests, and the sources that make them.
 */
#ifndef HK_BENCH_LOAD_H
#define HK_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any request: an arranged game of 30 rounds is the longest. */
#define LOAD_REQUEST_SIZE ((size_t)64 * 1024)

/* An answer, borrowed for the call. */
struct load_answer {
    int status;
    const char *head; /* both are texts */
    const char *body;
};

/* What a source says of an answer: how many things it was worth (moves,
 * views); 0 where it was on the way only, and is not counted or timed. */
typedef unsigned load_worth;

/* Where the requests of every connection come from. */
struct load_source {
    /* Writes the connection's next request; 0 where it has no more. */
    size_t (*next)(void *cls, unsigned connection,
                   char ret_request[LOAD_REQUEST_SIZE]);
    /* Stops the program where the answer is not what it should be. */
    load_worth (*answered)(void *cls, unsigned connection,
                           const struct load_answer *answer);
    void *cls;
};

struct load_figures {
    double seconds;
    uint64_t requests, things;
    unsigned unanswered; /* requests for which nothing came in 5 seconds */
    uint32_t *times_us;  /* of each counted request, sorted; owned */
};

/* Keep-alive connections to 127.0.0.1, each with one request at a time. */
struct load_client;

struct load_client *load_client_new(uint16_t port, unsigned connections);
void load_client_free(struct load_client *client);

/*
 * Carries requests until no connection has more or, where `seconds` is not 0,
 * the time is over; what was answered in the first `warm` seconds is not
 * counted. It waits for the answers to all requests that were sent.
 */
void load_client_run(struct load_client *client,
                     const struct load_source *source, double warm,
                     double seconds, struct load_figures *ret_figures);

/* Of the sorted times, the one that this share is not above. */
uint32_t load_quantile_us(const struct load_figures *figures, double share);

/* Opens connections that have asked once and then say nothing; they stay until
 * the end of the program. */
void load_idle(uint16_t port, unsigned connections);

/* Tells why, and ends the program. */
void load_stop(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/* Monotonic. */
double load_now(void);

#endif
