/* The links of the hash chain: the known answers of docs/hash-chain.md, which
 * another program made. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/chain.h"
#include "base/strbuf.h"

static const char id[] = "01930000-0000-7000-8000-000000000001";

/* Text, number, whether a nonce is before it, leaf, hash. */
static const struct link {
    const char *text;
    uint32_t seq;
    bool sealed;
    const char *leaf, *hash;
} links[] = {
    {"{\"at\":\"2026-11-30T18:00:00.000Z\",\"player\":\"\xd9\x87\xd8\xaf\xd9"
     "\x89\",\"round\":null,\"seat\":1,\"seq\":1,\"type\":\"seat_taken\"}",
     1, false,
     "079a1c9704ac716b25ca7f2354f0698e6402f85fce766395f18fe3397e4b9e92",
     "4110c7fe342c98a4217a97f1f2cb056489c15748a72517fd2b9cba564ad3f8b8"},
    {"{\"at\":\"2026-11-30T18:00:42.000Z\",\"drawn\":\"5H\",\"move\":{\"from\":"
     "\"stock\",\"move\":\"draw\"},\"round\":1,\"seat\":1,\"seq\":2,\"type\":"
     "\"move\"}",
     2, true,
     "f54cd06b65a3927a84247695f618ba172399fcc3916dd23873057c382447bc76",
     "7a22200d8f9b1de8b3354551a319ec227002b922616eb5831725d1e77b63875f"},
};

static void check_hex(const uint8_t hash[HK_HASH_SIZE], const char *want)
{
    char text[2 * HK_HASH_SIZE + 1];

    hk_hex(hash, HK_HASH_SIZE, text);
    ck_assert_str_eq(text, want);
}

START_TEST(test_hashes_are_those_of_another_program)
{
    uint8_t seed[HK_SEED_SIZE];
    uint8_t hash[HK_HASH_SIZE];
    uint8_t leaf[HK_HASH_SIZE];

    for (unsigned i = 0; i < sizeof(seed); i++)
        seed[i] = (uint8_t)i;
    hk_chain_start(id, hash);
    check_hex(
        hash,
        "47556f34d066fa5242876aa8c6c7b1027c333e4fa9e43b773cc6ac7a4b37307c");
    for (unsigned i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        const struct link *link = &links[i];

        hk_chain_leaf(link->sealed ? seed : NULL, link->seq, link->text,
                      strlen(link->text), leaf);
        check_hex(leaf, link->leaf);
        hk_chain_link(leaf, hash);
        check_hex(hash, link->hash);
    }
}
END_TEST

START_TEST(test_games_have_nothing_in_common)
{
    uint8_t one[HK_HASH_SIZE];
    uint8_t other[HK_HASH_SIZE];

    hk_chain_start(id, one);
    hk_chain_start("01930000-0000-7000-8000-000000000002", other);
    ck_assert(memcmp(one, other, sizeof(one)) != 0);
}
END_TEST

/* What is hidden: the number and the seed keep equal texts apart. */
START_TEST(test_equal_texts_have_other_leaves)
{
    uint8_t seed[HK_SEED_SIZE] = {1};
    uint8_t leaf[HK_HASH_SIZE];
    uint8_t other[HK_HASH_SIZE];

    hk_chain_leaf(seed, 7, "5H", 2, leaf);
    hk_chain_leaf(seed, 8, "5H", 2, other);
    ck_assert(memcmp(leaf, other, sizeof(leaf)) != 0);
    hk_chain_leaf(NULL, 7, "5H", 2, other);
    ck_assert(memcmp(leaf, other, sizeof(leaf)) != 0);
    seed[31] = 1;
    hk_chain_leaf(seed, 7, "5H", 2, other);
    ck_assert(memcmp(leaf, other, sizeof(leaf)) != 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base chain");
    TCase *tcase = tcase_create("all");

    tcase_add_test(tcase, test_hashes_are_those_of_another_program);
    tcase_add_test(tcase, test_games_have_nothing_in_common);
    tcase_add_test(tcase, test_equal_texts_have_other_leaves);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
