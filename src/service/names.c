/* Players' names, by the tables of Unicode. */
#include "service/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "base/cleanup.h"

#define NAME_POINTS_MAX 64

static bool shown(ucs4_t point)
{
    /* Line and paragraph separators, and every blank but the common one:
     * they make names that look alike. */
    const uint32_t refused = UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf |
                             UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Co |
                             UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Zl |
                             UC_CATEGORY_MASK_Zp | UC_CATEGORY_MASK_Zs;

    if (point == ' ')
        return true;
    /* Nor what is drawn as nothing at all, whatever its category. */
    return !uc_is_general_category_withtable(point, refused) &&
           !uc_is_property_default_ignorable_code_point(point);
}

/* Why the normalised text is no name; NULL where it is one. */
static const char *fault_of(const uint8_t *text, size_t length)
{
    size_t points = 0;

    if (length == 0)
        return "a name has at least one character";
    if (text[0] == ' ' || text[length - 1] == ' ')
        return "a name has no blank at either end";
    for (size_t i = 0; i < length; points++) {
        ucs4_t point;

        i += (size_t)u8_mbtouc(&point, text + i, length - i);
        if (!shown(point))
            return "a name has no control, invisible or unassigned characters";
    }
    if (points > NAME_POINTS_MAX)
        return "a name has at most 64 characters";
    return NULL;
}

static void copy(char *ret_text, const uint8_t *text, size_t length)
{
    memcpy(ret_text, text, length);
    ret_text[length] = '\0';
}

bool hk_name_read(const char *text, size_t length, char ret_name[HK_NAME_SIZE],
                  char ret_folded[HK_FOLDED_NAME_SIZE], const char **ret_reason)
{
    const uint8_t *bytes = (const uint8_t *)text;
    HK_AUTO_FREE uint8_t *name = NULL;
    HK_AUTO_FREE uint8_t *folded = NULL;
    size_t name_length = 0;
    size_t folded_length = 0;

    *ret_reason = NULL;
    /* Composed, 64 code points have never more bytes than this. */
    if (length > 8 * (size_t)HK_NAME_SIZE) {
        *ret_reason = "a name has at most 64 characters";
        return false;
    }
    if (u8_check(bytes, length)) {
        *ret_reason = "a name is text in UTF-8";
        return false;
    }
    if (length > 0)
        name = u8_normalize(UNINORM_NFC, bytes, length, NULL, &name_length);
    *ret_reason = fault_of(name, name ? name_length : 0);
    if (*ret_reason)
        return false;
    folded = u8_casefold(name, name_length, NULL, UNINORM_NFC, NULL,
                         &folded_length);
    if (!folded || name_length >= HK_NAME_SIZE ||
        folded_length >= HK_FOLDED_NAME_SIZE) {
        *ret_reason = "the name cannot be kept";
        return false;
    }
    copy(ret_name, name, name_length);
    copy(ret_folded, folded, folded_length);
    return true;
}
