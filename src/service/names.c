/* Players' names, by the tables of Unicode as ICU has them. */
#include "service/names.h"

#include <stdio.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uvernum.h>
#include <unicode/uversion.h>

#define NAME_POINTS_MAX 64
/* Raised when hk_name_fold() or hk_name_skeleton() works otherwise. */
#define NAMES_VERSION 1

#define TATWEEL 0x0640
#define TEH_MARBUTA 0x0629
#define HEH 0x0647
#define DOT_ABOVE 0x0307

/* UTF-16, as ICU works; longer than any name, fold or skeleton. */
struct text16 {
    UChar units[HK_SKELETON_SIZE];
    int32_t length;
};

static bool read16(const char *text, size_t length, struct text16 *ret_text)
{
    UErrorCode error = U_ZERO_ERROR;

    /* Composed, 64 code points have never more bytes than this. */
    if (length > 8 * (size_t)HK_NAME_SIZE)
        return false;
    u_strFromUTF8(ret_text->units, HK_SKELETON_SIZE, &ret_text->length, text,
                  (int32_t)length, &error);
    return U_SUCCESS(error);
}

/* With its NUL; false where it does not fit. */
static bool write8(const struct text16 *text, char *ret_text, size_t size)
{
    UErrorCode error = U_ZERO_ERROR;

    u_strToUTF8(ret_text, (int32_t)size, NULL, text->units, text->length,
                &error);
    return U_SUCCESS(error) && error != U_STRING_NOT_TERMINATED_WARNING;
}

/* ret_text is another text than `text`. */
static bool normalise(const UNormalizer2 *form, const struct text16 *text,
                      struct text16 *ret_text, UErrorCode *error)
{
    ret_text->length = unorm2_normalize(form, text->units, text->length,
                                        ret_text->units, HK_SKELETON_SIZE,
                                        error);
    return U_SUCCESS(*error);
}

/* ----- what is a name ----------------------------------------------------- */

static bool shown(UChar32 point)
{
    /* Line and paragraph separators, and every blank but the common one:
     * they make names that look alike. */
    const uint32_t refused = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK |
                             U_GC_CO_MASK | U_GC_CN_MASK | U_GC_ZL_MASK |
                             U_GC_ZP_MASK | U_GC_ZS_MASK;

    if (point == ' ')
        return true;
    /* Nor what is drawn as nothing at all, whatever its category. */
    return !(U_GET_GC_MASK(point) & refused) &&
           !u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

/* Why the composed text is no name. */
static enum hk_name_fault fault_of(const struct text16 *name)
{
    int32_t points = 0;

    if (name->length == 0)
        return HK_NAME_EMPTY;
    if (name->units[0] == ' ' || name->units[name->length - 1] == ' ')
        return HK_NAME_BLANK_END;
    for (int32_t i = 0; i < name->length; points++) {
        UChar32 point;

        U16_NEXT(name->units, i, name->length, point);
        if (!shown(point))
            return HK_NAME_NOT_SHOWN;
        /* It would be drawn on what stands before the name. */
        if (points == 0 && (U_GET_GC_MASK(point) & U_GC_M_MASK))
            return HK_NAME_BEGINS_WITH_MARK;
    }
    if (points > NAME_POINTS_MAX)
        return HK_NAME_TOO_LONG;
    return HK_NAME_OK;
}

/* How the name would deceive whoever reads it (Unicode's UTS 39). */
static enum hk_name_fault deceit_of(const struct text16 *name)
{
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&error);

    /* Latin beside one other script, but for Cyrillic and Greek, whose
     * letters look like Latin ones. */
    uspoof_setRestrictionLevel(checker, USPOOF_MODERATELY_RESTRICTIVE);
    uspoof_setChecks(checker,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS |
                         USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY,
                     &error);
    int32_t found = uspoof_check2(checker, name->units, name->length, NULL,
                                  &error);
    uspoof_close(checker);
    if (U_FAILURE(error))
        return HK_NAME_CANNOT_BE_KEPT;
    if (found & USPOOF_RESTRICTION_LEVEL)
        return HK_NAME_MIXES_SCRIPTS;
    if (found & USPOOF_MIXED_NUMBERS)
        return HK_NAME_MIXES_DIGITS;
    if (found)
        return HK_NAME_HIDDEN_MARKS;
    return HK_NAME_OK;
}

/* ----- when two are the same ---------------------------------------------- */

/*
 * Tatweel only stretches a word; İ is the capital of the Turkish i, which the
 * common folding leaves with a second dot; several blanks are seen as one.
 */
static void squeeze(struct text16 *text)
{
    int32_t length = 0;

    for (int32_t i = 0; i < text->length; i++) {
        UChar unit = text->units[i];
        UChar before = length > 0 ? text->units[length - 1] : ' ';

        if (unit == TATWEEL || (unit == ' ' && before == ' ') ||
            (unit == DOT_ABOVE && before == 'i'))
            continue;
        text->units[length++] = unit;
    }
    while (length > 0 && text->units[length - 1] == ' ')
        length--;
    text->length = length;
}

static bool fold(const struct text16 *name, char *ret_folded)
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&error);
    const UNormalizer2 *casefold = unorm2_getNFKCCasefoldInstance(&error);
    struct text16 folded, composed;

    if (U_FAILURE(error) || !normalise(casefold, name, &folded, &error))
        return false;
    squeeze(&folded);
    return folded.length > 0 && normalise(nfc, &folded, &composed, &error) &&
           write8(&composed, ret_folded, HK_FOLDED_NAME_SIZE);
}

bool hk_name_fold(const char *text, size_t length,
                  char ret_folded[HK_FOLDED_NAME_SIZE])
{
    struct text16 name;

    return read16(text, length, &name) && fold(&name, ret_folded);
}

enum hk_name_fault hk_name_read(const char *text, size_t length,
                                char ret_name[HK_NAME_SIZE],
                                char ret_folded[HK_FOLDED_NAME_SIZE])
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfc = unorm2_getNFCInstance(&error);
    struct text16 given, name;

    if (!read16(text, length, &given))
        return length > 8 * (size_t)HK_NAME_SIZE ? HK_NAME_TOO_LONG
                                                 : HK_NAME_NOT_UTF8;
    if (U_FAILURE(error) || !normalise(nfc, &given, &name, &error))
        return HK_NAME_CANNOT_BE_KEPT;
    enum hk_name_fault fault = fault_of(&name);
    if (!fault)
        fault = deceit_of(&name);
    if (!fault &&
        (!fold(&name, ret_folded) || !write8(&name, ret_name, HK_NAME_SIZE)))
        fault = HK_NAME_CANNOT_BE_KEPT;
    return fault;
}

/* ----- when two look alike ------------------------------------------------ */

/* Arabic is written with or without its vowel signs and the hamza of an alef,
 * and a final teh marbuta often without its dots. */
static void strip_arabic(struct text16 *decomposed)
{
    int32_t length = 0;

    for (int32_t i = 0; i < decomposed->length; i++) {
        UChar unit = decomposed->units[i];

        if (u_charType(unit) == U_NON_SPACING_MARK &&
            uscript_hasScript(unit, USCRIPT_ARABIC))
            continue;
        decomposed->units[length++] = unit == TEH_MARBUTA ? HEH : unit;
    }
    decomposed->length = length;
}

/* Where capitals are shown, I is l; where they are not, i is not: a name is
 * shown as it was first written, so all are one. */
static void join_i_and_l(struct text16 *skeleton)
{
    for (int32_t i = 0; i < skeleton->length; i++) {
        if (skeleton->units[i] == 'i')
            skeleton->units[i] = 'l';
    }
}

static enum hk_error skeleton_of(USpoofChecker *checker,
                                 const struct text16 *name, char *ret_skeleton)
{
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&error);
    struct text16 text, skeleton;

    if (U_FAILURE(error) || !normalise(nfd, name, &text, &error))
        return HK_E_INTERNAL;
    strip_arabic(&text);
    skeleton.length = uspoof_getSkeleton(checker, 0, text.units, text.length,
                                         skeleton.units, HK_SKELETON_SIZE,
                                         &error);
    text.length = u_strFoldCase(text.units, HK_SKELETON_SIZE, skeleton.units,
                                skeleton.length, U_FOLD_CASE_DEFAULT, &error);
    if (U_FAILURE(error))
        return HK_E_INTERNAL;
    join_i_and_l(&text);
    return write8(&text, ret_skeleton, HK_SKELETON_SIZE) ? HK_OK
                                                         : HK_E_INTERNAL;
}

enum hk_error hk_name_skeleton(const char *folded,
                               char ret_skeleton[HK_SKELETON_SIZE])
{
    UErrorCode error = U_ZERO_ERROR;
    struct text16 name;

    if (!read16(folded, strlen(folded), &name))
        return HK_E_INTERNAL;
    USpoofChecker *checker = uspoof_open(&error);
    if (U_FAILURE(error))
        return HK_E_INTERNAL;
    enum hk_error result = skeleton_of(checker, &name, ret_skeleton);
    uspoof_close(checker);
    return result;
}

void hk_name_tables(char ret_tables[HK_NAME_TABLES_SIZE])
{
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];

    u_getVersion(version);
    u_versionToString(version, text);
    snprintf(ret_tables, HK_NAME_TABLES_SIZE, "icu %s, %d", text,
             NAMES_VERSION);
}
