/* Rows appended in the order of their keys, by prepared statements. */
#include "ceilings/rows.h"

#include <stdio.h>
#include <stdlib.h>

static const char data[] =
    "lay_off 1 8H 9H high; a row has the length that the event of a move has "
    "with all that stands beside it in the log: who, when, the cards drawn, "
    "the cards that were taken by a claim, the rest.";

static void stop(const struct rows *rows)
{
    fprintf(stderr, "ceilings: %s\n", sqlite3_errmsg(rows->handle));
    exit(EXIT_FAILURE);
}

static sqlite3_stmt *prepare(struct rows *rows, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(rows->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                           &statement, NULL) != SQLITE_OK)
        stop(rows);
    return statement;
}

void rows_open(struct rows *rows, const char *path)
{
    if (sqlite3_open(path, &rows->handle) != SQLITE_OK ||
        sqlite3_exec(rows->handle,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "CREATE TABLE events (game INTEGER, seq INTEGER, "
                     "data TEXT, PRIMARY KEY (game, seq)) WITHOUT ROWID;",
                     NULL, NULL, NULL) != SQLITE_OK)
        stop(rows);
    rows->begin = prepare(rows, "BEGIN IMMEDIATE");
    rows->insert = prepare(rows, "INSERT INTO events VALUES (1, ?, ?)");
    rows->commit = prepare(rows, "COMMIT");
    rows->next = 1;
}

void rows_close(struct rows *rows)
{
    sqlite3_finalize(rows->begin);
    sqlite3_finalize(rows->insert);
    sqlite3_finalize(rows->commit);
    sqlite3_close(rows->handle);
}

static void step(struct rows *rows, sqlite3_stmt *statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        stop(rows);
    sqlite3_reset(statement);
}

void rows_store(struct rows *rows, unsigned count)
{
    step(rows, rows->begin);
    for (unsigned i = 0; i < count; i++) {
        sqlite3_bind_int64(rows->insert, 1, rows->next++);
        sqlite3_bind_text(rows->insert, 2, data, sizeof(data) - 1,
                          SQLITE_STATIC);
        step(rows, rows->insert);
    }
    step(rows, rows->commit);
}
