/* Verifying takes memory for players and the periods that are open, not for
 * games, events and weeks that are over: so many more games take hardly more.
 * Allocations of all that is linked in are counted (-Wl,--wrap). */
#include "service_kit.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>

#include "service/internal.h"
#include "service/recompute.h"
#include "service/verify.h"

#define WEEK (INT64_C(7) * 24 * 3600 * 1000)
#define FEW 40
#define MANY 200
/* A period that is over leaves its name, the list of them its room. The lines
 * of a game on its boards, if they stayed, would be 6,000. */
#define BYTES_A_GAME 300

/* ----- what is in use ----------------------------------------------------- */

// NOLINTBEGIN(bugprone-reserved-identifier)
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

static _Atomic long in_use;
static _Atomic long most;

static void *count_in(void *memory)
{
    long now = atomic_fetch_add(&in_use, (long)malloc_usable_size(memory));

    now += (long)malloc_usable_size(memory);
    if (now > atomic_load(&most))
        atomic_store(&most, now);
    return memory;
}

static void count_out(void *memory)
{
    atomic_fetch_sub(&in_use, (long)malloc_usable_size(memory));
}

void *__wrap_malloc(size_t size)
{
    return count_in(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return count_in(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    long before = (long)malloc_usable_size(memory);
    void *larger = __real_realloc(memory, size);

    if (larger)
        atomic_fetch_sub(&in_use, before);
    return larger ? count_in(larger) : NULL;
}

void __wrap_free(void *memory)
{
    count_out(memory);
    __real_free(memory);
}
// NOLINTEND(bugprone-reserved-identifier)

/* ----- games -------------------------------------------------------------- */

static unsigned played;

/* Scorecards of the same four, one each week, until there are so many. */
static void play(unsigned games)
{
    for (; played < games; played++) {
        struct hk_seated seated;

        kit_time += WEEK;
        struct hk_game *game = kit_scorecard(
            HK_HAND_PARTNERS, "ali noor omar huda", "rounds=1", &seated);
        hk_seated_clear(&seated);
        ck_assert_int_eq(kit_record(game, "0: -; down =12; -; up"), HK_OK);
        hk_game_close(game);
    }
}

static void tell(const char *text, void *cls)
{
    (void)cls;
    ck_abort_msg("%s", text);
}

static void begin_counting(void)
{
    atomic_store(&in_use, 0);
    atomic_store(&most, 0);
}

static long verify(unsigned games)
{
    struct hk_verify_report report;

    play(games);
    begin_counting();
    ck_assert_int_eq(hk_verify(kit_service()->store, tell, NULL, &report),
                     HK_OK);
    ck_assert_uint_eq(report.games, games);
    ck_assert(report.figures_compared);
    return atomic_load(&most);
}

static long recompute(unsigned games)
{
    struct hk_recompute_report report;

    play(games);
    begin_counting();
    ck_assert_int_eq(hk_recompute(kit_service()->store, tell, NULL, &report),
                     HK_OK);
    ck_assert_uint_eq(report.games, games);
    return atomic_load(&most);
}

static void expect_bounded(long (*work)(unsigned games), const char *name)
{
    played = 0;
    long few = work(FEW);
    long many = work(MANY);

    printf("%s: %ld bytes at most for %d games, %ld for %d\n", name, few, FEW,
           many, MANY);
    ck_assert_int_gt(few, 0);
    ck_assert_int_lt(many - few, (long)BYTES_A_GAME * (MANY - FEW));
}

START_TEST(test_verifying_many_games_takes_hardly_more_memory)
{
    expect_bounded(verify, "verify");
}
END_TEST

START_TEST(test_recomputing_many_games_takes_hardly_more_memory)
{
    expect_bounded(recompute, "recompute");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        test_verifying_many_games_takes_hardly_more_memory,
        test_recomputing_many_games_takes_hardly_more_memory,
    };

    return kit_run("service/verify_memory", tests, KIT_COUNT(tests));
}
