/* The signals of the daemon. */
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

void hk_signals_block(void)
{
    static const int kept[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGILL,
                               SIGSEGV, SIGSYS,  SIGTRAP, SIGQUIT,
                               SIGTSTP, SIGTTIN, SIGTTOU};
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    sigset_t blocked;

    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        sigdelset(&blocked, kept[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    /* A client that has gone is told by the error of the write. */
    sigemptyset(&ignored.sa_mask);
    sigaction(SIGPIPE, &ignored, NULL);
}

int hk_signals_wait(uint64_t most_us)
{
    struct timespec most = {
        .tv_sec = (time_t)(most_us / 1000000),
        .tv_nsec = (long)(most_us % 1000000 * 1000),
    };
    sigset_t wanted;
    int number;

    sigemptyset(&wanted);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGHUP);
    do
        number = most_us ? sigtimedwait(&wanted, NULL, &most)
                         : sigwaitinfo(&wanted, NULL);
    while (number < 0 && errno == EINTR);
    if (number < 0 && errno != EAGAIN)
        abort();
    return number < 0 ? 0 : number;
}

void hk_signals_let_through(void (*leave)(int number))
{
    struct sigaction action = {.sa_handler = leave};
    sigset_t through;

    sigemptyset(&action.sa_mask);
    sigemptyset(&through);
    sigaddset(&through, SIGTERM);
    sigaddset(&through, SIGINT);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &through, NULL);
}
