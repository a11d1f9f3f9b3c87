/* Addresses of the network as values: read, written, compared with blocks. */
#ifndef HK_BASE_IP_H
#define HK_BASE_IP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An address of IPv6; one of IPv4 is mapped into it (::ffff:a.b.c.d). */
struct hk_ip {
    uint8_t bytes[16];
};

/* Room for the longest text of one, with its NUL. */
#define HK_IP_TEXT_SIZE 46

/* Reads exactly `length` characters: "192.0.2.1", "2001:db8::1", without
 * brackets, a port or a zone. False where they are no address. */
bool hk_ip_read(const char *text, size_t length, struct hk_ip *ret_ip);

/* One of the IPv4 addresses, whose bytes are in the order of the network. */
struct hk_ip hk_ip_of_v4(const void *bytes);

/* As people write it, IPv4 with dots. */
void hk_ip_write(const struct hk_ip *ip, char ret_text[HK_IP_TEXT_SIZE]);

bool hk_ip_is_v4(const struct hk_ip *ip);

/* The address with all but its first `bits` (0 to 128) zero. */
struct hk_ip hk_ip_mask(const struct hk_ip *ip, unsigned bits);

/* A block of addresses. */
struct hk_ip_block {
    struct hk_ip first; /* the bits after `bits` are zero */
    unsigned bits;      /* of an IPv4 block 96 more than people say */
};

/* Reads "10.0.0.0/8", "fd00::/8", or an address alone. False, with a reason in
 * words, where it is none, or where bits are set that the block does not say.
 */
bool hk_ip_block_read(const char *text, struct hk_ip_block *ret_block,
                      const char **ret_reason);

bool hk_ip_block_has(const struct hk_ip_block *block, const struct hk_ip *ip);

#endif
