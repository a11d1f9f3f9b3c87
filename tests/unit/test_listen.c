/* Addresses to listen on, Unix sockets left behind, sockets handed over. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "listen.h"

static const struct address_case {
    const char *text;
    const char *written; /* NULL: the same */
    bool local;
} address_cases[] = {
    {"127.0.0.1:8080", NULL, true},
    {"127.0.0.1:0", NULL, true},
    {"127.255.3.4:65535", NULL, true},
    {"128.0.0.1:80", NULL, false},
    {"126.0.0.1:80", NULL, false},
    {"0.0.0.0:80", NULL, false},
    {"192.168.1.10:80", NULL, false},
    {"[::1]:8080", NULL, true},
    {"[0:0::0001]:08080", "[::1]:8080", true},
    {"[::]:8080", NULL, false},
    {"[::2]:8080", NULL, false},
    {"[2001:db8::1]:443", NULL, false},
    {"[::ffff:127.0.0.1]:80", NULL, true},
    {"[::ffff:10.0.0.1]:80", NULL, false},
    {"unix:/run/hakam/sock", NULL, true},
    {"unix:relative", NULL, true},
    {"unix:127.0.0.1:80", NULL, true},
};

START_TEST(test_address_is_read_and_written)
{
    const struct address_case *c = &address_cases[_i];
    struct hk_address address;
    char text[HK_ADDRESS_TEXT_SIZE];
    const char *reason = "";

    ck_assert_msg(hk_address_read(c->text, &address, &reason), "%s: %s",
                  c->text, reason);
    hk_address_write(&address, text);
    ck_assert_str_eq(text, c->written ? c->written : c->text);
    ck_assert_msg(hk_address_is_local(&address) == c->local, "%s", c->text);
}
END_TEST

static const struct {
    const char *text;
    const char *reason; /* a part of it */
} bad_addresses[] = {
    {"", "write it as"},
    {":", "write it as"},
    {"8080", "write it as"},
    {":8080", "write it as"},
    {"localhost:8080", "write it as"},
    {"127.0.0.1", "write it as"},
    {"127.1:80", "write it as"},
    {"127.0.0.256:80", "write it as"},
    {"::1:80", "write it as"},
    {"[::1]", "write it as"},
    {"[::1]80", "write it as"},
    {"[:80", "write it as"},
    {"[]:80", "write it as"},
    {"[127.0.0.1]:80", "write it as"},
    {"[::1:80", "write it as"},
    {"[1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb]:1",
     "write it as"},
    {"127.0.0.1:", "0 to 65535"},
    {"127.0.0.1:65536", "0 to 65535"},
    {"127.0.0.1:99999999999999999999", "0 to 65535"},
    {"127.0.0.1:+80", "0 to 65535"},
    {"127.0.0.1:-1", "0 to 65535"},
    {"127.0.0.1: 80", "0 to 65535"},
    {"127.0.0.1:80 ", "0 to 65535"},
    {"127.0.0.1:http", "0 to 65535"},
    {"[::1]:", "0 to 65535"},
    {"unix:", "is missing"},
    {"unix:/1234567890123456789012345678901234567890123456789012345678901234"
     "5678901234567890123456789012345678901234567890",
     "too long"},
    {"UNIX:/x", "write it as"},
};

START_TEST(test_what_is_no_address_is_refused_with_a_reason)
{
    struct hk_address address;
    const char *reason = "";

    ck_assert_msg(!hk_address_read(bad_addresses[_i].text, &address, &reason),
                  "%s", bad_addresses[_i].text);
    ck_assert_msg(strstr(reason, bad_addresses[_i].reason) != NULL, "%s: %s",
                  bad_addresses[_i].text, reason);
}
END_TEST

static struct hk_addresses addresses_of(const char *text)
{
    struct hk_addresses addresses;
    const char *reason = "";

    ck_assert_msg(hk_addresses_read(text, &addresses, &reason), "%s: %s", text,
                  reason);
    return addresses;
}

static struct hk_listeners open_well(const char *text)
{
    struct hk_addresses addresses = addresses_of(text);
    struct hk_listeners listener;
    char message[HK_LISTEN_MESSAGE_SIZE] = "";

    ck_assert_msg(hk_listeners_open(&addresses, &listener, message), "%s",
                  message);
    return listener;
}

static void refuse_to_open(const char *text, const char *part)
{
    struct hk_addresses addresses = addresses_of(text);
    struct hk_listeners listener;
    char message[HK_LISTEN_MESSAGE_SIZE] = "";

    ck_assert_msg(!hk_listeners_open(&addresses, &listener, message), "%s",
                  text);
    ck_assert_msg(strstr(message, part) != NULL, "%s: %s", text, message);
}

/* Whether somebody accepts connections at the listener's address. */
static bool answers(const struct hk_listeners *listener)
{
    int fd = socket(listener->each[0].address.socket.ss_family,
                    SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(fd, 0);
    bool connected =
        connect(fd, (const struct sockaddr *)&listener->each[0].address.socket,
                listener->each[0].address.size) == 0;
    close(fd);
    return connected;
}

START_TEST(test_port_0_takes_a_free_one)
{
    struct hk_listeners first = open_well("127.0.0.1:0");
    struct hk_listeners second = open_well("127.0.0.1:0");

    ck_assert_str_ne(first.each[0].text, second.each[0].text);
    ck_assert_str_ne(first.each[0].text, "127.0.0.1:0");
    ck_assert_int_eq(strncmp(first.each[0].text, "127.0.0.1:", 10), 0);
    ck_assert(answers(&first));
    ck_assert(answers(&second));
    ck_assert_int_ne(fcntl(first.each[0].fd, F_GETFD) & FD_CLOEXEC, 0);

    refuse_to_open(first.each[0].text, "Address already in use");
    hk_listeners_close(&first);
    ck_assert(!answers(&first));
    hk_listeners_close(&second);
    hk_listeners_close(&second);
}
END_TEST

/* A folder for sockets, gone with the test. */
static char folder[] = "/tmp/hakam-test-XXXXXX";
static char path[sizeof folder + 16];
static char path_address[sizeof path + 8];

static void make_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/sock", folder);
    snprintf(path_address, sizeof path_address, "unix:%s", path);
}

static void remove_folder(void)
{
    (void)unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static bool path_exists(void)
{
    struct stat status;

    return lstat(path, &status) == 0;
}

START_TEST(test_unix_socket_has_its_mode_and_goes_with_its_listener)
{
    struct stat status;
    mode_t mask = umask(0);
    struct hk_listeners listener = open_well(path_address);

    ck_assert_msg(umask(mask) == 0, "the umask is as before");
    ck_assert_str_eq(listener.each[0].text, path_address);
    ck_assert_int_eq(lstat(path, &status), 0);
    ck_assert(S_ISSOCK(status.st_mode));
    ck_assert_uint_eq(status.st_mode & 07777, 0660);
    ck_assert(answers(&listener));
    hk_listeners_close(&listener);
    ck_assert(!path_exists());
}
END_TEST

START_TEST(test_unix_socket_left_behind_is_taken_over)
{
    struct hk_listeners crashed = open_well(path_address);

    /* As after a crash: nobody listens, the path is there. */
    close(crashed.each[0].fd);
    ck_assert(path_exists());
    struct hk_listeners listener = open_well(path_address);
    ck_assert(answers(&listener));
    hk_listeners_close(&listener);
}
END_TEST

START_TEST(test_unix_socket_that_answers_is_left_alone)
{
    struct hk_listeners first = open_well(path_address);

    refuse_to_open(path_address, "somebody listens");
    ck_assert(answers(&first));
    hk_listeners_close(&first);
    ck_assert(!path_exists());
}
END_TEST

START_TEST(test_file_where_the_socket_should_be_is_left_alone)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fclose(file), 0);
    refuse_to_open(path_address, "is no socket");
    ck_assert(path_exists());
}
END_TEST

START_TEST(test_path_that_is_anothers_now_is_not_removed)
{
    struct hk_listeners first = open_well(path_address);

    ck_assert_int_eq(unlink(path), 0);
    struct hk_listeners second = open_well(path_address);
    hk_listeners_close(&first);
    ck_assert(answers(&second));
    hk_listeners_close(&second);
    ck_assert(!path_exists());
}
END_TEST

START_TEST(test_folder_that_is_not_there_is_named)
{
    refuse_to_open("unix:/nowhere/at/all", "/nowhere/at/all: No such file");
}
END_TEST

START_TEST(test_several_addresses_are_read)
{
    struct hk_addresses addresses = addresses_of(
        " 127.0.0.1:80 unix:/run/hakam/sock \t[::1]:8080 ");
    const char *written[] = {"127.0.0.1:80", "unix:/run/hakam/sock",
                             "[::1]:8080"};
    char text[HK_ADDRESS_TEXT_SIZE];

    ck_assert_uint_eq(addresses.count, 3);
    for (unsigned i = 0; i < 3; i++) {
        hk_address_write(&addresses.each[i], text);
        ck_assert_str_eq(text, written[i]);
    }
}
END_TEST

static const struct {
    const char *text;
    const char *reason; /* a part of it */
} bad_lists[] = {
    {"", "write it as"},
    {" ", "write it as"},
    {"127.0.0.1:80,127.0.0.1:81", "write it as"},
    {"127.0.0.1:80 x 127.0.0.1:81", "write it as"},
    {"127.0.0.1:80 unix:", "is missing"},
    {"127.0.0.1:80 unix:/1234567890123456789012345678901234567890123456789012"
     "3456789012345678901234567890123456789012345678901234567890123456789012",
     "too long"},
    {"[::1]:1 [::1]:2 [::1]:3 [::1]:4 [::1]:5 [::1]:6 [::1]:7 [::1]:8 [::1]:9",
     "more than eight"},
};

START_TEST(test_list_with_what_is_no_address_is_refused)
{
    struct hk_addresses addresses;
    const char *reason = "";

    ck_assert_msg(!hk_addresses_read(bad_lists[_i].text, &addresses, &reason),
                  "%s", bad_lists[_i].text);
    ck_assert_msg(strstr(reason, bad_lists[_i].reason) != NULL, "%s: %s",
                  bad_lists[_i].text, reason);
}
END_TEST

START_TEST(test_several_listen_or_none)
{
    char text[2 * HK_ADDRESS_TEXT_SIZE];

    snprintf(text, sizeof text, "127.0.0.1:0 %s", path_address);
    struct hk_listeners both = open_well(text);
    ck_assert_uint_eq(both.count, 2);
    ck_assert(answers(&both));
    ck_assert_str_eq(both.each[1].text, path_address);
    ck_assert(path_exists());

    snprintf(text, sizeof text, "%s.2 %s", path_address, both.each[0].text);
    refuse_to_open(text, "Address already in use");
    snprintf(text, sizeof text, "%s.2", path);
    ck_assert_int_ne(access(text, F_OK), 0);
    hk_listeners_close(&both);
    ck_assert(!path_exists());
}
END_TEST

/*
 * Runs in a process of its own, since file 3 is in use in this one: file 3
 * becomes `fd` and file 4 `second` (-1: none), the variables are set, and what
 * was inherited is judged. Gives the activation, or 100 or 101 where a
 * successful one left something wrong.
 */
static int inherit_two(int fd, int second, const char *count, bool for_another)
{
    pid_t child = fork();
    int status;

    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct hk_listeners listener;
        char message[HK_LISTEN_MESSAGE_SIZE], pid[32];

        /* Out of the way of 3 and 4. */
        fd = fcntl(fd, F_DUPFD, 10);
        second = second < 0 ? -1 : fcntl(second, F_DUPFD, 10);
        close(4);
        if (dup2(fd, 3) != 3 || (second >= 0 && dup2(second, 4) != 4))
            _exit(99);
        snprintf(pid, sizeof pid, "%ld", (long)getpid() + for_another);
        setenv("LISTEN_PID", pid, 1);
        setenv("LISTEN_FDS", count, 1);
        setenv("LISTEN_FDNAMES", "public", 1);
        int result = (int)hk_listeners_inherit(&listener, message);
        if (getenv("LISTEN_PID") || getenv("LISTEN_FDS") ||
            getenv("LISTEN_FDNAMES"))
            _exit(98);
        if (result == HK_ACTIVATION_OK &&
            (listener.each[0].fd != 3 || !(fcntl(3, F_GETFD) & FD_CLOEXEC) ||
             !(fcntl(3, F_GETFL) & O_NONBLOCK) || listener.each[0].owns_path ||
             strncmp(listener.each[0].text, "127.0.0.1:", 10) != 0 ||
             !listener.inherited || listener.count != (second < 0 ? 1 : 2)))
            _exit(100);
        if (result == HK_ACTIVATION_OK && second >= 0 &&
            (listener.each[1].fd != 4 || !(fcntl(4, F_GETFD) & FD_CLOEXEC) ||
             strncmp(listener.each[1].text, "unix:", 5) != 0))
            _exit(101);
        _exit(result);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int inherit_in_child(int fd, const char *count, bool for_another)
{
    return inherit_two(fd, -1, count, for_another);
}

START_TEST(test_sockets_handed_over_are_taken)
{
    char text[2 * HK_ADDRESS_TEXT_SIZE];

    snprintf(text, sizeof text, "127.0.0.1:0 %s", path_address);
    struct hk_listeners both = open_well(text);
    ck_assert_int_eq(inherit_two(both.each[0].fd, both.each[1].fd, "2", false),
                     HK_ACTIVATION_OK);
    ck_assert_int_eq(inherit_two(both.each[0].fd, both.each[1].fd, "9", false),
                     HK_ACTIVATION_BAD);
    hk_listeners_close(&both);
}
END_TEST

START_TEST(test_socket_handed_over_is_taken)
{
    struct hk_listeners listener = open_well("127.0.0.1:0");

    ck_assert_int_eq(inherit_in_child(listener.each[0].fd, "1", false),
                     HK_ACTIVATION_OK);
    hk_listeners_close(&listener);
}
END_TEST

START_TEST(test_what_is_not_handed_to_us_is_not_taken)
{
    struct hk_listeners listener = open_well("127.0.0.1:0");
    char message[HK_LISTEN_MESSAGE_SIZE];
    struct hk_listeners inherited;

    ck_assert_int_eq(inherit_in_child(listener.each[0].fd, "1", true),
                     HK_ACTIVATION_NONE);
    ck_assert_int_eq(inherit_in_child(listener.each[0].fd, "0", false),
                     HK_ACTIVATION_NONE);
    ck_assert_int_eq(inherit_in_child(listener.each[0].fd, "one", false),
                     HK_ACTIVATION_NONE);
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    ck_assert_int_eq(hk_listeners_inherit(&inherited, message),
                     HK_ACTIVATION_NONE);
    hk_listeners_close(&listener);
}
END_TEST

START_TEST(test_what_is_no_use_is_refused)
{
    struct hk_listeners listener = open_well("127.0.0.1:0");
    int unconnected = socket(AF_INET, SOCK_STREAM, 0);
    int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
    int file = open("/dev/null", O_RDONLY);

    ck_assert_int_eq(inherit_in_child(listener.each[0].fd, "2", false),
                     HK_ACTIVATION_BAD);
    ck_assert_int_eq(inherit_in_child(unconnected, "1", false),
                     HK_ACTIVATION_BAD);
    ck_assert_int_eq(inherit_in_child(datagrams, "1", false),
                     HK_ACTIVATION_BAD);
    ck_assert_int_eq(inherit_in_child(file, "1", false), HK_ACTIVATION_BAD);
    close(unconnected);
    close(datagrams);
    close(file);
    hk_listeners_close(&listener);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("listen");
    TCase *addresses = tcase_create("addresses");
    TCase *sockets = tcase_create("sockets");
    TCase *handed_over = tcase_create("handed over");
    SRunner *runner = srunner_create(suite);

    tcase_add_loop_test(addresses, test_address_is_read_and_written, 0,
                        sizeof address_cases / sizeof address_cases[0]);
    tcase_add_loop_test(addresses,
                        test_what_is_no_address_is_refused_with_a_reason, 0,
                        sizeof bad_addresses / sizeof bad_addresses[0]);
    tcase_add_test(addresses, test_several_addresses_are_read);
    tcase_add_loop_test(addresses, test_list_with_what_is_no_address_is_refused,
                        0, sizeof bad_lists / sizeof bad_lists[0]);
    suite_add_tcase(suite, addresses);

    tcase_add_checked_fixture(sockets, make_folder, remove_folder);
    tcase_add_test(sockets, test_port_0_takes_a_free_one);
    tcase_add_test(sockets,
                   test_unix_socket_has_its_mode_and_goes_with_its_listener);
    tcase_add_test(sockets, test_unix_socket_left_behind_is_taken_over);
    tcase_add_test(sockets, test_unix_socket_that_answers_is_left_alone);
    tcase_add_test(sockets, test_file_where_the_socket_should_be_is_left_alone);
    tcase_add_test(sockets, test_path_that_is_anothers_now_is_not_removed);
    tcase_add_test(sockets, test_folder_that_is_not_there_is_named);
    tcase_add_test(sockets, test_several_listen_or_none);
    suite_add_tcase(suite, sockets);

    tcase_add_checked_fixture(handed_over, make_folder, remove_folder);
    tcase_add_test(handed_over, test_socket_handed_over_is_taken);
    tcase_add_test(handed_over, test_sockets_handed_over_are_taken);
    tcase_add_test(handed_over, test_what_is_not_handed_to_us_is_not_taken);
    tcase_add_test(handed_over, test_what_is_no_use_is_refused);
    suite_add_tcase(suite, handed_over);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
