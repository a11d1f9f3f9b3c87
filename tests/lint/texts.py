"""What clients read is in the catalogue, and nothing is in it for nobody.

A sentence in the code of src/http would be in English for everybody; a row of
faults.def or words.def that no code names would be translated for nobody.
"""
import re

from source import code_only, files, line_of, start

TABLES = {"faults.def": "HK_FAULT_", "words.def": "HK_WORD_"}
# A capital, a blank somewhere, a full stop at the end; not a part of JSON.
SENTENCE = re.compile(r'"[A-Z][^"\\\n]* [^"\\\n]*\."')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def without_comments(text):
    return COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def main():
    root, report = start()
    http = root / "src" / "http"
    code = ""
    for path in files(http, "*.c", "*.h"):
        text = path.read_text(encoding="utf-8")
        code += code_only(text)
        for match in SENTENCE.finditer(without_comments(text)):
            report.add(path, line_of(text, match.start()),
                       "a sentence that is in no catalogue")
    for table, prefix in TABLES.items():
        path = http / table
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"^X\((\w+),", text, re.MULTILINE):
            name = prefix + match.group(1)
            if not re.search(rf"\b{name}\b", code):
                report.add(path, line_of(text, match.start()),
                           f"nothing uses {name}")
    report.exit()


main()
