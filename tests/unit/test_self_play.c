/*
 * The same seed gives the same game on every machine, by every compiler,
 * optimised or not: whole playouts against digests written down here. And the
 * moves that self-play draws at random are legal under all options.
 */
#include "engine_kit.h"
#include "engine_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "random_move.h"

enum { GAMES = 60, MOVES_MAX = 60000 };

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ from[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t mix_result(uint64_t hash, const struct hk_round_result *result)
{
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        char text[16];
        int length = snprintf(text, sizeof(text), "%d;",
                              (int)result->points[seat]);
        hash = mix(hash, text, (size_t)length);
    }
    return hash;
}

/* Plays a game to its end; the digest of its moves as texts, of every figure
 * and of how many there were. */
static uint64_t play(struct kit_game *game, uint64_t seed)
{
    struct dice dice = {.state = seed};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    for (unsigned i = 0; game->state.stage != HK_STAGE_OVER; i++) {
        char text[HK_NOTATION_SIZE];
        KIT_CHECK(i < MOVES_MAX);
        if (game->state.stage == HK_STAGE_PLAY)
            random_move(&game->rules, &game->state, &dice, &move);
        else
            random_deal(&game->rules, &game->state, &dice, &move);
        hk_notation_write_move(&move, text);
        hash = mix(hash, text, strlen(text) + 1);
        hash = mix(hash, &move.seat, 1);
        enum hk_error error = hk_apply(&game->rules, &game->state, &move,
                                       &game->outcome, &game->refusal);
        if (error)
            ck_abort_msg("%s: %s", text, hk_error_code(error));
        if (game->outcome.round_ended)
            hash = mix_result(hash, &game->outcome.result);
    }
    return hash;
}

static const struct {
    enum hk_variant variant;
    unsigned seats;
    uint64_t seed, digest;
} known[] = {
    {HK_HAND, 2, 1, UINT64_C(0xb5be866ca7d0cdb2)},
    {HK_HAND, 5, 2, UINT64_C(0x467704ea7e13f5fe)},
    {HK_HAND_PARTNERS, 4, 3, UINT64_C(0x4dea08c04cc995fa)},
    {HK_MAY_I, 3, 4, UINT64_C(0xce85454153b45ba6)},
    {HK_MAY_I, 5, 5, UINT64_C(0xaeffbcf56dce3c16)},
};

START_TEST(a_seed_gives_the_game_that_it_always_gave)
{
    for (unsigned i = 0; i < KIT_COUNT(known); i++) {
        struct kit_game game;
        kit_begin(&game, NULL, known[i].variant, known[i].seats, 0);
        uint64_t digest = play(&game, known[i].seed);
        ck_assert_msg(digest == known[i].digest,
                      "%s, seed %" PRIu64 ": 0x%016" PRIx64,
                      hk_variant_name(known[i].variant), known[i].seed, digest);
    }
}
END_TEST

START_TEST(whatever_is_drawn_at_random_is_legal_under_all_options)
{
    for (unsigned i = 0; i < GAMES * HK_VARIANTS; i++) {
        enum hk_variant variant = (enum hk_variant)(i % HK_VARIANTS);
        unsigned least = hk_variant_seats_least(variant);
        unsigned most = hk_variant_seats_most(variant);
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, i);
        struct kit_game game;
        kit_begin(&game, NULL, variant,
                  least + hk_rng_below(&rng, most - least + 1), 0);
        player_options(&rng, &game.rules);
        game.rules.max_reshuffles %= 3;
        if (hk_option_find(variant, "rounds"))
            game.rules.rounds = 2;
        if (i % 2 == 0)
            game.rules.opening_minimum %= 60;
        play(&game, i);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_seed_gives_the_game_that_it_always_gave,
        whatever_is_drawn_at_random_is_legal_under_all_options,
    };
    return kit_run("self_play", tests, KIT_COUNT(tests));
}
