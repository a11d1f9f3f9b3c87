#!/bin/sh
# Runs the tests of tools/. SRCDIR is the top of the sources.
set -eu

: "${SRCDIR:?the top of the sources}"
export SRCDIR

# The sources may be read-only: nothing is written beside them.
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

exec "${PYTHON3:-/usr/bin/python3}" -m pytest -p no:cacheprovider \
    --rootdir "$SRCDIR/tests/tools" -ra "$SRCDIR/tests/tools" "$@"
