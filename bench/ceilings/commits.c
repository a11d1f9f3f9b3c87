/*
 * What SQLite alone makes durable: rows per second in transactions of 1, 8
 * and 64, with synchronous=FULL, in a new database.
 *
 *     bench/ceilings/commits FILE [SECONDS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ceilings/rows.h"

static double now_s(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now))
        abort();
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    static const unsigned sizes[] = {1, 8, 64};
    struct rows rows;
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE [SECONDS]\n", argv[0]);
        return EXIT_FAILURE;
    }
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 3;
    rows_open(&rows, argv[1]);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned long long stored = 0;
        double from = now_s(), now;
        do {
            rows_store(&rows, sizes[i]);
            stored += sizes[i];
            now = now_s();
        } while (now < from + seconds);
        printf("mode=commits rows=%u per_second=%.1f\n", sizes[i],
               (double)stored / (now - from));
    }
    rows_close(&rows);
    return EXIT_SUCCESS;
}
