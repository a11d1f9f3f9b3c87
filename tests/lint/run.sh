#!/bin/sh
# Runs every lint on the project, which must be clean, and on its fixtures,
# each of which must turn it red: fixtures/LINT/CASE/ is a little project with
# one fault; its file "expect" holds a piece of what the lint must say.
set -u

: "${SRCDIR:?the top of the sources}"
lint=$SRCDIR/tests/lint
python=${PYTHON3:-/usr/bin/python3}
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
passed=0
failed=0

ok()
{
    echo "ok: $1"
    passed=$((passed + 1))
}

not_ok()
{
    echo "NOT OK: $1"
    printf '%s\n' "$2" | sed 's/^/    /'
    failed=$((failed + 1))
}

for name in layers banned formats citations size listed cases rule_tests \
    threats texts shell versions; do
    if said=$("$python" "$lint/$name.py" "$SRCDIR" 2>&1); then
        ok "$name: the project is clean${said:+ ($said)}"
    else
        not_ok "$name: the project has faults" "$said"
    fi
    if [ $name = shell ] && ! command -v shellcheck >/dev/null; then
        continue
    fi
    fixtures=0
    for fixture in "$lint/fixtures/$name"/*/; do
        [ -d "$fixture" ] || continue
        fixtures=$((fixtures + 1))
        case=$name/$(basename "$fixture")
        root=$fixture
        [ -d "$fixture/project" ] && root=$fixture/project
        said=$("$python" "$lint/$name.py" "$root" 2>&1)
        status=$?
        if [ $status -ne 1 ]; then
            not_ok "$case: the lint ended with $status, not 1" "$said"
        elif ! printf '%s\n' "$said" | grep -qFf "$fixture/expect"; then
            not_ok "$case: the lint does not say what it should" "$said"
        else
            ok "$case: turns red"
        fi
    done
    if [ $fixtures -eq 0 ]; then
        not_ok "$name: there is no fixture" ""
    fi
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
