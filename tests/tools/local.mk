# Tests of the tools that the build and the other tests rely on.

TESTS += tests/tools/run.sh
EXTRA_DIST += tests/tools
