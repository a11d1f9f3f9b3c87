/* The checks, each in its place. */
#include "http/checks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "http/cors.h"
#include "http/idempotency.h"
#include "http/json_read.h"
#include "http/query.h"
#include "http/resolve.h"
#include "service/tickets.h"

static bool is_write(const struct hk_request *request)
{
    return request->method == HK_METHOD_POST ||
           request->method == HK_METHOD_PUT ||
           request->method == HK_METHOD_DELETE;
}

/* "*", or the authority of a CONNECT: OPTIONS alone has a meaning there. */
static enum hk_error check_server_wide(struct hk_request *request)
{
    bool asterisk = strcmp(request->target.path, "*") == 0;

    if (request->method == HK_METHOD_OPTIONS && asterisk)
        return HK_OK;
    if (request->method != HK_METHOD_CONNECT)
        return HK_E_BAD_FRAMING;
    request->problem.allow = "OPTIONS";
    return HK_E_METHOD_NOT_ALLOWED;
}

/* A method that nobody knows is none of a path. */
static enum hk_error check_known(struct hk_request *request)
{
    return request->method == HK_METHOD_UNKNOWN ? HK_E_NOT_IMPLEMENTED : HK_OK;
}

static enum hk_error check_path(struct hk_request *request)
{
    if (request->target.server_wide)
        return check_server_wide(request);
    if (!hk_router_find(&request->target, request->method, &request->found))
        return HK_E_NOT_FOUND;
    return hk_cors_asks(request) ? HK_OK : hk_resolve(request);
}

static enum hk_error check_method(struct hk_request *request)
{
    if (request->found.route || request->method == HK_METHOD_OPTIONS)
        return HK_OK;
    return HK_E_METHOD_NOT_ALLOWED;
}

/* By a ticket in the address, where the route knows any. */
static const char *find_ticket(const struct hk_request *request)
{
    if (!request->game || !hk_route_knows(request->found.route, "ticket"))
        return NULL;
    return hk_target_parameter(&request->target, "ticket");
}

/* What a quota says of a request that it refuses. */
static enum hk_error refuse_rate(struct hk_request *request,
                                 enum hk_error error)
{
    const struct hk_rate_charge *charge = &request->charge;

    if (error) {
        request->problem.policy = hk_rate_name(charge->rate);
        request->problem.limit = charge->quota.units;
        request->problem.seconds = charge->quota.window_s;
        request->problem.wait_s = charge->retry_s;
    }
    return error;
}

static enum hk_error look_up(struct hk_request *request, const char *token)
{
    if (token) {
        enum hk_error error = hk_rates_try(
            request->http->rates, &request->policy->quotas, &request->client,
            token, &request->charge);
        if (error)
            return refuse_rate(request, error);
    }
    return request->game
               ? hk_auth_identify_at(request->game, token, &request->caller)
               : hk_auth_identify(request->http->service, token,
                                  &request->caller);
}

/* Who sends this; a token in the address would end up in logs. */
static enum hk_error identify(struct hk_request *request)
{
    const char *value = hk_request_header(request, HK_HEADER_AUTHORIZATION);
    const char *ticket = find_ticket(request);
    const char *token = NULL;

    if (hk_target_parameter(&request->target, "access_token")) {
        hk_faults_add_named(&request->faults, "access_token",
                            "unknown_parameter", HK_FAULT_TOKEN_IN_TARGET,
                            NULL);
        return hk_request_shape(request);
    }
    if (value) {
        token = hk_bearer_token(value);
        request->problem.bad_token = true;
        if (!token || !*token)
            return HK_E_UNAUTHORIZED;
    }
    enum hk_error error;
    if (ticket) {
        request->problem.bad_token = true;
        error = hk_ticket_use(request->game, ticket, &request->caller);
    } else {
        error = look_up(request, token);
    }
    if (!error)
        request->problem.bad_token = false;
    if (!error && token)
        hk_rates_succeeded(request->http->rates, request->caller.hash);
    return error;
}

/* What nobody without a token may, is 401 for him; for others it is 403. */
static enum hk_error deny(const struct hk_request *request)
{
    return request->caller.role == HK_ROLE_ANONYMOUS ? HK_E_UNAUTHORIZED
                                                     : HK_E_FORBIDDEN;
}

static enum hk_error may_read_record(struct hk_request *request)
{
    enum hk_error error = hk_request_snapshot(request);
    enum hk_status status = request->snapshot.row.status;

    if (error || request->standing.host || status == HK_STATUS_FINISHED ||
        status == HK_STATUS_ENDED)
        return error;
    return deny(request);
}

static enum hk_error may_measure(const struct hk_request *request)
{
    if (hk_service_is_open(request->http->service) ||
        request->caller.role == HK_ROLE_KEY_ADMIN)
        return HK_OK;
    return deny(request);
}

static enum hk_error authorize(struct hk_request *request)
{
    const struct hk_standing *standing = &request->standing;

    switch (request->found.route->access) {
    case HK_ACCESS_PUBLIC:
    case HK_ACCESS_READ:
    case HK_ACCESS_READ_GAME:
        return HK_OK;
    case HK_ACCESS_CREATE:
        return hk_auth_may_create(request->http->service, &request->caller);
    case HK_ACCESS_KEY:
        return request->caller.key ? HK_OK : deny(request);
    case HK_ACCESS_READ_RECORD:
        return may_read_record(request);
    case HK_ACCESS_FILL_SEAT:
        return standing->host ? HK_OK
                              : hk_auth_may_create(request->http->service,
                                                   &request->caller);
    case HK_ACCESS_PLAY:
        return standing->host || standing->seat >= 0 ? HK_OK : deny(request);
    case HK_ACCESS_HOST:
        return standing->host ? HK_OK : deny(request);
    case HK_ACCESS_METRICS:
        return may_measure(request);
    }
    abort();
}

/* Who only reads metrics is known to this process alone. */
static bool has_metrics_token(const struct hk_request *request)
{
    const struct hk_policy *policy = request->policy;
    const char *value = hk_request_header(request, HK_HEADER_AUTHORIZATION);
    const char *token = value ? hk_bearer_token(value) : NULL;
    uint8_t hash[HK_TOKEN_HASH_SIZE];

    if (!policy->has_metrics_token || !token ||
        request->found.route->access != HK_ACCESS_METRICS)
        return false;
    hk_auth_hash(token, hash);
    return sodium_memcmp(hash, policy->metrics_token, sizeof(hash)) == 0;
}

static enum hk_error check_credentials(struct hk_request *request)
{
    if (!request->found.route ||
        request->found.route->access == HK_ACCESS_PUBLIC ||
        has_metrics_token(request))
        return HK_OK;
    enum hk_error error = identify(request);
    if (!error && request->game)
        error = hk_request_stand(request);
    if (error == HK_E_UNAUTHORIZED && request->problem.bad_token)
        hk_rates_failed(request->http->rates, &request->policy->quotas,
                        &request->client);
    return error ? error : authorize(request);
}

static enum hk_rate rate_of(const struct hk_route *route)
{
    if (route->method == HK_METHOD_GET)
        return HK_RATE_READ;
    return route->access == HK_ACCESS_CREATE ? HK_RATE_CREATE : HK_RATE_WRITE;
}

/* Who looks whether the service lives is not to be told to wait. */
static enum hk_error check_rate(struct hk_request *request)
{
    const struct hk_route *route = request->found.route;
    bool anonymous = request->caller.role == HK_ROLE_ANONYMOUS;

    if (!route || route->access == HK_ACCESS_PUBLIC)
        return HK_OK;
    return refuse_rate(
        request, hk_rates_admit(request->http->rates, &request->policy->quotas,
                                rate_of(route), &request->client,
                                anonymous ? NULL : request->caller.hash,
                                &request->charge));
}

/* Who would wait for a disk that does not keep up is told so at once, and not
 * all are told to come again at the same moment. */
static enum hk_error check_load(struct hk_request *request)
{
    const struct hk_route *route = request->found.route;
    const struct hk_policy *policy = request->policy;

    if (!route || !is_write(request) || route->access == HK_ACCESS_READ ||
        !hk_service_overloaded(request->http->service, policy->write_queue,
                               policy->write_wait_s))
        return HK_OK;
    request->problem.wait_s = 1 + randombytes_uniform(4);
    return HK_E_OVERLOADED;
}

static enum hk_error check_accept(struct hk_request *request)
{
    if (!request->found.route)
        return HK_OK;
    int wanted = hk_accept_choose(hk_request_header(request, HK_HEADER_ACCEPT),
                                  request->found.route->media);
    if (wanted < 0)
        return HK_E_NOT_ACCEPTABLE;
    request->media = (unsigned)wanted;
    return HK_OK;
}

static enum hk_error check_media(struct hk_request *request)
{
    const char *type = hk_request_header(request, HK_HEADER_CONTENT_TYPE);
    const char *coding = hk_request_header(request, HK_HEADER_CONTENT_ENCODING);

    if (!is_write(request))
        return HK_OK;
    if (coding && strcasecmp(coding, "identity") != 0) {
        request->problem.content_coding = true;
        return HK_E_UNSUPPORTED_MEDIA_TYPE;
    }
    if (!type && !hk_request_has_body(request))
        return HK_OK;
    /* A record may be written by hand. */
    request->plain = request->found.route->resource == HK_RESOURCE_RECORD &&
                     hk_content_type_is(type, "text/plain");
    return request->plain || hk_content_type_is(type, HK_JSON_MEDIA)
               ? HK_OK
               : HK_E_UNSUPPORTED_MEDIA_TYPE;
}

/* The length that the head announces; 0 where it announces none. */
static unsigned long long announced(const struct hk_request *request)
{
    const char *length = hk_request_header(request, HK_HEADER_CONTENT_LENGTH);

    if (!length)
        return 0;
    errno = 0;
    unsigned long long size = strtoull(length, NULL, 10);
    return errno ? ~0ULL : size;
}

static enum hk_error check_size(struct hk_request *request)
{
    request->problem.limit = hk_request_body_max(request);
    return announced(request) > request->problem.limit ? HK_E_BODY_TOO_LARGE
                                                       : HK_OK;
}

bool hk_checks_head(struct hk_request *request)
{
    static enum hk_error (*const checks[])(struct hk_request *) = {
        check_known, check_path,   check_method, check_credentials, check_rate,
        check_load,  check_accept, check_media,  check_size,
    };

    request->error = HK_OK;
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        request->error = checks[i](request);
        if (!request->error)
            continue;
        /* Errors cost as much as answers: whoever makes many is slowed. */
        if (checks[i] == check_path || checks[i] == check_method ||
            checks[i] == check_credentials)
            hk_rates_charge(request->http->rates, &request->policy->quotas,
                            &request->client);
        break;
    }
    /* A client that waits for a word before it sends its body gets this one;
     * a body of a size beyond all patience is not even begun. */
    return request->error &&
           (hk_request_header(request, HK_HEADER_EXPECT) ||
            announced(request) > hk_request_drop_max(request));
}

static void read_preferences(struct hk_request *request)
{
    request->dry_run = hk_query_boolean(request, "dry_run");
    request->minimal = hk_prefers(hk_request_header(request, HK_HEADER_PREFER),
                                  "return", "minimal");
}

static enum hk_error check_precondition(struct hk_request *request)
{
    const char *value = hk_request_header(request, HK_HEADER_IF_MATCH);

    if (!request->game || !value)
        return HK_OK;
    uint32_t seq = hk_game_seq(request->game);
    enum hk_match match = hk_if_match(value, seq);
    /* "*" asks for any state: nothing to compare again when writing. */
    bool any = strspn(value, " \t*") == strlen(value);

    switch (match) {
    case HK_MATCH_YES:
        request->has_expected_seq = !any;
        request->expected_seq = seq;
        return HK_OK;
    case HK_MATCH_NO:
        return HK_E_STALE;
    case HK_MATCH_MALFORMED:
        hk_faults_add_named(&request->faults, "If-Match", "malformed",
                            HK_FAULT_IF_MATCH, NULL);
        return hk_request_shape(request);
    }
    abort();
}

static enum hk_error check_syntax(struct hk_request *request)
{
    struct hk_json_error fault;

    /* DELETE needs no body. */
    if (request->body_length == 0 && request->method == HK_METHOD_DELETE)
        return HK_OK;
    if (request->body_length == 0) {
        request->problem.text = HK_FAULT_NO_BODY;
        return HK_E_INVALID_JSON;
    }
    if (request->plain)
        return HK_OK;
    enum hk_error error = hk_request_read_json(request, &fault);
    if (error == HK_E_INVALID_JSON) {
        request->problem.line = fault.line;
        request->problem.column = fault.column;
        request->problem.note = fault.text;
    }
    return error;
}

/* A write that was not done before. */
static enum hk_error do_fresh_write(struct hk_request *request)
{
    enum hk_error error = check_precondition(request);
    if (!error)
        error = check_syntax(request);
    if (!error)
        error = request->found.route->handler(request);
    return error;
}

/*
 * A write that is refused may have been done before under its key, which
 * brought about what it is refused for (a stale If-Match, a turn that is over,
 * the key itself): then the answer of that time is this one's. Nobody else
 * pays for a look into the database.
 */
static enum hk_error look_back(struct hk_request *request,
                               enum hk_error refusal)
{
    bool replayed = false;

    if (!request->idempotency.used)
        return refusal;
    hk_reply_empty(&request->reply);
    enum hk_error error = hk_idempotency_replay(request, &replayed);
    if (error == HK_E_IDEMPOTENCY_KEY_REUSED && error != refusal)
        hk_problem_clear(&request->problem);
    return error || replayed ? error : refusal;
}

/* A write, whose answer may be one that was kept. */
static enum hk_error do_write(struct hk_request *request)
{
    read_preferences(request);
    enum hk_error error = hk_idempotency_begin(request);
    if (error)
        return error;
    error = do_fresh_write(request);
    return error ? look_back(request, error) : HK_OK;
}

static void answer_options(struct hk_request *request)
{
    char allow[HK_ALLOW_SIZE] = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

    if (request->found.resource)
        hk_router_allow(request->found.resource->template, allow);
    hk_reply_begin(&request->reply, HK_SUCCESS_EMPTY, NULL);
    hk_reply_header(&request->reply, "Allow", "%s", allow);
    if (hk_cors_asks(request))
        hk_cors_answer(request);
}

static enum hk_error do_request(struct hk_request *request)
{
    if (request->body_too_large)
        return HK_E_BODY_TOO_LARGE;
    if (request->method == HK_METHOD_OPTIONS) {
        answer_options(request);
        return HK_OK;
    }
    hk_query_check(request);
    if (is_write(request))
        return do_write(request);
    return request->found.route->handler(request);
}

void hk_checks_rest(struct hk_request *request)
{
    if (!request->error)
        request->error = do_request(request);
    if (request->error)
        hk_checks_refuse(request);
}

void hk_checks_finish(struct hk_request *request)
{
    enum hk_error error = request->finish(
        request, request->write ? request->write->error : HK_OK);

    /* The seat that it was sent for has been given to another since. */
    if (error == HK_E_UNAUTHORIZED)
        request->problem.bad_token = true;
    request->error = error ? look_back(request, error) : HK_OK;
    if (request->error)
        hk_checks_refuse(request);
}

void hk_checks_refuse(struct hk_request *request)
{
    char allow[HK_ALLOW_SIZE];

    if (request->error == HK_E_METHOD_NOT_ALLOWED && request->found.resource) {
        hk_router_allow(request->found.resource->template, allow);
        request->problem.allow = allow;
    }
    if (request->game && hk_reply_tells_seq(request->error))
        request->problem.seq = hk_game_seq(request->game);
    hk_reply_problem(&request->reply, request->language, request->error,
                     &request->problem);
    request->problem.allow = NULL;
}
