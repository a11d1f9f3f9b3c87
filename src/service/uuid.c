/* Games' ids: UUIDv7 (RFC 9562). */
#include "service/uuid.h"

#include <stdint.h>
#include <string.h>

#include "base/strbuf.h"

#define UUID_BYTES 16

static const char form[] = "00000000-0000-0000-0000-000000000000";

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
    for (size_t i = 0; i < HK_UUID_TEXT_SIZE - 1; i++) {
        ret_text[i] = form[i];
        if (form[i] != '-')
            ret_text[i] = *digit++;
    }
    ret_text[HK_UUID_TEXT_SIZE - 1] = '\0';
}

bool hk_uuid_read(const char *text, char ret_text[HK_UUID_TEXT_SIZE])
{
    char lower[HK_UUID_TEXT_SIZE] = {0};

    if (strnlen(text, HK_UUID_TEXT_SIZE) != HK_UUID_TEXT_SIZE - 1)
        return false;
    for (size_t i = 0; i < HK_UUID_TEXT_SIZE - 1; i++) {
        /* Of all that may stand here capitals alone lack this bit. */
        char c = (char)(text[i] | 0x20);
        bool digit = (text[i] >= '0' && text[i] <= '9') ||
                     (c >= 'a' && c <= 'f');

        if (form[i] == '-' ? text[i] != '-' : !digit)
            return false;
        lower[i] = c;
    }
    memcpy(ret_text, lower, sizeof lower);
    return true;
}
