/* Games, rounds and options as JSON. */
#ifndef HK_HTTP_JSON_VIEW_H
#define HK_HTTP_JSON_VIEW_H

#include "base/json_write.h"
#include "engine/rules.h"
#include "engine/view.h"
#include "http/language.h"
#include "service/game.h"
#include "service/json_values.h"
#include "service/lobby.h"

/* The member `options` as it was written last: most games have the same. Zeroed
 * before; of one thread. */
struct hk_options_text {
    struct hk_rules rules;
    size_t length; /* 0: of none yet */
    char text[1000];
};

/* The game as this viewer may see it. `kept` may be NULL. */
void hk_json_game(struct hk_json *json, const char *name,
                  const struct hk_snapshot *snapshot,
                  const struct hk_viewer *viewer, struct hk_options_text *kept);

/* Members totals, team_totals and winners of an open object. */
void hk_json_totals(struct hk_json *json, const struct hk_snapshot *snapshot);

/* What a list tells of a game, as members of an open object. */
void hk_json_game_line(struct hk_json *json, const struct hk_game_row *row,
                       const struct hk_seat_row *seats);

/* A game in a list. */
void hk_json_listed_game(struct hk_json *json,
                         const struct hk_listed_game *game);

/* The member `scores`: rounds, totals, winners. */
void hk_json_scores(struct hk_json *json, const struct hk_snapshot *snapshot);

/* The head of the hash chain, as far as it has come: in a dry run not as far as
 * the game. */
void hk_json_chain(struct hk_json *json, const char *name,
                   const struct hk_snapshot *snapshot);

/* All options of the variant with their values. */
void hk_json_options(struct hk_json *json, const char *name,
                     const struct hk_rules *rules);

/* M3: a contract; null where there is none. */
void hk_json_contract(struct hk_json *json, const char *name,
                      const struct hk_contract *contract);

/* Room for the ETag of a game, such as "17.s2.en" with its quotes. */
#define HK_ETAG_SIZE 24

/* The state and what makes the view differ: the viewer and the language. */
void hk_view_etag(uint32_t seq, const struct hk_viewer *viewer,
                  enum hk_language language, uint8_t away,
                  char ret_etag[HK_ETAG_SIZE]);

#endif
