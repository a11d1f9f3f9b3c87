/* What several targets choose by their bytes, and what they all hold. */
#ifndef HK_FUZZ_CHOICES_H
#define HK_FUZZ_CHOICES_H

#include "engine/rules.h"
#include "fuzz.h"
#include "service/record.h"

/* Any variant with any number of seats under any options. */
void fuzz_choose_rules(struct fuzz_bytes *bytes, struct hk_rules *ret_rules);

/* Checks that the log's texts of an event read back as the same event. */
void fuzz_check_texts(const struct hk_rules *rules,
                      const struct hk_entry *entry);

#endif
