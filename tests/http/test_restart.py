"""Stopped or killed at any moment: every answered move is there, and the
game goes on. Databases that are not for this program are left alone."""

import concurrent.futures
import re
import shutil
import sqlite3
import stat

import pytest

from support import raw
from support.bots import pass_turn, play_game, play_round, play_turn
from support.cards import pack
from support.client import Client
from support.daemon import Daemon, hakam, refuse_to_start
from support.deals import (RETURN, Arranged, discard, draw, lay_off, meld,
                           take_joker)
from support.shuffle import Stream, shuffle

REAL = {"variant": "hand", "options": {"rounds": 2},
        "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}]}


def everything(game, viewers=("host", None, 0, 1)):
    """All that can be read of a game."""
    return [(game.view(viewer), game.all_events(viewer),
             game.api.get(game.path + "/rounds",
                          game.token(viewer)).ok()) for viewer in viewers]


def ways():
    return pytest.mark.parametrize("way", ["restart", "crash_and_restart"])


@ways()
def test_a_game_goes_on_after_every_kind_of_move(house, way):
    """Stopped after each move of a turn that has one of each kind."""
    daemon, api = house
    arranged = Arranged(
        {0: ["AC", "2D", "9S"],
         1: "AS AH AD KS KH JK KD KC".split()},
        ["2C", "3C", "4C"])
    game = api.create(arranged.body)
    mine = [draw("discard"), RETURN, draw("stock"),
            meld("AS AH AD", "KS KH JK"), take_joker(2, "KD KC"),
            discard("2C")]
    steps = [(0, discard("9S")), *[(1, move) for move in mine],
             (0, draw()), (0, discard("AC")), (1, draw()),
             (1, lay_off(1, "JK")), (1, discard("4C"))]
    for seat, move in steps:
        game.play(seat, move)
        before = everything(game)
        getattr(daemon, way)()
        assert everything(game) == before, move
    hakam_is_content(daemon, 1)


def hakam_is_content(daemon, games):
    daemon.stop()
    said = hakam(daemon.database, "verify")
    assert re.search(rf"\b{games} games?\b", said.stdout), said.stdout
    daemon.start()


def test_a_batch_is_there_whole_after_a_crash(house):
    daemon, api = house
    arranged = Arranged({1: "AS AH AD KS KH KD".split()}, ["2C"])
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    reply = game.post(1, {"moves": [
        draw(), meld("AS AH AD", "KS KH KD"), discard("2C")]}).ok()
    daemon.kill()
    daemon.start()
    view = game.view(1)
    for member in ("seq", "seats", "round", "you", "scores", "updated_at"):
        assert view[member] == reply["game"][member], member
    hakam_is_content(daemon, 1)


def test_each_answered_move_survives_its_own_crash(house):
    """A real game, the daemon killed after every turn of a round; then it
    is played to its end."""
    daemon, api = house
    game = api.create(REAL)
    for _ in range(8):
        view = game.view(None)
        seat = view["round"]["turn"]["seat"]
        after = play_turn(game, seat)
        daemon.crash_and_restart()
        assert game.view(seat) == after
    view = play_game(game)
    assert view["status"] == "finished"
    before = everything(game)
    daemon.crash_and_restart()
    assert everything(game) == before
    hakam_is_content(daemon, 1)


def test_a_crash_between_games_loses_none(house):
    daemon, api = house
    games = [api.create(REAL) for _ in range(5)]
    api.delete(games[0].path, games[0].host).ok()
    waiting = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                       {"open": True}]})
    play_round(games[1])
    before = [everything(game) for game in games]
    daemon.crash_and_restart()
    assert [everything(game) for game in games] == before
    api.post(waiting.path + "/seats/1", {"player": "b"}).ok(201)
    assert waiting.view()["status"] == "playing"
    hakam_is_content(daemon, 6)


def test_the_next_reshuffle_is_the_same_stream(house):
    """G9: a restart does not start the stream anew."""
    daemon, api = house
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": "a"}, {"player": "b"}]})
    piles = []
    while game.view(None)["status"] == "playing":
        pile = game.view(None)["round"]["discard"]
        if game.view(None)["round"]["stock"] == 1:
            daemon.crash_and_restart()
        reply = pass_turn(game)
        if any(e["type"] == "reshuffled" for e in reply["events"]):
            piles.append(pile)
            daemon.crash_and_restart()
    one = api.get(game.path + "/rounds/1").ok()
    stream = Stream(bytes.fromhex(one["seed"]))
    shuffle(pack(), stream)
    orders = [event["order"] for event in game.all_events(None)
              if event["type"] == "reshuffled"]
    assert len(orders) == 2
    assert orders == [shuffle(pile, stream) for pile in piles]


def test_a_stop_leaves_one_file(house):
    """What was written is in the database itself after a clean stop."""
    daemon, api = house
    api.create(REAL)
    daemon.stop()
    names = {path.name for path in daemon.directory.iterdir()}
    assert not {"hakam.db-wal", "hakam.db-shm"} & {
        name for name in names
        if (daemon.directory / name).stat().st_size > 0}
    with sqlite3.connect(daemon.database) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone()[0] >= 1
        assert db.execute("PRAGMA application_id").fetchone()[0] != 0
    db.close()
    daemon.start()


# What is done to the files, comment.
LOST = [
    (lambda path: path.unlink(), "removed"),
    (lambda path: path.rename(path.with_suffix(".old")), "moved away"),
    (lambda path: (path.unlink(), path.touch()), "replaced"),
]


@pytest.mark.parametrize("file", ["hakam.db", "hakam.db-wal"])
@pytest.mark.parametrize("lose,comment", LOST, ids=[row[1] for row in LOST])
def test_nothing_is_written_into_files_that_are_lost(house, file, lose,
                                                     comment):
    """What was answered then, a restart would not find."""
    daemon, api = house
    game = api.create(REAL)
    starter = game.view()["round"]["starter"]
    card = game.view(starter)["you"]["cards"][0]
    lose(daemon.directory / file)
    game.post(starter, discard(card)).refused(503, "storage_unavailable")
    api.post("/v1/games", REAL).refused(503, "storage_unavailable")
    api.get("/readyz").refused(503, "storage_unavailable")
    api.get("/livez").ok()
    daemon.kill()


def test_a_database_that_is_put_back_is_written_again(house):
    daemon, api = house
    game = api.create(REAL)
    away = daemon.directory / "away"
    daemon.database.rename(away)
    api.post("/v1/games", REAL).refused(503, "storage_unavailable")
    away.rename(daemon.database)
    api.get("/readyz").ok()
    api.create(REAL)
    daemon.restart()
    assert game.view()["status"] == "playing"
    assert len(api.get("/v1/games").ok()["items"]) == 2


def test_the_log_of_events_cannot_be_changed(house):
    daemon, api = house
    api.create(REAL)
    daemon.stop()
    db = sqlite3.connect(daemon.database)
    for change in ("UPDATE events SET seq = seq + 100",
                   "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(change)
    db.close()
    daemon.start()


def test_the_database_is_its_owner_s_alone(house):
    daemon, _ = house
    mode = stat.S_IMODE(daemon.database.stat().st_mode)
    assert mode & 0o077 == 0, oct(mode)


def test_verify_finds_what_was_changed_behind_its_back(house):
    daemon, api = house
    game = api.create(REAL)
    play_game(game)
    daemon.stop()
    hakam(daemon.database, "verify")
    for change in ("UPDATE round_scores SET points = points + 1",
                   "UPDATE seats SET total = total + 1",
                   "UPDATE games SET status = 'ended'"):
        copy = daemon.directory / "changed.db"
        shutil.copy(daemon.database, copy)
        db = sqlite3.connect(copy)
        with db:
            for (name,) in db.execute(
                    "SELECT name FROM sqlite_schema"
                    " WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {name}")
            assert db.execute(change).rowcount > 0, change
        db.close()
        done = hakam(copy, "verify", check=False)
        assert done.returncode == 1, f"{change}: {done}"
        assert game.id in done.stdout + done.stderr, f"{change}: {done}"
        copy.unlink()
    daemon.start()


@pytest.fixture
def database(tmp_path, contract):
    """A database with a game in it, nobody at it."""
    daemon = Daemon(tmp_path).start()
    api = Client(daemon, contract)
    api.create(REAL)
    api.close()
    daemon.stop()
    return daemon.database


def refused(path, *words):
    """The daemon and the admin command refuse the file, say why, and leave
    it as it is."""
    before = path.read_bytes()
    done = refuse_to_start("--listen", "127.0.0.1:0", "--database",
                           str(path))
    assert done.returncode == 78 and done.stdout == "", done
    for word in words:
        assert word in done.stderr, done.stderr
    assert str(path) in done.stderr or path.name in done.stderr
    for arguments in (["verify"], ["key", "list"]):
        admin = hakam(path, *arguments, check=False)
        assert admin.returncode == 78, admin
    assert path.read_bytes() == before


def change(path, sql):
    db = sqlite3.connect(path)
    with db:
        db.execute(sql)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def test_a_newer_database_is_refused(database):
    change(database, "PRAGMA user_version = 9999")
    refused(database, "newer")


def test_a_database_of_another_program_is_refused(database):
    change(database, "PRAGMA application_id = 1234567")
    refused(database, "another program")


def test_a_database_of_another_program_without_an_id_is_refused(tmp_path):
    path = tmp_path / "other.db"
    change(path, "CREATE TABLE contacts (name TEXT)")
    refused(path, "another program")


def test_what_is_no_database_is_refused(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader,\n" * 1000, "utf-8")
    refused(path)


def test_a_database_that_cannot_be_made_is_told(tmp_path):
    done = refuse_to_start("--listen", "127.0.0.1:0", "--database",
                           str(tmp_path / "nowhere" / "hakam.db"))
    assert done.returncode == 78 and "nowhere" in done.stderr


def test_an_empty_file_becomes_a_database(spawn):
    daemon = spawn(start=False)
    daemon.database.touch()
    daemon.start()


def test_two_daemons_do_not_share_a_database(house):
    daemon, api = house
    game = api.create(REAL)
    done = refuse_to_start("--listen", "127.0.0.1:0", "--database",
                           str(daemon.database))
    assert done.returncode == 78 and "use" in done.stderr, done
    assert game.view()["status"] == "playing"


def test_an_address_in_use_is_told(house, tmp_path):
    daemon, _ = house
    done = refuse_to_start("--listen", daemon.address, "--database",
                           str(tmp_path / "other.db"))
    assert done.returncode == 1 and str(daemon.port) in done.stderr, done


def test_a_stop_ends_open_connections(house):
    """Also those that lie idle, at once."""
    daemon, api = house
    api.get("/livez").ok()
    idle = [raw.connect(daemon) for _ in range(5)]
    half = raw.connect(daemon)
    half.sendall(b"GET /livez HTTP/1.1\r\nHost:")
    daemon.stop()
    for sock in (*idle, half):
        assert raw.read_to_end(sock) == b""
        sock.close()
    daemon.start()


def test_two_writers_at_once_play_one_move(house):
    """Many clients send the same first move; one is accepted."""
    daemon, api = house
    arranged = Arranged()
    game = api.create(arranged.body)
    card = arranged.hands[0][0]

    def send(_):
        client = Client(daemon, api.contract)
        try:
            return client.post(game.path + "/moves", discard(card),
                               game.seats[0]).status
        finally:
            client.close()
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        statuses = sorted(pool.map(send, range(32)))
    assert statuses == [200] + [409] * 31
    assert game.view()["round"]["discard"] == [card]


def test_games_side_by_side_are_played_to_their_ends(house):
    """Eight games at once, each by its own client."""
    daemon, api = house

    def play(_):
        client = Client(daemon, api.contract)
        try:
            game = client.create({**REAL, "options": {"rounds": 1}})
            return play_game(game)["status"]
        finally:
            client.close()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(8))) == ["finished"] * 8
    hakam_is_content(daemon, 8)
