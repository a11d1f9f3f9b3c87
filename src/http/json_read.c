/* The strict reader. */
#include "http/json_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

enum hk_error hk_json_read(const char *text, size_t length, json_t **ret_value,
                           struct hk_json_error *ret_error)
{
    json_error_t error;

    json_t *value = json_loadb(
        text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!value) {
        ret_error->line = error.line > 0 ? error.line : 1;
        ret_error->column = error.column > 0 ? error.column : 1;
        snprintf(ret_error->text, sizeof(ret_error->text), "%s", error.text);
        return HK_E_INVALID_JSON;
    }
    if (!is_shallow(value, HK_JSON_DEPTH_MAX)) {
        json_decref(value);
        ret_error->line = 1;
        ret_error->column = 1;
        snprintf(ret_error->text, sizeof(ret_error->text),
                 "more than %d levels within each other", HK_JSON_DEPTH_MAX);
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
    hk_faults_add(faults, at, "wrong_type", "This must be an object.");
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
        hk_faults_add(faults, &here, "unknown_member",
                      "This member is not known here.");
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
        hk_faults_add(faults, &here, "missing", "This member is needed.");
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
        hk_faults_add(faults, &here, "wrong_type", "This must be an integer.");
        return false;
    }
    int64_t number = json_integer_value(value);
    if (number < least || number > greatest) {
        if (greatest == INT64_MAX)
            hk_faults_add(faults, &here, "out_of_range",
                          "This must be %" PRId64 " or more.", least);
        else
            hk_faults_add(faults, &here, "out_of_range",
                          "This must be from %" PRId64 " to %" PRId64 ".",
                          least, greatest);
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
        hk_faults_add(faults, &here, "wrong_type",
                      "This must be true or false.");
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
        hk_faults_add(faults, &here, "wrong_type", "This must be a text.");
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
        hk_faults_add(faults, &here, "wrong_type", "This must be an array.");
        return false;
    }
    if (json_array_size(value) < least) {
        hk_faults_add(faults, &here, "too_few", "This must hold at least %zu.",
                      least);
        return false;
    }
    *ret_value = value;
    return true;
}

bool hk_read_card(struct hk_faults *faults, const struct hk_at *at,
                  const json_t *value, hk_card *ret_card)
{
    if (!json_is_string(value)) {
        hk_faults_add(faults, at, "wrong_type", "A card is a text.");
        return false;
    }
    if (!hk_card_read(json_string_value(value), ret_card)) {
        hk_faults_add(faults, at, "invalid_card",
                      "A card is rank (A 2-9 T J Q K) and suit (S H D C), or "
                      "JK.");
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
        hk_faults_add(faults, at, "too_many",
                      "The pack does not hold so many cards.");
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
