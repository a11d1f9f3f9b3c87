/* Games' ids: UUIDv7 (RFC 9562), which sort by the time they were made. */
#ifndef HK_SERVICE_UUID_H
#define HK_SERVICE_UUID_H

#include <stdbool.h>

#include "base/clock.h"
#include "base/rng.h"
#include "store/games.h"

/* A new id: 48 bits of milliseconds, 74 random bits; lower case. */
void hk_uuid_make(hk_time now, const struct hk_rng *rng,
                  char ret_text[HK_UUID_TEXT_SIZE]);

/* Reads a UUID in any case into lower case; false where it is none. */
bool hk_uuid_read(const char *text, char ret_text[HK_UUID_TEXT_SIZE]);

#endif
