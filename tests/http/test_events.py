"""What happened in a game: numbered without a gap, and for whom."""

import re

import pytest

from support.bots import pass_turn, play_game, play_round
from support.client import Client
from support.deals import RETURN, Arranged, discard, draw, meld


@pytest.fixture(scope="module")
def played(api):
    """A finished game of two rounds that the referee dealt."""
    game = api.create({"variant": "hand", "options": {"rounds": 2},
                       "seats": [{"player": "events a"},
                                 {"player": "events b"},
                                 {"player": "events c"}]})
    play_game(game)
    return game


def test_events_are_numbered_from_one_without_a_gap(played):
    events = played.all_events()
    assert [event["seq"] for event in events] == list(
        range(1, len(events) + 1))
    assert played.view()["seq"] == len(events)


def test_events_come_in_the_order_of_play(played):
    types = [event["type"] for event in played.all_events()]
    story = re.fullmatch(
        "created started (move |reshuffled )+ended started "
        "(move |reshuffled )+ended over ",
        "".join({"game_created": "created ", "round_started": "started ",
                 "move": "move ", "reshuffled": "reshuffled ",
                 "round_ended": "ended ", "game_ended": "over "}[kind]
                for kind in types))
    assert story, types


def test_everybody_reads_the_same_once_it_is_over(played):
    events = played.all_events("host")
    for viewer in (None, 0, 1, 2):
        assert played.all_events(viewer) == events


def test_times_do_not_go_back(played):
    times = [event["at"] for event in played.all_events()]
    assert times == sorted(times)
    view = played.view()
    assert times[0] == view["created_at"]
    assert times[-1] == view["updated_at"]


def test_the_first_event_tells_the_game(played):
    first, view = played.all_events()[0], played.view()
    assert first["variant"] == view["variant"]
    assert first["options"] == view["options"]
    assert first["seats"] == [seat["player"] for seat in view["seats"]]


def test_the_end_of_a_round_tells_the_score(played):
    ended = [event for event in played.all_events()
             if event["type"] == "round_ended"]
    rounds = played.view()["scores"]["rounds"]
    for event, score in zip(ended, rounds, strict=True):
        assert {key: event[key] for key in score} == score
    last = played.all_events()[-1]
    assert last["type"] == "game_ended" and last["status"] == "finished"
    assert last["winners"] == played.view()["scores"]["winners"]


def test_an_answer_holds_the_events_it_made(api):
    arranged = Arranged({1: "AS AH AD KS KH KD".split()})
    game = api.create(arranged.body)
    first = arranged.hands[0][0]
    bodies = [(0, discard(first)), (1, {"moves": [
        draw("discard"), RETURN, draw(), meld("AS AH AD", "KS KH KD"),
        discard(arranged.stock[0])]})]
    told = []
    for seat, body in bodies:
        told += game.post(seat, body).ok()["events"]
    listed = game.events(query="?after=2")["items"]
    assert told == listed
    assert [event["move"] for event in listed] == [
        first_move for _, body in bodies
        for first_move in body.get("moves", [body])]


def test_a_drawn_card_is_shown_to_who_drew_and_the_host(api):
    arranged = Arranged(stock=["2S", "3S"], seats=3)
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    game.play(1, draw(), discard("2S"))
    game.play(2, draw())

    def drawn(viewer):
        return [event["drawn"] for event in game.all_events(viewer)
                if event["type"] == "move"
                and event["move"]["move"] == "draw"]
    assert drawn("host") == ["2S", "3S"]
    assert drawn(1) == ["2S", None]
    assert drawn(2) == [None, "3S"]
    assert drawn(0) == drawn(None) == [None, None]


def test_all_is_shown_once_the_round_has_ended(api):
    melds = ["3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H", "3D 4D 5D 6D"]
    arranged = Arranged({1: " ".join(melds).split()}, ["2S"], options={
        "rounds": 2})
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    game.play(1, draw())
    for viewer in ("host", None, 0, 1):
        started = game.all_events(viewer)[1]
        assert started["type"] == "round_started"
        assert started["deck"] is None
        assert b"seed" not in game.api.get(game.path + "/events",
                                           game.token(viewer)).body
    reply = game.play(1, meld(*melds), discard("2S"))
    ended = next(event for event in reply["events"]
                 if event["type"] == "round_ended")
    assert len(ended["seed"]) == 64
    for viewer in ("host", None, 0, 1):
        events = game.all_events(viewer)
        assert events[3]["drawn"] == "2S"
        assert len(events[1]["deck"]) == 106
        assert events[-1]["type"] == "round_started"
        assert events[-1]["round"] == 2 and events[-1]["deck"] is None


def test_a_deck_is_in_the_order_dealt(api):
    arranged = Arranged(seats=3, options={"rounds": 1, "max_reshuffles": 0})
    hands, stock = arranged.hands, arranged.stock
    game = api.create(arranged.body)
    while game.view(None)["status"] == "playing":
        pass_turn(game)
    deck = game.all_events(None)[1]["deck"]
    assert deck[43:] == stock
    for seat in range(3):
        assert sorted(deck[seat:42:3] + ([deck[42]] if seat == 0 else [])) \
            == sorted(hands[seat])


def test_a_reshuffle_is_an_event(api):
    arranged = Arranged(options={"rounds": 1, "max_reshuffles": 1})
    game = api.create(arranged.body)
    while game.view(None)["round"]["reshuffles"] == 0:
        pass_turn(game)
    for viewer in ("host", None, 0, 1):
        event = game.all_events(viewer)[-1]
        assert event["type"] == "reshuffled" and event["order"] is None
        assert event["seat"] is None and event["round"] == 1
    while game.view(None)["status"] == "playing":
        pass_turn(game)
    event = next(e for e in game.all_events(None)
                 if e["type"] == "reshuffled")
    drawn = [e["drawn"] for e in game.all_events(None)
             if e["seq"] > event["seq"] and e["type"] == "move"
             and e["move"]["move"] == "draw"]
    assert event["order"] == drawn


# after and limit, the seqs that come, comment; of a game of eight events.
PAGES = [
    ("", [1, 2, 3, 4, 5, 6, 7, 8], "all"),
    ("?after=0", [1, 2, 3, 4, 5, 6, 7, 8], "from the first"),
    ("?after=5", [6, 7, 8], "what is new"),
    ("?after=8", [], "nothing new"),
    ("?after=1000", [], "a number to come"),
    ("?after=2&limit=3", [3, 4, 5], "a page in between"),
    ("?limit=1", [1], "one"),
    ("?limit=100", [1, 2, 3, 4, 5, 6, 7, 8], "more than there are"),
]


@pytest.fixture(scope="module")
def eight(api):
    arranged = Arranged()
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    for seat, card in zip((1, 0), arranged.stock):
        game.play(seat, draw(), discard(card))
    game.play(1, draw())
    return game


@pytest.mark.parametrize("query,seqs,comment", PAGES,
                         ids=[row[2] for row in PAGES])
def test_after_and_limit(eight, query, seqs, comment):
    for viewer in ("host", None, 1):
        items = eight.events(viewer, query)["items"]
        assert [event["seq"] for event in items] == seqs, comment


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1.0",
                                   "after=", "after=99999999999999999999",
                                   "after=1&after=2", "limit=0",
                                   "limit=101", "before=1", "wait=1"])
def test_a_wrong_parameter_is_refused(api, eight, query):
    api.get(eight.path + "/events?" + query, eight.host).refused(
        400, "invalid_request")


def test_an_ended_game_says_so(api):
    game = api.create(Arranged().body)
    reply = api.delete(game.path, game.host).ok()
    assert [event["type"] for event in reply["events"]] == ["game_ended"]
    assert reply["events"][0]["status"] == "ended"
    assert reply["events"][0]["winners"] is None
    assert game.all_events(None)[-1] == reply["events"][0]


def test_events_are_the_same_after_a_crash(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "options": {"rounds": 2},
                       "seats": [{"player": "a"}, {"player": "b"}]})
    play_round(game)
    pass_turn(game)
    viewers = ("host", None, 0, 1)
    before = {viewer: game.all_events(viewer) for viewer in viewers}
    daemon.crash_and_restart()
    assert {viewer: game.all_events(viewer) for viewer in viewers} == before
    api.close()
