/* Reading moves. */
#include "http/moves_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "http/json_read.h"

/* Every member of any move: one that is null counts as absent also where the
 * move does not know it. */
static const char *const all_members[] = {
    "move", "from", "melds", "meld",  "cards",
    "card", "end",  "count", "allow", NULL,
};

/* The members that each kind of move knows. */
static const char *const *members_of(enum hk_move_kind kind)
{
    static const char *const draw[] = {"move", "from", NULL};
    static const char *const put_back[] = {"move", NULL};
    static const char *const meld[] = {"move", "melds", NULL};
    static const char *const lay_off[] = {"move", "meld", "cards", "end", NULL};
    static const char *const take_joker[] = {"move", "meld", "cards", NULL};
    static const char *const discard[] = {"move", "card", NULL};
    static const char *const claim[] = {"move", "count", NULL};
    static const char *const answer[] = {"move", "allow", NULL};

    switch (kind) {
    case HK_MOVE_DRAW:
        return draw;
    case HK_MOVE_RETURN:
        return put_back;
    case HK_MOVE_MELD:
        return meld;
    case HK_MOVE_LAY_OFF:
        return lay_off;
    case HK_MOVE_TAKE_JOKER:
        return take_joker;
    case HK_MOVE_DISCARD:
        return discard;
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
        return claim;
    case HK_MOVE_ANSWER:
        return answer;
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break; /* never found by name */
    }
    abort();
}

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++) {
        if (strcmp(*names, name) == 0)
            return true;
    }
    return false;
}

/* `beside` is what else may stand in the same object; NULL: nothing. */
static void check_members(struct hk_faults *faults, const struct hk_at *at,
                          json_t *object, const char *const *names,
                          const char *beside)
{
    const char *name;
    json_t *value;

    json_object_foreach(object, name, value)
    {
        struct hk_at here = {.up = at, .name = name};
        if (is_among(name, names) || (beside && strcmp(name, beside) == 0))
            continue;
        if (json_is_null(value) && (is_among(name, all_members) ||
                                    (beside && strcmp(name, "moves") == 0)))
            continue;
        hk_faults_add(faults, &here, "unknown_member", HK_FAULT_NOT_OF_MOVE,
                      NULL);
    }
}

/* One of two words, as 1 or 2; 0 where it is absent or at fault. */
static uint8_t read_word(struct hk_faults *faults, const struct hk_at *at,
                         json_t *object, const char *name, bool required,
                         const char *first, const char *second)
{
    struct hk_at here = {.up = at, .name = name};
    const char *word;
    char choices[32];

    if (!hk_read_string(faults, at, object, name, required, &word))
        return 0;
    if (strcmp(word, first) == 0)
        return 1;
    if (strcmp(word, second) == 0)
        return 2;
    snprintf(choices, sizeof(choices), "%s, %s", first, second);
    hk_faults_add(faults, &here, "unknown_value", HK_FAULT_ONE_OF,
                  HK_FIGURES({"choices", choices, 0}));
    return 0;
}

void hk_melds_read(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, struct hk_move *move)
{
    struct hk_at melds_at = {.up = at, .name = "melds"};
    json_t *melds, *meld;
    size_t i;

    if (!hk_read_array(faults, at, object, "melds", true, 1, &melds))
        return;
    if (json_array_size(melds) > HK_MOVE_MELDS_MAX) {
        hk_faults_add(faults, &melds_at, "too_many", HK_FAULT_TOO_MANY,
                      HK_FIGURES({"most", NULL, HK_MOVE_MELDS_MAX}));
        return;
    }
    json_array_foreach(melds, i, meld)
    {
        struct hk_at here = {.up = &melds_at, .index = i};
        if (!json_is_array(meld)) {
            hk_faults_add(faults, &here, "wrong_type", HK_FAULT_MELD_NOT_ARRAY,
                          NULL);
            continue;
        }
        unsigned count = hk_read_cards(faults, &here, meld,
                                       HK_PACK_MAX - move->card_count,
                                       move->cards + move->card_count);
        move->lengths[i] = (uint8_t)count;
        move->card_count = (uint8_t)(move->card_count + count);
    }
    move->meld_count = (uint8_t)json_array_size(melds);
}

/* The number of a meld and cards for it. */
static void read_meld_and_cards(struct hk_faults *faults,
                                const struct hk_at *at, json_t *object,
                                struct hk_move *move)
{
    struct hk_at cards_at = {.up = at, .name = "cards"};
    int64_t number;
    json_t *cards;

    /* A number past all melds is no fault of shape: there is no such meld. */
    if (hk_read_integer(faults, at, object, "meld", true, 1, INT64_MAX,
                        &number))
        move->meld = number > UINT16_MAX ? UINT16_MAX : (uint16_t)number;
    if (hk_read_array(faults, at, object, "cards", true, 1, &cards))
        move->card_count = (uint8_t)hk_read_cards(faults, &cards_at, cards,
                                                  HK_PACK_MAX, move->cards);
}

static void read_card(struct hk_faults *faults, const struct hk_at *at,
                      json_t *object, struct hk_move *move)
{
    struct hk_at here = {.up = at, .name = "card"};

    json_t *card = hk_read_member(faults, at, object, "card", true);
    if (card && hk_read_card(faults, &here, card, &move->cards[0]))
        move->card_count = 1;
}

/* M10 M11: more than there is is no fault of shape. */
static void read_count(struct hk_faults *faults, const struct hk_at *at,
                       json_t *object, struct hk_move *move)
{
    int64_t count;

    if (hk_read_integer(faults, at, object, "count", true, 1, INT64_MAX,
                        &count))
        move->count = count > UINT16_MAX ? UINT16_MAX : (uint16_t)count;
}

static void read_of_kind(struct hk_faults *faults, const struct hk_at *at,
                         json_t *object, struct hk_move *move)
{
    enum hk_move_kind kind = move->kind;

    switch (kind) {
    case HK_MOVE_DRAW:
        move->source = read_word(faults, at, object, "from", true, "stock",
                                 "discard") == 2
                           ? HK_FROM_DISCARD
                           : HK_FROM_STOCK;
        return;
    case HK_MOVE_RETURN:
        return;
    case HK_MOVE_MELD:
        hk_melds_read(faults, at, object, move);
        return;
    case HK_MOVE_LAY_OFF:
        read_meld_and_cards(faults, at, object, move);
        move->end = read_word(faults, at, object, "end", false, "low", "high");
        return;
    case HK_MOVE_TAKE_JOKER:
        read_meld_and_cards(faults, at, object, move);
        return;
    case HK_MOVE_DISCARD:
        read_card(faults, at, object, move);
        return;
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
        read_count(faults, at, object, move);
        return;
    case HK_MOVE_ANSWER:
        hk_read_boolean(faults, at, object, "allow", true, &move->allow);
        return;
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        break; /* never found by name */
    }
    abort();
}

static void read_move(struct hk_faults *faults, const struct hk_at *at,
                      json_t *object, const struct hk_rules *rules,
                      const char *beside, struct hk_move *ret_move)
{
    struct hk_at here = {.up = at, .name = "move"};
    enum hk_move_kind kind;
    const char *name;

    *ret_move = (struct hk_move){0};
    if (!hk_read_is_object(faults, at, object))
        return;
    if (!hk_read_string(faults, at, object, "move", true, &name)) {
        check_members(faults, at, object, all_members, beside);
        return;
    }
    if (!hk_move_find(name, &kind) || !hk_move_known(rules->variant, kind)) {
        hk_faults_add(faults, &here, "unknown_value", HK_FAULT_NO_SUCH_MOVE,
                      NULL);
        return;
    }
    ret_move->kind = (uint8_t)kind;
    check_members(faults, at, object, members_of(kind), beside);
    read_of_kind(faults, at, object, ret_move);
}

void hk_move_read(struct hk_faults *faults, const struct hk_at *at,
                  json_t *object, const struct hk_rules *rules,
                  struct hk_move *ret_move)
{
    read_move(faults, at, object, rules, NULL, ret_move);
}

static void read_batch(struct hk_faults *faults, const struct hk_at *at,
                       json_t *body, const struct hk_rules *rules,
                       struct hk_moves *ret_moves)
{
    static const char *const names[] = {"moves", "seat", NULL};
    struct hk_at moves_at = {.up = at, .name = "moves"};
    json_t *moves, *move;
    size_t i;

    check_members(faults, at, body, names, NULL);
    if (!hk_read_array(faults, at, body, "moves", true, 1, &moves))
        return;
    if (json_array_size(moves) > HK_BATCH_MAX) {
        hk_faults_add(faults, &moves_at, "too_many", HK_FAULT_TOO_MANY,
                      HK_FIGURES({"most", NULL, HK_BATCH_MAX}));
        return;
    }
    ret_moves->list = malloc(json_array_size(moves) * sizeof(struct hk_move));
    if (!ret_moves->list) {
        faults->failed = true;
        return;
    }
    json_array_foreach(moves, i, move)
    {
        struct hk_at here = {.up = &moves_at, .index = i};
        read_move(faults, &here, move, rules, NULL, &ret_moves->list[i]);
    }
    ret_moves->count = json_array_size(moves);
}

void hk_moves_clear(struct hk_moves *moves)
{
    if (moves->list != &moves->single)
        free(moves->list);
    moves->list = NULL;
}

void hk_moves_read(struct hk_faults *faults, json_t *body,
                   const struct hk_rules *rules, struct hk_moves *ret_moves)
{
    struct hk_at at = {0};
    int64_t seat;

    ret_moves->batch = false;
    ret_moves->seat = -1;
    ret_moves->count = 0;
    ret_moves->list = NULL;
    if (!hk_read_is_object(faults, &at, body))
        return;
    ret_moves->seat_given = hk_read_member(faults, &at, body, "seat", false);
    if (hk_read_integer(faults, &at, body, "seat", false, 0, rules->seats - 1,
                        &seat))
        ret_moves->seat = (int)seat;
    ret_moves->batch = hk_read_member(faults, &at, body, "moves", false);
    if (ret_moves->batch) {
        read_batch(faults, &at, body, rules, ret_moves);
        return;
    }
    ret_moves->list = &ret_moves->single;
    read_move(faults, &at, body, rules, "seat", ret_moves->list);
    ret_moves->count = 1;
}

void hk_move_point(struct hk_strbuf *text, const struct hk_refusal *refusal)
{
    unsigned i = refusal->i, j = refusal->j;

    switch (refusal->where) {
    case HK_AT_MOVE:
        return;
    case HK_AT_FROM:
        hk_strbuf_add(text, "/from");
        return;
    case HK_AT_MELDS:
        hk_strbuf_add(text, "/melds");
        return;
    case HK_AT_MELDS_I:
        hk_strbuf_printf(text, "/melds/%u", i);
        return;
    case HK_AT_MELDS_IJ:
        hk_strbuf_printf(text, "/melds/%u/%u", i, j);
        return;
    case HK_AT_MELD:
        hk_strbuf_add(text, "/meld");
        return;
    case HK_AT_CARDS:
        hk_strbuf_add(text, "/cards");
        return;
    case HK_AT_CARDS_I:
        hk_strbuf_printf(text, "/cards/%u", i);
        return;
    case HK_AT_CARD:
        hk_strbuf_add(text, "/card");
        return;
    case HK_AT_END:
        hk_strbuf_add(text, "/end");
        return;
    case HK_AT_COUNT:
        hk_strbuf_add(text, "/count");
        return;
    case HK_AT_ALLOW:
        hk_strbuf_add(text, "/allow");
        return;
    }
    abort();
}

char *hk_moves_pointer(const struct hk_moves *moves, size_t index,
                       const struct hk_refusal *refusal)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, 128);
    if (moves->batch)
        hk_strbuf_printf(&text, "/moves/%zu", index);
    hk_move_point(&text, refusal);
    return hk_strbuf_take(&text);
}
