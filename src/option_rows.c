/* The table of options, and the reading of a value by its row. */
#include "option_rows.h"

#include <stdlib.h>
#include <string.h>

#include "http/client_address.h"
#include "http/cors.h"
#include "http/server.h"
#include "store/keys.h"

#define HAKAMD HK_PROGRAM_HAKAMD
#define HAKAM HK_PROGRAM_HAKAM
#define BOTH (HK_PROGRAM_HAKAMD | HK_PROGRAM_HAKAM)
#define START false
#define AGAIN true
#define VALUES(...) ((const struct hk_choice[]){__VA_ARGS__, {NULL, 0}})

#define ROW(id, member, name_, argument_, programs_, again_, fallback_,   \
            meaning_, reason_)                                            \
    .name = (name_), .argument = (argument_),                             \
    .variable = ((programs_)&HAKAMD) ? "HAKAM_" #id : NULL,               \
    .fallback = (fallback_), .programs = (programs_), .again = (again_),  \
    .offset = offsetof(struct hk_options, member), .meaning = (meaning_), \
    .reason = (reason_)

#define NUMBER(id, member, name_, argument_, programs_, again_, fallback_, \
               least_, greatest_, unit_, meaning_, reason_)                \
    [HK_OPT_##id] = {.kind = HK_KIND_NUMBER,                               \
                     .least = (least_),                                    \
                     .greatest = (greatest_),                              \
                     .unit = (unit_),                                      \
                     ROW(id, member, name_, argument_, programs_, again_,  \
                         fallback_, meaning_, reason_)},
#define CHOICE(id, member, name_, argument_, programs_, again_, fallback_, \
               choices_, meaning_, reason_)                                \
    [HK_OPT_##id] = {.kind = HK_KIND_CHOICE,                               \
                     .choices = (choices_),                                \
                     ROW(id, member, name_, argument_, programs_, again_,  \
                         fallback_, meaning_, reason_)},
#define PATH(id, ...) \
    [HK_OPT_##id] = {.kind = HK_KIND_PATH, ROW(id, __VA_ARGS__)},
#define ADDRESS(id, ...) \
    [HK_OPT_##id] = {.kind = HK_KIND_ADDRESS, ROW(id, __VA_ARGS__)},
#define LIST(id, member, name_, argument_, programs_, again_, fallback_,  \
             check_, meaning_, reason_)                                   \
    [HK_OPT_##id] = {.kind = HK_KIND_LIST,                                \
                     .check = (check_),                                   \
                     ROW(id, member, name_, argument_, programs_, again_, \
                         fallback_, meaning_, reason_)},
#define RATE(id, ...) \
    [HK_OPT_##id] = {.kind = HK_KIND_RATE, ROW(id, __VA_ARGS__)},
#define FLAG(id, member_, name_, programs_, meaning_)                \
    [HK_OPT_##id] = {.kind = HK_KIND_FLAG,                           \
                     .name = (name_),                                \
                     .programs = (programs_),                        \
                     .offset = offsetof(struct hk_options, member_), \
                     .meaning = (meaning_)},

const struct hk_option_row hk_option_rows[HK_OPTS] = {
#include "options.def"
};

/* A text that the options own. */
struct hk_option_text {
    struct hk_option_text *next;
    char text[];
};

const char *hk_options_keep(struct hk_options *options, const char *text,
                            size_t length)
{
    struct hk_option_text *kept = malloc(sizeof *kept + length + 1);

    if (!kept)
        return NULL;
    memcpy(kept->text, text, length);
    kept->text[length] = '\0';
    kept->next = options->owned;
    options->owned = kept;
    return kept->text;
}

void hk_options_clear(struct hk_options *options)
{
    while (options->owned) {
        struct hk_option_text *next = options->owned->next;
        free(options->owned);
        options->owned = next;
    }
}

/* "error, warning, info or debug" */
static void write_choices(const struct hk_choice *choice, char *text,
                          size_t size)
{
    size_t length = 0;

    for (; choice->name && length < size; choice++) {
        const char *between = length == 0 ? "" : ", ";
        if (length > 0 && !choice[1].name)
            between = " or ";
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   between, choice->name);
    }
}

void hk_option_row_range(const struct hk_option_row *row,
                         char ret_text[HK_OPTION_RANGE_SIZE])
{
    switch (row->kind) {
    case HK_KIND_NUMBER:
        snprintf(ret_text, HK_OPTION_RANGE_SIZE, "from %u to %u", row->least,
                 row->greatest);
        return;
    case HK_KIND_CHOICE:
        write_choices(row->choices, ret_text, HK_OPTION_RANGE_SIZE);
        return;
    case HK_KIND_PATH:
    case HK_KIND_ADDRESS:
    case HK_KIND_LIST:
    case HK_KIND_RATE:
    case HK_KIND_FLAG:
        ret_text[0] = '\0';
        return;
    }
    abort();
}

/* A whole number of the row's range, in decimal. */
static bool set_number(const struct hk_option_row *row, const char *text,
                       unsigned *ret_number, char *ret_reason)
{
    char range[HK_OPTION_RANGE_SIZE];
    unsigned long long number = 0;
    bool good = *text != '\0';

    for (const char *digit = text; good && *digit; digit++) {
        good = *digit >= '0' && *digit <= '9' && number <= row->greatest;
        number = number * 10 + (unsigned)(*digit - '0');
    }
    if (good && number >= row->least && number <= row->greatest) {
        *ret_number = (unsigned)number;
        return true;
    }
    hk_option_row_range(row, range);
    snprintf(ret_reason, HK_OPTION_REASON_SIZE, "it is a number%s%s %s",
             *row->unit ? " of " : "", row->unit, range);
    return false;
}

static bool set_choice(const struct hk_option_row *row, const char *text,
                       int *ret_value, char *ret_reason)
{
    char range[HK_OPTION_RANGE_SIZE];

    for (const struct hk_choice *choice = row->choices; choice->name;
         choice++) {
        if (strcmp(text, choice->name) == 0) {
            *ret_value = choice->value;
            return true;
        }
    }
    hk_option_row_range(row, range);
    snprintf(ret_reason, HK_OPTION_REASON_SIZE, "it is %s", range);
    return false;
}

static bool set_path(const char *text, const char **ret_path, char *ret_reason)
{
    if (*text) {
        *ret_path = text;
        return true;
    }
    snprintf(ret_reason, HK_OPTION_REASON_SIZE, "the name of a file is needed");
    return false;
}

static bool set_addresses(const char *text, struct hk_addresses *ret_addresses,
                          char *ret_reason)
{
    const char *reason;

    if (hk_addresses_read(text, ret_addresses, &reason))
        return true;
    snprintf(ret_reason, HK_OPTION_REASON_SIZE, "%s", reason);
    return false;
}

static bool set_list(const struct hk_option_row *row, const char *text,
                     struct hk_options *options,
                     struct hk_option_list *ret_list, char *ret_reason)
{
    static const char between[] = " \t";
    struct hk_option_list list = {.count = 0};
    const char *reason = "";

    for (text += strspn(text, between); *text; text += strspn(text, between)) {
        size_t length = strcspn(text, between);
        const char *item = hk_options_keep(options, text, length);
        if (!item)
            reason = "there is no memory for it";
        else if (list.count == HK_OPTION_ITEMS_MAX)
            reason = "these are too many";
        if (*reason || !row->check(item, &reason)) {
            snprintf(ret_reason, HK_OPTION_REASON_SIZE, "%s", reason);
            return false;
        }
        list.items[list.count++] = item;
        text += length;
    }
    *ret_list = list;
    return true;
}

static bool set_rate(const char *text, struct hk_rate_option *ret_rate,
                     char *ret_reason)
{
    struct hk_rate_option rate = {.is_auto = strcmp(text, "auto") == 0};

    if (rate.is_auto || hk_quota_read(text, &rate.quota)) {
        *ret_rate = rate;
        return true;
    }
    snprintf(ret_reason, HK_OPTION_REASON_SIZE,
             "it is as 600/60 (from 1 to %u times in 1 to %u seconds), 0 or "
             "auto",
             HK_QUOTA_UNITS_MAX, HK_QUOTA_WINDOW_MAX);
    return false;
}

/* Whatever tells of the value, or has it in a file, has it in one line. */
static bool is_one_line(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    }
    return true;
}

bool hk_option_row_set(const struct hk_option_row *row, const char *text,
                       struct hk_options *options,
                       char ret_reason[HK_OPTION_REASON_SIZE])
{
    void *member = (char *)options + row->offset;

    if (row->kind == HK_KIND_FLAG) {
        *(bool *)member = true;
        return true;
    }
    if (!is_one_line(text)) {
        snprintf(ret_reason, HK_OPTION_REASON_SIZE,
                 "it holds a control character");
        return false;
    }
    switch (row->kind) {
    case HK_KIND_NUMBER:
        return set_number(row, text, member, ret_reason);
    case HK_KIND_CHOICE:
        return set_choice(row, text, member, ret_reason);
    case HK_KIND_PATH:
        return set_path(text, member, ret_reason);
    case HK_KIND_ADDRESS:
        return set_addresses(text, member, ret_reason);
    case HK_KIND_LIST:
        return set_list(row, text, options, member, ret_reason);
    case HK_KIND_RATE:
        return set_rate(text, member, ret_reason);
    case HK_KIND_FLAG:
        break;
    }
    abort();
}
