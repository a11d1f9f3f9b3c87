/* The text buffer's growth, ceiling and failure mark; hexadecimal both ways. */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

START_TEST(test_appends_follow_each_other)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 1000);
    ck_assert_ptr_null(buffer.text);
    hk_strbuf_add(&buffer, "one");
    hk_strbuf_add_char(&buffer, ',');
    hk_strbuf_add_bytes(&buffer, "two...", 3);
    hk_strbuf_printf(&buffer, ",%d-%s", 3, "three");
    hk_strbuf_add(&buffer, "");
    ck_assert(!buffer.failed);
    ck_assert_str_eq(buffer.text, "one,two,3-three");
    ck_assert_uint_eq(buffer.length, strlen(buffer.text));
    hk_strbuf_clear(&buffer);
    ck_assert_ptr_null(buffer.text);
    ck_assert_uint_eq(buffer.length, 0);
}
END_TEST

START_TEST(test_long_texts_grow_piece_by_piece)
{
    enum { PIECES = 10000 };
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 100000);
    for (int i = 0; i < PIECES; i++)
        hk_strbuf_printf(&buffer, "%05d|", i);
    ck_assert(!buffer.failed);
    ck_assert_uint_eq(buffer.length, PIECES * 6);
    for (int i = 0; i < PIECES; i++)
        ck_assert_int_eq(strtol(buffer.text + (size_t)i * 6, NULL, 10), i);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_what_is_written_in_place_ends_where_it_is_told)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 10);
    for (int i = 0; i < 3; i++) {
        char *to = hk_strbuf_open(&buffer, 4);
        ck_assert_ptr_nonnull(to);
        memset(to, 'b', 4);
        to[0] = 'a';
        hk_strbuf_close(&buffer, to + 2);
    }
    ck_assert_str_eq(buffer.text, "ababab");
    ck_assert_ptr_nonnull(hk_strbuf_open(&buffer, 4));
    ck_assert_ptr_null(hk_strbuf_open(&buffer, 5));
    ck_assert(buffer.failed);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_an_emptied_buffer_keeps_its_memory_and_forgets_its_failure)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 10);
    hk_strbuf_empty(&buffer);
    ck_assert_ptr_null(buffer.text);
    hk_strbuf_add(&buffer, "0123456789");
    char *memory = buffer.text;
    hk_strbuf_add_char(&buffer, '!');
    ck_assert(buffer.failed);
    hk_strbuf_empty(&buffer);
    ck_assert(!buffer.failed);
    ck_assert_ptr_eq(buffer.text, memory);
    ck_assert_str_eq(buffer.text, "");
    hk_strbuf_add(&buffer, "again");
    ck_assert_str_eq(buffer.text, "again");
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_whole_numbers_are_written_in_decimal)
{
    static const struct {
        int64_t value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {7, "7"},
        {-1, "-1"},
        {1000, "1000"},
        {INT64_MAX, "9223372036854775807"},
        {INT64_MIN, "-9223372036854775808"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hk_strbuf buffer;

        hk_strbuf_init(&buffer, 100);
        hk_strbuf_add_int(&buffer, rows[i].value);
        ck_assert_str_eq(buffer.text, rows[i].text);
        hk_strbuf_clear(&buffer);
    }
}
END_TEST

START_TEST(test_a_text_begins_in_room_that_is_lent)
{
    struct hk_strbuf buffer;
    char room[4] = "xxx";

    hk_strbuf_init_in(&buffer, 100, room, sizeof room);
    ck_assert_str_eq(buffer.text, "");
    hk_strbuf_add_bytes(&buffer, "a\0c", 3);
    ck_assert_mem_eq(room, "a\0c", 4);
    hk_strbuf_add(&buffer, "de");
    ck_assert_mem_eq(buffer.text, "a\0cde", 6);
    ck_assert_ptr_ne(buffer.text, room);
    hk_strbuf_clear(&buffer);

    hk_strbuf_init_in(&buffer, 100, room, sizeof room);
    hk_strbuf_add(&buffer, "abc");
    char *taken = hk_strbuf_take(&buffer);
    ck_assert_str_eq(taken, "abc");
    ck_assert_ptr_ne(taken, room);
    free(taken);

    /* No more than the ceiling, however much is lent. */
    hk_strbuf_init_in(&buffer, 2, room, sizeof room);
    hk_strbuf_add(&buffer, "abc");
    ck_assert(buffer.failed);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_room_is_made_for_who_writes_himself)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 5);
    hk_strbuf_add(&buffer, "ab");
    memcpy(hk_strbuf_extend(&buffer, 3), "cde", 3);
    ck_assert_str_eq(buffer.text, "abcde");
    ck_assert_ptr_null(hk_strbuf_extend(&buffer, 1));
    ck_assert(buffer.failed);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_text_may_be_as_long_as_the_ceiling)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 5);
    hk_strbuf_add(&buffer, "12345");
    ck_assert(!buffer.failed);
    ck_assert_str_eq(buffer.text, "12345");
    hk_strbuf_add(&buffer, "");
    ck_assert_msg(!buffer.failed, "nothing always has room");
    hk_strbuf_add_char(&buffer, '6');
    ck_assert(buffer.failed);
    ck_assert_ptr_null(hk_strbuf_take(&buffer));
}
END_TEST

START_TEST(test_failed_append_adds_nothing_and_neither_do_later_ones)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 8);
    hk_strbuf_add(&buffer, "abc");
    hk_strbuf_add(&buffer, "too long");
    ck_assert(buffer.failed);
    ck_assert_str_eq(buffer.text, "abc");
    hk_strbuf_add_char(&buffer, 'd');
    hk_strbuf_printf(&buffer, "%d", 1);
    hk_strbuf_add_bytes(&buffer, "e", 1);
    ck_assert(buffer.failed);
    ck_assert_str_eq(buffer.text, "abc");

    hk_strbuf_clear(&buffer);
    ck_assert(!buffer.failed);
    hk_strbuf_add(&buffer, "again");
    ck_assert_str_eq(buffer.text, "again");
    hk_strbuf_printf(&buffer, "%s", "1234");
    ck_assert_msg(buffer.failed, "the ceiling stays after a clear");
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_count_without_end_fails_and_does_not_overflow)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, SIZE_MAX);
    hk_strbuf_add(&buffer, "ab");
    hk_strbuf_add_bytes(&buffer, "", SIZE_MAX);
    ck_assert(buffer.failed);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_taken_text_is_the_callers)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 100);
    hk_strbuf_add(&buffer, "mine");
    char *text = hk_strbuf_take(&buffer);
    ck_assert_str_eq(text, "mine");
    ck_assert_uint_eq(buffer.length, 0);
    ck_assert_ptr_null(buffer.text);
    free(text);

    text = hk_strbuf_take(&buffer);
    ck_assert_msg(text && text[0] == '\0', "an empty text is a text");
    free(text);
    hk_strbuf_clear(&buffer);
    hk_strbuf_clear(NULL);
}
END_TEST

START_TEST(test_bytes_may_hold_a_nul)
{
    struct hk_strbuf buffer;

    hk_strbuf_init(&buffer, 100);
    hk_strbuf_add_bytes(&buffer, "a\0b", 3);
    ck_assert_uint_eq(buffer.length, 3);
    ck_assert_mem_eq(buffer.text, "a\0b", 4);
    hk_strbuf_clear(&buffer);
}
END_TEST

START_TEST(test_every_byte_comes_back_from_hex)
{
    uint8_t bytes[256], back[256];
    char hex[513];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    hk_hex(bytes, sizeof bytes, hex);
    ck_assert_uint_eq(strlen(hex), 512);
    ck_assert_uint_eq(strspn(hex, "0123456789abcdef"), 512);
    ck_assert(hk_unhex(hex, sizeof back, back));
    ck_assert_mem_eq(bytes, back, sizeof bytes);

    hk_hex(bytes, 0, hex);
    ck_assert_str_eq(hex, "");
    ck_assert(hk_unhex("", 0, back));
}
END_TEST

static const struct hex_case {
    const char *text;
    bool good;
    const char *about;
} hex_cases[] = {
    {"00ff7f", true, "lower case"},
    {"00FF7f", true, "either case"},
    {"00ff7", false, "a digit short"},
    {"00ff", false, "a byte short"},
    {"", false, "nothing"},
    {"00ff7f0", false, "a digit too many"},
    {"00ff7f00", false, "a byte too many"},
    {"00fg7f", false, "no digit"},
    {"0x00ff", false, "a prefix"},
    {" 0ff7f", false, "a blank"},
    {"+0ff7f", false, "a sign"},
    {"00ff7:", false, "the character after 9"},
    {"00ff7/", false, "the character before 0"},
    {"00ff7`", false, "the character before a"},
    {"00ff7@", false, "the character before A"},
    {"00ff7G", false, "the character after F"},
};

START_TEST(test_only_hex_of_the_right_length_is_read)
{
    const struct hex_case *c = &hex_cases[_i];
    static const uint8_t value[3] = {0x00, 0xff, 0x7f};
    static const uint8_t untouched[3] = {1, 2, 3};
    uint8_t bytes[3] = {1, 2, 3};

    ck_assert_msg(hk_unhex(c->text, 3, bytes) == c->good, "%s", c->about);
    ck_assert_mem_eq(bytes, c->good ? value : untouched, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base/strbuf");
    TCase *buffer = tcase_create("buffer");
    TCase *hex = tcase_create("hex");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(buffer, test_appends_follow_each_other);
    tcase_add_test(buffer, test_long_texts_grow_piece_by_piece);
    tcase_add_test(buffer, test_what_is_written_in_place_ends_where_it_is_told);
    tcase_add_test(
        buffer,
        test_an_emptied_buffer_keeps_its_memory_and_forgets_its_failure);
    tcase_add_test(buffer, test_whole_numbers_are_written_in_decimal);
    tcase_add_test(buffer, test_a_text_begins_in_room_that_is_lent);
    tcase_add_test(buffer, test_room_is_made_for_who_writes_himself);
    tcase_add_test(buffer, test_text_may_be_as_long_as_the_ceiling);
    tcase_add_test(buffer,
                   test_failed_append_adds_nothing_and_neither_do_later_ones);
    tcase_add_test(buffer, test_count_without_end_fails_and_does_not_overflow);
    tcase_add_test(buffer, test_taken_text_is_the_callers);
    tcase_add_test(buffer, test_bytes_may_hold_a_nul);
    suite_add_tcase(suite, buffer);
    tcase_add_test(hex, test_every_byte_comes_back_from_hex);
    tcase_add_loop_test(hex, test_only_hex_of_the_right_length_is_read, 0,
                        sizeof hex_cases / sizeof hex_cases[0]);
    suite_add_tcase(suite, hex);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
