"""docs/rule-tests.md names a test for every rule and option, and no ghosts.

Each rule of rules.def and each option of options.def begins a row of a table;
what a row names as its tests must exist.
"""
import re

from source import code_only, line_of, start

TABLE = "docs/rule-tests.md"
ROW = re.compile(r"^\| *`?([\w-]+)`? *\|.*\|(.*)\|$", re.MULTILINE)
TEST = re.compile(r"`(test_\w+):(\w+)`")
CASE = re.compile(r"`case:([\w-]+)`")


def first_words(path, macros):
    """The first argument of every use of one of the macros."""
    if not path.exists():
        return []
    text = code_only(path.read_text(encoding="utf-8"))
    return re.findall(rf"^(?:{macros})\((\w+),", text, re.MULTILINE)


def check_test(report, root, path, line, program, name):
    source = root / "tests" / "unit" / f"{program}.c"
    found = source.exists() and re.search(
        rf"START_TEST\(\s*{name}\s*\)", source.read_text(encoding="utf-8"))
    if not found:
        report.add(path, line, f"there is no test {program}:{name}")


def main():
    root, report = start()
    path = root / TABLE
    engine = root / "src" / "engine"
    text = path.read_text(encoding="utf-8")
    proved = {row.group(1) for row in ROW.finditer(text)
              if TEST.search(row.group(2)) or CASE.search(row.group(2))}
    wanted = (first_words(engine / "rules.def", "X") +
              first_words(engine / "options.def", "INT|ONEOF|BOOL|CHOICE"))
    for name in wanted:
        if name not in proved:
            report.add(path, 1, f"{name} has no row with a test")
    for match in TEST.finditer(text):
        check_test(report, root, path, line_of(text, match.start()),
                   match.group(1), match.group(2))
    for match in CASE.finditer(text):
        if not (root / "tests" / "cases" / f"{match.group(1)}.json").exists():
            report.add(path, line_of(text, match.start()),
                       f"there is no case {match.group(1)}")
    report.exit()


main()
