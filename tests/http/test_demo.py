"""tools/demo: a game against three bots at the terminal."""

import os
import re
import subprocess

import pytest

from support.daemon import HAKAMD, environment

DEMO = os.path.join(os.environ["SRCDIR"], "tools", "demo")
PATIENCE = 120


def demo(*arguments, said=""):
    return subprocess.run(
        ["/usr/bin/env", "python3", DEMO, *arguments], input=said, text=True,
        capture_output=True, timeout=PATIENCE,
        env={**environment(), "HAKAMD": str(HAKAMD)})


@pytest.mark.parametrize("variant, rounds", [
    ("hand", 2), ("hand-partners", 2), ("may-i", 5)])
def test_the_first_answer_each_time_brings_a_game_to_its_end(variant, rounds):
    counted = [] if variant == "may-i" else ["--rounds", str(rounds)]
    done = demo("--variant", variant, *counted, "--auto")
    assert done.returncode == 0, done.stderr
    ended = re.findall(r"out\. Points|is blocked", done.stdout)
    assert len(ended) == rounds, "the end of each round is told"
    sheet = done.stdout[done.stdout.index("The score sheet"):].splitlines()
    assert sheet[1].split() == "you bot 1 bot 2 bot 3".split()
    figures = [[int(one) for one in re.findall(r" (-?\d+)", line[8:])][:4]
               for line in sheet[2:3 + rounds]]
    assert len(figures) == rounds + 1
    assert sheet[2 + rounds].startswith("total")
    for seat in range(4):
        column = [line[seat] for line in figures]
        assert sum(column[:-1]) == column[-1]
    assert "won by" in sheet[-1]


def test_the_reader_is_asked_and_may_leave():
    done = demo(said='nonsense\n\u00b2\n{"move":"discard","card":"XX"}\n1\nq\n')
    assert done.returncode == 0, done.stderr
    assert "A number of the list, please." in done.stdout
    assert "Refused: " in done.stdout
    assert "  you: d" in done.stdout
    assert "The score sheet" in done.stdout


def test_a_service_that_runs_is_used(daemon):
    done = demo("--url", daemon.url, "--rounds", "1", "--auto")
    assert done.returncode == 0, done.stderr
    assert "won by" in done.stdout


@pytest.mark.parametrize("arguments, told", [
    (["--url", "http://127.0.0.1:1"], "does not answer"),
    (["--rounds", "0"], "invalid_request"),
    (["--rounds", "2", "--variant", "may-i"], "invalid_request"),
])
def test_what_cannot_be_is_told_in_a_line(arguments, told):
    done = demo(*arguments, "--auto")
    assert done.returncode != 0
    assert told in done.stderr and "Traceback" not in done.stderr


def test_a_service_that_is_not_there_is_told(tmp_path):
    done = subprocess.run(
        ["/usr/bin/env", "python3", DEMO], text=True, capture_output=True,
        timeout=PATIENCE,
        env={**environment(), "HAKAMD": str(tmp_path / "hakamd")})
    assert done.returncode != 0
    assert "there is no" in done.stderr
