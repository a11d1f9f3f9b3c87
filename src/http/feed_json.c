/* Entries of feeds. */
#include "http/feed_json.h"

#include "service/event_json.h"

void hk_json_feed_event(struct hk_json *json, const struct hk_feed_event *event)
{
    hk_json_open_object(json, NULL);
    hk_json_integer(json, "id", event->id);
    hk_json_string(json, "game", event->game);
    hk_json_named_event(json, "event", event->event, event->rules);
    hk_json_close_object(json);
}
