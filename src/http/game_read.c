/* Reading games as asked for. */
#include "http/game_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot.h"
#include "http/json_read.h"

/* The variant; false where there is none that the rest could be read by. */
bool hk_variant_read(struct hk_faults *faults, const struct hk_at *at,
                     json_t *body, enum hk_variant *ret_variant)
{
    struct hk_at here = {.up = at, .name = "variant"};
    const char *name;

    if (!hk_read_string(faults, at, body, "variant", true, &name))
        return false;
    if (hk_variant_find(name, ret_variant))
        return true;
    hk_faults_add(faults, &here, "unknown_value", HK_FAULT_NO_SUCH_VARIANT,
                  NULL);
    return false;
}

static void read_mode(struct hk_faults *faults, const struct hk_at *at,
                      json_t *body, enum hk_mode *ret_mode)
{
    struct hk_at here = {.up = at, .name = "mode"};
    const char *mode;

    if (hk_read_string(faults, at, body, "mode", false, &mode) &&
        !hk_mode_find(mode, ret_mode))
        hk_faults_add(faults, &here, "unknown_value", HK_FAULT_NO_SUCH_MODE,
                      NULL);
}

static void not_dealt(struct hk_faults *faults, const struct hk_at *at)
{
    hk_faults_add(faults, at, "not_for_scorecards", HK_FAULT_NOT_FOR_SCORECARDS,
                  NULL);
}

/* A scorecard has players alone. */
static void check_scorecard(struct hk_faults *faults, const struct hk_at *at,
                            json_t *body, const struct hk_game_wish *wish)
{
    static const char *const members[] = {"deals", "first_dealer"};
    struct hk_at seats_at = {.up = at, .name = "seats"};

    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
        struct hk_at here = {.up = at, .name = members[i]};
        if (hk_read_member(faults, at, body, members[i], false))
            not_dealt(faults, &here);
    }
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        struct hk_at seat_at = {.up = &seats_at, .index = seat};
        struct hk_at here = {.up = &seat_at, .name = "bot"};
        if (wish->seats[seat].bot)
            not_dealt(faults, &here);
    }
    struct hk_at options_at = {.up = at, .name = "options"};
    json_t *options = json_object_get(body, "options");
    for (const struct hk_option *o = hk_options; o->name; o++) {
        struct hk_at here = {.up = &options_at, .name = o->name};
        json_t *value = json_object_get(options, o->name);
        if (o->rule == HK_RULE_NONE && value && !json_is_null(value))
            hk_faults_add(faults, &here, "not_for_scorecards",
                          HK_FAULT_NO_CLOCK_FOR_SCORECARDS, NULL);
    }
}

/* An option's value as the engine keeps it; false where it has not the type. */
static bool read_value(struct hk_faults *faults, const struct hk_at *at,
                       const struct hk_option *option, const json_t *value,
                       int64_t *ret_value)
{
    switch (option->type) {
    case HK_OPTION_INT:
    case HK_OPTION_ONEOF:
        *ret_value = json_integer_value(value);
        if (json_is_integer(value))
            return true;
        hk_faults_add(faults, at, "wrong_type", HK_FAULT_NOT_INTEGER, NULL);
        return false;
    case HK_OPTION_BOOL:
        *ret_value = json_is_true(value);
        if (json_is_boolean(value))
            return true;
        hk_faults_add(faults, at, "wrong_type", HK_FAULT_NOT_BOOLEAN, NULL);
        return false;
    case HK_OPTION_CHOICE:
        if (!json_is_string(value)) {
            hk_faults_add(faults, at, "wrong_type", HK_FAULT_NOT_TEXT, NULL);
            return false;
        }
        *ret_value = hk_option_choice(option, json_string_value(value));
        return true;
    }
    abort();
}

/* What an option may be, where its values are few. */
static void list_values(const struct hk_option *option, char *ret_text,
                        size_t size)
{
    size_t used = 0;

    for (unsigned i = 0; i < option->value_count && used < size; i++) {
        if (option->type == HK_OPTION_CHOICE)
            snprintf(ret_text + used, size - used, "%s%s", i ? ", " : "",
                     option->names[i]);
        else
            snprintf(ret_text + used, size - used, "%s%d", i ? ", " : "",
                     option->values[i]);
        used = strlen(ret_text);
    }
}

static void add_out_of_range(struct hk_faults *faults, const struct hk_at *at,
                             const struct hk_option *option)
{
    char choices[200];

    if (option->type == HK_OPTION_INT) {
        hk_faults_add(faults, at, "out_of_range", HK_FAULT_FROM_TO,
                      HK_FIGURES({"least", NULL, option->least},
                                 {"greatest", NULL, option->greatest}));
        return;
    }
    list_values(option, choices, sizeof(choices));
    hk_faults_add(faults, at, "out_of_range", HK_FAULT_ONE_OF,
                  HK_FIGURES({"choices", choices, 0}));
}

static void read_option(struct hk_faults *faults, const struct hk_at *at,
                        const struct hk_option *option, const json_t *value,
                        struct hk_rules *rules)
{
    int64_t number;

    if (!read_value(faults, at, option, value, &number))
        return;
    if (number >= INT32_MIN && number <= INT32_MAX &&
        hk_option_set(option, rules, (int32_t)number))
        return;
    add_out_of_range(faults, at, option);
}

/* `variant` is NULL where it is not known: then any name will do. */
void hk_rules_read(struct hk_faults *faults, const struct hk_at *at,
                   json_t *body, const enum hk_variant *variant,
                   struct hk_rules *rules)
{
    struct hk_at options_at = {.up = at, .name = "options"};
    const char *name;
    json_t *value;

    json_t *options = hk_read_member(faults, at, body, "options", false);
    if (!options || !hk_read_is_object(faults, &options_at, options) ||
        !variant)
        return;
    json_object_foreach(options, name, value)
    {
        struct hk_at here = {.up = &options_at, .name = name};
        const struct hk_option *option = hk_option_find(*variant, name);
        if (!option)
            hk_faults_add(
                faults, &here, "unknown_member", HK_FAULT_NO_SUCH_OPTION,
                HK_FIGURES({"variant", hk_variant_name(*variant), 0}));
        else if (!json_is_null(value))
            read_option(faults, &here, option, value, rules);
    }
}

static void read_name(struct hk_faults *faults, const struct hk_at *at,
                      const json_t *value, struct hk_seat_wish *ret_seat)
{
    if (!json_is_string(value)) {
        hk_faults_add(faults, at, "wrong_type", HK_FAULT_NAME_NOT_TEXT, NULL);
        return;
    }
    enum hk_name_fault fault = hk_name_read(json_string_value(value),
                                            json_string_length(value),
                                            ret_seat->name, ret_seat->folded);
    if (fault)
        hk_faults_add(faults, at, "invalid_name", hk_text_of_name_fault(fault),
                      NULL);
}

static bool read_bot(struct hk_faults *faults, const struct hk_at *at,
                     const json_t *value)
{
    struct hk_at bot_at = {.up = at, .name = "bot"};

    if (!json_is_string(value))
        hk_faults_add(faults, &bot_at, "wrong_type", HK_FAULT_BOT_NOT_TEXT,
                      NULL);
    else if (strcmp(json_string_value(value), HK_BOT_BASIC) != 0)
        hk_faults_add(faults, &bot_at, "unknown_value", HK_FAULT_NO_SUCH_BOT,
                      NULL);
    else
        return true;
    return false;
}

/* Who sits there: one of a player, a bot, and (said before) nobody yet. */
static void read_holder(struct hk_faults *faults, const struct hk_at *at,
                        json_t *seat, struct hk_seat_wish *ret_seat)
{
    struct hk_at player_at = {.up = at, .name = "player"};
    json_t *player = hk_read_member(faults, at, seat, "player", false);
    json_t *bot = hk_read_member(faults, at, seat, "bot", false);

    ret_seat->bot = bot && read_bot(faults, at, bot);
    if ((player != NULL) + (bot != NULL) + ret_seat->open > 1)
        hk_faults_add(faults, at, "contradiction", HK_FAULT_SEAT_IS_ONE, NULL);
    else if (player)
        read_name(faults, &player_at, player, ret_seat);
    else if (!ret_seat->open && !bot)
        hk_faults_add(faults, at, "missing", HK_FAULT_SEAT_IS_NONE, NULL);
}

static void read_seat(struct hk_faults *faults, const struct hk_at *at,
                      json_t *seat, struct hk_seat_wish *ret_seat)
{
    static const char *const names[] = {"player", "open", "bot", NULL};
    struct hk_at open_at = {.up = at, .name = "open"};

    *ret_seat = (struct hk_seat_wish){0};
    if (!hk_read_is_object(faults, at, seat))
        return;
    hk_read_only(faults, at, seat, names);
    json_t *open = hk_read_member(faults, at, seat, "open", false);
    if (open && !json_is_boolean(open)) {
        hk_faults_add(faults, &open_at, "wrong_type", HK_FAULT_NOT_BOOLEAN,
                      NULL);
        return;
    }
    ret_seat->open = json_is_true(open);
    read_holder(faults, at, seat, ret_seat);
}

/* How many seats the variant has. */
static bool check_count(struct hk_faults *faults, const struct hk_at *at,
                        enum hk_variant variant, size_t count)
{
    unsigned least = hk_variant_seats_least(variant);
    unsigned most = hk_variant_seats_most(variant);

    if (count >= least && count <= most)
        return true;
    if (least == most)
        hk_faults_add(faults, at, "wrong_count", HK_FAULT_SEAT_COUNT,
                      HK_FIGURES({"variant", hk_variant_name(variant), 0},
                                 {"least", NULL, least}));
    else
        hk_faults_add(faults, at, "wrong_count", HK_FAULT_SEAT_COUNTS,
                      HK_FIGURES({"variant", hk_variant_name(variant), 0},
                                 {"least", NULL, least},
                                 {"greatest", NULL, most}));
    return false;
}

/* The seats. Where their number is no good, the rest of the body is read as if
 * there were as many as there can be. */
static void read_seats(struct hk_faults *faults, const struct hk_at *at,
                       json_t *body, const enum hk_variant *variant,
                       struct hk_game_wish *wish)
{
    struct hk_at seats_at = {.up = at, .name = "seats"};
    json_t *seats, *seat;
    size_t i;

    wish->rules.seats = HK_SEATS_MAX;
    if (!hk_read_array(faults, at, body, "seats", true, 0, &seats))
        return;
    size_t count = json_array_size(seats);
    if (variant && check_count(faults, &seats_at, *variant, count))
        wish->rules.seats = (uint8_t)count;
    json_array_foreach(seats, i, seat)
    {
        struct hk_at here = {.up = &seats_at, .index = i};
        if (i == HK_SEATS_MAX)
            break;
        read_seat(faults, &here, seat, &wish->seats[i]);
    }
}

/* Reads cards, without a limit of shape: false where more than fit. */
static bool read_deal_cards(struct hk_faults *faults, const struct hk_at *at,
                            const json_t *array, hk_card *cards,
                            unsigned *ret_count)
{
    bool fit = json_array_size(array) <= HK_PACK_MAX;

    if (!json_is_array(array))
        hk_faults_add(faults, at, "wrong_type", HK_FAULT_CARDS_NOT_ARRAY, NULL);
    else if (fit)
        *ret_count = hk_read_cards(faults, at, array, HK_PACK_MAX, cards);
    return fit;
}

/* One arranged deal; false where it can never have been dealt. */
static bool read_deal(struct hk_faults *faults, const struct hk_at *at,
                      json_t *deal, unsigned seats,
                      struct hk_arranged_deal *ret_deal)
{
    static const char *const names[] = {"hands", "stock", NULL};
    struct hk_at hands_at = {.up = at, .name = "hands"};
    struct hk_at stock_at = {.up = at, .name = "stock"};
    json_t *hands, *hand;
    bool possible = true;
    size_t i;

    if (!hk_read_is_object(faults, at, deal))
        return true;
    hk_read_only(faults, at, deal, names);
    if (hk_read_array(faults, at, deal, "hands", true, 0, &hands)) {
        possible = json_array_size(hands) == seats;
        json_array_foreach(hands, i, hand)
        {
            struct hk_at here = {.up = &hands_at, .index = i};
            if (i == seats)
                break;
            if (!read_deal_cards(faults, &here, hand, ret_deal->hands[i],
                                 &ret_deal->hand_sizes[i]))
                possible = false;
        }
    }
    json_t *stock = hk_read_member(faults, at, deal, "stock", false);
    if (stock && !read_deal_cards(faults, &stock_at, stock, ret_deal->stock,
                                  &ret_deal->stock_size))
        possible = false;
    return possible;
}

static enum hk_error read_deals(struct hk_faults *faults,
                                const struct hk_at *at, json_t *body,
                                struct hk_new_game *game)
{
    struct hk_at deals_at = {.up = at, .name = "deals"};
    unsigned rounds = (unsigned)game->wish.rules.rounds;
    json_t *deals, *deal;
    size_t i;

    if (!hk_read_array(faults, at, body, "deals", false, 0, &deals))
        return HK_OK;
    size_t count = json_array_size(deals);
    if (count > rounds) {
        hk_faults_add(faults, &deals_at, "too_many", HK_FAULT_TOO_MANY_DEALS,
                      HK_FIGURES({"rounds", NULL, rounds}));
        return HK_OK;
    }
    if (count == 0)
        return HK_OK;
    game->deals = calloc(count, sizeof(*game->deals));
    if (!game->deals)
        return HK_E_INTERNAL;
    json_array_foreach(deals, i, deal)
    {
        struct hk_at here = {.up = &deals_at, .index = i};
        if (!read_deal(faults, &here, deal, game->wish.rules.seats,
                       &game->deals[i]) &&
            game->impossible_deal < 0)
            game->impossible_deal = (int)i;
    }
    game->wish.deals = game->deals;
    game->wish.deal_count = count;
    return HK_OK;
}

enum hk_error hk_game_read(struct hk_faults *faults, json_t *body,
                           struct hk_new_game *ret_game)
{
    static const char *const names[] = {
        "variant", "mode", "options", "seats", "deals", "first_dealer", NULL};
    struct hk_game_wish *wish = &ret_game->wish;
    struct hk_at at = {0};
    enum hk_variant found = HK_HAND;
    int64_t dealer;

    *ret_game = (struct hk_new_game){.impossible_deal = -1};
    wish->first_dealer = -1;
    if (!hk_read_is_object(faults, &at, body))
        return HK_OK;
    hk_read_only(faults, &at, body, names);
    read_mode(faults, &at, body, &wish->mode);
    /* What the rest may be depends on the variant. */
    const enum hk_variant *variant = hk_variant_read(faults, &at, body, &found)
                                         ? &found
                                         : NULL;
    hk_rules_init(&wish->rules, found, hk_variant_seats_least(found));
    if (!variant)
        wish->rules.rounds = HK_ROUNDS_MAX;
    hk_rules_read(faults, &at, body, variant, &wish->rules);
    read_seats(faults, &at, body, variant, wish);
    if (wish->mode == HK_MODE_SCORECARD) {
        check_scorecard(faults, &at, body, wish);
        return HK_OK;
    }
    if (hk_read_integer(faults, &at, body, "first_dealer", false, 0,
                        wish->rules.seats - 1, &dealer))
        wish->first_dealer = (int)dealer;
    return read_deals(faults, &at, body, ret_game);
}

void hk_new_game_clear(struct hk_new_game *game)
{
    if (!game)
        return;
    free(game->deals);
    game->deals = NULL;
    game->wish.deals = NULL;
}

void hk_seat_read(struct hk_faults *faults, json_t *body, const char *member,
                  struct hk_seat_wish *ret_seat)
{
    const char *const names[] = {member, NULL};
    struct hk_at at = {0};
    struct hk_at here = {.up = &at, .name = member};

    *ret_seat = (struct hk_seat_wish){0};
    if (!hk_read_is_object(faults, &at, body))
        return;
    hk_read_only(faults, &at, body, names);
    json_t *name = hk_read_member(faults, &at, body, member, true);
    if (name)
        read_name(faults, &here, name, ret_seat);
}

void hk_holder_read(struct hk_faults *faults, json_t *body, enum hk_mode mode,
                    struct hk_seat_wish *ret_seat)
{
    static const char *const names[] = {"player", "bot", NULL};
    struct hk_at at = {0};
    struct hk_at bot_at = {.up = &at, .name = "bot"};

    *ret_seat = (struct hk_seat_wish){0};
    if (!hk_read_is_object(faults, &at, body))
        return;
    hk_read_only(faults, &at, body, names);
    read_holder(faults, &at, body, ret_seat);
    if (ret_seat->bot && mode == HK_MODE_SCORECARD)
        not_dealt(faults, &bot_at);
}
