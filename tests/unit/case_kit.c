/* Rule cases as data: reading them, and comparing with what they say. */
#include "case_kit.h"
#include "engine_kit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static const struct {
    const char *code;
    int status;
} codes[] = {
#define X(name, code, status, title, detail) {code, status},
#include "base/errors.def"
#undef X
};

static int status_of(const char *code)
{
    for (size_t i = 0; i < KIT_COUNT(codes); i++)
        if (strcmp(codes[i].code, code) == 0)
            return codes[i].status;
    ck_abort_msg("no such code: %s", code);
    return 0;
}

/* ---- cases ---- */

static void each_of(const char *name,
                    void (*run)(const char *file, const json_t *test,
                                void *cls),
                    void *cls)
{
    const char *root = getenv("SRCDIR");
    char path[1024];
    struct dirent *entry;
    snprintf(path, sizeof(path), "%s/tests/%s", root ? root : ".", name);
    DIR *folder = opendir(path);
    ck_assert_msg(folder != NULL, "no folder %s", path);
    while ((entry = readdir(folder)) != NULL) {
        if (!strstr(entry->d_name, ".json"))
            continue;
        json_error_t error;
        snprintf(path, sizeof(path), "%s/tests/%s/%s", root ? root : ".", name,
                 entry->d_name);
        json_t *test = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
        ck_assert_msg(test != NULL, "%s: %s", entry->d_name, error.text);
        run(entry->d_name, test, cls);
        json_decref(test);
    }
    closedir(folder);
}

void case_each(void (*run)(const char *file, const json_t *test, void *cls),
               void *cls)
{
    each_of("cases", run, cls);
    each_of("more-cases", run, cls);
}

bool case_is_scorecard(const json_t *test)
{
    const json_t *body = json_object_get(test, "create");
    const char *mode = json_string_value(json_object_get(body, "mode"));
    return mode && strcmp(mode, "scorecard") == 0;
}

static bool set_option(struct hk_rules *rules, const char *name,
                       const json_t *value)
{
    const struct hk_option *option = hk_option_find(rules->variant, name);
    if (!option)
        return false;
    switch (option->type) {
    case HK_OPTION_INT:
    case HK_OPTION_ONEOF:
        return json_is_integer(value) &&
               hk_option_set(option, rules, (int32_t)json_integer_value(value));
    case HK_OPTION_BOOL:
        return json_is_boolean(value) &&
               hk_option_set(option, rules, json_is_true(value));
    case HK_OPTION_CHOICE:
        return json_is_string(value) &&
               hk_option_set(
                   option, rules,
                   hk_option_choice(option, json_string_value(value)));
    }
    return false;
}

bool case_rules(const json_t *body, struct hk_rules *ret_rules)
{
    enum hk_variant variant;
    const char *name;
    json_t *value;
    const char *wanted = json_string_value(json_object_get(body, "variant"));
    unsigned seats = (unsigned)json_array_size(json_object_get(body, "seats"));
    ck_assert(hk_variant_find(wanted, &variant));
    if (seats < hk_variant_seats_least(variant) ||
        seats > hk_variant_seats_most(variant))
        return false;
    hk_rules_init(ret_rules, variant, seats);
    json_object_foreach(json_object_get(body, "options"), name, value)
    {
        if (!set_option(ret_rules, name, value))
            return false;
    }
    return true;
}

/* ---- the view ---- */

json_t *case_round(const struct hk_rules *rules,
                   const struct hk_round_result *result)
{
    bool teams = hk_rules_teams(rules);
    json_t *points = json_array();
    for (unsigned i = 0; i < rules->seats; i++)
        json_array_append_new(points, json_integer(result->points[i]));
    json_t *team_points = teams ? json_pack("[ii]", result->team_points[0],
                                            result->team_points[1])
                                : json_null();
    return json_pack("{siso so so sb sb}", "round", result->round, "points",
                     points, "team_points", team_points, "out",
                     result->out < 0 ? json_null() : json_integer(result->out),
                     "hand", result->hand, "blocked", result->out < 0);
}

json_t *case_seats(uint8_t bits)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < HK_SEATS_MAX; i++)
        if (bits >> i & 1)
            json_array_append_new(list, json_integer(i));
    return list;
}

json_t *case_scores(const struct hk_rules *rules, const struct hk_state *state,
                    json_t *rounds)
{
    bool teams = hk_rules_teams(rules);
    json_t *totals = json_array();
    for (unsigned i = 0; i < rules->seats; i++)
        json_array_append_new(totals, json_integer(state->totals[i]));
    return json_pack("{sO so so so}", "rounds", rounds, "totals", totals,
                     "team_totals",
                     teams ? json_pack("[ii]", hk_state_team_total(state, 0),
                                       hk_state_team_total(state, 1))
                           : json_null(),
                     "winners", case_seats(hk_state_winners(state, rules)));
}

/* Follows "round.melds.0.kind"; borrowed, NULL where the path ends nowhere. */
static json_t *follow(json_t *value, const char *path)
{
    while (value && *path) {
        char name[32];
        size_t length = strcspn(path, ".");
        ck_assert_uint_lt(length, sizeof(name));
        memcpy(name, path, length);
        name[length] = '\0';
        value = json_is_array(value)
                    ? json_array_get(value, strtoul(name, NULL, 10))
                    : json_object_get(value, name);
        path += length + (path[length] == '.');
    }
    return value;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static json_t *sorted(const json_t *list)
{
    const char *names[HK_PACK_MAX];
    size_t count = json_array_size(list);
    json_t *result = json_array();
    for (size_t i = 0; i < count; i++)
        names[i] = json_string_value(json_array_get(list, i));
    qsort(names, count, sizeof(names[0]), compare_names);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(result, json_string(names[i]));
    return result;
}

void case_expect(const char *file, json_t *view, json_t *paths)
{
    const char *path;
    json_t *value;
    json_object_foreach(paths, path, value)
    {
        json_t *found = follow(view, path);
        ck_assert_msg(found != NULL, "%s: no %s in the view", file, path);
        bool hand = strncmp(path, "hands.", 6) == 0;
        json_t *have = hand ? sorted(found) : json_incref(found);
        json_t *want = hand ? sorted(value) : json_incref(value);
        char *have_text = json_dumps(have, JSON_ENCODE_ANY);
        char *want_text = json_dumps(want, JSON_ENCODE_ANY);
        ck_assert_msg(json_equal(have, want), "%s: %s is %s, not %s", file,
                      path, have_text, want_text);
        free(have_text);
        free(want_text);
        json_decref(have);
        json_decref(want);
    }
    json_decref(view);
}

void case_check_answer(const char *file, size_t number, const json_t *step,
                       const char *code, const char *reason)
{
    const char *want = json_string_value(json_object_get(step, "code"));
    const char *want_reason = json_string_value(
        json_object_get(step, "reason"));
    json_t *status = json_object_get(step, "status");
    ck_assert_msg(!want == !code && (!want || strcmp(want, code) == 0),
                  "%s, step %zu: %s, not %s", file, number, code ? code : "ok",
                  want ? want : "ok");
    if (status)
        ck_assert_msg(json_integer_value(status) == status_of(code),
                      "%s, step %zu: wrong status", file, number);
    if (want_reason)
        ck_assert_msg(reason && strcmp(reason, want_reason) == 0,
                      "%s, step %zu: reason %s, not %s", file, number,
                      reason ? reason : "none", want_reason);
}
