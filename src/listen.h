/* Where the daemon listens: addresses as text, and the listening socket. */
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

/*
 * Reads "127.0.0.1:8080", "[::1]:8080" or "unix:PATH". Names are not looked up.
 * False, with a reason in words (static text), where it is no address.
 */
bool hk_address_read(const char *text, struct hk_address *ret_address,
                     const char **ret_reason);

/* Writes the address as hk_address_read() takes it. */
void hk_address_write(const struct hk_address *address,
                      char ret_text[HK_ADDRESS_TEXT_SIZE]);

/* Whether only this machine can reach it: loopback, or a Unix socket. */
bool hk_address_is_local(const struct hk_address *address);

/* A listening socket. */
struct hk_listener {
    int fd;                          /* -1: handed over or closed */
    struct hk_address address;       /* with the port that it has now */
    char text[HK_ADDRESS_TEXT_SIZE]; /* the same as text */
    bool owns_path;                  /* a Unix socket that we made */
    dev_t device;                    /* of that path, so that only our own */
    ino_t inode;                     /* is removed */
};

/*
 * Listens on the address; port 0 takes a free one. The path of a Unix socket
 * where nobody answers is taken over; its mode is 0660. Changes the umask for
 * a moment: call before threads start. False, with a message for a person.
 */
bool hk_listener_open(const struct hk_address *address,
                      struct hk_listener *ret_listener,
                      char ret_message[HK_LISTEN_MESSAGE_SIZE]);

enum hk_activation {
    HK_ACTIVATION_NONE, /* nothing was handed over; listen yourself */
    HK_ACTIVATION_OK,
    HK_ACTIVATION_BAD /* what was handed over is no use; with a message */
};

/*
 * Takes the socket that systemd hands over (LISTEN_PID, LISTEN_FDS); the
 * variables are gone afterwards. Call before threads start.
 */
enum hk_activation hk_listener_inherit(
    struct hk_listener *ret_listener, char ret_message[HK_LISTEN_MESSAGE_SIZE]);

/* Removes the path of a Unix socket that we made, if it is still ours. Safe in
 * a signal handler. */
void hk_listener_remove_path(const struct hk_listener *listener);

/* Closes the socket, if it was not handed over, and removes its path. */
void hk_listener_close(struct hk_listener *listener);

#endif
