/* The options of both programs: one table, read from the command line and the
 * environment. */
#ifndef HK_OPTIONS_H
#define HK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/log.h"
#include "listen.h"
#include "store/keys.h"

/* Bits, so that an option can belong to both. */
enum hk_program { HK_PROGRAM_HAKAMD = 1, HK_PROGRAM_HAKAM = 2 };

/* What `hakam` takes besides options: "key add NAME" are three words. */
enum { HK_OPTION_WORDS_MAX = 3 };

#define HK_OPTIONS_MESSAGE_SIZE 512

/* Texts are borrowed from the command line and the environment. */
struct hk_options {
    struct hk_address listen;
    const char *database; /* NULL: not given */
    bool auth_open;
    enum hk_log_level log_level;
    unsigned threads;     /* that serve connections */
    unsigned live_games;  /* kept in memory while idle */
    unsigned live_mib;    /* that these take at most */
    unsigned connections; /* open at once */
    unsigned head_timeout_s, idle_timeout_s;
    unsigned streams_per_token, streams_per_game; /* open at once */
    unsigned heartbeat_s;
    unsigned presence_grace_s;
    bool role_given;
    enum hk_token_kind role; /* HK_TOKEN_KEY_HOST or HK_TOKEN_KEY_ADMIN */
    bool routes;
    bool version;
    bool help;
    const char *words[HK_OPTION_WORDS_MAX];
    size_t word_count;
};

/*
 * Reads the options of a program: defaults, then the environment, then the
 * command line, which wins. An empty variable counts as not set; with --help,
 * --version or --routes all do. Returns 0, EX_USAGE for a fault on the command
 * line or EX_CONFIG for one in the environment, with a message for a person.
 */
int hk_options_read(enum hk_program program, int argc, char *const argv[],
                    struct hk_options *ret_options,
                    char ret_message[HK_OPTIONS_MESSAGE_SIZE]);

/* Writes a line or two on each option of the program. */
void hk_options_print(enum hk_program program, FILE *file);

#endif
