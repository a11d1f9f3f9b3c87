/* The codes of errors.def, looked up by value and by code. */
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static const char *const codes[HK_ERROR_COUNT] = {
    [HK_OK] = "ok",
#define X(name, code, status, title, detail) [HK_E_##name] = (code),
#include "base/errors.def"
#undef X
};

const char *hk_error_code(enum hk_error error)
{
    if ((unsigned)error >= HK_ERROR_COUNT)
        abort();
    return codes[error];
}

enum hk_error hk_error_find(const char *code)
{
    for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++) {
        if (strcmp(codes[i], code) == 0)
            return (enum hk_error)i;
    }
    return HK_OK;
}
