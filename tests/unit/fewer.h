/* How often tests do at random what takes long. */
#ifndef HK_TESTS_FEWER_H
#define HK_TESTS_FEWER_H

#include <check.h>
#include <stdlib.h>

/* The variable HAKAM_FEWER; 1 without it. */
static inline unsigned kit_fewer(void)
{
    const char *fewer = getenv("HAKAM_FEWER");
    unsigned by = fewer ? (unsigned)strtoul(fewer, NULL, 10) : 1;
    ck_assert_uint_gt(by, 0);
    return by;
}

/* How often a test does something: as often as it says, or less where the
 * variable divides it. */
static inline unsigned kit_times(unsigned times)
{
    unsigned by = kit_fewer();
    return (times + by - 1) / by;
}

#endif
