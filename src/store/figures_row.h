/* What the files about boards share of their rows; private to src/store/. */
#ifndef HK_STORE_FIGURES_ROW_H
#define HK_STORE_FIGURES_ROW_H

#include "store/boards.h"
#include "store/db.h"
#include "store/figures.h"

/* The columns that hk_figures_read() reads, of a table so called. */
#define HK_FIGURES_COLUMNS(f)                                               \
    f ".games, " f ".wins, " f ".rounds, " f ".rounds_won, " f ".hands, " f \
      ".points, " f ".best, " f ".worst, " f ".mu, " f ".sigma"
#define HK_FIGURES_COLUMN_COUNT 10

void hk_figures_read(const struct hk_query *query, int column,
                     struct hk_figures *ret_figures);

/* The column by_… of this order: lower is better. There must be games. */
double hk_figures_key(const struct hk_figures *figures,
                      enum hk_board_order order, bool lower_wins);

/* Binds :variant, :period, :evidence and :partnerships. */
void hk_board_name_bind(struct hk_query *query,
                        const struct hk_board_name *name);

#endif
