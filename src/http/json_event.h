/* Events of a game as JSON. */
#ifndef HK_HTTP_JSON_EVENT_H
#define HK_HTTP_JSON_EVENT_H

#include "engine/event.h"
#include "http/json_write.h"
#include "service/game.h"

/* A seat's move as it may be sent. */
void hk_json_move(struct hk_json *json, const char *name,
                  const struct hk_move *move);

/* An event from which what its reader may not see was taken by
 * hk_view_event(). */
void hk_json_event(struct hk_json *json, const struct hk_event *event,
                   const struct hk_rules *rules);

/*
 * Members seq, events and game of an open object: what a write brought about,
 * as this viewer may see it. `minimal` leaves the game out.
 */
void hk_json_happened(struct hk_json *json, const struct hk_happened *happened,
                      const struct hk_viewer *viewer, bool minimal);

#endif
