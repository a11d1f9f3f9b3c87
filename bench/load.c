/*
 * The load generator: plays real, legal moves in many games over keep-alive
 * connections, or asks for views, or sends one request again and again (to
 * the programs of bench/ceilings and bench/peers). Prints one line of figures,
 * "key=value" with blanks between. bench/run calls it.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules.h"
#include "load.h"
#include "load_games.h"

static const struct {
    const char *name;
    enum load_mode mode;
} modes[] = {
    {"create", LOAD_CREATE},         {"moves", LOAD_MOVES},
    {"moves-view", LOAD_MOVES_VIEW}, {"moves-key", LOAD_MOVES_KEY},
    {"batches", LOAD_BATCHES},       {"views", LOAD_VIEWS},
    {"unchanged", LOAD_UNCHANGED},
};

/* One request again and again. */
struct plain {
    char request[1024];
    size_t size;
};

struct options {
    uint16_t port;
    const char *mode, *path, *save, *resume;
    enum hk_variant variant;
    unsigned connections, games, idle;
    double warm, seconds;
    bool once;
};

static const char usage[] =
    "usage: bench/load --port PORT --mode MODE [OPTION]...\n"
    "\n"
    "modes: create moves moves-view moves-key batches views unchanged, or\n"
    "get and post: one request with --path again and again\n"
    "\n"
    "  --connections N  1\n"
    "  --games N        4096; divided among the connections\n"
    "  --variant NAME   hand or hand-partners\n"
    "  --warm S         1: seconds that are not counted\n"
    "  --seconds S      5\n"
    "  --once           every game is asked for once, whatever time it takes\n"
    "  --idle N         0: so many connections more, which say nothing\n"
    "  --save FILE      keep the games as they are at the end\n"
    "  --resume FILE    go on with games that were kept\n"
    "  --path PATH      /\n";

static unsigned read_count(const char *text)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*end || end == text || value > 10000000)
        load_stop("\"%s\" is no number", text);
    return (unsigned)value;
}

static void read_option(int option, const char *value, struct options *options)
{
    switch (option) {
    case 'p':
        options->port = (uint16_t)read_count(value);
        return;
    case 'm':
        options->mode = value;
        return;
    case 'c':
        options->connections = read_count(value);
        return;
    case 'g':
        options->games = read_count(value);
        return;
    case 'v':
        if (!hk_variant_find(value, &options->variant) ||
            options->variant == HK_MAY_I)
            load_stop("\"%s\" is no variant of Hand", value);
        return;
    case 'w':
        options->warm = strtod(value, NULL);
        return;
    case 's':
        options->seconds = strtod(value, NULL);
        return;
    case 'o':
        options->once = true;
        return;
    case 'i':
        options->idle = read_count(value);
        return;
    case 'k':
        options->save = value;
        return;
    case 'r':
        options->resume = value;
        return;
    case 'u':
        options->path = value;
        return;
    default:
        fputs(usage, stderr);
        exit(EXIT_FAILURE);
    }
}

static void read_options(int argc, char **argv, struct options *options)
{
    static const struct option known[] = {
        {"port", required_argument, NULL, 'p'},
        {"mode", required_argument, NULL, 'm'},
        {"connections", required_argument, NULL, 'c'},
        {"games", required_argument, NULL, 'g'},
        {"variant", required_argument, NULL, 'v'},
        {"warm", required_argument, NULL, 'w'},
        {"seconds", required_argument, NULL, 's'},
        {"once", no_argument, NULL, 'o'},
        {"idle", required_argument, NULL, 'i'},
        {"save", required_argument, NULL, 'k'},
        {"resume", required_argument, NULL, 'r'},
        {"path", required_argument, NULL, 'u'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1)
        read_option(option, optarg, options);
    if (optind < argc || !options->port || !options->mode ||
        options->connections == 0 || options->games < options->connections) {
        fputs(usage, stderr);
        exit(EXIT_FAILURE);
    }
}

static size_t next_plain(void *cls, unsigned connection, char *ret_request)
{
    const struct plain *plain = cls;
    (void)connection;
    memcpy(ret_request, plain->request, plain->size);
    return plain->size;
}

static load_worth plain_answered(void *cls, unsigned connection,
                                 const struct load_answer *answer)
{
    (void)cls;
    (void)connection;
    if (answer->status >= 300)
        load_stop("the request is refused: %d %s", answer->status,
                  answer->body);
    return 1;
}

static void make_plain(const struct options *options, struct plain *ret_plain)
{
    /* As long as a move is. */
    static const char body[] = "{\"move\":\"lay_off\",\"meld\":1,\"cards\":["
                               "\"8H\",\"9H\"],\"end\":\"high\"}";
    int size;
    if (strcmp(options->mode, "get") == 0)
        size = snprintf(ret_plain->request, sizeof(ret_plain->request),
                        "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", options->path);
    else
        size = snprintf(ret_plain->request, sizeof(ret_plain->request),
                        "POST %s HTTP/1.1\r\nHost: h\r\nContent-Type: "
                        "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        options->path, sizeof(body) - 1, body);
    if ((size_t)size >= sizeof(ret_plain->request))
        load_stop("the path is too long");
    ret_plain->size = (size_t)size;
}

static void keep(const struct load_games *games, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(games->games, sizeof(*games->games), games->count,
                        file) != games->count)
        load_stop("%s: %m", path);
    if (fclose(file) != 0)
        load_stop("%s: %m", path);
}

static void fetch(struct load_games *games, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fread(games->games, sizeof(*games->games), games->count,
                       file) != games->count)
        load_stop("%s does not hold %u games", path, games->count);
    fclose(file);
}

static enum load_mode find_mode(const char *name)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(name, modes[i].name) == 0)
            return modes[i].mode;
    load_stop("there is no mode %s", name);
}

static void run_games(const struct options *options, struct load_client *client,
                      struct load_figures *ret_figures)
{
    struct load_games games;
    load_games_init(&games, options->games, options->connections);
    games.mode = find_mode(options->mode);
    games.variant = options->variant;
    games.once = options->once;
    if (options->resume) {
        fetch(&games, options->resume);
    } else {
        struct load_source creation = load_games_source(&games);
        load_client_run(client, &creation, 0, 0, ret_figures);
    }
    if (games.mode != LOAD_CREATE) {
        struct load_source source = load_games_source(&games);
        if (!options->resume)
            free(ret_figures->times_us);
        load_client_run(client, &source, options->once ? 0 : options->warm,
                        options->once ? 0 : options->seconds, ret_figures);
    }
    if (ret_figures->unanswered > 0)
        load_stop("%u requests were not answered", ret_figures->unanswered);
    if (options->save)
        keep(&games, options->save);
    load_games_clear(&games);
}

int main(int argc, char **argv)
{
    struct options options = {
        .connections = 1,
        .games = 4096,
        .variant = HK_HAND,
        .warm = 1,
        .seconds = 5,
        .path = "/",
    };
    struct load_figures figures = {0};
    read_options(argc, argv, &options);
    options.games -= options.games % options.connections;
    load_idle(options.port, options.idle);
    struct load_client *client = load_client_new(options.port,
                                                 options.connections);
    if (strcmp(options.mode, "get") == 0 || strcmp(options.mode, "post") == 0) {
        struct plain plain;
        make_plain(&options, &plain);
        struct load_source source = {next_plain, plain_answered, &plain};
        load_client_run(client, &source, options.warm, options.seconds,
                        &figures);
    } else {
        run_games(&options, client, &figures);
    }
    printf("mode=%s connections=%u idle=%u seconds=%.3f requests=%llu "
           "things=%llu per_second=%.1f p50_us=%u p99_us=%u max_us=%u "
           "unanswered=%u\n",
           options.mode, options.connections, options.idle, figures.seconds,
           (unsigned long long)figures.requests,
           (unsigned long long)figures.things,
           (double)figures.things / figures.seconds,
           load_quantile_us(&figures, 0.5), load_quantile_us(&figures, 0.99),
           load_quantile_us(&figures, 1), figures.unanswered);
    free(figures.times_us);
    load_client_free(client);
    return EXIT_SUCCESS;
}
