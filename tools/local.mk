# What builds, runs and checks the project.

EXTRA_DIST += \
	tools/catalogue \
	tools/check \
	tools/compare-ratings \
	tools/count-results \
	tools/cppcheck-suppressions.txt \
	tools/demo \
	tools/embed \
	tools/failed-tests \
	tools/format \
	tools/lint \
	tools/serve \
	tools/setup-lib \
	tools/sheet-shot \
	tools/verify-deal.py \
	tools/verify-record.py \
	tools/yaml2json
