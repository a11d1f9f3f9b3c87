/* The sheet's figures, from a game's rounds. */
#include "http/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/catalogue.h"
#include "service/scorecard.h"

/* A bot has no name: it is told by its seat. */
static void make_name(struct hk_sheet *sheet, unsigned seat)
{
    const struct hk_seat_row *row = &sheet->game->seats[seat];
    char *name = sheet->names[seat];

    if (row->player)
        snprintf(name, HK_NAME_SIZE, "%s", row->name);
    else if (row->bot)
        snprintf(name, HK_NAME_SIZE, "%s %u",
                 hk_text(sheet->language, HK_WORD_BOT), seat);
    else
        snprintf(name, HK_NAME_SIZE, "%s",
                 hk_text(sheet->language, HK_WORD_OPEN_SEAT));
}

/* H17: team 0 are the seats 0 and 2, team 1 the seats 1 and 3. */
static unsigned team_of(unsigned seat)
{
    return seat % HK_TEAMS;
}

static void add_seat(struct hk_sheet *sheet, unsigned seat, uint8_t winners)
{
    unsigned won_by = sheet->teams ? team_of(seat) : seat;

    sheet->columns[sheet->column_count++] = (struct hk_sheet_column){
        .index = (uint8_t)seat,
        .begins = sheet->teams && seat < HK_TEAMS,
        .runs = !sheet->teams,
        .total = sheet->game->seats[seat].total,
        .wins = winners >> won_by & 1,
    };
}

static void add_team(struct hk_sheet *sheet, unsigned team, uint8_t winners)
{
    sheet->columns[sheet->column_count++] = (struct hk_sheet_column){
        .team = true,
        .index = (uint8_t)team,
        .runs = true,
        .total = hk_state_team_total(&sheet->game->state, team),
        .wins = winners >> team & 1,
    };
}

/* The seats in their order, or team by team with its sum. */
static void make_columns(struct hk_sheet *sheet)
{
    const struct hk_snapshot *game = sheet->game;
    unsigned seats = game->rules.seats;
    uint8_t winners = game->row.status == HK_STATUS_FINISHED
                          ? hk_state_winners(&game->state, &game->rules)
                          : 0;

    if (!sheet->teams) {
        for (unsigned seat = 0; seat < seats; seat++)
            add_seat(sheet, seat, winners);
        return;
    }
    for (unsigned team = 0; team < HK_TEAMS; team++) {
        for (unsigned seat = team; seat < seats; seat += HK_TEAMS)
            add_seat(sheet, seat, winners);
        add_team(sheet, team, winners);
    }
}

/* What a table did not say is not known. */
static bool was_not_down(const struct hk_snapshot *game,
                         const struct hk_round_result *result, unsigned seat)
{
    bool known = game->row.mode == HK_MODE_REFEREE ||
                 result->declared.down_said >> seat & 1;

    return known && !(result->down >> seat & 1);
}

/* What a column shows of a round, as if it were the first. */
static struct hk_sheet_cell make_cell(const struct hk_sheet *sheet,
                                      const struct hk_sheet_column *column,
                                      const struct hk_round_result *result)
{
    struct hk_sheet_cell cell = {0};

    if (column->team) {
        cell.points = result->team_points[column->index];
    } else {
        cell.points = result->points[column->index];
        cell.out = result->out == (int)column->index;
        cell.not_down = was_not_down(sheet->game, result, column->index);
    }
    cell.running = cell.points;
    return cell;
}

static void make_round(struct hk_sheet *sheet, size_t index)
{
    const struct hk_round_result *result = &sheet->game->rounds[index].result;
    struct hk_sheet_round *round = &sheet->rounds[index];

    round->number = result->round;
    round->out = result->out;
    round->hand = result->hand;
    for (unsigned i = 0; i < sheet->column_count; i++) {
        round->cells[i] = make_cell(sheet, &sheet->columns[i], result);
        if (index > 0)
            round->cells[i].running += round[-1].cells[i].running;
    }
}

static enum hk_error add_note(const struct hk_round_row *revision,
                              const char *reason, void *cls)
{
    struct hk_sheet *sheet = cls;
    struct hk_sheet_note *note = &sheet->notes[sheet->note_count];

    note->reason = strdup(reason);
    if (!note->reason)
        return HK_E_INTERNAL;
    note->round = revision->result.round;
    note->revision = revision->revision;
    note->at = revision->told_at;
    note->by = revision->by;
    sheet->note_count++;
    return HK_OK;
}

/* The corrections of all rounds, as many as the snapshot knows of. */
static enum hk_error add_notes(struct hk_sheet *sheet, struct hk_game *game)
{
    enum hk_error error = HK_OK;
    size_t count = 0;
    bool more;

    for (size_t i = 0; i < sheet->round_count; i++)
        count += sheet->game->rounds[i].revision;
    sheet->notes = calloc(count + 1, sizeof(*sheet->notes));
    if (!sheet->notes)
        return HK_E_INTERNAL;
    for (size_t i = 0; !error && i < sheet->round_count; i++) {
        struct hk_sheet_round *round = &sheet->rounds[i];
        unsigned revisions = sheet->game->rounds[i].revision;
        round->first_note = (unsigned)sheet->note_count;
        if (revisions > 0)
            error = hk_game_revisions(game, round->number, 1, revisions,
                                      add_note, sheet, &more);
        round->note_count = (unsigned)sheet->note_count - round->first_note;
    }
    return error;
}

enum hk_error hk_sheet_init(struct hk_sheet *ret_sheet, struct hk_game *game,
                            const struct hk_snapshot *snapshot,
                            enum hk_language language)
{
    struct hk_sheet sheet = {
        .game = snapshot,
        .language = language,
        .teams = hk_rules_teams(&snapshot->rules),
        .round_count = snapshot->round_count,
    };

    for (unsigned seat = 0; seat < snapshot->rules.seats; seat++)
        make_name(&sheet, seat);
    make_columns(&sheet);
    sheet.rounds = calloc(sheet.round_count + 1, sizeof(*sheet.rounds));
    if (!sheet.rounds)
        return HK_E_INTERNAL;
    for (size_t i = 0; i < sheet.round_count; i++)
        make_round(&sheet, i);
    enum hk_error error = add_notes(&sheet, game);
    if (error) {
        hk_sheet_clear(&sheet);
        return error;
    }
    *ret_sheet = sheet;
    return HK_OK;
}

void hk_sheet_clear(struct hk_sheet *sheet)
{
    if (!sheet)
        return;
    for (size_t i = 0; i < sheet->note_count; i++)
        free(sheet->notes[i].reason);
    free(sheet->notes);
    free(sheet->rounds);
    *sheet = (struct hk_sheet){0};
}
