"""Moves taken back by the host."""

import copy

import pytest

from support.bots import pass_turn
from support.client import Client
from support.deals import (RETURN, Arranged, answer, discard, draw, may_i,
                           meld)
from support.scorecards import card
from support.streams import Stream

MINE = "KH KD AS AH AD QS QH QD 2C 3C 4C 5C 6C 9C".split()


def undo(game, body=None, by="host", query="", headers=None):
    return game.api.post(f"{game.path}/undo{query}", body or {},
                         game.token(by), headers)


def cannot(game, reason, event, moves=1):
    before = game.view()
    problem = undo(game, {"moves": moves}).refused(409, "cannot_undo")
    assert (problem["reason"], problem["event"]) == (reason, event)
    assert str(event) in problem["detail"]
    assert problem["seq"] == before["seq"] and game.view() == before


def last_event(game):
    return game.events(query=f"?after={game.seq() - 1}")["items"][-1]


def as_it_was(view):
    """A view without what always goes on."""
    return {name: value for name, value in view.items()
            if name not in ("seq", "updated_at", "chain")}


@pytest.fixture
def game(api):
    """Seat 0 discards a king that seat 1 can lay."""
    arranged = Arranged({0: ["KS"], 1: MINE}, ["9D", "TD"],
                        options={"rounds": 2})
    return api.create(arranged.body)


def test_a_discard_is_taken_back(game):
    before = {viewer: as_it_was(game.view(viewer))
              for viewer in ("host", 0, 1, None)}
    game.play(0, discard("KS"))
    answer = undo(game)
    done = answer.ok()
    assert answer.header("ETag").startswith('"4.h.')
    assert set(done) == {"seq", "events", "game"}
    event, = done["events"]
    assert {name: event[name] for name in event if name not in ("at", "hash")} == {
        "seq": 4, "type": "undone", "round": 1, "seat": 0, "moves": 1,
        "from_seq": 3, "to_seq": 3}
    for viewer, view in before.items():
        assert as_it_was(game.view(viewer)) == view
    assert [e["type"] for e in game.all_events()][2:] == ["move", "undone"]
    game.play(0, discard("KS"))
    game.play(1, draw("discard"))


def test_several_moves_of_a_turn(game):
    game.play(0, discard("KS"))
    before = as_it_was(game.view(1))
    game.play(1, draw("discard"))
    drawn = as_it_was(game.view(1))
    game.play(1, meld("KS KH KD", "AS AH AD", "QS QH QD"), discard("9C"))
    done = undo(game, {"moves": 2}).ok()["events"][0]
    assert (done["from_seq"], done["to_seq"], done["moves"]) == (5, 6, 2)
    assert as_it_was(game.view(1)) == drawn
    assert undo(game).ok()["events"][0]["from_seq"] == 4
    assert as_it_was(game.view(1)) == before
    # Another way, and back again: what was undone does not count.
    game.play(1, draw("discard"))
    game.play(1, RETURN)
    done = undo(game, {"moves": 2}).ok()["events"][0]
    assert (done["from_seq"], done["to_seq"], done["moves"]) == (9, 10, 2)
    assert as_it_was(game.view(1)) == before
    cannot(game, "other_moved", 4)


def test_what_was_dealt_drawn_or_moved_by_others_stays(game):
    cannot(game, "round_started", 2)
    game.play(0, discard("KS"))
    cannot(game, "round_started", 2, 2)
    game.play(1, draw())
    cannot(game, "stock_drawn", 4)
    game.play(1, discard("9C"))
    cannot(game, "stock_drawn", 4, 2)
    game.play(0, draw("discard"))
    cannot(game, "other_moved", 6, 2)
    game.api.put(game.path + "/seats/1", {"player": "somebody"},
                 game.host).ok()
    cannot(game, "seat_given", 7)


def test_the_end_of_a_round_stays(api):
    goes_out = "3S 4S 5S 6S 7S 3H 4H 5H 6H 7H 3D 4D 5D 6D".split()
    game = api.create(Arranged({0: ["2D"], 1: goes_out}, ["2C"],
                               options={"rounds": 2}).body)
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H",
                              "3D 4D 5D 6D"), discard("2C"))
    events = game.all_events()
    assert [e["type"] for e in events[-2:]] == ["round_ended",
                                                "round_started"]
    cannot(game, "round_started", events[-1]["seq"])


def test_a_new_stock_stays(api):
    """A discard after which the stock is made anew shows a new order."""
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": "a"}, {"player": "b"}]})
    for _ in range(120):
        pass_turn(game)
        last = last_event(game)
        if last["type"] == "reshuffled":
            cannot(game, "reshuffled", last["seq"])
            return
    raise AssertionError("no new stock was made")


def test_a_question_is_taken_back_until_it_is_answered(api):
    game = api.create(Arranged({0: ["KS"], 1: ["2C"], 2: ["2D"]}, ["9D"],
                               seats=3, variant="may-i").body)
    turn = game.view()["round"]["turn"]["seat"]
    for seat in (turn, (turn + 1) % 3, (turn + 2) % 3, turn):
        game.play(seat, draw())
        game.play(seat, discard(next(
            card for card in game.view(seat)["you"]["cards"])))
    first, asker = (turn + 1) % 3, (turn + 2) % 3
    before = as_it_was(game.view())
    game.play(asker, may_i())
    asked = game.view()["round"]["turn"]
    assert asked == {**asked, "phase": "answer", "seat": first}
    done = undo(game).ok()["events"][0]
    assert done["seat"] == asker and as_it_was(game.view()) == before
    game.play(asker, may_i())
    said = game.play(first, answer(False))
    cannot(game, "other_moved", said["seq"], 2)
    assert undo(game).ok()["events"][0]["seat"] == first
    assert game.view()["round"]["turn"]["phase"] == "answer"
    # That it was answered, it was.
    cannot(game, "other_moved", said["seq"])


def test_who_may_take_back(game, api):
    game.play(0, discard("KS"))
    undo(game, by=0).refused(403, "forbidden")
    undo(game, by=None).refused(401, "unauthorized")
    other = api.create({"variant": "hand", "seats": [
        {"player": "a"}, {"player": "b"}]})
    api.post(game.path + "/undo", {}, other.host).refused(403, "forbidden")
    assert game.seq() == 3


@pytest.mark.parametrize("body,pointer", [
    ({"moves": 0}, "/moves"), ({"moves": 41}, "/moves"),
    ({"moves": "1"}, "/moves"), ({"moves": 1.5}, "/moves"),
    ({"to_seq": 2}, "/to_seq"), ([1], "")])
def test_shapes(game, body, pointer):
    game.play(0, discard("KS"))
    answer = undo(game, body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == [pointer]
    assert game.seq() == 3


def test_games_without_moves(api):
    sheet = api.create(card(seats=2))
    undo(sheet).refused(409, "wrong_mode")
    waiting = api.create({"variant": "hand", "seats": [
        {"player": "a"}, {"open": True}]})
    undo(waiting).refused(409, "not_started")
    api.delete(waiting.path, waiting.host).ok()
    undo(waiting).refused(409, "game_over")


def test_a_dry_run_changes_nothing(game):
    start = as_it_was(game.view())
    game.play(0, discard("KS"))
    before = game.view()
    answer = undo(game, query="?dry_run=true").ok()
    assert answer["dry_run"] is True
    assert as_it_was(answer["game"]) == start
    assert game.view() == before
    undo(game, {"moves": 2}, query="?dry_run=true").refused(
        409, "cannot_undo")


def test_if_match_and_minimal(game):
    game.play(0, discard("KS"))
    undo(game, headers={"If-Match": '"2.h.en"'}).refused(412, "stale")
    answer = undo(game, headers={"If-Match": '"3.h.en"',
                                 "Prefer": "return=minimal"})
    assert set(answer.ok()) == {"seq", "events"}
    assert answer.header("Preference-Applied") == "return=minimal"


def test_the_same_key_takes_back_once(game):
    game.play(0, discard("KS"))
    key = {"Idempotency-Key": "undo-" + game.id}
    first = undo(game, headers=key)
    again = undo(game, headers=key)
    assert again.header("Idempotency-Replayed") == "true"
    assert again.body == first.body and game.seq() == 4
    undo(game, {"moves": 1}, headers=key).refused(
        422, "idempotency_key_reused")


@pytest.mark.parametrize("language,words", [
    ("en", "brought cards of the stock"), ("ar", "كومة المخزون"),
    ("ru", "карты из колоды")])
def test_the_reason_in_each_language(game, language, words):
    game.play(0, discard("KS"))
    game.play(1, draw())
    answer = undo(game, headers={"Accept-Language": language})
    assert answer.header("Content-Language") == language
    problem = answer.refused(409, "cannot_undo")
    assert words in problem["detail"] and "4" in problem["detail"]
    assert problem["title"] != ""


def test_streams_tell_it(daemon, contract, game):
    game.play(0, discard("KS"))
    stream = Stream(daemon, contract, game, 1, after=3)
    stream.control("hello")
    done = undo(game).ok()
    assert stream.event() == done["events"][0]
    stream.close()


def test_a_restart_keeps_it_so(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = api.create(Arranged({0: ["KS"], 1: MINE}, ["9D", "TD"]).body)
    game.play(0, discard("KS"))
    game.play(1, draw("discard"))
    game.play(1, meld("KS KH KD", "AS AH AD", "QS QH QD"), discard("9C"))
    undo(game, {"moves": 2}).ok()
    before = game.view()
    daemon.restart()
    assert game.view() == before
    undo(game).ok()
    cannot(game, "other_moved", 4)
    game.play(1, draw())
    api.close()


@pytest.fixture(scope="module")
def record(api):
    """Of a game to whose end every discard was made twice, where it could be
    taken back."""
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": "a"}, {"player": "b"}]})
    while game.view()["round"]:
        pass_turn(game)
        last = last_event(game)
        if undo(game).status == 200:
            game.play(last["seat"], last["move"])
    return game.api.get(game.path + "/record").ok()


def check(api, record):
    return api.post("/v1/records/check", record).ok()


def unhashed(record):
    """As somebody would write it who has no hashes, which find everything."""
    record = copy.deepcopy(record)
    record.pop("chain", None)
    for event in record["events"]:
        event.pop("hash", None)
        event.pop("leaf", None)
    return record


def undone_in(record):
    return [i for i, event in enumerate(record["events"])
            if event["type"] == "undone"]


def test_a_record_with_moves_taken_back_holds(api, record):
    assert len(undone_in(record)) > 10
    verdict = check(api, record)
    assert verdict["valid"] is True
    assert verdict["judged"] == len(record["events"])
    bare = unhashed(record)
    for event in bare["events"]:
        for name in ("seq", "at", "from_seq", "to_seq", "round"):
            event.pop(name, None)
    assert check(api, bare)["scores"] == verdict["scores"]


@pytest.mark.parametrize("member,value", [
    ("moves", 2), ("seat", None), ("from_seq", 2), ("to_seq", 2),
    ("round", 2)])
def test_a_record_with_a_wrong_undo_does_not_hold(api, record, member, value):
    changed = unhashed(record)
    place = undone_in(changed)[3]
    event = changed["events"][place]
    event[member] = 1 - event["seat"] if member == "seat" else value
    verdict = check(api, changed)
    assert verdict["valid"] is False and verdict["judged"] == place
    problem = verdict["problem"]
    assert problem["code"] == "record_differs"
    assert problem["errors"][0]["pointer"] == f"/events/{place}/{member}"


@pytest.mark.parametrize("places", [1, 2, 3])
def test_a_record_without_an_undo_does_not_hold(api, record, places):
    changed = unhashed(record)
    place = undone_in(changed)[places]
    del changed["events"][place]
    for event in changed["events"]:
        event.pop("seq", None)
    verdict = check(api, changed)
    assert verdict["valid"] is False
    assert verdict["problem"]["errors"][0]["pointer"].startswith(
        f"/events/{place}/move")


def test_nothing_is_taken_back_after_the_end_of_a_round(api, record):
    changed = unhashed(record)
    place = next(i for i, event in enumerate(changed["events"])
                 if event["type"] == "round_ended")
    for event in changed["events"]:
        event.pop("seq", None)
    changed["events"].insert(place, {"type": "undone", "moves": 1})
    verdict = check(api, changed)
    assert verdict["valid"] is False and verdict["judged"] == place
