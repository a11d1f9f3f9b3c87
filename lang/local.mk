# The translations of the texts of the answers, one file for each language but
# English: made into arrays of the library of embedded data.

nodist_libhkdata_a_SOURCES += lang/ar.c lang/ru.c

EXTRA_DIST += lang/ar.po lang/ru.po
CLEANFILES += lang/ar.c lang/ru.c tests/unit/sources_ar.c \
	tests/unit/sources_ru.c

lang/ar.c lang/ru.c: tools/catalogue

.po.c:
	$(AM_V_GEN)$(MKDIR_P) lang && \
	AWK='$(AWK)' $(srcdir)/tools/catalogue texts hk_texts_$(*F) $< \
		>$@.tmp && mv $@.tmp $@

# For the test that holds each translation to its English.
tests/unit/sources_ar.c: lang/ar.po tools/catalogue
	$(AM_V_GEN)$(MKDIR_P) tests/unit && \
	AWK='$(AWK)' $(srcdir)/tools/catalogue sources hk_sources_ar \
		$(srcdir)/lang/ar.po >$@.tmp && mv $@.tmp $@

tests/unit/sources_ru.c: lang/ru.po tools/catalogue
	$(AM_V_GEN)$(MKDIR_P) tests/unit && \
	AWK='$(AWK)' $(srcdir)/tools/catalogue sources hk_sources_ru \
		$(srcdir)/lang/ru.po >$@.tmp && mv $@.tmp $@
