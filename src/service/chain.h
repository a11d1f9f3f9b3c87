/* The hash chain over a game's events: docs/hash-chain.md. */
#ifndef HK_SERVICE_CHAIN_H
#define HK_SERVICE_CHAIN_H

#include "base/chain.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "engine/rules.h"
#include "service/record.h"

/* The end of a chain, which goes on event by event. */
struct hk_chain_end {
    uint8_t head[HK_HASH_SIZE]; /* of the last event so far */
    uint8_t leaf[HK_HASH_SIZE]; /* of the last event alone */
    uint8_t seed[HK_SEED_SIZE]; /* of the round dealt last */
    struct hk_strbuf text;      /* room for an event's; owned, or */
    char near[512];             /* for nearly all, so it stays in its place */
};

/* Goes on from a head, in a round dealt from this seed. */
void hk_chain_init(struct hk_chain_end *chain, const uint8_t head[HK_HASH_SIZE],
                   const uint8_t seed[HK_SEED_SIZE]);

/* NULL-safe. */
void hk_chain_clear(struct hk_chain_end *chain);

/* Hashes the next event, of which nothing is hidden: fills in its `hash`.
 * Errors: HK_E_INTERNAL (no memory). */
HK_MUST_CHECK enum hk_error hk_chain_add(struct hk_chain_end *chain,
                                         const struct hk_rules *rules,
                                         struct hk_entry *entry);

#endif
