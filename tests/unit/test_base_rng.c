/* Random sources: the seeded one is the same everywhere, numbers are even. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"

START_TEST(test_seeded_bytes_are_the_same_on_every_machine)
{
    /* xoshiro256** after splitmix64, worked out apart from this code. */
    static const struct {
        uint64_t seed;
        const char *hex;
    } known[] = {
        {0, "b4f275cb365fec992a455649781f6ebfe0e633499d845f1a"},
        {7, "5a76f94ef7fa58b3d22c484f963d5c4796792c9549d3f1d6"},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, known[i].seed);
        uint8_t bytes[24];
        char hex[49];

        hk_rng_fill(&rng, bytes, sizeof bytes);
        hk_hex(bytes, sizeof bytes, hex);
        ck_assert_str_eq(hex, known[i].hex);
    }
}
END_TEST

START_TEST(test_fill_writes_the_bytes_asked_for_and_no_more)
{
    for (size_t size = 0; size <= 20; size++) {
        struct hk_rng_seeded seeded;
        struct hk_rng rng = hk_rng_from_seed(&seeded, 1);
        uint8_t bytes[24], whole[24];

        hk_rng_fill(&rng, whole, sizeof whole);
        rng = hk_rng_from_seed(&seeded, 1);
        memset(bytes, 0xa5, sizeof bytes);
        hk_rng_fill(&rng, bytes, size);
        ck_assert_mem_eq(bytes, whole, size);
        for (size_t i = size; i < sizeof bytes; i++)
            ck_assert_uint_eq(bytes[i], 0xa5);
    }
}
END_TEST

START_TEST(test_system_bytes_differ_from_call_to_call)
{
    struct hk_rng rng = hk_rng_system();
    uint8_t a[32] = {0}, b[32] = {0}, zero[32] = {0};

    hk_rng_fill(&rng, a, sizeof a);
    hk_rng_fill(&rng, b, sizeof b);
    ck_assert_mem_ne(a, b, sizeof a);
    ck_assert_mem_ne(a, zero, sizeof a);
}
END_TEST

START_TEST(test_numbers_below_a_bound_are_even)
{
    enum { BOUND = 6, TIMES = 60000 };
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 42);
    unsigned counts[BOUND] = {0};

    for (unsigned i = 0; i < TIMES; i++) {
        uint32_t number = hk_rng_below(&rng, BOUND);
        ck_assert_uint_lt(number, BOUND);
        counts[number]++;
    }
    /* Five standard deviations of a fair die. */
    for (unsigned i = 0; i < BOUND; i++) {
        ck_assert_uint_gt(counts[i], TIMES / BOUND - 457);
        ck_assert_uint_lt(counts[i], TIMES / BOUND + 457);
    }
}
END_TEST

START_TEST(test_below_one_is_always_zero)
{
    struct hk_rng rng = hk_rng_system();

    for (int i = 0; i < 100; i++)
        ck_assert_uint_eq(hk_rng_below(&rng, 1), 0);
}
END_TEST

/* A source that gives the 32-bit numbers of a list, low byte first. */
struct listed {
    const uint32_t *numbers;
    size_t read;
};

static void listed_fill(void *self, void *ret_bytes, size_t size)
{
    struct listed *listed = self;
    uint8_t *bytes = ret_bytes;

    ck_assert_uint_eq(size, 4);
    uint32_t number = listed->numbers[listed->read++];
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
}

START_TEST(test_numbers_that_would_favour_some_are_passed_over)
{
    /* 2^32 mod 3 is 1: only the greatest number is one too many. */
    static const uint32_t numbers[] = {0xffffffff, 0xffffffff, 0xfffffffe, 5};
    struct listed listed = {.numbers = numbers};
    struct hk_rng rng = {.fill = listed_fill, .self = &listed};

    ck_assert_uint_eq(hk_rng_below(&rng, 3), 0xfffffffe % 3);
    ck_assert_uint_eq(listed.read, 3);
    ck_assert_uint_eq(hk_rng_below(&rng, 3), 2);
    ck_assert_uint_eq(listed.read, 4);

    /* A power of two passes nothing over. */
    listed.read = 0;
    ck_assert_uint_eq(hk_rng_below(&rng, 0x80000000), 0x7fffffff);
    ck_assert_uint_eq(listed.read, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/rng");
    TCase *tests = tcase_create("rng");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_seeded_bytes_are_the_same_on_every_machine);
    tcase_add_test(tests, test_fill_writes_the_bytes_asked_for_and_no_more);
    tcase_add_test(tests, test_system_bytes_differ_from_call_to_call);
    tcase_add_test(tests, test_numbers_below_a_bound_are_even);
    tcase_add_test(tests, test_below_one_is_always_zero);
    tcase_add_test(tests, test_numbers_that_would_favour_some_are_passed_over);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
