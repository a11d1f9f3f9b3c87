/*
 * Rounds as a table tells them: each lacks something, cannot have happened, or
 * is scored; and what was scored can be told again, in memory and in the log,
 * with the same result.
 */
#include <string.h>

#include "choices.h"
#include "engine/scorecard.h"
#include "service/table.h"

enum { ROUNDS_MAX = 12 };

static void tell_seat(struct fuzz_bytes *bytes, struct hk_told_seat *seat)
{
    uint8_t flags = fuzz_byte(bytes);

    seat->down = (int8_t)(flags % 3 - 1);
    seat->has_cards = flags & 0x10;
    seat->has_points = flags & 0x20;
    if (seat->has_cards) {
        seat->card_count = fuzz_byte(bytes) % 32;
        if (flags & 0x40)
            seat->card_count += fuzz_byte(bytes);
        for (unsigned i = 0; i < seat->card_count && i < HK_PACK_MAX; i++)
            seat->cards[i] = (hk_card)fuzz_below(bytes, HK_CARD_KINDS);
    }
    if (seat->has_points) {
        seat->points = fuzz_short(bytes);
        if (flags & 0x80)
            seat->points = (int64_t)((uint64_t)seat->points << 48);
    }
}

static void tell(struct fuzz_bytes *bytes, const struct hk_rules *rules,
                 struct hk_told_round *ret_told)
{
    hk_told_init(ret_told);
    ret_told->out = (int8_t)((int)fuzz_below(bytes, rules->seats + 1u) - 1);
    ret_told->hand = fuzz_byte(bytes) % 2;
    for (unsigned s = 0; s < rules->seats; s++)
        tell_seat(bytes, &ret_told->seats[s]);
}

/* What is told of the result is the same round. */
static void check_again(const struct hk_rules *rules, unsigned round,
                        const struct hk_round_result *result)
{
    struct hk_told_round told;
    struct hk_round_result again;
    struct hk_impossibility impossible;
    enum hk_missing missing[HK_SEATS_MAX];

    hk_scorecard_told(rules, result, &told);
    FUZZ_CHECK(!hk_scorecard_missing(rules, &told, missing));
    FUZZ_CHECK(hk_scorecard_judge(rules, round, &told, &again, &impossible) ==
               HK_OK);
    FUZZ_CHECK(fuzz_same(result, &again, sizeof(again)));
}

static void check_refused(const struct hk_rules *rules,
                          const struct hk_impossibility *why)
{
    FUZZ_CHECK(why->reason > HK_POSSIBLE && why->reason < HK_IMPOSSIBLE_COUNT);
    FUZZ_CHECK(why->rule != HK_RULE_NONE);
    FUZZ_CHECK(why->seat >= -1 && why->seat < rules->seats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const players[HK_SEATS_MAX] = {"a", "b", "c", "d", "e"};
    static struct hk_table table;
    static struct hk_entry entry;
    struct fuzz_bytes bytes = {data, data + size};
    struct hk_secret secret = {.deal_count = 0};
    struct hk_rules rules;

    fuzz_choose_rules(&bytes, &rules);
    hk_table_create(&table, "01930000-0000-7000-8000-000000000000",
                    HK_MODE_SCORECARD, &rules, players, 0, &secret, 1000,
                    &entry);
    for (unsigned i = 0; i < ROUNDS_MAX && fuzz_left(&bytes) > 0 &&
                         table.status == HK_STATUS_PLAYING;
         i++) {
        enum hk_missing missing[HK_SEATS_MAX];
        struct hk_impossibility why;
        struct hk_told_round told;
        unsigned round = table.state.round;

        if (hk_table_owed(&table) == HK_OWED_FINISH) {
            hk_table_finish(&table, 1000, &entry);
            break;
        }
        tell(&bytes, &rules, &told);
        if (hk_scorecard_missing(&rules, &told, missing))
            continue;
        if (hk_table_record_round(&table, -1, &told, 1000, &entry, &why)) {
            check_refused(&rules, &why);
            continue;
        }
        check_again(&rules, round, &entry.event.result);
        fuzz_check_texts(&rules, &entry);
    }
    return 0;
}
