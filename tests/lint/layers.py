"""Layers depend downward only, and each foreign library has one home.

base <- engine <- store <- service <- http <- main: a file includes headers of
its own layer and of those below it, by their path from src/. The engine is
pure: of the C library it may use only headers without allocation, input and
output, clock or threads.
"""
import re

from source import code_only, files, line_of, start

LAYERS = ["base", "engine", "store", "service", "http"]
MAIN = len(LAYERS)

# Header -> the only folders of src/ that may include it; "" is src/ itself.
HOMES = {
    "sqlite3.h": {"store"},
    "jansson.h": {"http"},
    "nettle/": {"base"},
    "microhttpd.h": {"http"},
    "systemd/": {""},
    "unicode/": {"service"},
    "uniwidth.h": {"http"},
}

ENGINE_MAY_INCLUDE = {
    "assert.h", "inttypes.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h",
    "string.h",
}

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"]",
                     re.MULTILINE)


def check_own(report, path, line, rank, name):
    folder = name.split("/")[0] if "/" in name else None
    if name == "config.h":
        return
    if folder is None and rank == MAIN:
        return
    if folder not in LAYERS:
        report.add(path, line, f'"{name}" is not a path from src/')
    elif LAYERS.index(folder) > rank:
        report.add(path, line, f"includes {name}, of a layer above it")


def check_system(report, path, line, layer, name):
    for header, homes in HOMES.items():
        here = name == header or (header.endswith("/") and
                                  name.startswith(header))
        if here and layer not in homes:
            allowed = ", ".join(f"src/{home}" for home in sorted(homes))
            report.add(path, line, f"{name} is for {allowed} alone")
    if layer == "engine" and name not in ENGINE_MAY_INCLUDE:
        report.add(path, line, f"the engine may not use {name}")


def main():
    root, report = start()
    src = root / "src"
    for path in files(src, "**/*.c", "**/*.h", "**/*.def"):
        parts = path.relative_to(src).parts
        layer = parts[0] if len(parts) > 1 else ""
        if layer and layer not in LAYERS:
            report.add(path, 1, f"src/{layer} is no layer")
            continue
        rank = LAYERS.index(layer) if layer else MAIN
        text = path.read_text(encoding="utf-8")
        code = code_only(text)
        for match in INCLUDE.finditer(text):
            if code[match.start():match.start(1)].strip() == "":
                continue  # inside a comment
            line = line_of(text, match.start(1))
            if match.group(1) == '"':
                check_own(report, path, line, rank, match.group(2))
            else:
                check_system(report, path, line, layer, match.group(2))
    report.exit()


main()
