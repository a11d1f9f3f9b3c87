# A busy half hour: no part of "make check".

EXTRA_DIST += tests/soak

SOAK_SECONDS = 1800

soak-mixed: all
	$(AM_TESTS_ENVIRONMENT) \
	$(srcdir)/tests/soak/run.sh --seconds $(SOAK_SECONDS)

.PHONY: soak-mixed
