/* A look at one game from outside: the database may be served by another
 * process. */
#ifndef HK_SERVICE_LOOK_H
#define HK_SERVICE_LOOK_H

#include "base/error.h"
#include "service/game.h"
#include "service/history.h"
#include "store/store.h"

/*
 * The game with this uuid at one moment, made from its log; to be freed with
 * hk_snapshot_clear(). Nobody is known to be away. Errors: HK_E_NOT_FOUND,
 * HK_E_STORAGE_UNAVAILABLE; HK_E_INTERNAL, with why in ret_fault.
 */
HK_MUST_CHECK enum hk_error hk_look(struct hk_store *store, const char *uuid,
                                    struct hk_snapshot *ret_snapshot,
                                    char ret_fault[HK_FAULT_SIZE]);

#endif
