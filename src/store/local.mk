noinst_LIBRARIES += libhkstore.a
libhkstore_a_SOURCES = \
	src/store/around.c \
	src/store/backup.c src/store/backup.h \
	src/store/board_lines.c \
	src/store/board_read.h \
	src/store/boards.c src/store/boards.h \
	src/store/db.c src/store/db.h \
	src/store/events.c \
	src/store/feed.c src/store/feed.h \
	src/store/figures.c src/store/figures.h src/store/figures_row.h \
	src/store/files.c src/store/files.h \
	src/store/games.c src/store/games.h \
	src/store/internal.h \
	src/store/keys.c src/store/keys.h \
	src/store/lock.c src/store/lock.h \
	src/store/migrate.c src/store/migrate.h \
	src/store/players.c src/store/players.h \
	src/store/present.c src/store/present.h \
	src/store/profile.c \
	src/store/rating.h \
	src/store/recent.c src/store/recent.h \
	src/store/receipts.c src/store/receipts.h \
	src/store/replace.c \
	src/store/stopped_clocks.c src/store/stopped_clocks.h \
	src/store/results.c src/store/results.h \
	src/store/rounds.c \
	src/store/rounds_read.c \
	src/store/settle.c src/store/settle.h \
	src/store/spool.c src/store/spool.h \
	src/store/stats.c src/store/stats.h \
	src/store/steps.c src/store/steps.h \
	src/store/store.c src/store/store.h \
	src/store/text.c src/store/text.h \
	src/store/writer.c src/store/writer.h
