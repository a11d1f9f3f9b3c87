/* The body of a round that a table tells: POST and PUT …/rounds. */
#ifndef HK_HTTP_TOLD_READ_H
#define HK_HTTP_TOLD_READ_H

#include <stdbool.h>

#include <jansson.h>

#include "engine/scorecard.h"
#include "http/faults.h"

/*
 * Reads the body for a game under these rules, with its reason where the round
 * is corrected. Every fault of shape is collected, also (D13) what is missing
 * of a seat; what is returned means something only when there is none. The
 * reason is borrowed from the body.
 */
void hk_told_read(struct hk_faults *faults, json_t *body,
                  const struct hk_rules *rules, bool corrects,
                  struct hk_told_round *ret_told, const char **ret_reason);

#endif
