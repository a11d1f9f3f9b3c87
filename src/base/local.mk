noinst_LIBRARIES += libhkbase.a
libhkbase_a_SOURCES = \
	src/base/buckets.c src/base/buckets.h \
	src/base/chain.c src/base/chain.h \
	src/base/cleanup.h \
	src/base/clock.c src/base/clock.h \
	src/base/error.c src/base/error.h src/base/errors.def \
	src/base/ip.c src/base/ip.h \
	src/base/json_write.c src/base/json_write.h \
	src/base/log.c src/base/log.h \
	src/base/metrics.c src/base/metrics.h \
	src/base/process.c src/base/process.h \
	src/base/reason.c src/base/reason.h \
	src/base/rng.c src/base/rng.h \
	src/base/sha256.c src/base/sha256.h \
	src/base/shuffle.c src/base/shuffle.h \
	src/base/strbuf.c src/base/strbuf.h
