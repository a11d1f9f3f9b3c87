/* The lock of the one writer: between processes, beside the database file. */
#ifndef HK_STORE_LOCK_H
#define HK_STORE_LOCK_H

#include "store/store.h"

/* A lock held; private to src/store/. */
struct hk_lock {
    int fd; /* -1: not held */
    char *path;
};

/*
 * Takes the lock `PATH-lock` for the database at `path`, without waiting.
 * Errors: HK_E_STORAGE_UNAVAILABLE, with why in ret_message; ret_lock is then
 * not held.
 */
HK_MUST_CHECK enum hk_error hk_lock_take(
    const char *path, struct hk_lock *ret_lock,
    char ret_message[HK_STORE_MESSAGE_SIZE]);

/* Gives it up and removes its file. One that is not held is left alone. */
void hk_lock_clear(struct hk_lock *lock);

#endif
