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

/* Tells of each option that is not what it was. What only a start can change is
 * what it was at the start, however often it was read since. */
static struct changes tell_changes(const struct hk_reload *reload,
                                   const struct hk_options *fresh)
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
                      const struct hk_options *fresh)
{
    const struct hk_options *before = reload->has_last ? &reload->last
                                                       : reload->started;
    char status[256];

    hk_service_set_presence_grace(reload->service,
                                  1000 * fresh->presence_grace_s);
    if (fresh->log_level > before->log_level)
        hk_log_set_level((enum hk_log_level)fresh->log_level);
    struct changes changes = tell_changes(reload, fresh);
    hk_log_set_level((enum hk_log_level)fresh->log_level);
    snprintf(status, sizeof status,
             "%s; reloaded: %u options changed, %u wait for a restart",
             reload->address, changes.made, changes.waiting);
    hk_notify_ready(status);
}

void hk_reload(struct hk_reload *reload)
{
    char message[HK_OPTIONS_MESSAGE_SIZE];
    struct hk_options fresh;

    hk_notify_reloading();
    if (hk_options_read_again(reload->started, &fresh, message) != 0) {
        refuse(reload, message);
        return;
    }
    if (!fresh.database) {
        hk_options_clear(&fresh);
        refuse(reload, "--database FILE is needed");
        return;
    }
    /* What suits --auth suits the one that holds. */
    fresh.auth = reload->started->auth;
    struct hk_policy policy = hk_options_policy(&fresh);
    if (hk_server_reload(reload->server, &policy) != HK_OK) {
        hk_options_clear(&fresh);
        refuse(reload, "there is no memory for it");
        return;
    }
    take_over(reload, &fresh);
    hk_reload_clear(reload);
    reload->last = fresh;
    reload->has_last = true;
}

void hk_reload_clear(struct hk_reload *reload)
{
    if (reload->has_last)
        hk_options_clear(&reload->last);
    reload->has_last = false;
}
