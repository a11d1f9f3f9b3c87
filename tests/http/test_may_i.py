"""May I over HTTP: what a question shows, to whom, and what a claim gives;
shapes, options, dry runs."""

import pytest

from support.deals import answer, discard, draw, may_i, plain, take
from test_refusals_may_i import FIRST, laid, opened, scene

DRY = "?dry_run=true"
VIEWERS = ["host", None, 0, 1, 2, 3]


def test_a_question_is_seen_by_all(api):
    game = opened(api)
    game.play(2, may_i(1))
    for viewer in VIEWERS:
        shown = game.view(viewer)["round"]
        assert shown["question"] == {"by": 2, "count": 1, "asked": 0,
                                     "allowed": []}
        assert shown["turn"] == {"seat": 0, "phase": "answer", "duty": False,
                                 "deadline": None, "bank": None,
                                 "claims_until": None}
        assert shown["contract"] == {"sets": 2, "runs": 0}
    game.play(0, answer(True))
    for viewer in VIEWERS:
        assert game.view(viewer)["round"]["question"] == {
            "by": 2, "count": 1, "asked": 1, "allowed": [0]}
    game.play(1, answer(False))
    for viewer in VIEWERS:
        shown = game.view(viewer)["round"]
        assert shown["question"] is None
        assert (shown["turn"]["seat"], shown["turn"]["phase"]) == (0, "draw")


def test_what_a_claim_gave_is_told_by_whose_it_is(api):
    """The cards of the pile to all, those of the stock to the taker and the
    host, not to the seat that answered."""
    game = opened(api, more=["TC", "JC"])
    game.play(2, may_i(1))
    game.play(0, answer(True))
    last = game.play(1, answer(True))
    number = last["seq"]
    for viewer in VIEWERS:
        event = game.events(viewer, f"?after={number - 1}")["items"][0]
        assert event["seat"] == 1 and event["drawn"] is None
        assert event["move"] == answer(True)
        assert event["cards_taken"] == {
            "seat": 2, "from_pile": [FIRST[3]],
            "drawn": ["TC"] if viewer in ("host", 2) else None}
    assert last["events"][0]["cards_taken"]["drawn"] is None
    assert {"TC", FIRST[3]} <= set(game.view(2)["you"]["cards"])
    asked = game.events("host", "?limit=100")["items"]
    assert [event["cards_taken"] for event in asked
            if event["type"] == "move"][:-1] == [None] * (len(asked) - 3)


def test_a_take_shows_the_taker_its_cards(api):
    game = opened(api, more=["TC", "JC", "QC"])
    event = game.play(0, take(3))["events"][0]
    assert event["cards_taken"] == {"seat": 0, "from_pile": FIRST[1:4],
                                    "drawn": ["TC", "JC", "QC"]}
    view = game.view()
    assert view["round"]["discard"] == FIRST[:1]
    assert [seat["cards"] for seat in view["seats"]] == [16, 10, 10, 10]


@pytest.mark.parametrize("viewer", [0, "host"])
def test_a_dry_claim_does_not_show_the_cards_of_the_stock(api, viewer):
    game = opened(api, more=["TC", "JC"])
    before = game.view(viewer)
    body = take(2) if viewer == 0 else {"seat": 0, **take(2)}
    reply = game.post(viewer, body, DRY).ok()
    assert reply["dry_run"] is True
    assert reply["events"][0]["cards_taken"] == {
        "seat": 0, "from_pile": FIRST[2:4], "drawn": None}
    shown = reply["game"]
    assert shown["seats"][0]["cards"] == 14
    hand = shown["you"]["cards"] if viewer == 0 else shown["hands"][0]
    assert len(hand) == 12 and set(FIRST[2:4]) <= set(hand)
    assert shown["round"]["stock"] == before["round"]["stock"] - 2
    assert game.view(viewer) == before
    real = game.post(viewer, body).ok()
    assert real["events"][0]["cards_taken"]["drawn"] == ["TC", "JC"]


def test_nothing_is_judged_after_a_dry_claim(api):
    game = opened(api)
    game.play(1, may_i(1))
    game.post(0, {"moves": [answer(True), draw()]}, DRY).refused(
        422, "hidden_card")


def test_a_batch_answers_and_plays_on(api):
    """A refusal and the turn, in one request."""
    game = opened(api, more=["TC"])
    game.play(1, may_i(1))
    reply = game.play(0, answer(False), draw(), discard("TC"))
    assert [event["move"]["move"] for event in reply["events"]] == [
        "answer", "draw", "discard"]
    assert reply["game"]["round"]["turn"]["seat"] == 1


def test_what_says_nothing_is_null(api):
    """The value of a meld, teams."""
    game = laid(scene(api))
    view = game.view()
    assert [one["value"] for one in view["round"]["melds"]] == [None, None]
    assert [one["stands_for"] for one in view["round"]["melds"]] == [
        one["cards"] for one in view["round"]["melds"]]
    assert all(seat["team"] is None for seat in view["seats"])
    assert view["scores"]["team_totals"] is None


# Body, pointers, comment; while seat 0 is on turn.
SHAPES = [
    ({"move": "may_i"}, ["/count"], "count is required"),
    ({"move": "take"}, ["/count"], "also here"),
    ({"move": "take", "count": None}, ["/count"], "null is absent"),
    ({"move": "take", "count": 0}, ["/count"], "one or more"),
    ({"move": "may_i", "count": -1}, ["/count"], "below nought"),
    ({"move": "may_i", "count": "1"}, ["/count"], "a string"),
    ({"move": "may_i", "count": 1.5}, ["/count"], "a fraction"),
    ({"move": "may_i", "count": True}, ["/count"], "a boolean"),
    ({"move": "may_i", "count": 1, "allow": True}, ["/allow"],
     "a member of another move"),
    ({"move": "answer"}, ["/allow"], "allow is required"),
    ({"move": "answer", "allow": 1}, ["/allow"], "a number"),
    ({"move": "answer", "allow": "yes"}, ["/allow"], "a string"),
    ({"move": "return"}, ["/move"], "a move of Hand"),
    ({"move": "take_joker", "meld": 1, "cards": ["2S"]}, ["/move"],
     "a move of Hand"),
    ({"moves": [{"move": "draw", "from": "stock"}, {"move": "take"}]},
     ["/moves/1/count"], "in a batch"),
]


@pytest.mark.parametrize("body,pointers,comment", SHAPES,
                         ids=[row[2] for row in SHAPES])
def test_a_move_of_wrong_shape(api, body, pointers, comment):
    game = api.create(plain(3, variant="may-i").body)
    for seat in (0, 1):
        refusal = game.post(seat, body)
        refusal.refused(400, "invalid_request")
        assert refusal.pointers() == pointers, comment


# Option, value that it may not have.
OPTIONS = [
    ("ace_wrap", 1), ("ace_wrap", "true"), ("lay_off", "all"),
    ("lay_off", True), ("after_claim", "next"), ("after_claim", 0),
    ("refusal", "Free"), ("claim_limit", -1), ("claim_limit", 105),
    ("claim_limit", "0"), ("max_reshuffles", 100), ("rounds", 5),
    ("opening_minimum", 51), ("joker_left", 15), ("dealer", "rotate"),
    ("final_discard", "required"), ("run_max", 13),
]


@pytest.mark.parametrize("name,value", OPTIONS,
                         ids=[f"{name}={value}" for name, value in OPTIONS])
def test_an_option_that_is_no_good(api, name, value):
    """D10: out of range, or one of Hand."""
    refusal = api.post("/v1/games", {
        "variant": "may-i", "options": {name: value},
        "seats": [{"player": one} for one in "abc"]})
    refusal.refused(400, "invalid_request")
    assert refusal.pointers() == ["/options/" + name]


@pytest.mark.parametrize("seats", [2, 6])
def test_too_few_and_too_many_seats(api, seats):
    api.post("/v1/games", {"variant": "may-i", "seats": [
        {"player": one} for one in "abcdef"[:seats]]}).refused(
            400, "invalid_request")


def test_the_games_of_may_i_are_found(api):
    game = api.create({"variant": "may-i", "seats": [
        {"player": "a"}, {"player": "b"}, {"open": True}]})
    listed = api.get("/v1/games?variant=may-i&status=open").ok()["items"]
    assert listed[0]["id"] == game.id
    assert {one["variant"] for one in listed} == {"may-i"}
