/* Rounds that have ended, as stored: the last revision of each, or all. */
#include <string.h>

#include "store/games.h"
#include "store/internal.h"
#include "store/text.h"

enum {
    ROUND_ROUND,
    ROUND_REVISION,
    ROUND_AT,
    ROUND_BY_SEAT,
    ROUND_REASON,
    ROUND_OUT,
    ROUND_HAND,
    ROUND_DEALER,
    ROUND_STARTER,
    ROUND_COMMITMENT,
    ROUND_SEED,
    ROUND_ENDED_AT,
    ROUND_SEAT,
    ROUND_POINTS,
    ROUND_DOWN,
    ROUND_HELD,
    ROUND_HELD_TOLD,
    ROUND_CARDS_LEFT,
    ROUND_TEAM,
    ROUND_TEAM_POINTS
};

/* A round comes as one row for each of its seats. */
#define ROUNDS(from)                                                         \
    "SELECT r.round, r.revision, r.at, r.by_seat, r.reason, r.out, r.hand, " \
    "r.dealer, r.starter, r.commitment, r.seed, f.at, c.seat, c.points, "    \
    "c.down, c.held, c.held_told, c.cards_left, t.team, t.points "           \
    "FROM " from " AS r "                                                    \
    "CROSS JOIN rounds AS f "                                                \
    "ON f.game = r.game AND f.round = r.round AND f.revision = 0 "           \
    "CROSS JOIN round_scores AS c "                                          \
    "ON c.game = r.game AND c.round = r.round AND c.revision = r.revision "  \
    "CROSS JOIN seats AS s ON s.game = r.game AND s.seat = c.seat "          \
    "LEFT JOIN round_team_scores AS t "                                      \
    "ON t.game = r.game AND t.round = r.round AND t.revision = r.revision "  \
    "AND t.team = s.team "

static const char LAST[] = ROUNDS(
    "rounds_last") "WHERE r.game = ?1 ORDER BY r.round, r.revision, c.seat";
static const char REVISIONS[] = ROUNDS(
    "rounds") "WHERE r.game = ?1 AND r.round BETWEEN ?2 AND ?3 "
              "AND r.revision >= ?4 AND r.revision < ?5 "
              "ORDER BY r.round, r.revision, c.seat";

/* A walk over rows, gathered to rounds. */
struct walk {
    struct hk_round_row round;
    char reason[HK_CORRECTION_REASON_SIZE];
    bool begun;
    enum hk_error (*each)(const struct hk_round_row *round, const char *reason,
                          void *cls);
    void *cls;
};

static bool read_round(const struct hk_query *query, struct walk *walk)
{
    struct hk_round_row *round = &walk->round;
    struct hk_round_result *result = &round->result;
    *round = (struct hk_round_row){0};
    result->round = (uint8_t)hk_column_int(query, ROUND_ROUND);
    result->out = (int8_t)hk_column_int_or(query, ROUND_OUT, -1);
    result->hand = hk_column_int(query, ROUND_HAND) != 0;
    round->revision = (uint32_t)hk_column_int(query, ROUND_REVISION);
    round->by = (int8_t)hk_column_int_or(query, ROUND_BY_SEAT, -1);
    round->told_at = hk_column_int(query, ROUND_AT);
    round->ended_at = hk_column_int(query, ROUND_ENDED_AT);
    hk_column_text(query, ROUND_REASON, walk->reason, sizeof(walk->reason));
    walk->begun = true;
    if (hk_column_int_or(query, ROUND_DEALER, -1) < 0)
        return true;
    result->dealer = (hk_seat)hk_column_int(query, ROUND_DEALER);
    result->starter = (hk_seat)hk_column_int(query, ROUND_STARTER);
    return hk_column_bytes(query, ROUND_COMMITMENT, round->commitment,
                           sizeof(round->commitment)) &&
           hk_column_bytes(query, ROUND_SEED, round->seed, sizeof(round->seed));
}

/* What a scorecard was told of a seat; what is NULL was not. */
static bool read_told(const struct hk_query *query,
                      struct hk_round_result *result, unsigned seat)
{
    char left[HK_CARDS_TEXT_SIZE];
    struct hk_declared *declared = &result->declared;
    uint8_t bit = (uint8_t)(1U << seat);
    int64_t down = hk_column_int_or(query, ROUND_DOWN, -1);
    int64_t held = hk_column_int_or(query, ROUND_HELD, -1);
    bool points = hk_column_int(query, ROUND_HELD_TOLD) != 0;
    if (down >= 0)
        declared->down_said |= bit;
    /* H13 M9: who went out was down, said or not. */
    if (down > 0 || result->out == (int)seat)
        result->down |= bit;
    if (points)
        declared->points |= bit;
    if (held >= 0)
        declared->held[seat] = (hk_points)held;
    if (hk_column_null(query, ROUND_CARDS_LEFT))
        return true;
    declared->cards |= bit;
    hk_column_text(query, ROUND_CARDS_LEFT, left, sizeof(left));
    return hk_cards_read(left, &result->left[seat]);
}

static bool read_score(const struct hk_query *query,
                       struct hk_round_result *result)
{
    char left[HK_CARDS_TEXT_SIZE];
    int64_t seat = hk_column_int(query, ROUND_SEAT);
    if (seat < 0 || seat >= HK_SEATS_MAX)
        return false;
    result->points[seat] = (hk_points)hk_column_int(query, ROUND_POINTS);
    int64_t team = hk_column_int_or(query, ROUND_TEAM, -1);
    if (team >= 0 && team < HK_TEAMS)
        result->team_points[team] = (hk_points)hk_column_int(query,
                                                             ROUND_TEAM_POINTS);
    if (hk_column_null(query, ROUND_DEALER))
        return read_told(query, result, (unsigned)seat);
    if (hk_column_int(query, ROUND_DOWN) != 0)
        result->down = (uint8_t)(result->down | 1U << seat);
    hk_column_text(query, ROUND_CARDS_LEFT, left, sizeof(left));
    return hk_cards_read(left, &result->left[seat]);
}

/* Whether the row is of another round or revision than the one before. */
static bool begins(const struct hk_query *query, const struct walk *walk)
{
    return !walk->begun ||
           hk_column_int(query, ROUND_ROUND) != walk->round.result.round ||
           hk_column_int(query, ROUND_REVISION) != walk->round.revision;
}

static enum hk_error tell(const struct walk *walk)
{
    return walk->begun ? walk->each(&walk->round, walk->reason, walk->cls)
                       : HK_OK;
}

/* Runs the query, whose parameters are bound. */
static enum hk_error run(struct hk_query *query, struct walk *walk)
{
    enum hk_error stopped = HK_OK;
    while (stopped == HK_OK && hk_query_next(query)) {
        if (begins(query, walk)) {
            stopped = tell(walk);
            if (stopped == HK_OK && !read_round(query, walk))
                stopped = HK_E_INTERNAL;
        }
        if (stopped == HK_OK && !read_score(query, &walk->round.result))
            stopped = HK_E_INTERNAL;
    }
    enum hk_error error = hk_query_end(query);
    if (error == HK_OK && stopped == HK_OK)
        stopped = tell(walk);
    return error != HK_OK ? error : stopped;
}

/* A walk that tells of no reasons. */
struct plain {
    enum hk_error (*each)(const struct hk_round_row *round, void *cls);
    void *cls;
};

static enum hk_error tell_plain(const struct hk_round_row *round,
                                const char *reason, void *cls)
{
    const struct plain *plain = cls;
    (void)reason;
    return plain->each(round, plain->cls);
}

enum hk_error hk_store_rounds(
    struct hk_store *store, int64_t game,
    enum hk_error (*each)(const struct hk_round_row *round, void *cls),
    void *cls)
{
    struct plain plain = {each, cls};
    struct walk walk = {.each = tell_plain, .cls = &plain};
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, LAST);
    hk_query_int(&query, game);
    enum hk_error error = run(&query, &walk);
    hk_store_give_reader(store, db);
    return error;
}

enum hk_error hk_store_revisions(
    struct hk_store *store, int64_t game, unsigned round, uint32_t first,
    size_t limit,
    enum hk_error (*each)(const struct hk_round_row *revision,
                          const char *reason, void *cls),
    void *cls)
{
    struct walk walk = {.each = each, .cls = cls};
    struct hk_db *db = hk_store_take_reader(store);
    struct hk_query query;
    hk_query_start(&query, db, REVISIONS);
    hk_query_int(&query, game);
    hk_query_int(&query, round ? round : 1);
    hk_query_int(&query, round ? round : HK_ROUNDS_MAX);
    hk_query_int(&query, first);
    hk_query_int(&query, limit ? first + (int64_t)limit : INT64_MAX);
    enum hk_error error = run(&query, &walk);
    hk_store_give_reader(store, db);
    return error;
}
