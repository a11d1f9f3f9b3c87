/* What the daemon says of itself: liveness, readiness, version, description. */
#include "http/resources.h"

#include "http/request.h"

/* Made of openapi/hakam.yaml when the program is built. */
extern const char hk_embed_openapi_json[];
extern const size_t hk_embed_openapi_json_len;
extern const char hk_embed_openapi_yaml[];
extern const size_t hk_embed_openapi_yaml_len;

static void answer_health(struct hk_request *request)
{
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);

    hk_request_no_store(request);
    hk_json_open_object(&json, NULL);
    hk_json_string(&json, "status", "ok");
    hk_json_close_object(&json);
}

enum hk_error hk_get_livez(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    answer_health(request);
    return HK_OK;
}

enum hk_error hk_get_readyz(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    if (atomic_load(&request->http->draining)) {
        request->problem.text = HK_FAULT_STOPPING;
        return HK_E_STORAGE_UNAVAILABLE;
    }
    error = hk_service_ready(request->http->service);
    if (error)
        return error;
    answer_health(request);
    return HK_OK;
}

enum hk_error hk_get_version(struct hk_request *request)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    struct hk_json json = hk_request_json(request, HK_SUCCESS_OK);
    hk_json_open_object(&json, NULL);
    hk_json_string(&json, "name", "hakam");
    hk_json_string(&json, "version", PACKAGE_VERSION);
    hk_json_integer(&json, "rules_version", HK_RULES_VERSION);
    hk_json_close_object(&json);
    return HK_OK;
}

static enum hk_error answer_fixed(struct hk_request *request, const char *media,
                                  const char *body, size_t length)
{
    enum hk_error error = hk_request_shape(request);
    if (error)
        return error;
    hk_reply_begin(&request->reply, HK_SUCCESS_OK, media);
    hk_reply_header(&request->reply, "Cache-Control", "public, max-age=300");
    request->reply.fixed = body;
    request->reply.fixed_length = length;
    return HK_OK;
}

enum hk_error hk_get_openapi_json(struct hk_request *request)
{
    return answer_fixed(request, HK_JSON_MEDIA, hk_embed_openapi_json,
                        hk_embed_openapi_json_len);
}

enum hk_error hk_get_openapi_yaml(struct hk_request *request)
{
    return answer_fixed(request, HK_YAML_MEDIA, hk_embed_openapi_yaml,
                        hk_embed_openapi_yaml_len);
}
