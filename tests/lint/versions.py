"""One version everywhere: the build, the API, the changelog, the package."""
import re

from source import line_of, start

BUILT = re.compile(r"^AC_INIT\(\[hakam\], \[([^]]*)\]\)", re.MULTILINE)
DESCRIBED = re.compile(r"^info:\n(?:[ #].*\n|\n)*?  version: (.*)$",
                       re.MULTILINE)
RELEASED = re.compile(r"^## \[(\d[^]]*)\]", re.MULTILINE)
PACKAGED = re.compile(r"\Ahakam \((.*)-[^-]*\) (\S+);")


def main():
    root, report = start()

    def find(name, pattern):
        path = root / name
        # The packaging is not in the tarball.
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        match = pattern.search(text)
        if text and not match and pattern is not RELEASED:
            report.add(path, 1, "no version is found here")
        return path, match and line_of(text, match.start()), \
            match.groups() if match else None

    _, _, built = find("configure.ac", BUILT)
    changes, _, released = find("CHANGELOG.md", RELEASED)
    for name, pattern in (("openapi/hakam.yaml", DESCRIBED),
                          ("CHANGELOG.md", RELEASED),
                          ("debian/changelog", PACKAGED)):
        path, line, found = find(name, pattern)
        if built and found and found[0] != built[0]:
            report.add(path, line, f"{found[0]}, not {built[0]} as in "
                       "configure.ac")
        if pattern is PACKAGED and found and found[1] != "UNRELEASED" \
                and not released:
            report.add(changes, 1, "the package is released, but no version "
                       "here is")
    report.exit()


main()
