"""Every source file is in a makefile: none is forgotten, none goes missing.

A test that no makefile names would never run, and a header that none names
would be missing from the tarball.
"""
from source import files, start


def main():
    root, report = start()
    makefiles = [root / "Makefile.am"] + files(root, "*/*.mk", "*/*/*.mk")
    words = set()
    for makefile in makefiles:
        if not makefile.exists():
            continue
        for word in makefile.read_text(encoding="utf-8").split():
            words.add(word.replace("$(srcdir)/", ""))
    for path in files(root, "src/**/*.[ch]", "src/**/*.def",
                      "tests/unit/*.c", "tests/property/*.c", "bench/**/*.[ch]",
                      "sql/*.sql"):
        name = path.relative_to(root).as_posix()
        # A test program of one file is named without its ending.
        if name not in words and name.removesuffix(".c") not in words:
            report.add(path, 1, "is in no makefile")
    report.exit()


main()
