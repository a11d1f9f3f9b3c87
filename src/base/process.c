/* Reading of the process from the kernel. Of /proc only what is the process's
 * own: more is not there in the sandbox. */
#include "base/process.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The entries of a folder without "." and ".."; 0: it cannot be read. */
static uint64_t count_entries(const char *path)
{
    uint64_t count = 0;

    DIR *folder = opendir(path);
    if (!folder)
        return 0;
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* Field `number` of proc(5)'s "stat", from the third on: the second, a name,
 * may hold anything. */
static const char *find_field(const char *text, int number)
{
    const char *at = strrchr(text, ')');

    for (int field = 2; at && field < number; field++) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return at;
}

static uint64_t read_field(const char *text, int number)
{
    const char *at = find_field(text, number);

    return at ? strtoull(at, NULL, 10) : 0;
}

enum { FIELD_START = 22, FIELD_VSIZE = 23, FIELD_RSS = 24 };

/* Longer than that file is. */
#define STAT_SIZE 1024

/* Empty where there is none. */
static void read_stat(char ret_text[STAT_SIZE])
{
    size_t length = 0;

    FILE *file = fopen("/proc/self/stat", "re");
    if (file) {
        length = fread(ret_text, 1, STAT_SIZE - 1, file);
        fclose(file);
    }
    ret_text[length] = '\0';
}

void hk_process_measure(struct hk_process *ret_process)
{
    struct hk_process process = {.cpu_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
    struct rlimit limit;
    char text[STAT_SIZE];

    read_stat(text);
    process.virtual_bytes = read_field(text, FIELD_VSIZE);
    process.resident_bytes = read_field(text, FIELD_RSS) *
                             (uint64_t)sysconf(_SC_PAGESIZE);
    process.files = count_entries("/proc/self/fd");
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        process.files_max = (uint64_t)limit.rlim_cur;
    *ret_process = process;
}

double hk_process_start(void)
{
    char text[STAT_SIZE];

    read_stat(text);
    double age = seconds_of(CLOCK_BOOTTIME) -
                 (double)read_field(text, FIELD_START) /
                     (double)sysconf(_SC_CLK_TCK);
    return seconds_of(CLOCK_REALTIME) - age;
}
