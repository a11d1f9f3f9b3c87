/*
 * Who sent a request: the address at the other end of the connection or, where
 * that is a proxy that is trusted, the one that the proxy tells.
 */
#ifndef HK_HTTP_CLIENT_ADDRESS_H
#define HK_HTTP_CLIENT_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "base/ip.h"

/* As many as anybody has. */
#define HK_PROXIES_MAX 16

/* Proxies whose word is taken. Zeroed: nobody's. */
struct hk_proxies {
    bool local; /* whoever speaks through the Unix socket */
    unsigned count;
    struct hk_ip_block blocks[HK_PROXIES_MAX];
};

/* Whether a text is one: "unix", an address or a block of addresses; else with
 * a reason in words (static). */
bool hk_proxy_check(const char *text, const char **ret_reason);

/* Adds one; false where it is none, or where these are too many. */
bool hk_proxies_add(struct hk_proxies *proxies, const char *text);

struct hk_client {
    bool known; /* false: a Unix socket, whose other end has no address */
    struct hk_ip ip;
};

/* Room for an address, or "unix". */
#define HK_CLIENT_TEXT_SIZE HK_IP_TEXT_SIZE

void hk_client_write(const struct hk_client *client,
                     char ret_text[HK_CLIENT_TEXT_SIZE]);

/* What counts as one client's: an address of IPv4, of IPv6 a network of 64
 * bits, which is what is given to one house. All zero for a Unix socket. */
struct hk_ip hk_client_network(const struct hk_client *client);

/* The other end of a connection. */
struct hk_client hk_client_peer(const struct sockaddr *peer);

/* Whether it is on this machine. */
bool hk_client_is_near(const struct hk_client *client);

bool hk_proxies_trust(const struct hk_proxies *proxies,
                      const struct hk_client *peer);

/*
 * Who sent it: `peer`, unless that is trusted. Then the proxies' words are read
 * from the last one back, as long as who is named is trusted himself: the first
 * who is not is the client, and what stands before him is hearsay. Where a
 * proxy does not say an address ("unknown", "_hidden", what cannot be read), it
 * is itself the client.
 *
 * `forwarded` and `for_list` are the values of Forwarded (RFC 7239) and
 * X-Forwarded-For, those of several headers joined by commas; NULL: not sent.
 * A proxy passes on the header that it does not know as its client sent it: so
 * where both were sent and do not agree, neither is believed.
 */
struct hk_client hk_client_find(const struct hk_proxies *proxies,
                                const struct hk_client *peer,
                                const char *forwarded, const char *for_list);

#endif
