/* The rules as data: the options' table, the variants, the rule texts. */
#include "engine/rules.h"

#include <string.h>

#define VARIANTS_HAND (1u << HK_HAND | 1u << HK_HAND_PARTNERS)
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
     .meaning = (text),                               \
     .offset = offsetof(struct hk_rules, field)},
#define ONEOF(field, known, id, usual, text, ...) \
    {.name = #field,                              \
     .type = HK_OPTION_ONEOF,                     \
     .variants = VARIANTS_##known,                \
     .rule = HK_RULE_##id,                        \
     .values = {__VA_ARGS__},                     \
     .value_count = COUNT(int16_t, __VA_ARGS__),  \
     .standard = (usual),                         \
     .meaning = (text),                           \
     .offset = offsetof(struct hk_rules, field)},
#define BOOL(field, known, id, usual, text) \
    {.name = #field,                        \
     .type = HK_OPTION_BOOL,                \
     .variants = VARIANTS_##known,          \
     .rule = HK_RULE_##id,                  \
     .standard = (usual),                   \
     .meaning = (text),                     \
     .offset = offsetof(struct hk_rules, field)},
#define CHOICE(field, known, id, usual, text, ...)    \
    {.name = #field,                                  \
     .type = HK_OPTION_CHOICE,                        \
     .variants = VARIANTS_##known,                    \
     .rule = HK_RULE_##id,                            \
     .names = {__VA_ARGS__},                          \
     .value_count = COUNT(const char *, __VA_ARGS__), \
     .standard = (usual),                             \
     .meaning = (text),                               \
     .offset = offsetof(struct hk_rules, field)},
#include "engine/options.def"
#undef INT
#undef ONEOF
#undef BOOL
#undef CHOICE
    {.name = NULL},
};

/* One row for each variant: all that is no option. */
static const struct {
    const char *name;
    uint8_t seats_least, seats_most; /* H1 */
    uint8_t jokers;                  /* H2 */
    uint8_t dealt;                   /* H2: to each seat */
    uint8_t starter_extra;           /* H2: more to the starter */
    bool teams;                      /* H1 H17 */
    bool lower_wins;                 /* H16 */
} variants[HK_VARIANTS] = {
    [HK_HAND] = {"hand", 2, 5, 2, 14, 1, false, true},
    [HK_HAND_PARTNERS] = {"hand-partners", 4, 4, 2, 14, 1, true, true},
};

static const struct {
    const char *id;
    const char *text;
} rule_texts[HK_RULE_COUNT] = {
    [HK_RULE_NONE] = {"", ""},
#define X(id, text) [HK_RULE_##id] = {#id, text},
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

int16_t hk_option_get(const struct hk_option *option,
                      const struct hk_rules *rules)
{
    int16_t value;
    memcpy(&value, (const char *)rules + option->offset, sizeof(value));
    return value;
}

static bool option_allows(const struct hk_option *option, int16_t value)
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
        return value >= 0 && value < (int16_t)option->value_count;
    }
    return false;
}

bool hk_option_set(const struct hk_option *option, struct hk_rules *rules,
                   int16_t value)
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
    for (const struct hk_option *option = hk_options; option->name; option++)
        hk_option_set(option, rules, option->standard);
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

const char *hk_rule_id(enum hk_rule rule)
{
    return rule_texts[rule].id;
}

const char *hk_rule_text(enum hk_rule rule)
{
    return rule_texts[rule].text;
}
