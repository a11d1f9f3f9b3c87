/* What several targets choose by their bytes, and what they all hold. */
#include "choices.h"

#include <stdbool.h>
#include <string.h>

#include "service/event_json.h"
#include "service/fields.h"

static void choose_option(struct fuzz_bytes *bytes, struct hk_rules *rules)
{
    const struct hk_option *option = &hk_options[fuzz_below(bytes, HK_OPTIONS)];
    uint32_t value = fuzz_short(bytes);

    if (!(option->variants >> rules->variant & 1))
        return;
    switch (option->type) {
    case HK_OPTION_INT:
        value = value % (uint32_t)(option->greatest - option->least + 1) +
                (uint32_t)option->least;
        break;
    case HK_OPTION_ONEOF:
        value = (uint32_t)option->values[value % option->value_count];
        break;
    case HK_OPTION_BOOL:
        value %= 2;
        break;
    case HK_OPTION_CHOICE:
        value %= option->value_count;
        break;
    }
    FUZZ_CHECK(hk_option_set(option, rules, (int32_t)value));
}

void fuzz_choose_rules(struct fuzz_bytes *bytes, struct hk_rules *ret_rules)
{
    enum hk_variant variant = (enum hk_variant)fuzz_below(bytes, HK_VARIANTS);
    unsigned least = hk_variant_seats_least(variant);
    unsigned most = hk_variant_seats_most(variant);
    unsigned seats = least + fuzz_below(bytes, most - least + 1);

    hk_rules_init(ret_rules, variant, seats);
    for (unsigned count = fuzz_byte(bytes) % 8; count > 0; count--)
        choose_option(bytes, ret_rules);
}

static void write_both(const struct hk_rules *rules,
                       const struct hk_entry *entry, struct hk_strbuf *data,
                       struct hk_strbuf *secret, struct hk_strbuf *text)
{
    struct hk_json json;

    hk_strbuf_init(data, HK_FIELDS_MAX);
    hk_strbuf_init(secret, HK_FIELDS_MAX);
    hk_strbuf_init(text, 1 << 16);
    hk_json_init(&json, text);
    hk_record_write(rules, entry, data, secret);
    hk_json_event_text(&json, &entry->event, rules);
    FUZZ_CHECK(!data->failed && !secret->failed && !text->failed);
}

static bool same(const struct hk_strbuf *a, const struct hk_strbuf *b)
{
    return a->length == b->length &&
           (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

void fuzz_check_texts(const struct hk_rules *rules,
                      const struct hk_entry *entry)
{
    struct hk_strbuf data, secret, text, data2, secret2, text2;
    static struct hk_record record;
    const struct hk_event *event = &entry->event;

    write_both(rules, entry, &data, &secret, &text);
    struct hk_event_row row = {.seq = event->seq,
                               .at = event->at,
                               .type = (enum hk_event_type)event->type,
                               .round = event->round,
                               .seat = event->seat,
                               .data = data.text ? data.text : "",
                               .secret = secret.length ? secret.text : NULL};
    FUZZ_CHECK(hk_record_read(&row, &record) == HK_OK);
    write_both(rules, &record.entry, &data2, &secret2, &text2);
    FUZZ_CHECK(same(&data, &data2) && same(&secret, &secret2));
    FUZZ_CHECK(same(&text, &text2));
    hk_record_clear(&record);
    hk_strbuf_clear(&data);
    hk_strbuf_clear(&secret);
    hk_strbuf_clear(&text);
    hk_strbuf_clear(&data2);
    hk_strbuf_clear(&secret2);
    hk_strbuf_clear(&text2);
}
