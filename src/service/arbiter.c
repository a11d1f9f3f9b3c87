/* Refereeing a game again. */
#include "service/arbiter.h"

#include <stdlib.h>
#include <string.h>

#include "engine/apply.h"
#include "engine/cardset.h"

static enum hk_error differs(struct hk_finding *ret_finding, const char *member,
                             enum hk_record_reason reason)
{
    *ret_finding = (struct hk_finding){.member = member, .reason = reason};
    return HK_E_RECORD_DIFFERS;
}

void hk_arbiter_init(struct hk_arbiter *arbiter, const struct hk_rules *rules,
                     uint8_t open_seats, uint8_t bots)
{
    memset(arbiter, 0, sizeof *arbiter);
    arbiter->rules = *rules;
    arbiter->open_seats = open_seats;
    arbiter->bots = bots;
    hk_clocks_init(&arbiter->clocks, rules);
    arbiter->status = open_seats ? HK_STATUS_OPEN : HK_STATUS_PLAYING;
    arbiter->told = 1;
    arbiter->judged = 1;
    /* G3: who deals first, the first round tells. */
    hk_state_init(&arbiter->state, rules, 0);
    hk_past_init(&arbiter->past);
}

/* ----- dealing ------------------------------------------------------------ */

/* G6: exactly these cards, in any order. */
static bool same_cards(const hk_card *cards, unsigned count,
                       const hk_card *others, unsigned other_count)
{
    struct hk_cardset set = {0, 0};

    if (count != other_count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!hk_cardset_add(&set, cards[i]))
            return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!hk_cardset_remove(&set, others[i]))
            return false;
    }
    return true;
}

/* G9: the order of the cards not arranged follows from the seed. */
static bool is_shuffled(struct hk_arbiter *arbiter, const struct hk_told *told)
{
    const hk_card *deck = told->event.move.cards;
    hk_card pack[HK_PACK_MAX], rest[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(&arbiter->rules), pack);
    struct hk_cardset named = {0, 0};
    unsigned count = 0;

    if (told->arranged > size)
        return false;
    for (unsigned i = 0; i < told->arranged; i++)
        hk_cardset_add(&named, deck[i]);
    for (unsigned i = 0; i < size; i++) {
        if (!hk_cardset_remove(&named, pack[i]))
            rest[count++] = pack[i];
    }
    hk_shuffle_init(&arbiter->stream, told->event.seed);
    hk_shuffle_bytes(&arbiter->stream, rest, count);
    return memcmp(deck + told->arranged, rest, count) == 0;
}

static enum hk_error check_seed(struct hk_arbiter *arbiter,
                                const struct hk_told *told,
                                struct hk_finding *ret_finding)
{
    const struct hk_event *event = &told->event;
    uint8_t commitment[HK_COMMITMENT_SIZE];

    arbiter->has_stream = told->has_seed;
    if (!told->has_seed)
        return HK_OK;
    hk_shuffle_commitment(event->seed, commitment);
    if (told->has_commitment &&
        memcmp(commitment, event->commitment, sizeof commitment) != 0)
        return differs(ret_finding, "commitment", HK_RECORD_COMMITMENT);
    if (!is_shuffled(arbiter, told))
        return differs(ret_finding, "deck", HK_RECORD_ORDER);
    return HK_OK;
}

static enum hk_error check_deal(struct hk_arbiter *arbiter,
                                const struct hk_told *told,
                                struct hk_finding *ret_finding)
{
    const struct hk_event *event = &told->event;
    const struct hk_rules *rules = &arbiter->rules;
    hk_card pack[HK_PACK_MAX];
    unsigned size = hk_card_pack(hk_rules_jokers(rules), pack);
    hk_seat starter = (hk_seat)((arbiter->state.dealer + 1) % rules->seats);

    if (told->has_round && event->round != arbiter->state.round)
        return differs(ret_finding, "round", HK_RECORD_ROUND);
    if (told->has_dealer && event->move.seat != arbiter->state.dealer)
        return differs(ret_finding, "dealer", HK_RECORD_DEALER);
    if (told->has_starter && event->starter != starter)
        return differs(ret_finding, "starter", HK_RECORD_STARTER);
    if (!same_cards(event->move.cards, event->move.card_count, pack, size))
        return differs(ret_finding, "deck", HK_RECORD_DECK);
    return check_seed(arbiter, told, ret_finding);
}

static enum hk_error start_round(struct hk_arbiter *arbiter,
                                 const struct hk_told *told,
                                 struct hk_finding *ret_finding)
{
    struct hk_move deal = told->event.move;
    struct hk_outcome outcome;
    struct hk_refusal refusal;

    if (arbiter->status != HK_STATUS_PLAYING || arbiter->round_ended ||
        arbiter->state.stage != HK_STAGE_DEAL)
        return differs(ret_finding, "type", HK_RECORD_NO_ROUND_STARTS);
    if (arbiter->round_count == 0 && told->has_dealer) {
        if (told->event.move.seat >= arbiter->rules.seats)
            return differs(ret_finding, "dealer", HK_RECORD_DEALER);
        hk_state_init(&arbiter->state, &arbiter->rules, told->event.move.seat);
    }
    if (!told->has_cards) {
        arbiter->hidden = true;
        return HK_OK;
    }
    enum hk_error error = check_deal(arbiter, told, ret_finding);
    if (error)
        return error;
    deal.kind = HK_MOVE_DEAL;
    deal.seat = arbiter->state.dealer;
    if (hk_apply(&arbiter->rules, &arbiter->state, &deal, &outcome, &refusal))
        abort(); /* the referee's own moves cannot be refused */
    return HK_OK;
}

static enum hk_error reshuffle(struct hk_arbiter *arbiter,
                               const struct hk_told *told,
                               struct hk_finding *ret_finding)
{
    struct hk_move move = told->event.move;
    struct hk_state *state = &arbiter->state;
    struct hk_outcome outcome;
    struct hk_refusal refusal;
    hk_card order[HK_PACK_MAX];

    if (arbiter->round_ended || state->stage != HK_STAGE_RESHUFFLE)
        return differs(ret_finding, "type", HK_RECORD_NO_NEW_STOCK);
    unsigned count = state->pile_count > 0 ? state->pile_count - 1u : 0;
    if (!told->has_cards) {
        arbiter->hidden = true;
        return HK_OK;
    }
    if (!same_cards(move.cards, move.card_count, state->pile, count))
        return differs(ret_finding, "order", HK_RECORD_NEW_STOCK);
    memcpy(order, state->pile, count);
    if (arbiter->has_stream) {
        hk_shuffle_bytes(&arbiter->stream, order, count);
        if (memcmp(order, move.cards, count) != 0)
            return differs(ret_finding, "order", HK_RECORD_ORDER);
    }
    move.kind = HK_MOVE_RESHUFFLE;
    if (hk_apply(&arbiter->rules, state, &move, &outcome, &refusal))
        abort();
    return HK_OK;
}

/* ----- playing ------------------------------------------------------------ */

static enum hk_error compare_taken(const struct hk_told *told,
                                   const struct hk_taken *taken,
                                   struct hk_finding *ret_finding)
{
    const struct hk_taken *said = &told->event.taken;

    if (told->has_taken &&
        (said->pile_count != taken->pile_count ||
         (said->pile_count > 0 && said->seat != taken->seat) ||
         memcmp(said->from_pile, taken->from_pile, taken->pile_count) != 0))
        return differs(ret_finding, "cards_taken", HK_RECORD_TAKEN);
    if (told->has_taken_drawn &&
        (said->drawn_count != taken->drawn_count ||
         memcmp(said->drawn, taken->drawn, taken->drawn_count) != 0))
        return differs(ret_finding, "cards_taken", HK_RECORD_TAKEN);
    return HK_OK;
}

static bool is_playing(const struct hk_arbiter *arbiter)
{
    return arbiter->status == HK_STATUS_PLAYING && !arbiter->round_ended &&
           arbiter->state.stage == HK_STAGE_PLAY;
}

/* The move itself, and the clocks. */
static enum hk_error apply(struct hk_arbiter *arbiter,
                           const struct hk_move *move,
                           struct hk_outcome *ret_outcome,
                           struct hk_refusal *ret_refusal)
{
    const struct hk_state before = arbiter->state;
    enum hk_error error = HK_OK;

    if (!arbiter->untimed)
        error = hk_clocks_judge(&arbiter->clocks, &arbiter->rules, &before,
                                move, ret_refusal);
    if (!error)
        error = hk_apply(&arbiter->rules, &arbiter->state, move, ret_outcome,
                         ret_refusal);
    if (!error)
        hk_clocks_follow(&arbiter->clocks, &arbiter->rules, &before,
                         &arbiter->state, ret_outcome->drawn);
    return error;
}

static enum hk_error play(struct hk_arbiter *arbiter,
                          const struct hk_told *told,
                          struct hk_finding *ret_finding)
{
    bool by_clock = arbiter->clocks.moving != 0;
    struct hk_outcome outcome;
    struct hk_refusal refusal;

    if (!is_playing(arbiter))
        return differs(ret_finding, "type", HK_RECORD_NOBODY_MOVES);
    if (told->has_round && told->event.round != arbiter->state.round)
        return differs(ret_finding, "round", HK_RECORD_ROUND);
    if (told->has_by_clock && told->event.by_clock != by_clock)
        return differs(ret_finding, "by_clock", HK_RECORD_BY_CLOCK);
    enum hk_error error = apply(arbiter, &told->event.move, &outcome, &refusal);
    if (error) {
        *ret_finding = (struct hk_finding){.refusal = refusal,
                                           .member = "move"};
        return error;
    }
    arbiter->round_ended = outcome.round_ended;
    arbiter->taken = outcome.taken;
    if (outcome.round_ended)
        arbiter->result = outcome.result;
    if (told->has_drawn && told->event.drawn != outcome.drawn)
        return differs(ret_finding, "drawn", HK_RECORD_DRAWN);
    return compare_taken(told, &outcome.taken, ret_finding);
}

/* ----- clocks ------------------------------------------------------------- */

/* The time before an event, where the game has clocks. */
static void pass(struct hk_arbiter *arbiter, const struct hk_told *told)
{
    if (arbiter->status != HK_STATUS_PLAYING ||
        !hk_clocks_kept(&arbiter->rules))
        return;
    if (!told->has_spent && arbiter->state.stage == HK_STAGE_PLAY)
        arbiter->untimed = true;
    hk_clocks_pass(&arbiter->clocks, &arbiter->rules, &arbiter->state,
                   told->event.spent_ms);
}

static enum hk_error expire(struct hk_arbiter *arbiter,
                            const struct hk_told *told,
                            struct hk_finding *ret_finding)
{
    struct hk_clock_face face = hk_clocks_show(
        &arbiter->clocks, &arbiter->rules, &arbiter->state, arbiter->bots);

    if (!is_playing(arbiter) || arbiter->clocks.moving || !face.limited)
        return differs(ret_finding, "type", HK_RECORD_NO_CLOCK);
    if (told->event.seat != (int)hk_state_actor(&arbiter->state))
        return differs(ret_finding, "seat", HK_RECORD_CLOCK_SEAT);
    if (!arbiter->untimed && face.left_ms > 0)
        return differs(ret_finding, "spent_ms", HK_RECORD_TIME_LEFT);
    bool forfeit = hk_clocks_expire(&arbiter->clocks, &arbiter->rules,
                                    &arbiter->state, &arbiter->bots);
    if (told->has_forfeit && told->event.forfeit != forfeit)
        return differs(ret_finding, "forfeit", HK_RECORD_FORFEIT);
    return HK_OK;
}

static enum hk_error resume(const struct hk_arbiter *arbiter,
                            struct hk_finding *ret_finding)
{
    if (!is_playing(arbiter) || arbiter->clocks.moving ||
        !hk_clocks_kept(&arbiter->rules))
        return differs(ret_finding, "type", HK_RECORD_NO_CLOCK);
    return HK_OK;
}

/* ----- ends --------------------------------------------------------------- */

static enum hk_error compare_result(const struct hk_rules *rules,
                                    const struct hk_told *told,
                                    const struct hk_round_result *result,
                                    struct hk_finding *ret_finding)
{
    const struct hk_round_result *said = &told->event.result;

    if (told->has_round && told->event.round != result->round)
        return differs(ret_finding, "round", HK_RECORD_ROUND);
    if (told->has_out && said->out != result->out)
        return differs(ret_finding, "out", HK_RECORD_OUT);
    if (told->has_blocked && told->blocked != (result->out < 0))
        return differs(ret_finding, "blocked", HK_RECORD_OUT);
    if (told->has_hand && said->hand != result->hand)
        return differs(ret_finding, "hand", HK_RECORD_HAND);
    for (unsigned s = 0; s < rules->seats; s++) {
        if (told->has_points && said->points[s] != result->points[s])
            return differs(ret_finding, "points", HK_RECORD_POINTS);
    }
    for (unsigned t = 0; t < HK_TEAMS; t++) {
        if (told->has_team_points &&
            said->team_points[t] != result->team_points[t])
            return differs(ret_finding, "team_points", HK_RECORD_TEAM_POINTS);
    }
    return HK_OK;
}

static enum hk_error end_round(struct hk_arbiter *arbiter,
                               const struct hk_told *told,
                               struct hk_finding *ret_finding)
{
    if (!arbiter->round_ended)
        return differs(ret_finding, "type", HK_RECORD_NO_ROUND_ENDS);
    arbiter->round_ended = false;
    arbiter->rounds[arbiter->round_count++].result = arbiter->result;
    return compare_result(&arbiter->rules, told, &arbiter->result, ret_finding);
}

static enum hk_error end_game(struct hk_arbiter *arbiter,
                              const struct hk_told *told,
                              struct hk_finding *ret_finding)
{
    bool over = arbiter->state.stage == HK_STAGE_OVER && !arbiter->round_ended;
    bool finished = told->has_status ? told->event.ending == HK_ENDING_FINISHED
                                     : over;

    if (finished != over)
        return differs(ret_finding, "status",
                       over ? HK_RECORD_FINISHED : HK_RECORD_NOT_FINISHED);
    arbiter->ended = true;
    arbiter->status = finished ? HK_STATUS_FINISHED : HK_STATUS_ENDED;
    uint8_t winners = finished
                          ? hk_state_winners(&arbiter->state, &arbiter->rules)
                          : 0;
    if (told->has_winners && told->event.winners != winners)
        return differs(ret_finding, "winners", HK_RECORD_WINNERS);
    return HK_OK;
}

static enum hk_error take_seat(struct hk_arbiter *arbiter,
                               const struct hk_told *told,
                               struct hk_finding *ret_finding)
{
    uint8_t seat = told->event.seat < 0
                       ? 0
                       : (uint8_t)(1u << (unsigned)told->event.seat);

    if (!(arbiter->open_seats & seat))
        return differs(ret_finding, "seat", HK_RECORD_SEAT_NOT_OPEN);
    arbiter->open_seats &= (uint8_t)~seat;
    if (!arbiter->open_seats)
        arbiter->status = HK_STATUS_PLAYING;
    return HK_OK;
}

/* Who sits there is nothing to the rules, but that somebody does; and a bot has
 * no clock. */
static enum hk_error give_seat(struct hk_arbiter *arbiter,
                               const struct hk_told *told,
                               struct hk_finding *ret_finding)
{
    if (arbiter->round_ended || arbiter->state.stage == HK_STAGE_RESHUFFLE ||
        (arbiter->state.stage == HK_STAGE_DEAL &&
         arbiter->status == HK_STATUS_PLAYING))
        return differs(ret_finding, "type", HK_RECORD_NO_SEAT_GIVEN);
    uint8_t bit = (uint8_t)(1u << (unsigned)told->event.seat);
    arbiter->open_seats &= (uint8_t)~bit;
    arbiter->clocks.forfeits &= (uint8_t)~bit;
    arbiter->bots &= (uint8_t)~bit;
    if (told->to_bot)
        arbiter->bots |= bit;
    if (!arbiter->open_seats)
        arbiter->status = HK_STATUS_PLAYING;
    return HK_OK;
}

static enum hk_error undo(struct hk_arbiter *arbiter,
                          const struct hk_told *told,
                          struct hk_finding *ret_finding)
{
    const struct hk_past *past = &arbiter->past;
    const struct hk_undone *undone = &told->event.undone;

    if (arbiter->round_ended || arbiter->state.stage != HK_STAGE_PLAY ||
        undone->moves > past->count)
        return differs(ret_finding, "moves", HK_RECORD_CANNOT_UNDO);
    const struct hk_past_move *first = hk_past_move(past, undone->moves);
    if (told->has_round && told->event.round != arbiter->state.round)
        return differs(ret_finding, "round", HK_RECORD_ROUND);
    if (told->event.seat >= 0 && told->event.seat != past->seat)
        return differs(ret_finding, "seat", HK_RECORD_UNDONE);
    if (told->has_from && undone->from_seq != first->seq)
        return differs(ret_finding, "from_seq", HK_RECORD_UNDONE);
    if (told->has_to && undone->to_seq != hk_past_move(past, 1)->seq)
        return differs(ret_finding, "to_seq", HK_RECORD_UNDONE);
    hk_clocks_undo(&arbiter->clocks, &arbiter->state, &first->before);
    arbiter->state = first->before;
    return HK_OK;
}

static enum hk_error judge(struct hk_arbiter *arbiter,
                           const struct hk_told *told,
                           struct hk_finding *ret_finding)
{
    pass(arbiter, told);
    switch ((enum hk_event_type)told->event.type) {
    case HK_EVENT_GAME_CREATED:
        return differs(ret_finding, "type", HK_RECORD_MADE_TWICE);
    case HK_EVENT_SEAT_TAKEN:
        return take_seat(arbiter, told, ret_finding);
    case HK_EVENT_SEAT_GIVEN:
        return give_seat(arbiter, told, ret_finding);
    case HK_EVENT_ROUND_STARTED:
        return start_round(arbiter, told, ret_finding);
    case HK_EVENT_MOVE:
        return play(arbiter, told, ret_finding);
    case HK_EVENT_UNDONE:
        return undo(arbiter, told, ret_finding);
    case HK_EVENT_RESHUFFLED:
        return reshuffle(arbiter, told, ret_finding);
    case HK_EVENT_ROUND_ENDED:
        return end_round(arbiter, told, ret_finding);
    case HK_EVENT_ROUND_CORRECTED:
        return differs(ret_finding, "type", HK_RECORD_NOT_CORRECTED);
    case HK_EVENT_GAME_ENDED:
        return end_game(arbiter, told, ret_finding);
    case HK_EVENT_CLOCK_EXPIRED:
        return expire(arbiter, told, ret_finding);
    case HK_EVENT_CLOCK_RESUMED:
        return resume(arbiter, ret_finding);
    }
    abort();
}

/* What a move took is the rules' to say: it may not be told. */
static void note(struct hk_arbiter *arbiter, const struct hk_told *told,
                 const struct hk_state *before)
{
    struct hk_event event = told->event;

    event.seq = arbiter->told;
    event.taken = arbiter->taken;
    hk_past_note(&arbiter->past, &event, before);
}

enum hk_error hk_arbiter_judge(struct hk_arbiter *arbiter,
                               const struct hk_told *told,
                               struct hk_finding *ret_finding)
{
    arbiter->told++;
    if (told->has_seq && told->event.seq != arbiter->told)
        return differs(ret_finding, "seq", HK_RECORD_EVENT_NUMBER);
    if (arbiter->ended)
        return differs(ret_finding, "type", HK_RECORD_AFTER_END);
    if (arbiter->hidden)
        return HK_OK;
    const struct hk_state before = arbiter->state;
    enum hk_error error = judge(arbiter, told, ret_finding);
    if (error || arbiter->hidden)
        return error;
    note(arbiter, told, &before);
    arbiter->judged++;
    return HK_OK;
}
