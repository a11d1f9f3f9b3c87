/* The score sheet of a game: what all its forms show, worked out once. */
#ifndef HK_HTTP_SHEET_H
#define HK_HTTP_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/json_write.h"
#include "base/strbuf.h"
#include "http/language.h"
#include "service/game.h"

/* A column: a seat's, or (H17) the sum of a team, after its seats. */
struct hk_sheet_column {
    bool team;
    uint8_t index;   /* of the seat or the team */
    bool begins;     /* it is the first one of its team */
    bool runs;       /* its running total is shown beside the points */
    hk_points total; /* of the rounds that have ended */
    bool wins;       /* G8: it has won, or its team has */
};

/* What stands in a column for one round. */
struct hk_sheet_cell {
    hk_points points, running;
    bool out, not_down;
};

enum { HK_SHEET_COLUMNS_MAX = HK_SEATS_MAX + HK_TEAMS };

struct hk_sheet_round {
    unsigned number;
    int8_t out; /* -1: blocked */
    bool hand;
    unsigned first_note, note_count; /* its corrections */
    struct hk_sheet_cell cells[HK_SHEET_COLUMNS_MAX];
};

/* A correction of a round. */
struct hk_sheet_note {
    unsigned round, revision;
    hk_time at;
    int8_t by;    /* the seat; -1: the host */
    char *reason; /* owned */
};

struct hk_sheet {
    const struct hk_snapshot *game; /* borrowed */
    enum hk_language language;
    char names[HK_SEATS_MAX][HK_NAME_SIZE]; /* a word where nobody has one */
    bool teams;
    struct hk_sheet_column columns[HK_SHEET_COLUMNS_MAX];
    unsigned column_count;
    struct hk_sheet_round *rounds; /* owned */
    size_t round_count;
    struct hk_sheet_note *notes; /* owned; by round, then in order */
    size_t note_count;
};

/*
 * The sheet of a game as the snapshot, which is borrowed, has it, in this
 * language; `game` is asked for the corrections.
 * Errors: HK_E_INTERNAL (no memory), HK_E_STORAGE_UNAVAILABLE.
 */
HK_MUST_CHECK enum hk_error hk_sheet_init(struct hk_sheet *ret_sheet,
                                          struct hk_game *game,
                                          const struct hk_snapshot *snapshot,
                                          enum hk_language language);

/* NULL-safe. */
void hk_sheet_clear(struct hk_sheet *sheet);

/* The forms of the sheet; what is written tells by its own `failed` whether
 * all of it was. */
void hk_sheet_json(const struct hk_sheet *sheet, struct hk_json *json);
void hk_sheet_text(const struct hk_sheet *sheet, struct hk_strbuf *out);
void hk_sheet_csv(const struct hk_sheet *sheet, struct hk_strbuf *out);
void hk_sheet_html(const struct hk_sheet *sheet, struct hk_strbuf *out);

#endif
