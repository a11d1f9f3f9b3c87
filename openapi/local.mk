# The description of the API: kept as YAML, served as both, embedded. The JSON
# form is made from the YAML and is in the tarball, so that building from one
# needs no Python.

nodist_libhkdata_a_SOURCES += openapi/hakam_json.c openapi/hakam_yaml.c

EXTRA_DIST += openapi/hakam.yaml openapi/hakam.json openapi/redocly.yaml \
	openapi/record-1.schema.json
CLEANFILES += openapi/hakam_json.c openapi/hakam_yaml.c
MAINTAINERCLEANFILES = $(srcdir)/openapi/hakam.json

$(srcdir)/openapi/hakam.json: $(srcdir)/openapi/hakam.yaml \
		$(srcdir)/tools/yaml2json
	$(AM_V_GEN)$(PYTHON3) $(srcdir)/tools/yaml2json \
		$(srcdir)/openapi/hakam.yaml >$@.tmp && mv $@.tmp $@

openapi/hakam_json.c: $(srcdir)/openapi/hakam.json tools/embed
	$(AM_V_GEN)$(MKDIR_P) openapi && \
	AWK='$(AWK)' $(srcdir)/tools/embed data hk_embed_openapi_json \
		$(srcdir)/openapi/hakam.json >$@.tmp && mv $@.tmp $@

openapi/hakam_yaml.c: $(srcdir)/openapi/hakam.yaml tools/embed
	$(AM_V_GEN)$(MKDIR_P) openapi && \
	AWK='$(AWK)' $(srcdir)/tools/embed data hk_embed_openapi_yaml \
		$(srcdir)/openapi/hakam.yaml >$@.tmp && mv $@.tmp $@
