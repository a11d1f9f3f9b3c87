/* The links of a game's hash chain: docs/hash-chain.md. */
#ifndef HK_BASE_CHAIN_H
#define HK_BASE_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/shuffle.h"

#define HK_HASH_SIZE 32

/* What stands before the first event of a game: made from its id as it is
 * shown, so that the chains of two games have nothing in common. */
void hk_chain_start(const char *id, uint8_t ret_hash[HK_HASH_SIZE]);

/*
 * The leaf of an event: the SHA-256 of its text. An event of a round that was
 * dealt may hide cards, which could be guessed from that: a nonce goes before
 * its text, made from the seed of the round (NULL: no such event) and the
 * event's number, and known to all as soon as the seed is.
 */
void hk_chain_leaf(const uint8_t *seed, uint32_t seq, const char *text,
                   size_t length, uint8_t ret_leaf[HK_HASH_SIZE]);

/* The hash of an event, from the one before it; `hash` is both. */
void hk_chain_link(const uint8_t leaf[HK_HASH_SIZE],
                   uint8_t hash[HK_HASH_SIZE]);

#endif
