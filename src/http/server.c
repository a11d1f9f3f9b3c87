/* Starting and stopping the library's daemon, and its callbacks. */
#include "http/server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <microhttpd.h>
#include <sodium.h>

#include "base/log.h"
#include "base/process.h"
#include "http/checks.h"
#include "http/cors.h"
#include "http/door.h"
#include "http/guard.h"
#include "http/json_memory.h"
#include "http/json_view.h"
#include "http/loop.h"
#include "http/reaper.h"
#include "http/request.h"
#include "http/request_log.h"
#include "http/router.h"
#include "http/stats.h"
#include "http/stream_page.h"

struct hk_server {
    struct hk_http http;
    struct hk_stats *stats; /* of each thread; owned */
    struct hk_reaper *reaper;
    struct hk_door door;
    /* A thread, and the library's daemon that it serves. */
    struct served {
        struct hk_server *server;
        struct hk_stats *stats;
        struct MHD_Daemon *daemon;
        struct hk_loop loop;
        struct hk_stream_page page;
        struct hk_options_text options;
        struct hk_request_log log;
        struct hk_request_pool pool;
    } served[HK_SERVER_THREADS_MAX];
    unsigned serving; /* how many of these are */
    /* Whose request was the last, and how many in a row. */
    _Atomic(struct MHD_Connection *) last;
    atomic_uint in_a_row;
    atomic_bool proxy_told; /* that a proxy is not known */
};

enum {
    THREADS = 2,
    CONNECTIONS = 4096,
    TIMEOUT_S = 30,
    HEADER_TIMEOUT_S = 10,
    ANSWER_TIMEOUT_S = 60,
    DRAIN_TIMEOUT_S = 4,
    BODY_MAX = 64 * 1024,
    /* Head and read buffer of one connection; longer heads are 414 or 431. The
     * library clears all of it for each request. */
    CONNECTION_MEMORY = 8 * 1024,
    /* Of it, for the head of the answer. The library closes where there is no
     * room for one, when what was asked for is long done. */
    ANSWER_MEMORY = 1024
};

static void panic(void *cls, const char *file, unsigned line,
                  const char *reason)
{
    (void)cls;
    hk_log(HK_LOG_ERROR, "libmicrohttpd: %s:%u: %s", file, line,
           reason ? reason : "broken invariant");
    abort();
}

static void log_library(void *cls, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* What the library says is about clients that misbehave: for debugging. */
static void log_library(void *cls, const char *format, va_list arguments)
{
    char text[512];

    (void)cls;
    vsnprintf(text, sizeof(text), format, arguments);
    text[strcspn(text, "\r\n")] = '\0';
    hk_log(HK_LOG_DEBUG, "libmicrohttpd: %s", text);
}

static struct hk_reaped *watched(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

/* Those of a proxy are those of all its clients. */
static struct hk_reaped *watch(struct hk_server *server,
                               struct MHD_Connection *connection, int fd)
{
    const struct hk_policy *policy = hk_policies_now(&server->http.policies);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct hk_client peer = {.known = false};

    if (info && info->client_addr)
        peer = hk_client_peer(info->client_addr);
    if (policy->connections_per_address == 0 || !peer.known ||
        hk_proxies_trust(&policy->proxies, &peer))
        return hk_reaper_add(server->reaper, fd, NULL, 0);
    struct hk_ip network = hk_client_network(&peer);
    return hk_reaper_add(server->reaper, fd, &network,
                         policy->connections_per_address);
}

static void connection_changed(void *cls, struct MHD_Connection *connection,
                               void **socket_context,
                               enum MHD_ConnectionNotificationCode code)
{
    struct served *served = cls;
    struct hk_server *server = served->server;

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        hk_counter_add_own(&served->stats->closed, 1);
        hk_loop_closed(&served->loop, hk_reaper_is_new(*socket_context));
        hk_reaper_remove(server->reaper, *socket_context);
        *socket_context = NULL;
        return;
    }
    hk_counter_add_own(&served->stats->opened, 1);
    hk_loop_opened(&served->loop);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info)
        *socket_context = watch(server, connection, info->connect_fd);
}

/* The target as sent, before the library decodes it. */
static void *target_seen(void *cls, const char *target,
                         struct MHD_Connection *connection)
{
    struct served *served = cls;
    struct hk_request *request = hk_request_new(&served->pool,
                                                &served->server->http, target);

    if (request) {
        hk_counter_add_own(&served->stats->begun, 1);
        request->loop = &served->loop;
        request->page = &served->page;
        request->options = &served->options;
        hk_loop_began(&served->loop, hk_reaper_is_new(watched(connection)));
    }
    return request;
}

/* Requests in a row of one connection, after which it is taken for the only
 * one that is active: then its thread may as well wait for the disk. */
enum { ALONE_AFTER = 4 };

static bool is_alone(struct hk_server *server,
                     struct MHD_Connection *connection)
{
    if (atomic_load_explicit(&server->last, memory_order_relaxed) !=
        connection) {
        atomic_store_explicit(&server->last, connection, memory_order_relaxed);
        atomic_store_explicit(&server->in_a_row, 0, memory_order_relaxed);
        return false;
    }
    return atomic_fetch_add_explicit(&server->in_a_row, 1,
                                     memory_order_relaxed) >= ALONE_AFTER;
}

/* A proxy that nobody has told of: all its clients would share one quota. */
static void tell_of_proxy(struct hk_server *server,
                          const struct hk_client *peer)
{
    char text[HK_CLIENT_TEXT_SIZE];

    if (!hk_client_is_near(peer) || atomic_exchange(&server->proxy_told, true))
        return;
    hk_client_write(peer, text);
    hk_log(HK_LOG_WARNING,
           "%s says for whom it asks, and is no --trusted-proxy: all that it "
           "sends counts as one client's",
           text);
}

static void find_client(struct hk_server *server, struct hk_request *request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(
        request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const char *forwarded = hk_request_header(request, HK_HEADER_FORWARDED);
    const char *for_list = hk_request_header(request,
                                             HK_HEADER_X_FORWARDED_FOR);

    if (!info || !info->client_addr)
        return;
    const struct hk_proxies *proxies = &request->policy->proxies;
    struct hk_client peer = hk_client_peer(info->client_addr);
    if ((forwarded || for_list) && !hk_proxies_trust(proxies, &peer))
        tell_of_proxy(server, &peer);
    request->client = hk_client_find(proxies, &peer, forwarded, for_list);
}

static enum hk_error begin(struct served *served, struct hk_request *request,
                           struct MHD_Connection *connection,
                           const char *method, const char *version)
{
    request->connection = connection;
    request->method_token = method;
    request->method = hk_method_find(method);
    /* Without memory for a list its first part is negotiated with. */
    enum hk_error error = hk_head_read(&request->head, connection);
    hk_request_negotiate(request);
    find_client(served->server, request);
    hk_request_log_begin(&served->log, request);
    if (!error)
        error = hk_guard_check(&request->head, version);
    return error ? error : request->target_error;
}

/* Whether the head has left room for that of an answer. */
static bool can_be_answered(const struct hk_request *request)
{
    return request->head.size + ANSWER_MEMORY <= request->http->head_max;
}

static enum MHD_Result send_answer(struct hk_request *request)
{
    request->spent_ns = hk_nanoseconds() - request->began_ns;
    request->answered = true;
    hk_request_log_tell(request);
    /* A client may take little by little what memory is held for. */
    if (!request->reply.streamed)
        hk_reaper_stage(watched(request->connection), HK_REAPED_SENDING);
    /* At the end no connection is to be used again. */
    if (atomic_load(&request->http->draining))
        hk_reply_put(&request->reply, "Connection", "close");
    hk_rate_tell(&request->charge, &request->reply);
    hk_cors_let_read(request);
    return hk_reply_send(&request->reply, request->connection);
}

/* The library calls with the head, then with each piece of the body, once more
 * at its end, and again after the connection was suspended. */
static enum MHD_Result answer(void *cls, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *body,
                              size_t *body_size, void **request_context)
{
    struct served *served = cls;
    struct hk_server *server = served->server;
    struct hk_request *request = *request_context;
    struct hk_reaped *reaped = watched(connection);

    (void)url;
    if (!request)
        return MHD_NO; /* no memory for it */
    if (!request->head_seen) {
        request->head_seen = true;
        request->began_ns = hk_nanoseconds();
        request->alone = is_alone(server, connection);
        request->error = begin(served, request, connection, method, version);
        if (!can_be_answered(request)) {
            hk_reply_head_too_large(&request->reply);
            return send_answer(request);
        }
        /* Only refusals are sent now: it closes the connection. */
        if (request->error || hk_checks_head(request)) {
            hk_checks_refuse(request);
            return send_answer(request);
        }
        if (hk_request_has_body(request)) {
            request->spent_ns = hk_nanoseconds() - request->began_ns;
            hk_reaper_stage(reaped, HK_REAPED_BODY);
        }
        return MHD_YES;
    }
    if (*body_size > 0) {
        bool good = hk_request_take_body(request, body, *body_size);
        *body_size = 0;
        return good ? MHD_YES : MHD_NO;
    }
    if (!request->whole) {
        request->whole = true;
        /* How long its body took is the client's. */
        if (request->spent_ns > 0)
            request->began_ns = hk_nanoseconds() - request->spent_ns;
        hk_reaper_stage(reaped, HK_REAPED_BUSY);
        hk_checks_rest(request);
        if (request->finish &&
            hk_loop_sleep(&request->sleeper, request->patience_ms))
            return MHD_YES;
    }
    if (request->finish)
        hk_checks_finish(request);
    return send_answer(request);
}

static void completed(void *cls, struct MHD_Connection *connection,
                      void **request_context,
                      enum MHD_RequestTerminationCode code)
{
    struct hk_request *request = *request_context;
    struct served *served = cls;

    (void)code;
    if (request) {
        hk_loop_answered(&served->loop);
        hk_stats_count(served->stats, request);
        hk_request_log_end(&served->log, request);
    }
    hk_request_end(request);
    *request_context = NULL;
    hk_reaper_stage(watched(connection), HK_REAPED_IDLE);
}

static unsigned or_else(unsigned value, unsigned standard)
{
    return value ? value : standard;
}

/* Of the connections that the library would take, each of its threads has its
 * share and takes no more: below all together there must be room for the one
 * that comes to a thread with many. */
static unsigned room_of(unsigned connections)
{
    return connections - connections / 8;
}

/* Streams are never closed for others, who must find room beside them. */
static unsigned room_for_streams(unsigned connections)
{
    return connections - connections / 4;
}

static struct MHD_Daemon *start_daemon(struct served *served,
                                       const struct hk_server_config *config,
                                       unsigned connections)
{
    return MHD_start_daemon(
        HK_LOOP_FLAGS | MHD_USE_ERROR_LOG, 0, NULL, NULL, answer, served,
        /* First, so that it also gets what the other options say. */
        MHD_OPTION_EXTERNAL_LOGGER, log_library, NULL,
        /* Stricter, it would refuse a missing Host with a page of HTML, and a
         * blank in the target by closing without a word: guard.c and target.c
         * refuse both with a problem. */
        MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_CONNECTION_LIMIT,
        connections, MHD_OPTION_CONNECTION_TIMEOUT,
        or_else(config->timeout_s, TIMEOUT_S),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, served->server->http.head_max,
        MHD_OPTION_URI_LOG_CALLBACK, target_seen, served,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changed, served,
        MHD_OPTION_NOTIFY_COMPLETED, completed, served, MHD_OPTION_END);
}

static void write_log(void *cls)
{
    hk_log_flush(cls);
}

void hk_server_ask(struct hk_server *server)
{
    for (unsigned i = 0; i < server->serving; i++)
        hk_loop_ask(&server->served[i].loop);
}

bool hk_server_has_answered(const struct hk_server *server)
{
    for (unsigned i = 0; i < server->serving; i++)
        if (!hk_loop_has_answered(&server->served[i].loop))
            return false;
    return true;
}

unsigned hk_server_streams(struct hk_server *server)
{
    return hk_streams_count(&server->http.streams).streams;
}

static void drain(struct hk_server *server)
{
    atomic_store(&server->http.draining, true);
    for (unsigned i = 0; i < server->serving; i++)
        hk_loop_end(&server->served[i].loop);
}

/* Ends the threads, all at once since each has connections that somebody may
 * still ask by, then the daemons: no connection may be suspended. */
static void stop_serving(struct hk_server *server)
{
    drain(server);
    for (unsigned i = 0; i < server->serving; i++)
        hk_loop_wait(&server->served[i].loop);
    for (unsigned i = 0; i < server->serving; i++)
        hk_loop_stop(&server->served[i].loop);
    for (unsigned i = 0; i < server->serving; i++) {
        MHD_stop_daemon(server->served[i].daemon);
        hk_log_flush(&server->served[i].log.lines);
        hk_stream_page_clear(&server->served[i].page);
        hk_request_pool_clear(&server->served[i].pool);
    }
    server->serving = 0;
}

static enum hk_error start_serving(struct hk_server *server,
                                   const struct hk_server_config *config)
{
    unsigned threads = or_else(config->threads, THREADS);
    unsigned connections = or_else(config->connections_max, CONNECTIONS);
    unsigned share = (connections + threads - 1) / threads;
    unsigned patience_ms = 1000 *
                           or_else(config->drain_timeout_s, DRAIN_TIMEOUT_S);

    for (unsigned i = 0; i < threads; i++) {
        struct served *served = &server->served[i];

        served->server = server;
        served->stats = &server->stats[i];
        hk_stream_page_init(&served->page);
        hk_request_log_init(&served->log);
        served->daemon = start_daemon(served, config, share);
        if (!served->daemon) {
            hk_log(HK_LOG_ERROR, "libmicrohttpd %s cannot start",
                   MHD_get_version());
            stop_serving(server);
            return HK_E_INTERNAL;
        }
        struct hk_rest rest = {write_log, &served->log.lines};
        if (hk_loop_start(&served->loop, served->daemon, &server->door, share,
                          patience_ms, rest)) {
            MHD_stop_daemon(served->daemon);
            stop_serving(server);
            return HK_E_INTERNAL;
        }
        server->serving++;
    }
    return HK_OK;
}

enum hk_error hk_server_start(const struct hk_server_config *config,
                              struct hk_server **ret_server)
{
    struct hk_clock clock = hk_clock_real();

    struct hk_server *server = calloc(1, sizeof(*server));
    if (!server)
        return HK_E_INTERNAL;
    if (hk_door_init(&server->door, config->listen_fds, config->listen_count,
                     config->listen_kept))
        goto err_after_alloc;
    if (sodium_init() < 0) {
        hk_log(HK_LOG_ERROR, "libsodium cannot start");
        goto err_after_door;
    }
    server->stats = hk_stats_new(or_else(config->threads, THREADS));
    if (!server->stats)
        goto err_after_door;
    server->http.stats = server->stats;
    server->http.stats_count = or_else(config->threads, THREADS);
    server->http.start_s = hk_process_start();
    server->http.service = config->service;
    server->http.body_max = config->body_max ? config->body_max : BODY_MAX;
    server->http.head_max = or_else(config->head_max, CONNECTION_MEMORY);
    hk_streams_init(
        &server->http.streams,
        room_for_streams(or_else(config->connections_max, CONNECTIONS)));
    if (hk_policies_publish(&server->http.policies, &config->policy))
        goto err_after_streams;
    /* Of the database, so that cursors outlive a restart. */
    if (hk_service_secret(config->service, "cursors",
                          server->http.cursor_key)) {
        hk_log(HK_LOG_ERROR, "the key of cursors cannot be read");
        goto err_after_streams;
    }
    randombytes_buf(server->http.seal_nonce, sizeof(server->http.seal_nonce));

    if (hk_rates_new(&clock, &server->http.rates))
        goto err_after_streams;

    /* Members of objects are hashed with a seed that nobody can guess. */
    json_object_seed(0);
    hk_json_memory_init();
    MHD_set_panic_func(panic, NULL);

    const struct hk_reaper_limits limits = {
        .head_s = or_else(config->header_timeout_s, HEADER_TIMEOUT_S),
        .send_s = or_else(config->answer_timeout_s, ANSWER_TIMEOUT_S),
        .idle_s = or_else(config->timeout_s, TIMEOUT_S),
        .room = room_of(or_else(config->connections_max, CONNECTIONS)),
    };
    if (hk_reaper_start(&limits, &server->reaper))
        goto err_after_streams;
    if (start_serving(server, config))
        goto err_after_reaper;
    *ret_server = server;
    return HK_OK;

err_after_reaper:
    hk_reaper_stop(server->reaper);
err_after_streams:
    hk_rates_free(server->http.rates);
    hk_policies_clear(&server->http.policies);
    hk_streams_clear(&server->http.streams);
err_after_door:
    hk_door_clear(&server->door);
err_after_alloc:
    free(server->stats);
    free(server);
    return HK_E_INTERNAL;
}

enum hk_error hk_server_reload(struct hk_server *server,
                               const struct hk_policy *policy)
{
    return hk_policies_publish(&server->http.policies, policy);
}

void hk_server_stop(struct hk_server *server)
{
    if (!server)
        return;
    stop_serving(server);
    hk_door_clear(&server->door);
    hk_reaper_stop(server->reaper);
    hk_rates_free(server->http.rates);
    hk_streams_clear(&server->http.streams);
    hk_policies_clear(&server->http.policies);
    sodium_memzero(server->http.cursor_key, sizeof(server->http.cursor_key));
    free(server->stats);
    free(server);
}

void hk_server_print_routes(FILE *file)
{
    hk_router_print(file);
}
