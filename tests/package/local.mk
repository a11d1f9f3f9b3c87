# The Debian package, built, installed, upgraded and removed: a stage of .ci/run
# for itself, since it needs root and Debian's archive.

EXTRA_DIST += tests/package
