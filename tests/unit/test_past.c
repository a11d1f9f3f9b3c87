/* Which moves may be taken back, and what bars the others. */
#include "engine_kit.h"

#include "engine/past.h"

static struct hk_past past;
static struct hk_state states[HK_PAST_MAX + 2];

/* Goes on by an event; the state before it is told by its number. */
static void note(struct hk_event event)
{
    states[event.seq].round = (uint8_t)event.seq;
    hk_past_note(&past, &event, &states[event.seq]);
}

static void note_move(uint32_t seq, unsigned seat, const char *text)
{
    note((struct hk_event){
        .seq = seq, .type = HK_EVENT_MOVE, .move = kit_move(seat, text)});
}

static void assert_bar(enum hk_undo_bar bar, uint32_t seq)
{
    ck_assert_int_eq(past.bar, bar);
    ck_assert_uint_eq(past.bar_seq, seq);
}

START_TEST(before_the_first_event_there_is_nothing)
{
    hk_past_init(&past);
    ck_assert_int_eq(past.seat, -1);
    ck_assert_uint_eq(past.count, 0);
    assert_bar(HK_UNDO_ROUND_STARTED, 0);
}
END_TEST

START_TEST(the_moves_of_one_seat_since_its_draw_come_with_their_states)
{
    hk_past_init(&past);
    note_move(4, 1, "draw stock");
    ck_assert_int_eq(past.seat, 1);
    ck_assert_uint_eq(past.count, 0);
    assert_bar(HK_UNDO_STOCK_DRAWN, 4);
    note_move(5, 1, "lay_off 0 5H");
    note_move(6, 1, "discard 9C");
    ck_assert_uint_eq(past.count, 2);
    assert_bar(HK_UNDO_STOCK_DRAWN, 4);
    for (unsigned count = 1; count <= 2; count++) {
        const struct hk_past_move *move = hk_past_move(&past, count);
        ck_assert_uint_eq(move->seq, 7 - count);
        ck_assert_uint_eq(move->before.round, 7 - count);
    }
}
END_TEST

START_TEST(a_draw_from_the_pile_reveals_nothing)
{
    hk_past_init(&past);
    note_move(4, 1, "draw discard");
    ck_assert_uint_eq(past.count, 1);
    assert_bar(HK_UNDO_ROUND_STARTED, 0);
}
END_TEST

/* M10 M11 */
START_TEST(cards_of_the_pile_bring_cards_of_the_stock)
{
    struct hk_event event = {.seq = 5,
                             .type = HK_EVENT_MOVE,
                             .move = kit_move(1, "may_i 1"),
                             .taken = {.pile_count = 1}};

    hk_past_init(&past);
    note_move(4, 1, "discard 9C");
    note(event);
    ck_assert_int_eq(past.seat, 1);
    ck_assert_uint_eq(past.count, 0);
    assert_bar(HK_UNDO_STOCK_DRAWN, 5);
}
END_TEST

START_TEST(a_move_of_another_seat_bars_also_where_it_was_taken_back)
{
    hk_past_init(&past);
    note_move(4, 1, "draw discard");
    note_move(5, 1, "discard 9C");
    note_move(6, 2, "draw discard");
    ck_assert_int_eq(past.seat, 2);
    ck_assert_uint_eq(past.count, 1);
    assert_bar(HK_UNDO_OTHER_MOVED, 6);
    note((struct hk_event){
        .seq = 7, .type = HK_EVENT_UNDONE, .seat = 2, .undone = {.moves = 1}});
    ck_assert_int_eq(past.seat, 2);
    ck_assert_uint_eq(past.count, 0);
    assert_bar(HK_UNDO_OTHER_MOVED, 6);
}
END_TEST

START_TEST(what_was_taken_back_leaves_what_was_before_it)
{
    hk_past_init(&past);
    for (uint32_t seq = 4; seq <= 6; seq++)
        note_move(seq, 1, "discard 9C");
    note((struct hk_event){
        .seq = 7, .type = HK_EVENT_UNDONE, .seat = 1, .undone = {.moves = 2}});
    ck_assert_uint_eq(past.count, 1);
    ck_assert_uint_eq(hk_past_move(&past, 1)->seq, 4);
    note_move(8, 1, "discard 8C");
    ck_assert_uint_eq(past.count, 2);
    ck_assert_uint_eq(hk_past_move(&past, 1)->seq, 8);
}
END_TEST

START_TEST(what_shows_a_card_or_changes_a_player_bars)
{
    static const struct {
        enum hk_event_type type;
        enum hk_undo_bar bar;
        const char *name;
    } rows[] = {
        {HK_EVENT_ROUND_STARTED, HK_UNDO_ROUND_STARTED, "round_started"},
        {HK_EVENT_ROUND_ENDED, HK_UNDO_ROUND_ENDED, "round_ended"},
        {HK_EVENT_RESHUFFLED, HK_UNDO_RESHUFFLED, "reshuffled"},
        {HK_EVENT_SEAT_GIVEN, HK_UNDO_SEAT_GIVEN, "seat_given"},
        {HK_EVENT_CLOCK_EXPIRED, HK_UNDO_CLOCK_EXPIRED, "clock_expired"},
    };

    for (unsigned i = 0; i < KIT_COUNT(rows); i++) {
        hk_past_init(&past);
        note_move(4, 1, "discard 9C");
        note((struct hk_event){.seq = 5, .type = (uint8_t)rows[i].type});
        ck_assert_int_eq(past.seat, -1);
        ck_assert_uint_eq(past.count, 0);
        assert_bar(rows[i].bar, 5);
        ck_assert_str_eq(hk_undo_bar_name(past.bar), rows[i].name);
    }
}
END_TEST

START_TEST(what_changes_nothing_bars_nothing)
{
    static const enum hk_event_type types[] = {
        HK_EVENT_CLOCK_RESUMED,   HK_EVENT_GAME_CREATED, HK_EVENT_SEAT_TAKEN,
        HK_EVENT_ROUND_CORRECTED, HK_EVENT_GAME_ENDED,
    };

    for (unsigned i = 0; i < KIT_COUNT(types); i++) {
        hk_past_init(&past);
        note_move(4, 1, "discard 9C");
        note((struct hk_event){.seq = 5, .type = (uint8_t)types[i]});
        ck_assert_int_eq(past.seat, 1);
        ck_assert_uint_eq(past.count, 1);
        assert_bar(HK_UNDO_ROUND_STARTED, 0);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        before_the_first_event_there_is_nothing,
        the_moves_of_one_seat_since_its_draw_come_with_their_states,
        a_draw_from_the_pile_reveals_nothing,
        cards_of_the_pile_bring_cards_of_the_stock,
        a_move_of_another_seat_bars_also_where_it_was_taken_back,
        what_was_taken_back_leaves_what_was_before_it,
        what_shows_a_card_or_changes_a_player_bars,
        what_changes_nothing_bars_nothing,
    };
    return kit_run("past", tests, KIT_COUNT(tests));
}
