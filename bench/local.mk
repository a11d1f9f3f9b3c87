# Benchmarks: built by "make bench", never part of a test.

BENCHMARKS = bench/bot_games bench/load bench/playout bench/recount \
	bench/solver bench/streams \
	bench/ceilings/commits bench/ceilings/server bench/seed-games

# Random self-play, which a test uses as well.
noinst_LIBRARIES += libhkrandom.a
libhkrandom_a_SOURCES = \
	bench/dice.h \
	bench/random_melds.c bench/random_melds.h \
	bench/random_move.c bench/random_move.h

bench_bot_games_SOURCES = bench/bot_games.c
bench_bot_games_LDADD = libhkrandom.a libhkengine.a libhkbase.a $(SODIUM_LIBS) \
	$(NETTLE_LIBS)

bench_playout_SOURCES = bench/playout.c
bench_playout_LDADD = libhkrandom.a libhkengine.a libhkbase.a $(SODIUM_LIBS) \
	$(NETTLE_LIBS)

bench_load_SOURCES = \
	bench/load.c bench/load.h \
	bench/load_arranged.c \
	bench/load_client.c \
	bench/load_games.c bench/load_games.h
bench_load_LDADD = libhkrandom.a libhkengine.a libhkbase.a $(SODIUM_LIBS) \
	$(NETTLE_LIBS)

bench_streams_SOURCES = bench/streams.c

# What the libraries can do without us.
bench_ceilings_commits_SOURCES = bench/ceilings/commits.c \
	bench/ceilings/rows.c bench/ceilings/rows.h
bench_ceilings_commits_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/bench
bench_ceilings_commits_LDADD = $(SQLITE_LIBS)
bench_ceilings_server_SOURCES = bench/ceilings/server.c \
	bench/ceilings/rows.c bench/ceilings/rows.h
bench_ceilings_server_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/bench
bench_ceilings_server_LDADD = $(MICROHTTPD_LIBS) $(SQLITE_LIBS)

bench_recount_SOURCES = bench/recount.c
bench_recount_LDADD = $(HK_LIBS)

# Writes with the service's own functions.
bench_seed_games_SOURCES = bench/seed_games.c
bench_seed_games_LDADD = libhkrandom.a $(HK_LIBS)

EXTRA_PROGRAMS = $(BENCHMARKS)

bench: $(BENCHMARKS)

.PHONY: bench

# What a user would otherwise build on: from npm, into a
# folder that "make clean" takes away.
bench-peers:
	$(MKDIR_P) var/peers
	cp $(srcdir)/bench/peers/package.json var/peers/
	cd var/peers && npm install --no-audit --no-fund --no-package-lock

.PHONY: bench-peers

EXTRA_DIST += bench/README.md bench/RESULTS.md bench/run \
	bench/peers/bgio_load.js bench/peers/bgio_server.js \
	bench/peers/one_move.js bench/peers/package.json \
	bench/peers/plain.js
