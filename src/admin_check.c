/* hakam verify and recompute: what is stored against the logs. */
#include <stdio.h>
#include <stdlib.h>

#include "admin.h"
#include "service/recompute.h"
#include "service/verify.h"

/* Opens the object and the array that the sentences go into. */
static struct hk_admin_told begin(const struct hk_options *options,
                                  struct hk_admin_json *out)
{
    hk_admin_json_init(out);
    hk_json_open_object(&out->json, NULL);
    hk_json_open_array(&out->json, "differences");
    return (struct hk_admin_told){.json = options->json ? &out->json : NULL};
}

static bool print_verified(const struct hk_options *options,
                           struct hk_admin_json *out,
                           const struct hk_verify_report *report)
{
    if (!options->json) {
        hk_strbuf_clear(&out->text);
        printf("%zu games, %zu events, %zu differences\n", report->games,
               report->events, report->differences);
        if (report->unhashed > 0)
            printf("%zu events are older than the hash chain\n",
                   report->unhashed);
        return hk_admin_flush();
    }
    hk_json_close_array(&out->json);
    hk_json_integer(&out->json, "games", (int64_t)report->games);
    hk_json_integer(&out->json, "events", (int64_t)report->events);
    hk_json_integer(&out->json, "unhashed", (int64_t)report->unhashed);
    hk_json_boolean(&out->json, "figures_compared", report->figures_compared);
    hk_json_close_object(&out->json);
    return hk_admin_json_print(out);
}

int hk_admin_verify(const struct hk_options *options, const char *argument)
{
    struct hk_verify_report report;
    struct hk_admin_json out;
    struct hk_store *store;

    (void)argument;
    int status = hk_admin_open(options, HK_STORE_READ, &store);
    if (status != 0)
        return status;
    struct hk_admin_told told = begin(options, &out);
    enum hk_error error = hk_verify(store, hk_admin_tell, &told, &report);
    hk_store_close(store);
    if (error != HK_OK) {
        hk_strbuf_clear(&out.text);
        return hk_admin_fail(error);
    }
    if (!print_verified(options, &out, &report) || report.differences > 0)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

static bool print_recomputed(const struct hk_options *options,
                             struct hk_admin_json *out,
                             const struct hk_recompute_report *report)
{
    if (!options->json) {
        hk_strbuf_clear(&out->text);
        printf("%zu games counted, %zu left out, %zu differences\n",
               report->games, report->faults, report->differences);
        return hk_admin_flush();
    }
    hk_json_close_array(&out->json);
    hk_json_integer(&out->json, "games", (int64_t)report->games);
    hk_json_integer(&out->json, "left_out", (int64_t)report->faults);
    hk_json_close_object(&out->json);
    return hk_admin_json_print(out);
}

int hk_admin_recompute(const struct hk_options *options, const char *argument)
{
    struct hk_recompute_report report;
    struct hk_admin_json out;
    struct hk_store *store;

    (void)argument;
    int status = hk_admin_there(options);
    if (status == 0)
        status = hk_admin_open(options, HK_STORE_SERVE, &store);
    if (status != 0)
        return status;
    struct hk_admin_told told = begin(options, &out);
    enum hk_error error = hk_recompute(store, hk_admin_tell, &told, &report);
    hk_store_close(store);
    if (error != HK_OK) {
        hk_strbuf_clear(&out.text);
        return hk_admin_fail(error);
    }
    if (!print_recomputed(options, &out, &report) || report.differences > 0 ||
        report.faults > 0)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
