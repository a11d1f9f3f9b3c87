/* A request that is over becomes the next one of its thread, and nothing of it
 * is left. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "http/request.h"

static void forget(void *work)
{
    (void)work;
}

static struct hk_request *begin(struct hk_request_pool *pool,
                                struct hk_http *http, const char *target)
{
    struct hk_request *request = hk_request_new(pool, http, target);

    ck_assert_ptr_nonnull(request);
    return request;
}

START_TEST(test_nothing_of_a_request_is_left_in_the_next)
{
    struct hk_request_pool pool = {0};
    struct hk_http http = {.body_max = 64};
    char much[100] = "";

    struct hk_request *request = begin(&pool, &http, "/v1/games?limit=1");
    ck_assert(hk_request_take_body(request, "body", 4));
    ck_assert(hk_request_take_body(request, much, sizeof(much)));
    unsigned char *work = hk_request_work(request, 100, forget);
    ck_assert_ptr_nonnull(work);
    memset(work, 0xff, 100);
    request->dry_run = true;
    request->idempotency.used = true;
    request->error = HK_E_NOT_FOUND;
    request->finish = (hk_finish *)abort;
    hk_faults_add_named(&request->faults, "limit", "wrong_type",
                        HK_FAULT_NOT_INTEGER, NULL);
    hk_request_begin(request, HK_SUCCESS_CREATED, HK_JSON_MEDIA);
    hk_strbuf_add(&request->reply.body, "{}");
    hk_request_end(request);

    struct hk_request *next = begin(&pool, &http, "/v1/version");
    ck_assert_ptr_eq(next, request);
    ck_assert_ptr_null(next->body);
    ck_assert_uint_eq(next->body_length, 0);
    ck_assert(!next->body_too_large);
    ck_assert(!next->dry_run);
    ck_assert(!next->idempotency.used);
    ck_assert_int_eq(next->error, HK_OK);
    ck_assert(!next->finish);
    ck_assert_ptr_null(next->work);
    ck_assert(!hk_faults_any(&next->faults));
    ck_assert_uint_eq(next->reply.status, 0);
    ck_assert_uint_eq(next->reply.header_count, 0);
    ck_assert_ptr_null(next->reply.media);
    ck_assert_uint_eq(next->reply.body.length, 0);
    ck_assert_str_eq(next->target.path, "/v1/version");
    ck_assert_uint_eq(next->target.parameter_count, 0);
    work = hk_request_work(next, 100, forget);
    for (int i = 0; i < 100; i++)
        ck_assert_uint_eq(work[i], 0);
    hk_request_end(next);
    hk_request_pool_clear(&pool);
}
END_TEST

START_TEST(test_requests_at_once_are_apart_and_a_body_is_kept_whole)
{
    enum { REQUESTS = 300, PIECES = 100 };
    struct hk_request_pool pool = {0};
    struct hk_http http = {.body_max = 1 << 20};
    struct hk_request *requests[REQUESTS];

    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < REQUESTS; i++)
            requests[i] = begin(&pool, &http, "/v1/version");
        for (int piece = 0; piece < PIECES; piece++)
            for (int i = 0; i < REQUESTS; i++) {
                char letter = (char)('a' + i % 26);
                ck_assert(hk_request_take_body(requests[i], &letter, 1));
            }
        for (int i = 0; i < REQUESTS; i++) {
            ck_assert_uint_eq(requests[i]->body_length, PIECES);
            for (int piece = 0; piece < PIECES; piece++)
                ck_assert_int_eq(requests[i]->body[piece], 'a' + i % 26);
            hk_request_end(requests[i]);
        }
        ck_assert_uint_lt(pool.count, REQUESTS);
    }
    hk_request_pool_clear(&pool);
    ck_assert_uint_eq(pool.count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http request");
    TCase *tcase = tcase_create("http request");

    tcase_add_test(tcase, test_nothing_of_a_request_is_left_in_the_next);
    tcase_add_test(tcase,
                   test_requests_at_once_are_apart_and_a_body_is_kept_whole);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
