/* hakamd: reads the options, wires the layers together, ends on a signal. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "at_work.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/reason.h"
#include "base/rng.h"
#include "check_config.h"
#include "http/server.h"
#include "listen.h"
#include "notify.h"
#include "option_policy.h"
#include "options.h"
#include "reload.h"
#include "signals.h"
#include "service/service.h"
#include "store/store.h"
#include "watch.h"

/* What a signal handler needs: the sockets whose paths are to go. */
static struct hk_listeners listeners;

static void print_help(void)
{
    puts("usage: hakamd --database FILE [OPTION]...\n"
         "\n"
         "Referees games of Hand and May I over HTTP.\n"
         "\n"
         "options:");
    hk_options_print(HK_PROGRAM_HAKAMD, stdout);
    puts("\n"
         "Ends with 0 after SIGTERM or SIGINT, 64 when used wrongly, 78 when\n"
         "its configuration or the database is refused, 1 otherwise.");
}

/* Whether what was written to standard output has arrived. */
static bool flush_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    hk_log(HK_LOG_ERROR, "cannot write to standard output: %s",
           HK_REASON(errno));
    return false;
}

/* Files that are open beside the connections: the database's, the log. */
enum { OTHER_FILES = 128 };

/* Every connection needs a file, and the usual limit is for programs that use
 * select(). Gives how many of these connections there can be. */
static unsigned raise_file_limit(unsigned connections)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        hk_log(HK_LOG_WARNING, "cannot raise the limit of open files: %s",
               HK_REASON(errno));
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
        limit.rlim_cur >= (rlim_t)connections + OTHER_FILES)
        return connections;
    unsigned files = (unsigned)limit.rlim_cur;
    unsigned possible = files > 2 * OTHER_FILES ? files - OTHER_FILES
                                                : files / 2;
    hk_log(HK_LOG_WARNING, "%u open files allow %u connections, not %u", files,
           possible, connections);
    return possible;
}

/* Takes the sockets handed over, or makes them; 0 or an exit status. */
static int open_listeners(const struct hk_options *options)
{
    char message[HK_LISTEN_MESSAGE_SIZE], reason[HK_CHECK_MESSAGE_SIZE];
    bool is_local = hk_addresses_are_local(&options->listen);

    enum hk_activation activation = hk_listeners_inherit(&listeners, message);
    switch (activation) {
    case HK_ACTIVATION_NONE:
        break;
    case HK_ACTIVATION_OK:
        is_local = hk_listeners_are_local(&listeners);
        break;
    case HK_ACTIVATION_BAD:
        hk_log(HK_LOG_ERROR, "%s", message);
        return EX_CONFIG;
    }
    if (!hk_check_auth(options, is_local, reason)) {
        hk_log(HK_LOG_ERROR, "%s", reason);
        return EX_CONFIG;
    }
    if (activation == HK_ACTIVATION_NONE &&
        !hk_listeners_open(&options->listen, &listeners, message)) {
        hk_log(HK_LOG_ERROR, "%s", message);
        return EXIT_FAILURE;
    }
    return 0;
}

/* Until a signal asks to end; meanwhile proves to the service manager that the
 * service works, and reads the options again when asked to. */
static void wait_for_end(struct hk_watch *watch, struct hk_reload *reload)
{
    for (;;) {
        int number = hk_signals_wait(hk_watch_interval_us());

        if (number == SIGHUP) {
            hk_reload(reload);
        } else if (number != 0) {
            hk_log(HK_LOG_INFO, "%s: ending", strsignal(number));
            return;
        } else {
            hk_watch_look(watch);
        }
    }
}

static void leave_at_once(int number)
{
    (void)number;
    hk_listeners_remove_paths(&listeners);
    /* All that was answered is on disk. */
    _exit(EXIT_SUCCESS);
}

/* Serves until a signal comes; 0 or an exit status. */
static int serve(struct hk_service *service, const struct hk_options *options,
                 const struct hk_policy *policy, struct hk_watch *watch)
{
    int fds[HK_LISTENERS_MAX];
    struct hk_server_config config = {
        .listen_fds = fds,
        .listen_count = listeners.count,
        .listen_kept = listeners.inherited,
        .service = service,
        .threads = options->threads,
        .connections_max = raise_file_limit(options->connections),
        .timeout_s = options->idle_timeout_s,
        .header_timeout_s = options->head_timeout_s,
        .answer_timeout_s = options->answer_timeout_s,
        .head_max = options->head_limit,
        .body_max = options->body_limit,
        .policy = *policy,
        .drain_timeout_s = options->drain_timeout_s,
    };
    struct hk_server *server;

    hk_listeners_give(&listeners, fds);
    if (hk_server_start(&config, &server) != HK_OK)
        return EXIT_FAILURE;
    for (unsigned i = 0; i < listeners.count; i++)
        printf("hakamd: listening on %s\n", listeners.each[i].text);
    int status = flush_output() ? 0 : EXIT_FAILURE;
    if (status == 0) {
        struct hk_reload reload = {.started = options,
                                   .server = server,
                                   .service = service,
                                   .policy = *policy,
                                   .address = listeners.each[0].text};
        hk_notify_ready(listeners.each[0].text);
        hk_watch_begin(watch, server, service);
        wait_for_end(watch, &reload);
        hk_reload_clear(&reload);
    }
    hk_notify_stopping(options->drain_timeout_s);
    hk_signals_let_through(leave_at_once);
    hk_server_stop(server);
    return status;
}

static int run(const struct hk_options *options)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct hk_service_config config = {
        .database = options->database,
        .open = options->auth == HK_AUTH_OPEN,
        .live_games_max = options->live_games,
        .live_bytes_max = (size_t)options->live_mib << 20,
        .presence_grace_ms = 1000 * options->presence_grace_s,
        .clock = hk_clock_real(),
        .rng = hk_rng_system(),
    };
    struct hk_service *service;
    struct hk_watch watch; /* until the service is closed */
    struct hk_at_work work;
    char fault[HK_POLICY_MESSAGE_SIZE];
    struct hk_policy policy;

    hk_log(HK_LOG_INFO, "hakamd %s, %s, database %s, auth %s", PACKAGE_VERSION,
           hk_store_library(), options->database,
           options->given[HK_OPT_AUTH].text);
    if (!hk_options_policy(options, &policy, fault)) {
        hk_log(HK_LOG_ERROR, "%s", fault);
        return EX_CONFIG;
    }
    int status = open_listeners(options);
    if (status != 0)
        return status;
    hk_at_work_begin(&work, HK_AT_WORK_EVERY_MS);
    enum hk_error error = hk_service_open(&config, &service, message);
    hk_at_work_end(&work);
    if (error == HK_OK) {
        status = serve(service, options, &policy, &watch);
        hk_at_work_begin(&work, HK_AT_WORK_EVERY_MS);
        hk_service_close(service);
        hk_at_work_end(&work);
    } else {
        hk_log(HK_LOG_ERROR, "%s", message);
        status = EX_CONFIG;
    }
    hk_listeners_close(&listeners);
    return status;
}

static void warn_of_variable(const char *variable)
{
    hk_log(HK_LOG_WARNING, "the variable %s is no option of hakamd", variable);
}

/* --check-config; an exit status. */
static int check(const struct hk_options *options)
{
    char message[HK_CHECK_MESSAGE_SIZE];

    if (!hk_check_config(options, message)) {
        fprintf(stderr, "hakamd: %s\n", message);
        return EX_CONFIG;
    }
    puts("hakamd: the configuration is good");
    return flush_output() ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* What is only to be told; an exit status. */
static int tell(const struct hk_options *options)
{
    if (options->help)
        print_help();
    else if (options->version)
        printf("hakamd %s\n", PACKAGE_VERSION);
    else if (options->routes)
        hk_server_print_routes(stdout);
    else
        hk_options_print_config(options, stdout);
    return flush_output() ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Serves, or does what else is asked; an exit status. */
static int begin(const struct hk_options *options)
{
    if (options->help || options->version || options->routes ||
        options->print_config)
        return tell(options);
    if (!options->database) {
        fputs("hakamd: --database FILE is needed; try hakamd --help\n", stderr);
        return options->config ? EX_CONFIG : EX_USAGE;
    }
    hk_log_set_level((enum hk_log_level)options->log_level);
    hk_options_unknown(HK_PROGRAM_HAKAMD, warn_of_variable);
    if (options->check_config)
        return check(options);
    /* The database holds hidden cards: nobody else reads it. */
    umask(umask(0) | 0077);
    hk_signals_block();
    return run(options);
}

int main(int argc, char *argv[])
{
    char message[HK_OPTIONS_MESSAGE_SIZE];
    struct hk_options options;

    int status = hk_options_read(HK_PROGRAM_HAKAMD, argc, argv, &options,
                                 message);
    if (status != 0) {
        fprintf(stderr, "hakamd: %s%s\n", message,
                status == EX_USAGE ? "; try hakamd --help" : "");
        return status;
    }
    status = begin(&options);
    hk_options_clear(&options);
    return status;
}
