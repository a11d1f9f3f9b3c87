/* The rules as data: variants, options and their ranges, rule ids. */
#ifndef HK_ENGINE_RULES_H
#define HK_ENGINE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/card.h"

/* Raised whenever what a rule does changes; games go on under their own. */
#define HK_RULES_VERSION 1

#define HK_ROUNDS_MAX 99

/* Numbers that reach the disk: never renumber. */
enum hk_variant { HK_HAND = 0, HK_HAND_PARTNERS = 1, HK_MAY_I = 2 };
#define HK_VARIANTS 3

/* Who deals and looks on: this referee, or a table that tells of each round.
 * Numbers that reach the disk: never renumber. */
enum hk_mode { HK_MODE_REFEREE = 0, HK_MODE_SCORECARD = 1 };
#define HK_MODES 2

/* Rule ids, as in rules.def; what a refusal quotes. */
enum hk_rule {
    HK_RULE_NONE = 0,
#define X(id, text) HK_RULE_##id,
#include "engine/rules.def"
#undef X
    HK_RULE_COUNT
};

enum hk_dealer { HK_DEALER_ROTATE, HK_DEALER_LOSER };
enum hk_opening_rule {
    HK_OPENING_FIXED,
    HK_OPENING_BEAT_LAST,
    HK_OPENING_BEAT_HIGHEST
};
enum hk_discard_draw {
    HK_DISCARD_DRAW_MELD,
    HK_DISCARD_DRAW_MELD_WITH_CARD,
    HK_DISCARD_DRAW_MELD_OR_LAY_OFF,
    HK_DISCARD_DRAW_FREE_WHEN_DOWN
};
enum hk_final_discard { HK_FINAL_REQUIRED, HK_FINAL_OPTIONAL };
enum hk_lay_off { HK_LAY_OFF_ANY, HK_LAY_OFF_OWN };
enum hk_after_claim { HK_AFTER_CLAIM_NEXT_OF_TAKER, HK_AFTER_CLAIM_RETURN };
enum hk_refusal_way { HK_REFUSAL_FREE, HK_REFUSAL_TAKE };
enum hk_on_timeout { HK_ON_TIMEOUT_AUTO, HK_ON_TIMEOUT_FORFEIT };

/* What a game is played under: every option that the variant knows has its
 * field of the same name, always within its range. What it does not know is
 * fixed: 0, or what its rules say. A plain value. */
struct hk_rules {
    uint8_t variant; /* enum hk_variant */
    uint8_t seats;   /* H1 M1 */
#define INT(field, ...) int32_t field;
#define ONEOF(field, ...) int32_t field;
#define BOOL(field, ...) int32_t field;
#define CHOICE(field, ...) int32_t field;
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
};

enum hk_option_type {
    HK_OPTION_INT,
    HK_OPTION_ONEOF,
    HK_OPTION_BOOL,
    HK_OPTION_CHOICE
};

#define HK_OPTION_VALUES_MAX 5

/* One row of options.def. */
struct hk_option {
    const char *name;
    enum hk_option_type type;
    unsigned variants;       /* bit v: known to variant v */
    enum hk_rule rule;       /* HK_RULE_NONE: of the clock, no rule's */
    int32_t least, greatest; /* HK_OPTION_INT */
    int32_t values[HK_OPTION_VALUES_MAX];    /* HK_OPTION_ONEOF */
    const char *names[HK_OPTION_VALUES_MAX]; /* HK_OPTION_CHOICE */
    unsigned value_count;                    /* of values or names */
    int32_t standard;                        /* the default */
    size_t offset; /* of the int32_t in struct hk_rules */
};

/* How many rows the table has. */
enum {
#define INT(field, ...) HK_OPTION_OF_##field,
#define ONEOF(field, ...) HK_OPTION_OF_##field,
#define BOOL(field, ...) HK_OPTION_OF_##field,
#define CHOICE(field, ...) HK_OPTION_OF_##field,
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
    HK_OPTIONS
};
_Static_assert(HK_OPTIONS <= 32, "options are bits of 32");

/* The table, in its order; ends with a row whose name is NULL. */
extern const struct hk_option hk_options[];

/* The row that `variant` knows under this name; NULL where it knows none. */
const struct hk_option *hk_option_find(enum hk_variant variant,
                                       const char *name);

int32_t hk_option_get(const struct hk_option *option,
                      const struct hk_rules *rules);

/* Sets an integer, boolean (0, 1) or choice (position); false and unchanged
 * where the value is out of range. */
bool hk_option_set(const struct hk_option *option, struct hk_rules *rules,
                   int32_t value);

/* The position of a choice by its name; -1 where there is none. */
int hk_option_choice(const struct hk_option *option, const char *name);

/* All options at their defaults, what the variant fixes as it is fixed. */
void hk_rules_init(struct hk_rules *rules, enum hk_variant variant,
                   unsigned seats);

/* Whether they are the same in everything. */
bool hk_rules_same(const struct hk_rules *a, const struct hk_rules *b);

/* "hand", "hand-partners", "may-i". */
const char *hk_variant_name(enum hk_variant variant);
bool hk_variant_find(const char *name, enum hk_variant *ret_variant);

/* "referee", "scorecard". */
const char *hk_mode_name(enum hk_mode mode);
bool hk_mode_find(const char *name, enum hk_mode *ret_mode);

/* H1 M1: how many may play. */
unsigned hk_variant_seats_least(enum hk_variant variant);
unsigned hk_variant_seats_most(enum hk_variant variant);

/* H1: whether seats play as teams, 0+2 against 1+3. */
bool hk_rules_teams(const struct hk_rules *rules);

/* H2 M2: cards in the pack, and dealt to this seat when `starter` starts. */
unsigned hk_rules_pack(const struct hk_rules *rules);
unsigned hk_rules_jokers(const struct hk_rules *rules);
unsigned hk_rules_dealt(const struct hk_rules *rules, hk_seat seat,
                        hk_seat starter);

/* H3 M6: whether the starter begins with a draw, as everybody does; else a
 * card more was dealt instead. */
bool hk_rules_starter_draws(const struct hk_rules *rules);

/* H6 M5, H7 M4: how short a run and how long a set may be. Where a set may
 * hold more cards than there are suits, its suits repeat. */
unsigned hk_rules_run_least(const struct hk_rules *rules);
unsigned hk_rules_set_most(const struct hk_rules *rules);

/* M3 M9: what a seat lays when it goes down. */
struct hk_contract {
    uint8_t sets, runs;
    bool last_laid; /* the last card is laid off, never discarded */
};

/* M3: the contract of a round, from 1; NULL where the variant has none. */
const struct hk_contract *hk_rules_contract(const struct hk_rules *rules,
                                            unsigned round);

/* H14: whether the variant knows the "Hand". */
bool hk_rules_has_hands(const struct hk_rules *rules);

/* H9: whether melds are worth something in the variant. */
bool hk_rules_values_melds(const struct hk_rules *rules);

/* Which rule of the variant says what: what refusals quote. */
struct hk_rule_ids {
    enum hk_rule set, run, joker; /* what a meld is */
    enum hk_rule deal;            /* which cards are dealt to whom */
    enum hk_rule lay_off;         /* what is added to a meld on the table */
    enum hk_rule over;            /* how the game ends */
};
const struct hk_rule_ids *hk_rules_ids(const struct hk_rules *rules);

/* Whether a lower total is better (Hand) or a higher. */
bool hk_variant_lower_wins(enum hk_variant variant);

/* "H9"; "" for HK_RULE_NONE. Static. */
const char *hk_rule_id(enum hk_rule rule);

#endif
