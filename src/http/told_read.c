/* Reading rounds as a table tells them. */
#include "http/told_read.h"

#include <stdint.h>
#include <string.h>

#include <unictype.h>
#include <unistr.h>

#include "http/json_read.h"

enum { REASON_POINTS_MAX = 200 };

/* Whether the character may stand in a reason: no control, nothing that
 * changes lines, and nothing that turns what stands around it. */
static bool may_stand(ucs4_t point)
{
    const uint32_t refused = UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cs |
                             UC_CATEGORY_MASK_Co | UC_CATEGORY_MASK_Cn |
                             UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp;
    bool turns = (point >= 0x202a && point <= 0x202e) ||
                 (point >= 0x2066 && point <= 0x2069);

    return !turns && !uc_is_general_category_withtable(point, refused);
}

/* Whether the text says something, in so many characters as are allowed. */
static bool is_reason(const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    bool says = false;
    size_t points = 0;
    ucs4_t point;

    while ((at = u8_next(&point, at)) != NULL) {
        if (!may_stand(point))
            return false;
        says = says || !uc_is_property_white_space(point);
        points++;
    }
    return says && points <= REASON_POINTS_MAX;
}

static void read_reason(struct hk_faults *faults, const struct hk_at *at,
                        json_t *body, const char **ret_reason)
{
    struct hk_at here = {.up = at, .name = "reason"};

    if (hk_read_string(faults, at, body, "reason", true, ret_reason) &&
        !is_reason(*ret_reason))
        hk_faults_add(faults, &here, "invalid_reason", HK_FAULT_NO_REASON,
                      HK_FIGURES({"most", NULL, REASON_POINTS_MAX}));
}

/* The seat that went out must be named, or null said: nobody did. */
static void read_out(struct hk_faults *faults, const struct hk_at *at,
                     json_t *body, const struct hk_rules *rules,
                     struct hk_told_round *told)
{
    struct hk_at here = {.up = at, .name = "out"};
    int64_t out;

    if (!json_object_get(body, "out"))
        hk_faults_add(faults, &here, "missing", HK_FAULT_OUT_NOT_SAID, NULL);
    else if (hk_read_integer(faults, at, body, "out", false, 0,
                             rules->seats - 1, &out))
        told->out = (int8_t)out;
}

/* As many as are sent; those past a whole pack are only counted. */
static void read_cards(struct hk_faults *faults, const struct hk_at *at,
                       json_t *seat, struct hk_told_seat *told)
{
    struct hk_at cards_at = {.up = at, .name = "cards"};
    json_t *cards, *card;
    size_t i;

    if (!hk_read_array(faults, at, seat, "cards", false, 0, &cards))
        return;
    told->has_cards = true;
    told->card_count = (unsigned)json_array_size(cards);
    json_array_foreach(cards, i, card)
    {
        struct hk_at here = {.up = &cards_at, .index = i};
        hk_card read = HK_NO_CARD;
        if (hk_read_card(faults, &here, card, &read) && i < HK_PACK_MAX)
            told->cards[i] = read;
    }
}

static void read_seat(struct hk_faults *faults, const struct hk_at *at,
                      json_t *seat, struct hk_told_seat *told)
{
    static const char *const names[] = {"down", "cards", "points", NULL};
    bool down;

    if (!hk_read_is_object(faults, at, seat))
        return;
    hk_read_only(faults, at, seat, names);
    if (hk_read_boolean(faults, at, seat, "down", false, &down))
        told->down = (int8_t)down;
    read_cards(faults, at, seat, told);
    /* What no cards can make is refused when the round is judged. */
    told->has_points = hk_read_integer(faults, at, seat, "points", false,
                                       INT64_MIN, INT64_MAX, &told->points);
}

static void read_seats(struct hk_faults *faults, const struct hk_at *at,
                       json_t *body, const struct hk_rules *rules,
                       struct hk_told_round *told)
{
    struct hk_at seats_at = {.up = at, .name = "seats"};
    json_t *seats, *seat;
    size_t i;

    if (!hk_read_array(faults, at, body, "seats", true, 0, &seats))
        return;
    if (json_array_size(seats) != rules->seats)
        hk_faults_add(faults, &seats_at, "wrong_count", HK_FAULT_TOLD_COUNT,
                      HK_FIGURES({"seats", NULL, rules->seats}));
    json_array_foreach(seats, i, seat)
    {
        struct hk_at here = {.up = &seats_at, .index = i};
        if (i == rules->seats)
            break;
        read_seat(faults, &here, seat, &told->seats[i]);
    }
}

static void add_missing(struct hk_faults *faults, const struct hk_at *seats_at,
                        unsigned seat, enum hk_missing missing)
{
    struct hk_at at = {.up = seats_at, .index = seat};
    struct hk_at down_at = {.up = &at, .name = "down"};
    struct hk_at points_at = {.up = &at, .name = "points"};

    switch (missing) {
    case HK_MISSING_NOTHING:
        return;
    case HK_MISSING_DOWN:
        hk_faults_add(faults, &down_at, "missing", HK_FAULT_DOWN_NOT_SAID,
                      NULL);
        return;
    case HK_MISSING_HELD:
        hk_faults_add(faults, &points_at, "missing", HK_FAULT_HELD_NOT_SAID,
                      NULL);
        return;
    }
}

void hk_told_read(struct hk_faults *faults, json_t *body,
                  const struct hk_rules *rules, bool corrects,
                  struct hk_told_round *ret_told, const char **ret_reason)
{
    /* The last is known to corrections alone. */
    const char *const names[] = {"out", "hand", "seats",
                                 corrects ? "reason" : NULL, NULL};
    enum hk_missing missing[HK_SEATS_MAX];
    struct hk_at at = {0};
    struct hk_at seats_at = {.up = &at, .name = "seats"};

    hk_told_init(ret_told);
    *ret_reason = NULL;
    if (!hk_read_is_object(faults, &at, body))
        return;
    hk_read_only(faults, &at, body, names);
    read_out(faults, &at, body, rules, ret_told);
    if (!hk_read_boolean(faults, &at, body, "hand", false, &ret_told->hand))
        ret_told->hand = false;
    read_seats(faults, &at, body, rules, ret_told);
    if (corrects)
        read_reason(faults, &at, body, ret_reason);
    /* D13: of whom it is missing depends on all of the above. */
    if (hk_faults_any(faults) ||
        !hk_scorecard_missing(rules, ret_told, missing))
        return;
    for (unsigned seat = 0; seat < rules->seats; seat++)
        add_missing(faults, &seats_at, seat, missing[seat]);
}
