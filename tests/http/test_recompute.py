"""A finished game counts once, whatever happens; `hakam recompute` makes all
that is counted anew from the logs."""

import itertools
import re
import sqlite3

import pytest

from support.bots import play_game
from support.daemon import hakam
from support.scorecards import OUT, UP, card, correct, down, record, told

REFEREED = {"variant": "hand", "options": {"rounds": 1},
            "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}]}
_keys = itertools.count()


def board(api, variant, query=""):
    return api.get(f"/v1/leaderboards/{variant}?by=rating{query}").ok()["items"]


def send_twice(game):
    """Every write of the game is sent with a key, and then once more."""
    post = game.api.post

    def twice(path, body=None, token=None, headers=None, raw=None):
        headers = {"Idempotency-Key": f"twice-{next(_keys):012}",
                   **(headers or {})}
        first = post(path, body, token, headers, raw)
        again = post(path, body, token, headers, raw)
        assert again.status == first.status
        if first.status < 300:
            assert again.body == first.body
            assert again.header("Idempotency-Replayed") == "true"
        return first

    game.api.post = twice


@pytest.mark.parametrize("way", ["restart", "crash_and_restart"])
def test_a_game_sent_twice_counts_once(house, way):
    daemon, api = house
    game = api.create(REFEREED)
    send_twice(game)
    play_game(game)
    before = board(api, "hand")
    assert sorted(item["games"] for item in before) == [1, 1, 1]
    assert sum(item["wins"] for item in before) >= 1
    getattr(daemon, way)()
    assert game.view()["status"] == "finished"
    assert board(api, "hand") == before
    for query in ("&evidence=verified", "&period=all"):
        assert board(api, "hand", query) == before
    assert board(api, "hand", "&evidence=declared") == []
    daemon.stop()
    assert "1 games counted, 0 left out, 0 differences" in hakam(
        daemon.database, "recompute").stdout
    daemon.start()
    assert board(api, "hand") == before


def all_boards(api, variant="hand-partners"):
    return [api.get(f"/v1/leaderboards/{variant}{path}?by=rating&period=all"
                    f"&evidence={evidence}").ok()["items"]
            for path in ("", "/partnerships")
            for evidence in ("all", "verified", "declared")]


def test_a_scorecard_counts_once_through_retries_and_corrections(house):
    """Later games are rated anew too; taken back, all is as it was."""
    daemon, api = house
    names = ["huda", "sami", "ali", "nour"]
    first = api.create(card("hand-partners", 4, names, rounds=2))
    send_twice(first)
    record(first, told(0, OUT, down(20), OUT, UP)).ok(201)
    record(first, told(1, down(5), OUT, UP, OUT, hand=True)).ok(201)
    for out in (0, 1, 2):
        later = api.create(card("hand-partners", 4, names[::-1], rounds=1))
        seats = [OUT if s % 2 == out % 2 else down(30) for s in range(4)]
        record(later, told(out, *seats)).ok(201)
    before = all_boards(api)
    assert [item["games"] for item in before[0]] == [4] * 4
    assert before[1] == before[4] == []
    assert before[0] == before[2] and before[3] == before[5]
    correct(first, 2, told(0, OUT, UP, OUT, UP, reason="it was huda")).ok()
    corrected = all_boards(api)
    assert [item["games"] for item in corrected[0]] == [4] * 4
    for old, new in zip(before, corrected):
        ratings = [{tuple(item.get("players", [item.get("player")])):
                    item["rating"] for item in items} for items in (old, new)]
        assert all(ratings[0][who] != ratings[1][who] for who in ratings[0])
    daemon.crash_and_restart()
    assert all_boards(api) == corrected
    correct(first, 2, told(1, down(5), OUT, UP, OUT, hand=True,
                           reason="no, sami")).ok()
    assert all_boards(api) == before
    daemon.stop()
    assert "4 games counted, 0 left out, 0 differences" in hakam(
        daemon.database, "recompute").stdout


def test_it_needs_the_daemon_to_be_stopped(house):
    daemon, _ = house
    done = hakam(daemon.database, "recompute", check=False)
    assert done.returncode == 78, done
    assert "in use" in done.stderr, done


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    missing = tmp_path / "missing.db"
    done = hakam(missing, "recompute", check=False)
    assert done.returncode == 78 and str(missing) in done.stderr, done
    assert not missing.exists()


def change(database, sql):
    db = sqlite3.connect(database)
    with db:
        assert db.execute(sql).rowcount > 0, sql
    db.close()


def test_what_was_changed_by_hand_is_found_and_mended(house):
    daemon, api = house
    play_game(api.create(REFEREED))
    before = board(api, "hand")
    daemon.stop()
    for sql in ("UPDATE figures SET mu = mu + 1 WHERE player = 1",
                "UPDATE figures SET wins = 1 - wins",
                "DELETE FROM figures WHERE player = 2",
                "UPDATE results SET ended_at = 0"):
        change(daemon.database, sql)
        assert hakam(daemon.database, "verify", check=False).returncode == 1
        done = hakam(daemon.database, "recompute", check=False)
        assert done.returncode == 1, f"{sql}: {done}"
        told = re.search(r"(\d+) differences$", done.stdout.strip())
        lines = done.stdout.strip().splitlines()
        assert int(told.group(1)) == len(lines) - 1 > 0, done
        assert ", 0 differences" in hakam(daemon.database, "verify").stdout
        assert ", 0 differences" in hakam(daemon.database, "recompute").stdout
    daemon.start()
    assert board(api, "hand") == before
