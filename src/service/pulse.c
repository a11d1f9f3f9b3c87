/* Asking the writer, and reading. */
#include "service/pulse.h"

#include "service/internal.h"
#include "store/games.h"

/* Is refused, so that it tells nothing of the disk, on which it writes nothing
 * (hk_store_ready()). */
static enum hk_error do_nothing(struct hk_tx *tx, void *cls)
{
    (void)tx;
    (void)cls;
    return HK_E_NOT_FOUND;
}

static void answered(enum hk_error error, void *cls)
{
    struct hk_pulse *pulse = cls;

    (void)error;
    atomic_store(&pulse->awaited, false);
}

void hk_pulse_ask(struct hk_pulse *pulse, struct hk_service *service)
{
    if (atomic_exchange(&pulse->awaited, true))
        return;
    pulse->job = (struct hk_job){
        .run = do_nothing, .done = answered, .cls = pulse};
    hk_store_submit(service->store, &pulse->job, HK_WRITE_THERE);
}

bool hk_pulse_is_felt(const struct hk_pulse *pulse)
{
    return !atomic_load(&pulse->awaited);
}

bool hk_pulse_can_read(struct hk_service *service)
{
    int64_t last;

    return hk_store_last_game(service->store, &last) == HK_OK;
}
