/* The options of both programs: one table, read from the command line, the
 * environment and a file. */
#ifndef HK_OPTIONS_H
#define HK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buckets.h"
#include "base/log.h"
#include "listen.h"

/* Bits, so that an option can belong to both. */
enum hk_program { HK_PROGRAM_HAKAMD = 1, HK_PROGRAM_HAKAM = 2 };

/* What `hakam` takes besides options: "key add NAME" are three words. */
enum { HK_OPTION_WORDS_MAX = 3 };

#define HK_OPTIONS_MESSAGE_SIZE 512

/* Who may make games. */
enum hk_auth { HK_AUTH_OPEN, HK_AUTH_KEYS };

/* The rows of options.def: HK_OPT_LISTEN … */
enum hk_opt {
#define NUMBER(id, ...) HK_OPT_##id,
#define CHOICE(id, ...) HK_OPT_##id,
#define PATH(id, ...) HK_OPT_##id,
#define ADDRESS(id, ...) HK_OPT_##id,
#define LIST(id, ...) HK_OPT_##id,
#define RATE(id, ...) HK_OPT_##id,
#define FLAG(id, ...) HK_OPT_##id,
#include "options.def"
#undef NUMBER
#undef CHOICE
#undef PATH
#undef ADDRESS
#undef LIST
#undef RATE
#undef FLAG
    HK_OPTS
};

/* Where a value comes from; a later one wins. */
enum hk_origin {
    HK_FROM_DEFAULT,
    HK_FROM_FILE,
    HK_FROM_ENVIRONMENT,
    HK_FROM_COMMAND_LINE
};

#define HK_OPTION_ITEMS_MAX 16

/* The value of a list. */
struct hk_option_list {
    const char *items[HK_OPTION_ITEMS_MAX];
    size_t count;
};

/* The value of a rate. */
struct hk_rate_option {
    bool is_auto; /* what suits --auth */
    struct hk_quota quota;
};

/* A text that the options own. */
struct hk_option_text;

/* A member for each row: a number in the row's unit, one of a choice's values,
 * a path (NULL: not given), addresses, a list, a rate, whether a flag was
 * given. */
struct hk_options {
#define NUMBER(id, member, ...) unsigned member;
#define CHOICE(id, member, ...) int member;
#define PATH(id, member, ...) const char *member;
#define ADDRESS(id, member, ...) struct hk_addresses member;
#define LIST(id, member, ...) struct hk_option_list member;
#define RATE(id, member, ...) struct hk_rate_option member;
#define FLAG(id, member, ...) bool member;
#include "options.def"
#undef NUMBER
#undef CHOICE
#undef PATH
#undef ADDRESS
#undef LIST
#undef RATE
#undef FLAG
    const char *words[HK_OPTION_WORDS_MAX]; /* of the command line; borrowed */
    size_t word_count;

    /* Of each option: its value as it was written (NULL: none), and where. */
    struct {
        const char *text;
        enum hk_origin origin;
        unsigned line; /* of the file */
    } given[HK_OPTS];
    struct hk_option_text *owned;

    /* What they were read from; borrowed. */
    enum hk_program program;
    int argc;
    char *const *argv;
};

/*
 * Reads the options of a program: defaults, then the file that --config names,
 * then the environment, then the command line, which wins. A variable that is
 * empty counts as not set; with --help, --version or --routes all do, and no
 * file is read. The file is the daemon's, of which `hakam` takes what is its
 * own. Returns 0, EX_USAGE for a fault on the command line, EX_CONFIG
 * for one in the environment or the file, or EX_OSERR without memory, with a
 * message of one line for a person. The options are cleared by
 * hk_options_clear().
 */
int hk_options_read(enum hk_program program, int argc, char *const argv[],
                    struct hk_options *ret_options,
                    char ret_message[HK_OPTIONS_MESSAGE_SIZE]);

/* Reads them again, from the same command line: as hk_options_read(). */
int hk_options_read_again(const struct hk_options *options,
                          struct hk_options *ret_options,
                          char ret_message[HK_OPTIONS_MESSAGE_SIZE]);

/* Frees what the options own; nothing where they are zeroed. */
void hk_options_clear(struct hk_options *options);

/* Whether something else than the default sets it. */
bool hk_options_has(const struct hk_options *options, enum hk_opt option);

/* Names variables of the environment that are called HAKAM_… and are none of
 * the program's: to `each`. */
void hk_options_unknown(enum hk_program program,
                        void (*each)(const char *variable));

/* Writes every option of hakamd that has a variable, with its meaning, its
 * value and where that is from, as a file that --config can name. */
void hk_options_print_config(const struct hk_options *options, FILE *file);

/* Writes a few lines on each option of the program. */
void hk_options_print(enum hk_program program, FILE *file);

#endif
