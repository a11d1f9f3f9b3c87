# The rules of the house that no compiler knows, each with a fixture that must
# turn it red.

LINT_TESTS = tests/lint/run.sh

TESTS += $(LINT_TESTS)
EXTRA_DIST += tests/lint
