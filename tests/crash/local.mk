# The daemon killed under load: a few times in "make check", and as often as it
# takes to trust it in "make soak", with a crowd of connections as well.

CRASH_TESTS = tests/crash/run.sh
TESTS += $(CRASH_TESTS)
EXTRA_DIST += tests/crash

SOAK_KILLS = 200
SOAK_CROWD = 10000

soak: all
	$(AM_TESTS_ENVIRONMENT) HAKAM_KILLS=$(SOAK_KILLS); \
	HAKAM_CROWD=$(SOAK_CROWD); export HAKAM_KILLS HAKAM_CROWD; \
	$(srcdir)/tests/crash/run.sh && \
	$(srcdir)/tests/http/run.sh -k connections

.PHONY: soak
