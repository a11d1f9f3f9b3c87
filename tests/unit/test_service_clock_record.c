/* What clocks leave in the log's texts is kept, and nothing else is read. */
#include "service_kit.h"

#include <string.h>

#include "service/fields.h"
#include "service/record.h"

static struct hk_entry entry_of(enum hk_event_type type, int seat)
{
    struct hk_entry entry;

    memset(&entry, 0, sizeof entry);
    entry.event.seq = 7;
    entry.event.at = 1000;
    entry.event.type = (uint8_t)type;
    entry.event.round = 1;
    entry.event.seat = (int8_t)seat;
    entry.event.drawn = HK_NO_CARD;
    return entry;
}

/* Writes the event, which must have this text, and reads it. */
static struct hk_event round_trip(const struct hk_entry *entry,
                                  const char *wanted)
{
    struct hk_game_wish wish = kit_wish("a b c", NULL, false);
    struct hk_strbuf data;
    struct hk_strbuf secret;
    struct hk_record record;

    hk_strbuf_init(&data, HK_FIELDS_MAX);
    hk_strbuf_init(&secret, HK_FIELDS_MAX);
    hk_record_write(&wish.rules, entry, &data, &secret);
    ck_assert_str_eq(data.text, wanted);
    ck_assert_uint_eq(secret.length, 0);
    struct hk_event_row row = {.seq = entry->event.seq,
                               .at = entry->event.at,
                               .type = (enum hk_event_type)entry->event.type,
                               .round = entry->event.round,
                               .seat = entry->event.seat,
                               .data = data.text};
    ck_assert_int_eq(hk_record_read(&row, &record), HK_OK);
    hk_strbuf_clear(&data);
    hk_strbuf_clear(&secret);
    hk_record_clear(&record);
    return record.entry.event;
}

START_TEST(test_what_a_clock_tells_is_kept)
{
    struct hk_entry expired = entry_of(HK_EVENT_CLOCK_EXPIRED, 1);
    struct hk_entry resumed = entry_of(HK_EVENT_CLOCK_RESUMED, 2);
    struct hk_entry moved = entry_of(HK_EVENT_MOVE, 1);

    expired.event.spent_ms = 30000;
    expired.event.phase = HK_PHASE_PLAY;
    expired.event.forfeit = true;
    struct hk_event read = round_trip(&expired,
                                      "spent 30000; phase 1; forfeit 1");
    ck_assert_uint_eq(read.spent_ms, 30000);
    ck_assert_uint_eq(read.phase, HK_PHASE_PLAY);
    ck_assert(read.forfeit);
    resumed.event.limited = true;
    resumed.event.left_ms = 4000000000;
    read = round_trip(&resumed, "left 4000000000");
    ck_assert(read.limited);
    ck_assert_uint_eq(read.left_ms, 4000000000);
    resumed.event.limited = false;
    resumed.event.left_ms = 0;
    read = round_trip(&resumed, "left -1");
    ck_assert(!read.limited);
    moved.event.move = kit_move("discard KS");
    moved.event.spent_ms = 12;
    moved.event.by_clock = true;
    read = round_trip(&moved, "spent 12; by clock; discard KS");
    ck_assert(read.by_clock);
    ck_assert_uint_eq(read.spent_ms, 12);
}
END_TEST

START_TEST(test_what_no_clock_tells_is_refused)
{
    static const struct {
        enum hk_event_type type;
        int seat;
        const char *data;
    } rows[] = {
        {HK_EVENT_CLOCK_EXPIRED, -1, "phase 0; forfeit 0"},
        {HK_EVENT_CLOCK_EXPIRED, 0, "phase 3; forfeit 0"},
        {HK_EVENT_CLOCK_EXPIRED, 0, "phase 0; forfeit 2"},
        {HK_EVENT_CLOCK_EXPIRED, 0, "phase 0"},
        {HK_EVENT_CLOCK_EXPIRED, 0, "by clock; phase 0; forfeit 0"},
        {HK_EVENT_CLOCK_RESUMED, 0, "left -2"},
        {HK_EVENT_CLOCK_RESUMED, 0, ""},
        {HK_EVENT_CLOCK_RESUMED, 0, "left 4294967296"},
        {HK_EVENT_MOVE, 1, "spent 0; discard KS"},
        {HK_EVENT_MOVE, 1, "spent -1; discard KS"},
        {HK_EVENT_MOVE, 1, "spent 4294967296; discard KS"},
        {HK_EVENT_MOVE, 1, "by hand; discard KS"},
        {HK_EVENT_MOVE, 1, "by clock now; discard KS"},
        {HK_EVENT_MOVE, 1, "by clock; spent 3; discard KS"},
        {HK_EVENT_MOVE, 1, "discard KS; spent 3"},
    };

    for (size_t i = 0; i < KIT_COUNT(rows); i++) {
        struct hk_event_row row = {.seq = 1,
                                   .type = rows[i].type,
                                   .round = 1,
                                   .seat = rows[i].seat,
                                   .data = rows[i].data};
        struct hk_record record;

        ck_assert_msg(hk_record_read(&row, &record) == HK_E_INTERNAL, "%s",
                      rows[i].data);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_what_a_clock_tells_is_kept,
        test_what_no_clock_tells_is_refused,
    };
    return kit_run("service/clock record", tests, KIT_COUNT(tests));
}
