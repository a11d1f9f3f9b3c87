/* Looking up what a path names. */
#include "http/resolve.h"

#include <stdlib.h>
#include <string.h>

/* A number as it is shown: no sign, no zero before it. */
static bool read_number(const char *text, unsigned *ret_number)
{
    char *end;

    if (*text < '0' || *text > '9' || (*text == '0' && text[1]))
        return false;
    unsigned long number = strtoul(text, &end, 10);
    if (*end || number > 1000)
        return false;
    *ret_number = (unsigned)number;
    return true;
}

static enum hk_error resolve_game(struct hk_request *request)
{
    return hk_game_open(request->http->service, request->found.values[0],
                        &request->game);
}

static enum hk_error resolve_seat(struct hk_request *request)
{
    enum hk_error error = resolve_game(request);
    if (error)
        return error;
    if (!read_number(request->found.values[1], &request->number))
        return HK_E_NOT_FOUND;
    error = hk_request_snapshot(request);
    if (error)
        return error;
    return request->number < request->snapshot.rules.seats ? HK_OK
                                                           : HK_E_NOT_FOUND;
}

static enum hk_error resolve_round(struct hk_request *request)
{
    unsigned wanted;

    enum hk_error error = resolve_game(request);
    if (error)
        return error;
    if (!read_number(request->found.values[1], &wanted))
        return HK_E_NOT_FOUND;
    error = hk_request_snapshot(request);
    if (error)
        return error;
    for (size_t i = 0; i < request->snapshot.round_count; i++) {
        if (request->snapshot.rounds[i].result.round == wanted) {
            request->number = (unsigned)i;
            return HK_OK;
        }
    }
    return HK_E_NOT_FOUND;
}

static enum hk_error resolve_player(struct hk_request *request)
{
    char folded[HK_FOLDED_NAME_SIZE];
    const char *text = request->found.values[0];

    if (!hk_name_fold(text, strlen(text), folded))
        return HK_E_NOT_FOUND;
    return hk_players_find(request->http->service, folded, &request->player);
}

enum hk_error hk_resolve(struct hk_request *request)
{
    const char *value = request->found.values[0];

    switch (request->found.resource->resource) {
    case HK_RESOURCE_NONE:
    case HK_RESOURCE_RECORD:
        return HK_OK;
    case HK_RESOURCE_GAME:
        return resolve_game(request);
    case HK_RESOURCE_SEAT:
        return resolve_seat(request);
    case HK_RESOURCE_ROUND:
        return resolve_round(request);
    case HK_RESOURCE_PLAYER:
        return resolve_player(request);
    case HK_RESOURCE_PROBLEM:
        request->listed = hk_error_find(value);
        return request->listed == HK_OK ? HK_E_NOT_FOUND : HK_OK;
    case HK_RESOURCE_VARIANT:
        return hk_variant_find(value, &request->variant) ? HK_OK
                                                         : HK_E_NOT_FOUND;
    }
    abort();
}
