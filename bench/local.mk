# Benchmarks: built by "make bench", never part of a test.

BENCHMARKS = bench/bot_games bench/playout bench/solver

# Random self-play, which a test uses as well.
noinst_LIBRARIES += libhkrandom.a
libhkrandom_a_SOURCES = \
	bench/dice.h \
	bench/random_melds.c bench/random_melds.h \
	bench/random_move.c bench/random_move.h

bench_bot_games_SOURCES = bench/bot_games.c
bench_bot_games_LDADD = libhkrandom.a libhkengine.a libhkbase.a $(SODIUM_LIBS)

bench_playout_SOURCES = bench/playout.c
bench_playout_LDADD = libhkrandom.a libhkengine.a libhkbase.a $(SODIUM_LIBS)

EXTRA_PROGRAMS = $(BENCHMARKS)

bench: $(BENCHMARKS)

.PHONY: bench
