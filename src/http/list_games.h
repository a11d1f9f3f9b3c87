/* A page of games, as several lists show it. */
#ifndef HK_HTTP_LIST_GAMES_H
#define HK_HTTP_LIST_GAMES_H

#include "http/request.h"

/*
 * Answers with the page of games that `limit` and `cursor` name. An empty
 * filter that nothing passes is told by `nothing`.
 * Errors: HK_E_INVALID_REQUEST, HK_E_BAD_CURSOR; those of the storage.
 */
HK_MUST_CHECK enum hk_error hk_list_games(struct hk_request *request,
                                          const struct hk_game_filter *filter,
                                          bool nothing);

#endif
