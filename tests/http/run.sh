#!/bin/sh
# Runs the tests over HTTP. The build says where things are: SRCDIR the sources,
# HAKAMD and HAKAM the programs, PYTHON3 a Python that has pytest.
set -eu

: "${SRCDIR:?the top of the sources}"
: "${HAKAMD:?the daemon to test}"
: "${HAKAM:?the admin command to test}"
export SRCDIR HAKAMD HAKAM

# The sources may be read-only: nothing is written beside them.
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

exec "${PYTHON3:-/usr/bin/python3}" -m pytest -p no:cacheprovider \
    --rootdir "$SRCDIR/tests/http" -ra "$SRCDIR/tests/http" "$@"
