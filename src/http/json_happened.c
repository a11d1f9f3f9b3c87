/* Writing what a write brought about. */
#include "http/json_happened.h"

#include "engine/view.h"
#include "http/json_view.h"
#include "service/event_json.h"

static bool is_over(const struct hk_snapshot *snapshot, unsigned round)
{
    for (size_t i = 0; i < snapshot->round_count; i++) {
        if (snapshot->rounds[i].result.round == round)
            return true;
    }
    return false;
}

void hk_json_happened(struct hk_json *json, const struct hk_happened *happened,
                      const struct hk_viewer *viewer, bool minimal)
{
    const struct hk_snapshot *after = &happened->after;

    hk_json_integer(json, "seq", happened->seq);
    hk_json_open_array(json, "events");
    for (size_t i = 0; i < happened->event_count; i++) {
        struct hk_event event = happened->events[i];
        hk_view_event(&event, viewer, is_over(after, event.round));
        hk_json_event(json, &event, &after->rules);
    }
    hk_json_close_array(json);
    if (!minimal)
        hk_json_game(json, "game", after, viewer, NULL);
}
