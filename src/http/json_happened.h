/* What a write brought about, as JSON. */
#ifndef HK_HTTP_JSON_HAPPENED_H
#define HK_HTTP_JSON_HAPPENED_H

#include "base/json_write.h"
#include "service/game.h"

/*
 * Members seq, events and game of an open object: what a write brought about,
 * as this viewer may see it. `minimal` leaves the game out.
 */
void hk_json_happened(struct hk_json *json, const struct hk_happened *happened,
                      const struct hk_viewer *viewer, bool minimal);

#endif
