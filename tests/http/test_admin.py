"""The command hakam: what it says, as lines and as JSON."""

import json
import re
import sqlite3

import pytest

from support.bots import pass_turn, play_game
from support.client import Client
from support.daemon import SRCDIR, hakam
from support.scorecards import OUT, card, down, record, told

NEW = {"variant": "hand", "options": {"rounds": 1},
       "seats": [{"player": "huda"}, {"player": "sami"}]}
CLOCKED = {"variant": "hand",
           "options": {"rounds": 1, "turn_seconds": 3600},
           "seats": [{"player": "huda"}, {"player": "sami"}]}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def answered(database, *arguments, status=0):
    """The JSON that a command answers with, a line."""
    done = hakam(database, *arguments, "--json", check=False)
    assert done.returncode == status, done
    assert done.stdout.count("\n") == 1, done
    return json.loads(done.stdout)


def refused(database, *arguments, status, word):
    """One line says why, and nothing is answered."""
    for form in ([], ["--json"]):
        done = hakam(database, *arguments, *form, check=False)
        assert done.returncode == status and done.stdout == "", done
        assert done.stderr.count("\n") == 1 and word in done.stderr, done


def test_keys(tmp_path):
    database = tmp_path / "hakam.db"
    made = answered(database, "key", "add", "club", "--role", "host")
    assert set(made) == {"name", "role", "token"}
    assert (made["name"], made["role"]) == ("club", "host")
    assert re.fullmatch(r"hk_key_\S+", made["token"])
    refused(database, "key", "add", "club", "--role", "host", status=1,
            word="already")
    answered(database, "key", "add", "boss", "--role", "admin")
    gone = answered(database, "key", "revoke", "club")
    assert set(gone) == {"name", "revoked_at"} and gone["name"] == "club"
    refused(database, "key", "revoke", "club", status=1, word="no valid key")
    listed = answered(database, "key", "list")
    assert set(listed) == {"keys"}
    assert [(key["name"], key["role"]) for key in listed["keys"]] == [
        ("club", "host"), ("boss", "admin")]
    for key in listed["keys"]:
        assert set(key) == {"name", "role", "created_at", "revoked_at"}
        assert TIME.fullmatch(key["created_at"])
    assert [key["revoked_at"] for key in listed["keys"]] == [
        gone["revoked_at"], None]
    assert made["token"] not in json.dumps(listed)


def test_verify_and_recompute(house):
    daemon, api = house
    game = api.create(NEW)
    play_game(game)
    told = answered(daemon.database, "verify")
    assert told == {"differences": [], "games": 1, "events": game.seq(),
                    "unhashed": 0, "figures_compared": True}
    daemon.stop()
    counted = answered(daemon.database, "recompute")
    assert counted == {"differences": [], "games": 1, "left_out": 0}
    db = sqlite3.connect(daemon.database)
    with db:
        db.execute("UPDATE figures SET wins = 1 - wins")
    db.close()
    told = answered(daemon.database, "verify", status=1)
    lines = hakam(daemon.database, "verify", check=False).stdout.splitlines()
    assert told["differences"] == lines[:-1] != []
    counted = answered(daemon.database, "recompute", status=1)
    assert len(counted["differences"]) > 0 and counted["games"] == 1
    assert answered(daemon.database, "verify")["differences"] == []


def test_version(tmp_path):
    told = answered(tmp_path / "none.db", "version")
    assert set(told) == {"version", "library", "schema_version"}
    assert hakam(tmp_path / "none.db", "version").stdout == \
        f"hakam {told['version']}\n"
    assert told["library"].startswith("SQLite 3.")
    newest = max(int(path.name[:4]) for path in (SRCDIR / "sql").glob("*.sql"))
    assert told["schema_version"] == newest


STATS = {"games", "players", "valid_keys", "events", "oldest_game",
         "newest_game", "newest_event", "file_bytes", "log_bytes",
         "page_bytes", "pages", "free_pages", "schema_version", "library"}
NONE = {"open": 0, "playing": 0, "finished": 0, "ended": 0}


def test_stats_of_an_empty_database(house):
    daemon, _ = house
    told = answered(daemon.database, "stats")
    assert set(told) == STATS
    assert told["games"] == {"hand": NONE, "hand-partners": NONE,
                             "may-i": NONE}
    assert told["events"] == told["players"] == told["valid_keys"] == 0
    assert told["oldest_game"] is told["newest_game"] is None
    assert told["newest_event"] is None


def test_stats_while_it_is_played(house):
    daemon, api = house
    first = api.create(NEW)
    games = [first, api.create({**NEW, "seats": [{"player": "ali"}, {"open": True}]}),
             api.create(card("may-i", 3, ["huda", "sami", "nour"])),
             api.create(card("hand-partners", 4,
                             ["huda", "sami", "nour", "ali"], rounds=1))]
    for _ in range(5):
        pass_turn(games[0])
    record(games[3], told(0, OUT, down(5), OUT, down(9))).ok(201)
    api.delete(games[2].path, games[2].host).ok()
    stats = answered(daemon.database, "stats")
    views = [game.view() for game in games]
    assert stats["games"] == {
        "hand": {**NONE, "open": 1, "playing": 1},
        "may-i": {**NONE, "ended": 1},
        "hand-partners": {**NONE, "finished": 1}}
    assert stats["players"] == 4
    assert stats["events"] == sum(view["seq"] for view in views)
    assert stats["oldest_game"] == views[0]["created_at"]
    assert stats["newest_game"] == views[3]["created_at"]
    assert stats["newest_event"] == max(view["updated_at"] for view in views)
    assert stats["file_bytes"] == daemon.database.stat().st_size
    assert stats["log_bytes"] > 0
    assert stats["page_bytes"] * stats["pages"] >= stats["file_bytes"]
    # What is said in lines is the same.
    lines = hakam(daemon.database, "stats").stdout
    assert re.search(r"^ +hand +1 +1 +0 +0$", lines, re.M), lines
    assert re.search(rf"^events +{stats['events']}$", lines, re.M), lines


def test_a_game_is_shown_as_everybody_may_see_it(house):
    daemon, api = house
    game = api.create(NEW)
    for _ in range(3):
        pass_turn(game)
    shown = answered(daemon.database, "game", "show", game.id)
    public = api.get(game.path).ok()
    for view in (shown, public):
        for seat in view["seats"]:
            del seat["away"]  # nobody knows from outside
    assert shown == public
    assert "hands" not in shown and "you" not in shown
    upper = answered(daemon.database, "game", "show", game.id.upper())
    assert upper["seq"] == shown["seq"]

    lines = hakam(daemon.database, "game", "show", game.id).stdout
    assert f"{game.id}: hand, referee, playing, ranked" in lines
    assert "seat 0: huda" in lines and "round 1: " in lines
    for hand in game.view("host")["hands"]:
        for hidden in hand:
            assert hidden not in lines


def test_a_game_that_is_not_there_is_not_shown(house):
    daemon, _ = house
    for name in ("01930000-0000-7000-8000-000000000001", "x"):
        refused(daemon.database, "game", "show", name, status=1,
                word=f"no game {name}")


def test_a_game_whose_log_does_not_replay_is_not_shown(house):
    daemon, api = house
    game = api.create(NEW)
    daemon.stop()
    db = sqlite3.connect(daemon.database)
    with db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE events SET data = 'nonsense' WHERE seq = 1")
    db.close()
    refused(daemon.database, "game", "show", game.id, status=1, word=game.id)


def test_a_game_is_ended_while_nobody_serves(house):
    """The clocks of the others wait."""
    daemon, api = house
    game, clocked = api.create(NEW), api.create(CLOCKED)
    refused(daemon.database, "game", "end", game.id, status=78,
            word=f"DELETE /v1/games/{game.id} with an admin key")
    daemon.kill()
    db = sqlite3.connect(daemon.database)
    before = dict(db.execute("SELECT game, max(seq) FROM log GROUP BY game"))
    ended = answered(daemon.database, "game", "end", game.id)
    after = dict(db.execute("SELECT game, max(seq) FROM log GROUP BY game"))
    db.close()
    assert (ended["id"], ended["status"]) == (game.id, "ended")
    assert [after[one] - before[one] for one in sorted(before)] == [1, 0]
    refused(daemon.database, "game", "end", game.id, status=1,
            word="over already")
    refused(daemon.database, "game", "end", "x", status=1, word="no game x")
    daemon.start()
    view = api.get(game.path).ok()
    assert view["status"] == "ended"
    assert game.all_events(None)[-1]["type"] == "game_ended"
    game.post(0, {"move": "draw", "from": "stock"}).refused(409, "game_over")
    assert clocked.view()["round"]["turn"]["deadline"] is not None
    daemon.stop()
    assert answered(daemon.database, "verify")["differences"] == []


def test_an_admin_key_ends_games_over_http(spawn, contract):
    daemon = spawn(start=False, auth="keys")
    keys = {role: answered(daemon.database, "key", "add", role, "--role",
                           role)["token"] for role in ("host", "admin")}
    daemon.start()
    api = Client(daemon, contract)
    game = api.create(NEW, keys["host"])
    api.delete(game.path, keys["host"]).refused(403)
    api.delete(game.path, keys["admin"]).ok()
    assert answered(daemon.database, "game", "show",
                    game.id)["status"] == "ended"
    api.close()


@pytest.mark.parametrize("arguments", [
    ["verify"], ["recompute"], ["stats"], ["key", "list"], ["backup", "x.db"],
    ["game", "show", "x"], ["game", "end", "x"]])
def test_a_database_that_is_not_there_is_not_made(tmp_path, monkeypatch,
                                                  arguments):
    monkeypatch.chdir(tmp_path)
    missing = tmp_path / "missing.db"
    done = hakam(missing, *arguments, "--json", check=False)
    assert done.returncode in (1, 78) and str(missing) in done.stderr, done
    assert done.stdout == "" and list(tmp_path.iterdir()) == []


def test_the_manual_tells_every_member_of_every_answer():
    """Those that the tests above hold to be all there are."""
    page = (SRCDIR / "man/hakam.1").read_text(encoding="utf-8")
    members = set(re.findall(r"^\.Cm ([a-z_]+)(?: [,.])?$", page, re.M))
    for name in STATS | {"file", "bytes", "removed", "kept_as", "replayed",
                         "database", "from", "differences", "left_out",
                         "unhashed", "figures_compared", "keys", "token",
                         "revoked_at", "created_at", "version"}:
        assert name in members, name


def test_help_tells_every_command_of_the_manual(tmp_path):
    page = (SRCDIR / "man/hakam.1").read_text(encoding="utf-8")
    commands = set(re.findall(
        r"^\.It Cm ((?:game|key) [a-z]+|[a-z]+)",
        page.split(".Sh JSON")[0], re.M))
    lines = hakam(tmp_path / "none.db", "help").stdout
    told = set(re.findall(r"^  ((?:game|key) [a-z]+|[a-z]+)", lines, re.M))
    assert commands == told
    done = hakam(tmp_path / "none.db", "help", "--json", check=False)
    assert done.returncode == 64 and "help has no --json" in done.stderr
