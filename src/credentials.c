/* Where credentials are. */
#include "credentials.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool hk_credential_find(const char *name, char ret_path[PATH_MAX])
{
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    char path[PATH_MAX];

    if (!folder || folder[0] != '/')
        return false;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path || access(path, F_OK) != 0)
        return false;
    memcpy(ret_path, path, sizeof path);
    return true;
}
