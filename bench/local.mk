# Benchmarks: built by "make bench", never part of a test.

BENCHMARKS =

EXTRA_PROGRAMS = $(BENCHMARKS)

bench: $(BENCHMARKS)

.PHONY: bench
