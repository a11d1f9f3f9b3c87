/* Reading JSON strictly: syntax at once, shape with every fault collected. */
#ifndef HK_HTTP_JSON_READ_H
#define HK_HTTP_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/error.h"
#include "engine/card.h"
#include "http/faults.h"

/* Arrays and objects within each other; a request needs five. */
#define HK_JSON_DEPTH_MAX 16

/* Where a text stopped being JSON. */
struct hk_json_error {
    int line, column; /* from 1 */
    enum hk_text text;
};

/*
 * Reads one JSON value: UTF-8, nothing after it, no member twice, not too
 * deep. The value is to be given back by json_decref().
 * Errors: HK_E_INVALID_JSON (with ret_error); HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_json_read(const char *text, size_t length,
                                         json_t **ret_value,
                                         struct hk_json_error *ret_error);

/*
 * The functions below return false and add a fault where the value is not as
 * wanted. A member that is null counts as absent: `missing` where it is
 * `required`, else false without a fault.
 */

/* Whether a value, in place `at`, is an object. */
bool hk_read_is_object(struct hk_faults *faults, const struct hk_at *at,
                       const json_t *value);

/* One fault for each member that is not among `names` (ends with NULL). */
void hk_read_only(struct hk_faults *faults, const struct hk_at *at,
                  json_t *object, const char *const *names);

/* The member, of any type; NULL where it is absent or null. */
json_t *hk_read_member(struct hk_faults *faults, const struct hk_at *at,
                       json_t *object, const char *name, bool required);

bool hk_read_integer(struct hk_faults *faults, const struct hk_at *at,
                     json_t *object, const char *name, bool required,
                     int64_t least, int64_t greatest, int64_t *ret_value);

bool hk_read_boolean(struct hk_faults *faults, const struct hk_at *at,
                     json_t *object, const char *name, bool required,
                     bool *ret_value);

/* Texts are borrowed from the object. */
bool hk_read_string(struct hk_faults *faults, const struct hk_at *at,
                    json_t *object, const char *name, bool required,
                    const char **ret_value);

/* 32 bytes as 64 digits. */
bool hk_read_hex32(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, const char *name, bool required,
                   uint8_t ret_bytes[32]);

/* An array with `least` elements or more. */
bool hk_read_array(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, const char *name, bool required,
                   size_t least, json_t **ret_value);

/* G1: one card, in place `at`. */
bool hk_read_card(struct hk_faults *faults, const struct hk_at *at,
                  const json_t *value, hk_card *ret_card);

/*
 * The cards of an array, in place `at`, into ret_cards, which has room for
 * `room`; more are a fault, `too_many`. Unreadable ones are faults and left
 * out. Returns how many were read.
 */
unsigned hk_read_cards(struct hk_faults *faults, const struct hk_at *at,
                       const json_t *array, unsigned room, hk_card *ret_cards);

#endif
