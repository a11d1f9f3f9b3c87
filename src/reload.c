/* Reading the options again, and putting what has changed into effect. */
#include "reload.h"

#include <string.h>

#include "base/log.h"
#include "notify.h"
#include "option_policy.h"
#include "option_rows.h"

static const char *text_of(const struct hk_options *options, enum hk_opt option)
{
    const char *text = options->given[option].text;

    return text ? text : "";
}

struct changes {
    unsigned made, waiting;
};

static bool same_token(const struct hk_policy *a, const struct hk_policy *b)
{
    return a->has_metrics_token == b->has_metrics_token &&
           memcmp(a->metrics_token, b->metrics_token,
                  sizeof a->metrics_token) == 0;
}

/* Tells of each option that is not what it was. What only a start can change is
 * what it was at the start, however often it was read since. */
static struct changes tell_changes(const struct hk_reload *reload,
                                   const struct hk_options *fresh,
                                   const struct hk_policy *policy)
{
    struct changes changes = {0};

    for (enum hk_opt i = 0; i < HK_OPTS; i++) {
        const struct hk_option_row *row = &hk_option_rows[i];
        bool is_last = row->again && reload->has_last;
        const char *before = text_of(is_last ? &reload->last : reload->started,
                                     i);
        const char *now = text_of(fresh, i);

        if (strcmp(before, now) == 0)
            continue;
        if (row->again)
            changes.made++;
        else
            changes.waiting++;
        hk_log(HK_LOG_INFO, "reload: --%s is %s, was %s%s", row->name,
               *now ? now : "nothing", *before ? before : "nothing",
               row->again ? "" : ": from the next start on");
    }
    if (!same_token(&reload->policy, policy))
        hk_log(HK_LOG_INFO, "reload: the token for /metrics is another");
    hk_log(HK_LOG_INFO, "reload: %u options changed, %u wait for a restart",
           changes.made, changes.waiting);
    return changes;
}

static void refuse(const struct hk_reload *reload, const char *why)
{
    char status[2 * HK_OPTIONS_MESSAGE_SIZE];

    hk_log(HK_LOG_ERROR, "reload: nothing has changed: %s", why);
    snprintf(status, sizeof status, "%s; the last reload was refused: %s",
             reload->address, why);
    hk_notify_ready(status);
}

/* The more of the two levels tells of the change. */
static void take_over(const struct hk_reload *reload,
                      const struct hk_options *fresh,
                      const struct hk_policy *policy)
{
    const struct hk_options *before = reload->has_last ? &reload->last
                                                       : reload->started;
    char status[256];

    hk_service_set_presence_grace(reload->service,
                                  1000 * fresh->presence_grace_s);
    if (fresh->log_level > before->log_level)
        hk_log_set_level((enum hk_log_level)fresh->log_level);
    struct changes changes = tell_changes(reload, fresh, policy);
    hk_log_set_level((enum hk_log_level)fresh->log_level);
    snprintf(status, sizeof status,
             "%s; reloaded: %u options changed, %u wait for a restart",
             reload->address, changes.made, changes.waiting);
    hk_notify_ready(status);
}

/* What was read again and may hold; false where it may not, and why. */
static bool make_policy(const struct hk_reload *reload,
                        struct hk_options *fresh, struct hk_policy *ret_policy,
                        char ret_message[HK_POLICY_MESSAGE_SIZE])
{
    if (!fresh->database) {
        snprintf(ret_message, HK_POLICY_MESSAGE_SIZE,
                 "--database FILE is needed");
        return false;
    }
    /* What suits --auth suits the one that holds. */
    fresh->auth = reload->started->auth;
    return hk_options_policy(fresh, ret_policy, ret_message);
}

void hk_reload(struct hk_reload *reload)
{
    char message[HK_OPTIONS_MESSAGE_SIZE], fault[HK_POLICY_MESSAGE_SIZE];
    struct hk_options fresh;
    struct hk_policy policy;

    hk_notify_reloading();
    if (hk_options_read_again(reload->started, &fresh, message) != 0) {
        refuse(reload, message);
        return;
    }
    if (!make_policy(reload, &fresh, &policy, fault)) {
        hk_options_clear(&fresh);
        refuse(reload, fault);
        return;
    }
    if (hk_server_reload(reload->server, &policy) != HK_OK) {
        hk_options_clear(&fresh);
        refuse(reload, "there is no memory for it");
        return;
    }
    take_over(reload, &fresh, &policy);
    hk_reload_clear(reload);
    reload->last = fresh;
    reload->policy = policy;
    reload->has_last = true;
}

void hk_reload_clear(struct hk_reload *reload)
{
    if (reload->has_last)
        hk_options_clear(&reload->last);
    reload->has_last = false;
}
