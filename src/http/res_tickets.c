/* POST /v1/games/{id}/stream_tickets: a look for who cannot send a token. */
#include "http/resources.h"

#include "base/json_write.h"
#include "http/answers.h"
#include "http/json_read.h"
#include "http/request.h"
#include "service/tickets.h"

enum hk_error hk_post_ticket(struct hk_request *request)
{
    static const char *const members[] = {NULL};
    struct hk_at at = {0};
    char text[HK_TOKEN_TEXT_SIZE] = "";
    hk_time expires_at = hk_ticket_expiry(request->game);

    if (hk_read_is_object(&request->faults, &at, request->json))
        hk_read_only(&request->faults, &at, request->json, members);
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    if (!request->dry_run)
        hk_ticket_make(request->game, &request->caller, text, &expires_at);
    struct hk_json json = hk_request_json(request, HK_SUCCESS_CREATED);
    hk_request_no_store(request);
    hk_json_open_object(&json, NULL);
    hk_answer_token(request, &json, "ticket", text);
    hk_json_time(&json, "expires_at", expires_at);
    hk_answer_dry_mark(request, &json);
    hk_json_close_object(&json);
    return HK_OK;
}
