"""What the lints share: finding files, reading C without its comments."""
import pathlib
import re
import sys

# A comment, or a text or character constant: whichever begins first.
_TOKEN = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.DOTALL)


def files(root, *patterns):
    """Files below root that match one of the patterns, as sorted paths."""
    found = set()
    for pattern in patterns:
        found.update(p for p in root.glob(pattern) if p.is_file())
    return sorted(p for p in found if "fixtures" not in
                  p.relative_to(root).parts)


def code_only(text):
    """C code with comments and constants blanked; lines keep their numbers."""
    def blank(match):
        token = match.group()
        if token[0] in "\"'":
            return token[0] + " " * (len(token) - 2) + token[-1]
        return re.sub(r"[^\n]", " ", token)
    return _TOKEN.sub(blank, text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class Report:
    """Collects findings; the exit status says whether there were any."""

    def __init__(self, root):
        self.root = root
        self.count = 0

    def add(self, path, line, message):
        self.count += 1
        print(f"{path.relative_to(self.root)}:{line}: {message}")

    def exit(self):
        sys.exit(1 if self.count else 0)


def start():
    """The root given on the command line, and a report for it."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} ROOT")
    root = pathlib.Path(sys.argv[1]).resolve()
    return root, Report(root)
