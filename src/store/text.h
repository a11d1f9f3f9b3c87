/* Values as the text or NULL that the tables hold; private to src/store/. */
#ifndef HK_STORE_TEXT_H
#define HK_STORE_TEXT_H

#include "engine/cardset.h"
#include "engine/event.h"

/* "KS JK": at most a whole pack, with blanks and a NUL. */
#define HK_CARDS_TEXT_SIZE (3 * HK_PACK_MAX + 1)

/* Writes the cards in their order, with blanks between; "" for none. */
void hk_cards_write(const struct hk_cardset *cards,
                    char ret_text[HK_CARDS_TEXT_SIZE]);

/* Reads what hk_cards_write() wrote; false where it cannot be. */
bool hk_cards_read(const char *text, struct hk_cardset *ret_cards);

/* The event of this name; false where there is none. */
bool hk_event_find_type(const char *name, enum hk_event_type *ret_type);

#endif
