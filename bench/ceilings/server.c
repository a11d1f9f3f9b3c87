/*
 * The least that a server by libmicrohttpd can do, to measure Hakam against:
 * a fixed body of 300 bytes to every request, or after a row was made durable,
 * by one writer for all who wait (group commit) or by each for itself.
 *
 *     bench/ceilings/server fixed|group|alone poll|epoll THREADS [FILE]
 *
 * Prints "listening on PORT"; ends with its standard input.
 */
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ceilings/rows.h"

enum { BODY_SIZE = 300 };

enum way { FIXED, GROUP, ALONE };

struct request {
    struct MHD_Connection *connection;
    struct request *after;
    bool stored;
};

struct server {
    enum way way;
    struct MHD_Response *response;
    struct rows rows;
    pthread_mutex_t lock; /* guards what follows; ALONE: the rows */
    pthread_cond_t wake;
    struct request *first; /* newest first: nobody cares here */
    unsigned waiting;
    bool ending;
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "ceilings: %s failed\n", what);
    exit(EXIT_FAILURE);
}

/* Whatever gathers while a transaction is written goes into the next. */
static void *write_groups(void *cls)
{
    struct server *server = cls;
    pthread_mutex_lock(&server->lock);
    for (;;) {
        while (!server->first && !server->ending)
            pthread_cond_wait(&server->wake, &server->lock);
        if (!server->first)
            break;
        struct request *first = server->first;
        unsigned count = server->waiting;
        server->first = NULL;
        server->waiting = 0;
        pthread_mutex_unlock(&server->lock);
        rows_store(&server->rows, count);
        while (first) {
            struct request *after = first->after;
            first->stored = true;
            MHD_resume_connection(first->connection);
            first = after;
        }
        pthread_mutex_lock(&server->lock);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

static void hand_over(struct server *server, struct request *request)
{
    MHD_suspend_connection(request->connection);
    pthread_mutex_lock(&server->lock);
    request->after = server->first;
    server->first = request;
    server->waiting++;
    pthread_cond_signal(&server->wake);
    pthread_mutex_unlock(&server->lock);
}

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection,
                              const char *url, const char *method,
                              const char *version, const char *body,
                              size_t *body_size, void **context)
{
    struct server *server = cls;
    struct request *request = *context;
    (void)url;
    (void)version;
    (void)body;
    if (!request) {
        request = calloc(1, sizeof(*request));
        must(request != NULL, "calloc");
        request->connection = connection;
        *context = request;
        return MHD_YES;
    }
    if (*body_size > 0) {
        *body_size = 0;
        return MHD_YES;
    }
    bool stores = server->way != FIXED && strcmp(method, "POST") == 0;
    if (stores && server->way == GROUP && !request->stored) {
        hand_over(server, request);
        return MHD_YES;
    }
    if (stores && server->way == ALONE) {
        pthread_mutex_lock(&server->lock);
        rows_store(&server->rows, 1);
        pthread_mutex_unlock(&server->lock);
    }
    return MHD_queue_response(connection, 200, server->response);
}

static void completed(void *cls, struct MHD_Connection *connection,
                      void **context, enum MHD_RequestTerminationCode code)
{
    (void)cls;
    (void)connection;
    (void)code;
    free(*context);
    *context = NULL;
}

static void serve(struct server *server, const char *polling, unsigned threads)
{
    pthread_t writer;
    unsigned flags = MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    flags |= strcmp(polling, "epoll") == 0 ? MHD_USE_EPOLL_INTERNAL_THREAD
                                           : MHD_USE_POLL_INTERNAL_THREAD;
    must(pthread_create(&writer, NULL, write_groups, server) == 0, "thread");
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, answer, server, MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0,
        MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_LISTEN_BACKLOG_SIZE,
        1024u, MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_END);
    must(daemon != NULL, "MHD_start_daemon");
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(
        daemon, MHD_DAEMON_INFO_BIND_PORT);
    must(info != NULL, "MHD_get_daemon_info");
    printf("listening on %u\n", info->port);
    fflush(stdout);

    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0)
        ;
    pthread_mutex_lock(&server->lock);
    server->ending = true;
    pthread_cond_signal(&server->wake);
    pthread_mutex_unlock(&server->lock);
    pthread_join(writer, NULL);
    MHD_stop_daemon(daemon);
}

int main(int argc, char **argv)
{
    static char body[BODY_SIZE];
    struct server server = {
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .wake = PTHREAD_COND_INITIALIZER,
    };
    if (argc < 4) {
        fprintf(stderr,
                "usage: %s fixed|group|alone poll|epoll THREADS [FILE]\n",
                argv[0]);
        return EXIT_FAILURE;
    }
    server.way = strcmp(argv[1], "group") == 0   ? GROUP
                 : strcmp(argv[1], "alone") == 0 ? ALONE
                                                 : FIXED;
    must(server.way == FIXED || argc > 4, "reading the name of the file");
    if (server.way != FIXED)
        rows_open(&server.rows, argv[4]);
    memset(body, 'x', sizeof(body));
    server.response = MHD_create_response_from_buffer(sizeof(body), body,
                                                      MHD_RESPMEM_PERSISTENT);
    must(server.response != NULL, "MHD_create_response_from_buffer");
    serve(&server, argv[2], (unsigned)strtoul(argv[3], NULL, 10));
    MHD_destroy_response(server.response);
    if (server.way != FIXED)
        rows_close(&server.rows);
    return EXIT_SUCCESS;
}
