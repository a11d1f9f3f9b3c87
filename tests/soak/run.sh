#!/bin/sh
# A busy half hour: run.py tells. SRCDIR is the top of the sources, HAKAMD and
# HAKAM the programs, PYTHON3 a Python; arguments are its own.
set -eu

: "${SRCDIR:?the top of the sources}"
: "${HAKAMD:?the daemon to test}"
: "${HAKAM:?the admin command to test}"
export SRCDIR HAKAMD HAKAM

PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$SRCDIR/tests/http
export PYTHONDONTWRITEBYTECODE PYTHONPATH

exec "${PYTHON3:-/usr/bin/python3}" "$SRCDIR/tests/soak/run.py" "$@"
