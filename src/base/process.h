/* What the system says of this process. */
#ifndef HK_BASE_PROCESS_H
#define HK_BASE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct hk_process {
    double cpu_s; /* of all processors, in user and kernel mode */
    uint64_t resident_bytes, virtual_bytes; /* 0: not told */
    uint64_t files, files_max;              /* open, and as many as may be;
                                               0: not told */
};

void hk_process_measure(struct hk_process *ret_process);

/* When it began, in seconds since 1970; to be asked for once, since the clock
 * may be set. */
double hk_process_start(void);

#endif
