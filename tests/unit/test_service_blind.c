/* Batches do not find out what a card just drawn is. */
#include "service/blind.h"

#include "engine/apply.h"
#include "service_kit.h"

enum { SEATS = 3, SEAT = 0, LAST_ROUND = 5 };

/* Two sets and a run, dealt to seat 0; nothing of them is in other hands. */
static const char *const contract = "JS JH JD QS QH QD 4H 5H 6H 7H";

/* The fifth round of May I, in which seat 0 has just drawn `drawn`. */
static struct hk_table at_play(const char *drawn, struct hk_blind *ret_blind)
{
    struct hk_table table = {.status = HK_STATUS_PLAYING};
    struct hk_move deal = {.kind = HK_MOVE_DEAL, .seat = SEATS - 1};
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    struct hk_cardset rest = {0};
    hk_card mine[HK_PACK_MAX], pack[HK_PACK_MAX];
    hk_card top = kit_card(drawn);
    unsigned held = kit_cards(contract, mine);
    unsigned packed = hk_card_pack(0, pack);
    unsigned next = 0;

    hk_rules_init(&table.rules, HK_MAY_I, SEATS);
    hk_state_init(&table.state, &table.rules, SEATS - 1);
    table.state.round = LAST_ROUND;
    for (unsigned i = 0; i < packed; i++)
        hk_cardset_add(&rest, pack[i]);
    for (unsigned i = 0; i < held; i++)
        hk_cardset_remove(&rest, mine[i]);
    hk_cardset_remove(&rest, top);
    hk_card others[HK_PACK_MAX];
    unsigned left = hk_cardset_list(&rest, others);
    /* G4: one at a time, seat 0 first; then the stock. */
    for (unsigned i = 0; i < held; i++) {
        deal.cards[deal.card_count++] = mine[i];
        for (unsigned seat = 1; seat < SEATS; seat++)
            deal.cards[deal.card_count++] = others[next++];
    }
    deal.cards[deal.card_count++] = top;
    while (next < left)
        deal.cards[deal.card_count++] = others[next++];
    ck_assert_int_eq(
        hk_apply(&table.rules, &table.state, &deal, &outcome, &refusal), HK_OK);

    struct hk_move draw = kit_move("draw stock");
    struct hk_entry entry;
    draw.seat = SEAT;
    *ret_blind = (struct hk_blind){0};
    ck_assert_int_eq(hk_table_move(&table, &draw, 0, &entry, &refusal), HK_OK);
    hk_blind_note(ret_blind, &table, &entry.event);
    return table;
}

static const struct {
    const char *drawn;
    enum hk_error played; /* by itself, in a request of its own */
    const char *comment;
} last_cards[] = {
    {"8H", HK_OK, "fits the run"},
    {"JC", HK_OK, "fits a set"},
    {"2C", HK_E_STRANDED_CARD, "fits nothing"},
};

START_TEST(test_a_batch_does_not_tell_whether_its_drawn_card_would_fit)
{
    struct hk_move meld = kit_move("meld JS JH JD / QS QH QD / 4H 5H 6H 7H");

    meld.seat = SEAT;
    for (size_t i = 0; i < KIT_COUNT(last_cards); i++) {
        const char *comment = last_cards[i].comment;
        struct hk_blind blind;
        struct hk_refusal refusal;
        struct hk_entry unused;
        struct hk_table table = at_play(last_cards[i].drawn, &blind);

        /* M9 */
        ck_assert_msg(hk_blind_check(&blind, &table, &meld, &refusal) ==
                          HK_E_STRANDED_CARD,
                      "%s", comment);
        ck_assert_msg(refusal.rule == HK_RULE_M9, "%s", comment);
        ck_assert_msg(hk_table_move(&table, &meld, 0, &unused, &refusal) ==
                          last_cards[i].played,
                      "%s", comment);
    }
}
END_TEST

START_TEST(test_what_is_wrong_for_all_to_see_is_told)
{
    struct hk_blind blind;
    struct hk_refusal refusal;
    struct hk_table table = at_play("8H", &blind);
    struct hk_move meld = kit_move("meld JS JH JD / QS QH QD 4H / 5H 6H 7H");

    meld.seat = SEAT;
    ck_assert_int_eq(hk_blind_check(&blind, &table, &meld, &refusal),
                     HK_E_INVALID_MELD);
}
END_TEST

START_TEST(test_a_card_drawn_cannot_be_named)
{
    struct hk_blind blind;
    struct hk_refusal refusal;
    struct hk_table table = at_play("2C", &blind);
    struct hk_move held = kit_move("discard 7H");
    struct hk_move drawn = kit_move("discard 2C");

    held.seat = drawn.seat = SEAT;
    ck_assert_int_eq(hk_blind_check(&blind, &table, &held, &refusal), HK_OK);
    ck_assert_int_eq(hk_blind_check(&blind, &table, &drawn, &refusal),
                     HK_E_CARD_NOT_HELD);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_a_batch_does_not_tell_whether_its_drawn_card_would_fit,
        test_what_is_wrong_for_all_to_see_is_told,
        test_a_card_drawn_cannot_be_named,
    };

    return kit_run("service/blind", tests, KIT_COUNT(tests));
}
