/* What the tests of recent events share. */
#include "tail_kit.h"

#include <stdio.h>
#include <string.h>

#include "store/internal.h"
#include "store_kit.h"

static const char *const two[] = {"huda", "sami"};

/* ----- games and moves ---------------------------------------------------- */

const char *kit_uuid(int64_t game, char ret_uuid[HK_UUID_TEXT_SIZE])
{
    snprintf(ret_uuid, HK_UUID_TEXT_SIZE, "01930000-0000-7000-8000-%012d",
             (int)game);
    return ret_uuid;
}

int64_t kit_begun(void)
{
    const struct hk_event_row created = {
        1, 1000, HK_EVENT_GAME_CREATED, 0, -1, "variant hand", NULL, NULL};
    int64_t game = kit_game(HK_HAND, true, 2, two);

    ck_assert_int_eq(kit_append(game, 0, &created, 1, HK_STATUS_PLAYING),
                     HK_OK);
    return game;
}

/* Any event says which it is. */
struct event_text {
    char data[64], secret[64];
    uint8_t hash[HK_HASH_SIZE];
};

static struct hk_event_row event_of(int64_t game, uint32_t seq,
                                    struct event_text *text)
{
    snprintf(text->data, sizeof text->data, "game %d move %u", (int)game, seq);
    snprintf(text->secret, sizeof text->secret, "drawn %u", seq);
    memset(text->hash, (int)seq, sizeof text->hash);
    return (struct hk_event_row){.seq = seq,
                                 .at = 1000 + seq,
                                 .type = HK_EVENT_MOVE,
                                 .round = 1 + seq % 9,
                                 .seat = (int)(seq % 2),
                                 .data = text->data,
                                 .secret = seq % 3 ? NULL : text->secret,
                                 .hash = seq % 4 ? text->hash : NULL};
}

enum hk_error kit_append_moves(struct hk_tx *tx, int64_t game,
                               uint32_t expected, size_t count,
                               enum hk_status status)
{
    struct hk_event_row events[2 * HK_TAIL_MAX];
    struct event_text texts[2 * HK_TAIL_MAX];

    for (size_t i = 0; i < count; i++)
        events[i] = event_of(game, expected + 1 + (uint32_t)i, &texts[i]);
    return hk_tx_append(tx, game, expected, events, count, status);
}

enum hk_error kit_run_move(struct hk_tx *tx, void *cls)
{
    const struct kit_move *move = cls;
    enum hk_error error = kit_append_moves(tx, move->game, move->expected,
                                           move->count, move->status);

    return error == HK_OK ? move->wants : error;
}

enum hk_error kit_try_move(int64_t game, uint32_t expected, size_t count)
{
    struct kit_move move = {game, expected, count, HK_STATUS_PLAYING, HK_OK};

    return hk_store_write(kit_store(), kit_run_move, &move);
}

void kit_play(int64_t game, uint32_t expected, size_t count)
{
    ck_assert_int_eq(kit_try_move(game, expected, count), HK_OK);
}

/* ----- reading ------------------------------------------------------------ */

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_hash(const uint8_t *a, const uint8_t *b)
{
    return a && b ? memcmp(a, b, HK_HASH_SIZE) == 0 : a == b;
}

enum hk_error kit_see(const struct hk_event_row *event, void *cls)
{
    struct kit_walk *walk = cls;
    struct event_text text;
    struct hk_event_row want = event_of(walk->game, event->seq, &text);

    if (event->seq != walk->last + 1)
        walk->fault = "a gap";
    else if (event->seq > 1 &&
             (event->at != want.at || event->type != want.type ||
              event->round != want.round || event->seat != want.seat ||
              !same_text(event->data, want.data) ||
              !same_text(event->secret, want.secret) ||
              !same_hash(event->hash, want.hash)))
        walk->fault = "another event";
    walk->last = event->seq;
    walk->count++;
    return HK_OK;
}

void kit_check_events(struct hk_store *store, int64_t game, uint32_t seq,
                      uint32_t after, size_t limit)
{
    struct kit_walk walk = {.game = game, .last = after};
    size_t left = seq > after ? seq - after : 0;

    ck_assert_int_eq(hk_store_events(store, game, after, limit, kit_see, &walk),
                     HK_OK);
    ck_assert_msg(!walk.fault, "%s at %u", walk.fault, walk.last);
    ck_assert_uint_eq(walk.count, limit && limit < left ? limit : left);
}

void kit_check_row(const struct hk_game_row *row, uint32_t seq)
{
    ck_assert_uint_eq(row->seq, seq);
    ck_assert_int_eq(row->updated_at, seq > 1 ? 1000 + seq : 1000);
}

void kit_check_game(struct hk_store *store, int64_t game, uint32_t seq)
{
    struct hk_game_row row;

    kit_check_events(store, game, seq, 0, 0);
    ck_assert_int_eq(hk_store_find_game(store, KIT_UUID(game), &row), HK_OK);
    ck_assert_int_eq(row.id, game);
    kit_check_row(&row, seq);
}

int64_t kit_count(const char *table, int64_t game)
{
    char sql[128];

    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE game = %d", table,
             (int)game);
    return kit_int(sql);
}

void kit_check_settled(int64_t game, uint32_t settled)
{
    char sql[128];

    ck_assert_int_eq(kit_count("events", game), settled);
    snprintf(sql, sizeof sql, "SELECT seq FROM games WHERE id = %d", (int)game);
    ck_assert_int_eq(kit_int(sql), settled);
}

enum hk_error kit_play_crowd(struct hk_tx *tx, void *cls)
{
    struct kit_crowd *crowd = cls;
    enum hk_error error = HK_OK;

    for (int i = 0; i < KIT_CROWD && error == HK_OK; i++) {
        error = kit_append_moves(tx, crowd->first + i, crowd->seqs[i], 1,
                                 HK_STATUS_PLAYING);
        crowd->seqs[i]++;
    }
    return error;
}

enum hk_error kit_make_crowd(struct hk_tx *tx, void *cls)
{
    struct kit_crowd *crowd = cls;
    enum hk_error error = HK_OK;

    for (int i = 0; i < KIT_CROWD && error == HK_OK; i++) {
        struct hk_game_row row = {
            .status = HK_STATUS_PLAYING, .rules_version = 1, .seats = 2};
        struct hk_seat_row seats[2] = {{.seat = 0, .team = -1},
                                       {.seat = 1, .team = -1}};
        int64_t id;
        row.variant = HK_HAND;
        kit_uuid(crowd->first + i, row.uuid);
        error = hk_tx_add_game(tx, &row, seats, &id);
        if (error == HK_OK)
            error = kit_append_moves(tx, id, 0, 1, HK_STATUS_PLAYING);
        crowd->seqs[i] = 1;
    }
    return error;
}
