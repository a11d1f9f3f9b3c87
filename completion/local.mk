# Completion by bash, which finds it by the name of the program: one file for
# both.

dist_bashcompletion_DATA = completion/hakam

install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(bashcompletiondir)'
	cd '$(DESTDIR)$(bashcompletiondir)' && rm -f hakamd && \
		$(LN_S) hakam hakamd

uninstall-local:
	rm -f '$(DESTDIR)$(bashcompletiondir)/hakamd'
