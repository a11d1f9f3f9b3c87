/* Players' names, tokens, service keys, and answers kept for retries. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/keys.h"
#include "store/players.h"
#include "store/receipts.h"
#include "store_kit.h"

static const char *const two[] = {"huda", "sami"};

/* ----- players ----------------------------------------------------------- */

static enum hk_error reserve(struct hk_tx *tx, void *cls)
{
    return hk_tx_reserve_player(tx, *(int64_t *)cls, "as it looks");
}

struct name_job {
    const char *name, *folded;
    struct hk_player_row row;
};

static enum hk_error name_player(struct hk_tx *tx, void *cls)
{
    struct name_job *job = cls;
    return hk_tx_player(tx, job->name, job->folded, 4000, &job->row);
}

START_TEST(test_a_name_is_one_player_as_first_written)
{
    struct name_job first = {.name = "Hudá", .folded = "hudá"};
    struct name_job again = {.name = "HUDÁ", .folded = "hudá"};
    kit_write(name_player, &first);
    kit_write(name_player, &again);
    ck_assert_int_eq(first.row.id, again.row.id);
    ck_assert_str_eq(again.row.name, "Hudá");

    struct hk_player_row row;
    ck_assert_int_eq(hk_store_find_player(kit_store(), "hudá", &row), HK_OK);
    ck_assert_int_eq(row.id, first.row.id);
    ck_assert_str_eq(row.name, "Hudá");
    ck_assert_str_eq(row.folded, "hudá");
    ck_assert_int_eq(row.created_at, 4000);
    ck_assert(!row.reserved);
    ck_assert_int_eq(hk_store_find_player(kit_store(), "Hudá", &row),
                     HK_E_NOT_FOUND);
}
END_TEST

START_TEST(test_the_longest_name_comes_back_whole)
{
    char name[HK_NAME_SIZE] = "", folded[HK_NAME_SIZE * 3] = "";
    static const char joker[4] = "\xf0\x9f\x83\x8f";
    for (size_t i = 0; i + 1 < sizeof(name); i++)
        name[i] = joker[i % 4];
    for (size_t i = 0; i < 3 * strlen(name); i++)
        folded[i] = name[i % strlen(name)];
    struct name_job job = {.name = name, .folded = folded};
    kit_write(name_player, &job);
    struct hk_player_row row;
    ck_assert_int_eq(hk_store_find_player(kit_store(), folded, &row), HK_OK);
    ck_assert_str_eq(row.name, name);
    ck_assert_str_eq(row.folded, folded);
}
END_TEST

START_TEST(test_a_name_is_reserved_once)
{
    int64_t huda = kit_player("huda");
    kit_write(reserve, &huda);
    struct hk_player_row row;
    ck_assert_int_eq(hk_store_find_player(kit_store(), "huda", &row), HK_OK);
    ck_assert(row.reserved);
    ck_assert_int_eq(hk_store_write(kit_store(), reserve, &huda),
                     HK_E_NAME_TAKEN);
}
END_TEST

static enum hk_error check_looks(struct hk_tx *tx, void *cls)
{
    return hk_tx_check_looks(tx, *(int64_t *)cls, "as it looks");
}

START_TEST(test_a_reserved_name_is_safe_from_those_that_look_alike)
{
    int64_t nobody = 0, huda = kit_player("huda"), sami = kit_player("sami");
    kit_write(check_looks, &nobody);
    kit_write(reserve, &huda);
    kit_write(check_looks, &huda);
    ck_assert_int_eq(hk_store_write(kit_store(), check_looks, &nobody),
                     HK_E_NAME_LOOKS_ALIKE);
    ck_assert_int_eq(hk_store_write(kit_store(), reserve, &sami),
                     HK_E_NAME_LOOKS_ALIKE);
    struct hk_player_row row;
    ck_assert_int_eq(hk_store_find_player(kit_store(), "sami", &row), HK_OK);
    ck_assert(!row.reserved);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM players "
                             "INDEXED BY players_by_skeleton "
                             "WHERE skeleton = 'as it looks' AND id <> 0"),
                     1);
}
END_TEST

/* ----- tokens ------------------------------------------------------------ */

static enum hk_error add_token(struct hk_tx *tx, void *cls)
{
    return hk_tx_add_token(tx, cls, 3000);
}

static struct hk_token_row token(enum hk_token_kind kind, uint8_t mark)
{
    struct hk_token_row row = {.kind = kind};
    memset(row.hash, mark, sizeof(row.hash));
    return row;
}

START_TEST(test_a_token_stands_for_what_it_was_made_for)
{
    struct hk_token_row host = token(HK_TOKEN_GAME_HOST, 0);
    struct hk_token_row seat = token(HK_TOKEN_SEAT, 2);
    struct hk_token_row player = token(HK_TOKEN_PLAYER, 3);
    host.game = seat.game = kit_game(HK_HAND, true, 2, two);
    seat.seat = 1;
    player.player = kit_player("huda");
    const struct hk_token_row *const all[] = {&host, &seat, &player};
    for (size_t i = 0; i < 3; i++) {
        struct hk_token_row made = *all[i], found;
        kit_write(add_token, &made);
        ck_assert_int_eq(hk_store_find_token(kit_store(), made.hash, &found),
                         HK_OK);
        ck_assert_mem_eq(found.hash, made.hash, sizeof(made.hash));
        ck_assert_int_eq(found.kind, made.kind);
        ck_assert_int_eq(found.game, made.game);
        ck_assert_int_eq(found.seat, made.seat);
        ck_assert_int_eq(found.player, made.player);
        ck_assert_int_eq(found.key, 0);
    }
    struct hk_token_row none = token(HK_TOKEN_SEAT, 9);
    ck_assert_int_eq(hk_store_find_token(kit_store(), none.hash, &none),
                     HK_E_NOT_FOUND);
    ck_assert_int_eq(kit_int("SELECT count(*) FROM tokens"), 3);
}
END_TEST

START_TEST(test_a_token_for_nothing_is_refused)
{
    struct hk_token_row row = token(HK_TOKEN_SEAT, 1);
    ck_assert_int_eq(hk_store_write(kit_store(), add_token, &row),
                     HK_E_INTERNAL);
    row.game = kit_game(HK_HAND, true, 2, two);
    row.seat = 2;
    ck_assert_int_eq(hk_store_write(kit_store(), add_token, &row),
                     HK_E_INTERNAL);
    row.seat = 1;
    kit_write(add_token, &row);
}
END_TEST

/* ----- service keys ------------------------------------------------------ */

struct key_job {
    const char *name;
    enum hk_token_kind kind;
    uint8_t hash[HK_TOKEN_HASH_SIZE];
    hk_time now;
};

static enum hk_error add_key(struct hk_tx *tx, void *cls)
{
    struct key_job *job = cls;
    return hk_tx_add_key(tx, job->name, job->kind, job->hash, job->now);
}

static enum hk_error revoke_key(struct hk_tx *tx, void *cls)
{
    struct key_job *job = cls;
    return hk_tx_revoke_key(tx, job->name, job->now);
}

START_TEST(test_a_key_is_found_until_it_is_revoked)
{
    struct key_job host = {"club", HK_TOKEN_KEY_HOST, {1}, 100};
    struct key_job admin = {"desk", HK_TOKEN_KEY_ADMIN, {2}, 200};
    kit_write(add_key, &host);
    kit_write(add_key, &admin);
    struct hk_token_row found;
    ck_assert_int_eq(hk_store_find_token(kit_store(), host.hash, &found),
                     HK_OK);
    ck_assert_int_eq(found.kind, HK_TOKEN_KEY_HOST);
    ck_assert_int_ne(found.key, 0);
    ck_assert_int_eq(found.game, 0);
    ck_assert_int_eq(hk_store_find_token(kit_store(), admin.hash, &found),
                     HK_OK);
    ck_assert_int_eq(found.kind, HK_TOKEN_KEY_ADMIN);

    host.now = 300;
    kit_write(revoke_key, &host);
    ck_assert_int_eq(hk_store_find_token(kit_store(), host.hash, &found),
                     HK_E_NOT_FOUND);
    ck_assert_int_eq(hk_store_find_token(kit_store(), admin.hash, &found),
                     HK_OK);
    ck_assert_int_eq(hk_store_write(kit_store(), revoke_key, &host),
                     HK_E_NOT_FOUND);
}
END_TEST

struct seen_keys {
    struct hk_key_row rows[8];
    size_t count, left;
};

static enum hk_error see_key(const struct hk_key_row *key, void *cls)
{
    struct seen_keys *seen = cls;
    ck_assert_uint_lt(seen->count, 8);
    seen->rows[seen->count++] = *key;
    return seen->count == seen->left ? HK_E_STALE : HK_OK;
}

START_TEST(test_a_name_is_free_again_once_revoked)
{
    struct key_job job = {"club", HK_TOKEN_KEY_HOST, {1}, 100};
    kit_write(add_key, &job);
    job.hash[0] = 2;
    ck_assert_int_eq(hk_store_write(kit_store(), add_key, &job),
                     HK_E_NAME_TAKEN);
    job.now = 200;
    kit_write(revoke_key, &job);
    job.now = 300;
    job.kind = HK_TOKEN_KEY_ADMIN;
    kit_write(add_key, &job);

    struct seen_keys seen = {0};
    ck_assert_int_eq(hk_store_each_key(kit_store(), see_key, &seen), HK_OK);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_str_eq(seen.rows[0].name, "club");
    ck_assert_int_eq(seen.rows[0].kind, HK_TOKEN_KEY_HOST);
    ck_assert_int_eq(seen.rows[0].created_at, 100);
    ck_assert_int_eq(seen.rows[0].revoked_at, 200);
    ck_assert_str_eq(seen.rows[1].name, "club");
    ck_assert_int_eq(seen.rows[1].kind, HK_TOKEN_KEY_ADMIN);
    ck_assert_int_eq(seen.rows[1].created_at, 300);
    ck_assert_int_eq(seen.rows[1].revoked_at, 0);
    seen = (struct seen_keys){.left = 1};
    ck_assert_int_eq(hk_store_each_key(kit_store(), see_key, &seen),
                     HK_E_STALE);
    ck_assert_uint_eq(seen.count, 1);
}
END_TEST

/* ----- secrets ----------------------------------------------------------- */

struct secret_job {
    const char *name;
    uint8_t fresh, found[HK_SECRET_SIZE];
};

static enum hk_error find_secret(struct hk_tx *tx, void *cls)
{
    struct secret_job *job = cls;
    uint8_t fresh[HK_SECRET_SIZE];
    memset(fresh, job->fresh, sizeof(fresh));
    return hk_tx_secret(tx, job->name, fresh, job->found);
}

START_TEST(test_a_secret_is_made_once_and_outlives_a_restart)
{
    struct secret_job first = {.name = "a", .fresh = 1};
    struct secret_job again = {.name = "a", .fresh = 2};
    struct secret_job other = {.name = "b", .fresh = 3};
    kit_write(find_secret, &first);
    kit_close();
    kit_write(find_secret, &again);
    kit_write(find_secret, &other);
    for (size_t i = 0; i < HK_SECRET_SIZE; i++) {
        ck_assert_uint_eq(first.found[i], 1);
        ck_assert_uint_eq(again.found[i], 1);
        ck_assert_uint_eq(other.found[i], 3);
    }
}
END_TEST

/* ----- receipts ---------------------------------------------------------- */

struct receipt_job {
    struct hk_receipt_row row;
    hk_time expired_before;
};

static enum hk_error add_receipt(struct hk_tx *tx, void *cls)
{
    struct receipt_job *job = cls;
    return hk_tx_add_receipt(tx, &job->row, job->expired_before);
}

static char answer[] = "an\0swer";

static struct receipt_job receipt(uint8_t mark, hk_time at)
{
    struct receipt_job job = {.row = {.created_at = at,
                                      .answer = answer,
                                      .answer_size = sizeof(answer)}};
    memset(job.row.slot, mark, sizeof(job.row.slot));
    memset(job.row.body_hash, mark + 1, sizeof(job.row.body_hash));
    return job;
}

START_TEST(test_an_answer_is_kept_whole_until_it_expires)
{
    struct receipt_job job = receipt(1, 100);
    kit_write(add_receipt, &job);
    struct hk_receipt_row found;
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), job.row.slot, 100, &found), HK_OK);
    ck_assert_mem_eq(found.slot, job.row.slot, sizeof(found.slot));
    ck_assert_mem_eq(found.body_hash, job.row.body_hash,
                     sizeof(found.body_hash));
    ck_assert_int_eq(found.created_at, 100);
    ck_assert_uint_eq(found.answer_size, sizeof(answer));
    ck_assert_mem_eq(found.answer, answer, sizeof(answer));
    free(found.answer);
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), job.row.slot, 101, &found),
        HK_E_NOT_FOUND);
    struct receipt_job other = receipt(9, 100);
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), other.row.slot, 0, &found),
        HK_E_NOT_FOUND);
}
END_TEST

START_TEST(test_an_empty_answer_is_an_answer)
{
    struct receipt_job job = receipt(1, 100);
    job.row.answer = NULL;
    job.row.answer_size = 0;
    kit_write(add_receipt, &job);
    struct hk_receipt_row found;
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), job.row.slot, 0, &found), HK_OK);
    ck_assert_uint_eq(found.answer_size, 0);
    ck_assert_ptr_nonnull(found.answer);
    free(found.answer);
}
END_TEST

START_TEST(test_a_slot_is_used_once_until_it_expires)
{
    struct receipt_job job = receipt(1, 100);
    kit_write(add_receipt, &job);
    job.row.created_at = 200;
    job.expired_before = 100;
    ck_assert_int_eq(hk_store_write(kit_store(), add_receipt, &job),
                     HK_E_IDEMPOTENCY_KEY_REUSED);
    job.expired_before = 101;
    kit_write(add_receipt, &job);
    struct hk_receipt_row found;
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), job.row.slot, 0, &found), HK_OK);
    ck_assert_int_eq(found.created_at, 200);
    free(found.answer);
}
END_TEST

static enum hk_error add_receipt_and_fail(struct hk_tx *tx, void *cls)
{
    enum hk_error error = add_receipt(tx, cls);
    return error == HK_OK ? HK_E_STALE : error;
}

START_TEST(test_an_answer_goes_with_its_effect)
{
    struct receipt_job job = receipt(1, 100);
    ck_assert_int_eq(hk_store_write(kit_store(), add_receipt_and_fail, &job),
                     HK_E_STALE);
    struct hk_receipt_row found;
    ck_assert_int_eq(
        hk_store_find_receipt(kit_store(), job.row.slot, 0, &found),
        HK_E_NOT_FOUND);
}
END_TEST

START_TEST(test_expired_answers_go_a_few_at_a_time)
{
    for (uint8_t i = 0; i < 5; i++) {
        struct receipt_job job = receipt(i, 100 + i);
        kit_write(add_receipt, &job);
    }
    static const int64_t left[] = {5 - 2, 5 - 4, 0, 0};
    for (uint8_t i = 0; i < 4; i++) {
        struct receipt_job job = receipt((uint8_t)(200 + i), 1000);
        job.expired_before = 1000;
        kit_write(add_receipt, &job);
        ck_assert_int_eq(kit_int("SELECT count(*) FROM receipts "
                                 "WHERE created_at < 1000"),
                         left[i]);
        ck_assert_int_eq(kit_int("SELECT coalesce(min(created_at), 1000) "
                                 "FROM receipts"),
                         left[i] ? 100 + 5 - left[i] : 1000);
    }
    ck_assert_int_eq(kit_int("SELECT count(*) FROM receipts"), 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store_keys");
    TCase *tcase = tcase_create("keys");
    tcase_add_checked_fixture(tcase, kit_set_up, kit_tear_down);
    tcase_add_test(tcase, test_a_name_is_one_player_as_first_written);
    tcase_add_test(tcase, test_the_longest_name_comes_back_whole);
    tcase_add_test(tcase, test_a_name_is_reserved_once);
    tcase_add_test(tcase,
                   test_a_reserved_name_is_safe_from_those_that_look_alike);
    tcase_add_test(tcase, test_a_token_stands_for_what_it_was_made_for);
    tcase_add_test(tcase, test_a_token_for_nothing_is_refused);
    tcase_add_test(tcase, test_a_key_is_found_until_it_is_revoked);
    tcase_add_test(tcase, test_a_name_is_free_again_once_revoked);
    tcase_add_test(tcase, test_a_secret_is_made_once_and_outlives_a_restart);
    tcase_add_test(tcase, test_an_answer_is_kept_whole_until_it_expires);
    tcase_add_test(tcase, test_an_empty_answer_is_an_answer);
    tcase_add_test(tcase, test_a_slot_is_used_once_until_it_expires);
    tcase_add_test(tcase, test_an_answer_goes_with_its_effect);
    tcase_add_test(tcase, test_expired_answers_go_a_few_at_a_time);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
