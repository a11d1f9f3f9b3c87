/* Events of a game as JSON: the one form in which they are shown and hashed. */
#ifndef HK_SERVICE_EVENT_JSON_H
#define HK_SERVICE_EVENT_JSON_H

#include "base/json_write.h"
#include "engine/event.h"
#include "engine/rules.h"

/* The text of an event that is hashed, if nothing of it is hidden: canonical
 * JSON as RFC 8785 has it. */
void hk_json_event_text(struct hk_json *json, const struct hk_event *event,
                        const struct hk_rules *rules);

/*
 * Whether a nonce goes before the text, since the event is one of a round that
 * goes on and may hide cards. What ends a round, or tells it, hides nothing.
 * Who has the text knows it by its `round` and its `type`.
 */
bool hk_event_is_sealed(const struct hk_event *event);

/* An event as it is shown: its text, from which what its reader may not see was
 * taken by hk_view_event(), with its hash. */
void hk_json_event(struct hk_json *json, const struct hk_event *event,
                   const struct hk_rules *rules);

/* The same as a member. */
void hk_json_named_event(struct hk_json *json, const char *name,
                         const struct hk_event *event,
                         const struct hk_rules *rules);

#endif
