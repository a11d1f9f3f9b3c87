/* Who a client is, whatever is said of him on the way. */
#include <check.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "http/client_address.h"

/* Proxies of the table: one's own machine, a network, the Unix socket. */
static const char *const trusted[] = {"127.0.0.1", "10.0.0.0/8", "fd00::/8",
                                      "unix"};

static const struct {
    const char *peer;      /* "unix", or an address */
    const char *forwarded; /* NULL: not sent */
    const char *for_list;
    const char *client;
} rows[] = {
    /* Whoever is not trusted is himself, whatever he says. */
    {"198.51.100.7", NULL, NULL, "198.51.100.7"},
    {"198.51.100.7", "for=192.0.2.1", NULL, "198.51.100.7"},
    {"198.51.100.7", NULL, "192.0.2.1", "198.51.100.7"},
    {"::1", "for=192.0.2.1", "192.0.2.1", "::1"},

    /* One proxy that says who it is. */
    {"127.0.0.1", "for=192.0.2.1", NULL, "192.0.2.1"},
    {"unix", "for=192.0.2.1", NULL, "192.0.2.1"},
    {"fd00::1", "for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "For=192.0.2.1;proto=http;by=10.0.0.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "proto=http ; for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=\"192.0.2.1\"", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=192.0.2.1:4711", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=\"192.0.2.1:_hidden\"", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=\"192.0.2.1:_p\"", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=\"[2001:db8:cafe::17]:4711\"", NULL,
     "2001:db8:cafe::17"},
    {"127.0.0.1", "for=\"[2001:db8:cafe::17]\"", NULL, "2001:db8:cafe::17"},
    {"127.0.0.1", "for=\"[::ffff:192.0.2.1]\"", NULL, "192.0.2.1"},
    {"127.0.0.1", NULL, "192.0.2.1", "192.0.2.1"},
    {"127.0.0.1", NULL, " 192.0.2.1\t", "192.0.2.1"},
    {"127.0.0.1", NULL, "192.0.2.1:4711", "192.0.2.1"},
    {"127.0.0.1", NULL, "2001:db8::1", "2001:db8::1"},
    {"127.0.0.1", NULL, "[2001:db8::1]:4711", "2001:db8::1"},

    /* Without a word the proxy is the client. */
    {"127.0.0.1", NULL, NULL, "127.0.0.1"},
    {"unix", NULL, NULL, "unix"},
    {"127.0.0.1", "", NULL, "127.0.0.1"},
    {"127.0.0.1", NULL, "", "127.0.0.1"},

    /* Chains: the last who is not trusted, however many are before him. */
    {"127.0.0.1", "for=192.0.2.1, for=10.0.0.2", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=203.0.113.9, for=192.0.2.1, for=10.0.0.2", NULL,
     "192.0.2.1"},
    {"127.0.0.1", NULL, "203.0.113.9, 192.0.2.1,10.0.0.2", "192.0.2.1"},
    {"127.0.0.1", NULL, "10.0.0.3, 10.0.0.2", "10.0.0.3"},
    {"127.0.0.1", NULL, "127.0.0.1, 192.0.2.1", "192.0.2.1"},

    /* What a client made up stands before what the proxy wrote. */
    {"127.0.0.1", "for=10.9.9.9, for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=\"203.0.113.9, for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=x;y=\"a, b, for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "for=\"\\\", for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", "\",\",\"\"\\,;;,=,, for=192.0.2.1", NULL, "192.0.2.1"},
    {"127.0.0.1", NULL, ",,,\",, 192.0.2.1", "192.0.2.1"},
    {"127.0.0.1", "for=192.0.2.1;ext=\"a, for=203.0.113.9\"", NULL,
     "192.0.2.1"},
    {"127.0.0.1", "for=192.0.2.1;ext=\"a\\\", for=203.0.113.9\"", NULL,
     "192.0.2.1"},

    /* Who is not told: the proxy that does not tell him. */
    {"127.0.0.1", "for=unknown", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=_SEVKISEK", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=203.0.113.9, for=unknown, for=10.0.0.2", NULL,
     "10.0.0.2"},
    {"127.0.0.1", NULL, "203.0.113.9, unknown", "127.0.0.1"},
    {"127.0.0.1", NULL, "unix", "127.0.0.1"},
    {"127.0.0.1", "proto=https", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=192.0.2.1;for=192.0.2.2", NULL, "127.0.0.1"},
    {"127.0.0.1", "for =192.0.2.1", NULL, "127.0.0.1"},
    {"127.0.0.1", "for= 192.0.2.1", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=\"[192.0.2.1]\"", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=\"[2001:db8::1\"", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=\"", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=192.0.2.1:", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=192.0.2.1:99999999", NULL, "127.0.0.1"},
    {"127.0.0.1", "for=192.0.2.1:80x", NULL, "127.0.0.1"},
    {"127.0.0.1", NULL, "192.0.2.999", "127.0.0.1"},
    {"127.0.0.1", NULL, "192.0.2.1,", "127.0.0.1"},
    {"127.0.0.1", NULL, "fe80::1%eth0", "127.0.0.1"},

    /* Two headers that do not agree: one is the client's own. */
    {"127.0.0.1", "for=192.0.2.1", "192.0.2.1", "192.0.2.1"},
    {"127.0.0.1", "for=192.0.2.1", "203.0.113.9, 192.0.2.1", "192.0.2.1"},
    {"127.0.0.1", "for=203.0.113.9", "192.0.2.1", "127.0.0.1"},
    {"unix", "for=203.0.113.9", "192.0.2.1", "unix"},
    {"127.0.0.1", "for=unknown", "192.0.2.1", "127.0.0.1"},
};

static struct hk_client peer_of(const char *text)
{
    struct hk_client peer = {.known = strcmp(text, "unix") != 0};

    if (peer.known)
        ck_assert(hk_ip_read(text, strlen(text), &peer.ip));
    return peer;
}

START_TEST(test_the_client_is_found)
{
    struct hk_client peer = peer_of(rows[_i].peer);
    struct hk_proxies proxies = {.count = 0};
    char text[HK_CLIENT_TEXT_SIZE];

    for (size_t i = 0; i < sizeof trusted / sizeof trusted[0]; i++)
        ck_assert(hk_proxies_add(&proxies, trusted[i]));
    struct hk_client client = hk_client_find(
        &proxies, &peer, rows[_i].forwarded, rows[_i].for_list);
    hk_client_write(&client, text);
    ck_assert_str_eq(text, rows[_i].client);
}
END_TEST

START_TEST(test_without_proxies_nobody_is_believed)
{
    struct hk_proxies nobody = {.count = 0};
    struct hk_client peer = peer_of("127.0.0.1");
    struct hk_client local = peer_of("unix");

    struct hk_client client = hk_client_find(&nobody, &peer, "for=192.0.2.1",
                                             "192.0.2.1");
    ck_assert(client.known);
    ck_assert_mem_eq(&client.ip, &peer.ip, sizeof peer.ip);
    client = hk_client_find(&nobody, &local, "for=192.0.2.1", NULL);
    ck_assert(!client.known);
}
END_TEST

/* Each piece of a value that no proxy would write is cut somewhere. */
START_TEST(test_no_value_is_read_past_its_end)
{
    static const char signs[] = "for=\"[]:,;\\ 12.\t_";
    struct hk_proxies proxies = {.count = 0};
    struct hk_client peer = peer_of("127.0.0.1");
    unsigned seed = 1;

    ck_assert(hk_proxies_add(&proxies, "0.0.0.0/0"));
    for (int round = 0; round < 20000; round++) {
        size_t length = (size_t)(round % 40);
        char *value = malloc(length + 1);
        ck_assert_ptr_nonnull(value);
        for (size_t i = 0; i < length; i++) {
            seed = seed * 1664525u + 1013904223u;
            value[i] = signs[(seed >> 16) % (sizeof signs - 1)];
        }
        value[length] = '\0';
        struct hk_client client = hk_client_find(&proxies, &peer, value, value);
        ck_assert(client.known);
        free(value);
    }
}
END_TEST

static struct hk_client of_socket(const void *address)
{
    return hk_client_peer(address);
}

START_TEST(test_the_other_end_of_a_connection)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    char text[HK_CLIENT_TEXT_SIZE];

    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct hk_client client = of_socket(&v4);
    hk_client_write(&client, text);
    ck_assert_str_eq(text, "127.0.0.1");
    client = of_socket(&v6);
    hk_client_write(&client, text);
    ck_assert_str_eq(text, "::1");
    client = of_socket(&local);
    hk_client_write(&client, text);
    ck_assert_str_eq(text, "unix");
}
END_TEST

START_TEST(test_what_is_no_proxy_is_told)
{
    static const char *const wrong[] = {"", "UNIX", "proxy.example.org",
                                        "10.1.2.3/8", "10.0.0.0/33"};
    struct hk_proxies proxies = {.count = 0};

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *reason = NULL;
        ck_assert(!hk_proxy_check(wrong[i], &reason));
        ck_assert_ptr_nonnull(reason);
        ck_assert(!hk_proxies_add(&proxies, wrong[i]));
    }
    ck_assert_uint_eq(proxies.count, 0);
    for (unsigned i = 0; i < HK_PROXIES_MAX; i++)
        ck_assert(hk_proxies_add(&proxies, "192.0.2.1"));
    ck_assert(!hk_proxies_add(&proxies, "192.0.2.1"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http/client_address");
    TCase *tcase = tcase_create("clients");
    SRunner *runner = srunner_create(suite);

    tcase_add_loop_test(tcase, test_the_client_is_found, 0,
                        sizeof rows / sizeof rows[0]);
    tcase_add_test(tcase, test_without_proxies_nobody_is_believed);
    tcase_add_test(tcase, test_no_value_is_read_past_its_end);
    tcase_add_test(tcase, test_the_other_end_of_a_connection);
    tcase_add_test(tcase, test_what_is_no_proxy_is_told);
    suite_add_tcase(suite, tcase);

    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
