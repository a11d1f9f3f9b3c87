/* Files made and put in place so that they outlive a power cut. Private to
 * src/store/. */
#ifndef HK_STORE_FILES_H
#define HK_STORE_FILES_H

#include <stdbool.h>
#include <sys/types.h>

/* Brings the file's content to the disk; false with errno. */
bool hk_file_sync(const char *path);

/* Brings the names in the file's folder to the disk; false with errno. */
bool hk_file_sync_folder(const char *path);

/* Makes a new, empty file of this mode; false with errno (EEXIST). */
bool hk_file_make(const char *path, mode_t mode);

/* PATH with this behind it; to be freed. NULL: no memory. */
char *hk_file_beside(const char *path, const char *suffix);

#endif
