"""Files and lines stay short enough to read: 600 lines, 80 columns."""
from source import files, start

LINES = 600
COLUMNS = 80


def main():
    root, report = start()
    code = files(root, "src/**/*.[ch]", "src/**/*.def", "tests/**/*.[ch]",
                 "bench/**/*.[ch]", "fuzz/**/*.[ch]")
    scripts = files(root, "tests/**/*.py", "tests/**/*.sh", "tools/*",
                    "configure.ac", "m4/*.m4", "*/*.mk",
                    "*/*/*.mk", "Makefile.am")
    for path in code + scripts:
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > LINES:
            report.add(path, len(lines),
                       f"{len(lines)} lines, at most {LINES}: split it")
        if path not in code:
            continue
        for number, line in enumerate(lines, 1):
            width = len(line.expandtabs(8))
            if width > COLUMNS:
                report.add(path, number,
                           f"{width} columns, at most {COLUMNS}")
            if "\t" in line:
                report.add(path, number, "a tab: indent by 4 spaces")
            if line != line.rstrip():
                report.add(path, number, "blanks at the end")
    report.exit()


main()
