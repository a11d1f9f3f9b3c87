/* Options of both programs: defaults, environment, command line, faults. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "option_rows.h"
#include "store/keys.h"

#define ARGUMENTS_MAX 8

static void clear_environment(void)
{
    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        if (hk_option_rows[i].variable)
            unsetenv(hk_option_rows[i].variable);
    }
}

/* Reads a command line that ends with NULL. The texts, which options borrow,
 * last until the next call. */
static int read_line(enum hk_program program, const char *const line[],
                     struct hk_options *ret_options,
                     char ret_message[HK_OPTIONS_MESSAGE_SIZE])
{
    static char texts[ARGUMENTS_MAX + 1][64];
    char *argv[ARGUMENTS_MAX + 2] = {texts[0]};
    int argc = 1;

    for (; line[argc - 1]; argc++) {
        ck_assert_int_lt(argc, ARGUMENTS_MAX + 1);
        ck_assert_uint_lt(strlen(line[argc - 1]), sizeof texts[argc]);
        memcpy(texts[argc], line[argc - 1], strlen(line[argc - 1]) + 1);
        argv[argc] = texts[argc];
    }
    return hk_options_read(program, argc, argv, ret_options, ret_message);
}

static struct hk_options read_well(enum hk_program program,
                                   const char *const line[])
{
    struct hk_options options;
    char message[HK_OPTIONS_MESSAGE_SIZE] = "";
    int status = read_line(program, line, &options, message);

    ck_assert_msg(status == 0, "%d: %s", status, message);
    return options;
}

/* The arguments; the places after them are NULL. */
#define LINE(...) ((const char *const[ARGUMENTS_MAX]){__VA_ARGS__})

static void assert_listens_on(const struct hk_options *options,
                              const char *expected)
{
    char text[HK_ADDRESS_TEXT_SIZE];

    ck_assert_uint_eq(options->listen.count, 1);
    hk_address_write(&options->listen.each[0], text);
    ck_assert_str_eq(text, expected);
}

START_TEST(test_nothing_given_gives_the_defaults)
{
    struct hk_options options = read_well(HK_PROGRAM_HAKAMD, LINE(NULL));

    assert_listens_on(&options, "127.0.0.1:8080");
    ck_assert_ptr_null(options.database);
    ck_assert_int_eq(options.auth, HK_AUTH_OPEN);
    ck_assert_int_eq(options.log_level, HK_LOG_INFO);
    ck_assert_uint_eq(options.connections, 4096);
    ck_assert_uint_eq(options.threads, 2);
    ck_assert_uint_eq(options.live_games, 100000);
    ck_assert_uint_eq(options.live_mib, 256);
    ck_assert_uint_eq(options.head_timeout_s, 10);
    ck_assert_uint_eq(options.idle_timeout_s, 30);
    ck_assert_uint_eq(options.streams_per_token, 10);
    ck_assert_uint_eq(options.streams_per_game, 2000);
    ck_assert_uint_eq(options.heartbeat_s, 15);
    ck_assert_uint_eq(options.presence_grace_s, 30);
    ck_assert(!options.routes && !options.version && !options.help);
}
END_TEST

START_TEST(test_every_option_of_the_daemon_is_read)
{
    struct hk_options options = read_well(
        HK_PROGRAM_HAKAMD, LINE("--listen", "[::1]:9", "--database=a.db",
                                "--auth", "keys", "--log-level=debug"));

    assert_listens_on(&options, "[::1]:9");
    ck_assert_str_eq(options.database, "a.db");
    ck_assert_int_eq(options.auth, HK_AUTH_KEYS);
    ck_assert_int_eq(options.log_level, HK_LOG_DEBUG);

    options = read_well(HK_PROGRAM_HAKAMD,
                        LINE("--connections=1000000", "--head-timeout", "3600",
                             "--idle-timeout=1"));
    ck_assert_uint_eq(options.connections, 1000000);
    ck_assert_uint_eq(options.head_timeout_s, 3600);
    ck_assert_uint_eq(options.idle_timeout_s, 1);

    options = read_well(HK_PROGRAM_HAKAMD, LINE("--threads=64", "--live-games",
                                                "1", "--live-memory=1000000"));
    ck_assert_uint_eq(options.threads, 64);
    ck_assert_uint_eq(options.live_games, 1);
    ck_assert_uint_eq(options.live_mib, 1000000);

    options = read_well(HK_PROGRAM_HAKAMD,
                        LINE("--streams-per-token=1", "--streams-per-game",
                             "1000000", "--heartbeat=60",
                             "--presence-grace=3600"));
    ck_assert_uint_eq(options.streams_per_token, 1);
    ck_assert_uint_eq(options.streams_per_game, 1000000);
    ck_assert_uint_eq(options.heartbeat_s, 60);
    ck_assert_uint_eq(options.presence_grace_s, 3600);

    ck_assert(read_well(HK_PROGRAM_HAKAMD, LINE("--routes")).routes);
    ck_assert(read_well(HK_PROGRAM_HAKAMD, LINE("--version")).version);
    ck_assert(read_well(HK_PROGRAM_HAKAMD, LINE("--help")).help);
}
END_TEST

START_TEST(test_every_log_level_is_known)
{
    static const struct {
        const char *name;
        enum hk_log_level level;
    } levels[] = {
        {"error", HK_LOG_ERROR},
        {"warning", HK_LOG_WARNING},
        {"info", HK_LOG_INFO},
        {"debug", HK_LOG_DEBUG},
    };

    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        struct hk_options options = read_well(
            HK_PROGRAM_HAKAMD, LINE("--log-level", levels[i].name));
        ck_assert_int_eq(options.log_level, levels[i].level);
    }
}
END_TEST

START_TEST(test_environment_sets_what_the_command_line_does_not)
{
    setenv("HAKAM_LISTEN", "unix:/run/h.sock", 1);
    setenv("HAKAM_DATABASE", "e.db", 1);
    setenv("HAKAM_AUTH", "keys", 1);

    struct hk_options options = read_well(HK_PROGRAM_HAKAMD, LINE(NULL));
    assert_listens_on(&options, "unix:/run/h.sock");
    ck_assert_str_eq(options.database, "e.db");
    ck_assert_int_eq(options.auth, HK_AUTH_KEYS);

    options = read_well(HK_PROGRAM_HAKAMD,
                        LINE("--auth=open", "--database", "c.db"));
    assert_listens_on(&options, "unix:/run/h.sock");
    ck_assert_str_eq(options.database, "c.db");
    ck_assert_int_eq(options.auth, HK_AUTH_OPEN);

    options = read_well(HK_PROGRAM_HAKAM, LINE("verify"));
    ck_assert_str_eq(options.database, "e.db");
}
END_TEST

START_TEST(test_empty_variable_counts_as_not_set)
{
    setenv("HAKAM_LISTEN", "", 1);
    setenv("HAKAM_DATABASE", "", 1);
    setenv("HAKAM_AUTH", "", 1);

    struct hk_options options = read_well(HK_PROGRAM_HAKAMD, LINE(NULL));
    assert_listens_on(&options, "127.0.0.1:8080");
    ck_assert_ptr_null(options.database);
    ck_assert_int_eq(options.auth, HK_AUTH_OPEN);
}
END_TEST

START_TEST(test_fault_in_the_environment_is_one_of_the_configuration)
{
    struct hk_options options;
    char message[HK_OPTIONS_MESSAGE_SIZE] = "";

    setenv("HAKAM_AUTH", "key", 1);
    ck_assert_int_eq(
        read_line(HK_PROGRAM_HAKAMD, LINE(NULL), &options, message), EX_CONFIG);
    ck_assert_str_eq(message, "HAKAM_AUTH: \"key\": it is open or keys");

    /* What is overridden, not used or only asks for help is no fault. */
    read_well(HK_PROGRAM_HAKAMD, LINE("--auth", "keys"));
    read_well(HK_PROGRAM_HAKAM, LINE("verify"));
    ck_assert(read_well(HK_PROGRAM_HAKAMD, LINE("--help")).help);
    ck_assert(read_well(HK_PROGRAM_HAKAMD, LINE("--routes")).routes);
}
END_TEST

START_TEST(test_last_of_an_option_wins)
{
    struct hk_options options = read_well(HK_PROGRAM_HAKAMD,
                                          LINE("--auth=keys", "--auth=open"));

    ck_assert_int_eq(options.auth, HK_AUTH_OPEN);
}
END_TEST

static void assert_list(const struct hk_options *options, const char *items)
{
    char text[128] = "";
    size_t length = 0;

    for (size_t i = 0; i < options->trusted_proxies.count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s,",
                                   options->trusted_proxies.items[i]);
    ck_assert_str_eq(text, items);
}

START_TEST(test_list_is_given_at_once_or_item_by_item)
{
    struct hk_options options = read_well(HK_PROGRAM_HAKAMD, LINE(NULL));
    assert_list(&options, "");

    options = read_well(HK_PROGRAM_HAKAMD,
                        LINE("--trusted-proxy", " 10.0.0.1  10.0.0.2 "));
    assert_list(&options, "10.0.0.1,10.0.0.2,");
    hk_options_clear(&options);

    options = read_well(HK_PROGRAM_HAKAMD,
                        LINE("--trusted-proxy=10.0.0.1", "--trusted-proxy",
                             "10.0.0.2 10.0.0.3", "--trusted-proxy=unix"));
    assert_list(&options, "10.0.0.1,10.0.0.2,10.0.0.3,unix,");
    hk_options_clear(&options);

    /* The command line takes the place of the variable, as of any other. */
    setenv("HAKAM_TRUSTED_PROXY", "10.0.0.4 10.0.0.5", 1);
    options = read_well(HK_PROGRAM_HAKAMD, LINE(NULL));
    assert_list(&options, "10.0.0.4,10.0.0.5,");
    hk_options_clear(&options);
    options = read_well(HK_PROGRAM_HAKAMD, LINE("--trusted-proxy=unix"));
    assert_list(&options, "unix,");
    hk_options_clear(&options);
}
END_TEST

START_TEST(test_list_has_an_end)
{
    char text[512] = "", message[HK_OPTIONS_MESSAGE_SIZE] = "";
    char *argv[] = {text, text, NULL};
    struct hk_options options;
    size_t length = (size_t)snprintf(text, sizeof text, "--trusted-proxy=");

    for (unsigned i = 0; i < HK_OPTION_ITEMS_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "10.0.0.%u ", i);
    ck_assert_int_eq(
        hk_options_read(HK_PROGRAM_HAKAMD, 2, argv, &options, message), 0);
    ck_assert_uint_eq(options.trusted_proxies.count, HK_OPTION_ITEMS_MAX);
    hk_options_clear(&options);

    snprintf(text + length, sizeof text - length, "unix");
    ck_assert_int_eq(
        hk_options_read(HK_PROGRAM_HAKAMD, 2, argv, &options, message),
        EX_USAGE);
    ck_assert_ptr_nonnull(strstr(message, "these are too many"));
}
END_TEST

START_TEST(test_words_and_options_of_hakam_come_in_any_order)
{
    static const char *const lines[][ARGUMENTS_MAX] = {
        {"--database", "x.db", "key", "add", "desk", "--role", "admin"},
        {"key", "--role=admin", "add", "--database=x.db", "desk"},
        {"--role=admin", "--database=x.db", "--", "key", "add", "desk"},
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct hk_options options = read_well(HK_PROGRAM_HAKAM, lines[i]);
        ck_assert_uint_eq(options.word_count, 3);
        ck_assert_str_eq(options.words[0], "key");
        ck_assert_str_eq(options.words[1], "add");
        ck_assert_str_eq(options.words[2], "desk");
        ck_assert_str_eq(options.database, "x.db");
        ck_assert(hk_options_has(&options, HK_OPT_ROLE));
        ck_assert_int_eq(options.role, HK_TOKEN_KEY_ADMIN);
    }
    struct hk_options options = read_well(HK_PROGRAM_HAKAM,
                                          LINE("--role=host"));
    ck_assert_int_eq(options.role, HK_TOKEN_KEY_HOST);
    options = read_well(HK_PROGRAM_HAKAM, LINE("key"));
    ck_assert(!hk_options_has(&options, HK_OPT_ROLE));
}
END_TEST

START_TEST(test_after_two_dashes_everything_is_a_word)
{
    struct hk_options options = read_well(
        HK_PROGRAM_HAKAM, LINE("key", "revoke", "--", "--help"));

    ck_assert(!options.help);
    ck_assert_uint_eq(options.word_count, 3);
    ck_assert_str_eq(options.words[2], "--help");
}
END_TEST

static const struct fault_case {
    enum hk_program program;
    const char *line[ARGUMENTS_MAX];
    const char *message;
} fault_cases[] = {
    {HK_PROGRAM_HAKAMD, {"--port", "80"}, "there is no option --port"},
    {HK_PROGRAM_HAKAMD, {"--datab", "x"}, "there is no option --datab"},
    {HK_PROGRAM_HAKAMD, {"--database2=x"}, "there is no option --database2"},
    {HK_PROGRAM_HAKAMD, {"-v"}, "there is no option -v"},
    {HK_PROGRAM_HAKAMD, {"-"}, "there is no option -"},
    {HK_PROGRAM_HAKAMD, {"-listen=x"}, "there is no option -listen"},
    {HK_PROGRAM_HAKAMD, {"--=x"}, "there is no option --"},
    {HK_PROGRAM_HAKAMD, {"serve"}, "\"serve\" is one word too many"},
    {HK_PROGRAM_HAKAMD, {"--", "x"}, "\"x\" is one word too many"},
    {HK_PROGRAM_HAKAMD, {""}, "\"\" is one word too many"},
    {HK_PROGRAM_HAKAMD, {"--auth"}, "--auth needs open|keys"},
    {HK_PROGRAM_HAKAMD, {"--database"}, "--database needs FILE"},
    {HK_PROGRAM_HAKAMD,
     {"--database="},
     "--database: \"\": the name of a file is needed"},
    {HK_PROGRAM_HAKAMD,
     {"--auth=none"},
     "--auth: \"none\": it is open or keys"},
    {HK_PROGRAM_HAKAMD,
     {"--auth", "OPEN"},
     "--auth: \"OPEN\": it is open or keys"},
    {HK_PROGRAM_HAKAMD,
     {"--log-level=7"},
     "--log-level: \"7\": it is error, warning, info or debug"},
    {HK_PROGRAM_HAKAMD,
     {"--listen", "8080"},
     "--listen: \"8080\": write it as 127.0.0.1:8080, [::1]:8080 or unix:PATH"},
    {HK_PROGRAM_HAKAMD,
     {"--threads=0"},
     "--threads: \"0\": it is a number from 1 to 64"},
    {HK_PROGRAM_HAKAMD,
     {"--threads=65"},
     "--threads: \"65\": it is a number from 1 to 64"},
    {HK_PROGRAM_HAKAMD,
     {"--live-games=-1"},
     "--live-games: \"-1\": it is a number from 1 to 100000000"},
    {HK_PROGRAM_HAKAMD,
     {"--live-memory", "1G"},
     "--live-memory: \"1G\": it is a number of MiB from 1 to 1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--connections=15"},
     "--connections: \"15\": it is a number from 16 to 1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--connections=1000001"},
     "--connections: \"1000001\": it is a number from 16 to 1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--connections=99999999999999999999"},
     "--connections: \"99999999999999999999\": it is a number from 16 to "
     "1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--head-timeout=0"},
     "--head-timeout: \"0\": it is a number of seconds from 1 to 3600"},
    {HK_PROGRAM_HAKAMD,
     {"--idle-timeout", "5s"},
     "--idle-timeout: \"5s\": it is a number of seconds from 1 to 3600"},
    {HK_PROGRAM_HAKAMD,
     {"--idle-timeout="},
     "--idle-timeout: \"\": it is a number of seconds from 1 to 3600"},
    {HK_PROGRAM_HAKAMD,
     {"--streams-per-token=0"},
     "--streams-per-token: \"0\": it is a number from 1 to 1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--streams-per-game=1e3"},
     "--streams-per-game: \"1e3\": it is a number from 1 to 1000000"},
    {HK_PROGRAM_HAKAMD,
     {"--heartbeat=61"},
     "--heartbeat: \"61\": it is a number of seconds from 1 to 60"},
    {HK_PROGRAM_HAKAMD,
     {"--presence-grace", "0"},
     "--presence-grace: \"0\": it is a number of seconds from 1 to 3600"},
    {HK_PROGRAM_HAKAMD, {"--help=x"}, "--help takes no value"},
    {HK_PROGRAM_HAKAMD, {"--role=host"}, "there is no option --role"},
    {HK_PROGRAM_HAKAM, {"--listen=x"}, "there is no option --listen"},
    {HK_PROGRAM_HAKAM, {"--routes"}, "there is no option --routes"},
    {HK_PROGRAM_HAKAM,
     {"--role=seat"},
     "--role: \"seat\": it is host or admin"},
    {HK_PROGRAM_HAKAM, {"key", "add", "a", "b"}, "\"b\" is one word too many"},
};

START_TEST(test_fault_on_the_command_line_is_named)
{
    const struct fault_case *c = &fault_cases[_i];
    struct hk_options options, untouched;
    char message[HK_OPTIONS_MESSAGE_SIZE] = "";

    memset(&options, 0x5a, sizeof options);
    memset(&untouched, 0x5a, sizeof untouched);
    ck_assert_int_eq(read_line(c->program, c->line, &options, message),
                     EX_USAGE);
    ck_assert_str_eq(message, c->message);
    ck_assert_mem_eq(&options, &untouched, sizeof options);
}
END_TEST

START_TEST(test_help_names_the_options_of_its_program)
{
    static const struct {
        const char *name;
        unsigned programs;
    } cases[] = {
        {"--listen ADDRESS", HK_PROGRAM_HAKAMD},
        {"--config FILE", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"(also HAKAM_CONFIG)", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"--database FILE", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"--auth open|keys", HK_PROGRAM_HAKAMD},
        {"--log-level LEVEL", HK_PROGRAM_HAKAMD},
        {"--connections N", HK_PROGRAM_HAKAMD},
        {"--threads N", HK_PROGRAM_HAKAMD},
        {"--live-games N", HK_PROGRAM_HAKAMD},
        {"--live-memory MIB", HK_PROGRAM_HAKAMD},
        {"--head-timeout SECONDS", HK_PROGRAM_HAKAMD},
        {"--idle-timeout SECONDS", HK_PROGRAM_HAKAMD},
        {"--streams-per-token N", HK_PROGRAM_HAKAMD},
        {"--streams-per-game N", HK_PROGRAM_HAKAMD},
        {"--heartbeat SECONDS", HK_PROGRAM_HAKAMD},
        {"--drain-timeout SECONDS", HK_PROGRAM_HAKAMD},
        {"--presence-grace SECONDS", HK_PROGRAM_HAKAMD},
        {"--routes", HK_PROGRAM_HAKAMD},
        {"--role host|admin", HK_PROGRAM_HAKAM},
        {"--version", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"--help", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"(also HAKAM_LISTEN; default 127.0.0.1:8080)", HK_PROGRAM_HAKAMD},
        {"(also HAKAM_DATABASE)", HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM},
        {"(also HAKAM_AUTH; default open)", HK_PROGRAM_HAKAMD},
    };
    static const enum hk_program programs[] = {HK_PROGRAM_HAKAMD,
                                               HK_PROGRAM_HAKAM};

    for (size_t p = 0; p < 2; p++) {
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);

        ck_assert_ptr_nonnull(file);
        hk_options_print(programs[p], file);
        ck_assert_int_eq(fclose(file), 0);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            bool shown = strstr(text, cases[i].name) != NULL;
            bool wanted = (cases[i].programs & programs[p]) != 0;
            ck_assert_msg(shown == wanted, "%s in:\n%s", cases[i].name, text);
        }
        for (const char *line = text; *line;) {
            size_t length = strcspn(line, "\n");
            ck_assert_msg(length <= 80, "%s", line);
            line += length + 1;
        }
        free(text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    SRunner *runner = srunner_create(suite);

    tcase_add_checked_fixture(tests, clear_environment, NULL);
    tcase_add_test(tests, test_nothing_given_gives_the_defaults);
    tcase_add_test(tests, test_every_option_of_the_daemon_is_read);
    tcase_add_test(tests, test_every_log_level_is_known);
    tcase_add_test(tests, test_environment_sets_what_the_command_line_does_not);
    tcase_add_test(tests, test_empty_variable_counts_as_not_set);
    tcase_add_test(tests,
                   test_fault_in_the_environment_is_one_of_the_configuration);
    tcase_add_test(tests, test_last_of_an_option_wins);
    tcase_add_test(tests, test_list_is_given_at_once_or_item_by_item);
    tcase_add_test(tests, test_list_has_an_end);
    tcase_add_test(tests, test_words_and_options_of_hakam_come_in_any_order);
    tcase_add_test(tests, test_after_two_dashes_everything_is_a_word);
    tcase_add_loop_test(tests, test_fault_on_the_command_line_is_named, 0,
                        sizeof fault_cases / sizeof fault_cases[0]);
    tcase_add_test(tests, test_help_names_the_options_of_its_program);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
