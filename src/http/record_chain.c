/* Holding a record against its hash chain. */
#include "http/record_chain.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "engine/event.h"
#include "http/json_read.h"

static enum hk_error differs(const char *member, enum hk_record_reason reason,
                             struct hk_finding *ret_finding)
{
    *ret_finding = (struct hk_finding){.member = member, .reason = reason};
    return HK_E_RECORD_DIFFERS;
}

static bool has(json_t *event, const char *name)
{
    json_t *value = json_object_get(event, name);

    return value && !json_is_null(value);
}

static bool is_type(json_t *event, enum hk_event_type type)
{
    const char *name = json_string_value(json_object_get(event, "type"));

    return name && strcmp(name, hk_event_name(type)) == 0;
}

/* The round that an event is of; 0: of none. */
static unsigned round_of(json_t *event)
{
    json_int_t round = json_integer_value(json_object_get(event, "round"));

    return round >= 1 && round <= HK_ROUNDS_MAX ? (unsigned)round : 0;
}

/* ----- what is told ------------------------------------------------------- */

static void note_ends(json_t *events, struct hk_record_chain *chain)
{
    json_t *event;
    size_t i;

    json_array_foreach(events, i, event)
    {
        unsigned round = round_of(event);
        const char *seed = json_string_value(json_object_get(event, "seed"));

        if (round == 0 || !is_type(event, HK_EVENT_ROUND_ENDED))
            continue;
        chain->ended[round] = true;
        if (seed && hk_unhex(seed, HK_SEED_SIZE, chain->seeds[round]))
            chain->seeded[round] = true;
    }
}

void hk_record_chain_read(struct hk_faults *faults, json_t *body,
                          json_t *events, struct hk_record_chain *ret_chain)
{
    struct hk_at at = {0}, events_at = {.up = &at, .name = "events"};
    struct hk_at chain_at = {.up = &at, .name = "chain"};
    json_t *chain = hk_read_member(faults, &at, body, "chain", false);
    uint8_t unused[HK_HASH_SIZE];
    const char *id = "";
    int64_t seq = 0;
    json_t *event;
    size_t i;

    memset(ret_chain, 0, sizeof *ret_chain);
    json_array_foreach(events, i, event)
    {
        struct hk_at here = {.up = &events_at, .index = i};
        if (!json_is_object(event))
            continue; /* told where the events are read */
        hk_read_hex32(faults, &here, event, "hash", false, unused);
        hk_read_hex32(faults, &here, event, "leaf", false, unused);
    }
    if (!chain || !hk_read_is_object(faults, &chain_at, chain))
        return;
    hk_read_string(faults, &at, body, "id", true, &id);
    hk_read_integer(faults, &chain_at, chain, "seq", true, 1, UINT32_MAX, &seq);
    hk_read_hex32(faults, &chain_at, chain, "hash", true, ret_chain->hash);
    ret_chain->told = true;
    ret_chain->seq = (uint32_t)seq;
    hk_chain_start(id, ret_chain->found);
    note_ends(events, ret_chain);
}

/* ----- one event ---------------------------------------------------------- */

/* Whether an event from here on has this number. */
static bool comes_later(json_t *events, size_t index, json_int_t seq)
{
    for (; index < json_array_size(events); index++) {
        json_t *event = json_array_get(events, index);
        if (json_integer_value(json_object_get(event, "seq")) == seq)
            return true;
    }
    return false;
}

static enum hk_error check_place(const struct hk_record_chain *chain,
                                 json_t *events, size_t index,
                                 struct hk_finding *ret_finding)
{
    json_t *event = json_array_get(events, index);
    json_int_t seq = json_integer_value(json_object_get(event, "seq"));
    json_int_t wanted = (json_int_t)index + 1;

    if (index >= chain->seq)
        return differs("seq", HK_RECORD_APPENDED, ret_finding);
    if (seq == wanted)
        return HK_OK;
    if (seq < wanted)
        return differs("seq",
                       has(event, "seq") ? HK_RECORD_COMES_TWICE
                                         : HK_RECORD_EVENT_NUMBER,
                       ret_finding);
    return differs("seq",
                   comes_later(events, index, wanted) ? HK_RECORD_MOVED
                                                      : HK_RECORD_MISSING,
                   ret_finding);
}

/* As hk_event_is_sealed() has it: the round of which a nonce goes before the
 * event's text; 0: of none. */
static unsigned sealed_by(json_t *event)
{
    if (is_type(event, HK_EVENT_ROUND_ENDED) ||
        is_type(event, HK_EVENT_ROUND_CORRECTED))
        return 0;
    return round_of(event);
}

/* The event without what its hash does not cover, as canonical JSON. */
static enum hk_error hash_text(json_t *event, const uint8_t *seed, uint32_t seq,
                               uint8_t ret_leaf[HK_HASH_SIZE])
{
    json_t *bare = json_copy(event);

    if (!bare)
        return HK_E_INTERNAL;
    json_object_del(bare, "hash");
    json_object_del(bare, "leaf");
    char *text = json_dumps(bare, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(bare);
    if (!text)
        return HK_E_INTERNAL;
    hk_chain_leaf(seed, seq, text, strlen(text), ret_leaf);
    free(text);
    return HK_OK;
}

/* A leaf stands for an event only where nobody could open it: else any other
 * event could be put before it. */
static enum hk_error find_leaf(const struct hk_record_chain *chain,
                               json_t *event, size_t index,
                               uint8_t ret_leaf[HK_HASH_SIZE],
                               struct hk_finding *ret_finding)
{
    unsigned round = sealed_by(event);
    const char *told = json_string_value(json_object_get(event, "leaf"));

    if (told && (round == 0 || chain->ended[round]))
        return differs("leaf", HK_RECORD_NO_LEAF, ret_finding);
    if (told) {
        (void)hk_unhex(told, HK_HASH_SIZE, ret_leaf);
        return HK_OK;
    }
    return hash_text(event, chain->seeded[round] ? chain->seeds[round] : NULL,
                     (uint32_t)index + 1, ret_leaf);
}

enum hk_error hk_record_chain_judge(struct hk_record_chain *chain,
                                    json_t *events, size_t index,
                                    struct hk_finding *ret_finding)
{
    json_t *event = json_array_get(events, index);
    uint8_t leaf[HK_HASH_SIZE];
    uint8_t told[HK_HASH_SIZE];

    if (!chain->told)
        return has(event, "hash")
                   ? differs("hash", HK_RECORD_NO_CHAIN, ret_finding)
                   : HK_OK;
    enum hk_error error = check_place(chain, events, index, ret_finding);
    if (!error)
        error = find_leaf(chain, event, index, leaf, ret_finding);
    if (error)
        return error;
    hk_chain_link(leaf, chain->found);
    const char *hash = json_string_value(json_object_get(event, "hash"));
    if (!hash)
        return differs("hash", HK_RECORD_NO_HASH, ret_finding);
    if (!hk_unhex(hash, HK_HASH_SIZE, told) ||
        memcmp(told, chain->found, HK_HASH_SIZE) != 0)
        return differs("hash", HK_RECORD_ALTERED, ret_finding);
    return HK_OK;
}

enum hk_error hk_record_chain_end(const struct hk_record_chain *chain,
                                  json_t *events,
                                  struct hk_finding *ret_finding)
{
    enum hk_error error = HK_OK;

    if (!chain->told)
        return HK_OK;
    if (chain->seq > json_array_size(events))
        error = differs("chain/seq", HK_RECORD_CUT_OFF, ret_finding);
    else if (memcmp(chain->hash, chain->found, HK_HASH_SIZE) != 0)
        error = differs("chain/hash", HK_RECORD_OTHER_HEAD, ret_finding);
    if (error)
        ret_finding->of_record = true;
    return error;
}
