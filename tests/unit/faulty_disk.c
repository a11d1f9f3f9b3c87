/* The wrapped way to files. */
#include "faulty_disk.h"

#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file as it surely is on the disk, once power may be cut. */
struct image {
    struct image *next;
    char *path;
    char *bytes;
    sqlite3_int64 size;
};

struct faulty_file {
    sqlite3_file base;  /* first: what SQLite sees */
    sqlite3_file *real; /* behind this struct */
    const char *path;   /* NULL: a temporary file */
};

static sqlite3_vfs disk;
static sqlite3_vfs *system_disk;

/* SQLite comes from several threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool armed, lasting, struck;
    enum fault fault;
    unsigned before; /* calls that still go well */
} plan;
static bool remembers;
static unsigned syncs_before_cut;
static struct image *images;

const char *fault_name(enum fault fault)
{
    static const char *const names[FAULTS] = {
        "no room",  "broken write", "short write", "broken sync",
        "truncate", "broken read",  "open",        "memory",
    };
    return names[fault];
}

void faulty_disk_arm(enum fault fault, unsigned before, bool lasting)
{
    pthread_mutex_lock(&lock);
    plan.armed = true;
    plan.lasting = lasting;
    plan.struck = false;
    plan.fault = fault;
    plan.before = before;
    pthread_mutex_unlock(&lock);
}

bool faulty_disk_mend(void)
{
    pthread_mutex_lock(&lock);
    bool struck = plan.struck;
    plan.armed = false;
    pthread_mutex_unlock(&lock);
    return struck;
}

/* Whether this call is to fail. */
static bool fails(enum fault fault)
{
    bool now = false;
    pthread_mutex_lock(&lock);
    if (plan.armed && plan.fault == fault) {
        if (plan.before > 0) {
            plan.before--;
        } else {
            now = true;
            plan.struck = true;
            plan.armed = plan.lasting;
        }
    }
    pthread_mutex_unlock(&lock);
    return now;
}

/* ---- power ---- */

static struct image *find_image(const char *path)
{
    for (struct image *image = images; image; image = image->next)
        if (strcmp(image->path, path) == 0)
            return image;
    return NULL;
}

/* What is in the file now is on the disk. */
static void remember(struct faulty_file *file)
{
    if (!remembers || !file->path)
        return;
    struct image *image = find_image(file->path);
    if (!image) {
        image = calloc(1, sizeof(*image));
        ck_assert_ptr_nonnull(image);
        image->path = strdup(file->path);
        image->next = images;
        images = image;
    }
    const sqlite3_io_methods *real = file->real->pMethods;
    ck_assert_int_eq(real->xFileSize(file->real, &image->size), SQLITE_OK);
    image->bytes = realloc(image->bytes, (size_t)image->size + 1);
    ck_assert_ptr_nonnull(image->bytes);
    if (image->size > 0)
        ck_assert_int_eq(
            real->xRead(file->real, image->bytes, (int)image->size, 0),
            SQLITE_OK);
}

static void forget(const char *path)
{
    for (struct image **at = &images; *at; at = &(*at)->next)
        if (strcmp((*at)->path, path) == 0) {
            struct image *image = *at;
            *at = image->next;
            free(image->path);
            free(image->bytes);
            free(image);
            return;
        }
}

static void take_back(const struct image *image)
{
    int fd = open(image->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || ftruncate(fd, 0) != 0 ||
        pwrite(fd, image->bytes, (size_t)image->size, 0) != image->size)
        abort();
}

void faulty_disk_cut_power(unsigned before)
{
    remembers = true;
    syncs_before_cut = before;
}

/* Before a sync; does not return where the power is cut. */
static void maybe_cut(void)
{
    if (!remembers || syncs_before_cut-- > 0)
        return;
    for (const struct image *image = images; image; image = image->next)
        take_back(image);
    _exit(POWER_CUT);
}

/* ---- a file ---- */

static struct faulty_file *of(sqlite3_file *file)
{
    return (struct faulty_file *)file;
}

static const sqlite3_io_methods *real_of(sqlite3_file *file)
{
    return of(file)->real->pMethods;
}

static int file_close(sqlite3_file *file)
{
    return real_of(file)->xClose(of(file)->real);
}

static int file_read(sqlite3_file *file, void *bytes, int size,
                     sqlite3_int64 offset)
{
    if (fails(FAULT_READ))
        return SQLITE_IOERR_READ;
    return real_of(file)->xRead(of(file)->real, bytes, size, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int size,
                      sqlite3_int64 offset)
{
    if (fails(FAULT_FULL))
        return SQLITE_FULL;
    if (fails(FAULT_BROKEN))
        return SQLITE_IOERR_WRITE;
    if (fails(FAULT_SHORT)) {
        (void)real_of(file)->xWrite(of(file)->real, bytes, size / 2, offset);
        return SQLITE_IOERR_WRITE;
    }
    return real_of(file)->xWrite(of(file)->real, bytes, size, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails(FAULT_TRUNCATE))
        return SQLITE_IOERR_TRUNCATE;
    return real_of(file)->xTruncate(of(file)->real, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    if (fails(FAULT_SYNC))
        return SQLITE_IOERR_FSYNC;
    pthread_mutex_lock(&lock);
    maybe_cut();
    int result = real_of(file)->xSync(of(file)->real, flags);
    if (result == SQLITE_OK)
        remember(of(file));
    pthread_mutex_unlock(&lock);
    return result;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *ret_size)
{
    return real_of(file)->xFileSize(of(file)->real, ret_size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return real_of(file)->xLock(of(file)->real, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->xUnlock(of(file)->real, level);
}

static int file_check_lock(sqlite3_file *file, int *ret_held)
{
    return real_of(file)->xCheckReservedLock(of(file)->real, ret_held);
}

static int file_control(sqlite3_file *file, int what, void *value)
{
    return real_of(file)->xFileControl(of(file)->real, what, value);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->xSectorSize(of(file)->real);
}

static int file_traits(sqlite3_file *file)
{
    return real_of(file)->xDeviceCharacteristics(of(file)->real);
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend,
                        void volatile **ret_memory)
{
    if (fails(FAULT_MEMORY))
        return SQLITE_IOERR_SHMMAP;
    return real_of(file)->xShmMap(of(file)->real, page, size, extend,
                                  ret_memory);
}

static int file_shm_lock(sqlite3_file *file, int from, int count, int flags)
{
    return real_of(file)->xShmLock(of(file)->real, from, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->xShmBarrier(of(file)->real);
}

static int file_shm_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->xShmUnmap(of(file)->real, remove);
}

/* Version 2: files are not mapped, so that every read is a call. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ---- the disk ---- */

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file,
                     int flags, int *ret_flags)
{
    struct faulty_file *opening = of(file);
    (void)vfs;
    opening->base.pMethods = NULL;
    if (fails(FAULT_OPEN))
        return SQLITE_CANTOPEN;
    opening->path = path;
    opening->real = (sqlite3_file *)(opening + 1);
    int result = system_disk->xOpen(system_disk, path, opening->real, flags,
                                    ret_flags);
    if (!opening->real->pMethods)
        return result;
    opening->base.pMethods = &methods;
    pthread_mutex_lock(&lock);
    if (path && !find_image(path))
        remember(opening);
    pthread_mutex_unlock(&lock);
    return result;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    pthread_mutex_lock(&lock);
    forget(path);
    pthread_mutex_unlock(&lock);
    return system_disk->xDelete(system_disk, path, sync);
}

void faulty_disk_install(void)
{
    if (system_disk)
        return;
    system_disk = sqlite3_vfs_find(NULL);
    ck_assert_ptr_nonnull(system_disk);
    /* Whatever has to do with no file is the system's. */
    disk = *system_disk;
    disk.zName = "faulty";
    disk.pNext = NULL;
    disk.szOsFile = (int)sizeof(struct faulty_file) + system_disk->szOsFile;
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    ck_assert_int_eq(sqlite3_vfs_register(&disk, 1), SQLITE_OK);
}
