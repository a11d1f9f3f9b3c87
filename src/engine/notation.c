/* Moves and cards as short texts: words with one blank between. */
#include "engine/notation.h"

#include <string.h>

#include "engine/require.h"

/* A text being written; its room is HK_NOTATION_SIZE. */
struct writer {
    char *text;
    size_t length;
};

static void write_word(struct writer *writer, const char *word)
{
    size_t length = strlen(word);
    bool blank = writer->length > 0;
    HK_REQUIRE(writer->length + blank + length < HK_NOTATION_SIZE);
    if (blank)
        writer->text[writer->length++] = ' ';
    memcpy(writer->text + writer->length, word, length + 1);
    writer->length += length;
}

static void write_cards(struct writer *writer, const hk_card *cards,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char word[HK_CARD_TEXT_SIZE];
        hk_card_write(cards[i], word);
        write_word(writer, word);
    }
}

static void write_number(struct writer *writer, unsigned number)
{
    char digits[6]; /* a uint16_t */
    char *start = digits + sizeof(digits) - 1;
    *start = '\0';
    do {
        *--start = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    write_word(writer, start);
}

static void write_melds(struct writer *writer, const struct hk_move *move)
{
    const hk_card *cards = move->cards;
    for (unsigned i = 0; i < move->meld_count; i++) {
        if (i > 0)
            write_word(writer, "/");
        write_cards(writer, cards, move->lengths[i]);
        cards += move->lengths[i];
    }
}

void hk_notation_write_move(const struct hk_move *move,
                            char ret_text[HK_NOTATION_SIZE])
{
    struct writer writer = {ret_text, 0};
    ret_text[0] = '\0';
    write_word(&writer, hk_move_name(move->kind));
    switch ((enum hk_move_kind)move->kind) {
    case HK_MOVE_DRAW:
        write_word(&writer,
                   move->source == HK_FROM_STOCK ? "stock" : "discard");
        return;
    case HK_MOVE_RETURN:
        return;
    case HK_MOVE_MELD:
        write_melds(&writer, move);
        return;
    case HK_MOVE_LAY_OFF:
        write_number(&writer, move->meld);
        write_cards(&writer, move->cards, move->card_count);
        if (move->end != HK_END_NONE)
            write_word(&writer, move->end == HK_END_LOW ? "low" : "high");
        return;
    case HK_MOVE_TAKE_JOKER:
        write_number(&writer, move->meld);
        write_cards(&writer, move->cards, move->card_count);
        return;
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
        write_number(&writer, move->count);
        return;
    case HK_MOVE_ANSWER:
        write_word(&writer, move->allow ? "yes" : "no");
        return;
    case HK_MOVE_DISCARD:
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        write_cards(&writer, move->cards, move->card_count);
        return;
    }
}

void hk_notation_write_cards(const hk_card *cards, unsigned count,
                             char ret_text[HK_NOTATION_SIZE])
{
    struct writer writer = {ret_text, 0};
    ret_text[0] = '\0';
    write_cards(&writer, cards, count);
}

/* Room for the longest word, "take_joker", with its NUL. */
enum { WORD_SIZE = 11 };

/* The words of a text, one by one; text is NULL when there are no more. */
struct reader {
    const char *text;
    bool bad; /* a word too long, or empty */
};

/* The next word; false at the end or where the text is bad. */
static bool read_word(struct reader *reader, char ret_word[WORD_SIZE])
{
    if (!reader->text || reader->bad)
        return false;
    size_t length = strcspn(reader->text, " ");
    if (length == 0 || length >= WORD_SIZE) {
        reader->bad = true;
        return false;
    }
    memcpy(ret_word, reader->text, length);
    ret_word[length] = '\0';
    reader->text += length;
    reader->text = *reader->text == ' ' ? reader->text + 1 : NULL;
    return true;
}

static bool at_end(const struct reader *reader)
{
    return !reader->text && !reader->bad;
}

static bool add_card(const char *word, hk_card *cards, unsigned *count)
{
    if (*count == HK_PACK_MAX || !hk_card_read(word, &cards[*count]))
        return false;
    ++*count;
    return true;
}

/* All the words that are left, as cards. */
static bool read_cards(struct reader *reader, hk_card ret_cards[HK_PACK_MAX],
                       unsigned *ret_count)
{
    char word[WORD_SIZE];
    unsigned count = 0;
    while (read_word(reader, word))
        if (!add_card(word, ret_cards, &count))
            return false;
    *ret_count = count;
    return at_end(reader);
}

bool hk_notation_read_cards(const char *text, hk_card ret_cards[HK_PACK_MAX],
                            unsigned *ret_count)
{
    hk_card cards[HK_PACK_MAX];
    unsigned count = 0;
    struct reader reader = {*text ? text : NULL, false};
    if (!read_cards(&reader, cards, &count))
        return false;
    memcpy(ret_cards, cards, count);
    *ret_count = count;
    return true;
}

static bool read_source(struct reader *reader, struct hk_move *move)
{
    char word[WORD_SIZE];
    if (!read_word(reader, word))
        return false;
    if (strcmp(word, "stock") == 0)
        move->source = HK_FROM_STOCK;
    else if (strcmp(word, "discard") == 0)
        move->source = HK_FROM_DISCARD;
    else
        return false;
    return at_end(reader);
}

static bool read_melds(struct reader *reader, struct hk_move *move)
{
    char word[WORD_SIZE];
    unsigned count = 0;
    move->meld_count = 1;
    while (read_word(reader, word)) {
        if (strcmp(word, "/") == 0) {
            if (move->meld_count == HK_MOVE_MELDS_MAX)
                return false;
            move->meld_count++;
            continue;
        }
        if (!add_card(word, move->cards, &count))
            return false;
        move->lengths[move->meld_count - 1]++;
    }
    move->card_count = (uint8_t)count;
    return at_end(reader);
}

/* Digits without leading zeros, up to what a uint16_t holds. */
static bool read_number(struct reader *reader, uint16_t *ret_number)
{
    char word[WORD_SIZE];
    unsigned number = 0;
    if (!read_word(reader, word) || (word[0] == '0' && word[1] != '\0'))
        return false;
    for (const char *digit = word; *digit; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        number = number * 10 + (unsigned)(*digit - '0');
        if (number > UINT16_MAX)
            return false;
    }
    *ret_number = (uint16_t)number;
    return true;
}

static bool read_lay_off(struct reader *reader, struct hk_move *move)
{
    char word[WORD_SIZE];
    unsigned count = 0;
    if (!read_number(reader, &move->meld))
        return false;
    while (read_word(reader, word)) {
        if (strcmp(word, "low") == 0 || strcmp(word, "high") == 0) {
            move->end = word[0] == 'l' ? HK_END_LOW : HK_END_HIGH;
            break;
        }
        if (!add_card(word, move->cards, &count))
            return false;
    }
    move->card_count = (uint8_t)count;
    return count > 0 && at_end(reader);
}

/* M10 M11: how many cards, at least one. */
static bool read_count(struct reader *reader, struct hk_move *move)
{
    return read_number(reader, &move->count) && move->count > 0 &&
           at_end(reader);
}

static bool read_answer(struct reader *reader, struct hk_move *move)
{
    char word[WORD_SIZE];
    if (!read_word(reader, word))
        return false;
    move->allow = strcmp(word, "yes") == 0;
    return (move->allow || strcmp(word, "no") == 0) && at_end(reader);
}

/* A move that is cards alone, `least` to `most` of them. */
static bool read_plain(struct reader *reader, unsigned least, unsigned most,
                       struct hk_move *move)
{
    unsigned count;
    if (!read_cards(reader, move->cards, &count) || count < least ||
        count > most)
        return false;
    move->card_count = (uint8_t)count;
    return true;
}

static bool find_kind(const char *word, enum hk_move_kind *ret_kind)
{
    static const enum hk_move_kind referees[] = {HK_MOVE_DEAL,
                                                 HK_MOVE_RESHUFFLE};
    for (unsigned i = 0; i < 2; i++) {
        if (strcmp(word, hk_move_name(referees[i])) == 0) {
            *ret_kind = referees[i];
            return true;
        }
    }
    return hk_move_find(word, ret_kind);
}

static bool read_rest(struct reader *reader, enum hk_move_kind kind,
                      struct hk_move *move)
{
    switch (kind) {
    case HK_MOVE_DRAW:
        return read_source(reader, move);
    case HK_MOVE_RETURN:
        return at_end(reader);
    case HK_MOVE_MELD:
        return read_melds(reader, move);
    case HK_MOVE_LAY_OFF:
        return read_lay_off(reader, move);
    case HK_MOVE_TAKE_JOKER:
        return read_number(reader, &move->meld) &&
               read_plain(reader, 1, HK_PACK_MAX, move);
    case HK_MOVE_TAKE:
    case HK_MOVE_MAY_I:
        return read_count(reader, move);
    case HK_MOVE_ANSWER:
        return read_answer(reader, move);
    case HK_MOVE_DISCARD:
        return read_plain(reader, 1, 1, move);
    case HK_MOVE_DEAL:
    case HK_MOVE_RESHUFFLE:
        return read_plain(reader, 1, HK_PACK_MAX, move);
    }
    return false;
}

bool hk_notation_read_move(const char *text, struct hk_move *ret_move)
{
    struct reader reader = {text, false};
    char word[WORD_SIZE];
    enum hk_move_kind kind;
    struct hk_move move;
    memset(&move, 0, sizeof(move));
    if (!read_word(&reader, word) || !find_kind(word, &kind) ||
        !read_rest(&reader, kind, &move))
        return false;
    move.kind = (uint8_t)kind;
    *ret_move = move;
    return true;
}
