# Faults put into the rules on purpose: no part of "make check".

EXTRA_DIST += tests/mutation
