/*
 * Ratings after a game: R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method
 * for Online Ranking", Journal of Machine Learning Research 12 (2011), their
 * algorithm 4, with the figures of the package openskill.
 */
#include "service/ratings.h"

#include <float.h>
#include <math.h>

/* Doubles stay doubles also in between (not so on the x87). */
_Static_assert(FLT_EVAL_METHOD >= 0 && FLT_EVAL_METHOD != 2,
               "arithmetic has the precision of doubles");

/* How far a result is from telling the skill. */
#define BETA (HK_RATING_SIGMA / 2)
/* What a skill may have changed since the game before. */
#define TAU (HK_RATING_SIGMA / 100)
/* The least that is left of a variance. */
#define KAPPA 1e-4

/* ln 2 in two parts: a small whole multiple of the first is exact. */
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define TERMS 14

/* e to the x, for |x| < 700, to some units in the last place. The library's
 * own exp() gives other last bits on other machines, and then a database would
 * not verify where it was not written. */
static double power_of_e(double x)
{
    int twos = (int)(x / (LN2_HIGH + LN2_LOW) + (x < 0 ? -0.5 : 0.5));
    double rest = x - twos * LN2_HIGH - twos * LN2_LOW;
    double sum = 1;

    for (int i = TERMS; i > 0; i--)
        sum = 1 + rest / i * sum;
    return ldexp(sum, twos);
}

/* What the model says of one team. */
struct team {
    double mu, variance;
    double strength; /* e to the mu / c */
    double rivals;   /* the strengths of all who came no better than it */
    double tied;     /* how many share its place, itself too */
};

static void add_up(struct hk_rated *rated, struct team *team)
{
    team->mu = 0;
    team->variance = 0;
    for (unsigned m = 0; m < rated->member_count; m++) {
        struct hk_rating *member = &rated->members[m];

        member->sigma = sqrt(member->sigma * member->sigma + TAU * TAU);
        team->mu += member->mu;
        team->variance += member->sigma * member->sigma;
    }
}

static void compare(const struct hk_rated *rated, unsigned count,
                    struct team *teams)
{
    for (unsigned q = 0; q < count; q++) {
        teams[q].rivals = 0;
        teams[q].tied = 0;
        for (unsigned s = 0; s < count; s++) {
            if (rated[s].place >= rated[q].place)
                teams[q].rivals += teams[s].strength;
            teams[q].tied += rated[s].place == rated[q].place;
        }
    }
}

static void update_team(struct hk_rated *rated, unsigned count,
                        const struct team *teams, unsigned i, double c)
{
    const struct team *team = &teams[i];
    double omega = 0;
    double delta = 0;

    for (unsigned q = 0; q < count; q++) {
        if (rated[q].place > rated[i].place)
            continue;
        double chance = team->strength / teams[q].rivals;

        omega += ((i == q ? 1 : 0) - chance) / teams[q].tied;
        delta += chance * (1 - chance) / teams[q].tied;
    }
    double gamma = sqrt(team->variance) / c;
    for (unsigned m = 0; m < rated[i].member_count; m++) {
        struct hk_rating *member = &rated[i].members[m];
        double variance = member->sigma * member->sigma;
        double left = 1 - variance / (c * c) * delta * gamma;

        member->mu += variance / c * omega;
        member->sigma *= sqrt(left > KAPPA ? left : KAPPA);
    }
}

void hk_ratings_update(struct hk_rated *rated, unsigned count)
{
    struct team teams[HK_SEATS_MAX];
    double variance = 0;

    for (unsigned i = 0; i < count; i++) {
        add_up(&rated[i], &teams[i]);
        variance += teams[i].variance + BETA * BETA;
    }
    double c = sqrt(variance);
    for (unsigned i = 0; i < count; i++)
        teams[i].strength = power_of_e(teams[i].mu / c);
    compare(rated, count, teams);
    for (unsigned i = 0; i < count; i++)
        update_team(rated, count, teams, i, c);
}
