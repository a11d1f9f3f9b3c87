/*
 * A disk that fails when told to, under SQLite: wraps the system's own way to
 * files, for every connection opened after faulty_disk_install().
 */
#ifndef HK_TESTS_FAULTY_DISK_H
#define HK_TESTS_FAULTY_DISK_H

#include <stdbool.h>

enum fault {
    FAULT_FULL,   /* a write finds no room (ENOSPC) */
    FAULT_BROKEN, /* a write fails (EIO) */
    FAULT_SHORT,  /* a write brings the first half to the disk, then EIO */
    FAULT_SYNC,   /* an fsync fails */
    FAULT_TRUNCATE,
    FAULT_READ,
    FAULT_OPEN,  /* a file cannot be opened */
    FAULT_MEMORY /* the memory beside the log (-shm) cannot be mapped */
};
#define FAULTS 8

const char *fault_name(enum fault fault);

void faulty_disk_install(void);

/* The call of this kind that comes after `before` others fails, and all after
 * it until faulty_disk_mend(); `lasting` false: that one alone. */
void faulty_disk_arm(enum fault fault, unsigned before, bool lasting);

/* Ends the fault; tells whether any call failed since it was armed. */
bool faulty_disk_mend(void);

/*
 * Before any file is opened: what is written is remembered until it is synced.
 * At the sync after `before` others the power is cut: everything not synced is
 * taken back from the files, and the process ends with POWER_CUT.
 */
#define POWER_CUT 77
void faulty_disk_cut_power(unsigned before);

#endif
