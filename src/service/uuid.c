/* Games' ids: UUIDv7 (RFC 9562). */
#include "service/uuid.h"

#include <stdint.h>
#include <string.h>

#include "base/strbuf.h"

#define UUID_BYTES 16

static bool dash_at(size_t place)
{
    return place == 8 || place == 13 || place == 18 || place == 23;
}

void hk_uuid_make(hk_time now, const struct hk_rng *rng,
                  char ret_text[HK_UUID_TEXT_SIZE])
{
    uint8_t bytes[UUID_BYTES];
    char hex[2 * UUID_BYTES + 1];
    const char *digit = hex;

    hk_rng_fill(rng, bytes, sizeof bytes);
    for (int i = 0; i < 6; i++)
        bytes[i] = (uint8_t)((uint64_t)now >> (40 - 8 * i));
    bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x70); /* version 7 */
    bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80); /* variant 2 */
    hk_hex(bytes, sizeof bytes, hex);
    for (size_t i = 0; i < HK_UUID_TEXT_SIZE - 1; i++)
        ret_text[i] = *(dash_at(i) ? "-" : digit++);
    ret_text[HK_UUID_TEXT_SIZE - 1] = '\0';
}

bool hk_uuid_read(const char *text, char ret_text[HK_UUID_TEXT_SIZE])
{
    char lower[HK_UUID_TEXT_SIZE];

    if (strnlen(text, HK_UUID_TEXT_SIZE) != HK_UUID_TEXT_SIZE - 1)
        return false;
    for (size_t i = 0; i < HK_UUID_TEXT_SIZE; i++) {
        char c = text[i];

        if (c >= 'A' && c <= 'F')
            c = (char)(c - 'A' + 'a');
        bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        if (i < HK_UUID_TEXT_SIZE - 1 && (dash_at(i) ? c != '-' : !digit))
            return false;
        lower[i] = c;
    }
    memcpy(ret_text, lower, sizeof lower);
    return true;
}
