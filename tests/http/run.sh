#!/bin/sh
# Runs the tests over HTTP. The build says where things are: SRCDIR the sources,
# HAKAMD and HAKAM the programs, PYTHON3 a Python that has pytest. Arguments are
# pytest's: without any all tests are run, by two processes for each processor,
# since the tests wait a lot: for time to go by, and for the disk.
# HAKAM_HTTP=short: all are looked at, and those run that read the sources.
# HAKAM_HTTP=threads: without the files in which one client at a time asks for
# what no other thread has a part in; each request that there is is made once by
# test_contract.py, but for its examples, which no daemon sees.
set -eu

: "${SRCDIR:?the top of the sources}"
: "${HAKAMD:?the daemon to test}"
: "${HAKAM:?the admin command to test}"
export SRCDIR HAKAMD HAKAM

# The sources may be read-only: nothing is written beside them.
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

PYTHON3=${PYTHON3:-/usr/bin/python3}
ONE_AT_A_TIME="cases check conditional corrections cors demo documents dry_run
    hash_chain hidden json_strict languages leaderboards legal_moves lists may_i
    methods metrics_docs names notes options order_of_checks readme recompute
    recorded_games records reflection refusals refusals_may_i rounds scorecards
    scores_sheet service table tokens undo verify_deal which_refusal_wins"

# Each process has a daemon of its own; a file's tests stay together.
if [ $# -eq 0 ] && "$PYTHON3" -c 'import xdist' 2>/dev/null; then
    set -- -n $((2 * $(nproc))) --dist loadfile
fi

case ${HAKAM_HTTP-} in
short)
    found=$("$PYTHON3" -m pytest -p no:cacheprovider --collect-only -q \
        --rootdir "$SRCDIR/tests/http" "$SRCDIR/tests/http") || {
        printf '%s\n' "$found" | tail -n 50
        exit 1
    }
    printf '%s\n' "$found" | tail -n 1
    set -- "$@" -k "contract or documents or readme or service"
    ;;
threads)
    for name in $ONE_AT_A_TIME; do
        set -- "$@" --ignore "$SRCDIR/tests/http/test_$name.py"
    done
    set -- "$@" -k "not an_example_is_valid"
    ;;
esac

exec "$PYTHON3" -m pytest -p no:cacheprovider \
    --rootdir "$SRCDIR/tests/http" -ra "$SRCDIR/tests/http" "$@"
