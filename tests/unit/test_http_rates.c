/* Who is charged for what, by a clock that only the test moves. */
#include <check.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "http/rates.h"

enum { SECOND = 1000 };

static _Atomic hk_time now;

/* That hold now. */
static const struct hk_rate_quotas *quotas;

static struct hk_rates *make(const struct hk_rate_quotas *first)
{
    struct hk_clock clock = hk_clock_manual(&now);
    struct hk_rates *rates;

    ck_assert_int_ge(sodium_init(), 0);
    atomic_store(&now, 1000 * SECOND);
    quotas = first;
    ck_assert_int_eq(hk_rates_new(&clock, &rates), HK_OK);
    return rates;
}

static struct hk_client client(const char *text)
{
    struct hk_client client = {.known = true};

    ck_assert(hk_ip_read(text, strlen(text), &client.ip));
    return client;
}

/* The hash of a token's text. */
struct hash {
    uint8_t bytes[HK_TOKEN_HASH_SIZE];
};

static struct hash hash_of(const char *token)
{
    struct hash hash;

    hk_auth_hash(token, hash.bytes);
    return hash;
}

/* How many are let through before one is refused; 1000: none was. */
static unsigned passed(struct hk_rates *rates, enum hk_rate rate,
                       const char *address, const char *token)
{
    struct hk_client from = client(address);
    struct hash hash = hash_of(token ? token : "");
    struct hk_rate_charge charge;
    unsigned count = 0;

    while (count < 1000 &&
           hk_rates_admit(rates, quotas, rate, &from, token ? hash.bytes : NULL,
                          &charge) == HK_OK)
        count++;
    return count;
}

static const struct hk_rate_quotas small = {{
    [HK_RATE_READ] = {10, 10},
    [HK_RATE_WRITE] = {5, 10},
    [HK_RATE_CREATE] = {2, 10},
    [HK_RATE_LOGIN] = {3, 30},
}};

START_TEST(test_kinds_and_tokens_have_their_own)
{
    struct hk_rates *rates = make(&small);

    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 10);
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "a"), 5);
    ck_assert_uint_eq(passed(rates, HK_RATE_CREATE, "192.0.2.1", "a"), 2);
    /* The token is the same from wherever it comes. */
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.2", "a"), 0);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "b"), 10);
    atomic_fetch_add(&now, 3 * SECOND);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 3);
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "a"), 1);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_without_a_token_the_address_is_charged)
{
    struct hk_rates *rates = make(&small);

    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", NULL), 10);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.2", NULL), 10);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "::ffff:192.0.2.1", NULL), 0);
    /* A network of 64 bits is one client, its neighbour another. */
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "2001:db8:1:2::1", NULL), 10);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "2001:db8:1:2:f::9", NULL),
                      0);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "2001:db8:1:3::1", NULL), 10);
    /* Whoever has a token is not charged for them. */
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 10);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_an_address_has_one_quota_for_all_its_tokens)
{
    static const struct hk_rate_quotas both = {{
        [HK_RATE_READ] = {4, 10},
        [HK_RATE_ADDRESS] = {10, 10},
    }};
    struct hk_rates *rates = make(&both);
    struct hk_client from = client("192.0.2.1");
    struct hk_rate_charge charge;

    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 4);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "b"), 4);
    /* Those two that were refused asked as well. */
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "c"), 0);
    ck_assert_int_eq(
        hk_rates_admit(rates, quotas, HK_RATE_READ, &from, NULL, &charge),
        HK_E_RATE_LIMITED);
    ck_assert_int_eq(charge.rate, HK_RATE_ADDRESS);
    /* What is refused for another reason counts as well. */
    atomic_fetch_add(&now, 100 * SECOND);
    for (int i = 0; i < 8; i++)
        hk_rates_charge(rates, quotas, &from);
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "c"), 2);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_the_tighter_quota_is_told)
{
    static const struct hk_rate_quotas both = {{
        [HK_RATE_READ] = {10, 10},
        [HK_RATE_ADDRESS] = {20, 10},
    }};
    struct hk_rates *rates = make(&both);
    struct hk_client from = client("192.0.2.1");
    struct hk_rate_charge charge;
    struct hk_reply reply;

    hk_reply_init(&reply);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(
            hk_rates_admit(rates, quotas, HK_RATE_READ, &from, NULL, &charge),
            HK_OK);
    ck_assert_int_eq(charge.rate, HK_RATE_READ);
    hk_rate_tell(&charge, &reply);
    ck_assert_str_eq(hk_reply_find(&reply, "RateLimit-Policy"),
                     "\"read\";q=10;w=10");
    ck_assert_str_eq(hk_reply_find(&reply, "RateLimit"), "\"read\";r=7;t=3");
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", NULL), 17);
    ck_assert_int_eq(
        hk_rates_admit(rates, quotas, HK_RATE_READ, &from, NULL, &charge),
        HK_E_RATE_LIMITED);
    hk_rate_tell(&charge, &reply);
    ck_assert_str_eq(hk_reply_find(&reply, "RateLimit"), "\"address\";r=0;t=1");
    hk_reply_clear(&reply);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_without_quotas_nothing_is_told)
{
    static const struct hk_rate_quotas none;
    struct hk_rates *rates = make(&none);
    struct hk_client from = client("192.0.2.1");
    struct hk_rate_charge charge = {.any = true};
    struct hk_reply reply;

    hk_reply_init(&reply);
    ck_assert_int_eq(
        hk_rates_admit(rates, quotas, HK_RATE_READ, &from, NULL, &charge),
        HK_OK);
    hk_rate_tell(&charge, &reply);
    ck_assert_uint_eq(reply.header_count, 0);
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "a"), 1000);
    hk_reply_clear(&reply);
    hk_rates_free(rates);
}
END_TEST

/* RFC: Retry-After is not before the quota has a unit; and not the same for
 * all who were refused. */
START_TEST(test_refused_ones_come_again_at_different_times)
{
    static const struct hk_rate_quotas both = {{[HK_RATE_READ] = {1, 60}}};
    struct hk_rates *rates = make(&both);
    unsigned first = 0, others = 0;

    for (int i = 0; i < 50; i++) {
        char name[16];
        struct hk_client from = client("192.0.2.1");
        struct hk_rate_charge charge;

        snprintf(name, sizeof name, "token %d", i);
        struct hash hash = hash_of(name);
        ck_assert_int_eq(hk_rates_admit(rates, quotas, HK_RATE_READ, &from,
                                        hash.bytes, &charge),
                         HK_OK);
        ck_assert_int_eq(hk_rates_admit(rates, quotas, HK_RATE_READ, &from,
                                        hash.bytes, &charge),
                         HK_E_RATE_LIMITED);
        ck_assert_uint_eq(charge.bucket.in_s, 60);
        ck_assert_uint_ge(charge.retry_s, 60);
        ck_assert_uint_le(charge.retry_s, 77);
        if (i == 0)
            first = charge.retry_s;
        others += charge.retry_s != first;
    }
    ck_assert_uint_ge(others, 25);
    hk_rates_free(rates);
}
END_TEST

static enum hk_error try(struct hk_rates *rates, const char *address,
                         const char *token)
{
    struct hk_client from = client(address);
    struct hk_rate_charge charge;

    return hk_rates_try(rates, quotas, &from, token, &charge);
}

static void fail_at(struct hk_rates *rates, const char *address, int times)
{
    struct hk_client from = client(address);

    for (int i = 0; i < times; i++)
        hk_rates_failed(rates, quotas, &from);
}

START_TEST(test_guesses_are_not_heard_after_a_few)
{
    struct hk_rates *rates = make(&small);

    fail_at(rates, "192.0.2.1", 2);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_guess"), HK_OK);
    fail_at(rates, "192.0.2.1", 1);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_guess"),
                     HK_E_RATE_LIMITED);
    /* A neighbour is heard. */
    ck_assert_int_eq(try(rates, "192.0.2.2", "hk_seat_guess"), HK_OK);
    atomic_fetch_add(&now, 10 * SECOND);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_guess"), HK_OK);
    fail_at(rates, "192.0.2.1", 1);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_guess"),
                     HK_E_RATE_LIMITED);
    atomic_fetch_add(&now, 3600 * SECOND);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_guess"), HK_OK);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_who_guesses_locks_nobody_out_who_plays)
{
    struct hk_rates *rates = make(&small);
    struct hash hash = hash_of("hk_seat_mine");

    hk_rates_succeeded(rates, hash.bytes);
    fail_at(rates, "192.0.2.1", 100);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_mine"), HK_OK);
    ck_assert_int_eq(try(rates, "192.0.2.1", "hk_seat_other"),
                     HK_E_RATE_LIMITED);
    hk_rates_free(rates);
}
END_TEST

START_TEST(test_quotas_can_be_set_anew)
{
    static const struct hk_rate_quotas other = {{[HK_RATE_READ] = {20, 10}}};
    struct hk_rates *rates = make(&small);

    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 10);
    quotas = &other;
    /* Ten seconds' worth is gone, whatever the quota. */
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 0);
    atomic_fetch_add(&now, 1 * SECOND);
    ck_assert_uint_eq(passed(rates, HK_RATE_READ, "192.0.2.1", "a"), 2);
    ck_assert_uint_eq(passed(rates, HK_RATE_WRITE, "192.0.2.1", "a"), 1000);
    hk_rates_free(rates);
}
END_TEST

/* Without keys whoever reaches the service may do as he likes, but for
 * guessing; with keys there is a limit to everything. */
START_TEST(test_standard_quotas)
{
    struct hk_rate_quotas open = hk_rate_standard(false);
    struct hk_rate_quotas keys = hk_rate_standard(true);

    for (unsigned i = 0; i < HK_RATES; i++) {
        ck_assert_int_eq(open.of[i].units > 0, i == HK_RATE_LOGIN);
        ck_assert_uint_gt(keys.of[i].units, 0);
        ck_assert_ptr_nonnull(hk_rate_name(i));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/rates");
    TCase *tcase = tcase_create("rates");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tcase, test_kinds_and_tokens_have_their_own);
    tcase_add_test(tcase, test_without_a_token_the_address_is_charged);
    tcase_add_test(tcase, test_an_address_has_one_quota_for_all_its_tokens);
    tcase_add_test(tcase, test_the_tighter_quota_is_told);
    tcase_add_test(tcase, test_without_quotas_nothing_is_told);
    tcase_add_test(tcase, test_refused_ones_come_again_at_different_times);
    tcase_add_test(tcase, test_guesses_are_not_heard_after_a_few);
    tcase_add_test(tcase, test_who_guesses_locks_nobody_out_who_plays);
    tcase_add_test(tcase, test_quotas_can_be_set_anew);
    tcase_add_test(tcase, test_standard_quotas);
    suite_add_tcase(suite, tcase);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
