"""Every file is in a makefile: none is forgotten, none goes missing.

A test that no makefile names would never run, and a header or a page that none
names would be missing from the tarball.
"""
from source import files, start

# Where a file is named for itself, or lies in a folder that is named whole.
PLACES = ("*.md", "fuzz/**/*", "bench/**/*", "completion/*", "docs/**/*",
          "lang/*.po", "man/*", "openapi/*", "sql/*.sql", "src/**/*.[ch]",
          "src/**/*.def",
          "systemd/*.in", "tests/**/*", "tools/*")


def words_of(makefiles):
    words = set()
    for makefile in makefiles:
        if not makefile.exists():
            continue
        for word in makefile.read_text(encoding="utf-8").split():
            words.add(word.replace("$(srcdir)/", ""))
    return words


def is_listed(path, words):
    name = path.as_posix()
    # A test program of one file is named without its ending.
    return (name in words or name.removesuffix(".c") in words
            or any(parent.as_posix() in words for parent in path.parents))


def is_left_over(path):
    """What a test or an editor has left, or git does not keep."""
    return path.suffix in (".log", ".o", ".tmp", ".trs") or any(
        part.startswith(".") or part == "__pycache__" for part in path.parts)


def main():
    root, report = start()
    words = words_of([root / "Makefile.am"]
                     + files(root, "*/*.mk", "*/*/*.mk"))
    for path in files(root, *PLACES):
        name = path.relative_to(root)
        if not is_listed(name, words) and not is_left_over(name) \
                and name.name != "local.mk":
            report.add(path, 1, "is in no makefile")
    report.exit()


main()
