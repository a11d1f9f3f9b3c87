/*
 * G9: the stream and the shuffle against known answers. They were worked out
 * by g9_reference.py, which follows the words of the rulebook alone; the seed
 * is the bytes 0, 1, … 31.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/sha256.h"
#include "base/shuffle.h"
#include "base/strbuf.h"

/* "commitment", "first numbers" */
static const char known_commitment[] =
    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
static const uint32_t known_numbers[] = {
    0xa9d6e500, 0x293a88bd, 0x38cbe213, 0xd07ab71f, 0x8cb22585,
    0x52072a01, 0xbdf1c40b, 0xe527f4d0, 0x6061c438, 0x6d7a1788,
};

/* "pack of 106" */
static const uint8_t known_pack[106] = {
    41, 81, 80, 73, 9,   32, 88, 20, 76, 31, 6,   7,  43,  62, 96, 70,  105, 45,
    82, 38, 2,  33, 23,  53, 77, 54, 47, 67, 71,  44, 10,  84, 35, 101, 59,  85,
    8,  4,  48, 74, 103, 56, 52, 36, 24, 22, 75,  13, 1,   28, 40, 65,  18,  3,
    49, 90, 5,  91, 78,  26, 15, 60, 12, 98, 100, 21, 102, 42, 0,  104, 51,  39,
    57, 37, 14, 46, 25,  30, 95, 58, 61, 99, 89,  94, 69,  11, 79, 83,  16,  19,
    34, 55, 92, 97, 17,  72, 68, 66, 93, 87, 63,  29, 50,  27, 64, 86,
};

/* "then pile of 35" */
static const uint8_t known_pile[35] = {
    3, 11, 34, 24, 28, 12, 15, 18, 10, 9,  16, 19, 27, 6,  7, 8,  25, 17,
    5, 23, 21, 13, 1,  0,  4,  29, 31, 22, 33, 14, 20, 32, 2, 30, 26,
};

/* "65535 things, seed of 0" */
static const char known_many_sha256[] =
    "3265711a01c5d988421995eff0cb3b26915dd1cc09e2eab2970273657bc55903";
#define KNOWN_MANY_PASSED_OVER 1

static void start_known(struct hk_shuffle *shuffle)
{
    uint8_t seed[HK_SEED_SIZE];

    for (size_t i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)i;
    hk_shuffle_init(shuffle, seed);
}

static void fill_in_order(uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)i;
}

START_TEST(test_g9_commitment_is_the_sha256_of_the_seed)
{
    struct hk_shuffle shuffle;
    uint8_t commitment[HK_COMMITMENT_SIZE];
    char hex[2 * HK_COMMITMENT_SIZE + 1];

    start_known(&shuffle);
    hk_shuffle_commitment(shuffle.seed, commitment);
    hk_hex(commitment, sizeof commitment, hex);
    ck_assert_str_eq(hex, known_commitment);
}
END_TEST

START_TEST(test_g9_stream_is_the_known_numbers)
{
    struct hk_shuffle shuffle;

    start_known(&shuffle);
    for (size_t i = 0; i < sizeof known_numbers / sizeof known_numbers[0]; i++)
        ck_assert_uint_eq(hk_shuffle_next(&shuffle), known_numbers[i]);
}
END_TEST

START_TEST(test_g9_pack_then_pile_come_out_in_the_known_order)
{
    struct hk_shuffle shuffle;
    uint8_t pack[106], pile[35];

    start_known(&shuffle);
    fill_in_order(pack, sizeof pack);
    hk_shuffle_bytes(&shuffle, pack, sizeof pack);
    ck_assert_mem_eq(pack, known_pack, sizeof pack);
    ck_assert_uint_eq(shuffle.numbers_read, 105);

    /* G7: a reshuffle goes on reading the same stream. */
    fill_in_order(pile, sizeof pile);
    hk_shuffle_bytes(&shuffle, pile, sizeof pile);
    ck_assert_mem_eq(pile, known_pile, sizeof pile);
    ck_assert_uint_eq(shuffle.numbers_read, 139);
}
END_TEST

START_TEST(test_g9_numbers_that_would_favour_positions_are_passed_over)
{
    enum { MANY = 65535 };
    static uint8_t things[MANY];
    static const uint8_t seed[HK_SEED_SIZE] = {0};
    struct hk_shuffle shuffle;
    uint8_t hash[HK_SHA256_SIZE];
    char hex[2 * sizeof hash + 1];

    hk_shuffle_init(&shuffle, seed);
    fill_in_order(things, MANY);
    hk_shuffle_bytes(&shuffle, things, MANY);
    ck_assert_uint_eq(shuffle.numbers_read, MANY - 1 + KNOWN_MANY_PASSED_OVER);
    hk_sha256(things, MANY, hash);
    hk_hex(hash, sizeof hash, hex);
    ck_assert_str_eq(hex, known_many_sha256);
}
END_TEST

START_TEST(test_g9_shuffle_reads_the_stream_that_next_reads)
{
    /* From every place within a block, so that going on is right anywhere. */
    for (unsigned skipped = 0; skipped < 20; skipped++) {
        struct hk_shuffle by_bytes, by_next;
        uint8_t shuffled[40], expected[40];

        start_known(&by_bytes);
        for (unsigned i = 0; i < skipped; i++)
            (void)hk_shuffle_next(&by_bytes);
        by_next = by_bytes;
        fill_in_order(shuffled, sizeof shuffled);
        fill_in_order(expected, sizeof expected);

        hk_shuffle_bytes(&by_bytes, shuffled, sizeof shuffled);
        for (uint32_t i = sizeof expected - 1; i > 0; i--) {
            uint32_t other = hk_shuffle_next(&by_next) % (i + 1);
            uint8_t byte = expected[i];
            expected[i] = expected[other];
            expected[other] = byte;
        }
        ck_assert_mem_eq(shuffled, expected, sizeof shuffled);
        ck_assert_uint_eq(by_bytes.numbers_read, by_next.numbers_read);
    }
}
END_TEST

START_TEST(test_g9_nothing_and_one_card_read_no_number)
{
    struct hk_shuffle shuffle;
    uint8_t one[1] = {9};

    start_known(&shuffle);
    hk_shuffle_bytes(&shuffle, one, 0);
    hk_shuffle_bytes(&shuffle, one, 1);
    ck_assert_uint_eq(shuffle.numbers_read, 0);
    ck_assert_uint_eq(one[0], 9);
}
END_TEST

START_TEST(test_g9_every_order_is_equally_likely)
{
    enum { ORDERS = 24, TIMES = 24000 };
    struct hk_rng_seeded seeded;
    struct hk_rng rng = hk_rng_from_seed(&seeded, 9);
    unsigned counts[256] = {0};
    unsigned orders = 0;

    for (unsigned i = 0; i < TIMES; i++) {
        uint8_t seed[HK_SEED_SIZE];
        uint8_t c[4] = {0, 1, 2, 3};
        struct hk_shuffle shuffle;

        hk_rng_fill(&rng, seed, sizeof seed);
        hk_shuffle_init(&shuffle, seed);
        hk_shuffle_bytes(&shuffle, c, sizeof c);
        counts[c[0] * 64 + c[1] * 16 + c[2] * 4 + c[3]]++;
    }
    /* Each of the 24 orders about a thousand times: within five standard
     * deviations. */
    for (unsigned i = 0; i < 256; i++) {
        if (counts[i] == 0)
            continue;
        orders++;
        ck_assert_uint_gt(counts[i], TIMES / ORDERS - 155);
        ck_assert_uint_lt(counts[i], TIMES / ORDERS + 155);
    }
    ck_assert_uint_eq(orders, ORDERS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/shuffle");
    TCase *tests = tcase_create("G9");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_g9_commitment_is_the_sha256_of_the_seed);
    tcase_add_test(tests, test_g9_stream_is_the_known_numbers);
    tcase_add_test(tests, test_g9_pack_then_pile_come_out_in_the_known_order);
    tcase_add_test(tests,
                   test_g9_numbers_that_would_favour_positions_are_passed_over);
    tcase_add_test(tests, test_g9_shuffle_reads_the_stream_that_next_reads);
    tcase_add_test(tests, test_g9_nothing_and_one_card_read_no_number);
    tcase_add_test(tests, test_g9_every_order_is_equally_likely);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
