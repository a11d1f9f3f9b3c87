/*
 * What reads the parts of a request, one part at a time: header values, request
 * targets, languages, names, and bodies in JSON with all that is read out of
 * them. The first byte says which part the others are.
 */
#include <stdbool.h>
#include <string.h>

#include <unistr.h>

#include "base/json_write.h"
#include "base/strbuf.h"
#include "fuzz.h"
#include "engine/notation.h"
#include "http/game_read.h"
#include "http/headers.h"
#include "http/json_read.h"
#include "http/language.h"
#include "http/moves_read.h"
#include "http/target.h"
#include "http/told_read.h"
#include "service/names.h"

static void read_headers(const char *text)
{
    static const char media[] = "text/html text/csv application/json";
    char key[HK_IDEMPOTENCY_KEY_SIZE];

    int chosen = hk_accept_choose(text, media);
    FUZZ_CHECK(chosen >= -1 && chosen <= 2);
    (void)hk_content_type_is(text, "application/json");
    const char *token = hk_bearer_token(text);
    FUZZ_CHECK(!token || (token >= text && token <= text + strlen(text)));
    if (hk_idempotency_key_read(text, key)) {
        FUZZ_CHECK(strlen(key) >= 16 && strlen(key) <= 128);
        FUZZ_CHECK(strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                               "uvwxyz0123456789_-") == strlen(key));
    }
    (void)hk_prefers(text, "return", "minimal");
    FUZZ_CHECK(hk_preferred_number(text, "wait", 60) <= 60);
    (void)hk_none_match_hits(text, "\"17.s2.en\"");
    (void)hk_if_match(text, 17);
    FUZZ_CHECK(hk_language_negotiate(text) < HK_LANGUAGES);
}

/* What was decoded, encoded again, is read as the same. */
static void read_target(const char *text)
{
    struct hk_target target, again;
    struct hk_strbuf encoded;

    if (hk_target_read(text, &target))
        return;
    hk_strbuf_init(&encoded, 1 << 20);
    for (size_t i = 0; i < target.segment_count; i++) {
        hk_strbuf_add_char(&encoded, '/');
        hk_target_encode(&encoded, target.segments[i]);
    }
    for (size_t i = 0; i < target.parameter_count; i++) {
        hk_strbuf_add_char(&encoded, i ? '&' : '?');
        hk_target_encode(&encoded, target.parameters[i].name);
        hk_strbuf_add_char(&encoded, '=');
        hk_target_encode(&encoded, target.parameters[i].value);
    }
    FUZZ_CHECK(!encoded.failed);
    if (target.segment_count > 0 && !target.too_long && !target.too_many) {
        FUZZ_CHECK(hk_target_read(encoded.text, &again) == HK_OK);
        FUZZ_CHECK(again.segment_count == target.segment_count);
        for (size_t i = 0; i < again.segment_count; i++)
            FUZZ_CHECK(!strcmp(again.segments[i], target.segments[i]));
        FUZZ_CHECK(again.parameter_count == target.parameter_count);
        for (size_t i = 0; i < again.parameter_count; i++)
            FUZZ_CHECK(
                !strcmp(again.parameters[i].value, target.parameters[i].value));
        hk_target_clear(&again);
    }
    hk_strbuf_clear(&encoded);
    hk_target_clear(&target);
}

/* A name that was accepted is accepted again, as the same. */
static void read_name(const char *text, size_t length)
{
    char name[HK_NAME_SIZE], folded[HK_FOLDED_NAME_SIZE];
    char name2[HK_NAME_SIZE], folded2[HK_FOLDED_NAME_SIZE];
    char skeleton[HK_SKELETON_SIZE];

    bool known = hk_name_fold(text, length, folded2);
    if (hk_name_read(text, length, name, folded) != HK_NAME_OK)
        return;
    FUZZ_CHECK(known && strcmp(folded, folded2) == 0);
    FUZZ_CHECK(hk_name_read(name, strlen(name), name2, folded2) == HK_NAME_OK);
    FUZZ_CHECK(strcmp(name, name2) == 0 && strcmp(folded, folded2) == 0);
    FUZZ_CHECK(hk_name_skeleton(folded, skeleton) == HK_OK);
}

/* Any text is written so that it reads back. */
static void write_string(const char *text, size_t length)
{
    struct hk_json_error where;
    struct hk_strbuf written;
    struct hk_json json;
    json_t *value;

    if (u8_check((const uint8_t *)text, length))
        return;
    hk_strbuf_init(&written, 1 << 20);
    hk_json_init(&json, &written);
    hk_json_open_array(&json, NULL);
    hk_json_string(&json, NULL, text);
    hk_json_close_array(&json);
    if (!written.failed) {
        FUZZ_CHECK(hk_json_read(written.text, written.length, &value, &where) ==
                   HK_OK);
        FUZZ_CHECK(!strcmp(json_string_value(json_array_get(value, 0)), text));
        json_decref(value);
    }
    hk_strbuf_clear(&written);
}

static void read_moves(struct hk_faults *faults, json_t *body,
                       const struct hk_rules *rules)
{
    struct hk_moves moves;

    hk_moves_read(faults, body, rules, &moves);
    for (size_t i = 0; !hk_faults_any(faults) && i < moves.count; i++) {
        char text[HK_NOTATION_SIZE];
        struct hk_move again;

        hk_notation_write_move(&moves.list[i], text);
        FUZZ_CHECK(hk_notation_read_move(text, &again));
    }
    hk_moves_clear(&moves);
    hk_faults_clear(faults);
}

/* Every body that there is, of what may be one. */
static void read_bodies(json_t *body)
{
    struct hk_faults faults;
    struct hk_new_game game;
    struct hk_seat_wish seat;

    hk_faults_init(&faults);
    for (unsigned v = 0; v < HK_VARIANTS; v++) {
        struct hk_told_round told;
        struct hk_rules rules;
        const char *reason;

        hk_rules_init(&rules, (enum hk_variant)v,
                      hk_variant_seats_least((enum hk_variant)v));
        read_moves(&faults, body, &rules);
        hk_told_read(&faults, body, &rules, v == 0, &told, &reason);
        hk_faults_clear(&faults);
    }
    FUZZ_CHECK(hk_game_read(&faults, body, &game) == HK_OK);
    hk_new_game_clear(&game);
    hk_faults_clear(&faults);
    hk_holder_read(&faults, body, HK_MODE_REFEREE, &seat);
    hk_faults_clear(&faults);
    hk_seat_read(&faults, body, "name", &seat);
    hk_faults_clear(&faults);
}

static void read_json(const char *text, size_t length)
{
    struct hk_json_error where;
    json_t *body;

    if (hk_json_read(text, length, &body, &where)) {
        FUZZ_CHECK(where.line > 0 && where.column > 0);
        return;
    }
    read_bodies(body);
    json_decref(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t length = size - 1;
    char *text = malloc(length + 1);

    FUZZ_CHECK(text != NULL);
    memcpy(text, data + 1, length);
    text[length] = '\0';
    switch (data[0]) {
    case 'h':
        read_headers(text);
        break;
    case 't':
        read_target(text);
        break;
    case 'n':
        read_name(text, length);
        write_string(text, length);
        break;
    default:
        read_json(text, length);
        break;
    }
    free(text);
    return 0;
}
