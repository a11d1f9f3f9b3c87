/* Every way in which a request can fail: one table, errors.def. */
#ifndef HK_BASE_ERROR_H
#define HK_BASE_ERROR_H

/*
 * What went wrong. HK_OK is 0; every other value is a row of errors.def. The
 * numbers are internal; what clients rely on is hk_error_code(). A function
 * that returns this type must have its result looked at.
 */
enum hk_error {
    HK_OK = 0,
#define X(name, code, status, title, detail) HK_E_##name,
#include "base/errors.def"
#undef X
    HK_ERROR_COUNT
};

#define HK_MUST_CHECK __attribute__((warn_unused_result))

/* The stable code that clients see, such as "opening_too_low"; "ok" for HK_OK.
 * Static text. */
const char *hk_error_code(enum hk_error error);

/* The row with this code; HK_OK where there is none. */
enum hk_error hk_error_find(const char *code);

#endif
