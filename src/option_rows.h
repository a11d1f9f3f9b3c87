/* The rows of options.def as data, and how a value is read by its row. */
#ifndef HK_OPTION_ROWS_H
#define HK_OPTION_ROWS_H

#include "options.h"

enum hk_kind {
    HK_KIND_NUMBER,
    HK_KIND_CHOICE,
    HK_KIND_PATH,
    HK_KIND_ADDRESS,
    HK_KIND_LIST,
    HK_KIND_RATE,
    HK_KIND_FLAG
};

struct hk_choice {
    const char *name; /* NULL ends the list */
    int value;
};

/* Whether a list may hold the item; else with a reason in words (static). */
typedef bool hk_item_check(const char *item, const char **ret_reason);

struct hk_option_row {
    enum hk_kind kind;
    const char *name;         /* without its dashes */
    const char *argument;     /* how its value is shown; NULL: takes none */
    const char *variable;     /* that sets it too; NULL: none */
    const char *fallback;     /* the default as text; NULL: none */
    unsigned programs;        /* bits of enum hk_program */
    bool again;               /* SIGHUP brings a new value about */
    size_t offset;            /* of its member of struct hk_options */
    unsigned least, greatest; /* HK_KIND_NUMBER */
    const char *unit;         /* HK_KIND_NUMBER; "" for none */
    const struct hk_choice *choices; /* HK_KIND_CHOICE */
    hk_item_check *check;            /* HK_KIND_LIST */
    const char *meaning, *reason;
};

/* By enum hk_opt. */
extern const struct hk_option_row hk_option_rows[HK_OPTS];

#define HK_OPTION_RANGE_SIZE 128
#define HK_OPTION_REASON_SIZE 160

/* What a value may be, where that is one of few or has limits, for a person:
 * "from 1 to 64", "open or keys"; else "". */
void hk_option_row_range(const struct hk_option_row *row,
                         char ret_text[HK_OPTION_RANGE_SIZE]);

/*
 * Sets the option's member by the text, which it borrows (a list is made of
 * copies, which the options own). False, with a reason in words, where the text
 * is no value of the row; then the member is as before. A flag takes NULL.
 */
bool hk_option_row_set(const struct hk_option_row *row, const char *text,
                       struct hk_options *options,
                       char ret_reason[HK_OPTION_REASON_SIZE]);

/* A copy of the text that the options own; NULL without memory. */
const char *hk_options_keep(struct hk_options *options, const char *text,
                            size_t length);

#endif
