/* The options' table, the variants, the rules' texts. */
#include "engine_kit.h"

#include <string.h>

enum { HAND = 1u << HK_HAND | 1u << HK_HAND_PARTNERS, MAY_I = 1u << HK_MAY_I };

/* D10, word for word: every option, its range and its default; then those of
 * the clock, which no rule names. */
static const struct {
    unsigned variants;
    const char *name;
    int32_t allowed[6]; /* the values, ends of a range included */
    unsigned allowed_count;
    int32_t refused[4];
    unsigned refused_count;
    int32_t standard;
    enum hk_option_type type;
    const char *rule;
} options[] = {
    {HAND | MAY_I,
     "max_reshuffles",
     {0, 1, 2, 50, 99},
     5,
     {-1, 100, 1000},
     3,
     2,
     HK_OPTION_INT,
     "G7"},
    {HAND,
     "rounds",
     {1, 2, 5, 98, 99},
     5,
     {0, -1, 100},
     3,
     5,
     HK_OPTION_INT,
     "H16"},
    {HAND,
     "opening_minimum",
     {0, 1, 51, 71, 499, 500},
     6,
     {-1, 501},
     2,
     51,
     HK_OPTION_INT,
     "H9"},
    {HAND,
     "ace_low_value",
     {1, 10, 11},
     3,
     {0, 2, 9, 12},
     4,
     11,
     HK_OPTION_ONEOF,
     "H9"},
    {HAND,
     "max_jokers_per_meld",
     {0, 1, 2},
     3,
     {-1, 3},
     2,
     2,
     HK_OPTION_INT,
     "H8"},
    {HAND, "run_max", {13, 14}, 2, {0, 12, 15}, 3, 13, HK_OPTION_ONEOF, "H6"},
    {HAND,
     "joker_left",
     {15, 25, 50},
     3,
     {0, 14, 20, 51},
     4,
     15,
     HK_OPTION_ONEOF,
     "H15"},
    {HAND,
     "dealer",
     {0, 1},
     2,
     {-1, 2},
     2,
     HK_DEALER_ROTATE,
     HK_OPTION_CHOICE,
     "G3"},
    {HAND,
     "opening_rule",
     {0, 1, 2},
     3,
     {-1, 3},
     2,
     HK_OPENING_FIXED,
     HK_OPTION_CHOICE,
     "H9"},
    {HAND, "opening_needs_run", {0, 1}, 2, {-1, 2}, 2, 0, HK_OPTION_BOOL, "H9"},
    {HAND,
     "hand_waives_minimum",
     {0, 1},
     2,
     {-1, 2},
     2,
     0,
     HK_OPTION_BOOL,
     "H9"},
    {HAND, "starter_may_meld", {0, 1}, 2, {-1, 2}, 2, 0, HK_OPTION_BOOL, "H3"},
    {HAND,
     "discard_draw",
     {0, 1, 2, 3},
     4,
     {-1, 4},
     2,
     HK_DISCARD_DRAW_MELD,
     HK_OPTION_CHOICE,
     "H5"},
    {HAND,
     "final_discard",
     {0, 1},
     2,
     {-1, 2},
     2,
     HK_FINAL_REQUIRED,
     HK_OPTION_CHOICE,
     "H13"},
    {MAY_I, "ace_wrap", {0, 1}, 2, {-1, 2}, 2, 1, HK_OPTION_BOOL, "M5"},
    {MAY_I,
     "lay_off",
     {0, 1},
     2,
     {-1, 2},
     2,
     HK_LAY_OFF_ANY,
     HK_OPTION_CHOICE,
     "M8"},
    {MAY_I,
     "after_claim",
     {0, 1},
     2,
     {-1, 2},
     2,
     HK_AFTER_CLAIM_NEXT_OF_TAKER,
     HK_OPTION_CHOICE,
     "M10"},
    {MAY_I,
     "refusal",
     {0, 1},
     2,
     {-1, 2},
     2,
     HK_REFUSAL_FREE,
     HK_OPTION_CHOICE,
     "M10"},
    {MAY_I,
     "claim_limit",
     {0, 1, 2, 50, 103, 104},
     6,
     {-1, 105},
     2,
     0,
     HK_OPTION_INT,
     "M10"},
    {HAND | MAY_I,
     "turn_seconds",
     {0, 1, 30, 40000, 86399, 86400},
     6,
     {-1, 86401, 1000000},
     3,
     0,
     HK_OPTION_INT,
     ""},
    {HAND | MAY_I,
     "bank_seconds",
     {0, 1, 600, 86399, 86400},
     5,
     {-1, 86401},
     2,
     0,
     HK_OPTION_INT,
     ""},
    {MAY_I,
     "claim_seconds",
     {0, 1, 5, 3599, 3600},
     5,
     {-1, 3601},
     2,
     0,
     HK_OPTION_INT,
     ""},
    {HAND | MAY_I,
     "on_timeout",
     {0, 1},
     2,
     {-1, 2},
     2,
     0,
     HK_OPTION_CHOICE,
     ""},
};

START_TEST(d10_every_option_takes_its_values_and_no_other)
{
    for (unsigned v = 0; v < HK_VARIANTS; v++) {
        for (unsigned i = 0; i < KIT_COUNT(options); i++) {
            const char *name = options[i].name;
            const struct hk_option *option = hk_option_find((enum hk_variant)v,
                                                            name);
            struct hk_rules rules;
            hk_rules_init(&rules, (enum hk_variant)v, 4);
            bool known = options[i].variants >> v & 1;
            ck_assert_msg((option != NULL) == known, "%s", name);
            if (!known)
                continue;
            ck_assert_int_eq(hk_option_get(option, &rules),
                             options[i].standard);
            ck_assert_int_eq(option->standard, options[i].standard);
            ck_assert_int_eq(option->type, options[i].type);
            ck_assert_str_eq(hk_rule_id(option->rule), options[i].rule);
            for (unsigned n = 0; n < options[i].allowed_count; n++) {
                int32_t value = options[i].allowed[n];
                ck_assert_msg(hk_option_set(option, &rules, value), "%s %d",
                              name, value);
                ck_assert_int_eq(hk_option_get(option, &rules), value);
            }
            int32_t last = hk_option_get(option, &rules);
            for (unsigned n = 0; n < options[i].refused_count; n++) {
                int32_t value = options[i].refused[n];
                ck_assert_msg(!hk_option_set(option, &rules, value), "%s %d",
                              name, value);
                ck_assert_int_eq(hk_option_get(option, &rules), last);
            }
        }
    }
}
END_TEST

START_TEST(d10_there_is_no_option_beside_these)
{
    unsigned count = 0;
    for (const struct hk_option *option = hk_options; option->name; option++) {
        bool listed = false;
        for (unsigned i = 0; i < KIT_COUNT(options); i++)
            listed |= strcmp(option->name, options[i].name) == 0;
        ck_assert_msg(listed, "%s", option->name);
        count++;
    }
    ck_assert_uint_eq(count, KIT_COUNT(options));
    static const char *const unknown[] = {"", "Rounds", "rounds ", "seats"};
    for (unsigned v = 0; v < HK_VARIANTS; v++)
        for (unsigned i = 0; i < KIT_COUNT(unknown); i++)
            ck_assert_msg(!hk_option_find((enum hk_variant)v, unknown[i]), "%s",
                          unknown[i]);
}
END_TEST

static void check_others(enum hk_variant variant,
                         const struct hk_option *option)
{
    struct hk_rules rules;
    hk_rules_init(&rules, variant, 3);
    const struct hk_rules usual = rules;
    int32_t other = option->standard == 1 ? 0 : 1;
    if (option->type == HK_OPTION_ONEOF)
        other = option->values[option->values[0] == option->standard];
    ck_assert(hk_option_set(option, &rules, other));
    for (const struct hk_option *each = hk_options; each->name; each++)
        ck_assert_int_eq(hk_option_get(each, &rules),
                         each == option ? other : hk_option_get(each, &usual));
    ck_assert_uint_eq(rules.seats, 3);
    ck_assert_uint_eq(rules.variant, variant);
    ck_assert(hk_rules_same(&rules, &rules));
    ck_assert(!hk_rules_same(&rules, &usual));
}

START_TEST(setting_one_option_leaves_the_others)
{
    for (unsigned v = 0; v < HK_VARIANTS; v++)
        for (const struct hk_option *each = hk_options; each->name; each++)
            if (each->variants >> v & 1)
                check_others((enum hk_variant)v, each);
}
END_TEST

static const struct {
    const char *option, *name;
    int value;
    enum hk_variant variant;
} choices[] = {
    {"dealer", "rotate", HK_DEALER_ROTATE, HK_HAND},
    {"dealer", "loser", HK_DEALER_LOSER, HK_HAND},
    {"dealer", "winner", -1, HK_HAND},
    {"opening_rule", "fixed", HK_OPENING_FIXED, HK_HAND},
    {"opening_rule", "beat_last", HK_OPENING_BEAT_LAST, HK_HAND},
    {"opening_rule", "beat_highest", HK_OPENING_BEAT_HIGHEST, HK_HAND},
    {"discard_draw", "meld", HK_DISCARD_DRAW_MELD, HK_HAND},
    {"discard_draw", "meld_with_card", HK_DISCARD_DRAW_MELD_WITH_CARD, HK_HAND},
    {"discard_draw", "meld_or_lay_off", HK_DISCARD_DRAW_MELD_OR_LAY_OFF,
     HK_HAND},
    {"discard_draw", "free_when_down", HK_DISCARD_DRAW_FREE_WHEN_DOWN, HK_HAND},
    {"discard_draw", "", -1, HK_HAND},
    {"final_discard", "required", HK_FINAL_REQUIRED, HK_HAND},
    {"final_discard", "optional", HK_FINAL_OPTIONAL, HK_HAND},
    {"rounds", "5", -1, HK_HAND},
    {"lay_off", "any", HK_LAY_OFF_ANY, HK_MAY_I},
    {"lay_off", "own", HK_LAY_OFF_OWN, HK_MAY_I},
    {"lay_off", "none", -1, HK_MAY_I},
    {"after_claim", "next_of_taker", HK_AFTER_CLAIM_NEXT_OF_TAKER, HK_MAY_I},
    {"after_claim", "return_to_turn", HK_AFTER_CLAIM_RETURN, HK_MAY_I},
    {"refusal", "free", HK_REFUSAL_FREE, HK_MAY_I},
    {"refusal", "take", HK_REFUSAL_TAKE, HK_MAY_I},
    {"claim_limit", "0", -1, HK_MAY_I},
};

START_TEST(choices_are_known_by_their_names)
{
    for (unsigned i = 0; i < KIT_COUNT(choices); i++) {
        const struct hk_option *option = hk_option_find(choices[i].variant,
                                                        choices[i].option);
        ck_assert_int_eq(hk_option_choice(option, choices[i].name),
                         choices[i].value);
        if (choices[i].value >= 0)
            ck_assert_str_eq(option->names[choices[i].value], choices[i].name);
    }
}
END_TEST

START_TEST(h1_h2_the_variants_are_as_the_rulebook_says)
{
    enum hk_variant variant;
    struct hk_rules rules;
    ck_assert(hk_variant_find("hand", &variant));
    ck_assert_int_eq(variant, HK_HAND);
    ck_assert_uint_eq(hk_variant_seats_least(variant), 2);
    ck_assert_uint_eq(hk_variant_seats_most(variant), 5);
    ck_assert_str_eq(hk_variant_name(variant), "hand");
    ck_assert(hk_variant_lower_wins(variant));
    hk_rules_init(&rules, variant, 3);
    ck_assert(!hk_rules_teams(&rules));
    ck_assert_uint_eq(hk_rules_pack(&rules), 106);
    ck_assert_uint_eq(hk_rules_jokers(&rules), 2);
    ck_assert_uint_eq(hk_rules_dealt(&rules, 1, 1), 15);
    ck_assert_uint_eq(hk_rules_dealt(&rules, 0, 1), 14);

    ck_assert(hk_variant_find("hand-partners", &variant));
    ck_assert_int_eq(variant, HK_HAND_PARTNERS);
    ck_assert_uint_eq(hk_variant_seats_least(variant), 4);
    ck_assert_uint_eq(hk_variant_seats_most(variant), 4);
    ck_assert_str_eq(hk_variant_name(variant), "hand-partners");
    hk_rules_init(&rules, variant, 4);
    ck_assert(hk_rules_teams(&rules));
    ck_assert_uint_eq(hk_rules_pack(&rules), 106);

    ck_assert(!hk_variant_find("Hand", &variant));
    ck_assert(!hk_variant_find("", &variant));
}
END_TEST

START_TEST(m1_m2_m13_may_i_is_as_the_rulebook_says)
{
    enum hk_variant variant;
    struct hk_rules rules;
    ck_assert(hk_variant_find("may-i", &variant));
    ck_assert_int_eq(variant, HK_MAY_I);
    ck_assert_uint_eq(hk_variant_seats_least(variant), 3);
    ck_assert_uint_eq(hk_variant_seats_most(variant), 5);
    ck_assert_str_eq(hk_variant_name(variant), "may-i");
    ck_assert(!hk_variant_lower_wins(variant));
    hk_rules_init(&rules, variant, 5);
    ck_assert(!hk_rules_teams(&rules));
    ck_assert_uint_eq(hk_rules_pack(&rules), 104);
    ck_assert_uint_eq(hk_rules_jokers(&rules), 0);
    for (unsigned seat = 0; seat < 5; seat++)
        ck_assert_uint_eq(hk_rules_dealt(&rules, (hk_seat)seat, 1), 10);
    ck_assert(hk_rules_starter_draws(&rules));
    ck_assert(!hk_rules_has_hands(&rules));
    ck_assert(!hk_rules_values_melds(&rules));
    ck_assert_int_eq(rules.rounds, 5);
    /* what only Hand has is fixed at nothing */
    ck_assert_int_eq(rules.max_jokers_per_meld, 0);
    ck_assert_int_eq(rules.dealer, HK_DEALER_ROTATE);
}
END_TEST

START_TEST(m3_m9_every_round_has_its_contract)
{
    static const unsigned contracts[][2] = {
        {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}};
    struct hk_rules rules = kit_variant_rules(HK_MAY_I, NULL, 3);
    for (unsigned round = 1; round <= 5; round++) {
        const struct hk_contract *contract = hk_rules_contract(&rules, round);
        ck_assert_ptr_nonnull(contract);
        ck_assert_uint_eq(contract->sets, contracts[round - 1][0]);
        ck_assert_uint_eq(contract->runs, contracts[round - 1][1]);
        ck_assert(contract->last_laid == (round == 5));
    }
    rules = kit_rules("rounds=99", 3);
    ck_assert_ptr_null(hk_rules_contract(&rules, 1));
    ck_assert_ptr_null(hk_rules_contract(&rules, 99));
}
END_TEST

START_TEST(every_rule_has_an_id_of_its_own)
{
    ck_assert_str_eq(hk_rule_id(HK_RULE_NONE), "");
    ck_assert_str_eq(hk_rule_id(HK_RULE_G1), "G1");
    ck_assert_str_eq(hk_rule_id(HK_RULE_H5a), "H5a");
    ck_assert_str_eq(hk_rule_id(HK_RULE_H17), "H17");
    ck_assert_str_eq(hk_rule_id(HK_RULE_M13), "M13");
    for (unsigned i = 1; i < HK_RULE_COUNT; i++) {
        for (unsigned j = 1; j < i; j++)
            ck_assert_str_ne(hk_rule_id((enum hk_rule)i),
                             hk_rule_id((enum hk_rule)j));
    }
}
END_TEST

START_TEST(moves_are_known_by_their_names)
{
    static const struct {
        enum hk_move_kind kind;
        const char *name;
        unsigned variants;
    } moves[] = {
        {HK_MOVE_DRAW, "draw", HAND | MAY_I},
        {HK_MOVE_RETURN, "return", HAND},
        {HK_MOVE_MELD, "meld", HAND | MAY_I},
        {HK_MOVE_LAY_OFF, "lay_off", HAND | MAY_I},
        {HK_MOVE_TAKE_JOKER, "take_joker", HAND},
        {HK_MOVE_DISCARD, "discard", HAND | MAY_I},
        {HK_MOVE_TAKE, "take", MAY_I},
        {HK_MOVE_MAY_I, "may_i", MAY_I},
        {HK_MOVE_ANSWER, "answer", MAY_I},
    };
    enum hk_move_kind kind;
    for (unsigned i = 0; i < KIT_COUNT(moves); i++) {
        ck_assert_str_eq(hk_move_name(moves[i].kind), moves[i].name);
        ck_assert(hk_move_find(moves[i].name, &kind));
        ck_assert_int_eq(kind, moves[i].kind);
        for (unsigned v = 0; v < HK_VARIANTS; v++)
            ck_assert(hk_move_known((enum hk_variant)v, kind) ==
                      (moves[i].variants >> v & 1));
    }
    ck_assert_str_eq(hk_move_name(HK_MOVE_DEAL), "deal");
    ck_assert_str_eq(hk_move_name(HK_MOVE_RESHUFFLE), "reshuffle");
    ck_assert_str_eq(hk_move_name((enum hk_move_kind)9), "unknown");
    ck_assert(!hk_move_known(HK_HAND, HK_MOVE_DEAL));
    ck_assert(!hk_move_known(HK_MAY_I, HK_MOVE_RESHUFFLE));
    ck_assert(!hk_move_known(HK_MAY_I, (enum hk_move_kind)9));
    static const char *const unknown[] = {"deal", "reshuffle", "may-i", "Draw",
                                          ""};
    for (unsigned i = 0; i < KIT_COUNT(unknown); i++)
        ck_assert_msg(!hk_move_find(unknown[i], &kind), "%s", unknown[i]);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        d10_every_option_takes_its_values_and_no_other,
        d10_there_is_no_option_beside_these,
        setting_one_option_leaves_the_others,
        choices_are_known_by_their_names,
        h1_h2_the_variants_are_as_the_rulebook_says,
        m1_m2_m13_may_i_is_as_the_rulebook_says,
        m3_m9_every_round_has_its_contract,
        every_rule_has_an_id_of_its_own,
        moves_are_known_by_their_names,
    };
    return kit_run("rules", tests, KIT_COUNT(tests));
}
