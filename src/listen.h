/* Where the daemon listens: addresses as text, and the listening sockets. */
#ifndef HK_LISTEN_H
#define HK_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

/* "unix:", the longest path of a socket, and the NUL. */
#define HK_ADDRESS_TEXT_SIZE 128
#define HK_LISTEN_MESSAGE_SIZE 256

/* An address to listen on. */
struct hk_address {
    struct sockaddr_storage socket;
    socklen_t size;
};

/* As many sockets as there can be. */
#define HK_LISTENERS_MAX 8

struct hk_addresses {
    struct hk_address each[HK_LISTENERS_MAX];
    unsigned count;
};

/*
 * Reads "127.0.0.1:8080", "[::1]:8080" or "unix:PATH". Names are not looked up.
 * False, with a reason in words (static text), where it is no address.
 */
bool hk_address_read(const char *text, struct hk_address *ret_address,
                     const char **ret_reason);

/* Reads one or more of these, with blanks between them. */
bool hk_addresses_read(const char *text, struct hk_addresses *ret_addresses,
                       const char **ret_reason);

/* Writes the address as hk_address_read() takes it. */
void hk_address_write(const struct hk_address *address,
                      char ret_text[HK_ADDRESS_TEXT_SIZE]);

/* Whether only this machine can reach it: loopback, or a Unix socket. */
bool hk_address_is_local(const struct hk_address *address);
bool hk_addresses_are_local(const struct hk_addresses *addresses);

/* A listening socket. */
struct hk_listener {
    int fd;                          /* -1: closed */
    struct hk_address address;       /* with the port that it has now */
    char text[HK_ADDRESS_TEXT_SIZE]; /* the same as text */
    bool owns_path;                  /* a Unix socket that we made */
    dev_t device;                    /* of that path, so that only our own */
    ino_t inode;                     /* is removed */
};

/* All of them. */
struct hk_listeners {
    struct hk_listener each[HK_LISTENERS_MAX];
    unsigned count;
    bool inherited; /* systemd holds them open too, for the next start */
};

/*
 * Listens on the addresses; port 0 takes a free one. The path of a Unix socket
 * where nobody answers is taken over; its mode is 0660. Changes the umask for
 * a moment: call before threads start. False, with a message for a person; then
 * it listens on none.
 */
bool hk_listeners_open(const struct hk_addresses *addresses,
                       struct hk_listeners *ret_listeners,
                       char ret_message[HK_LISTEN_MESSAGE_SIZE]);

enum hk_activation {
    HK_ACTIVATION_NONE, /* nothing was handed over; listen yourself */
    HK_ACTIVATION_OK,
    HK_ACTIVATION_BAD /* what was handed over is no use; with a message */
};

/*
 * Takes the sockets that systemd hands over (LISTEN_PID, LISTEN_FDS); the
 * variables are gone afterwards. Call before threads start.
 */
enum hk_activation hk_listeners_inherit(
    struct hk_listeners *ret_listeners,
    char ret_message[HK_LISTEN_MESSAGE_SIZE]);

/* Whether only this machine can reach them. */
bool hk_listeners_are_local(const struct hk_listeners *listeners);

/* Removes the paths of Unix sockets that we made, where they are still ours.
 * Safe in a signal handler. */
void hk_listeners_remove_paths(const struct hk_listeners *listeners);

/* The sockets are somebody else's now, who closes them; the paths are ours
 * still. Writes the sockets' numbers. */
void hk_listeners_give(struct hk_listeners *listeners,
                       int ret_fds[HK_LISTENERS_MAX]);

/* Closes the sockets that were not given away, and removes the paths. */
void hk_listeners_close(struct hk_listeners *listeners);

#endif
