# The unit file, with the paths of this installation.

EXTRA_DIST += systemd/hakamd.service.in
CLEANFILES += systemd/hakamd.service

if INSTALL_UNIT
systemdsystemunit_DATA = systemd/hakamd.service
endif

systemd/hakamd.service: systemd/hakamd.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) systemd && \
	$(SED) -e 's|@sbindir[@]|$(sbindir)|g' \
		-e 's|@docdir[@]|$(docdir)|g' \
		$(srcdir)/systemd/hakamd.service.in >$@.tmp && mv $@.tmp $@
