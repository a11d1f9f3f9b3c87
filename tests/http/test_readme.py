"""Every command of the README is run, word for word, and does what it says."""

import json
import os
import re
import subprocess

import pytest

from support import SRCDIR
from support.daemon import hakam


def shell_blocks(text):
    return re.findall(r"```sh\n(.*?)```", text, re.S)


def json_blocks(text):
    return re.findall(r"```json\n(.*?)```", text, re.S)


@pytest.fixture(scope="module")
def readme():
    return (SRCDIR / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def printed(readme, daemon, tmp_path_factory):
    """The lines that the walk-through's commands print."""
    script = "set -eu\n" + "\n".join(shell_blocks(readme))
    # One answer a line: curl prints none of its own line ends.
    script = re.sub(r"^(curl )", r"echo; \1", script, flags=re.M)
    run = subprocess.run(
        ["sh"], input=script, text=True, capture_output=True, timeout=60,
        cwd=tmp_path_factory.mktemp("readme"),
        env=dict(os.environ, H=daemon.url))
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def walked(printed):
    """The answers of the walk-through's commands, one JSON value each."""
    return [json.loads(line) for line in printed if line.startswith("{")]


def test_the_walk_through_refuses_by_h9_what_it_says(walked, readme):
    told = json.loads(json_blocks(readme)[0])
    refusal = next(a for a in walked if a.get("code"))
    for name in ("type", "status", "code", "title", "detail", "required",
                 "total", "seq"):
        assert refusal[name] == told[name], name
    assert refusal["rule"]["id"] == told["rule"]["id"] == "H9"
    assert refusal["rule"]["text"].startswith(
        told["rule"]["text"].rstrip("…").strip())
    assert refusal["errors"][0]["pointer"] == told["errors"][0]["pointer"]


def test_only_that_move_is_refused(walked):
    refused = [a for a in walked if "code" in a]
    assert [a["code"] for a in refused] == ["opening_too_low"] * 3 + [
        "impossible_round"]


def test_the_same_refusal_in_arabic_and_russian_is_as_it_shows(walked, readme):
    told = [json.loads(line) for line in json_blocks(readme)[1].splitlines()]
    _, *others = [a for a in walked if a.get("code") == "opening_too_low"]
    assert [{name: answer[name] for name in ("title", "detail")}
            for answer in others] == told


def test_the_walk_through_ends_with_the_scores_it_tells(walked):
    game = next(a for a in walked if "scores" in a and "events" not in a)
    assert game["status"] == "finished"
    assert game["scores"]["team_totals"] == [200, -30]
    assert game["scores"]["winners"] == [1]
    assert [s["total"] for s in game["seats"]] == [100, 0, 100, -30]


def test_the_scorecard_is_corrected_as_it_tells(walked):
    first, second, corrected = [
        a for a in walked if a.get("told")]
    assert first["points"] == [-30, 32, 100]
    assert (second["points"], second["winners"]) == ([22, 28, -60], [0])
    assert (corrected["points"], corrected["winners"]) == ([11, 14, -30], [0])
    assert corrected["totals"] == [-19, 46, 70]
    assert corrected["revision"] == 1


def test_the_score_sheet_is_as_it_shows(printed, readme):
    told = re.search(r"```text\n(.*?)```", readme, re.S).group(1)

    def undated(text):
        return re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d UTC)?", "DATE", text)
    assert undated(told) in undated("\n".join(printed) + "\n")


def test_the_record_holds(walked):
    checked = next(a for a in walked if "judged" in a)
    assert checked["valid"] is True
    assert checked["judged"] == checked["events"] == 14


def test_the_boards_and_the_player_are_as_it_tells(walked):
    lists = [a["items"] for a in walked if "items" in a and "next" in a]
    by_average, around, _, games = lists[-4:]
    assert "lina" in [line["player"] for line in around]
    averages = [line["average"] for line in by_average]
    assert averages and averages == sorted(averages)
    profile = next(a for a in walked if "partnerships" in a)
    assert profile["name"] == "huda"
    assert profile["variants"]["hand"]["declared"]["wins"] >= 1
    assert games[0]["mode"] == "scorecard"


def test_indented_commands_are_the_two_tools(readme):
    prose = re.sub(r"```.*?```", "", readme, flags=re.S)
    assert re.findall(r"^    (\S+)$", prose, re.M) == [
        "tools/serve", "tools/check"]
    for tool in ("tools/serve", "tools/check"):
        assert os.access(SRCDIR / tool, os.X_OK)


def test_a_key_is_made_as_it_says(readme, tmp_path):
    command = re.search(r"^    (hakam --database FILE key add .*)$", readme,
                        re.M).group(1)
    words = command.replace("NAME", "club").split()
    assert words[:3] == ["hakam", "--database", "FILE"]
    made = hakam(tmp_path / "hakam.db", *words[3:])
    assert made.stdout.startswith("hk_key_")
