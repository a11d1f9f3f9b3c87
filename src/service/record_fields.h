/* Typed fields of the log's texts: what the files of record share. */
#ifndef HK_SERVICE_RECORD_FIELDS_H
#define HK_SERVICE_RECORD_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/card.h"
#include "service/fields.h"

/* Add words to the field begun: the cards; the numbers of the bits. */
void hk_record_put_cards(struct hk_strbuf *text, const hk_card *cards,
                         unsigned count);
void hk_record_put_bits(struct hk_strbuf *text, unsigned bits);

/* Each takes the field that must come next, under this key; false where it is
 * another or no such thing. One number; a seat; so many bytes; cards, as many
 * as there are; numbers below 8 as bits. */
bool hk_record_read_number(struct hk_reader *fields, const char *key,
                           int64_t least, int64_t greatest, int64_t *ret_value);
bool hk_record_read_seat(struct hk_reader *fields, const char *key,
                         hk_seat *ret_seat);
bool hk_record_read_hex(struct hk_reader *fields, const char *key, size_t count,
                        void *ret_bytes);
bool hk_record_read_cards(struct hk_reader *fields, const char *key,
                          hk_card ret_cards[HK_PACK_MAX], unsigned *ret_count);
bool hk_record_read_bits(struct hk_reader *fields, const char *key,
                         uint8_t *ret_bits);

/* All the points of a field; returns how many, -1 where it is none or has more
 * than `most`. */
int hk_record_read_points(struct hk_reader *fields, const char *key, int most,
                          hk_points *ret_points);

#endif
