/* The log's texts of rounds that have ended, and of their corrections. */
#ifndef HK_SERVICE_RECORD_ROUND_H
#define HK_SERVICE_RECORD_ROUND_H

#include <stdbool.h>

#include "service/record_fields.h"
#include "service/record.h"

/* ROUND_ENDED: of a refereed game, or as told. */
void hk_record_put_round(const struct hk_rules *rules,
                         const struct hk_event *event, struct hk_strbuf *data);
bool hk_record_read_round(struct hk_reader *data, struct hk_event *event);

/* ROUND_CORRECTED; the reason is kept in the record. */
void hk_record_put_correction(const struct hk_rules *rules,
                              const struct hk_event *event,
                              struct hk_strbuf *data);
bool hk_record_read_correction(struct hk_reader *data,
                               struct hk_record *record);

#endif
