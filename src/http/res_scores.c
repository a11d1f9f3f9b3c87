/* GET /v1/games/{id}/scores: the score sheet, in the form that Accept wants. */
#include "http/resources.h"

#include <inttypes.h>

#include "http/request.h"
#include "http/sheet.h"

/* The forms, in the order of the route's media types. */
enum form { FORM_JSON, FORM_TEXT, FORM_CSV, FORM_HTML };

static const struct {
    const char *tag, *media;
} forms[] = {
    [FORM_JSON] = {"json", HK_JSON_MEDIA},
    [FORM_TEXT] = {"text", "text/plain; charset=utf-8"},
    [FORM_CSV] = {"csv", "text/csv; charset=utf-8; header=present"},
    [FORM_HTML] = {"html", "text/html; charset=utf-8"},
};

static void write_sheet(struct hk_reply *reply, enum form form,
                        const struct hk_sheet *sheet)
{
    struct hk_json json;

    switch (form) {
    case FORM_JSON:
        hk_json_init(&json, &reply->body);
        hk_sheet_json(sheet, &json);
        return;
    case FORM_TEXT:
        hk_sheet_text(sheet, &reply->body);
        return;
    case FORM_CSV:
        hk_sheet_csv(sheet, &reply->body);
        return;
    case FORM_HTML:
        /* The style stands in the page; nothing else may come into it. */
        hk_reply_header(reply, "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; "
                        "base-uri 'none'; form-action 'none'; "
                        "frame-ancestors 'none'");
        hk_sheet_html(sheet, &reply->body);
        return;
    }
}

enum hk_error hk_get_scores(struct hk_request *request)
{
    enum form form = (enum form)request->media;
    struct hk_sheet sheet;

    enum hk_error error = hk_request_shape(request);
    if (!error)
        error = hk_request_snapshot(request);
    if (!error)
        error = hk_sheet_init(&sheet, request->game, &request->snapshot,
                              request->language);
    if (error)
        return error;
    hk_request_begin(request, HK_SUCCESS_OK, forms[form].media);
    hk_reply_header(&request->reply, "Vary",
                    "Authorization, Accept, Accept-Language");
    /* Everybody sees the same scores, in a language and a form. */
    hk_reply_header(&request->reply, "ETag", "\"%" PRIu32 ".%s.%s\"",
                    request->snapshot.row.seq,
                    hk_language_tag(request->language), forms[form].tag);
    write_sheet(&request->reply, form, &sheet);
    hk_sheet_clear(&sheet);
    hk_request_unchanged(request);
    return HK_OK;
}
