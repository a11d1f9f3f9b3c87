/* Answers as values, and how they are sent. The only place with statuses. */
#ifndef HK_HTTP_REPLY_H
#define HK_HTTP_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "http/problem.h"

/* More than any answer has. */
#define HK_REPLY_HEADERS_MAX 16

/* Bytes of the longest header: the address of a list, with a name of 64 code
 * points, taken apart and encoded. */
#define HK_REPLY_HEADER_MAX 4096

/* Bytes of the largest answer: the record of a game of a hundred rounds. One
 * that is sent back to be checked may be as large. */
#define HK_REPLY_BODY_MAX (8u << 20)

#define HK_JSON_MEDIA "application/json"
#define HK_STREAM_MEDIA "text/event-stream"
#define HK_YAML_MEDIA "application/yaml"

enum hk_success {
    HK_SUCCESS_OK,
    HK_SUCCESS_CREATED,
    HK_SUCCESS_EMPTY /* done, and there is nothing to say */
};

/* Most values are short. */
#define HK_REPLY_SHORT 40

struct hk_reply_header {
    const char *name;
    char *value; /* `near`, or owned */
    char near[HK_REPLY_SHORT];
};

struct hk_reply {
    unsigned status;   /* 0: not made yet */
    const char *media; /* Content-Type: static, or of `names`; NULL: no body */
    struct hk_strbuf body;
    const char *fixed; /* a body that is never freed, instead of `body` */
    size_t fixed_length;
    size_t unsent; /* bytes of a body that the client has; `body` is empty */
    bool streamed; /* by `read` (NULL: the head alone), instead of a body */
    MHD_ContentReaderCallback read;
    void *read_cls;
    char *names; /* where they were read from; NULL: static; owned */
    bool failed; /* no memory, or too many headers */
    size_t header_count;
    struct hk_reply_header headers[HK_REPLY_HEADERS_MAX];
};

void hk_reply_init(struct hk_reply *reply);

/* NULL-safe; the reply is empty and usable again. */
void hk_reply_clear(struct hk_reply *reply);

/* The same, but it keeps the memory of its body. */
void hk_reply_empty(struct hk_reply *reply);

/* Makes it an answer of this kind; media is NULL or static. */
void hk_reply_begin(struct hk_reply *reply, enum hk_success success,
                    const char *media);

/* Adds a header, or replaces the one with this name, which is static. */
void hk_reply_put(struct hk_reply *reply, const char *name, const char *value);
void hk_reply_header(struct hk_reply *reply, const char *name,
                     const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of a header of its own, borrowed; NULL where it has none. */
const char *hk_reply_find(const struct hk_reply *reply, const char *name);

/* The client has the body already: the answer says so, and keeps its headers,
 * but for those that describe the body. */
void hk_reply_not_modified(struct hk_reply *reply);

/* The same where no body was made, of which the length is known. */
void hk_reply_not_made(struct hk_reply *reply, size_t length);

/* The body is a stream, whose length is not known: `read` gives it, as the
 * library wants it; NULL where only the head is asked for. */
void hk_reply_stream(struct hk_reply *reply, MHD_ContentReaderCallback read,
                     void *cls);

/* Empties the reply and makes it the problem of this error (RFC 9457), told
 * in this language. */
void hk_reply_problem(struct hk_reply *reply, enum hk_language language,
                      enum hk_error error, const struct hk_problem *problem);

/* Makes it the refusal of a head that has left no room for a longer answer,
 * as short as the library's own. */
void hk_reply_head_too_large(struct hk_reply *reply);

/* The HTTP status of an error; of HK_OK 200. */
unsigned hk_reply_status(enum hk_error error);

/* Whether an answer to this error tells the state of the game judged. */
bool hk_reply_tells_seq(enum hk_error error);

/*
 * Queues the answer. Its body stays where it is: the reply is left alone until
 * the request is over. Whatever could not be made becomes a plain problem
 * `internal`. Called in the library's first call for a request it also closes
 * the connection.
 */
enum MHD_Result hk_reply_send(struct hk_reply *reply,
                              struct MHD_Connection *connection);

/* The answer as bytes that hk_reply_read() reads back: status, headers and
 * body. Errors: HK_E_INTERNAL; a reply that cannot be read is empty. */
HK_MUST_CHECK enum hk_error hk_reply_write(const struct hk_reply *reply,
                                           struct hk_strbuf *text);
HK_MUST_CHECK enum hk_error hk_reply_read(const char *text, size_t length,
                                          struct hk_reply *ret_reply);

#endif
