/* A manager that waits for a long start or end hears of it as long as there is
 * work, and no longer. */
#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "at_work.h"

/* The next look is after the test. */
#define NEVER_MS 3600000

static int manager = -1;

static void set_up(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[64];

    /* A name of the kernel's needs no file. */
    int length = snprintf(name, sizeof name, "@hakam-at-work-%d",
                          (int)getpid());
    memcpy(address.sun_path + 1, name + 1, (size_t)length - 1);
    manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(manager, 0);
    ck_assert_int_eq(bind(manager, (const void *)&address,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
                                      (size_t)length)),
                     0);
    ck_assert_int_eq(setenv("NOTIFY_SOCKET", name, 1), 0);
}

static void tear_down(void)
{
    close(manager);
}

/* Messages that have come; each of them must be this. */
static unsigned heard(void)
{
    static const char expected[] = "EXTEND_TIMEOUT_USEC=30000000";
    char text[256];
    unsigned count = 0;
    ssize_t size;

    while ((size = recv(manager, text, sizeof text, MSG_DONTWAIT)) > 0) {
        ck_assert_int_eq(size, (ssize_t)strlen(expected));
        ck_assert_mem_eq(text, expected, strlen(expected));
        count++;
    }
    return count;
}

START_TEST(test_it_is_told_at_once_and_then_while_there_is_work)
{
    struct hk_at_work work;
    unsigned told = 0;

    hk_at_work_begin(&work, 10);
    ck_assert_uint_eq(heard(), 1);
    while (told < 5)
        told += heard(); /* which is work */
    hk_at_work_end(&work);
    (void)heard();
    ck_assert_uint_eq(heard(), 0);
}
END_TEST

START_TEST(test_what_stands_still_is_not_at_work)
{
    struct hk_at_work work;

    hk_at_work_begin(&work, NEVER_MS);
    ck_assert_uint_eq(heard(), 1);
    (void)hk_at_work_look(&work);
    ck_assert(!hk_at_work_look(&work));
    /* So much that it shows, however fast the machine is. */
    bool worked = false;
    for (unsigned i = 0; i < 1000 && !worked; i++) {
        for (volatile unsigned n = 0; n < 10000000; n++)
            ;
        worked = hk_at_work_look(&work);
    }
    ck_assert(worked);
    ck_assert(!hk_at_work_look(&work));
    hk_at_work_end(&work);
    ck_assert_uint_eq(heard(), 0);
}
END_TEST

START_TEST(test_the_end_waits_for_no_look)
{
    struct hk_at_work work;

    hk_at_work_begin(&work, NEVER_MS);
    hk_at_work_end(&work);
    ck_assert_uint_eq(heard(), 1);
}
END_TEST

START_TEST(test_where_nobody_listens_nothing_is_begun)
{
    struct hk_at_work work;

    ck_assert_int_eq(unsetenv("NOTIFY_SOCKET"), 0);
    hk_at_work_begin(&work, 10);
    ck_assert(!work.begun);
    hk_at_work_end(&work);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_it_is_told_at_once_and_then_while_there_is_work,
        test_what_stands_still_is_not_at_work,
        test_the_end_waits_for_no_look,
        test_where_nobody_listens_nothing_is_begun,
    };
    Suite *suite = suite_create("at_work");
    TCase *tcase = tcase_create("all");

    suite_add_tcase(suite, tcase);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_test(tcase, tests[i]);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
