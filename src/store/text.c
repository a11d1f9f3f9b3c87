/* Values as the text that the tables hold. */
#include "store/text.h"

#include <string.h>

void hk_cards_write(const struct hk_cardset *cards,
                    char ret_text[HK_CARDS_TEXT_SIZE])
{
    hk_card list[HK_PACK_MAX];
    unsigned count = hk_cardset_list(cards, list);
    char *end = ret_text;
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            *end++ = ' ';
        hk_card_write(list[i], end);
        end += strlen(end);
    }
    *end = '\0';
}

bool hk_cards_read(const char *text, struct hk_cardset *ret_cards)
{
    struct hk_cardset cards = {0};
    while (*text) {
        char word[HK_CARD_TEXT_SIZE];
        hk_card card;
        size_t length = strcspn(text, " ");
        if (length >= sizeof(word))
            return false;
        memcpy(word, text, length);
        word[length] = '\0';
        if (!hk_card_read(word, &card) || !hk_cardset_add(&cards, card))
            return false;
        text += length;
        if (*text == ' ' && *++text == '\0')
            return false;
    }
    *ret_cards = cards;
    return true;
}

bool hk_event_find_type(const char *name, enum hk_event_type *ret_type)
{
    for (int type = HK_EVENT_GAME_CREATED; type <= HK_EVENT_TYPES; type++)
        if (strcmp(hk_event_name((enum hk_event_type)type), name) == 0) {
            *ret_type = (enum hk_event_type)type;
            return true;
        }
    return false;
}
