# The programs: the daemon and the admin command, and what they share.

noinst_LIBRARIES += libhkmain.a
libhkmain_a_SOURCES = \
	src/at_work.c src/at_work.h \
	src/backups.c src/backups.h \
	src/check_config.c src/check_config.h \
	src/config_file.c src/config_file.h \
	src/credentials.c src/credentials.h \
	src/listen.c src/listen.h \
	src/notify.c src/notify.h \
	src/option_config.c \
	src/option_help.c \
	src/option_policy.c src/option_policy.h \
	src/option_rows.c src/option_rows.h \
	src/options.c src/options.h src/options.def \
	src/reload.c src/reload.h \
	src/token_file.c src/token_file.h

sbin_PROGRAMS += src/hakamd
src_hakamd_SOURCES = \
	src/main.c \
	src/signals.c src/signals.h \
	src/watch.c src/watch.h
src_hakamd_LDADD = libhkmain.a $(HK_LIBS)

bin_PROGRAMS += src/hakam
src_hakam_SOURCES = \
	src/admin.c src/admin.h \
	src/admin_backup.c \
	src/admin_check.c \
	src/admin_copy.c \
	src/admin_game.c \
	src/admin_key.c \
	src/admin_restore.c \
	src/admin_stats.c
src_hakam_LDADD = libhkmain.a $(HK_LIBS)
