/* Policies: the last one holds, those before it can still be read. */
#include <check.h>
#include <stdlib.h>

#include "http/policy.h"

static void publish(struct hk_policies *policies, struct hk_policy policy)
{
    ck_assert_int_eq(hk_policies_publish(policies, &policy), HK_OK);
}

START_TEST(test_nothing_published_is_nothing)
{
    struct hk_policies policies = {NULL};

    ck_assert_ptr_null(hk_policies_now(&policies));
    hk_policies_clear(&policies);
}
END_TEST

START_TEST(test_zeros_take_the_defaults)
{
    struct hk_policies policies = {NULL};

    publish(&policies, (struct hk_policy){0});
    const struct hk_policy *now = hk_policies_now(&policies);
    ck_assert_uint_eq(now->streams_per_token, 10);
    ck_assert_uint_eq(now->streams_per_game, 2000);
    ck_assert_uint_eq(now->heartbeat_s, 15);
    hk_policies_clear(&policies);
}
END_TEST

START_TEST(test_those_before_the_last_can_still_be_read)
{
    const struct hk_policy *seen[10];
    struct hk_policies policies = {NULL};

    for (unsigned i = 0; i < 10; i++) {
        publish(&policies, (struct hk_policy){.streams_per_token = 1 + i});
        seen[i] = hk_policies_now(&policies);
    }
    for (unsigned i = 0; i < 10; i++)
        ck_assert_uint_eq(seen[i]->streams_per_token, 1 + i);
    ck_assert_ptr_eq(hk_policies_now(&policies), seen[9]);
    hk_policies_clear(&policies);
    ck_assert_ptr_null(hk_policies_now(&policies));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("policy");
    TCase *tests = tcase_create("policy");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, test_nothing_published_is_nothing);
    tcase_add_test(tests, test_zeros_take_the_defaults);
    tcase_add_test(tests, test_those_before_the_last_can_still_be_read);
    suite_add_tcase(suite, tests);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
