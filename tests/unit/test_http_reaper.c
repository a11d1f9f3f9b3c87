/* Who goes when there are too many connections. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/reaper.h"

enum { MANY = 5, HOUR_S = 3600 };

/* A connection, and its other end. */
struct line {
    int fd, other;
    struct hk_reaped *reaped;
};

static struct line lines[MANY];

static void come_from(struct hk_reaper *reaper, struct line *line,
                      const struct hk_ip *network, unsigned most)
{
    int fds[2];

    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    *line = (struct line){.fd = fds[0], .other = fds[1]};
    line->reaped = hk_reaper_add(reaper, line->fd, network, most);
    ck_assert_ptr_nonnull(line->reaped);
}

static void come(struct hk_reaper *reaper, struct line *line)
{
    come_from(reaper, line, NULL, 0);
}

static bool is_open(const struct line *line)
{
    char byte;

    return recv(line->other, &byte, 1, MSG_DONTWAIT) < 0;
}

static void go(struct hk_reaper *reaper, struct line *line)
{
    hk_reaper_remove(reaper, line->reaped);
    close(line->fd);
    close(line->other);
}

static struct hk_reaper *start(unsigned room)
{
    struct hk_reaper *reaper;

    const struct hk_reaper_limits limits = {
        .head_s = HOUR_S, .send_s = HOUR_S, .idle_s = HOUR_S, .room = room};
    ck_assert_int_eq(hk_reaper_start(&limits, &reaper), HK_OK);
    return reaper;
}

START_TEST(test_of_those_that_came_together_the_oldest_goes)
{
    struct hk_reaper *reaper = start(2);

    for (int i = 0; i < MANY; i++) {
        come(reaper, &lines[i]);
        for (int k = 0; k <= i; k++)
            ck_assert_int_eq(is_open(&lines[k]), k > i - 2);
    }
    for (int i = 0; i < MANY; i++)
        go(reaper, &lines[i]);
    hk_reaper_stop(reaper);
}
END_TEST

START_TEST(test_the_idle_go_first_and_the_busy_never)
{
    static const int order[] = {3, 2, 1};
    struct hk_reaper *reaper = start(4);
    struct line comers[4];
    bool gone[4] = {false};

    for (int i = 0; i < 4; i++)
        come(reaper, &lines[i]);
    hk_reaper_stage(lines[0].reaped, HK_REAPED_BUSY);
    hk_reaper_stage(lines[1].reaped, HK_REAPED_BODY);
    hk_reaper_stage(lines[3].reaped, HK_REAPED_IDLE);
    for (int i = 0; i < 4; i++) {
        come(reaper, &comers[i]);
        hk_reaper_stage(comers[i].reaped, HK_REAPED_BUSY);
        if (i < 3)
            gone[order[i]] = true;
        for (int k = 0; k < 4; k++)
            ck_assert_int_eq(is_open(&lines[k]), !gone[k]);
        ck_assert(is_open(&comers[i]));
    }
    for (int i = 0; i < 4; i++) {
        go(reaper, &lines[i]);
        go(reaper, &comers[i]);
    }
    hk_reaper_stop(reaper);
}
END_TEST

START_TEST(test_a_network_has_so_many_and_no_more)
{
    struct hk_reaper *reaper = start(MANY);
    struct hk_ip a = {{1}}, b = {{2}};
    struct line comers[4];
    const struct hk_ip *networks[4] = {&a, &a, &a, &b};

    for (int i = 0; i < 4; i++) {
        come_from(reaper, &comers[i], networks[i], 2);
        ck_assert_int_eq(is_open(&comers[i]), i != 2);
    }
    /* Nobody had to go for the one too many, and it takes no room. */
    for (int i = 0; i < 2; i++)
        come(reaper, &lines[i]);
    ck_assert(is_open(&comers[0]));
    /* It counts for nobody, and one that goes makes room. */
    go(reaper, &comers[2]);
    come_from(reaper, &comers[2], &a, 2);
    ck_assert(!is_open(&comers[2]));
    go(reaper, &comers[0]);
    go(reaper, &comers[2]);
    come_from(reaper, &comers[2], &a, 2);
    ck_assert(is_open(&comers[2]));
    for (int i = 1; i < 4; i++)
        go(reaper, &comers[i]);
    for (int i = 0; i < 2; i++)
        go(reaper, &lines[i]);
    hk_reaper_stop(reaper);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http reaper");
    TCase *tcase = tcase_create("reaper");

    tcase_add_test(tcase, test_of_those_that_came_together_the_oldest_goes);
    tcase_add_test(tcase, test_the_idle_go_first_and_the_busy_never);
    tcase_add_test(tcase, test_a_network_has_so_many_and_no_more);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
