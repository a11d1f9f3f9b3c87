/* hakam restore: a backup becomes the database. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "admin.h"
#include "base/reason.h"
#include "store/backup.h"
#include "store/files.h"

/* ".before-restore-" and a time, "20261130T075327.123Z". */
static char *aside_name(const char *path)
{
    char time[HK_TIME_TEXT_SIZE]; /* "2026-11-30T07:53:27.123Z" */
    char suffix[64];

    hk_time_format(hk_admin_now(), time);
    snprintf(suffix, sizeof suffix, ".before-restore-%.4s%.2s%.2sT%.2s%.2s%.7s",
             time, time + 5, time + 8, time + 11, time + 14, time + 17);
    return hk_file_beside(path, suffix);
}

static bool print(const struct hk_options *options, const char *from,
                  const char *aside, const struct hk_admin_copy *copy)
{
    struct hk_admin_json out;

    if (!options->json) {
        printf("%s is restored from %s", options->database, from);
        hk_admin_print_copy(copy);
        if (aside)
            printf("the database before is kept as %s\n", aside);
        return hk_admin_flush();
    }
    hk_admin_json_init(&out);
    hk_json_open_object(&out.json, NULL);
    hk_json_string(&out.json, "database", options->database);
    hk_json_string(&out.json, "from", from);
    hk_json_string(&out.json, "kept_as", aside);
    hk_admin_write_copy(copy, &out.json);
    hk_json_close_object(&out.json);
    return hk_admin_json_print(&out);
}

/* Nobody serves the database meanwhile. */
static int put(struct hk_replacing *replacing, const char *from,
               const char *part, const char *aside,
               struct hk_admin_copy *ret_copy)
{
    char message[HK_STORE_MESSAGE_SIZE];

    /* Of a restoring that was cut short. */
    if (unlink(part) != 0 && errno != ENOENT) {
        hk_admin_say("%s cannot be removed: %s", part, HK_REASON(errno));
        return EXIT_FAILURE;
    }
    int status = hk_admin_copy(from, part, ret_copy);
    if (status != 0)
        return status;
    if (hk_replacing_put(replacing, part, aside, message) != HK_OK) {
        hk_admin_say("%s", message);
        unlink(part);
        status = EXIT_FAILURE;
    }
    hk_admin_copy_done();
    return status;
}

static int restore(const struct hk_options *options, const char *from,
                   struct hk_replacing *replacing)
{
    const char *path = hk_replacing_path(replacing);
    bool exists = hk_replacing_exists(replacing);
    struct hk_admin_copy copy = {.version = 0};
    int status;

    if (exists && !options->force) {
        hk_admin_say("%s is there already; with --force it is kept under "
                     "another name",
                     options->database);
        return EXIT_FAILURE;
    }
    char *part = hk_file_beside(path, ".restore-part");
    char *aside = aside_name(path);
    if (part && aside)
        status = put(replacing, from, part, aside, &copy);
    else
        status = hk_admin_fail(HK_E_INTERNAL);
    if (status == 0 && !print(options, from, exists ? aside : NULL, &copy))
        status = EXIT_FAILURE;
    free(part);
    free(aside);
    return status;
}

int hk_admin_restore(const struct hk_options *options, const char *argument)
{
    const char *database = hk_admin_database(options);
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_replacing *replacing = NULL;

    if (!database)
        return EX_USAGE;
    if (access(argument, F_OK) != 0) {
        hk_admin_say("cannot open %s: %s", argument, HK_REASON(errno));
        return EXIT_FAILURE;
    }
    if (hk_replacing_begin(database, &replacing, message) != HK_OK) {
        hk_admin_say("%s", message);
        return EX_CONFIG;
    }
    int status = restore(options, argument, replacing);
    hk_replacing_end(replacing);
    return status;
}
