/* Addresses of the network. */
#include "base/ip.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

enum { V4_BEFORE = 12, V4_BITS = 96, BITS = 128 };

static const uint8_t v4_prefix[V4_BEFORE] = {[10] = 0xff, [11] = 0xff};

struct hk_ip hk_ip_of_v4(const void *bytes)
{
    struct hk_ip ip;

    memcpy(ip.bytes, v4_prefix, V4_BEFORE);
    memcpy(ip.bytes + V4_BEFORE, bytes, sizeof ip.bytes - V4_BEFORE);
    return ip;
}

bool hk_ip_is_v4(const struct hk_ip *ip)
{
    return memcmp(ip->bytes, v4_prefix, V4_BEFORE) == 0;
}

bool hk_ip_read(const char *text, size_t length, struct hk_ip *ret_ip)
{
    char copy[HK_IP_TEXT_SIZE];
    uint8_t v4[4];

    if (length >= sizeof copy || memchr(text, '\0', length))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET, copy, v4) == 1) {
        *ret_ip = hk_ip_of_v4(v4);
        return true;
    }
    return inet_pton(AF_INET6, copy, ret_ip->bytes) == 1;
}

/* Most are, and inet_ntop() would take a format for it. */
static void write_v4(const uint8_t bytes[4], char *to)
{
    for (unsigned i = 0; i < 4; i++) {
        if (i > 0)
            *to++ = '.';
        to = hk_int_write(bytes[i], to);
    }
    *to = '\0';
}

void hk_ip_write(const struct hk_ip *ip, char ret_text[HK_IP_TEXT_SIZE])
{
    if (hk_ip_is_v4(ip))
        write_v4(ip->bytes + V4_BEFORE, ret_text);
    else if (!inet_ntop(AF_INET6, ip->bytes, ret_text, HK_IP_TEXT_SIZE))
        snprintf(ret_text, HK_IP_TEXT_SIZE, "?");
}

struct hk_ip hk_ip_mask(const struct hk_ip *ip, unsigned bits)
{
    struct hk_ip masked = *ip;

    for (unsigned i = 0; i < sizeof masked.bytes; i++) {
        unsigned kept = bits > 8 * i ? bits - 8 * i : 0;
        if (kept < 8)
            masked.bytes[i] &= (uint8_t)(0xff00u >> kept);
    }
    return masked;
}

/* The number of bits after the stroke; false where it is none up to `most`. */
static bool read_bits(const char *text, unsigned most, unsigned *ret_bits)
{
    unsigned bits = 0;

    if (!*text || strlen(text) > 3)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        bits = bits * 10 + (unsigned)(*text - '0');
    }
    *ret_bits = bits;
    return bits <= most;
}

bool hk_ip_block_read(const char *text, struct hk_ip_block *ret_block,
                      const char **ret_reason)
{
    struct hk_ip_block block = {.bits = BITS};
    size_t length = strcspn(text, "/");

    *ret_reason = "write it as 192.0.2.1, 10.0.0.0/8, 2001:db8::1 or fd00::/8";
    if (!hk_ip_read(text, length, &block.first))
        return false;
    if (text[length]) {
        unsigned before = hk_ip_is_v4(&block.first) ? V4_BITS : 0;
        if (!read_bits(text + length + 1, BITS - before, &block.bits))
            return false;
        block.bits += before;
    }
    /* Somebody who says 10.1.2.3/8 means perhaps 10.1.2.3 alone. */
    struct hk_ip masked = hk_ip_mask(&block.first, block.bits);
    *ret_reason = "the address has bits set that are not the block's";
    if (memcmp(masked.bytes, block.first.bytes, sizeof masked.bytes) != 0)
        return false;
    *ret_block = block;
    return true;
}

bool hk_ip_block_has(const struct hk_ip_block *block, const struct hk_ip *ip)
{
    struct hk_ip masked = hk_ip_mask(ip, block->bits);

    return memcmp(masked.bytes, block->first.bytes, sizeof masked.bytes) == 0;
}
