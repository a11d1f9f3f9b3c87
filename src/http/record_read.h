/* The body of POST /v1/records/check: a record of a game, as values. */
#ifndef HK_HTTP_RECORD_READ_H
#define HK_HTTP_RECORD_READ_H

#include <stdint.h>

#include <jansson.h>

#include "engine/rules.h"
#include "http/faults.h"
#include "service/arbiter.h"

/* docs/record-format.md; raised when older readers would misread it. */
#define HK_RECORD_FORMAT "hakam-record"
#define HK_RECORD_VERSION 1

/* What is told before the first move. */
struct hk_record_head {
    struct hk_rules rules;
    uint8_t open_seats; /* bits */
    uint8_t bots;       /* likewise */
    json_t *events;     /* borrowed from the body */
    json_t *arranged;   /* likewise; NULL: no cards were arranged */
    size_t rounds;      /* that have started in the events read so far */
};

/* Reads all but the events after the first. Every fault of shape is collected,
 * and ret_head means something only when there is none. */
void hk_record_head_read(struct hk_faults *faults, json_t *body,
                         struct hk_record_head *ret_head);

/* Reads the event at an index from 1 likewise; one after another, each time
 * from the first on, with `rounds` at 0. */
void hk_record_event_read(struct hk_faults *faults, struct hk_record_head *head,
                          size_t index, struct hk_told *ret_told);

#endif
