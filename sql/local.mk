# The migrations, embedded as one table in the order of their numbers; and with
# the description of the API, the library of all embedded data.

SQL_MIGRATIONS = sql/0001-initial.sql sql/0002-may-i.sql \
	sql/0003-bots.sql sql/0004-names.sql \
	sql/0005-scorecards.sql sql/0006-leaderboards.sql \
	sql/0007-results.sql sql/0008-steps.sql \
	sql/0009-seats-given.sql \
	sql/0010-feed.sql \
	sql/0011-hash-chain.sql sql/0012-clocks.sql \
	sql/0013-recent-events.sql sql/0014-stopped-clocks.sql

noinst_LIBRARIES += libhkdata.a
libhkdata_a_SOURCES =
nodist_libhkdata_a_SOURCES = sql/migrations.c

EXTRA_DIST += $(SQL_MIGRATIONS)
CLEANFILES += sql/migrations.c

# A migration that is added may be older than what was made without it.
sql/migrations.c: $(SQL_MIGRATIONS) sql/local.mk tools/embed
	$(AM_V_GEN)$(MKDIR_P) sql && \
	(cd $(srcdir) && AWK='$(AWK)' tools/embed migrations \
		$(SQL_MIGRATIONS)) >$@.tmp && mv $@.tmp $@
