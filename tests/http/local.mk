# The tests over HTTP, as one test of `make check`, with the cases and
# games that they play.

HTTP_TESTS = tests/http/run.sh

TESTS += $(HTTP_TESTS)
EXTRA_DIST += tests/http tests/cases tests/more-cases tests/games tests/records
