/* Files by device and number. */
#include "store/present.h"

#include <sys/stat.h>

void hk_present_learn(const char *path, struct hk_present *ret_present)
{
    struct stat status;

    *ret_present = (struct hk_present){.known = false};
    if (stat(path, &status) != 0)
        return;
    *ret_present = (struct hk_present){
        .known = true, .device = status.st_dev, .inode = status.st_ino};
}

bool hk_present_check(const struct hk_present *present, const char *path)
{
    struct stat status;

    if (!present->known)
        return true;
    return stat(path, &status) == 0 && status.st_dev == present->device &&
           status.st_ino == present->inode;
}
