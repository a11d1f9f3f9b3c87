/*
 * Records of games in JSON, read and refereed again as POST /v1/records/check
 * does it: whatever is told, it is either refused for its shape, or a verdict
 * comes out; and where a record holds, so does the game at its end.
 */
#include <string.h>

#include "fuzz.h"
#include "http/json_read.h"
#include "http/record_chain.h"
#include "http/record_read.h"
#include "service/arbiter.h"

/* Shape first, of all events; whether there is anything to judge. */
static bool read_shape(struct hk_faults *faults, json_t *body,
                       struct hk_record_head *head,
                       struct hk_record_chain *chain)
{
    struct hk_told told;

    hk_record_head_read(faults, body, head);
    hk_record_chain_read(faults, body, head->events, chain);
    if (hk_faults_any(faults))
        return false;
    for (size_t i = 1; i < json_array_size(head->events); i++)
        hk_record_event_read(faults, head, i, &told);
    return !hk_faults_any(faults);
}

static enum hk_error judge(struct hk_faults *faults,
                           struct hk_record_head *head,
                           struct hk_record_chain *chain,
                           struct hk_arbiter *arbiter,
                           struct hk_finding *ret_finding)
{
    enum hk_error error = HK_OK;
    size_t count = json_array_size(head->events);

    head->rounds = 0;
    hk_arbiter_init(arbiter, &head->rules, head->open_seats, head->bots);
    for (size_t i = 0; i < count && !error; i++) {
        struct hk_told told;

        error = hk_record_chain_judge(chain, head->events, i, ret_finding);
        if (error || i == 0)
            continue;
        hk_record_event_read(faults, head, i, &told);
        error = hk_arbiter_judge(arbiter, &told, ret_finding);
    }
    return error ? error
                 : hk_record_chain_end(chain, head->events, ret_finding);
}

static void check(json_t *body)
{
    static struct hk_arbiter arbiter;
    struct hk_record_head head;
    struct hk_record_chain chain;
    struct hk_finding finding;
    struct hk_faults faults;

    hk_faults_init(&faults);
    if (read_shape(&faults, body, &head, &chain)) {
        enum hk_error error = judge(&faults, &head, &chain, &arbiter, &finding);

        FUZZ_CHECK(!hk_faults_any(&faults));
        FUZZ_CHECK(error != HK_E_INTERNAL);
        FUZZ_CHECK(arbiter.hidden ||
                   !hk_state_fault(&arbiter.state, &arbiter.rules));
    } else {
        FUZZ_CHECK(!faults.failed && faults.count > 0);
    }
    hk_faults_clear(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hk_json_error where;
    json_t *body;

    enum hk_error error = hk_json_read((const char *)data, size, &body, &where);
    FUZZ_CHECK(!error || error == HK_E_INVALID_JSON);
    if (error)
        return 0;
    check(body);
    json_decref(body);
    return 0;
}
