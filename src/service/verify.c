/* Replaying every game from its log and comparing with what is stored. */
#include "service/verify.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "service/counted.h"
#include "service/history.h"
#include "service/verify_boards.h"
#include "service/verify_revisions.h"
#include "store/feed.h"

#define SENTENCE_SIZE 512
/* How often a game that is being played is looked at anew. */
#define TRIES 100
#define HELD_MAX ((size_t)1024 * 1024)

/* Whether games were finished or corrected shows in these sums. */
struct finished {
    size_t games;
    uint64_t seqs;
};

struct verification {
    struct hk_store *store;
    void (*tell)(const char *text, void *cls);
    void *cls;
    struct hk_verify_report report;
    struct hk_counted_list counted;
    struct finished finished; /* as looked at */
    bool holding;             /* sentences wait in `held`, a line each */
    struct hk_strbuf held;
};

/* What is stored of one game beside its log. */
struct stored {
    struct hk_game_row row;
    struct hk_seat_row seats[HK_SEATS_MAX];
    unsigned seat_count;
    hk_points team_totals[HK_TEAMS];
    struct hk_round_row rounds[HK_ROUNDS_MAX];
    size_t round_count;
    unsigned revised; /* a round whose revisions are not those told; 0: none */
};

__attribute__((format(printf, 2, 3))) static void differ(
    struct verification *verification, const char *format, ...)
{
    char text[SENTENCE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    verification->report.differences++;
    if (!verification->holding) {
        verification->tell(text, verification->cls);
        return;
    }
    hk_strbuf_add(&verification->held, text);
    hk_strbuf_add_char(&verification->held, '\n');
}

static void tell_held(struct verification *verification)
{
    char *line = verification->held.text;
    char *end;

    for (; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        verification->tell(line, verification->cls);
    }
}

/* ----- one game ----------------------------------------------------------- */

static void compare_rounds(struct verification *verification,
                           const struct stored *stored,
                           const struct hk_history *history)
{
    const char *uuid = stored->row.uuid;

    if (stored->round_count != history->round_count)
        differ(verification, "game %s: %zu rounds are stored, its log has %zu",
               uuid, stored->round_count, history->round_count);
    for (size_t i = 0; i < stored->round_count && i < history->round_count;
         i++) {
        if (!hk_verify_same_round(&stored->rounds[i], &history->rounds[i]))
            differ(verification,
                   "game %s: round %zu is stored otherwise than its log says",
                   uuid, i + 1);
    }
}

static void compare_seat(struct verification *verification,
                         const struct stored *stored,
                         const struct hk_history *history, unsigned s)
{
    const struct hk_seat_row *seat = &stored->seats[s];
    const struct hk_table *table = &history->table;
    int team = hk_rules_teams(&table->rules) ? (int)(s % HK_TEAMS) : -1;

    if (seat->seat != s || seat->team != team ||
        strcmp(seat->name, history->names[s]) != 0 ||
        seat->bot != ((table->bots & ~table->clocks.forfeits) >> s & 1))
        differ(verification,
               "game %s: seat %u is stored as \"%s\", its log "
               "has \"%s\"",
               stored->row.uuid, s, seat->name, history->names[s]);
    if (seat->total != table->state.totals[s])
        differ(verification,
               "game %s: the total of seat %u is stored as %d, its log gives "
               "%d",
               stored->row.uuid, s, seat->total, table->state.totals[s]);
}

static void compare_totals(struct verification *verification,
                           const struct stored *stored,
                           const struct hk_history *history)
{
    const struct hk_table *table = &history->table;
    bool teams = hk_rules_teams(&table->rules);

    for (unsigned s = 0; s < stored->seat_count; s++)
        compare_seat(verification, stored, history, s);
    for (unsigned t = 0; t < HK_TEAMS; t++) {
        hk_points total = teams ? hk_state_team_total(&table->state, t) : 0;

        if (stored->team_totals[t] != total)
            differ(verification,
                   "game %s: the total of team %u is stored as %d, its log "
                   "gives %d",
                   stored->row.uuid, t, stored->team_totals[t], total);
    }
}

static void compare_game(struct verification *verification,
                         const struct stored *stored,
                         const struct hk_history *history)
{
    const struct hk_game_row *row = &stored->row;
    const struct hk_table *table = &history->table;

    if (row->variant != (enum hk_variant)table->rules.variant ||
        row->seats != table->rules.seats ||
        stored->seat_count != table->rules.seats ||
        row->ranked != hk_table_ranked(table) ||
        row->clocked != hk_clocks_kept(&table->rules) ||
        row->mode != table->mode || row->rules_version != HK_RULES_VERSION ||
        row->created_at != history->created_at ||
        row->updated_at != table->updated_at) {
        differ(verification, "game %s: its row does not say what its log says",
               row->uuid);
        return;
    }
    if (row->seq != table->seq)
        differ(verification,
               "game %s: its last event is stored as %" PRIu32
               ", its log has %" PRIu32,
               row->uuid, row->seq, table->seq);
    if (row->status != table->status)
        differ(verification, "game %s: it is stored as %s, its log says %s",
               row->uuid, hk_status_name(row->status),
               hk_status_name(table->status));
    compare_totals(verification, stored, history);
    /* Of a scorecard every revision was compared, the last one too. */
    if (row->mode == HK_MODE_REFEREE)
        compare_rounds(verification, stored, history);
    else if (stored->revised)
        differ(verification,
               "game %s: the revisions of round %u are stored otherwise than "
               "its log says",
               row->uuid, stored->revised);
}

/* ----- reading one game --------------------------------------------------- */

static enum hk_error add_round(const struct hk_round_row *round, void *cls)
{
    struct stored *stored = cls;

    if (stored->round_count == HK_ROUNDS_MAX)
        return HK_E_INTERNAL;
    stored->rounds[stored->round_count++] = *round;
    return HK_OK;
}

static enum hk_error read_stored(struct verification *verification,
                                 struct stored *stored)
{
    struct hk_store *store = verification->store;
    int64_t game = stored->row.id;

    stored->round_count = 0;
    enum hk_error error = hk_store_seats(store, game, stored->seats,
                                         &stored->seat_count);
    if (!error)
        error = hk_store_team_totals(store, game, stored->team_totals);
    if (!error)
        error = hk_store_rounds(store, game, add_round, stored);
    return error;
}

/* What was read hangs together only if the game's row is the same after. */
static enum hk_error is_settled(struct verification *verification,
                                const struct stored *stored, bool *ret_settled)
{
    struct hk_game_row row;
    enum hk_error error = hk_store_find_game(verification->store,
                                             stored->row.uuid, &row);

    if (!error)
        *ret_settled = row.seq == stored->row.seq;
    return error;
}

static enum hk_error add_finished(const struct hk_game_row *row, void *cls)
{
    struct finished *finished = cls;

    if (row->status == HK_STATUS_FINISHED) {
        finished->games++;
        finished->seqs += row->seq;
    }
    return HK_OK;
}

/* One look at a game; tells of it only if it stood still meanwhile. */
static enum hk_error look(struct verification *verification,
                          struct stored *stored, bool *ret_settled)
{
    struct hk_history history;
    char fault[HK_FAULT_SIZE];
    enum hk_error error = hk_store_find_game(verification->store,
                                             stored->row.uuid, &stored->row);

    if (!error)
        error = read_stored(verification, stored);
    if (error && error != HK_E_INTERNAL)
        return error;
    if (error) {
        differ(verification, "game %s: what is stored of it cannot be read",
               stored->row.uuid);
        *ret_settled = true;
        return HK_OK;
    }
    enum hk_error replayed = hk_history_read(verification->store, &stored->row,
                                             &history, fault);
    if (replayed && replayed != HK_E_INTERNAL)
        return replayed;
    stored->revised = 0;
    if (!replayed && stored->row.mode == HK_MODE_SCORECARD)
        error = hk_verify_revisions(verification->store, stored->row.id,
                                    &stored->revised);
    if (!error)
        error = is_settled(verification, stored, ret_settled);
    if (!error && *ret_settled) {
        (void)add_finished(&stored->row, &verification->finished);
        if (replayed) {
            differ(verification, "game %s: %s", stored->row.uuid, fault);
        } else {
            verification->report.events += history.events;
            verification->report.unhashed += history.unhashed;
            compare_game(verification, stored, &history);
            if (stored->seat_count == history.table.rules.seats)
                error = hk_counted_add(&verification->counted,
                                       verification->store, &stored->row,
                                       stored->seats, &history);
        }
    }
    if (!replayed)
        hk_history_clear(&history);
    return error;
}

static enum hk_error check_game(const struct hk_game_row *row, void *cls)
{
    struct verification *verification = cls;
    struct stored *stored = calloc(1, sizeof *stored);
    enum hk_error error = HK_OK;
    bool settled = false;

    if (!stored)
        return HK_E_INTERNAL;
    stored->row = *row;
    for (int i = 0; i < TRIES && !settled && !error; i++)
        error = look(verification, stored, &settled);
    if (!error && !settled)
        differ(verification, "game %s: it went on too fast to be compared",
               row->uuid);
    verification->report.games++;
    free(stored);
    return error;
}

static enum hk_error tell_feed(const char *uuid, void *cls)
{
    differ(cls, "game %s: the feed of its key does not have its events", uuid);
    return HK_OK;
}

/* ----- results and boards ------------------------------------------------- */

static void tell_difference(const char *text, void *cls)
{
    differ(cls, "%s", text);
}

/* What the boards say is told only if they hold just the games looked at: not
 * where one was finished or corrected meanwhile. */
static enum hk_error compare_figures(struct verification *verification)
{
    size_t differences = verification->report.differences;
    struct finished now = {0};

    verification->holding = true;
    enum hk_error error = hk_verify_boards(&verification->counted,
                                           verification->store, tell_difference,
                                           verification);
    if (!error)
        error = hk_store_each_game(verification->store, add_finished, &now);
    if (error)
        return error;
    verification->report.figures_compared = now.games ==
                                                verification->finished.games &&
                                            now.seqs ==
                                                verification->finished.seqs;
    if (verification->report.figures_compared)
        tell_held(verification);
    else
        verification->report.differences = differences;
    return HK_OK;
}

enum hk_error hk_verify(struct hk_store *store,
                        void (*tell)(const char *text, void *cls), void *cls,
                        struct hk_verify_report *ret_report)
{
    struct verification verification = {
        .store = store, .tell = tell, .cls = cls};
    hk_strbuf_init(&verification.held, HELD_MAX);
    enum hk_error error = hk_counted_init(&verification.counted);

    if (!error)
        error = hk_store_each_game(store, check_game, &verification);
    if (!error)
        error = hk_store_feed_faults(store, tell_feed, &verification);
    if (!error)
        error = compare_figures(&verification);
    hk_counted_clear(&verification.counted);
    hk_strbuf_clear(&verification.held);
    if (!error)
        *ret_report = verification.report;
    return error;
}
