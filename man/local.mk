# Manual pages.

dist_man_MANS = man/hakamd.8 man/hakam.1
