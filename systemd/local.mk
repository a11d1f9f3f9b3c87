# The unit files, with the paths of this installation, and the file of settings
# that it names, /etc/default/hakamd: what the program itself tells of its
# options, and, set, what the unit counts on.

EXTRA_DIST += systemd/default.awk systemd/hakamd.service.in \
	systemd/hakam-backup.service.in systemd/hakam-backup.timer \
	systemd/hakamd.socket systemd/private-network.conf
CLEANFILES += systemd/hakamd.service systemd/hakamd.default \
	systemd/hakam-backup.service

if INSTALL_UNIT
systemdsystemunit_DATA = systemd/hakamd.service systemd/hakamd.socket \
	systemd/hakam-backup.service systemd/hakam-backup.timer
# An example: what it turns on needs the socket to be enabled.
examplesdir = $(docdir)/examples
examples_DATA = systemd/private-network.conf
noinst_DATA = systemd/hakamd.default

# What somebody has changed stays as it is.
install-data-hook:
	$(MKDIR_P) '$(DESTDIR)$(sysconfdir)/default'
	test -e '$(DESTDIR)$(sysconfdir)/default/hakamd' || \
		$(INSTALL_DATA) systemd/hakamd.default \
			'$(DESTDIR)$(sysconfdir)/default/hakamd'

uninstall-hook:
	! cmp -s systemd/hakamd.default \
		'$(DESTDIR)$(sysconfdir)/default/hakamd' || \
		rm '$(DESTDIR)$(sysconfdir)/default/hakamd'
endif

systemd/hakamd.service: systemd/hakamd.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) systemd && \
	$(SED) -e 's|@sbindir[@]|$(sbindir)|g' \
		-e 's|@docdir[@]|$(docdir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' \
		$(srcdir)/systemd/hakamd.service.in >$@.tmp && mv $@.tmp $@

systemd/hakam-backup.service: systemd/hakam-backup.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) systemd && \
	$(SED) -e 's|@bindir[@]|$(bindir)|g' \
		-e 's|@docdir[@]|$(docdir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' \
		$(srcdir)/systemd/hakam-backup.service.in >$@.tmp && mv $@.tmp $@

# Who builds for another machine names a hakamd of this one.
HAKAMD_FOR_BUILD = src/hakamd

systemd/hakamd.default: src/hakamd $(srcdir)/systemd/default.awk
	$(AM_V_GEN)$(MKDIR_P) systemd && \
	env -i $(HAKAMD_FOR_BUILD) --print-config --auth=keys \
		--database=/var/lib/hakam/hakam.db >$@.all && \
	$(AWK) -f $(srcdir)/systemd/default.awk $@.all >$@.tmp && \
	rm $@.all && mv $@.tmp $@
