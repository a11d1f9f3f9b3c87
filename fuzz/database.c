/*
 * A database file that somebody or a bad disk has changed: opened, served,
 * verified and read. It is refused, or its games are, with a reason; nothing
 * is ever believed that would break the program.
 *
 * The first byte says how it is changed (bytes of the file, or values of
 * columns as an SQL shell would change them) and whether it is then served or
 * verified.
 */
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "house.h"
#include "service/internal.h"
#include "service/verify.h"

enum { CHANGES_MAX = 40, VALUE_MAX = 32 };

/* ----- changing ----------------------------------------------------------- */

static void change_bytes(struct fuzz_bytes *bytes)
{
    const struct house *house = house_get();
    uint8_t *copy = malloc(house->size);
    size_t size = house->size;

    FUZZ_CHECK(copy != NULL);
    memcpy(copy, house->bytes, size);
    for (unsigned i = 0; i < CHANGES_MAX && fuzz_left(bytes) > 0; i++) {
        size_t at = (fuzz_short(bytes) << 8 | fuzz_byte(bytes)) % size;
        unsigned count = fuzz_byte(bytes) % 16;

        for (; count > 0 && at < size; count--)
            copy[at++] = fuzz_byte(bytes);
        if (count > 0)
            size = at;
    }
    house_put(copy, size);
    free(copy);
}

static void exec(sqlite3 *db, const char *sql)
{
    (void)sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* What stands in the way of a change: triggers. The text that makes them anew
 * is kept. */
static char *drop_triggers(sqlite3 *db)
{
    sqlite3_str *drop = sqlite3_str_new(db), *make = sqlite3_str_new(db);
    sqlite3_stmt *rows;

    FUZZ_CHECK(sqlite3_prepare_v2(db,
                                  "SELECT name, sql FROM sqlite_schema"
                                  " WHERE type = 'trigger'",
                                  -1, &rows, NULL) == SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        sqlite3_str_appendf(drop, "DROP TRIGGER %Q;",
                            sqlite3_column_text(rows, 0));
        sqlite3_str_appendf(make, "%s;", sqlite3_column_text(rows, 1));
    }
    sqlite3_finalize(rows);
    char *text = sqlite3_str_finish(drop);
    exec(db, text);
    sqlite3_free(text);
    return sqlite3_str_finish(make);
}

/* The name of the n-th table or column that there is. */
static char *pick(sqlite3 *db, const char *sql, const char *of, unsigned n)
{
    sqlite3_stmt *rows;
    char *name = NULL;

    FUZZ_CHECK(sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK);
    if (of)
        sqlite3_bind_text(rows, 1, of, -1, SQLITE_STATIC);
    sqlite3_bind_int(rows, of ? 2 : 1, (int)n);
    if (sqlite3_step(rows) == SQLITE_ROW)
        name = sqlite3_mprintf("%s", sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    return name;
}

/* A value of any type; or a few bytes put into the text that is there. */
static char *choose_value(struct fuzz_bytes *bytes, const char *column)
{
    char text[VALUE_MAX + 1];
    uint8_t kind = fuzz_byte(bytes);
    unsigned count = fuzz_byte(bytes), at;

    switch (kind % 6) {
    case 0:
        return sqlite3_mprintf("NULL");
    case 1:
        return sqlite3_mprintf("%d", (int)count - 128);
    case 2:
        return sqlite3_mprintf("%lld", 1LL << count % 63);
    case 3:
        return sqlite3_mprintf("zeroblob(%u)", count);
    case 4:
        return sqlite3_mprintf("\"%w\" + %d", column, (int)count - 128);
    default:
        break;
    }
    at = fuzz_byte(bytes);
    count %= VALUE_MAX + 1;
    for (unsigned i = 0; i < count; i++)
        text[i] = (char)fuzz_byte(bytes);
    text[count] = '\0';
    return sqlite3_mprintf("substr(\"%w\", 1, %u) || %Q || substr(\"%w\", %u)",
                           column, at, text, column, at + 1 + (kind >> 4));
}

/* The tables that games are read from; the others come up seldom. */
static char *choose_table(sqlite3 *db, struct fuzz_bytes *bytes)
{
    static const char *const often[] = {"events", "recent_events", "games",
                                        "seats", "rounds"};
    uint8_t choice = fuzz_byte(bytes);

    if (choice % 8 < 5)
        return sqlite3_mprintf("%s", often[choice % 8]);
    return pick(db,
                "SELECT name FROM sqlite_schema WHERE type = 'table'"
                " ORDER BY name LIMIT 1 OFFSET ?1 % (SELECT count(*)"
                " FROM sqlite_schema WHERE type = 'table')",
                NULL, choice / 8);
}

/* One value of one row, found by its table's primary key. */
static void change_value(sqlite3 *db, struct fuzz_bytes *bytes)
{
    char *table = choose_table(db, bytes);
    char *column = pick(db,
                        "SELECT name FROM pragma_table_info(?1)"
                        " LIMIT 1 OFFSET ?2 % (SELECT count(*)"
                        " FROM pragma_table_info(?1))",
                        table, fuzz_byte(bytes));
    char *key = pick(db,
                     "SELECT coalesce(group_concat(name), 'rowid')"
                     " FROM pragma_table_info(?1) WHERE pk > 0 AND ?2 = 0",
                     table, 0);
    unsigned row = fuzz_byte(bytes);

    if (table && column && key) {
        char *value = choose_value(bytes, column);
        char *sql = sqlite3_mprintf(
            "UPDATE OR IGNORE \"%w\" SET \"%w\" = %s WHERE (%s) IN (SELECT %s"
            " FROM \"%w\" LIMIT 1 OFFSET %u %% (SELECT count(*) FROM \"%w\"))",
            table, column, value, key, key, table, row, table);
        exec(db, sql);
        sqlite3_free(sql);
        sqlite3_free(value);
    }
    sqlite3_free(table);
    sqlite3_free(column);
    sqlite3_free(key);
}

static void change_values(struct fuzz_bytes *bytes)
{
    const struct house *house = house_get();
    sqlite3 *db;

    house_put(house->bytes, house->size);
    FUZZ_CHECK(sqlite3_open(house->path, &db) == SQLITE_OK);
    exec(db, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
             "PRAGMA ignore_check_constraints = ON; BEGIN");
    char *triggers = drop_triggers(db);
    for (unsigned i = 0; i < CHANGES_MAX && fuzz_left(bytes) > 0; i++)
        change_value(db, bytes);
    exec(db, triggers);
    exec(db, "COMMIT");
    sqlite3_free(triggers);
    FUZZ_CHECK(sqlite3_close(db) == SQLITE_OK);
}

/* ----- looking ------------------------------------------------------------ */

static void tell(const char *text, void *cls)
{
    (void)cls;
    FUZZ_CHECK(text[0] != '\0');
}

static void verify(void)
{
    struct hk_verify_report report;
    struct hk_store *store;
    char why[HK_STORE_MESSAGE_SIZE] = "";

    if (hk_store_open(house_get()->path, HK_STORE_READ, &store, why)) {
        FUZZ_CHECK(why[0] != '\0');
        return;
    }
    enum hk_error error = hk_verify(store, tell, NULL, &report);
    (void)error;
    hk_store_close(store);
}

static enum hk_error see(const struct hk_event *event, void *cls)
{
    (void)cls;
    FUZZ_CHECK(event->seq > 0);
    return HK_OK;
}

static void read_game(struct hk_service *service, const char *id)
{
    const struct hk_viewer host = {.kind = HK_VIEW_HOST};
    struct hk_snapshot snapshot;
    struct hk_game *game;
    enum hk_error error;
    bool more;

    if (hk_game_open(service, id, &game))
        return;
    if (hk_game_snapshot(game, &snapshot) == HK_OK) {
        FUZZ_CHECK(!hk_state_fault(&snapshot.state, &snapshot.rules) ||
                   snapshot.row.mode == HK_MODE_SCORECARD);
        error = hk_game_events(game, &host, 0, 1000, see, NULL, &more);
        error = hk_game_record(game, &snapshot, &host, see, NULL);
        (void)error;
        hk_snapshot_clear(&snapshot);
    }
    hk_game_close(game);
}

static void serve(void)
{
    const struct house *house = house_get();
    struct hk_service *service = house_open();
    if (!service)
        return;
    for (unsigned i = 0; i < HOUSE_GAMES; i++)
        read_game(service, house->ids[i]);
    hk_service_close(service);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes bytes = {data, data + size};

    uint8_t choice = fuzz_byte(&bytes);

    if (choice % 4 == 0)
        change_bytes(&bytes);
    else
        change_values(&bytes);
    if (choice & 8)
        verify();
    else
        serve();
    return 0;
}
