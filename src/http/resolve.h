/* What a path names: looked up before anything else is judged. */
#ifndef HK_HTTP_RESOLVE_H
#define HK_HTTP_RESOLVE_H

#include "http/request.h"

/* Finds the game, seat, round, player, problem or variant that the path names
 * and keeps it in the request. Errors: HK_E_NOT_FOUND; those of the storage. */
HK_MUST_CHECK enum hk_error hk_resolve(struct hk_request *request);

#endif
