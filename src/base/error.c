/* The texts of errors.def, looked up by value and by code. */
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

struct error_row {
    const char *code;
    const char *title;
    const char *detail;
};

static const struct error_row rows[HK_ERROR_COUNT] = {
    [HK_OK] = {"ok", "", ""},
#define X(name, code, status, title, detail) \
    [HK_E_##name] = {code, title, detail},
#include "base/errors.def"
#undef X
};

static const struct error_row *row_of(enum hk_error error)
{
    if ((unsigned)error >= HK_ERROR_COUNT)
        abort();
    return &rows[error];
}

const char *hk_error_code(enum hk_error error)
{
    return row_of(error)->code;
}

const char *hk_error_title(enum hk_error error)
{
    return row_of(error)->title;
}

const char *hk_error_detail(enum hk_error error)
{
    return row_of(error)->detail;
}

enum hk_error hk_error_find(const char *code)
{
    for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++) {
        if (strcmp(rows[i].code, code) == 0)
            return (enum hk_error)i;
    }
    return HK_OK;
}
