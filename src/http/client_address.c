/* Addresses of clients, and what proxies say of them. */
#include "http/client_address.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <netinet/in.h>

enum { NETWORK_BITS = 64 };

/* ----- proxies ------------------------------------------------------------ */

static const char local_name[] = "unix";

bool hk_proxy_check(const char *text, const char **ret_reason)
{
    struct hk_ip_block block;
    const char *reason;

    if (strcmp(text, local_name) == 0 ||
        hk_ip_block_read(text, &block, &reason))
        return true;
    *ret_reason = reason;
    return false;
}

bool hk_proxies_add(struct hk_proxies *proxies, const char *text)
{
    struct hk_ip_block block;
    const char *reason;

    if (strcmp(text, local_name) == 0) {
        proxies->local = true;
        return true;
    }
    if (proxies->count == HK_PROXIES_MAX ||
        !hk_ip_block_read(text, &block, &reason))
        return false;
    proxies->blocks[proxies->count++] = block;
    return true;
}

bool hk_proxies_trust(const struct hk_proxies *proxies,
                      const struct hk_client *peer)
{
    if (!peer->known)
        return proxies->local;
    for (unsigned i = 0; i < proxies->count; i++) {
        if (hk_ip_block_has(&proxies->blocks[i], &peer->ip))
            return true;
    }
    return false;
}

/* ----- addresses ---------------------------------------------------------- */

void hk_client_write(const struct hk_client *client,
                     char ret_text[HK_CLIENT_TEXT_SIZE])
{
    if (client->known)
        hk_ip_write(&client->ip, ret_text);
    else
        snprintf(ret_text, HK_CLIENT_TEXT_SIZE, "%s", local_name);
}

struct hk_ip hk_client_network(const struct hk_client *client)
{
    if (!client->known)
        return (struct hk_ip){{0}};
    return hk_ip_is_v4(&client->ip) ? client->ip
                                    : hk_ip_mask(&client->ip, NETWORK_BITS);
}

struct hk_client hk_client_peer(const struct sockaddr *peer)
{
    struct hk_client client = {.known = false};
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;

    if (peer->sa_family == AF_INET) {
        memcpy(&v4, peer, sizeof v4);
        client.known = true;
        client.ip = hk_ip_of_v4(&v4.sin_addr);
    } else if (peer->sa_family == AF_INET6) {
        memcpy(&v6, peer, sizeof v6);
        client.known = true;
        memcpy(client.ip.bytes, &v6.sin6_addr, sizeof client.ip.bytes);
    }
    return client;
}

bool hk_client_is_near(const struct hk_client *client)
{
    struct in6_addr v6;

    if (!client->known)
        return true;
    if (hk_ip_is_v4(&client->ip))
        return client->ip.bytes[12] == IN_LOOPBACKNET;
    memcpy(&v6, client->ip.bytes, sizeof v6);
    return IN6_IS_ADDR_LOOPBACK(&v6);
}

/* A part of a header's value. */
struct piece {
    const char *text;
    size_t length;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct piece trim(struct piece piece)
{
    while (piece.length > 0 && is_blank(piece.text[0])) {
        piece.text++;
        piece.length--;
    }
    while (piece.length > 0 && is_blank(piece.text[piece.length - 1]))
        piece.length--;
    return piece;
}

/* ":4711", or nothing at all. RFC 7239 also knows hidden ports. */
static bool is_port(struct piece piece)
{
    if (piece.length == 0)
        return true;
    if (piece.text[0] != ':' || piece.length < 2 || piece.length > 6)
        return false;
    if (piece.text[1] == '_')
        return true;
    for (size_t i = 1; i < piece.length; i++) {
        if (piece.text[i] < '0' || piece.text[i] > '9')
            return false;
    }
    return true;
}

/* "192.0.2.1", "192.0.2.1:4711", "[2001:db8::1]", "[2001:db8::1]:4711", and
 * what X-Forwarded-For has besides: "2001:db8::1". */
static bool read_node(struct piece node, struct hk_ip *ret_ip)
{
    struct piece host = node, rest;

    if (node.length > 0 && node.text[0] == '[') {
        const char *end = memchr(node.text, ']', node.length);
        if (!end)
            return false;
        host = (struct piece){node.text + 1, (size_t)(end - node.text) - 1};
        rest = (struct piece){end + 1, node.length - host.length - 2};
        if (!memchr(host.text, ':', host.length))
            return false;
    } else {
        const char *colon = memchr(node.text, ':', node.length);
        size_t length = colon ? (size_t)(colon - node.text) : node.length;
        bool several = colon &&
                       memchr(colon + 1, ':', node.length - length - 1);
        if (several)
            length = node.length;
        host.length = length;
        rest = (struct piece){node.text + length, node.length - length};
    }
    return is_port(rest) && hk_ip_read(host.text, host.length, ret_ip);
}

/* ----- lists, from their ends --------------------------------------------- */

/* Whether the quote at `at` is written as itself inside a quoted text. */
static bool is_escaped(const char *text, size_t at)
{
    size_t strokes = 0;

    while (strokes < at && text[at - strokes - 1] == '\\')
        strokes++;
    return strokes % 2 == 1;
}

/*
 * Cuts the last piece off the rest, at a mark that is not in quotes. Only what
 * the last proxy wrote can be relied on, and that stands at the end: read from
 * the beginning, a quote that a client has opened would swallow it.
 */
static struct piece cut_last(struct piece *rest, char mark)
{
    bool quoted = false;
    size_t at = rest->length;

    while (at > 0) {
        char c = rest->text[at - 1];
        if (c == '"' && !is_escaped(rest->text, at - 1))
            quoted = !quoted;
        if (c == mark && !quoted)
            break;
        at--;
    }
    struct piece last = {rest->text + at, rest->length - at};
    /* Without a mark nothing is left. */
    *rest = at > 0 ? (struct piece){rest->text, at - 1}
                   : (struct piece){NULL, 0};
    return last;
}

/* Of "for=192.0.2.43;proto=http" the node; false where there is none, or
 * several. */
static bool find_for(struct piece element, struct piece *ret_node)
{
    struct piece rest = element;
    unsigned found = 0;

    while (rest.text) {
        struct piece pair = trim(cut_last(&rest, ';'));
        if (pair.length < 4 || strncasecmp(pair.text, "for=", 4) != 0)
            continue;
        *ret_node = (struct piece){pair.text + 4, pair.length - 4};
        found++;
    }
    return found == 1;
}

/* `quoted` with its quotes, or as it is. Nothing in a node is ever escaped. */
static bool unquote(struct piece *piece)
{
    if (piece->length == 0 || piece->text[0] != '"')
        return true;
    if (piece->length < 2 || piece->text[piece->length - 1] != '"')
        return false;
    piece->text++;
    piece->length -= 2;
    return true;
}

static bool read_forwarded(struct piece element, struct hk_ip *ret_ip)
{
    struct piece node;

    return find_for(element, &node) && unquote(&node) &&
           read_node(node, ret_ip);
}

typedef bool read_element(struct piece element, struct hk_ip *ret_ip);

/* From the last proxy back to the first who is not trusted. */
static struct hk_client go_back(const struct hk_proxies *proxies,
                                const struct hk_client *peer, const char *list,
                                read_element *read)
{
    struct hk_client client = *peer;
    struct piece rest = {list, strlen(list)};

    while (rest.text && hk_proxies_trust(proxies, &client)) {
        struct hk_ip ip;
        if (!read(trim(cut_last(&rest, ',')), &ip))
            break;
        client = (struct hk_client){.known = true, .ip = ip};
    }
    return client;
}

static bool is_same(const struct hk_client *a, const struct hk_client *b)
{
    return a->known == b->known &&
           (!a->known ||
            memcmp(a->ip.bytes, b->ip.bytes, sizeof a->ip.bytes) == 0);
}

struct hk_client hk_client_find(const struct hk_proxies *proxies,
                                const struct hk_client *peer,
                                const char *forwarded, const char *for_list)
{
    struct hk_client client = *peer, other;

    if (!hk_proxies_trust(proxies, peer))
        return client;
    if (forwarded)
        client = go_back(proxies, peer, forwarded, read_forwarded);
    if (!for_list)
        return client;
    other = go_back(proxies, peer, for_list, read_node);
    return !forwarded || is_same(&client, &other) ? other : *peer;
}
