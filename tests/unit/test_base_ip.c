/* Addresses read and written, and blocks of them. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/ip.h"

static const struct {
    const char *text, *written; /* NULL: no address */
    bool v4;
} addresses[] = {
    {"192.0.2.1", "192.0.2.1", true},
    {"0.0.0.0", "0.0.0.0", true},
    {"255.255.255.255", "255.255.255.255", true},
    {"::ffff:192.0.2.1", "192.0.2.1", true}, /* the same address */
    {"2001:DB8:0::1", "2001:db8::1", false},
    {"::", "::", false},
    {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", false},
    {"", NULL, false},
    {"192.0.2", NULL, false},
    {"192.0.2.256", NULL, false},
    {"192.0.2.1 ", NULL, false},
    {" 192.0.2.1", NULL, false},
    {"192.0.2.1:80", NULL, false},
    {"[::1]", NULL, false},
    {"fe80::1%eth0", NULL, false},
    {"0x7f.1", NULL, false},
    {"2130706433", NULL, false},
    {"localhost", NULL, false},
    {"1111:2222:3333:4444:5555:6666:7777:8888:9999", NULL, false},
    {"000000000000000000000000000000000000000000000000000000001", NULL, false},
};

START_TEST(test_addresses_are_read_and_written)
{
    char text[HK_IP_TEXT_SIZE];
    struct hk_ip ip;
    bool good = hk_ip_read(addresses[_i].text, strlen(addresses[_i].text), &ip);

    ck_assert_int_eq(good, addresses[_i].written != NULL);
    if (!good)
        return;
    ck_assert_int_eq(hk_ip_is_v4(&ip), addresses[_i].v4);
    hk_ip_write(&ip, text);
    ck_assert_str_eq(text, addresses[_i].written);
}
END_TEST

START_TEST(test_a_nul_ends_no_address)
{
    struct hk_ip ip;

    ck_assert(!hk_ip_read("::1\0x", 5, &ip));
    ck_assert(hk_ip_read("::1x", 3, &ip));
}
END_TEST

static const struct {
    const char *block;
    const char *in, *out; /* NULL, NULL: no block */
} blocks[] = {
    {"10.0.0.0/8", "10.255.0.1", "11.0.0.0"},
    {"192.0.2.1", "192.0.2.1", "192.0.2.0"},
    {"192.0.2.1/32", "192.0.2.1", "192.0.2.0"},
    {"192.0.2.128/25", "192.0.2.255", "192.0.2.127"},
    {"0.0.0.0/0", "198.51.100.7", "::1"},
    {"::/0", "198.51.100.7", NULL},
    {"fd00::/8", "fdff::1", "fc00::1"},
    {"2001:db8::/33", "2001:db8:7fff::", "2001:db8:8000::"},
    {"::1", "::1", "::2"},
    {"::ffff:10.0.0.0/104", NULL, NULL}, /* its bits count from IPv4 */
    {"10.1.2.3/8", NULL, NULL},          /* one address, or eight bits? */
    {"10.0.0.0/33", NULL, NULL},
    {"10.0.0.0/-1", NULL, NULL},
    {"10.0.0.0/", NULL, NULL},
    {"10.0.0.0/8x", NULL, NULL},
    {"10.0.0.0/0008", NULL, NULL},
    {"fd00::/129", NULL, NULL},
    {"example.org", NULL, NULL},
    {"", NULL, NULL},
};

START_TEST(test_blocks_have_what_they_say)
{
    struct hk_ip_block block;
    const char *reason;
    struct hk_ip ip;
    bool good = hk_ip_block_read(blocks[_i].block, &block, &reason);

    ck_assert_int_eq(good, blocks[_i].in != NULL);
    if (!good) {
        ck_assert_ptr_nonnull(reason);
        return;
    }
    ck_assert(hk_ip_read(blocks[_i].in, strlen(blocks[_i].in), &ip));
    ck_assert(hk_ip_block_has(&block, &ip));
    if (!blocks[_i].out)
        return;
    ck_assert(hk_ip_read(blocks[_i].out, strlen(blocks[_i].out), &ip));
    ck_assert(!hk_ip_block_has(&block, &ip));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/ip");
    TCase *tcase = tcase_create("addresses");
    SRunner *runner = srunner_create(suite);

    tcase_add_loop_test(tcase, test_addresses_are_read_and_written, 0,
                        sizeof addresses / sizeof addresses[0]);
    tcase_add_test(tcase, test_a_nul_ends_no_address);
    tcase_add_loop_test(tcase, test_blocks_have_what_they_say, 0,
                        sizeof blocks / sizeof blocks[0]);
    suite_add_tcase(suite, tcase);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
