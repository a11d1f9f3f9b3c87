"""Every function like printf says so, so that the compiler checks its calls.

A function of ours that takes "..." has __attribute__((format(printf, ...)))
on at least one of its declarations.
"""
import re

from source import code_only, files, line_of, start

VARIADIC = re.compile(r"\b(\w+)\s*\(([^()]*),\s*\.\.\.\s*\)([^;{]*)[;{]")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
ATTRIBUTE = re.compile(r"format\s*\(\s*(__)?printf")


def main():
    root, report = start()
    seen = {}
    marked = set()
    for path in files(root, "src/**/*.[ch]", "tests/**/*.[ch]",
                      "bench/**/*.[ch]"):
        code = code_only(path.read_text(encoding="utf-8"))
        code = DIRECTIVE.sub(lambda found: "\n" * found.group().count("\n"),
                             code)
        for match in VARIADIC.finditer(code):
            name = match.group(1)
            seen.setdefault(name, (path, line_of(code, match.start(1))))
            before = code[max(code.rfind(";", 0, match.start()),
                              code.rfind("}", 0, match.start())) + 1:
                          match.start()]
            if ATTRIBUTE.search(match.group(3)) or ATTRIBUTE.search(before):
                marked.add(name)
    for name, (path, line) in seen.items():
        if name not in marked:
            report.add(path, line,
                       f"{name}() takes \"...\" without a format attribute")
    report.exit()


main()
