/*
 * Games arranged so that every turn has much to do: each seat holds a whole
 * suit, goes down with 8 to K and lays off the rest of it one card after
 * another. Four turns of eight moves, then the starter goes out with four.
 */
#include "load_games.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 30, SEATS = 4, TURNS = SEATS + 1 };

static const char suits[] = "SHDC";
static const char ranks[] = "A23456789TJQK";

/* What is written so far; a text that would not fit stops the program. */
struct text {
    char *bytes;
    size_t size, used;
};

static struct text begin(char *bytes, size_t size)
{
    struct text text;
    text.bytes = bytes;
    text.size = size;
    text.used = 0;
    return text;
}

static void add(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->bytes + text->used, text->size - text->used,
                           format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= text->size - text->used)
        load_stop("a request is too long");
    text->used += (size_t)length;
}

/* The first seat of a round: the deal goes round, and seat 3 deals first. */
static unsigned starter_of(unsigned round)
{
    return round % SEATS;
}

/* Its own suit; a 9 to throw; and for the starter the 2 of its neighbour. */
static void add_hand(struct text *text, unsigned seat, bool starter)
{
    add(text, "[\"9%c\"", suits[seat]);
    for (unsigned rank = 0; rank < HK_RANKS; rank++)
        add(text, ",\"%c%c\"", ranks[rank], suits[seat]);
    if (starter)
        add(text, ",\"2%c\"", suits[(seat + 1) % SEATS]);
    add(text, "]");
}

size_t load_arranged_game(char *ret_body, size_t size)
{
    struct text text = begin(ret_body, size);
    add(&text,
        "{\"variant\":\"hand\",\"options\":{\"rounds\":%d,"
        "\"starter_may_meld\":true},\"first_dealer\":3,\"seats\":["
        "{\"player\":\"a\"},{\"player\":\"b\"},{\"player\":\"c\"},"
        "{\"player\":\"d\"}],\"deals\":[",
        ROUNDS);
    for (unsigned round = 0; round < ROUNDS; round++) {
        add(&text, "%s{\"hands\":[", round ? "," : "");
        for (unsigned seat = 0; seat < SEATS; seat++) {
            add(&text, "%s", seat ? "," : "");
            add_hand(&text, seat, seat == starter_of(round));
        }
        add(&text, "],\"stock\":[\"TS\",\"TH\",\"TD\",\"TC\"]}");
    }
    add(&text, "]}");
    return text.used;
}

static void add_lay_off(struct text *text, unsigned meld, char rank, char suit)
{
    add(text,
        "{\"move\":\"lay_off\",\"meld\":%u,\"cards\":[\"%c%c\"],"
        "\"end\":\"low\"},",
        meld, rank, suit);
}

/* Goes down, lays off as many as make it eight moves, discards. */
static void add_opening(struct text *text, unsigned turn, char suit)
{
    const char *cards = turn == 0 ? "765432" : "76543";
    if (turn > 0)
        add(text, "{\"move\":\"draw\",\"from\":\"stock\"},");
    add(text,
        "{\"move\":\"meld\",\"melds\":[[\"8%c\",\"9%c\",\"T%c\",\"J%c\","
        "\"Q%c\",\"K%c\"]]},",
        suit, suit, suit, suit, suit, suit);
    for (const char *card = cards; *card; card++)
        add_lay_off(text, turn + 1, *card, suit);
    add(text, "{\"move\":\"discard\",\"card\":\"9%c\"}", suit);
}

size_t load_arranged_batch(unsigned step, char *ret_body, size_t size,
                           hk_seat *ret_seat, unsigned *ret_moves)
{
    struct text text = begin(ret_body, size);
    unsigned round = step / TURNS, turn = step % TURNS;
    unsigned seat = (starter_of(round) + turn) % SEATS;
    if (round == ROUNDS)
        return 0;
    *ret_seat = (hk_seat)seat;
    *ret_moves = turn < SEATS ? 8 : 4;
    add(&text, "{\"moves\":[");
    if (turn < SEATS) {
        add_opening(&text, turn, suits[seat]);
    } else {
        /* The fourth card of the stock comes last. */
        add(&text, "{\"move\":\"draw\",\"from\":\"stock\"},");
        add_lay_off(&text, 1, 'A', suits[seat]);
        add_lay_off(&text, 2, '2', suits[(seat + 1) % SEATS]);
        add(&text, "{\"move\":\"discard\",\"card\":\"TC\"}");
    }
    add(&text, "]}");
    return text.used;
}
