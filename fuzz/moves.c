/*
 * Games of every variant under any options, played by the bytes: moves that
 * are listed as legal, moves of bots, raw ones, moves taken back, clocks, seats
 * given away. After each the state is sound, a refusal has changed nothing,
 * nobody's view depends on cards that are hidden from it, and the log's texts
 * of the event read back as the same event.
 */
#include <stdbool.h>
#include <string.h>

#include "engine/bot.h"
#include "engine/legal.h"
#include "engine/view.h"
#include "choices.h"
#include "service/clock_moves.h"
#include "service/table.h"

/* So that no input takes long: a game of five rounds has some 400. */
enum { STEPS_MAX = 300 };

/* The room of one game, used again for the next. */
struct play {
    struct fuzz_bytes bytes;
    struct hk_table table;
    struct hk_past past;
    hk_time now;
    struct hk_entry entry;
    struct hk_move legal[HK_LEGAL_MOVES_MAX];
    uint64_t memory[HK_SOLVER_SIZE_LEAST / sizeof(uint64_t)];
};

static const char *const names[HK_SEATS_MAX] = {"ali", "huda", "sami", "zed",
                                                "yara"};

static struct hk_solver solver(struct play *play)
{
    return (struct hk_solver){.memory = play->memory,
                              .size = sizeof(play->memory)};
}

/* ----- what must hold ----------------------------------------------------- */

/* Deals the cards that this viewer does not see in another way. */
static void swap_hidden(struct hk_state *state, const struct hk_rules *rules,
                        const struct hk_viewer *viewer, unsigned by)
{
    hk_card hidden[HK_PACK_MAX];
    unsigned sizes[HK_SEATS_MAX] = {0}, count = 0;

    for (unsigned s = 0; s < rules->seats; s++) {
        if (viewer->kind == HK_VIEW_HOST ||
            (viewer->kind == HK_VIEW_SEAT && viewer->seat == s))
            continue;
        sizes[s] = hk_cardset_list(&state->hands[s], hidden + count);
        count += sizes[s];
        memset(&state->hands[s], 0, sizeof(state->hands[s]));
    }
    memcpy(hidden + count, state->stock, state->stock_count);
    count += state->stock_count;
    for (unsigned s = 0; s < rules->seats; s++)
        for (; sizes[s] > 0; sizes[s]--)
            FUZZ_CHECK(hk_cardset_add(&state->hands[s], hidden[by++ % count]));
    for (unsigned i = 0; i < state->stock_count; i++)
        state->stock[i] = hidden[by++ % count];
}

/* G11: the view is the same, whatever is hidden from the viewer. */
static void check_view(const struct hk_table *table, unsigned which)
{
    static struct hk_view view, other;
    struct hk_state state = table->state;
    unsigned seats = table->rules.seats;
    struct hk_viewer viewer = {.kind = HK_VIEW_SEAT,
                               .seat = (hk_seat)(which % (seats + 2))};

    if (viewer.seat >= seats)
        viewer = (struct hk_viewer){
            .kind = viewer.seat == seats ? HK_VIEW_HOST : HK_VIEW_PUBLIC};
    hk_view_state(&table->state, &table->rules, &viewer, &view);
    swap_hidden(&state, &table->rules, &viewer, 1 + which);
    hk_view_state(&state, &table->rules, &viewer, &other);
    FUZZ_CHECK(fuzz_same(&view, &other, sizeof(view)));
}

/* An event has been brought about. */
static void happened(struct play *play, const struct hk_state *before)
{
    struct hk_table *table = &play->table;
    const char *fault = hk_state_fault(&table->state, &table->rules);

    if (fault)
        fprintf(stderr, "%s\n", fault);
    FUZZ_CHECK(!fault);
    fuzz_check_texts(&table->rules, &play->entry);
    check_view(table, table->seq);
    hk_past_note(&play->past, &play->entry.event, before);
}

/* ----- the game ----------------------------------------------------------- */

static void begin(struct play *play, const uint8_t *data, size_t size,
                  struct hk_rules *rules)
{
    struct fuzz_bytes *bytes = &play->bytes;
    struct hk_secret secret = {.deal_count = 0};
    const char *players[HK_SEATS_MAX] = {NULL};

    *bytes = (struct fuzz_bytes){data, data + size};
    fuzz_choose_rules(bytes, rules);
    unsigned seats = rules->seats;
    uint8_t bots = (uint8_t)(fuzz_byte(bytes) & ((1u << seats) - 1));
    for (unsigned s = 0; s < seats; s++)
        players[s] = bots >> s & 1 ? NULL : names[s];
    secret.first_dealer = (hk_seat)fuzz_below(bytes, seats);
    play->now = 1000;
    hk_past_init(&play->past);
    hk_table_create(&play->table, "01930000-0000-7000-8000-000000000000",
                    HK_MODE_REFEREE, rules, players, bots, &secret, play->now,
                    &play->entry);
    fuzz_check_texts(rules, &play->entry);
}

/* The move of one whose time is up: there always is one. */
static void move_by_clock(struct play *play)
{
    struct hk_table *table = &play->table;
    const struct hk_state before = table->state;
    struct hk_refusal refusal;
    struct hk_move move;

    FUZZ_CHECK(hk_clock_move(&table->rules, &table->state, table->clocks.drawn,
                             &move) == HK_OK);
    FUZZ_CHECK(hk_table_move(table, &move, play->now, &play->entry, &refusal) ==
               HK_OK);
    happened(play, &before);
}

/* What the referee owes; whether the game goes on. */
static bool serve(struct play *play)
{
    struct hk_table *table = &play->table;
    uint8_t seed[HK_SEED_SIZE] = {0};

    for (;;) {
        const struct hk_state before = table->state;

        switch (hk_table_owed(table)) {
        case HK_OWED_NOTHING:
            return table->status == HK_STATUS_PLAYING;
        case HK_OWED_ROUND_END:
            hk_table_end_round(table, play->now, &play->entry);
            break;
        case HK_OWED_RESHUFFLE:
            hk_table_reshuffle(table, play->now, &play->entry);
            break;
        case HK_OWED_CLOCK_MOVE:
            move_by_clock(play);
            continue;
        case HK_OWED_ROUND_START:
            seed[0] = fuzz_byte(&play->bytes);
            hk_table_start_round(table, seed, play->now, &play->entry);
            break;
        case HK_OWED_FINISH:
            hk_table_finish(table, play->now, &play->entry);
            break;
        }
        happened(play, &before);
    }
}

/* A move that may be refused, and then has changed nothing. */
static enum hk_error attempt(struct play *play, const struct hk_move *move)
{
    struct hk_table *table = &play->table;
    static struct hk_table before;
    struct hk_refusal refusal;

    before = *table;
    enum hk_error error = hk_table_move(table, move, play->now, &play->entry,
                                        &refusal);
    if (error) {
        FUZZ_CHECK(fuzz_same(&before, table, sizeof(before)));
        FUZZ_CHECK(error == HK_E_TOO_EARLY || refusal.error == error);
        return error;
    }
    happened(play, &before.state);
    return HK_OK;
}

/* One of the moves that are listed, all of which are accepted. */
static void move_legally(struct play *play)
{
    struct hk_table *table = &play->table;
    struct hk_solver room = solver(play);
    hk_seat seat = hk_state_actor(&table->state);
    uint8_t choice = fuzz_byte(&play->bytes);

    /* M10: others may ask. */
    if (choice >= 0xe0)
        seat = (hk_seat)(choice % table->rules.seats);
    unsigned count = hk_legal_moves(&table->rules, &table->state, seat, &room,
                                    play->legal);
    FUZZ_CHECK(count > 0 || seat != hk_state_actor(&table->state));
    for (unsigned i = choice % 4; i < count; i += 1 + count / 4) {
        struct hk_state state = table->state;
        struct hk_outcome outcome;
        struct hk_refusal refusal;

        FUZZ_CHECK(hk_apply(&table->rules, &state, &play->legal[i], &outcome,
                            &refusal) == HK_OK);
    }
    if (count == 0)
        return;
    /* Discards stand last, and melds first: both come up often. */
    unsigned at = choice % 2 ? count - 1 - choice / 2 % count
                             : choice / 2 % count;
    enum hk_error error = attempt(play, &play->legal[at]);
    FUZZ_CHECK(!error || error == HK_E_TOO_EARLY);
}

/* What a bot would do here, which is always legal. */
static void move_like_a_bot(struct play *play)
{
    struct hk_table *table = &play->table;
    struct hk_solver room = solver(play);
    struct hk_move move;

    FUZZ_CHECK(hk_bot_next(&table->rules, &table->state,
                           (1u << table->rules.seats) - 1, &room, &move));
    enum hk_error error = attempt(play, &move);
    FUZZ_CHECK(!error || error == HK_E_TOO_EARLY);
}

static hk_card choose_card(struct play *play, hk_seat seat)
{
    const struct hk_cardset *hand = &play->table.state.hands[seat];
    uint8_t choice = fuzz_byte(&play->bytes);
    hk_card cards[HK_PACK_MAX];
    unsigned count = hk_cardset_list(hand, cards);

    if (choice >= 192 || count == 0)
        return choice % HK_CARD_KINDS;
    return cards[choice % count];
}

static void move_raw(struct play *play)
{
    static const uint8_t kinds[] = {
        HK_MOVE_DRAW,    HK_MOVE_RETURN,     HK_MOVE_MELD,
        HK_MOVE_LAY_OFF, HK_MOVE_TAKE_JOKER, HK_MOVE_DISCARD,
        HK_MOVE_TAKE,    HK_MOVE_MAY_I,      HK_MOVE_ANSWER};
    struct fuzz_bytes *bytes = &play->bytes;
    const struct hk_table *table = &play->table;
    struct hk_move move = {.kind = kinds[fuzz_below(bytes, sizeof(kinds))]};
    uint8_t flags = fuzz_byte(bytes);

    move.seat = flags % 4 ? hk_state_actor(&table->state)
                          : (hk_seat)(flags / 4 % table->rules.seats);
    move.source = flags >> 4 & 1;
    move.end = (uint8_t)((flags >> 5) % 3);
    move.allow = flags >> 7;
    move.meld = flags & 8 ? (uint16_t)fuzz_short(bytes)
                          : fuzz_byte(bytes) % HK_TABLE_MELDS_MAX;
    move.count = (uint16_t)(1 + (flags & 4 ? fuzz_below(bytes, UINT16_MAX)
                                           : fuzz_byte(bytes) % 8));
    move.meld_count = (uint8_t)(1 + fuzz_byte(bytes) % HK_MOVE_MELDS_MAX);
    for (unsigned i = 0; i < move.meld_count; i++) {
        unsigned length = fuzz_byte(bytes) % 16;

        if (move.kind != HK_MOVE_MELD)
            break;
        for (; length > 0 && move.card_count < HK_PACK_MAX; length--) {
            move.lengths[i]++;
            move.cards[move.card_count++] = choose_card(play, move.seat);
        }
    }
    if (move.kind != HK_MOVE_MELD) {
        move.card_count = move.kind == HK_MOVE_DISCARD ? 1 : move.meld_count;
        move.meld_count = 0;
        for (unsigned i = 0; i < move.card_count; i++)
            move.cards[i] = choose_card(play, move.seat);
    }
    /* Whether it is legal is all the same here, not that it is judged. */
    if (attempt(play, &move))
        return;
}

/* Time goes by, and may be up. */
static void wait(struct play *play)
{
    struct hk_table *table = &play->table;
    const struct hk_state before = table->state;
    uint64_t ms = 50 * (uint64_t)fuzz_short(&play->bytes);

    play->now += (hk_time)ms;
    hk_table_pass(table, ms);
    struct hk_clock_face face = hk_table_clock(table);
    if (!face.limited || face.left_ms > 0)
        return;
    hk_table_expire(table, play->now, &play->entry);
    happened(play, &before);
}

static void take_back(struct play *play)
{
    const struct hk_state before = play->table.state;
    unsigned most = play->past.count < HK_UNDONE_MAX ? play->past.count
                                                     : HK_UNDONE_MAX;

    if (most == 0)
        return;
    hk_table_undo(&play->table, &play->past, 1 + fuzz_below(&play->bytes, most),
                  play->now, &play->entry);
    happened(play, &before);
}

static void give_seat(struct play *play)
{
    const struct hk_state before = play->table.state;
    uint8_t choice = fuzz_byte(&play->bytes);
    hk_seat seat = (hk_seat)(choice % play->table.rules.seats);

    hk_table_give_seat(&play->table, seat, choice & 0x80 ? NULL : names[seat],
                       choice & 0x40, play->now, &play->entry);
    happened(play, &before);
}

static void step(struct play *play)
{
    uint8_t choice = fuzz_byte(&play->bytes);

    switch (choice % 16) {
    case 0:
        wait(play);
        break;
    case 1:
        take_back(play);
        break;
    case 2:
        if (choice == 2)
            give_seat(play);
        else
            move_like_a_bot(play);
        break;
    case 3:
    case 4:
    case 5:
        move_like_a_bot(play);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        move_raw(play);
        break;
    default:
        move_legally(play);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct play play;
    struct hk_rules rules;

    begin(&play, data, size, &rules);
    for (unsigned i = 0; i < STEPS_MAX && serve(&play); i++) {
        if (fuzz_left(&play.bytes) == 0)
            break;
        step(&play);
    }
    return 0;
}
