/* Secrets that the service manager hands over as files: $CREDENTIALS_DIRECTORY,
 * see systemd.exec(5). They stand in no command line and no environment. */
#ifndef HK_CREDENTIALS_H
#define HK_CREDENTIALS_H

#include <limits.h>
#include <stdbool.h>

/* Finds the file of this credential; false where it was not handed over. */
bool hk_credential_find(const char *name, char ret_path[PATH_MAX]);

#endif
