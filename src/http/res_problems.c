/* GET /v1/problems and /v1/problems/{code}: what answers can name. */
#include "http/resources.h"

#include <stdio.h>

#include "http/request.h"

static void write_problem_type(struct hk_json *json, enum hk_language language,
                               enum hk_error error)
{
    char type[128];

    snprintf(type, sizeof(type), "/v1/problems/%s", hk_error_code(error));
    hk_json_open_object(json, NULL);
    hk_json_string(json, "type", type);
    hk_json_string(json, "code", hk_error_code(error));
    hk_json_integer(json, "status", hk_reply_status(error));
    hk_json_string(json, "title", hk_text(language, hk_text_of_title(error)));
    hk_json_string(json, "detail", hk_text(language, hk_text_of_detail(error)));
    hk_json_close_object(json);
}

enum hk_error hk_get_problems(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_open_object(&json, NULL);
    hk_json_open_array(&json, "items");
    for (unsigned i = HK_OK + 1; i < HK_ERROR_COUNT; i++)
        write_problem_type(&json, request->language, (enum hk_error)i);
    hk_json_close_array(&json);
    hk_json_null(&json, "next");
    hk_json_close_object(&json);
    return HK_OK;
}

enum hk_error hk_get_problem(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    write_problem_type(&json, request->language, request->listed);
    return HK_OK;
}
