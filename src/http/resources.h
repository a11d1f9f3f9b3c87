/* What each route does: the handlers, one for each row of routes.def. */
#ifndef HK_HTTP_RESOURCES_H
#define HK_HTTP_RESOURCES_H

#include "base/error.h"

struct hk_request;

/*
 * A handler is called when all the checks before the shape have passed. It
 * makes request->reply, or returns an error and says more in request->problem.
 */
#define HANDLER(name) \
    HK_MUST_CHECK enum hk_error name(struct hk_request *request)

/* res_variants.c, res_problems.c, res_service.c */
HANDLER(hk_get_variants);
HANDLER(hk_get_problems);
HANDLER(hk_get_problem);
HANDLER(hk_get_version);
HANDLER(hk_get_livez);
HANDLER(hk_get_readyz);
HANDLER(hk_get_openapi_json);
HANDLER(hk_get_openapi_yaml);

/* res_metrics.c */
HANDLER(hk_get_metrics);

/* res_games.c */
HANDLER(hk_post_games);
HANDLER(hk_get_games);
HANDLER(hk_get_game);
HANDLER(hk_delete_game);

/* res_seats.c */
HANDLER(hk_post_seat);
HANDLER(hk_put_seat);

/* res_moves.c, res_undo.c, res_events.c, res_feed.c, res_tickets.c,
 * res_rounds.c */
HANDLER(hk_post_moves);
HANDLER(hk_post_undo);
HANDLER(hk_get_events);
HANDLER(hk_get_feed);
HANDLER(hk_post_ticket);
HANDLER(hk_get_rounds);
HANDLER(hk_get_round);
HANDLER(hk_get_revisions);

/* res_scorecard.c, res_scores.c */
HANDLER(hk_post_rounds);
HANDLER(hk_put_round);
HANDLER(hk_get_scores);

/* res_records.c */
HANDLER(hk_get_record);
HANDLER(hk_post_record_check);

/* res_legal.c, res_checks.c */
HANDLER(hk_get_legal_moves);
HANDLER(hk_post_check);
HANDLER(hk_post_best_melds);

/* res_players.c, res_leaderboards.c */
HANDLER(hk_post_players);
HANDLER(hk_get_player);
HANDLER(hk_get_player_games);
HANDLER(hk_get_leaderboard);
HANDLER(hk_get_partnerships);

#undef HANDLER

#endif
