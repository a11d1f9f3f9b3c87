/* The strict reader. */
#include "http/json_read.h"

#include <stddef.h>
#include <string.h>

#include "base/strbuf.h"
#include "http/json_memory.h"

/* Whether nothing is nested deeper than `room` levels. */
static bool is_shallow(json_t *value, unsigned room)
{
    const char *name;
    json_t *member;
    size_t i;

    if (!json_is_object(value) && !json_is_array(value))
        return true;
    if (room == 0)
        return false;
    json_object_foreach(value, name, member)
    {
        if (!is_shallow(member, room - 1))
            return false;
    }
    json_array_foreach(value, i, member)
    {
        if (!is_shallow(member, room - 1))
            return false;
    }
    return true;
}

/* What the library found, in words that can be translated. */
static enum hk_text text_of(enum json_error_code code)
{
    switch (code) {
    case json_error_premature_end_of_input:
        return HK_FAULT_JSON_END;
    case json_error_end_of_input_expected:
        return HK_FAULT_JSON_MORE;
    case json_error_duplicate_key:
        return HK_FAULT_JSON_TWICE;
    case json_error_invalid_utf8:
        return HK_FAULT_JSON_UTF8;
    case json_error_numeric_overflow:
        return HK_FAULT_JSON_NUMBER;
    case json_error_null_character:
    case json_error_null_byte_in_key:
    case json_error_null_value:
        return HK_FAULT_JSON_NUL;
    case json_error_stack_overflow:
        return HK_FAULT_JSON_DEPTH;
    case json_error_invalid_syntax:
    case json_error_invalid_format:
    case json_error_unknown:
    case json_error_out_of_memory:
    case json_error_cannot_open_file:
    case json_error_invalid_argument:
    case json_error_wrong_type:
    case json_error_item_not_found:
    case json_error_index_out_of_range:
        return HK_FAULT_JSON_SYNTAX;
    }
    return HK_FAULT_JSON_SYNTAX; /* one that a later library has */
}

enum hk_error hk_json_read(const char *text, size_t length, json_t **ret_value,
                           struct hk_json_error *ret_error)
{
    json_error_t error;

    (void)hk_json_memory_failed();
    json_t *value = json_loadb(
        text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (hk_json_memory_failed()) {
        json_decref(value);
        return HK_E_INTERNAL;
    }
    if (!value) {
        ret_error->line = error.line > 0 ? error.line : 1;
        ret_error->column = error.column > 0 ? error.column : 1;
        ret_error->text = text_of(json_error_code(&error));
        return HK_E_INVALID_JSON;
    }
    if (!is_shallow(value, HK_JSON_DEPTH_MAX)) {
        json_decref(value);
        ret_error->line = 1;
        ret_error->column = 1;
        ret_error->text = HK_FAULT_JSON_DEPTH;
        return HK_E_INVALID_JSON;
    }
    *ret_value = value;
    return HK_OK;
}

bool hk_read_is_object(struct hk_faults *faults, const struct hk_at *at,
                       const json_t *value)
{
    if (json_is_object(value))
        return true;
    hk_faults_add(faults, at, "wrong_type", HK_FAULT_NOT_OBJECT, NULL);
    return false;
}

void hk_read_only(struct hk_faults *faults, const struct hk_at *at,
                  json_t *object, const char *const *names)
{
    const char *name;
    json_t *value;

    json_object_foreach(object, name, value)
    {
        const char *const *known = names;
        while (*known && strcmp(*known, name) != 0)
            known++;
        if (*known)
            continue;
        struct hk_at here = {.up = at, .name = name};
        hk_faults_add(faults, &here, "unknown_member", HK_FAULT_UNKNOWN_MEMBER,
                      NULL);
    }
}

json_t *hk_read_member(struct hk_faults *faults, const struct hk_at *at,
                       json_t *object, const char *name, bool required)
{
    json_t *value = json_object_get(object, name);

    if (value && !json_is_null(value))
        return value;
    if (required) {
        struct hk_at here = {.up = at, .name = name};
        hk_faults_add(faults, &here, "missing", HK_FAULT_MISSING, NULL);
    }
    return NULL;
}

bool hk_read_integer(struct hk_faults *faults, const struct hk_at *at,
                     json_t *object, const char *name, bool required,
                     int64_t least, int64_t greatest, int64_t *ret_value)
{
    struct hk_at here = {.up = at, .name = name};

    json_t *value = hk_read_member(faults, at, object, name, required);
    if (!value)
        return false;
    if (!json_is_integer(value)) {
        hk_faults_add(faults, &here, "wrong_type", HK_FAULT_NOT_INTEGER, NULL);
        return false;
    }
    int64_t number = json_integer_value(value);
    if (number < least || number > greatest) {
        if (greatest == INT64_MAX)
            hk_faults_add(faults, &here, "out_of_range", HK_FAULT_AT_LEAST,
                          HK_FIGURES({"least", NULL, least}));
        else
            hk_faults_add(faults, &here, "out_of_range", HK_FAULT_FROM_TO,
                          HK_FIGURES({"least", NULL, least},
                                     {"greatest", NULL, greatest}));
        return false;
    }
    *ret_value = number;
    return true;
}

bool hk_read_boolean(struct hk_faults *faults, const struct hk_at *at,
                     json_t *object, const char *name, bool required,
                     bool *ret_value)
{
    struct hk_at here = {.up = at, .name = name};

    json_t *value = hk_read_member(faults, at, object, name, required);
    if (!value)
        return false;
    if (!json_is_boolean(value)) {
        hk_faults_add(faults, &here, "wrong_type", HK_FAULT_NOT_BOOLEAN, NULL);
        return false;
    }
    *ret_value = json_is_true(value);
    return true;
}

bool hk_read_string(struct hk_faults *faults, const struct hk_at *at,
                    json_t *object, const char *name, bool required,
                    const char **ret_value)
{
    struct hk_at here = {.up = at, .name = name};

    json_t *value = hk_read_member(faults, at, object, name, required);
    if (!value)
        return false;
    if (!json_is_string(value)) {
        hk_faults_add(faults, &here, "wrong_type", HK_FAULT_NOT_TEXT, NULL);
        return false;
    }
    *ret_value = json_string_value(value);
    return true;
}

bool hk_read_array(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, const char *name, bool required,
                   size_t least, json_t **ret_value)
{
    struct hk_at here = {.up = at, .name = name};

    json_t *value = hk_read_member(faults, at, object, name, required);
    if (!value)
        return false;
    if (!json_is_array(value)) {
        hk_faults_add(faults, &here, "wrong_type", HK_FAULT_NOT_ARRAY, NULL);
        return false;
    }
    if (json_array_size(value) < least) {
        hk_faults_add(faults, &here, "too_few", HK_FAULT_TOO_FEW,
                      HK_FIGURES({"least", NULL, (long long)least}));
        return false;
    }
    *ret_value = value;
    return true;
}

bool hk_read_card(struct hk_faults *faults, const struct hk_at *at,
                  const json_t *value, hk_card *ret_card)
{
    if (!json_is_string(value)) {
        hk_faults_add(faults, at, "wrong_type", HK_FAULT_CARD_NOT_TEXT, NULL);
        return false;
    }
    if (!hk_card_read(json_string_value(value), ret_card)) {
        hk_faults_add(faults, at, "invalid_card", HK_FAULT_NO_CARD, NULL);
        return false;
    }
    return true;
}

unsigned hk_read_cards(struct hk_faults *faults, const struct hk_at *at,
                       const json_t *array, unsigned room, hk_card *ret_cards)
{
    size_t size = json_array_size(array);
    unsigned count = 0;

    if (size > room) {
        hk_faults_add(faults, at, "too_many", HK_FAULT_PACK_TOO_SMALL, NULL);
        size = room;
    }
    for (size_t i = 0; i < size; i++) {
        struct hk_at here = {.up = at, .index = i};
        hk_card card;
        if (hk_read_card(faults, &here, json_array_get(array, i), &card))
            ret_cards[count++] = card;
    }
    return count;
}

bool hk_read_hex32(struct hk_faults *faults, const struct hk_at *at,
                   json_t *object, const char *name, bool required,
                   uint8_t ret_bytes[32])
{
    struct hk_at here = {.up = at, .name = name};
    const char *text;

    if (!hk_read_string(faults, at, object, name, required, &text))
        return false;
    if (hk_unhex(text, 32, ret_bytes))
        return true;
    hk_faults_add(faults, &here, "malformed", HK_FAULT_NOT_HEX, NULL);
    return false;
}
