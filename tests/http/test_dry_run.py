"""`?dry_run=true`: judged as the real thing, changes nothing, shows nothing
hidden."""

import json

import pytest

from support.cards import JOKER, cards_in, in_order, without
from support.deals import (Arranged, RETURN, discard, draw, fill, lay_off,
                           meld, plain)

DRY = "?dry_run=true"

def times_aside(answer):
    """An answer without what a clock or a random source decides."""
    def strip(node):
        if isinstance(node, dict):
            return {key: strip(value) for key, value in node.items()
                    if key not in ("at", "updated_at", "dry_run", "hash",
                                   "chain")}
        if isinstance(node, list):
            return [strip(item) for item in node]
        return node
    return strip(answer)


def rich(**settings):
    """Seat 1 can go down and lay off; the stock gives it nothing."""
    return Arranged({0: ["2D"], 1: "AS AH AD KS KH KD 9C 9D 9H 4C".split()},
                    ["2C", "7D"], **settings)


def started(api, arranged, first="2D"):
    game = api.create(arranged.body)
    game.play(0, discard(first))
    return game


def test_a_dry_move_answers_as_the_real_one_and_changes_nothing(api):
    arranged = rich()
    game = api.create(arranged.body)
    for seat, body in [
            (0, discard("2D")),
            (1, draw()),
            (1, {"moves": [meld("AS AH AD", "KS KH KD")]}),
            (1, {"moves": [meld("9C 9D 9H"), discard("4C")]})]:
        before = game.view()
        answer = game.post(seat, body, DRY).ok()
        assert answer["dry_run"] is True
        assert game.view() == before
        assert all(event["hash"] is None for event in answer["events"])
        assert answer["game"]["chain"] == before["chain"]
        real = game.post(seat, body).ok()
        assert "dry_run" not in real
        if body == draw():
            continue
        assert times_aside(answer) == times_aside(real)


@pytest.mark.parametrize("viewer", [1, "host"])
def test_a_dry_draw_does_not_show_the_card(api, viewer):
    arranged = rich()
    game = started(api, arranged)
    body = draw() if viewer == 1 else {"seat": 1, **draw()}
    for _ in range(2):
        answer = game.post(viewer, body, DRY).ok()
        assert [event["drawn"] for event in answer["events"]] == [None]
        view = answer["game"]
        hand = view["you"]["cards"] if viewer == 1 else view["hands"][1]
        assert hand == in_order(arranged.hands[1])
        assert view["seats"][1]["cards"] == len(arranged.hands[1]) + 1
        assert view["round"]["turn"]["phase"] == "play"
        assert view["round"]["stock"] == len(arranged.stock) - 1
    assert answer["seq"] == game.seq() + 1
    real = game.post(viewer, body).ok()
    assert [event["drawn"] for event in real["events"]] == ["2C"]


def test_a_dry_draw_is_the_same_whatever_lies_on_top(api):
    """Two games that differ in nothing but the stock answer alike."""
    answers = []
    for stock in (["2C", "7D"], ["7D", "2C"]):
        arranged = rich()
        arranged.stock = stock + arranged.stock[2:]
        arranged.body["deals"][0]["stock"] = arranged.stock
        game = started(api, arranged)
        answer = times_aside(game.post(1, draw(), DRY).ok())
        for member in ("id", "created_at"):
            answer["game"].pop(member)
        answer["game"]["round"].pop("commitment")
        answers.append(answer)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("viewer", [1, "host"])
def test_what_follows_a_hidden_card_is_not_judged(api, viewer):
    arranged = rich()
    game = started(api, arranged)
    before = game.view()
    for then in (discard("4C"), discard("2C"), discard("KC"),
                 meld("AS AH AD", "KS KH KD"), RETURN, draw()):
        body = {"moves": [draw(), then]}
        if viewer == "host":
            body["seat"] = 1
        answer = game.post(viewer, body, DRY)
        problem = answer.refused(422, "hidden_card")
        assert problem["errors"][0]["pointer"].startswith("/moves/1")
        shown = set(cards_in(answer.body.decode()))
        assert shown <= set(cards_in(json.dumps(then))), repr(answer)
    assert game.view() == before


def test_a_fault_of_the_draw_itself_is_told(api):
    game = started(api, rich())
    game.post(1, {"moves": [draw("discard"), RETURN, draw("discard"),
                            discard("4C")]}, DRY).refused(
        422, "just_returned")
    game.post(0, {"moves": [draw(), discard("4C")]}, DRY).refused(
        409, "not_your_turn")


def test_a_draw_from_the_pile_is_no_secret(api):
    arranged = Arranged({0: ["AC"], 1: "AS AH AD KS KH KD 9C".split()})
    game = started(api, arranged, "AC")
    body = {"moves": [draw("discard"), meld("AS AH AD AC", "KS KH KD"),
                      discard("9C")]}
    dry = game.post(1, body, DRY).ok()
    assert times_aside(dry) == times_aside(game.post(1, body).ok())


# Body, status, code, comment: refused alike, dry or not.
REFUSED = [
    (1, discard("4C"), 409, "wrong_phase", "before the draw"),
    (0, draw(), 409, "not_your_turn", "the other seat"),
    (1, {"move": "fly"}, 400, "invalid_request", "no move"),
    (1, {"moves": [draw("discard"), discard("4C")]}, 422, "duty_open",
     "a meld is owed"),
    (1, {"moves": [draw("discard"), meld("AS AH AD")]}, 422,
     "opening_too_low", "33 are not 51"),
]


@pytest.mark.parametrize("seat,body,status,code,comment", REFUSED,
                         ids=[row[4] for row in REFUSED])
def test_a_dry_refusal_is_the_real_refusal(api, seat, body, status, code,
                                           comment):
    game = started(api, rich())
    dry = game.post(seat, body, DRY)
    dry.refused(status, code)
    real = game.post(seat, body)
    assert dry.json == real.json


def finish(rounds):
    """Seat 0 can go out at once; one round or more."""
    melds = [["3S", "4S", "5S", "6S", "7S"], ["3H", "4H", "5H", "6H", "7H"],
             ["3D", "4D", "5D", "6D"]]
    hands, stock = fill({0: sum(melds, []) + ["2S"], 1: [JOKER]}, 2)
    return {"variant": "hand", "options": {"rounds": rounds,
                                           "starter_may_meld": True},
            "seats": [{"player": "a"}, {"player": "b"}], "first_dealer": 1,
            "deals": [{"hands": hands, "stock": stock}]}, [
        {"move": "meld", "melds": melds}, discard("2S")], hands


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("viewer", [0, "host"])
def test_the_end_of_a_round_is_not_told(api, rounds, viewer):
    """Going out would show the seed, the new deal, and so on."""
    body, moves, hands = finish(rounds)
    game = api.create(body)
    before = game.view()
    sent = {"moves": moves}
    if viewer == "host":
        sent["seat"] = 0
    answer = game.post(viewer, sent, DRY).ok()
    assert [event["type"] for event in answer["events"]] == ["move", "move"]
    view = answer["game"]
    assert view["status"] == "playing"
    assert view["round"]["number"] == 1
    assert view["seats"][0]["cards"] == 0
    assert view["scores"]["rounds"] == []
    assert view["round"]["discard"] == ["2S"]
    assert answer["seq"] == before["seq"] + 2
    text = game.post(viewer, sent, DRY).body.decode()
    for hidden in ("seed", "deck", "round_started", "round_ended",
                   "game_ended"):
        assert f'"{hidden}"' not in text
    assert game.view() == before
    real = game.post(viewer, sent).ok()
    assert [e["type"] for e in real["events"]][2:] == (
        ["round_ended", "round_started"] if rounds == 2
        else ["round_ended", "game_ended"])


def test_a_reshuffle_is_not_told(api):
    """The discard that ends the turn before the stock is made anew."""
    arranged = plain()
    game = api.create(arranged.body)
    table = arranged.table()
    game.play(0, discard(arranged.hands[0][0]))
    table.play(0, discard(arranged.hands[0][0]))
    while len(table.stock) > 1:
        seat, card = table.turn, table.stock[0]
        for move in (draw(), discard(card)):
            table.play(seat, move)
        game.post(seat, {"moves": [draw(), discard(card)]},
                  headers={"Prefer": "return=minimal"}).ok()
    seat, card = table.turn, table.stock[0]
    game.play(seat, draw())
    answer = game.post(seat, discard(card), DRY).ok()
    assert [event["type"] for event in answer["events"]] == ["move"]
    assert answer["game"]["round"]["stock"] == 0
    assert answer["game"]["round"]["reshuffles"] == 0
    real = game.post(seat, discard(card)).ok()
    assert [event["type"] for event in real["events"]] == [
        "move", "reshuffled"]


def test_a_dry_ending_ends_nothing(api):
    game = api.create(plain().body)
    answer = api.delete(game.path + DRY, game.host)
    assert answer.ok()["dry_run"] is True
    assert game.view()["status"] == "playing"
    api.delete(game.path + DRY, game.seats[0]).refused(403, "forbidden")
    api.delete(game.path, game.host).ok()
    api.delete(game.path + DRY, game.host).refused(409, "game_over")


def test_a_dry_creation_creates_nothing(api):
    before = api.get("/v1/games?limit=1").ok()["items"]
    answer = api.post("/v1/games" + DRY, plain().body)
    created = answer.ok(201)
    assert created["dry_run"] is True
    assert created["host_token"] is None
    assert created["seat_tokens"] == [None, None]
    assert answer.header("Location") is None
    assert api.get("/v1/games?limit=1").ok()["items"] == before
    api.get("/v1/games/" + created["game"]["id"]).refused(404, "not_found")
    bad = plain().body
    bad["seats"][1] = {"player": "A"}
    api.post("/v1/games" + DRY, bad).refused(422, "player_seated_twice")


def test_a_dry_seat_stays_open(api):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"open": True}]})
    path = game.path + "/seats/1" + DRY
    for _ in range(2):
        answer = api.post(path, {"player": "b"}).ok(201)
        assert answer == {"seat": 1, "token": None, "dry_run": True}
    assert game.view()["status"] == "open"
    api.post(path, {"player": "A"}).refused(422, "player_seated_twice")


def test_dry_run_false_is_the_real_thing(api):
    arranged = plain()
    game = api.create(arranged.body)
    card = arranged.hands[0][0]
    answer = game.post(0, discard(card), "?dry_run=false").ok()
    assert "dry_run" not in answer
    assert game.view()["hands"][0] == in_order(
        without(arranged.hands[0], [card]))


def test_a_dry_run_heeds_the_precondition(api):
    arranged = plain()
    game = api.create(arranged.body)
    game.post(0, discard(arranged.hands[0][0]), DRY,
              {"If-Match": '"9.s0.en"'}).refused(412, "stale")


def test_a_dry_run_may_be_minimal(api):
    arranged = plain()
    game = api.create(arranged.body)
    answer = game.post(0, discard(arranged.hands[0][0]), DRY,
                       {"Prefer": "return=minimal"})
    assert "game" not in answer.ok() and answer.json["dry_run"] is True
    assert "return=minimal" in answer.header("Preference-Applied")



def test_a_dry_lay_off_shows_the_meld_grown(api):
    arranged = Arranged({0: ["2D"], 1: (
        "AS AH AD KS KH KD 9C 9D 9H 9S").split()}, ["2C"])
    game = started(api, arranged)
    game.play(1, draw(), meld("AS AH AD", "KS KH KD", "9C 9D 9H"))
    before = game.view()
    answer = game.post(1, lay_off(3, "9S"), DRY).ok()
    assert answer["game"]["round"]["melds"][2]["cards"] == [
        "9S", "9H", "9D", "9C"]
    assert game.view() == before


def test_a_dry_answer_has_no_tag(api):
    """It would match a state that comes about otherwise."""
    game = api.create(rich().body)
    dry = game.post(0, discard("2D"), DRY)
    assert dry.ok()["dry_run"] is True and dry.header("ETag") is None
    assert game.post(0, discard("2D")).header("ETag")
