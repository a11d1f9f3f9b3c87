"""The tools that the build and the tests rely on do what they say."""
import json
import os
import pathlib
import shlex
import subprocess

import pytest

TOOLS = pathlib.Path(os.environ["SRCDIR"]) / "tools"

LIBCHECK = "100%: Checks: {}, Failures: {}, Errors: {}\n"
PYTEST = "=== {} in 3.45s ===\n"
PYTEST_MINUTES = "=== {} in 83.45s (0:01:23) ===\n"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], text=True,
                          capture_output=True, check=False, **options)


def results(folder, *logs, options=()):
    """count-results over a build folder with these (result, log) pairs."""
    for number, (result, log) in enumerate(logs):
        test = folder / "tests" / f"test_{number}"
        test.parent.mkdir(exist_ok=True)
        test.with_suffix(".trs").write_text(
            f":test-result: {result}\n:global-test-result: {result}\n")
        if log is not None:
            test.with_suffix(".log").write_text(log)
    done = run(TOOLS / "count-results", *options, folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("logs, expected", [
    # libcheck
    ([("PASS", LIBCHECK.format(12, 0, 0))], "12 passed, 0 failed"),
    ([("FAIL", "66%: Checks: 3, Failures: 1, Errors: 0\n")],
     "2 passed, 1 failed"),
    ([("FAIL", "33%: Checks: 3, Failures: 1, Errors: 1\n")],
     "1 passed, 2 failed"),
    # two suites in one program
    ([("PASS", LIBCHECK.format(2, 0, 0) + LIBCHECK.format(3, 0, 0))],
     "5 passed, 0 failed"),
    # pytest
    ([("PASS", PYTEST.format("7 passed"))], "7 passed, 0 failed"),
    ([("FAIL", PYTEST_MINUTES.format("2 failed, 7 passed, 1 skipped"))],
     "7 passed, 2 failed"),
    ([("FAIL", PYTEST.format("1 failed, 7 passed, 3 errors"))],
     "7 passed, 4 failed"),
    ([("FAIL", PYTEST.format("1 error"))], "0 passed, 1 failed"),
    # scripts of our own
    ([("PASS", "ok: this\n5 passed, 0 failed\n")], "5 passed, 0 failed"),
    # no figure: the program counts as one
    ([("PASS", "fine\n")], "1 passed, 0 failed"),
    ([("FAIL", "Segmentation fault\n")], "0 passed, 1 failed"),
    ([("ERROR", None)], "0 passed, 1 failed"),
    # a crash after good figures is a failure all the same
    ([("FAIL", LIBCHECK.format(12, 0, 0))], "12 passed, 1 failed"),
    # several are added up
    ([("PASS", LIBCHECK.format(12, 0, 0)), ("PASS", PYTEST.format("7 passed")),
      ("FAIL", "4 passed, 1 failed\n")], "23 passed, 1 failed"),
    # no test at all is not a success
    ([], "0 passed, 1 failed"),
])
def test_results_are_counted(tmp_path, logs, expected):
    assert results(tmp_path, *logs) == expected + "\n"


def test_what_distcheck_left_is_not_counted(tmp_path):
    left = tmp_path / "hakam-0.1.0" / "_build" / "sub"
    left.mkdir(parents=True)
    assert results(left, ("FAIL", "1 passed, 1 failed\n")) == \
        "1 passed, 1 failed\n"
    assert results(tmp_path, ("PASS", "ok: this\n5 passed, 0 failed\n")) == \
        "5 passed, 0 failed\n"


def test_what_failed_is_told_and_nothing_else(tmp_path):
    names = "FAILED test_a.py::test_b - AssertionError\n"
    results(tmp_path, ("PASS", "all is well\n"),
            ("FAIL", "a line\n" * 500 + names + PYTEST.format("1 failed")),
            ("SKIP", "not here\n"), ("ERROR", None))
    done = run(TOOLS / "failed-tests", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "FAIL: test_1, " in done.stdout and names in done.stdout
    assert "ERROR: test_3, " in done.stdout
    assert "no log" in done.stdout
    assert "all is well" not in done.stdout and "not here" not in done.stdout
    assert len(done.stdout.splitlines()) < 100


def test_a_make_that_failed_before_any_test_counts_as_a_failure(tmp_path):
    passed = ("PASS", LIBCHECK.format(12, 0, 0))
    assert results(tmp_path, passed, options=("--exit-status", "2")) == \
        "12 passed, 1 failed\n"
    assert results(tmp_path, passed, options=("--exit-status", "0")) == \
        "12 passed, 0 failed\n"


def test_embedded_data_are_the_file_to_the_byte(tmp_path):
    data = tmp_path / "data.bin"
    data.write_bytes(bytes(range(256)) * 3 + "«هاند» \\ \" ' ??/\n".encode())
    made = run(TOOLS / "embed", "data", "hk_test", data)
    assert made.returncode == 0, made.stderr
    (tmp_path / "data.c").write_text(made.stdout)
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\n"
        "extern const char hk_test[];\nextern const size_t hk_test_len;\n"
        "int main(void)\n{\n"
        "    fwrite(hk_test, 1, hk_test_len, stdout);\n"
        "    return hk_test[hk_test_len];\n}\n")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    built = run(*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
                "-Werror", "-o", tmp_path / "main", tmp_path / "main.c",
                tmp_path / "data.c")
    assert built.returncode == 0, built.stderr
    said = subprocess.run([tmp_path / "main"], capture_output=True,
                          check=True)
    assert said.stdout == data.read_bytes()


def test_migrations_make_a_table_in_order(tmp_path):
    for name in ("0001-initial.sql", "0002-second-step.sql"):
        (tmp_path / name).write_text("SELECT 1;\n")
    made = run(TOOLS / "embed", "migrations", tmp_path / "0001-initial.sql",
               tmp_path / "0002-second-step.sql")
    assert made.returncode == 0, made.stderr
    assert ('    {1, "initial", sql_1},\n'
            '    {2, "second-step", sql_2},\n'
            '    {0},\n') in made.stdout


@pytest.mark.parametrize("names", [
    ("0002-late.sql",), ("0001-a.sql", "0003-gap.sql"),
    ("0001-a.sql", "0001-b.sql"), ("initial.sql",), ()])
def test_migrations_out_of_order_stop_the_build(tmp_path, names):
    for name in names:
        (tmp_path / name).write_text("SELECT 1;\n")
    made = run(TOOLS / "embed", "migrations",
               *(tmp_path / name for name in names))
    assert made.returncode != 0
    assert made.stderr.startswith("tools/embed: ")


def to_json(folder, text):
    source = folder / "a.yaml"
    source.write_text(text, encoding="utf-8")
    return run(os.environ.get("PYTHON3", "/usr/bin/python3"),
               TOOLS / "yaml2json", source)


def test_yaml_becomes_the_same_json(tmp_path):
    done = to_json(tmp_path, """
responses:
  200: {description: هاند}
at: 2026-11-30
text: "7"
base: &base {a: 1}
more: {<<: *base, b: [true, null]}
""")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "responses": {"200": {"description": "هاند"}}, "at": "2026-11-30",
        "text": "7", "base": {"a": 1}, "more": {"a": 1, "b": [True, None]}}


def test_a_yaml_key_given_twice_stops_the_build(tmp_path):
    done = to_json(tmp_path, "a: 1\nb: 2\na: 3\n")
    assert done.returncode != 0
    assert "a is given twice" in done.stderr


def entry(name, english, translation):
    return f'msgctxt "{name}"\nmsgid "{english}"\nmsgstr {translation}\n\n'


HEAD = 'msgid ""\nmsgstr ""\n"Language: ar\\n"\n\n'


def catalogue(tmp_path, text, kind="texts"):
    file = tmp_path / "ar.po"
    file.write_text(text, encoding="utf-8")
    return run(TOOLS / "catalogue", kind, "hk_texts_ar", file)


def test_a_catalogue_is_an_array_by_name(tmp_path):
    text = HEAD + entry("WORD_YES", "yes", '"نعم"') + entry(
        "WORD_NO", "no, never", '""\n"لا، "\n"أبدًا"')
    made = catalogue(tmp_path, text)
    assert made.returncode == 0, made.stderr
    assert '[HK_WORD_YES] = "نعم",' in made.stdout
    assert '[HK_WORD_NO] = "" "لا، " "أبدًا",' in made.stdout
    sources = catalogue(tmp_path, text, "sources")
    assert '[HK_WORD_NO] = "no, never",' in sources.stdout
    assert "Language" not in made.stdout + sources.stdout


def test_backquotes_become_isolates(tmp_path):
    made = catalogue(tmp_path, HEAD + entry("WORD_A", "5H", '"`5H` و `-30`"'))
    isolated = r"\342\201\2465H\342\201\251"
    assert isolated in made.stdout and "`" not in made.stdout


def test_what_is_not_translated_is_left_out(tmp_path):
    made = catalogue(tmp_path, HEAD + entry("WORD_A", "a", '""'))
    assert made.returncode == 0 and "WORD_A" not in made.stdout


# What a catalogue must not hold, and a piece of what is said of it.
BAD_CATALOGUES = [
    (entry("WORD_A", "a", '"`5H"'), "backquote"),
    (entry("WORD_A", "a", '"b"') * 2, "twice"),
    ("#, fuzzy\n" + entry("WORD_A", "a", '"b"'), "looked at"),
    ("msgctxt WORD_A\n", "quotes"),
    ("WORD_A = b\n", "cannot be read"),
]


@pytest.mark.parametrize("text,said", BAD_CATALOGUES)
def test_a_catalogue_with_a_fault_is_refused(tmp_path, text, said):
    made = catalogue(tmp_path, HEAD + text)
    assert made.returncode == 1
    assert said in made.stderr and "ar.po" in made.stderr
