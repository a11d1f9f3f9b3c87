/* Writing JSON, compact, value by value into a text buffer. */
#ifndef HK_BASE_JSON_WRITE_H
#define HK_BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"

/*
 * A writer; `text` tells by its own `failed` whether all of it was written.
 * Every function takes the member's name, in which nothing needs an escape,
 * NULL inside an array and for the value as a whole. The caller closes what it
 * opened.
 */
struct hk_json {
    struct hk_strbuf *text; /* borrowed */
    bool comma;             /* the next value needs one before it */
    bool careful; /* escapes DEL and C1, which terminals may obey, as well */
};

void hk_json_init(struct hk_json *json, struct hk_strbuf *text);

/* The same with the length of the name, which mostly is known when this is
 * built: hence the functions below, which count. */
void hk_json_put_open(struct hk_json *json, const char *name, size_t length,
                      char bracket);
void hk_json_put_string(struct hk_json *json, const char *name, size_t length,
                        const char *value);
void hk_json_put_integer(struct hk_json *json, const char *name, size_t length,
                         int64_t value);
void hk_json_put_raw(struct hk_json *json, const char *name, size_t length,
                     const char *value, size_t size);

static inline size_t hk_json_name_length(const char *name)
{
    return name ? strlen(name) : 0;
}

static inline void hk_json_open_object(struct hk_json *json, const char *name)
{
    hk_json_put_open(json, name, hk_json_name_length(name), '{');
}

static inline void hk_json_open_array(struct hk_json *json, const char *name)
{
    hk_json_put_open(json, name, hk_json_name_length(name), '[');
}

void hk_json_close_object(struct hk_json *json);
void hk_json_close_array(struct hk_json *json);

/* `value` is UTF-8; NULL is written as null. */
static inline void hk_json_string(struct hk_json *json, const char *name,
                                  const char *value)
{
    hk_json_put_string(json, name, hk_json_name_length(name), value);
}

static inline void hk_json_integer(struct hk_json *json, const char *name,
                                   int64_t value)
{
    hk_json_put_integer(json, name, hk_json_name_length(name), value);
}

/* What is JSON already. */
static inline void hk_json_raw(struct hk_json *json, const char *name,
                               const char *value, size_t size)
{
    hk_json_put_raw(json, name, hk_json_name_length(name), value, size);
}

static inline void hk_json_null(struct hk_json *json, const char *name)
{
    hk_json_raw(json, name, "null", 4);
}

static inline void hk_json_boolean(struct hk_json *json, const char *name,
                                   bool value)
{
    hk_json_raw(json, name, value ? "true" : "false", value ? 4 : 5);
}

/* The integer, or null where it is negative: seats, rounds, teams. */
void hk_json_number_or_null(struct hk_json *json, const char *name,
                            int64_t value);

/* A finite number, in as few digits as tell it from every other. */
void hk_json_real(struct hk_json *json, const char *name, double value);

/* RFC 3339 in UTC. */
void hk_json_time(struct hk_json *json, const char *name, hk_time value);

/* Lower-case hex. */
void hk_json_hex(struct hk_json *json, const char *name, const void *bytes,
                 size_t count);

/* part / whole rounded to `decimals` (1 to 6) places; null where whole is 0.
 * |part| stays below 10^12. */
void hk_json_ratio(struct hk_json *json, const char *name, int64_t part,
                   int64_t whole, unsigned decimals);

#endif
