/*
 * The plain texts: games written down by hand, a line a turn, read and
 * refereed; and moves and cards as the log has them, which are written again
 * as they were read.
 */
#include <stdbool.h>
#include <string.h>

#include "engine/notation.h"
#include "fuzz.h"
#include "service/notes.h"

static void check_notes(const char *text, size_t length)
{
    static struct hk_arbiter arbiter;
    struct hk_verdict verdict;
    struct hk_notes notes;
    enum hk_note_fault fault;
    unsigned line = 0;

    enum hk_error error = hk_notes_read(text, length, &notes, &line, &fault);
    FUZZ_CHECK(!error || error == HK_E_INVALID_REQUEST);
    if (error) {
        FUZZ_CHECK(line > 0 && fault < HK_NOTE_FAULTS);
    } else {
        hk_notes_judge(&notes, &arbiter, &verdict);
        FUZZ_CHECK(verdict.error != HK_E_INTERNAL);
        FUZZ_CHECK(verdict.error ||
                   !hk_state_fault(&arbiter.state, &arbiter.rules));
    }
    hk_notes_clear(&notes);
}

static void check_move(const char *text)
{
    struct hk_move move, again;
    char written[HK_NOTATION_SIZE];

    if (!hk_notation_read_move(text, &move))
        return;
    hk_notation_write_move(&move, written);
    /* A ten may be read as "10H", and is written "TH". */
    FUZZ_CHECK(strcmp(text, written) == 0 || strstr(text, "10"));
    FUZZ_CHECK(hk_notation_read_move(written, &again));
    FUZZ_CHECK(fuzz_same(&move, &again, sizeof(move)));
}

static void check_cards(const char *text)
{
    hk_card cards[HK_PACK_MAX];
    char written[HK_NOTATION_SIZE];
    unsigned count;

    if (!hk_notation_read_cards(text, cards, &count))
        return;
    hk_notation_write_cards(cards, count, written);
    FUZZ_CHECK(strcmp(text, written) == 0 || strstr(text, "10"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    check_move(text);
    check_cards(text);
    free(text);
    check_notes((const char *)data, size);
    return 0;
}
