"""The completion of bash offers what the programs' help tells."""
import os
import pathlib
import re
import subprocess

import pytest

SOURCES = pathlib.Path(os.environ["SRCDIR"])
SCRIPT = SOURCES / "completion" / "hakam"
PROGRAMS = {"hakam": os.environ["HAKAM"], "hakamd": os.environ["HAKAMD"]}

# As readline does it: "=" parts words, and is one.
COMPLETE = r"""
set -u
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_hakam "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def offered(program, *words, folder=None):
    """What may stand for the last of the words; readline drops doubles."""
    done = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", str(SCRIPT), PROGRAMS[program],
         *words], text=True, capture_output=True, check=True, cwd=folder)
    assert done.stderr == ""
    return sorted(set(done.stdout.split()))


def told(program, pattern):
    """What the program's help tells, by a pattern of its lines."""
    done = subprocess.run([PROGRAMS[program], "--help"], text=True,
                          capture_output=True, check=True)
    return sorted(set(re.findall(pattern, done.stdout, re.MULTILINE)))


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_option_is_offered(program):
    options = told(program, r"^  (--[a-z-]+)")
    assert "--database" in options
    assert offered(program, "--") == options


def test_options_are_offered_by_how_they_begin():
    assert offered("hakamd", "--listen", "unix:a", "--data") == ["--database"]
    assert offered("hakamd", "--nothing") == []


def test_the_values_of_every_choice_are_offered():
    table = (SOURCES / "src" / "options.def").read_text()
    choices = re.findall(r'^CHOICE\(\w+, \w+, "([a-z-]+)",[^,]*,\s*(\w+),'
                         r'.*?VALUES\((.*?)\),\n', table,
                         re.MULTILINE | re.DOTALL)
    assert len(choices) == len(re.findall(r"^CHOICE\((?!id)", table,
                                          re.MULTILINE))
    for name, programs, values in choices:
        program = "hakam" if programs == "HAKAM" else "hakamd"
        assert offered(program, "--" + name, "") \
            == sorted(re.findall(r'{"([a-z]+)"', values)), name


@pytest.mark.parametrize("words, values", [
    (["--auth", "=", "k"], ["keys"]),
    (["--auth", "="], ["keys", "open"]),
    (["--threads", ""], []),
])
def test_values_are_offered_by_how_they_begin(words, values):
    assert offered("hakamd", *words) == values


@pytest.mark.parametrize("words", [["--database", "ha"],
                                   ["--database", "=", "ha"]])
def test_files_are_offered_where_one_is_named(words, tmp_path):
    (tmp_path / "hakam.db").touch()
    assert offered("hakamd", *words, folder=tmp_path) == ["hakam.db"]


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_files_are_offered_where_a_command_takes_one(command, tmp_path):
    (tmp_path / "hakam.db").touch()
    assert offered("hakam", command, "", folder=tmp_path) == ["hakam.db"]


def test_every_command_is_offered_word_by_word():
    nouns = told("hakam", r"^  ([a-z]+)")
    verbs = told("hakam", r"^  key ([a-z]+)")
    assert "verify" in nouns and "add" in verbs
    assert offered("hakam", "") == nouns
    assert offered("hakam", "key", "") == verbs
    assert offered("hakam", "--database", "a.db", "key", "re") == ["revoke"]
    assert offered("hakam", "--database", "=", "a.db", "ve") \
        == ["verify", "version"]


def test_nothing_is_offered_after_a_whole_command():
    assert offered("hakam", "verify", "") == []


def test_one_word_of_the_daemon_is_an_option():
    assert offered("hakamd", "") == []
