"""Clocks: what games with them show, what is refused because of them, and a
time that is up, which a long poll hears of."""

import datetime

import pytest

from support.client import Client
from support.deals import Arranged, discard, draw, plain
from support.records import bare

CLOCKS = ("turn_seconds", "bank_seconds", "claim_seconds", "on_timeout")


def parse(time):
    return datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))


def turn_of(game, viewer="host"):
    return game.view(viewer)["round"]["turn"]


def wait_for(game, seq, token=None):
    """The events after `seq`, once there are some."""
    return game.api.get(f"{game.path}/events?after={seq}",
                        token or game.host,
                        {"Prefer": "wait=60"}).ok()["items"]


def seconds(count):
    return datetime.timedelta(seconds=count)


def may_i_of_three(api, **options):
    """A game of May I whose first circle is over; seat 0 is on turn."""
    arranged = plain(3, variant="may-i", options=options)
    game = api.create(arranged.body)
    for seat in range(3):
        card = game.play(seat, draw())["events"][0]["drawn"]
        game.play(seat, discard(card))
    return game


# ----- options -------------------------------------------------------------

def test_variants_list_the_options_of_the_clock(api):
    for item in api.get("/v1/variants").ok()["items"]:
        options = {one["name"]: one for one in item["options"]}
        assert ("claim_seconds" in options) == (item["variant"] == "may-i")
        for name in CLOCKS:
            if name in options:
                assert options[name]["rule"] is None
        assert options["turn_seconds"]["maximum"] == 86400


@pytest.mark.parametrize("name,value", [
    ("turn_seconds", -1), ("turn_seconds", 86401), ("turn_seconds", "30"),
    ("bank_seconds", 86401), ("claim_seconds", 3601),
    ("on_timeout", "never"), ("on_timeout", 1)])
def test_a_clock_out_of_range_is_refused(api, name, value):
    problem = api.post("/v1/games", {
        "variant": "may-i", "options": {name: value},
        "seats": [{"player": who} for who in "abc"]})
    assert problem.refused(400, "invalid_request")
    assert problem.pointers() == [f"/options/{name}"]


def test_hand_knows_no_time_to_ask(api):
    problem = api.post("/v1/games", {
        "variant": "hand", "options": {"claim_seconds": 1},
        "seats": [{"player": "a"}, {"player": "b"}]})
    assert problem.refused(400, "invalid_request")


def test_a_scorecard_has_no_clock(api):
    problem = api.post("/v1/games", {
        "variant": "may-i", "mode": "scorecard",
        "options": {"turn_seconds": 0, "bank_seconds": 1, "claim_seconds": 2,
                    "on_timeout": "auto", "max_reshuffles": 1},
        "seats": [{"player": who} for who in "abc"]})
    assert problem.refused(400, "invalid_request")
    assert sorted(problem.pointers()) == sorted(
        f"/options/{name}" for name in CLOCKS)


# ----- views ---------------------------------------------------------------

def test_without_a_clock_nothing_is_told_of_it(api):
    game = api.create(plain().body)
    turn = turn_of(game)
    assert (turn["deadline"], turn["bank"], turn["claims_until"]) == (
        None, None, None)
    for event in game.all_events():
        assert "spent_ms" not in event and "by_clock" not in event


def test_a_view_tells_the_deadline_and_the_bank(api):
    game = api.create(plain(options={"turn_seconds": 3600,
                                     "bank_seconds": 600}).body)
    for viewer in ("host", 0, 1, None):
        view = game.view(viewer)
        turn = view["round"]["turn"]
        assert parse(turn["deadline"]) == parse(
            view["updated_at"]) + seconds(4200)
        assert turn["bank"] == 600
        assert turn["claims_until"] is None
    assert game.view()["options"]["turn_seconds"] == 3600
    answer = game.play(0, discard(game.view(0)["you"]["cards"][0]))
    event = answer["events"][0]
    assert event["by_clock"] is False and event["spent_ms"] >= 0
    turn = answer["game"]["round"]["turn"]
    assert parse(turn["deadline"]) == parse(event["at"]) + seconds(4200)


def test_a_bot_has_no_deadline(api):
    game = api.create({"variant": "hand", "first_dealer": 1,
                       "options": {"turn_seconds": 3600},
                       "seats": [{"player": "a"}, {"bot": "basic"}]})
    seq = game.play(0, discard(game.view(0)["you"]["cards"][0]))["seq"]
    while game.view()["round"]["turn"]["seat"] == 1:
        seq = wait_for(game, seq)[-1]["seq"]
    assert turn_of(game)["deadline"] is not None


# ----- time to ask ---------------------------------------------------------

def test_code_too_early(api):
    game = may_i_of_three(api, claim_seconds=3600)
    view = game.view(0)
    until = parse(view["updated_at"]) + seconds(3600)
    assert parse(view["round"]["turn"]["claims_until"]) == until
    assert view["round"]["turn"]["deadline"] is None
    answer = game.post(0, draw())
    problem = answer.refused(409, "too_early")
    assert parse(problem["claims_until"]) == until
    assert 3500 < int(answer.header("Retry-After")) <= 3600
    assert "rule" not in problem
    assert game.seq() == view["seq"]
    # as part of a batch, and as a dry run
    game.refuse(0, {"moves": [draw()]}, 409, "too_early")
    assert game.post(0, draw(), "?dry_run=true").refused(409, "too_early")
    # others are told what they always are
    game.refuse(1, draw(), 409, "not_your_turn")


@pytest.mark.parametrize("language,title", [
    ("ar", "ما زال لغيره أن يطلب"), ("ru", "Другие ещё могут попросить")])
def test_too_early_in_other_languages(api, language, title):
    game = may_i_of_three(api, claim_seconds=3600)
    answer = game.post(0, draw(), headers={"Accept-Language": language})
    assert answer.refused(409, "too_early")["title"] == title


def test_legal_moves_wait_too(api):
    game = may_i_of_three(api, claim_seconds=3600)
    answer = api.get(game.path + "/legal_moves", game.token(0))
    kinds = [(move["move"], move.get("from"))
             for move in answer.ok()["moves"]]
    assert ("draw", "stock") not in kinds
    assert ("draw", "discard") in kinds and ("take", None) in kinds
    # the list changes without an event
    assert answer.header("ETag") == '"8.s0.en.w"'
    game.play(0, draw("discard"))


def test_a_question_has_a_deadline_of_its_own(api):
    game = may_i_of_three(api, claim_seconds=600, turn_seconds=60)
    answer = game.play(1, {"move": "may_i", "count": 1})
    turn = answer["game"]["round"]["turn"]
    assert (turn["seat"], turn["phase"], turn["bank"]) == (0, "answer", None)
    assert parse(turn["deadline"]) == parse(
        answer["game"]["updated_at"]) + seconds(600)
    assert turn["claims_until"] is None


# ----- time that is up -----------------------------------------------------

def test_the_referee_moves_when_the_time_is_up(api):
    game = api.create(plain(options={"turn_seconds": 1}).body)
    expired, moved = wait_for(game, 2)[:2]
    assert expired["type"] == "clock_expired"
    assert (expired["seat"], expired["phase"], expired["forfeit"]) == (
        0, "play", False)
    assert expired["spent_ms"] >= 1000
    assert moved["type"] == "move" and moved["by_clock"] is True
    assert (moved["seat"], moved["spent_ms"]) == (0, 0)
    assert moved["move"]["move"] == "discard"
    # and again for the next seat, all at once: a draw and its discard
    items = wait_for(game, 4)
    assert [item["type"] for item in items[:3]] == [
        "clock_expired", "move", "move"]
    assert items[2]["move"]["card"] == items[1]["drawn"]
    # who may not see the card drawn does not
    assert wait_for(game, 4, game.token(0))[1]["drawn"] is None


def test_code_seat_forfeited(api):
    """Of many, so that the bots do not have the table to themselves soon."""
    game = api.create(plain(5, options={"turn_seconds": 1, "rounds": 99,
                                        "on_timeout": "forfeit"}).body)
    expired = wait_for(game, 2)[0]
    assert (expired["seat"], expired["forfeit"]) == (0, True)
    seat = game.view()["seats"][0]
    assert (seat["player"], seat["kind"]) == ("a", "bot")
    problem = game.post(0, draw()).refused(409, "seat_forfeited")
    assert problem["title"] == "The seat is played by a bot"
    assert api.get(game.path + "/legal_moves", game.token(0)).ok()[
        "moves"] == []
    # the host may give the seat back, and then its player goes on
    given = api.put(game.path + "/seats/0", {"player": "a"}, game.host).ok()
    seat = given["game"]["seats"][0]
    assert (seat["player"], seat["kind"]) == ("a", "player")
    # if it is on time: a busy machine may let another second go by
    answer = api.post(game.path + "/moves", draw(), given["token"])
    if answer.status != 200:
        assert answer.refused(409)["code"] in (
            "not_your_turn", "wrong_phase", "seat_forfeited")


def test_clocks_go_on_after_a_restart(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = api.create(plain(options={"turn_seconds": 3600,
                                     "bank_seconds": 60}).body)
    before = game.view()
    daemon.restart()
    resumed = wait_for(game, 2)[0]
    assert resumed["type"] == "clock_resumed"
    assert resumed["seat"] == 0
    assert 3600000 < resumed["left_ms"] <= 3660000
    view = game.view()
    assert parse(view["round"]["turn"]["deadline"]) > parse(
        before["round"]["turn"]["deadline"])
    assert view["seq"] == 3
    api.close()


# ----- records -------------------------------------------------------------

def check(api, record):
    return api.post("/v1/records/check", record).ok()


def test_a_record_tells_the_times_and_holds(api):
    game = api.create({"variant": "hand", "first_dealer": 1,
                       "options": {"turn_seconds": 1, "rounds": 1,
                                   "on_timeout": "forfeit"},
                       "seats": [{"player": "a"}, {"bot": "basic"}]})
    seq = 2
    while game.view()["status"] == "playing":
        seq = wait_for(game, seq)[-1]["seq"]
    record = api.get(game.path + "/record").ok()
    expired = record["events"][2]
    assert (expired["type"], expired["forfeit"]) == ("clock_expired", True)
    verdict = check(api, record)
    assert verdict["valid"] and verdict["judged"] == len(record["events"])
    record = bare(record)
    expired = record["events"][2]
    for member, value in (("spent_ms", 999), ("forfeit", False), ("seat", 1)):
        was, expired[member] = expired[member], value
        verdict = check(api, record)
        assert verdict["problem"]["code"] == "record_differs"
        assert verdict["problem"]["errors"][0]["pointer"] == (
            f"/events/2/{member}")
        expired[member] = was
