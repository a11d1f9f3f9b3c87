/* The hash chain of a record that is checked: docs/hash-chain.md. */
#ifndef HK_HTTP_RECORD_CHAIN_H
#define HK_HTTP_RECORD_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/chain.h"
#include "base/error.h"
#include "engine/rules.h"
#include "http/faults.h"
#include "service/arbiter.h"

/* A chain as told, and as it follows from the events so far. */
struct hk_record_chain {
    bool told; /* the record has one; else nothing below means anything */
    uint32_t seq;
    uint8_t hash[HK_HASH_SIZE];
    uint8_t found[HK_HASH_SIZE];
    /* Of each round from 1: whether its end is told, and with a seed. */
    bool ended[HK_ROUNDS_MAX + 1], seeded[HK_ROUNDS_MAX + 1];
    uint8_t seeds[HK_ROUNDS_MAX + 1][HK_SEED_SIZE];
};

/* Reads what the record tells of it. Every fault of shape is collected, and
 * ret_chain means something only when there is none. */
void hk_record_chain_read(struct hk_faults *faults, json_t *body,
                          json_t *events, struct hk_record_chain *ret_chain);

/*
 * Whether the event at an index from 0 is the one that was hashed, in its
 * place; one after another. Errors: HK_E_RECORD_DIFFERS with ret_finding;
 * HK_E_INTERNAL (no memory).
 */
HK_MUST_CHECK enum hk_error hk_record_chain_judge(
    struct hk_record_chain *chain, json_t *events, size_t index,
    struct hk_finding *ret_finding);

/* Whether the chain ends as told, after all events. Errors: likewise. */
HK_MUST_CHECK enum hk_error hk_record_chain_end(
    const struct hk_record_chain *chain, json_t *events,
    struct hk_finding *ret_finding);

#endif
