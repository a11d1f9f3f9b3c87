"""docs/security.md names a test for every threat, and no ghosts.

Each row of its tables says what stops somebody and which test shows it: a test
over HTTP (`test_x.py::test_y`), a unit test (`test_x:y`), or a file of the
project that looks for it (a lint, a fuzz target).
"""
import re

from source import line_of, start

PAGE = "docs/security.md"
ROW = re.compile(r"^\|(?!-|.*\| shown by \|$)(.*)\|$", re.MULTILINE)
OVER_HTTP = re.compile(r"`(test_\w+)\.py::(test_\w+)`")
UNIT = re.compile(r"`(test_\w+):(\w+)`")
FILE = re.compile(r"`((?:tests/lint|fuzz|tools)/[\w.-]+)`")


def has_test(path, pattern):
    return path.exists() and re.search(pattern, path.read_text(
        encoding="utf-8"), re.MULTILINE)


def check_row(report, root, path, line, shown):
    found = 0
    for test, name in OVER_HTTP.findall(shown):
        found += 1
        if not has_test(root / "tests" / "http" / f"{test}.py",
                        rf"^def {name}\("):
            report.add(path, line, f"there is no test {test}.py::{name}")
    for test, name in UNIT.findall(shown):
        found += 1
        if not has_test(root / "tests" / "unit" / f"{test}.c",
                        rf"START_TEST\(\s*{name}\s*\)"):
            report.add(path, line, f"there is no test {test}:{name}")
    for name in FILE.findall(shown):
        found += 1
        if not (root / name).exists():
            report.add(path, line, f"there is no {name}")
    if not found:
        report.add(path, line, "no test shows it")


def main():
    root, report = start()
    path = root / PAGE
    text = path.read_text(encoding="utf-8")
    rows = list(ROW.finditer(text))
    if not rows:
        report.add(path, 1, "there is no table of threats")
    for row in rows:
        check_row(report, root, path, line_of(text, row.start()),
                  row.group(1).split("|")[-1])
    report.exit()


main()
