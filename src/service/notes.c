/* Reading what was written down by hand. */
#include "service/notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/past.h"

enum { LINE_MAX_BYTES = 1000, NOTES_MAX = 20000 };

struct reading {
    struct hk_notes *notes;
    unsigned line;
    enum hk_note_fault fault;
    bool headed, has_variant, seated;
    size_t notes_size;
    bool failed; /* no memory */
};

static bool fail(struct reading *reading, enum hk_note_fault fault)
{
    reading->fault = fault;
    return false;
}

/* The next word, cut out; NULL at the end. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    size_t length = strcspn(word, " \t");

    if (length == 0)
        return NULL;
    *rest = word + length;
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

static bool read_number(const char *word, long least, long greatest,
                        long *ret_number)
{
    char *end;

    if (!word || !*word)
        return false;
    long number = strtol(word, &end, 10);
    if (*end || number < least || number > greatest)
        return false;
    *ret_number = number;
    return true;
}

static bool read_seat(struct reading *reading, const char *word,
                      hk_seat *ret_seat)
{
    long seat;

    if (!read_number(word, 0, (long)reading->notes->rules.seats - 1, &seat))
        return fail(reading, HK_NOTE_NO_SEAT);
    *ret_seat = (hk_seat)seat;
    return true;
}

static bool read_cards(struct reading *reading, const char *text,
                       struct hk_noted_cards *ret_cards)
{
    text += strspn(text, " \t");
    ret_cards->told = true;
    ret_cards->line = reading->line;
    if (!hk_notation_read_cards(text, ret_cards->cards, &ret_cards->count))
        return fail(reading, HK_NOTE_NO_CARDS);
    return true;
}

/* ----- the head ----------------------------------------------------------- */

static bool read_head(struct reading *reading, const char *word, char *rest)
{
    const char *version = next_word(&rest);

    if (strcmp(word, "hakam-record") != 0 || !version ||
        strcmp(version, "1") != 0 || next_word(&rest))
        return fail(reading, HK_NOTE_NO_HEAD);
    reading->headed = true;
    return true;
}

static bool read_variant(struct reading *reading, const char *word, char *rest)
{
    const char *name = next_word(&rest);
    enum hk_variant variant;

    if (strcmp(word, "variant") != 0 || !name ||
        !hk_variant_find(name, &variant) || next_word(&rest))
        return fail(reading, HK_NOTE_NO_VARIANT);
    hk_rules_init(&reading->notes->rules, variant,
                  hk_variant_seats_least(variant));
    reading->has_variant = true;
    return true;
}

static bool read_seats(struct reading *reading, const char *word,
                       const char *rest)
{
    enum hk_variant variant = (enum hk_variant)reading->notes->rules.variant;
    unsigned seats = 1;

    if (strcmp(word, "seats") != 0)
        return fail(reading, HK_NOTE_NO_SEATS);
    for (const char *comma = rest; (comma = strchr(comma, ',')); comma++)
        seats++;
    if (seats < hk_variant_seats_least(variant) ||
        seats > hk_variant_seats_most(variant))
        return fail(reading, HK_NOTE_NO_SEATS);
    hk_rules_init(&reading->notes->rules, variant, seats);
    reading->seated = true;
    return true;
}

static bool read_option(struct reading *reading, char *rest)
{
    struct hk_rules *rules = &reading->notes->rules;
    char *word = next_word(&rest);
    char *value = word ? strchr(word, '=') : NULL;
    long number;

    if (!value || next_word(&rest))
        return fail(reading, HK_NOTE_NO_OPTION);
    *value++ = '\0';
    const struct hk_option *option = hk_option_find(
        (enum hk_variant)rules->variant, word);
    if (!option)
        return fail(reading, HK_NOTE_NO_OPTION);
    if (option->type == HK_OPTION_CHOICE)
        number = hk_option_choice(option, value);
    else if (option->type == HK_OPTION_BOOL && strcmp(value, "true") == 0)
        number = 1;
    else if (option->type == HK_OPTION_BOOL && strcmp(value, "false") == 0)
        number = 0;
    else if (!read_number(value, INT32_MIN, INT32_MAX, &number))
        return fail(reading, HK_NOTE_NO_OPTION);
    if (number < 0 || !hk_option_set(option, rules, (int32_t)number))
        return fail(reading, HK_NOTE_NO_OPTION);
    return true;
}

/* ----- rounds ------------------------------------------------------------- */

static struct hk_noted_round *round_on(struct reading *reading)
{
    struct hk_notes *notes = reading->notes;

    if (notes->round_count == 0) {
        fail(reading, HK_NOTE_NO_ROUND);
        return NULL;
    }
    return &notes->rounds[notes->round_count - 1];
}

static bool read_round(struct reading *reading, char *rest)
{
    struct hk_notes *notes = reading->notes;
    const char *word = next_word(&rest);
    const char *seat = next_word(&rest);
    hk_seat dealer;

    if (notes->round_count == HK_ROUNDS_MAX)
        return fail(reading, HK_NOTE_TOO_LONG);
    if (!word || strcmp(word, "dealer") != 0 || next_word(&rest))
        return fail(reading, HK_NOTE_NO_ROUND);
    if (!read_seat(reading, seat, &dealer))
        return false;
    struct hk_noted_round *rounds = realloc(
        notes->rounds, (notes->round_count + 1) * sizeof *rounds);
    if (!rounds) {
        reading->failed = true;
        return false;
    }
    notes->rounds = rounds;
    rounds[notes->round_count] = (struct hk_noted_round){
        .line = reading->line, .dealer = dealer, .first = notes->note_count};
    notes->round_count++;
    return true;
}

/* hand N CARDS, left N CARDS, stock CARDS. */
static bool read_known(struct reading *reading, const char *word, char *rest)
{
    struct hk_noted_round *round = round_on(reading);
    hk_seat seat;

    if (!round)
        return false;
    if (strcmp(word, "stock") == 0)
        return read_cards(reading, rest, &round->stock);
    if (!read_seat(reading, next_word(&rest), &seat))
        return false;
    return read_cards(reading, rest,
                      word[0] == 'h' ? &round->hands[seat]
                                     : &round->left[seat]);
}

static bool read_end(struct reading *reading, char *rest)
{
    struct hk_noted_round *round = round_on(reading);
    const char *word = next_word(&rest);
    hk_seat out;
    long points;

    if (!round)
        return false;
    if (round->end_line)
        return fail(reading, HK_NOTE_AFTER_END);
    round->end_line = reading->line;
    round->out = -1;
    if (word && strcmp(word, "out") == 0) {
        if (!read_seat(reading, next_word(&rest), &out))
            return false;
        round->out = (int8_t)out;
    } else if (!word || strcmp(word, "blocked") != 0) {
        return fail(reading, HK_NOTE_NO_END);
    }
    word = next_word(&rest);
    if (!word)
        return true;
    round->has_points = strcmp(word, "points") == 0;
    for (unsigned s = 0; s < reading->notes->rules.seats; s++) {
        if (!round->has_points ||
            !read_number(next_word(&rest), -10000, 10000, &points))
            return fail(reading, HK_NOTE_NO_END);
        round->points[s] = (hk_points)points;
    }
    return !next_word(&rest) || fail(reading, HK_NOTE_NO_END);
}

/* ----- turns -------------------------------------------------------------- */

static struct hk_note *add_note(struct reading *reading)
{
    struct hk_notes *notes = reading->notes;

    if (notes->note_count == reading->notes_size) {
        size_t size = reading->notes_size ? 2 * reading->notes_size : 64;
        struct hk_note *more = realloc(notes->notes, size * sizeof *more);
        if (!more) {
            reading->failed = true;
            return NULL;
        }
        notes->notes = more;
        reading->notes_size = size;
    }
    struct hk_note *note = &notes->notes[notes->note_count++];
    *note = (struct hk_note){.line = reading->line};
    return note;
}

/* Cards of the stock behind a move, "?" where one is not known. */
static bool read_drawn(struct reading *reading, char *rest,
                       struct hk_note *note)
{
    hk_card cards[HK_PACK_MAX];
    const char *word;
    unsigned count;

    while ((word = next_word(&rest))) {
        if (note->drawn_count == HK_TAKEN_MAX)
            return fail(reading, HK_NOTE_NO_MOVE);
        if (strcmp(word, "?") == 0)
            cards[0] = HK_NO_CARD;
        else if (!hk_notation_read_cards(word, cards, &count) || count != 1)
            return fail(reading, HK_NOTE_NO_CARDS);
        note->drawn[note->drawn_count++] = cards[0];
    }
    return true;
}

/* How many words of a move come before the cards that it brought; 0: no move
 * that brings any. */
static unsigned words_before_drawn(const char *text)
{
    static const char *const bring[] = {"draw stock", "take ", "answer "};

    for (size_t i = 0; i < sizeof bring / sizeof *bring; i++) {
        if (strncmp(text, bring[i], strlen(bring[i])) == 0)
            return 2;
    }
    return 0;
}

static bool read_move(struct reading *reading, hk_seat seat, char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t", text[length - 1]))
        text[--length] = '\0';
    char *rest = text + length;
    struct hk_note *note = add_note(reading);

    if (!note)
        return false;
    if (words_before_drawn(text) == 2) {
        rest = text + strcspn(text, " ");
        rest += strspn(rest, " ");
        rest += strcspn(rest, " ");
        if (*rest)
            *rest++ = '\0';
    }
    if (!hk_notation_read_move(text, &note->move) ||
        !hk_move_known((enum hk_variant)reading->notes->rules.variant,
                       (enum hk_move_kind)note->move.kind))
        return fail(reading, HK_NOTE_NO_MOVE);
    note->move.seat = seat;
    return read_drawn(reading, rest, note);
}

/* clock N */
static bool read_clock(struct reading *reading, char *rest)
{
    struct hk_noted_round *round = round_on(reading);
    hk_seat seat;

    if (!round)
        return false;
    if (round->end_line)
        return fail(reading, HK_NOTE_AFTER_END);
    if (!read_seat(reading, next_word(&rest), &seat))
        return false;
    if (next_word(&rest))
        return fail(reading, HK_NOTE_NO_SEAT);
    if (reading->notes->note_count == NOTES_MAX)
        return fail(reading, HK_NOTE_TOO_LONG);
    struct hk_note *note = add_note(reading);
    if (!note)
        return false;
    note->clock = (uint8_t)(seat + 1);
    round->count++;
    return true;
}

/* N: MOVE; MOVE … */
static bool read_turn(struct reading *reading, char *word, char *rest)
{
    struct hk_noted_round *round = round_on(reading);
    hk_seat seat;

    if (!round)
        return false;
    if (round->end_line)
        return fail(reading, HK_NOTE_AFTER_END);
    word[strlen(word) - 1] = '\0';
    if (!read_seat(reading, word, &seat))
        return false;
    for (char *end = rest; end; rest = end + 1) {
        end = strchr(rest, ';');
        if (end)
            *end = '\0';
        if (reading->notes->note_count == NOTES_MAX)
            return fail(reading, HK_NOTE_TOO_LONG);
        if (!read_move(reading, seat, rest))
            return false;
        round->count++;
        if (!end)
            break;
    }
    return true;
}

/* undo, undo N */
static bool read_undo(struct reading *reading, char *rest)
{
    struct hk_notes *notes = reading->notes;
    struct hk_noted_round *round = round_on(reading);
    const char *word = next_word(&rest);
    long count = 1;

    if (!round)
        return false;
    if (round->end_line)
        return fail(reading, HK_NOTE_AFTER_END);
    if ((word && !read_number(word, 1, HK_UNDONE_MAX, &count)) ||
        next_word(&rest))
        return fail(reading, HK_NOTE_NO_UNDO);
    if (notes->note_count == NOTES_MAX)
        return fail(reading, HK_NOTE_TOO_LONG);
    struct hk_note *note = add_note(reading);
    if (note && !notes->sights)
        notes->sights = hk_notes_sights_new();
    if (!note || !notes->sights) {
        reading->failed = true;
        return false;
    }
    note->undone = (uint8_t)count;
    round->count++;
    return true;
}

/* ----- the text ----------------------------------------------------------- */

static bool read_line(struct reading *reading, char *rest)
{
    char *word;

    rest[strcspn(rest, "#\r")] = '\0';
    word = next_word(&rest);
    if (!word)
        return true;
    if (!reading->headed)
        return read_head(reading, word, rest);
    if (!reading->has_variant)
        return read_variant(reading, word, rest);
    if (!reading->seated)
        return read_seats(reading, word, rest);
    if (strcmp(word, "option") == 0 && reading->notes->round_count == 0)
        return read_option(reading, rest);
    if (strcmp(word, "round") == 0)
        return read_round(reading, rest);
    if (strcmp(word, "hand") == 0 || strcmp(word, "left") == 0 ||
        strcmp(word, "stock") == 0)
        return read_known(reading, word, rest);
    if (strcmp(word, "end") == 0)
        return read_end(reading, rest);
    if (strcmp(word, "undo") == 0)
        return read_undo(reading, rest);
    if (strcmp(word, "clock") == 0)
        return read_clock(reading, rest);
    if (word[strlen(word) - 1] == ':')
        return read_turn(reading, word, rest);
    return fail(reading, HK_NOTE_UNKNOWN);
}

static bool read_lines(struct reading *reading, const char *text, size_t length)
{
    char line[LINE_MAX_BYTES + 1];

    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t size = end ? (size_t)(end - text) : length;

        reading->line++;
        if (size > LINE_MAX_BYTES || memchr(text, '\0', size))
            return fail(reading, HK_NOTE_TOO_LONG);
        memcpy(line, text, size);
        line[size] = '\0';
        if (!read_line(reading, line))
            return false;
        size += end != NULL;
        text += size;
        length -= size;
    }
    reading->line++;
    if (!reading->headed)
        return fail(reading, HK_NOTE_NO_HEAD);
    if (!reading->has_variant)
        return fail(reading, HK_NOTE_NO_VARIANT);
    return reading->seated || fail(reading, HK_NOTE_NO_SEATS);
}

enum hk_error hk_notes_read(const char *text, size_t length,
                            struct hk_notes *ret_notes, unsigned *ret_line,
                            enum hk_note_fault *ret_fault)
{
    struct reading reading = {.notes = ret_notes};

    *ret_notes = (struct hk_notes){.note_count = 0};
    if (read_lines(&reading, text, length))
        return HK_OK;
    if (reading.failed)
        return HK_E_INTERNAL;
    *ret_line = reading.line;
    *ret_fault = reading.fault;
    return HK_E_INVALID_REQUEST;
}

void hk_notes_clear(struct hk_notes *notes)
{
    if (!notes)
        return;
    free(notes->rounds);
    free(notes->notes);
    free(notes->sights);
    *notes = (struct hk_notes){.note_count = 0};
}
