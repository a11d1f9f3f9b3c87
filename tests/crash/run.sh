#!/bin/sh
# Kills the daemon under load, again and again. SRCDIR is the top of the
# sources, HAKAMD and HAKAM the programs, PYTHON3 a Python that has pytest;
# HAKAM_KILLS says how often (10).
set -eu

: "${SRCDIR:?the top of the sources}"
: "${HAKAMD:?the daemon to test}"
: "${HAKAM:?the admin command to test}"
export SRCDIR HAKAMD HAKAM

# The sources may be read-only: nothing is written beside them.
PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$SRCDIR/tests/http
export PYTHONDONTWRITEBYTECODE PYTHONPATH

exec "${PYTHON3:-/usr/bin/python3}" -m pytest -p no:cacheprovider \
    --rootdir "$SRCDIR/tests/crash" -ra "$SRCDIR/tests/crash" "$@"
