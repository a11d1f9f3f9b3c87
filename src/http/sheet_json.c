/* The sheet for programs: the scores of the game's view, with more of each
 * round. */
#include "http/json_round.h"
#include "http/json_view.h"
#include "http/sheet.h"

/* The running totals of the seats, or of the teams. */
static void write_running(const struct hk_sheet *sheet, struct hk_json *json,
                          const char *name, const struct hk_sheet_round *round,
                          bool team)
{
    hk_points running[HK_SEATS_MAX];
    unsigned count = 0;

    for (unsigned i = 0; i < sheet->column_count; i++) {
        const struct hk_sheet_column *column = &sheet->columns[i];
        if (column->team != team)
            continue;
        running[column->index] = round->cells[i].running;
        count++;
    }
    if (count == 0) {
        hk_json_null(json, name);
        return;
    }
    hk_json_open_array(json, name);
    for (unsigned i = 0; i < count; i++)
        hk_json_integer(json, NULL, running[i]);
    hk_json_close_array(json);
}

static void write_not_down(const struct hk_sheet *sheet, struct hk_json *json,
                           const struct hk_sheet_round *round)
{
    uint8_t seats = 0;

    for (unsigned i = 0; i < sheet->column_count; i++) {
        if (round->cells[i].not_down)
            seats |= (uint8_t)(1u << sheet->columns[i].index);
    }
    hk_json_open_array(json, "not_down");
    for (unsigned seat = 0; seat < HK_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            hk_json_integer(json, NULL, seat);
    }
    hk_json_close_array(json);
}

static void write_corrections(const struct hk_sheet *sheet,
                              struct hk_json *json,
                              const struct hk_sheet_round *round)
{
    hk_json_open_array(json, "corrections");
    for (unsigned i = 0; i < round->note_count; i++) {
        const struct hk_sheet_note *note = &sheet->notes[round->first_note + i];
        hk_json_open_object(json, NULL);
        hk_json_integer(json, "revision", note->revision);
        hk_json_time(json, "at", note->at);
        hk_json_number_or_null(json, "by", note->by);
        hk_json_string(json, "reason", note->reason);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
}

static void write_rounds(const struct hk_sheet *sheet, struct hk_json *json)
{
    const struct hk_snapshot *game = sheet->game;

    hk_json_open_array(json, "rounds");
    for (size_t i = 0; i < sheet->round_count; i++) {
        const struct hk_sheet_round *round = &sheet->rounds[i];
        hk_json_open_object(json, NULL);
        hk_json_result(json, &game->rules, &game->rounds[i].result, true);
        write_running(sheet, json, "running", round, false);
        write_running(sheet, json, "team_running", round, true);
        write_not_down(sheet, json, round);
        write_corrections(sheet, json, round);
        hk_json_close_object(json);
    }
    hk_json_close_array(json);
}

void hk_sheet_json(const struct hk_sheet *sheet, struct hk_json *json)
{
    hk_json_open_object(json, NULL);
    hk_json_game_line(json, &sheet->game->row, sheet->game->seats);
    hk_json_options(json, "options", &sheet->game->rules);
    write_rounds(sheet, json);
    hk_json_totals(json, sheet->game);
    hk_json_close_object(json);
}
