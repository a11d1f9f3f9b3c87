/* What the answers to several writes of a game have in common. */
#include "http/answers.h"

#include "http/json_happened.h"

void hk_answer_dry_mark(const struct hk_request *request, struct hk_json *json)
{
    if (request->dry_run)
        hk_json_boolean(json, "dry_run", true);
}

void hk_answer_token(const struct hk_request *request, struct hk_json *json,
                     const char *name, const char *token)
{
    bool made = *token && !request->dry_run;

    hk_json_string(json, name, made ? token : NULL);
}

void hk_answer_preference(struct hk_request *request)
{
    if (request->minimal)
        hk_reply_header(&request->reply, "Preference-Applied",
                        "return=minimal");
}

enum hk_error hk_answer_happened(struct hk_request *request,
                                 const void *outcome)
{
    const struct hk_happened *happened = outcome;
    const struct hk_viewer *viewer = &request->standing.viewer;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);

    hk_request_tag_view(request, &happened->after, viewer);
    hk_answer_preference(request);
    hk_json_open_object(&json, NULL);
    hk_json_happened(&json, happened, viewer, request->minimal);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}
