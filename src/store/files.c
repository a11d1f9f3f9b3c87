/* Files made and put in place so that they outlive a power cut. */
#include "store/files.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hk_file_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool synced = fsync(fd) == 0;
    int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

bool hk_file_sync_folder(const char *path)
{
    char *copy = strdup(path); /* dirname() changes it */
    bool synced = copy && hk_file_sync(dirname(copy));
    int reason = errno;

    free(copy);
    errno = reason;
    return synced;
}

bool hk_file_make(const char *path, mode_t mode)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL, mode);

    return fd >= 0 && close(fd) == 0;
}

char *hk_file_beside(const char *path, const char *suffix)
{
    size_t size = strlen(path) + strlen(suffix) + 1;
    char *text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s", path, suffix);
    return text;
}
