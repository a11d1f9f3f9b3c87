/*
 * A file of its own carries the lock: closing any descriptor of the database
 * file would drop the locks that SQLite holds on it in this process.
 */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/reason.h"
#include "store/db.h"
#include "store/files.h"

/* How often the file may vanish under us, because its holder just left. */
#define ATTEMPTS 100

/* Whether the locked file is still the one that others would find. */
static bool is_current(int fd, const char *path)
{
    struct stat ours, theirs;
    return fstat(fd, &ours) == 0 && stat(path, &theirs) == 0 &&
           ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

static enum hk_error explain_holder(int fd, const char *path,
                                    char ret_message[HK_STORE_MESSAGE_SIZE])
{
    char pid[32] = "";
    ssize_t size = pread(fd, pid, sizeof(pid) - 1, 0);
    pid[size > 0 ? size : 0] = '\0';
    pid[strcspn(pid, "\n")] = '\0';
    return hk_db_explain(ret_message,
                         "%s is in use by another process%s%s: one writer "
                         "only",
                         path, pid[0] ? ", " : "", pid);
}

/* For people and for the message above; the lock does not depend on it. */
static void write_holder(int fd)
{
    if (ftruncate(fd, 0) == 0)
        (void)!dprintf(fd, "%ld\n", (long)getpid());
}

enum hk_error hk_lock_take(const char *path, struct hk_lock *ret_lock,
                           char ret_message[HK_STORE_MESSAGE_SIZE])
{
    char *file = hk_file_beside(path, "-lock");
    if (!file)
        return hk_db_explain(ret_message, "out of memory");

    enum hk_error error = HK_E_STORAGE_UNAVAILABLE;
    for (int i = 0; i < ATTEMPTS; i++) {
        int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0640);
        if (fd < 0) {
            error = hk_db_explain(ret_message, "%s cannot be made: %s", file,
                                  HK_REASON(errno));
            break;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            error = errno == EWOULDBLOCK
                        ? explain_holder(fd, path, ret_message)
                        : hk_db_explain(ret_message, "%s cannot be locked: %s",
                                        file, HK_REASON(errno));
            close(fd);
            break;
        }
        if (is_current(fd, file)) {
            write_holder(fd);
            *ret_lock = (struct hk_lock){.fd = fd, .path = file};
            return HK_OK;
        }
        close(fd);
        error = hk_db_explain(ret_message, "%s keeps vanishing", file);
    }
    free(file);
    return error;
}

void hk_lock_clear(struct hk_lock *lock)
{
    if (lock->fd < 0)
        return;
    /* Removed while held: who opened it meanwhile sees that it is gone. */
    unlink(lock->path);
    close(lock->fd);
    free(lock->path);
    *lock = (struct hk_lock){.fd = -1};
}
