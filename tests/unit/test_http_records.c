/* Records of tests/records, read and refereed again without a daemon. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "http/json_read.h"
#include "http/moves_read.h"
#include "http/record_read.h"

static char *slurp(const char *path, size_t *ret_length)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_gt(size, 0);
    rewind(file);
    char *text = malloc((size_t)size);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    *ret_length = (size_t)size;
    return text;
}

static json_t *load(const char *path)
{
    struct hk_json_error fault;
    size_t length;
    json_t *json;
    char *text = slurp(path, &length);

    enum hk_error error = hk_json_read(text, length, &json, &fault);
    ck_assert_msg(error == HK_OK, "%s: line %d", path, fault.line);
    free(text);
    return json;
}

static const char *wanted(json_t *expect, const char *member)
{
    return json_string_value(json_object_get(expect, member));
}

/* The place at fault, as a pointer into the record. */
static char *place(size_t index, const struct hk_finding *finding)
{
    struct hk_strbuf text;

    hk_strbuf_init(&text, 200);
    hk_strbuf_printf(&text, "/events/%zu/%s", index, finding->member);
    if (finding->refusal.error)
        hk_move_point(&text, &finding->refusal);
    return hk_strbuf_take(&text);
}

static void check_finding(const char *path, json_t *expect, size_t index,
                          enum hk_error error, const struct hk_finding *finding)
{
    const char *rule = wanted(expect, "rule");
    char *pointer = place(index, finding);

    ck_assert_msg(!json_is_true(json_object_get(expect, "valid")), "%s: %s",
                  path, hk_error_code(error));
    ck_assert_str_eq(hk_error_code(error), wanted(expect, "code"));
    ck_assert_msg(strcmp(pointer, wanted(expect, "pointer")) == 0, "%s: %s",
                  path, pointer);
    if (rule)
        ck_assert_str_eq(hk_rule_id(finding->refusal.rule), rule);
    else
        ck_assert(error == HK_E_RECORD_DIFFERS || error == HK_E_TOO_EARLY);
    free(pointer);
}

static void check_totals(const char *path, json_t *expect,
                         const struct hk_arbiter *arbiter)
{
    json_t *totals = json_object_get(expect, "totals");
    json_t *total;
    size_t seat;

    ck_assert_msg(json_is_true(json_object_get(expect, "valid")),
                  "%s: it holds", path);
    ck_assert_uint_eq(json_array_size(totals), arbiter->rules.seats);
    json_array_foreach(totals, seat, total)
    {
        ck_assert_int_eq(arbiter->state.totals[seat],
                         json_integer_value(total));
    }
}

static void check_record(const char *path)
{
    static struct hk_arbiter arbiter;
    struct hk_faults faults = {.count = 0};
    struct hk_record_head head;
    struct hk_finding finding;
    enum hk_error error = HK_OK;
    json_t *json = load(path);
    json_t *expect = json_object_get(json, "expect");

    hk_record_head_read(&faults, json_object_get(json, "record"), &head);
    ck_assert_msg(!hk_faults_any(&faults), "%s", path);
    hk_arbiter_init(&arbiter, &head.rules, head.open_seats, head.bots);
    for (size_t i = 1; i < json_array_size(head.events) && !error; i++) {
        struct hk_told told;

        hk_record_event_read(&faults, &head, i, &told);
        ck_assert_msg(!hk_faults_any(&faults), "%s: event %zu", path, i);
        error = hk_arbiter_judge(&arbiter, &told, &finding);
        if (error)
            check_finding(path, expect, i, error, &finding);
    }
    if (!error)
        check_totals(path, expect, &arbiter);
    json_decref(json);
}

START_TEST(test_every_record_is_judged_as_it_says)
{
    char directory[4096], path[8192];
    unsigned count = 0;

    snprintf(directory, sizeof directory, "%s/tests/records",
             getenv("SRCDIR") ? getenv("SRCDIR") : ".");
    DIR *listing = opendir(directory);
    ck_assert_msg(listing != NULL, "%s", directory);
    for (struct dirent *entry; (entry = readdir(listing));) {
        if (!strstr(entry->d_name, ".json"))
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        check_record(path);
        count++;
    }
    closedir(listing);
    ck_assert_uint_ge(count, 120);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/records");
    TCase *tcase = tcase_create("http/records");

    tcase_add_test(tcase, test_every_record_is_judged_as_it_says);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
