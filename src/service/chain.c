/* The hash chain over a game's events. */
#include "service/chain.h"

#include <string.h>

#include "service/event_json.h"

/* Longest text of one event: five names of which each letter is escaped, or a
 * round told with all cards of the packs. */
#define TEXT_MAX ((size_t)64 * 1024)

void hk_chain_init(struct hk_chain_end *chain, const uint8_t head[HK_HASH_SIZE],
                   const uint8_t seed[HK_SEED_SIZE])
{
    memcpy(chain->head, head, sizeof chain->head);
    memcpy(chain->seed, seed, sizeof chain->seed);
    hk_strbuf_init_in(&chain->text, TEXT_MAX, chain->near, sizeof chain->near);
}

void hk_chain_clear(struct hk_chain_end *chain)
{
    if (chain)
        hk_strbuf_clear(&chain->text);
}

enum hk_error hk_chain_add(struct hk_chain_end *chain,
                           const struct hk_rules *rules, struct hk_entry *entry)
{
    struct hk_event *event = &entry->event;
    struct hk_json json;

    if (event->type == HK_EVENT_ROUND_STARTED)
        memcpy(chain->seed, entry->secret.seed, sizeof chain->seed);
    chain->text.length = 0;
    hk_json_init(&json, &chain->text);
    hk_json_event_text(&json, event, rules);
    if (chain->text.failed)
        return HK_E_INTERNAL;
    hk_chain_leaf(hk_event_is_sealed(event) ? chain->seed : NULL, event->seq,
                  chain->text.text, chain->text.length, chain->leaf);
    hk_chain_link(chain->leaf, chain->head);
    memcpy(event->hash, chain->head, sizeof event->hash);
    event->hashed = true;
    return HK_OK;
}
