/* Copies of the database, examined before anybody relies on them. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "admin.h"
#include "service/verify.h"
#include "store/backup.h"

/* What a signal handler needs: the file that must not be left behind. */
static const char *volatile unfinished;

static void remove_and_end(int number)
{
    const char *path = unfinished;

    if (path)
        unlink(path);
    /* It comes again when this is over, and then ends the program. */
    raise(number);
}

static void watch(const char *part)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
    struct sigaction action = {.sa_handler = remove_and_end,
                               .sa_flags = (int)SA_RESETHAND};

    unfinished = part;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction before;

        /* nohup stays what it is. */
        if (sigaction(numbers[i], NULL, &before) == 0 &&
            before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void hk_admin_copy_done(void)
{
    unfinished = NULL;
}

static void say_difference(const char *sentence, void *cls)
{
    size_t *said = cls;

    /* The first ones tell what it is about. */
    if ((*said)++ < 3)
        hk_admin_say("%s", sentence);
}

static int replay(const char *part, struct hk_verify_report *ret_report)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_store *store;
    size_t said = 0;

    if (hk_store_open(part, HK_STORE_READ, &store, message) != HK_OK) {
        hk_admin_say("%s", message);
        return EXIT_FAILURE;
    }
    enum hk_error error = hk_verify(store, say_difference, &said, ret_report);
    hk_store_close(store);
    if (error != HK_OK)
        return hk_admin_fail(error);
    if (ret_report->differences > 0) {
        hk_admin_say("the copy was not kept: hakam verify finds %zu "
                     "differences in it",
                     ret_report->differences);
        return EXIT_FAILURE;
    }
    return 0;
}

int hk_admin_copy(const char *from, const char *part,
                  struct hk_admin_copy *ret_copy)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_admin_copy copy = {.version = 0};
    int status = 0;

    watch(part);
    if (hk_store_copy(from, part, message) != HK_OK) {
        hk_admin_copy_done();
        hk_admin_say("%s", message);
        return EXIT_FAILURE;
    }
    if (hk_store_examine(part, &copy.version, message) != HK_OK) {
        hk_admin_say("%s", message);
        status = EXIT_FAILURE;
    }
    /* An older schema cannot be read yet. */
    copy.replayed = copy.version == hk_store_schema_version();
    if (status == 0 && copy.replayed)
        status = replay(part, &copy.report);
    if (status != 0) {
        unlink(part);
        hk_admin_copy_done();
        return status;
    }
    *ret_copy = copy;
    return 0;
}

void hk_admin_print_copy(const struct hk_admin_copy *copy)
{
    if (copy->replayed)
        printf(", %zu games, %zu events\n", copy->report.games,
               copy->report.events);
    else
        printf(", schema version %d: hakamd migrates it when it starts, and "
               "hakam verify can replay it then\n",
               copy->version);
}

void hk_admin_write_copy(const struct hk_admin_copy *copy, struct hk_json *json)
{
    bool replayed = copy->replayed;

    hk_json_integer(json, "schema_version", copy->version);
    hk_json_boolean(json, "replayed", replayed);
    hk_json_number_or_null(json, "games",
                           replayed ? (int64_t)copy->report.games : -1);
    hk_json_number_or_null(json, "events",
                           replayed ? (int64_t)copy->report.events : -1);
}
