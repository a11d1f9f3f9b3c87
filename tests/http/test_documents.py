"""What the documents tell is so: their script, their queries, their options."""

import re
import sqlite3
import subprocess
import sys

import pytest

from support.daemon import HAKAM, HAKAMD, SRCDIR, environment
from support.deals import plain


def text_of(name):
    return (SRCDIR / name).read_text(encoding="utf-8")


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


# docs/deal-check.md

def play_until_blocked(game, seats):
    """Everybody draws from the stock and discards, to the end of round 1."""
    view = game.view()
    first = view["round"]["turn"]["seat"]
    game.play(first, {"move": "discard", "card": view["hands"][first][0]})
    for turn in range(1, 400):
        seat = (first + turn) % seats
        view = game.view()
        if view["round"] is None or view["round"]["number"] > 1:
            return
        assert view["round"]["turn"]["seat"] == seat
        game.play(seat, {"move": "draw", "from": "stock"},
                  {"move": "discard", "card": view["hands"][seat][0]})
    raise AssertionError("the round did not end")


def test_the_commands_check_a_deal_and_a_new_stock(api, daemon, tmp_path,
                                                  name):
    page = text_of("docs/deal-check.md")
    game = api.create({"variant": "hand",
                       "options": {"rounds": 1, "max_reshuffles": 1},
                       "seats": [{"player": name(f"dealt {n}")}
                                 for n in range(2)]})
    play_until_blocked(game, 2)
    assert len(game.all_events(None)) <= 400
    told = re.search(r"made anew once:\n\n((?:    .*\n)+)", page).group(1)
    told = re.sub("^    ", "", told, flags=re.M)
    commands = blocks(page, "sh")
    assert len(commands) == 2
    for lines in commands:
        lines = lines.replace("tools/", f"{sys.executable} {SRCDIR}/tools/")
        done = subprocess.run(
            ["sh", "-c", lines], cwd=tmp_path, capture_output=True, text=True,
            env={**environment(), "game": daemon.url + game.path}, timeout=60,
            check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert re.sub(r"\d+ cards", "154 cards", done.stdout) == told


def test_the_known_answers_are_those_of_g9():
    from support.shuffle import Stream, shuffle
    from support.cards import pack
    page = text_of("docs/deal-check.md").split("## Known answers")[1]
    seed = bytes.fromhex(re.search(r"`([0-9a-f]{64})`", page).group(1))
    deck = re.search(r"the order dealt in Hand:\n\n((?:      .*\n)+)", page)
    stream = Stream(seed)
    assert shuffle(pack(), stream) == deck.group(1).split()
    assert f"\n      {' '.join(shuffle(['2H', '9C', 'KD', '4S'], stream))}\n" \
        in page


# docs/database.md

@pytest.fixture(scope="module")
def database(api, daemon):
    """The daemon's database as the page opens it."""
    api.create(plain().body)
    connection = sqlite3.connect(f"file:{daemon.database}?mode=ro", uri=True)
    yield connection
    connection.close()


def test_the_queries_of_the_page_work(database):
    queries = blocks(text_of("docs/database.md"), "sql")
    assert len(queries) >= 5
    for query in queries:
        database.execute(query).fetchall()


def test_the_page_names_every_table_and_every_column_of_a_view(database):
    page = text_of("docs/database.md")
    for kind, name in database.execute(
            "SELECT type, name FROM sqlite_schema"
            " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%'"):
        row = re.search(rf"^\| `{name}` \|.*$", page, re.M)
        assert row, f"{kind} {name} is not in the page"
        if kind == "view":
            columns = {column[1] for column in database.execute(
                f"PRAGMA table_info({name})")}
            told = set(re.findall(r"`(\w+)`", row.group(0))) - {name}
            assert told == columns, name


# The manual pages.

@pytest.mark.parametrize("program, page", [
    (HAKAMD, "man/hakamd.8"), (HAKAM, "man/hakam.1")])
def test_the_manual_has_the_options_that_help_tells(program, page):
    done = subprocess.run([program, "--help"], env=environment(),
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    manual = text_of(page)
    assert set(re.findall(r"--([a-z-]+)", done.stdout)) == set(
        re.findall(r"^\.It (?:.* )?Fl \\-([a-z-]+)", manual, re.M))
    assert set(re.findall(r"HAKAM_[A-Z_]+", done.stdout)) <= set(
        re.findall(r"HAKAM_[A-Z_]+", manual))


def test_each_limit_has_its_option_and_its_test():
    page = text_of("docs/limits.md")
    done = subprocess.run([HAKAMD, "--help"], env=environment(),
                          capture_output=True, text=True, timeout=30)
    options = set(re.findall(r"--([a-z-]+)", done.stdout))
    told = set(re.findall(r"`--([a-z-]+)`", page))
    assert told <= options
    # All that limits how much, how long or how often.
    assert {name for name in options if re.search(
        r"timeout|limit|^rate-|connections|streams-per|^write-|^live-",
        name) and name != "drain-timeout"} <= told
    again = set(re.findall(r"`--([a-z-]+)`\*", page))
    manual = text_of("man/hakamd.8")
    for name in told:
        section = re.search(rf"^\.It Fl \\-{name}\b.*?(?=^\.It |^\.El)",
                            manual, re.M | re.S).group(0)
        if name not in ("auth", "trusted-proxy"):
            assert ("read again" in section) == (name in again), name
    tests = {path.name: path.read_text("utf-8") for path in [
        *SRCDIR.glob("tests/http/test_*.py"),
        *SRCDIR.glob("tests/unit/test_*.c")]}
    for name in re.findall(r"`(test_\w+(?:\.\w+)?)`", page):
        assert name in tests or any(
            re.search(rf"\b{name}\b", text) for text in tests.values()), name
