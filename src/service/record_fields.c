/* Typed fields of the log's texts: cards, bits, points, bytes. */
#include "service/record_fields.h"

#include "engine/notation.h"

void hk_record_put_cards(struct hk_strbuf *text, const hk_card *cards,
                         unsigned count)
{
    char written[HK_NOTATION_SIZE];

    hk_notation_write_cards(cards, count, written);
    if (count > 0)
        hk_fields_word(text, written);
}

void hk_record_put_bits(struct hk_strbuf *text, unsigned bits)
{
    for (unsigned i = 0; bits >> i; i++) {
        if (bits >> i & 1)
            hk_fields_int(text, i);
    }
}

bool hk_record_read_number(struct hk_reader *fields, const char *key,
                           int64_t least, int64_t greatest, int64_t *ret_value)
{
    struct hk_reader words;

    return hk_reader_key(fields, key, &words) &&
           hk_reader_int(&words, least, greatest, ret_value) &&
           hk_reader_done(&words);
}

bool hk_record_read_seat(struct hk_reader *fields, const char *key,
                         hk_seat *ret_seat)
{
    int64_t value;

    if (!hk_record_read_number(fields, key, 0, HK_SEATS_MAX - 1, &value))
        return false;
    *ret_seat = (hk_seat)value;
    return true;
}

bool hk_record_read_hex(struct hk_reader *fields, const char *key, size_t count,
                        void *ret_bytes)
{
    struct hk_reader words;

    return hk_reader_key(fields, key, &words) &&
           hk_reader_hex(&words, count, ret_bytes) && hk_reader_done(&words);
}

bool hk_record_read_cards(struct hk_reader *fields, const char *key,
                          hk_card ret_cards[HK_PACK_MAX], unsigned *ret_count)
{
    struct hk_reader words;
    char text[HK_NOTATION_SIZE];

    return hk_reader_key(fields, key, &words) &&
           hk_reader_rest(&words, text, sizeof text) &&
           hk_notation_read_cards(text, ret_cards, ret_count);
}

bool hk_record_read_bits(struct hk_reader *fields, const char *key,
                         uint8_t *ret_bits)
{
    struct hk_reader words;
    uint8_t bits = 0;
    int64_t value;

    if (!hk_reader_key(fields, key, &words))
        return false;
    while (!hk_reader_done(&words)) {
        if (!hk_reader_int(&words, 0, 7, &value))
            return false;
        bits |= (uint8_t)(1u << value);
    }
    *ret_bits = bits;
    return true;
}

int hk_record_read_points(struct hk_reader *fields, const char *key, int most,
                          hk_points *ret_points)
{
    struct hk_reader words;
    int64_t value;
    int count = 0;

    if (!hk_reader_key(fields, key, &words))
        return -1;
    for (; !hk_reader_done(&words); count++) {
        if (count == most ||
            !hk_reader_int(&words, INT16_MIN, INT16_MAX, &value))
            return -1;
        ret_points[count] = (hk_points)value;
    }
    return count;
}
