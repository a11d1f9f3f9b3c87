/* The names of events. */
#include "engine/event.h"

const char *hk_event_name(enum hk_event_type type)
{
    switch (type) {
    case HK_EVENT_GAME_CREATED:
        return "game_created";
    case HK_EVENT_SEAT_TAKEN:
        return "seat_taken";
    case HK_EVENT_SEAT_GIVEN:
        return "seat_given";
    case HK_EVENT_UNDONE:
        return "undone";
    case HK_EVENT_ROUND_STARTED:
        return "round_started";
    case HK_EVENT_MOVE:
        return "move";
    case HK_EVENT_RESHUFFLED:
        return "reshuffled";
    case HK_EVENT_ROUND_ENDED:
        return "round_ended";
    case HK_EVENT_ROUND_CORRECTED:
        return "round_corrected";
    case HK_EVENT_GAME_ENDED:
        return "game_ended";
    case HK_EVENT_CLOCK_EXPIRED:
        return "clock_expired";
    case HK_EVENT_CLOCK_RESUMED:
        return "clock_resumed";
    }
    return "unknown";
}
