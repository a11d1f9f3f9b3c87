/* Events of a game as JSON: the one form in which they are shown and hashed. */
#ifndef HK_SERVICE_EVENT_JSON_H
#define HK_SERVICE_EVENT_JSON_H

#include "base/json_write.h"
#include "engine/event.h"
#include "engine/rules.h"

/* An event, from which what its reader may not see was taken by
 * hk_view_event(). */
void hk_json_event(struct hk_json *json, const struct hk_event *event,
                   const struct hk_rules *rules);

/* The same as a member. */
void hk_json_named_event(struct hk_json *json, const char *name,
                         const struct hk_event *event,
                         const struct hk_rules *rules);

#endif
