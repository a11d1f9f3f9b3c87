/* The row that every ceiling stores: as large as an event of a game. */
#ifndef HK_BENCH_CEILINGS_ROWS_H
#define HK_BENCH_CEILINGS_ROWS_H

#include <sqlite3.h>

struct rows {
    sqlite3 *handle;
    sqlite3_stmt *begin, *insert, *commit;
    sqlite3_int64 next;
};

/* A new database with the settings of Hakam's writer; stops the program where
 * anything fails, as do all below. */
void rows_open(struct rows *rows, const char *path);
void rows_close(struct rows *rows);

/* One transaction of so many rows, durable at return. */
void rows_store(struct rows *rows, unsigned count);

#endif
