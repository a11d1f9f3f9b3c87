/* What one player has done. */
#include "store/board_read.h"

enum hk_error hk_store_figures(struct hk_store *store,
                               const struct hk_board_name *board,
                               int64_t player, int64_t partner,
                               struct hk_figures *ret_figures)
{
    struct hk_board whole = {.name = *board};
    struct hk_reading reading = {.db = hk_store_take_reader(store),
                                 .board = &whole};
    enum hk_error error = hk_reading_find_board(&reading);

    if (error == HK_OK)
        error = hk_figures_find(reading.db, reading.id, player, partner,
                                ret_figures);
    hk_store_give_reader(store, reading.db);
    return error;
}

static const char PAIRS_OF[] = "SELECT " HK_BOARD_LINE(
    "f", "f.by_wins AS key") "FROM figures AS f "
                             "INDEXED BY figures_of_first "
                             "WHERE f.board = :board AND f.player = :of "
                             "AND f.partner <> 0 "
                             "UNION ALL SELECT " HK_BOARD_LINE(
                                 "f", "f.by_wins") "FROM figures AS f "
                                                   "INDEXED BY "
                                                   "figures_of_second "
                                                   "WHERE f.board = "
                                                   ":board AND "
                                                   "f.partner = :of AND "
                                                   "f.partner <> 0 "
                                                   "ORDER BY key, player, "
                                                   "partner LIMIT :limit";

void hk_reading_start_pairs(const struct hk_reading *reading, int64_t player,
                            int64_t limit, struct hk_query *ret_query)
{
    hk_query_start(ret_query, reading->db, PAIRS_OF);
    hk_query_int_as(ret_query, ":board", reading->id);
    hk_query_int_as(ret_query, ":of", player);
    hk_query_int_as(ret_query, ":limit", limit);
}

static enum hk_error read_partnerships(struct hk_reading *reading,
                                       int64_t player)
{
    struct hk_query query;

    hk_reading_start_pairs(reading, player, (int64_t)reading->size, &query);
    while (reading->count < reading->size && hk_query_next(&query)) {
        struct hk_board_row *row = &reading->rows[reading->count++];

        row->place = (struct hk_board_place){.as_of = reading->change};
        hk_reading_line(&query, row);
    }
    return hk_query_end(&query);
}

/* The player's figures on the board of all games of a variant, by evidence. */
static enum hk_error read_all_games(struct hk_db *db, int64_t player,
                                    enum hk_variant variant,
                                    enum hk_evidence evidence,
                                    struct hk_figures *ret_figures)
{
    struct hk_board board = {
        .name = {.variant = variant, .period = "all", .evidence = evidence}};
    struct hk_reading reading = {.db = db, .board = &board};
    enum hk_error error = hk_reading_find_board(&reading);

    return error == HK_OK
               ? hk_figures_find(db, reading.id, player, 0, ret_figures)
               : error;
}

static enum hk_error read_profile(struct hk_db *db, int64_t player,
                                  struct hk_profile *ret_profile)
{
    enum hk_error error = HK_OK;

    for (unsigned v = 0; v < HK_VARIANTS; v++)
        for (unsigned e = 0; e < HK_EVIDENCES && error == HK_OK; e++)
            error = read_all_games(db, player, (enum hk_variant)v,
                                   (enum hk_evidence)e,
                                   &ret_profile->figures[v][e]);
    return error;
}

enum hk_error hk_store_profile(struct hk_store *store, int64_t player,
                               struct hk_profile *ret_profile, size_t limit,
                               struct hk_board_row *ret_pairs,
                               size_t *ret_count)
{
    const struct hk_board board = {.name = {.variant = HK_HAND_PARTNERS,
                                            .partnerships = true,
                                            .period = "all"}};
    struct hk_reading reading = {.db = hk_store_take_reader(store),
                                 .board = &board,
                                 .rows = ret_pairs,
                                 .size = limit};
    struct hk_profile profile;
    enum hk_error error = hk_db_begin_read(reading.db);

    if (error == HK_OK) {
        error = read_profile(reading.db, player, &profile);
        if (error == HK_OK)
            error = hk_reading_find_board(&reading);
        if (error == HK_OK)
            error = read_partnerships(&reading, player);
        if (error == HK_OK)
            error = hk_reading_names(&reading);
        error = hk_db_end(reading.db, error);
    }
    hk_store_give_reader(store, reading.db);
    if (error != HK_OK)
        return error;
    *ret_profile = profile;
    *ret_count = reading.count;
    return HK_OK;
}
