/* Problem documents (RFC 9457): what a refusal says beside its code. */
#ifndef HK_HTTP_PROBLEM_H
#define HK_HTTP_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/json_write.h"
#include "engine/move.h"
#include "engine/past.h"
#include "engine/rules.h"
#include "engine/scorecard.h"
#include "http/catalogue.h"
#include "http/faults.h"

/* All zero says nothing beyond the error itself. */
struct hk_problem {
    enum hk_rule rule;          /* the rule of the game that refused */
    enum hk_meld_reason reason; /* with HK_E_INVALID_MELD */
    bool has_worth;             /* HK_E_OPENING_TOO_LOW: */
    int required, total;
    uint32_t event;                /* HK_E_CANNOT_UNDO: by which event, or 0, */
    enum hk_undo_bar bar;          /* and why */
    struct hk_impossibility doubt; /* HK_E_IMPOSSIBLE_ROUND */
    bool has_card;                 /* for {card} in the detail */
    hk_card card;
    unsigned meld;                  /* for {meld} in the detail */
    size_t limit;                   /* for {limit} in the detail */
    const struct hk_faults *faults; /* borrowed; of a wrong shape */
    char *pointer;                  /* one entry in errors points here; owned */
    enum hk_text pointer_text;      /* of that entry; NONE: as the problem's */
    enum hk_text text;              /* of the detail; NONE: as the error's */
    int line, column;               /* HK_E_INVALID_JSON; 0: not known */
    enum hk_text note;   /* HK_E_INVALID_JSON: what the reader says */
    uint32_t seq;        /* of the game judged; 0: none */
    hk_time until;       /* HK_E_TOO_EARLY: it may be tried again then */
    unsigned wait_s;     /* it may be tried again in so many seconds; 0: as the
                            error's own */
    unsigned seconds;    /* for {seconds} in the detail */
    const char *policy;  /* the quota that refused; static; NULL: none did */
    const char *allow;   /* Allow: borrowed */
    bool bad_token;      /* 401: a token was sent, and is not valid */
    bool content_coding; /* 415: the coding, not the media type */
};

/* Fills in what the engine says of a refused move, but not where. */
void hk_problem_refuse(struct hk_problem *problem,
                       const struct hk_refusal *refusal,
                       const struct hk_move *move);

/* Fills in why a round that was told cannot have happened, and where in what
 * was told. */
void hk_problem_doubt(struct hk_problem *problem,
                      const struct hk_impossibility *doubt);

/* Fills in why moves cannot be taken back, and by which event. */
void hk_problem_bar(struct hk_problem *problem, enum hk_undo_bar bar,
                    uint32_t event);

/* Writes the document in this language, as a member where it has a name.
 * `status` is the answer's. */
void hk_problem_write(struct hk_json *json, const char *name,
                      enum hk_language language, enum hk_error error,
                      unsigned status, const struct hk_problem *problem);

/* Writes the member "rule" of an open object: its id and its text. */
void hk_problem_write_rule(struct hk_json *json, enum hk_language language,
                           enum hk_rule rule);

void hk_problem_clear(struct hk_problem *problem);

#endif
