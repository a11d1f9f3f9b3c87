/* The rules as data: the options' table, the variants, the ids of rules. */
#include "engine/rules.h"

#include <string.h>

#define VARIANTS_HAND (1u << HK_HAND | 1u << HK_HAND_PARTNERS)
#define VARIANTS_MAY_I (1u << HK_MAY_I)
#define VARIANTS_ALL ((1u << HK_VARIANTS) - 1)

#define COUNT(type, ...) (sizeof((type[]){__VA_ARGS__}) / sizeof(type))

const struct hk_option hk_options[] = {
#define INT(field, known, id, low, high, usual, text) \
    {.name = #field,                                  \
     .type = HK_OPTION_INT,                           \
     .variants = VARIANTS_##known,                    \
     .rule = HK_RULE_##id,                            \
     .least = (low),                                  \
     .greatest = (high),                              \
     .standard = (usual),                             \
     .offset = offsetof(struct hk_rules, field)},
#define ONEOF(field, known, id, usual, text, ...) \
    {.name = #field,                              \
     .type = HK_OPTION_ONEOF,                     \
     .variants = VARIANTS_##known,                \
     .rule = HK_RULE_##id,                        \
     .values = {__VA_ARGS__},                     \
     .value_count = COUNT(int32_t, __VA_ARGS__),  \
     .standard = (usual),                         \
     .offset = offsetof(struct hk_rules, field)},
#define BOOL(field, known, id, usual, text) \
    {.name = #field,                        \
     .type = HK_OPTION_BOOL,                \
     .variants = VARIANTS_##known,          \
     .rule = HK_RULE_##id,                  \
     .standard = (usual),                   \
     .offset = offsetof(struct hk_rules, field)},
#define CHOICE(field, known, id, usual, text, ...)    \
    {.name = #field,                                  \
     .type = HK_OPTION_CHOICE,                        \
     .variants = VARIANTS_##known,                    \
     .rule = HK_RULE_##id,                            \
     .names = {__VA_ARGS__},                          \
     .value_count = COUNT(const char *, __VA_ARGS__), \
     .standard = (usual),                             \
     .offset = offsetof(struct hk_rules, field)},
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
    {.name = NULL},
};

/* M3, and M9: what is different in round 5. */
static const struct hk_contract may_i_contracts[] = {
    {2, 0, false}, {1, 1, false}, {0, 2, false}, {3, 0, false}, {2, 1, true},
};

static const struct hk_rule_ids hand_ids = {
    .set = HK_RULE_H7,
    .run = HK_RULE_H6,
    .joker = HK_RULE_H8,
    .deal = HK_RULE_H2,
    .lay_off = HK_RULE_H10,
    .over = HK_RULE_H16,
};

static const struct hk_rule_ids may_i_ids = {
    .set = HK_RULE_M4,
    .run = HK_RULE_M5,
    .joker = HK_RULE_M2,
    .deal = HK_RULE_M2,
    .lay_off = HK_RULE_M8,
    .over = HK_RULE_M13,
};

/* One row for each variant: all that is no option. */
static const struct {
    const char *name;
    uint8_t seats_least, seats_most;     /* H1 M1 */
    uint8_t jokers;                      /* H2 M2 */
    uint8_t dealt;                       /* H2 M2: to each seat */
    uint8_t starter_extra;               /* H2: more to the starter */
    uint8_t run_least, set_most;         /* H6 M5, H7 M4 */
    bool teams;                          /* H1 H17 */
    bool lower_wins;                     /* H16 M13 */
    bool has_hands;                      /* H14 */
    bool values_melds;                   /* H9 */
    int16_t rounds, run_max;             /* M2 M5: fixed; 0 where an option */
    const struct hk_contract *contracts; /* M3: of each round, or NULL */
    const struct hk_rule_ids *ids;
} variants[HK_VARIANTS] = {
#define HAND(seats, seats_to, partners)                             \
    .seats_least = (seats), .seats_most = (seats_to), .jokers = 2,  \
    .dealt = 14, .starter_extra = 1, .run_least = 3, .set_most = 4, \
    .teams = (partners), .lower_wins = true, .has_hands = true,     \
    .values_melds = true, .ids = &hand_ids
    [HK_HAND] = {"hand", HAND(2, 5, false)},
    [HK_HAND_PARTNERS] = {"hand-partners", HAND(4, 4, true)},
#undef HAND
    [HK_MAY_I] =
        {
            "may-i",
            .seats_least = 3,
            .seats_most = 5,
            .dealt = 10,
            .run_least = 4,
            .set_most = 8,
            .rounds = 5,
            .run_max = HK_RANKS,
            .contracts = may_i_contracts,
            .ids = &may_i_ids,
        },
};

static const char *const rule_ids[HK_RULE_COUNT] = {
    [HK_RULE_NONE] = "",
#define X(id, text) [HK_RULE_##id] = #id,
#include "engine/rules.def"
#undef X
};

const struct hk_option *hk_option_find(enum hk_variant variant,
                                       const char *name)
{
    for (const struct hk_option *option = hk_options; option->name; option++)
        if (option->variants >> variant & 1 && strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

int32_t hk_option_get(const struct hk_option *option,
                      const struct hk_rules *rules)
{
    int32_t value;
    memcpy(&value, (const char *)rules + option->offset, sizeof(value));
    return value;
}

static bool option_allows(const struct hk_option *option, int32_t value)
{
    switch (option->type) {
    case HK_OPTION_INT:
        return value >= option->least && value <= option->greatest;
    case HK_OPTION_ONEOF:
        for (unsigned i = 0; i < option->value_count; i++)
            if (option->values[i] == value)
                return true;
        return false;
    case HK_OPTION_BOOL:
        return value == 0 || value == 1;
    case HK_OPTION_CHOICE:
        return value >= 0 && value < (int32_t)option->value_count;
    }
    return false;
}

bool hk_option_set(const struct hk_option *option, struct hk_rules *rules,
                   int32_t value)
{
    if (!option_allows(option, value))
        return false;
    memcpy((char *)rules + option->offset, &value, sizeof(value));
    return true;
}

int hk_option_choice(const struct hk_option *option, const char *name)
{
    if (option->type != HK_OPTION_CHOICE)
        return -1;
    for (unsigned i = 0; i < option->value_count; i++)
        if (strcmp(option->names[i], name) == 0)
            return (int)i;
    return -1;
}

void hk_rules_init(struct hk_rules *rules, enum hk_variant variant,
                   unsigned seats)
{
    memset(rules, 0, sizeof(*rules));
    rules->variant = (uint8_t)variant;
    rules->seats = (uint8_t)seats;
    rules->rounds = variants[variant].rounds;
    rules->run_max = variants[variant].run_max;
    for (const struct hk_option *option = hk_options; option->name; option++)
        if (option->variants >> variant & 1)
            hk_option_set(option, rules, option->standard);
}

bool hk_rules_same(const struct hk_rules *a, const struct hk_rules *b)
{
    return a->variant == b->variant && a->seats == b->seats
#define INT(field, ...) &&a->field == b->field
#define ONEOF(field, ...) &&a->field == b->field
#define BOOL(field, ...) &&a->field == b->field
#define CHOICE(field, ...) &&a->field == b->field
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
        ;
}

const char *hk_variant_name(enum hk_variant variant)
{
    return variants[variant].name;
}

bool hk_variant_find(const char *name, enum hk_variant *ret_variant)
{
    for (unsigned i = 0; i < HK_VARIANTS; i++) {
        if (strcmp(variants[i].name, name) == 0) {
            *ret_variant = (enum hk_variant)i;
            return true;
        }
    }
    return false;
}

static const char *const modes[HK_MODES] = {
    [HK_MODE_REFEREE] = "referee",
    [HK_MODE_SCORECARD] = "scorecard",
};

const char *hk_mode_name(enum hk_mode mode)
{
    return modes[mode];
}

bool hk_mode_find(const char *name, enum hk_mode *ret_mode)
{
    for (unsigned i = 0; i < HK_MODES; i++) {
        if (strcmp(modes[i], name) == 0) {
            *ret_mode = (enum hk_mode)i;
            return true;
        }
    }
    return false;
}

unsigned hk_variant_seats_least(enum hk_variant variant)
{
    return variants[variant].seats_least;
}

unsigned hk_variant_seats_most(enum hk_variant variant)
{
    return variants[variant].seats_most;
}

bool hk_variant_lower_wins(enum hk_variant variant)
{
    return variants[variant].lower_wins;
}

bool hk_rules_teams(const struct hk_rules *rules)
{
    return variants[rules->variant].teams;
}

unsigned hk_rules_pack(const struct hk_rules *rules)
{
    return 2 * HK_NATURALS + hk_rules_jokers(rules);
}

unsigned hk_rules_jokers(const struct hk_rules *rules)
{
    return variants[rules->variant].jokers;
}

unsigned hk_rules_dealt(const struct hk_rules *rules, hk_seat seat,
                        hk_seat starter)
{
    unsigned extra = variants[rules->variant].starter_extra;
    return variants[rules->variant].dealt + (seat == starter ? extra : 0);
}

bool hk_rules_starter_draws(const struct hk_rules *rules)
{
    return variants[rules->variant].starter_extra == 0;
}

unsigned hk_rules_run_least(const struct hk_rules *rules)
{
    return variants[rules->variant].run_least;
}

unsigned hk_rules_set_most(const struct hk_rules *rules)
{
    return variants[rules->variant].set_most;
}

const struct hk_contract *hk_rules_contract(const struct hk_rules *rules,
                                            unsigned round)
{
    const struct hk_contract *contracts = variants[rules->variant].contracts;
    return contracts ? &contracts[round - 1] : NULL;
}

bool hk_rules_has_hands(const struct hk_rules *rules)
{
    return variants[rules->variant].has_hands;
}

bool hk_rules_values_melds(const struct hk_rules *rules)
{
    return variants[rules->variant].values_melds;
}

const struct hk_rule_ids *hk_rules_ids(const struct hk_rules *rules)
{
    return variants[rules->variant].ids;
}

const char *hk_rule_id(enum hk_rule rule)
{
    return rule_ids[rule];
}
