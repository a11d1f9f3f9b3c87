# Fuzz targets: fuzz/README.md. Each is one function; where it is linked with a
# fuzzer (configure --enable-fuzzing) that drives it, else corpus.c runs the
# kept inputs through it, which "make check" does.

FUZZ_TARGETS = \
	fuzz/database \
	fuzz/moves \
	fuzz/notation \
	fuzz/parsers \
	fuzz/records \
	fuzz/requests \
	fuzz/scorecards

# What they share; and who drives them where no fuzzer does.
libhkfuzz_a_SOURCES = \
	fuzz/choices.c fuzz/choices.h \
	fuzz/fuzz.h \
	fuzz/house.c fuzz/house.h
libhkcorpus_a_SOURCES = fuzz/corpus.c

if FUZZING
noinst_LIBRARIES += libhkfuzz.a
noinst_PROGRAMS += $(FUZZ_TARGETS)
FUZZ_LIBS = libhkfuzz.a $(HK_LIBS)
FUZZ_DRIVER = -fsanitize=fuzzer
else
check_LIBRARIES += libhkfuzz.a libhkcorpus.a
check_PROGRAMS += $(FUZZ_TARGETS)
TESTS += $(FUZZ_TARGETS)
FUZZ_LIBS = libhkfuzz.a libhkcorpus.a $(HK_LIBS)
FUZZ_DRIVER =
endif

FUZZ_LINK = $(AM_LDFLAGS) $(FUZZ_DRIVER)

fuzz_database_LDADD = $(FUZZ_LIBS)
fuzz_database_LDFLAGS = $(FUZZ_LINK)
fuzz_moves_LDADD = $(FUZZ_LIBS)
fuzz_moves_LDFLAGS = $(FUZZ_LINK)
fuzz_notation_LDADD = $(FUZZ_LIBS)
fuzz_notation_LDFLAGS = $(FUZZ_LINK)
fuzz_parsers_LDADD = $(FUZZ_LIBS)
fuzz_parsers_LDFLAGS = $(FUZZ_LINK)
fuzz_records_LDADD = $(FUZZ_LIBS)
fuzz_records_LDFLAGS = $(FUZZ_LINK)
fuzz_requests_LDADD = $(FUZZ_LIBS)
fuzz_requests_LDFLAGS = $(FUZZ_LINK)
fuzz_scorecards_LDADD = $(FUZZ_LIBS)
fuzz_scorecards_LDFLAGS = $(FUZZ_LINK)

# What a fuzzer drives, and nothing else.
fuzz-targets: $(FUZZ_TARGETS)

.PHONY: fuzz-targets

EXTRA_DIST += fuzz/README.md fuzz/make-seeds fuzz/run \
	fuzz/corpus fuzz/crashers fuzz/dict
