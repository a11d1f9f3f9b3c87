/* One request through its life, and what all requests share. */
#ifndef HK_HTTP_REQUEST_H
#define HK_HTTP_REQUEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>
#include <microhttpd.h>

#include "base/error.h"
#include "http/client_address.h"
#include "http/faults.h"
#include "http/head.h"
#include "http/headers.h"
#include "http/json_read.h"
#include "http/loop.h"
#include "http/language.h"
#include "http/policy.h"
#include "http/problem.h"
#include "http/rates.h"
#include "http/reply.h"
#include "http/router.h"
#include "http/streams.h"
#include "http/target.h"
#include "http/trace.h"
#include "service/auth.h"
#include "service/fanout.h"
#include "service/feed.h"
#include "service/game.h"
#include "service/players.h"
#include "service/presence.h"
#include "service/service.h"

struct hk_options_text;
struct hk_stats;
struct hk_stream_page;

/* How much of a nonce is by chance. */
#define HK_SEAL_NONCE_SIZE 16

/* What all requests share. */
struct hk_http {
    struct hk_service *service; /* borrowed */
    size_t body_max;
    size_t head_max; /* bytes of a connection's memory */
    struct hk_policies policies;
    struct hk_streams streams;
    const struct hk_stats *stats; /* borrowed; of each thread */
    unsigned stats_count;
    double start_s; /* when the process began, since 1970 */
    atomic_bool draining;
    struct hk_rates *rates; /* owned */
    uint8_t cursor_key[HK_SERVICE_SECRET_SIZE];
    uint8_t seal_nonce[HK_SEAL_NONCE_SIZE]; /* of kept answers: chance, */
    _Atomic uint64_t seals;                 /* and how many there were */
};

/* An Idempotency-Key at work. */
struct hk_idempotency {
    bool used;
    char key[HK_IDEMPOTENCY_KEY_SIZE];
    struct hk_receipt receipt;
};

/* Goes on when a write has ended, with its error or HK_OK, or when there are
 * news: makes the answer, or says what a problem is about. The error is the
 * request's. */
typedef enum hk_error hk_finish(struct hk_request *request,
                                enum hk_error error);

/* Makes request->reply of what a write brought about. */
typedef enum hk_error hk_build(struct hk_request *request, const void *outcome);

struct hk_request;

/* Requests of one thread that are over, with the memory that they used, for
 * those that come. Zeroed before. */
struct hk_request_pool {
    struct hk_request *first;
    size_t count;
};

/* Memory that a request keeps for the next. */
struct hk_room {
    void *memory; /* owned; NULL: none yet */
    size_t size;
};

struct hk_request {
    struct hk_request_pool *pool; /* borrowed; where it came from */
    struct hk_request *next;      /* in the pool */
    struct hk_room body_room, json_room, work_room;

    /* What follows is zeroed for each request … */
    struct hk_http *http;            /* borrowed */
    const struct hk_policy *policy;  /* that it is judged by; borrowed */
    struct hk_loop *loop;            /* borrowed; whose thread serves it */
    struct hk_stream_page *page;     /* borrowed; that thread's */
    struct hk_options_text *options; /* borrowed; that thread's */
    struct MHD_Connection *connection;
    struct hk_client client; /* who sent it, if need be by a proxy's word */

    /* As sent. */
    const char *method_token;
    enum hk_method method;
    enum hk_language language; /* of the answer: by Accept-Language */
    struct hk_head head;
    struct hk_target target;
    enum hk_error target_error; /* why it cannot be read */
    char *body;                 /* in its room; NULL: none */
    size_t body_length, body_dropped;
    bool body_too_large;
    bool head_seen;              /* the first call of the library has been */
    bool whole;                  /* all of it was read */
    bool answered;               /* its answer was handed to the library */
    bool alone;                  /* nobody else has asked for anything lately */
    uint64_t began_ns, spent_ns; /* when it began; how long it took */
    uint64_t streamed_bytes;     /* given to the library so far */
    struct hk_trace trace;       /* by which the log knows it */

    /* What the checks found. */
    struct hk_found found;
    struct hk_caller caller;
    struct hk_rate_charge charge; /* what its answer tells of quotas */
    struct hk_game *game;         /* held; NULL: none */
    struct hk_feed *feed; /* borrowed; of the caller's key; NULL: none */
    struct hk_standing standing;
    unsigned media; /* which of the route's media types is wanted most */
    bool has_snapshot;
    unsigned number;         /* the seat, or the index of the round */
    enum hk_error listed;    /* the problem that the path names */
    enum hk_variant variant; /* the one that the path names */
    bool plain;              /* the body is text, not JSON */
    bool dry_run;
    bool minimal;          /* Prefer: return=minimal */
    bool has_expected_seq; /* If-Match named it */
    uint32_t expected_seq;
    json_t *json; /* the body, most of it in its room; NULL: none; owned */

    /* The answer. */
    hk_build *build;
    hk_finish *finish;      /* once what it awaits has come; NULL: nothing */
    struct hk_write *write; /* that it awaits; NULL: none */
    struct hk_stream_place place; /* of one that waits for news, or streams */
    unsigned present; /* 1 and the seat that is at the table by it; 0: none */
    struct hk_waiter waiter;
    struct hk_sleeper sleeper;
    unsigned patience_ms; /* how long it sleeps at most; 0: until it is woken */
    void *work;           /* what the handler keeps until then; in its room */
    void (*clear_work)(void *work);
    enum hk_error error;
    struct hk_problem problem;

    /* … and these, which are large, say by a member of their own or of the
     * above what they hold. */
    struct hk_idempotency idempotency;
    struct hk_faults faults;
    struct hk_snapshot snapshot; /* where it has one */
    struct hk_player_row player; /* the one that the path names */
    struct hk_reply reply;       /* its body is sent from here */
};

/* A request whose head is being read, of the thread that has this pool. NULL
 * without memory. */
struct hk_request *hk_request_new(struct hk_request_pool *pool,
                                  struct hk_http *http, const char *raw_target);

/* It is over, and its answer sent: frees what it has, gives its game back, and
 * puts it into its pool. NULL-safe. */
void hk_request_end(struct hk_request *request);

/* Frees the requests in it; no other is left of its thread. */
void hk_request_pool_clear(struct hk_request_pool *pool);

/* The header's value, borrowed; NULL where it was not sent. */
static inline const char *hk_request_header(const struct hk_request *request,
                                            enum hk_header header)
{
    return request->head.values[header];
}

/* Reads Accept-Language into request->language. */
void hk_request_negotiate(struct hk_request *request);

/* Whether the head announces a body. */
bool hk_request_has_body(const struct hk_request *request);

/* How many bytes the body may have: more where it is a record. */
size_t hk_request_body_max(const struct hk_request *request);

/* How many bytes beyond these are read and dropped: who is cut off while it
 * still sends may never see why. */
size_t hk_request_drop_max(const struct hk_request *request);

/*
 * Adds bytes to the body. Past the limit they are dropped and the request is
 * marked. False when the connection is to be closed: no memory, or a client
 * that goes on and on.
 */
bool hk_request_take_body(struct hk_request *request, const char *bytes,
                          size_t count);

/* Reads the body as JSON. Errors: as hk_json_read(). */
HK_MUST_CHECK enum hk_error hk_request_read_json(
    struct hk_request *request, struct hk_json_error *ret_error);

/* The game at one moment, taken once and kept. */
HK_MUST_CHECK enum hk_error hk_request_snapshot(struct hk_request *request);

/* HK_E_INVALID_REQUEST when a fault of shape was found (HK_E_INTERNAL when it
 * could not be kept), to be called once all was read. */
HK_MUST_CHECK enum hk_error hk_request_shape(struct hk_request *request);

/* What a handler keeps until its write has ended: zeroed, and freed with the
 * request, after a call of `clear`. NULL: no memory. */
void *hk_request_work(struct hk_request *request, size_t size,
                      void (*clear)(void *work));

/* The same with `bare` bytes behind it that are not zeroed. */
void *hk_request_work_and(struct hk_request *request, size_t size, size_t bare,
                          void (*clear)(void *work));

/*
 * Makes ready for a write, a part of the handler's work, which is to be started
 * next: its wish is set, and once it has ended `finish` is called. With an
 * Idempotency-Key its answer is made by `build` before it is durable, and kept;
 * without one hk_request_answer() makes it.
 * Errors: HK_E_STORAGE_UNAVAILABLE when the server is ending.
 */
HK_MUST_CHECK enum hk_error hk_request_await(struct hk_request *request,
                                             struct hk_write *write,
                                             hk_build *build,
                                             hk_finish *finish);

/* Finds what the caller is to its game now: after a sleep, perhaps another than
 * before. Errors: as hk_game_standing(). */
HK_MUST_CHECK enum hk_error hk_request_stand(struct hk_request *request);

/* After a write that succeeded: the answer, if it is not made yet. */
HK_MUST_CHECK enum hk_error hk_request_answer(struct hk_request *request,
                                              const void *outcome);

/* Begins an answer about what only some may see: not to be kept by shared
 * caches. */
void hk_request_begin(struct hk_request *request, enum hk_success success,
                      const char *media);

/* The same in JSON. The writer writes into the reply's body. */
struct hk_json hk_request_json(struct hk_request *request,
                               enum hk_success success);

/* Gives the answer the ETag of a game in this state, as this viewer sees it;
 * none in a dry run. */
void hk_request_tag(struct hk_request *request, uint32_t seq,
                    const struct hk_viewer *viewer);

/* The same of a view, which also shows who is away. */
void hk_request_tag_view(struct hk_request *request,
                         const struct hk_snapshot *game,
                         const struct hk_viewer *viewer);

/*
 * RFC 9110: where the client has this view of the game already (If-None-Match)
 * and its length is noted, the answer is "not modified"; else false, and the
 * reply is empty.
 */
bool hk_request_known(struct hk_request *request);

/* RFC 9110: makes the answer, which is complete and has its ETag, "not
 * modified" where the client has it already (If-None-Match). */
void hk_request_unchanged(struct hk_request *request);

/* Keeps the answer from every cache: it shows a token. */
void hk_request_no_store(struct hk_request *request);

#endif
