/* What the answers to several writes of a game have in common. */
#ifndef HK_HTTP_ANSWERS_H
#define HK_HTTP_ANSWERS_H

#include "base/error.h"
#include "base/json_write.h"
#include "http/request.h"

/* Marks the answer of a dry run; writes nothing otherwise. */
void hk_answer_dry_mark(const struct hk_request *request, struct hk_json *json);

/* A token that was made, or null: a dry run has none. */
void hk_answer_token(const struct hk_request *request, struct hk_json *json,
                     const char *name, const char *token);

/* Says so where the answer leaves the view out, as was preferred. */
void hk_answer_preference(struct hk_request *request);

/* Builds the answer that tells what happened: seq, events and, unless
 * `return=minimal` is preferred, the caller's view. `outcome` is a
 * struct hk_happened; for hk_request_wish(). */
HK_MUST_CHECK enum hk_error hk_answer_happened(struct hk_request *request,
                                               const void *outcome);

#endif
