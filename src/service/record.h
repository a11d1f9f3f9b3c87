/* Events as the log keeps them: two short texts each, public and secret. */
#ifndef HK_SERVICE_RECORD_H
#define HK_SERVICE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/shuffle.h"
#include "base/strbuf.h"
#include "engine/event.h"
#include "engine/rules.h"
#include "service/lobby.h"
#include "store/games.h"

/* What the log keeps beside an event and nobody is shown. */
struct hk_secret {
    hk_seat first_dealer;                 /* GAME_CREATED (G3) */
    const struct hk_arranged_deal *deals; /* GAME_CREATED; borrowed */
    size_t deal_count;
    uint8_t seed[HK_SEED_SIZE]; /* ROUND_STARTED (G9) */
    uint64_t numbers; /* ROUND_STARTED, RESHUFFLED: how many numbers of the
                         round's stream were read by then (G9) */
};

/* An event, whole. */
struct hk_entry {
    struct hk_event event;
    struct hk_secret secret;
};

/* Writes both texts of an event into empty buffers; `secret` stays empty where
 * nothing is hidden. Check the buffers' `failed` afterwards. */
void hk_record_write(const struct hk_rules *rules, const struct hk_entry *entry,
                     struct hk_strbuf *data, struct hk_strbuf *secret);

/* An event as read from the log; its pointers lead into the record. */
struct hk_record {
    struct hk_entry entry;
    struct hk_rules rules;
    char names[HK_SEATS_MAX][HK_NAME_SIZE];
    char reason[HK_CORRECTION_REASON_SIZE];
    struct hk_arranged_deal *deals; /* owned */
};

/* Reads a row of the log into ret_record, which must stay where it is.
 * Errors: HK_E_INTERNAL where it is no event (nothing is owned then). */
HK_MUST_CHECK enum hk_error hk_record_read(const struct hk_event_row *row,
                                           struct hk_record *ret_record);

/* Frees what the record owns. NULL-safe. */
void hk_record_clear(struct hk_record *record);

#endif
