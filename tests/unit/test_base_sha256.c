/* SHA-256 and its MAC: the answers of FIPS 180-4 and RFC 4231. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "base/strbuf.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

static const struct {
    const char *text;
    const char *hash;
} known[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
};

static void check(const uint8_t hash[HK_SHA256_SIZE], const char *expected)
{
    char hex[2 * HK_SHA256_SIZE + 1];

    hk_hex(hash, HK_SHA256_SIZE, hex);
    ck_assert_str_eq(hex, expected);
}

START_TEST(test_known_texts_have_their_hashes)
{
    uint8_t hash[HK_SHA256_SIZE];

    for (size_t i = 0; i < ROWS(known); i++) {
        hk_sha256(known[i].text, strlen(known[i].text), hash);
        check(hash, known[i].hash);
    }
}
END_TEST

START_TEST(test_a_text_in_pieces_has_the_hash_of_the_whole)
{
    uint8_t ret_hash[HK_SHA256_SIZE];

    for (size_t i = 0; i < ROWS(known); i++) {
        struct hk_sha256 hash;

        hk_sha256_init(&hash);
        for (const char *at = known[i].text; *at; at++)
            hk_sha256_add(&hash, at, 1);
        hk_sha256_end(&hash, ret_hash);
        check(ret_hash, known[i].hash);
    }
}
END_TEST

START_TEST(test_a_mac_is_that_of_the_rfc)
{
    /* Its key of 4 bytes: a shorter one is filled up with zeros. */
    static const uint8_t key[HK_SHA256_SIZE] = "Jefe";
    static const char text[] = "what do ya want for nothing?";
    uint8_t mac[HK_SHA256_SIZE];

    hk_hmac_sha256(key, text, strlen(text), mac);
    check(mac, "5bdcc146bf60754e6a042426089575c7"
               "5a003f089d2739839dec58b964ec3843");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/sha256");
    TCase *tcase = tcase_create("sha256");

    tcase_add_test(tcase, test_known_texts_have_their_hashes);
    tcase_add_test(tcase, test_a_text_in_pieces_has_the_hash_of_the_whole);
    tcase_add_test(tcase, test_a_mac_is_that_of_the_rfc);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
