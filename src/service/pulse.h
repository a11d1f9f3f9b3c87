/* Whether what is behind the service still works. */
#ifndef HK_SERVICE_PULSE_H
#define HK_SERVICE_PULSE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "service/service.h"
#include "store/store.h"

/* A question to the writer's thread. Zeroed before; stays where it is until the
 * service is closed. */
struct hk_pulse {
    struct hk_job job;
    atomic_bool awaited;
};

/* Asks the writer's thread for a sign of life, if it is not asked already. */
void hk_pulse_ask(struct hk_pulse *pulse, struct hk_service *service);

/* Whether it has answered: also where the disk refuses to write, which another
 * process would not change. */
bool hk_pulse_is_felt(const struct hk_pulse *pulse);

/* Whether the database can be read now. */
bool hk_pulse_can_read(struct hk_service *service);

#endif
