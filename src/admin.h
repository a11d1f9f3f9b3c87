/* What the commands of `hakam` share. Each gives an exit status. */
#ifndef HK_ADMIN_H
#define HK_ADMIN_H

#include <stdbool.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json_write.h"
#include "base/strbuf.h"
#include "options.h"
#include "service/verify.h"
#include "store/store.h"

/* The commands; `argument` is the word after their name, or NULL. */
typedef int hk_admin_command(const struct hk_options *options,
                             const char *argument);

hk_admin_command hk_admin_backup, hk_admin_restore;
hk_admin_command hk_admin_verify, hk_admin_recompute;
hk_admin_command hk_admin_key_add, hk_admin_key_list, hk_admin_key_revoke;
hk_admin_command hk_admin_game_show, hk_admin_game_end;
hk_admin_command hk_admin_stats;

/* Writes a line to standard error, after the program's name. */
void hk_admin_say(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Says that an error came up; EXIT_FAILURE. */
int hk_admin_fail(enum hk_error error);

/* The file of --database; NULL after having said that it is needed. */
const char *hk_admin_database(const struct hk_options *options);

/* Opens the database; 0 or an exit status, after having said why. */
int hk_admin_open(const struct hk_options *options, enum hk_store_mode mode,
                  struct hk_store **ret_store);

/* For a command that changes the database: one that is not there is a slip,
 * and not made. 0 or an exit status, after having said so. */
int hk_admin_there(const struct hk_options *options);

/* Whether what was written to standard output has arrived; says if not. */
bool hk_admin_flush(void);

/* The time now. */
hk_time hk_admin_now(void);

/* ----- with --json -------------------------------------------------------- */

/* One value of JSON on its way to standard output. */
struct hk_admin_json {
    struct hk_json json;
    struct hk_strbuf text;
};

void hk_admin_json_init(struct hk_admin_json *ret_out);

/* Writes it, a line, and frees it; whether that did well. */
bool hk_admin_json_print(struct hk_admin_json *out);

/* ----- sentences of verify and recompute ---------------------------------- */

/* Where the sentences go: to standard output, or into an open array. */
struct hk_admin_told {
    struct hk_json *json; /* NULL: lines */
};
void hk_admin_tell(const char *sentence, void *cls);

/* ----- copies ------------------------------------------------------------- */

/* What is known of a copy that was examined. */
struct hk_admin_copy {
    int version;   /* of its schema */
    bool replayed; /* its games; not where the schema is an older one */
    struct hk_verify_report report;
};

/*
 * Copies `from` to the new file `part` and examines the copy: its pages and
 * indexes, its rows, and where it has this program's schema every game.
 * A signal that ends the program removes `part`, until
 * hk_admin_copy_done(). 0 or an exit status, after having said why; then
 * `part` is not there.
 */
int hk_admin_copy(const char *from, const char *part,
                  struct hk_admin_copy *ret_copy);
void hk_admin_copy_done(void);

/* Ends a line that names it, or writes members of an open object. */
void hk_admin_print_copy(const struct hk_admin_copy *copy);
void hk_admin_write_copy(const struct hk_admin_copy *copy,
                         struct hk_json *json);

#endif
