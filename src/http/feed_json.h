/* Events of a feed as JSON. */
#ifndef HK_HTTP_FEED_JSON_H
#define HK_HTTP_FEED_JSON_H

#include "base/json_write.h"
#include "service/feed.h"

/* An entry of a feed: its number, its game, and the event. */
void hk_json_feed_event(struct hk_json *json,
                        const struct hk_feed_event *event);

#endif
