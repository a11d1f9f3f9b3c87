/* Looking at what options name: the database, where to listen. */
#include "check_config.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/reason.h"
#include "store/store.h"
#include "token_file.h"

bool hk_check_auth(const struct hk_options *options, bool is_local,
                   char ret_message[HK_CHECK_MESSAGE_SIZE])
{
    if (options->auth != HK_AUTH_OPEN || is_local)
        return true;
    snprintf(ret_message, HK_CHECK_MESSAGE_SIZE,
             "--auth open lets anybody make games, so it needs a loopback "
             "address or a Unix socket; use --auth keys to listen elsewhere");
    return false;
}

/* Whether files can be made where this one is, or is to be. */
static bool check_folder(const char *path, const char *what, char *ret_message)
{
    char folder[HK_CHECK_MESSAGE_SIZE / 2];
    const char *slash = strrchr(path, '/');

    int length = slash ? (int)(slash - path) : 0;
    if (length >= (int)sizeof folder)
        return true; /* too long to be looked at */
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", length > 0 ? length : 1, path);
    else
        snprintf(folder, sizeof folder, ".");
    if (access(folder, W_OK | X_OK) == 0)
        return true;
    snprintf(ret_message, HK_CHECK_MESSAGE_SIZE,
             "%s: files cannot be made in %s: %s", what, folder,
             HK_REASON(errno));
    return false;
}

static bool check_database(const char *path, char *ret_message)
{
    char message[HK_STORE_MESSAGE_SIZE];
    struct stat status;

    if (hk_store_check(path, message) != HK_OK) {
        snprintf(ret_message, HK_CHECK_MESSAGE_SIZE, "%s", message);
        return false;
    }
    bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode)) {
        snprintf(ret_message, HK_CHECK_MESSAGE_SIZE,
                 "--database %s: it is a folder", path);
        return false;
    }
    if (is_there && access(path, R_OK | W_OK) != 0) {
        snprintf(ret_message, HK_CHECK_MESSAGE_SIZE,
                 "--database %s: it cannot be written: %s", path,
                 HK_REASON(errno));
        return false;
    }
    /* Beside it are its log and its lock. */
    return check_folder(path, "--database", ret_message);
}

/* The port may be in use: by a hakamd that serves by these options. */
static void forget_port(struct sockaddr_storage *socket)
{
    if (socket->ss_family == AF_INET)
        ((struct sockaddr_in *)socket)->sin_port = 0;
    else if (socket->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)socket)->sin6_port = 0;
}

static bool check_address(const struct hk_address *address, char *ret_message)
{
    struct hk_address copy = *address;
    char text[HK_ADDRESS_TEXT_SIZE];

    if (copy.socket.ss_family == AF_UNIX)
        return check_folder(
            ((const struct sockaddr_un *)&copy.socket)->sun_path, "--listen",
            ret_message);
    forget_port(&copy.socket);
    int fd = socket(copy.socket.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 &&
                bind(fd, (struct sockaddr *)&copy.socket, copy.size) == 0;
    if (!good) {
        hk_address_write(address, text);
        snprintf(ret_message, HK_CHECK_MESSAGE_SIZE, "--listen %s: %s", text,
                 HK_REASON(errno));
    }
    if (fd >= 0)
        close(fd);
    return good;
}

static bool check_token_file(const char *path, char *ret_message)
{
    char token[HK_TOKEN_FILE_MOST + 1], message[HK_TOKEN_FILE_MESSAGE_SIZE];

    if (!path || hk_token_file_read(path, token, message))
        return true;
    snprintf(ret_message, HK_CHECK_MESSAGE_SIZE, "%s", message);
    return false;
}

bool hk_check_config(const struct hk_options *options,
                     char ret_message[HK_CHECK_MESSAGE_SIZE])
{
    const struct hk_addresses *listen = &options->listen;

    if (!hk_check_auth(options, hk_addresses_are_local(listen), ret_message))
        return false;
    for (unsigned i = 0; i < listen->count; i++) {
        if (!check_address(&listen->each[i], ret_message))
            return false;
    }
    return check_database(options->database, ret_message) &&
           check_token_file(options->metrics_token_file, ret_message);
}
