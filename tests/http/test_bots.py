"""Seats that play by themselves, through the same door as everybody."""

import sqlite3
import time

import pytest

from play import choose_draw, choose_rest
from support.daemon import hakam

PATIENCE = 60
BOT = {"bot": "basic"}


def wanted(variant, seats, **options):
    return {"variant": variant, "options": options, "seats": seats}


def wait(game, is_so):
    """The public view once it is so, looked at whenever something happened."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view = game.view(None)
        if is_so(view):
            return view
    raise AssertionError(view)


def is_over(view):
    return view["status"] == "finished"


def waits_for(seat):
    return lambda view: is_over(view) or view["round"]["turn"]["seat"] == seat


def verify(daemon):
    daemon.stop()
    said = hakam(daemon.database, "verify").stdout
    daemon.start()
    return said


def test_a_bot_has_no_player_and_no_token(api, name):
    made = api.post("/v1/games", wanted(
        "hand", [{"player": name("huda")}, BOT, {"open": True}])).ok(201)
    assert [token is None for token in made["seat_tokens"]] == \
        [False, True, True]
    seat = made["game"]["seats"][1]
    assert (seat["player"], seat["kind"]) == (None, "bot")
    assert made["game"]["ranked"] is False
    assert made["game"]["status"] == "open"


def test_the_seat_of_a_bot_is_taken(api, name):
    made = api.post("/v1/games", wanted(
        "hand", [{"player": name("huda")}, BOT, {"open": True}])).ok(201)
    path = f"/v1/games/{made['game']['id']}/seats"
    host = made["host_token"]
    body = {"player": name("ali")}
    api.post(path + "/1", body, host).refused(409, "seat_taken")
    api.post(path + "/2", body, host).ok(201)
    view = api.get(f"/v1/games/{made['game']['id']}").ok()
    assert view["status"] == "playing"


def test_the_event_names_the_bots(api, name):
    game = api.create(wanted("hand", [BOT, {"player": name("huda")}, BOT]))
    created = game.all_events(None)[0]
    assert created["bots"] == [0, 2]
    assert created["seats"][0] is None and created["seats"][2] is None


@pytest.mark.parametrize("variant, seats, options", [
    ("hand", 2, {"rounds": 1}),
    ("hand", 5, {"rounds": 1, "discard_draw": "meld_with_card"}),
    ("hand-partners", 4, {"rounds": 1}),
    ("may-i", 3, {}),
    ("may-i", 4, {"refusal": "take"}),
])
def test_bots_play_a_game_to_its_end(house, variant, seats, options):
    daemon, api = house
    game = api.create(wanted(variant, [BOT] * seats, **options))
    view = wait(game, is_over)
    assert any(one["out"] is not None for one in view["scores"]["rounds"])
    events = game.all_events(None)
    assert [event["seq"] for event in events] == \
        list(range(1, len(events) + 1))
    assert ", 0 differences" in verify(daemon)


def test_a_player_plays_against_three_bots(house, name):
    daemon, api = house
    game = api.create(wanted("hand", [{"player": name("huda")}, BOT, BOT, BOT],
                             rounds=1))
    view = wait(game, waits_for(0))
    while not is_over(view):
        mine = game.view(0)
        if mine["round"]["turn"]["phase"] == "draw":
            mine = game.play(0, choose_draw(mine))["game"]
        rest = choose_rest(mine)
        if rest == [{"move": "return"}]:
            game.play(0, rest[0])
            mine = game.play(0, {"move": "draw", "from": "stock"})["game"]
            rest = choose_rest(mine)
        game.play(0, *rest)
        view = wait(game, waits_for(0))
    assert len(view["scores"]["rounds"]) == 1
    boards = api.get("/v1/leaderboards/hand").ok()
    assert boards["items"] == []


@pytest.mark.parametrize("way", ["restart", "crash_and_restart"])
def test_bots_go_on_after_a_restart(house, way):
    daemon, api = house
    games = [api.create(wanted("hand", [BOT] * 4, rounds=2)),
             api.create(wanted("may-i", [BOT] * 3))]
    for _ in range(3):
        getattr(daemon, way)()
    # nobody has asked for the games since
    end = time.monotonic() + PATIENCE
    left = True
    while left and time.monotonic() < end:
        with sqlite3.connect(daemon.database) as database:
            left = database.execute("SELECT count(*) FROM games "
                                    "WHERE status = 'playing'").fetchone()[0]
        database.close()
    assert not left
    assert all(is_over(game.view(None)) for game in games)
    daemon.stop()
    hakam(daemon.database, "verify")
    daemon.start()


def test_the_host_ends_a_game_of_bots(house):
    _, api = house
    game = api.create(wanted("hand", [BOT] * 4, rounds=99))
    wait(game, lambda view: view["seq"] > 20)
    api.delete(game.path, game.token("host")).ok()
    seq = game.view(None)["seq"]
    other = api.create(wanted("hand", [BOT] * 2, rounds=1))
    wait(other, is_over)
    assert game.view(None)["seq"] == seq
    assert game.view(None)["status"] == "ended"
