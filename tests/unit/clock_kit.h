/* What the tests of clocks share: time that goes by, games, their events. */
#ifndef HK_TESTS_CLOCK_KIT_H
#define HK_TESTS_CLOCK_KIT_H

#include "service/internal.h"
#include "service_kit.h"

/* Seconds that are waited for what must come. */
#define CLOCK_PATIENCE 300

/* So much time goes by, by both clocks. */
void clock_pass(hk_time ms);

/* Until the game has come to this event. */
void clock_await(struct hk_game *game, uint32_t seq);

/* An event as the host sees it. */
struct hk_event clock_event_of(struct hk_game *game, uint32_t seq);

/* Without its rounds, which are freed. */
struct hk_snapshot clock_snapshot_of(struct hk_game *game);

/* Waits for an expiry, and checks it; checks a move of the referee's. */
void clock_assert_expired(struct hk_game *game, uint32_t seq, unsigned seat,
                          enum hk_phase phase, uint32_t spent);
struct hk_event clock_assert_moved(struct hk_game *game, uint32_t seq,
                                   enum hk_move_kind kind);

/* A game whose last seat deals first, so that seat 0 starts. */
struct hk_game *clock_new_game(struct hk_game_wish wish);

/* The first card of the hand goes; a turn: a draw from the stock, and that. */
void clock_discard_some(struct hk_game *game, unsigned seat);
void clock_play_turn(struct hk_game *game, unsigned seat);

#endif
