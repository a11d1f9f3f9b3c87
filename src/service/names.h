/* Players' names: what is one, when two are the same, when they look alike. */
#ifndef HK_SERVICE_NAMES_H
#define HK_SERVICE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "store/games.h"

#define HK_FOLDED_NAME_SIZE (HK_NAME_SIZE * 3)

/* Why a text is no name: a row of name_faults.def. */
enum hk_name_fault {
    HK_NAME_OK,
#define X(name, english) HK_NAME_##name,
#include "service/name_faults.def"
#undef X
    HK_NAME_FAULTS
};

/*
 * Reads a new name: UTF-8 in NFC, 1 to 64 code points, not blank at either
 * end, no control, format (bidi), invisible or unassigned characters, no
 * scripts or digits mixed to deceive. ret_folded as of hk_name_fold().
 * HK_NAME_OK, or why it is no name.
 */
HK_MUST_CHECK enum hk_name_fault hk_name_read(
    const char *text, size_t length, char ret_name[HK_NAME_SIZE],
    char ret_folded[HK_FOLDED_NAME_SIZE]);

/*
 * What is the same for all spellings that count as one name: of any case,
 * composed or not, wide or in ligatures, stretched by tatweel. It is for
 * looking up: what would be no new name has a fold too. False where nobody
 * can have such a name.
 */
bool hk_name_fold(const char *text, size_t length,
                  char ret_folded[HK_FOLDED_NAME_SIZE]);

/*
 * What is the same for all names that look alike, from a fold: never shown,
 * only compared. Errors: HK_E_INTERNAL (no memory, no tables).
 */
HK_MUST_CHECK enum hk_error hk_name_skeleton(
    const char *folded, char ret_skeleton[HK_SKELETON_SIZE]);

#define HK_NAME_TABLES_SIZE 32

/* By which tables folds and skeletons are made; text that differs where they
 * may differ. */
void hk_name_tables(char ret_tables[HK_NAME_TABLES_SIZE]);

#endif
