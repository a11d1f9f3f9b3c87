"""A rule quoted in a comment, as in "H9: …", is a rule of the rulebook.

So that searching for a rule's id finds the code that keeps it, and no id is
left over from a rule that was renumbered.
"""
import re

from source import files, line_of, start

# A comment that opens with ids: /* H5a G7: why */
CITED = re.compile(r"/\*+\s*((?:[GHMD]\d+[a-z]?\b[,\s]*)+)")
ID = re.compile(r"[GHMD]\d+[a-z]?")
RULE = re.compile(r"^\s*- \*{0,2}([GHMD]\d+[a-z]?)\b", re.MULTILINE)


def main():
    root, report = start()
    book = (root / "docs" / "rulebook.md").read_text(encoding="utf-8")
    rules = set(RULE.findall(book))
    for path in files(root, "src/**/*.[ch]", "src/**/*.def",
                      "tests/**/*.[ch]"):
        text = path.read_text(encoding="utf-8")
        for match in CITED.finditer(text):
            for rule in ID.findall(match.group(1)):
                if rule not in rules:
                    report.add(path, line_of(text, match.start()),
                               f"{rule} is no rule of docs/rulebook.md")
    report.exit()


main()
