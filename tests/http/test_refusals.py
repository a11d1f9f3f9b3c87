"""Every refusal that Hand can give, got over HTTP: test_code_<code>. Each
names the rule, points into the body, and changes nothing. Those of May I are
in test_refusals_may_i.py."""

import importlib

import pytest

from support.cards import pack, without
from support.contract import Contract
from support.deals import (RETURN, Arranged, discard, draw, fill, lay_off,
                           meld, plain, take_joker)

# A hand that goes out: fourteen cards in melds.
ALL = ["3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H", "3D 4D 5D 6D"]


def scene(api, mine, stock=("2C",), first="2D", **settings):
    """A game of two where seat 0 has thrown `first`; the hand of seat 1
    begins with these cards."""
    arranged = Arranged({0: [first], 1: mine.split()}, list(stock),
                        **settings)
    game = api.create(arranged.body)
    game.play(0, discard(first))
    return game


def refused(game, seat, body, status, code, rule, pointer, **extras):
    """Alone, and as the last of a batch of one: the same refusal, once with
    the pointer into the batch."""
    problem = game.refuse(seat, body, status, code)
    assert problem["seq"] == game.seq()
    assert problem["rule"]["id"] == rule, problem
    assert problem["rule"]["text"]
    assert [entry["pointer"] for entry in problem["errors"]] == [pointer]
    for name, value in extras.items():
        assert problem[name] == value, problem
    if "moves" not in body:
        batch = game.refuse(seat, {"moves": [body]}, status, code)
        assert batch["errors"][0]["pointer"] == "/moves/0" + pointer
        assert {**batch, "errors": None} == {**problem, "errors": None}
    return problem


# The state of the game: 409.

def test_code_not_started(api):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"open": True}]})
    problem = game.refuse(0, draw(), 409, "not_started")
    assert problem["seq"] == 1


def test_code_game_over(api):
    arranged = Arranged({1: " ".join(ALL).split()}, ["2C"],
                        options={"rounds": 1})
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    game.play(1, draw(), meld(*ALL), discard("2C"))
    for seat in (0, 1):
        game.refuse(seat, draw(), 409, "game_over")
    ended = api.create(plain().body)
    api.delete(ended.path, ended.host).ok()
    ended.refuse(0, draw(), 409, "game_over")
    api.delete(ended.path, ended.host).refused(409, "game_over")


def test_code_not_your_turn(api):
    game = api.create(plain(3).body)
    for seat in (1, 2):
        for move in (draw(), discard("2S"), RETURN, meld("2S 3S 4S")):
            game.refuse(seat, move, 409, "not_your_turn")


def test_code_wrong_phase(api):
    game = scene(api, "AS AH AD KS KH KD 4C")
    for move in (discard("4C"), meld("AS AH AD", "KS KH KD"), RETURN,
                 lay_off(1, "4C"), take_joker(1, "4C")):
        game.refuse(1, move, 409, "wrong_phase")
    game.play(1, draw())
    for move in (draw(), draw("discard")):
        game.refuse(1, move, 409, "wrong_phase")


def test_code_wrong_phase_quotes_h3_to_a_starter_who_draws(api):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}],
                       "first_dealer": 1})
    for source in ("stock", "discard"):
        refused(game, 0, draw(source), 409, "wrong_phase", "H3", "")


def test_code_no_duty_to_return(api):
    game = scene(api, "AS AH AD KS KH KD 4C")
    game.play(1, draw())
    refused(game, 1, RETURN, 409, "no_duty_to_return", "H5b", "")
    other = scene(api, "AS AH AD KS KH KD 4C")
    other.play(1, draw("discard"), meld("AS AH AD", "KS KH KD"))
    refused(other, 1, RETURN, 409, "no_duty_to_return", "H5b", "")


def test_code_seat_taken(api):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"open": True}]})
    api.post(game.path + "/seats/0", {"player": "b"}).refused(
        409, "seat_taken")


def test_code_cannot_undo(api):
    """Each reason with its event is in test_undo.py."""
    game = scene(api, "AS AH AD")
    game.play(1, draw())
    before = game.view()
    problem = api.post(game.path + "/undo", {}, game.host).refused(
        409, "cannot_undo")
    assert (problem["reason"], problem["event"]) == ("stock_drawn", 4)
    assert problem["seq"] == 4 and game.view() == before


def test_code_wrong_mode(api):
    """In a scorecard nobody moves; of a refereed game nobody tells."""
    seats = [{"player": "a"}, {"player": "b"}]
    told = {"out": 0, "seats": [{}, {"down": False}]}
    game = api.create({"variant": "hand", "mode": "scorecard",
                       "seats": seats})
    for move in (draw(), discard("2S"), RETURN, meld("2S 3S 4S")):
        game.refuse(0, move, 409, "wrong_mode")
    refereed = api.create({"variant": "hand", "seats": seats})
    for token in (refereed.host, refereed.seats[0]):
        before = refereed.view()
        problem = api.post(refereed.path + "/rounds", told, token).refused(
            409, "wrong_mode")
        assert problem["seq"] == before["seq"]
        assert refereed.view() == before


# The rules: 422.

def test_code_impossible_round(api):
    """Every reason for it is in test_scorecards.py."""
    game = api.create({"variant": "hand", "mode": "scorecard",
                       "seats": [{"player": "a"}, {"player": "b"}]})
    before = game.view()
    problem = api.post(game.path + "/rounds", {"out": 0, "seats": [
        {}, {"down": True, "points": 1}]}, game.host).refused(
            422, "impossible_round")
    assert problem["reason"] == "no_such_points"
    assert problem["rule"]["id"] == "H15" and problem["rule"]["text"]
    assert [e["pointer"] for e in problem["errors"]] == ["/seats/1/points"]
    assert problem["seq"] == before["seq"]
    assert game.view() == before


def test_code_card_not_held(api):
    game = scene(api, "AS AH AD KS KH KD 4C 5C 6C", ["7D"])
    game.play(1, draw())
    refused(game, 1, discard("2D"), 422, "card_not_held", "G6", "/card")
    refused(game, 1, meld("AS AH AD", "KS KH KC"), 422, "card_not_held",
            "G6", "/melds/1/2")
    refused(game, 1, lay_off(1, "4C 2D"), 422, "card_not_held", "G6",
            "/cards/1")
    refused(game, 1, take_joker(1, "2D"), 422, "card_not_held", "G6",
            "/cards/0")


def test_code_card_not_held_counts_equal_cards(api):
    """One king of spades cannot lie in two melds."""
    game = scene(api, "KS KH KD QS JS 4C AS AH", ["7D"])
    game.play(1, draw())
    refused(game, 1, meld("KS KH KD", "JS QS KS"), 422, "card_not_held",
            "G6", "/melds/1/2")


# Cards of one meld, reason, rule, comment; all of them held.
REASONS = [
    ("AS AH", "too_short", "H7", "two cards"),
    ("AS", "too_short", "H6", "one card"),
    ("", "too_short", "H6", "no card"),
    ("5S JK JK", "too_few_naturals", "H8", "one natural card"),
    ("AS AH AS", "set_repeats_suit", "H7", "a suit twice"),
    ("5S 6H 7S", "not_set_or_run", "H6", "two suits, three ranks"),
    ("5S 6S 6S", "not_set_or_run", "H6", "a rank twice in one suit"),
    ("5S 6S 8S", "run_has_gap", "H6", "a seven is missing"),
    ("5S JK 8S", "run_has_gap", "H6", "one joker for two places"),
    ("KS AS 2S", "run_wraps", "H6", "round the ace"),
    ("KS AS JK", "run_wraps", "H6", "a joker beyond the ace"),
    ("8S JK 6S", "run_out_of_order", "H8", "from high to low"),
]


@pytest.mark.parametrize("cards,reason,rule,comment", REASONS,
                         ids=[row[0] or "nothing" for row in REASONS])
def test_code_invalid_meld(api, cards, reason, rule, comment):
    game = scene(api, "AS AH AS 5S 6S 6S 8S 7S 6H KS 2S JK JK 9C")
    game.play(1, draw())
    refused(game, 1, meld(cards), 422, "invalid_meld", rule, "/melds/0",
            reason=reason)


def test_code_invalid_meld_too_many_jokers(api):
    game = scene(api, "5S 6S 7S JK JK", options={"max_jokers_per_meld": 1})
    game.play(1, draw())
    refused(game, 1, meld("5S JK 7S JK"), 422, "invalid_meld", "H8",
            "/melds/0", reason="too_many_jokers")


def test_code_invalid_meld_too_long(api):
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    game = scene(api, suit + " JK")
    game.play(1, draw())
    refused(game, 1, meld(suit + " JK"), 422, "invalid_meld", "H6",
            "/melds/0", reason="too_long")
    other = scene(api, "7S 7H 7D 7C JK")
    other.play(1, draw())
    refused(other, 1, meld("7S 7H 7D 7C JK"), 422, "invalid_meld", "H7",
            "/melds/0", reason="too_long")


def test_code_invalid_meld_names_the_first_wrong_one(api):
    game = scene(api, "AS AH AD KS KH 5S 6H")
    game.play(1, draw())
    problem = refused(game, 1, meld("AS AH AD", "KS KH 5S", "6H"), 422,
                      "invalid_meld", "H6", "/melds/1",
                      reason="not_set_or_run")
    assert "neither of one rank nor of one suit" in problem["detail"]


def test_code_opening_too_low(api):
    """H9: fifty are refused, fifty-one accepted."""
    game = scene(api, "KS KH KD 9S 9H 9D 6C 7C 8C 5H 6H 7H JK", ["2C"])
    game.play(1, draw())
    problem = refused(game, 1, meld("KS KH KD", "5H 6H JK"), 422,
                      "opening_too_low", "H9", "/melds",
                      required=51, total=48)
    assert "51" in problem["detail"] and "48" in problem["detail"]
    game.play(1, meld("KS KH KD", "6C 7C 8C"))


def test_code_opening_too_low_by_the_option(api):
    game = scene(api, "KS KH KD 9S 9H 9D", options={"opening_minimum": 58})
    game.play(1, draw())
    refused(game, 1, meld("KS KH KD", "9S 9H 9D"), 422, "opening_too_low",
            "H9", "/melds", required=58, total=57)


@pytest.mark.parametrize("option", ["beat_last", "beat_highest"])
def test_code_opening_too_low_to_beat_the_last(api, option):
    arranged = Arranged({0: "QS QH QD 8S 8H 8D 2D".split(),
                         1: "KS KH KD 9S 9H 9D".split()}, ["2C", "3C"],
                        options={"opening_rule": option})
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("KS KH KD", "9S 9H 9D"), discard("2C"))
    game.play(0, draw())
    refused(game, 0, meld("QS QH QD", "8S 8H 8D"), 422, "opening_too_low",
            "H9", "/melds", required=58, total=54)


def test_code_opening_needs_run(api):
    game = scene(api, "KS KH KD QS QH QD", options={
        "opening_needs_run": True})
    game.play(1, draw())
    refused(game, 1, meld("KS KH KD", "QS QH QD"), 422, "opening_needs_run",
            "H9", "/melds")


def test_code_starter_must_discard(api):
    arranged = Arranged({0: "KS KH KD QS QH QD".split()})
    game = api.create(arranged.body)
    refused(game, 0, meld("KS KH KD", "QS QH QD"), 422,
            "starter_must_discard", "H3", "")


def test_code_not_down(api):
    arranged = Arranged({0: "2D KC".split(),
                         1: "KS KH KD QS QH JK".split()}, ["2C", "3C"])
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("KS KH KD", "QS QH JK"), discard("2C"))
    game.play(0, draw())
    refused(game, 0, lay_off(1, "KC"), 422, "not_down", "H10", "")
    refused(game, 0, take_joker(2, "3C"), 422, "not_down", "H11", "")


def test_code_no_such_meld(api):
    game = scene(api, "KS KH KD QS QH QD 4C")
    game.play(1, draw(), meld("KS KH KD", "QS QH QD"))
    for number in (3, 99, 65537, 2 ** 31):
        refused(game, 1, lay_off(number, "4C"), 422, "no_such_meld", "H10",
                "/meld")
        refused(game, 1, take_joker(number, "4C"), 422, "no_such_meld",
                "H11", "/meld")


# Cards, end, comment: on the run 8S 9S TS JS.
UNFIT = [
    ("4C", None, "another suit"), ("6S", None, "not next to it"),
    ("7S", "high", "the other end"), ("6S 7S", "low", "listed inward"),
    ("QS 7S", None, "one at each end"), ("TS", None, "in the run already"),
]


@pytest.mark.parametrize("cards,end,comment", UNFIT,
                         ids=[row[2] for row in UNFIT])
def test_code_does_not_fit(api, cards, end, comment):
    game = scene(api, "8S 9S TS JS KH KD KC 6S 7S QS TS 4C")
    game.play(1, draw(), meld("8S 9S TS JS", "KH KD KC"))
    refused(game, 1, lay_off(1, cards, end), 422, "does_not_fit", "H10",
            "/cards")


def test_code_does_not_fit_a_set(api):
    game = scene(api, "8S 9S TS JS KH KD KC KH QS 4C")
    game.play(1, draw(), meld("8S 9S TS JS", "KH KD KC"))
    for card in ("KH", "QS", "4C"):
        refused(game, 1, lay_off(2, card), 422, "does_not_fit", "H10",
                "/cards")


def test_code_end_needed(api):
    game = scene(api, "8S 9S TS KH KD KC JK JK")
    game.play(1, draw(), meld("8S 9S TS", "KH KD KC"))
    refused(game, 1, lay_off(1, "JK"), 422, "end_needed", "H10", "/end")
    refused(game, 1, lay_off(1, "JK JK"), 422, "end_needed", "H10", "/end")
    game.play(1, lay_off(1, "JK", "low"))
    assert game.view()["round"]["melds"][0]["stands_for"] == [
        "7S", "8S", "9S", "TS"]


# Meld, cards, comment: on 8S JK TS, KH KD JK and QS QH QD.
NOT_TAKEN = [
    (1, "8S", "what lies there already"), (1, "9H", "another suit"),
    (1, "9S 7S", "one card too many"), (2, "KS", "one of two missing"),
    (2, "KS KS", "the same twice"), (2, "KH", "what is there already"),
    (3, "QC", "no joker there"), (1, "JK", "a joker for a joker"),
]


@pytest.mark.parametrize("number,cards,comment", NOT_TAKEN,
                         ids=[row[2] for row in NOT_TAKEN])
def test_code_joker_not_takeable(api, number, cards, comment):
    """The melds are laid by seat 1, who keeps what is asked for."""
    mine = "8S JK TS KH KD JK QS QH QD".split()
    extra = cards.split()
    if "JK" in extra:
        mine[1:2], extra = ["9S"], ["JK"]
        melds = ["8S 9S TS", "KH KD JK", "QS QH QD"]
    else:
        melds = ["8S JK TS", "KH KD JK", "QS QH QD"]
    game = scene(api, " ".join(mine + extra))
    game.play(1, draw(), meld(*melds))
    refused(game, 1, take_joker(number, cards), 422, "joker_not_takeable",
            "H11", "/cards")


def test_code_duty_open(api):
    game = scene(api, "KS KH KD QS QH QD 4C")
    game.play(1, draw("discard"))
    refused(game, 1, discard("4C"), 422, "duty_open", "H5", "")
    refused(game, 1, discard("2D"), 422, "duty_open", "H5", "")


def test_code_duty_open_also_when_down(api):
    arranged = Arranged({0: "2D KC".split(), 1: "KS KH KD QS QH QD".split()},
                        ["2C", "3C"])
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("KS KH KD", "QS QH QD"), discard("2C"))
    game.play(0, draw(), discard("KC"))
    game.play(1, draw("discard"))
    refused(game, 1, discard("KC"), 422, "duty_open", "H5", "")


def test_code_duty_impossible(api):
    """A lay-off that would break the only meld left is refused."""
    mine = "3S 4S 5S KS KH KD QS QH QD 2S 2H 2C 9D 7C"
    arranged = Arranged({0: ["6D", "TH"], 1: mine.split()}, ["5H", "7C"])
    game = api.create(arranged.body)
    game.play(0, discard("6D"))
    game.play(1, draw(), meld("3S 4S 5S", "KS KH KD", "QS QH QD"),
              discard("5H"))
    game.play(0, draw(), discard("TH"))
    game.play(1, draw("discard"))
    # Left: 2S 2H 2C 9D 7C TH. The run takes the 2S, the set needs it.
    refused(game, 1, lay_off(1, "2S"), 422, "duty_impossible", "H5a", "")
    game.play(1, meld("2S 2H 2C"), discard("9D"))


def test_code_must_keep_card(api):
    game = scene(api, " ".join(ALL), ["8S"])
    game.play(1, draw())
    refused(game, 1, meld("3S 4S 5S 6S 7S 8S", *ALL[1:]), 422,
            "must_keep_card", "H13", "")
    game.play(1, meld(*ALL))
    refused(game, 1, lay_off(1, "8S"), 422, "must_keep_card", "H13", "")


def test_code_must_keep_card_after_an_opening_that_was_waived(api):
    """D3: an opening below the minimum leaves one card, to be discarded."""
    game = scene(api, "2S 3S 4S 2H 3H 4H 5H 5D 6D 7D 6S 6C 6H 7H", ["5S"],
                 first="9C", options={"hand_waives_minimum": True,
                                      "opening_minimum": 500})
    game.play(1, draw())
    low = meld("2S 3S 4S", "2H 3H 4H 5H", "5D 6D 7D", "6S 6C 6H")
    problem = game.refuse(1, low, 422, "opening_too_low")
    assert problem["required"] == 500
    game.play(1, meld("2S 3S 4S 5S", "2H 3H 4H 5H", "5D 6D 7D", "6S 6C 6H"))
    refused(game, 1, lay_off(1, "7H"), 422, "does_not_fit", "H10", "/cards")
    reply = game.play(1, discard("7H"))
    assert reply["game"]["scores"]["rounds"][0]["hand"] is True


def test_code_must_keep_card_after_a_waived_opening_that_fits(api):
    game = scene(api, "2S 3S 4S 2H 3H 4H 5H 5D 6D 7D 6S 6C 6H 6H", ["5S"],
                 first="9C", options={"hand_waives_minimum": True,
                                      "opening_minimum": 500})
    game.play(1, draw(), meld("2S 3S 4S 5S", "2H 3H 4H 5H", "5D 6D 7D",
                              "6S 6C 6H"))
    refused(game, 1, lay_off(2, "6H"), 422, "must_keep_card", "H9", "")
    game.play(1, discard("6H"))


def test_code_just_returned(api):
    game = scene(api, "KS KH KD QS QH QD 4C")
    game.play(1, draw("discard"), RETURN)
    refused(game, 1, draw("discard"), 422, "just_returned", "H5b", "/from")
    game.play(1, draw())


def test_code_player_seated_twice(api):
    problem = api.post("/v1/games", {"variant": "hand", "seats": [
        {"player": "a"}, {"player": "b"}, {"player": "A"}]}).refused(
        422, "player_seated_twice")
    assert problem["errors"][0]["pointer"].startswith("/seats/2")


def test_code_name_looks_alike(api, name):
    """Details in test_names.py."""
    ivan = name("Ivan")
    api.post("/v1/players", {"name": ivan}).ok(201)
    problem = api.post("/v1/games", {"variant": "hand", "seats": [
        {"player": "a"}, {"player": ivan.replace("I", "l")}]}).refused(
        422, "name_looks_alike")
    assert problem["errors"][0]["pointer"] == "/seats/1/player"


def deal_bodies():
    """Deals that nobody can have dealt: name, deals, seats, dealer,
    pointer, comment."""
    hands, stock = fill({}, 2)
    three = fill({}, 3)[0]
    spare = stock[0]
    return [
        ("short", [[hands[0], hands[1][:13]]], 1, "/deals/0/hands/1",
         "thirteen cards"),
        ("long", [[hands[0] + [spare], hands[1]]], 1, "/deals/0/hands/0",
         "sixteen cards"),
        ("starter", [[hands[0][:14], hands[1]]], 1, "/deals/0/hands/0",
         "nobody has fifteen"),
        ("wrong-seat", [[hands[0][:14], hands[1] + [spare]]], 1,
         "/deals/0/hands", "fifteen for the dealer"),
        ("hands", [[*hands, hands[1]]], 1, "/deals/0", "three for two"),
        ("third", [[["KS", "KS", "KS"] + hands[0][3:], hands[1]]], 1,
         "/deals/0", "three equal cards"),
        ("jokers", [[["JK", "JK", "JK"] + hands[0][3:], hands[1]]], 1,
         "/deals/0", "three jokers"),
        ("second", [hands, three[:2]], 1, "/deals/1",
         "the second deal is for the other starter"),
    ]


@pytest.mark.parametrize("name,deals,dealer,pointer,comment", deal_bodies(),
                         ids=[row[0] for row in deal_bodies()])
def test_code_impossible_deal(api, name, deals, dealer, pointer, comment):
    answer = api.post("/v1/games", {
        "variant": "hand", "seats": [{"player": "a"}, {"player": "b"}],
        "first_dealer": dealer, "deals": [{"hands": one} for one in deals]})
    problem = answer.refused(422, "impossible_deal")
    assert problem["errors"][0]["pointer"].startswith(pointer), comment


def test_code_impossible_deal_by_the_stock(api):
    hands, stock = fill({}, 2)
    third = next(card for card in hands[0]
                 if (hands[0] + hands[1]).count(card) == 2)
    for cards in ([third], stock + ["2S"]):
        problem = api.post("/v1/games", {
            "variant": "hand", "seats": [{"player": "a"}, {"player": "b"}],
            "first_dealer": 1,
            "deals": [{"hands": hands, "stock": cards}]}).refused(
            422, "impossible_deal")
        assert problem["errors"][0]["pointer"].startswith("/deals/0")


def test_code_impossible_deal_under_dealer_loser(api):
    """Who deals the second round is not known, so it cannot be arranged."""
    hands, _ = fill({}, 2)
    assert api.post("/v1/games", {
        "variant": "hand", "seats": [{"player": "a"}, {"player": "b"}],
        "first_dealer": 1, "options": {"dealer": "loser"},
        "deals": [{"hands": hands}, {"hands": hands[::-1]}]}).refused(
        422, "impossible_deal")["rule"]["id"] == "G3"


def test_the_seat_dealt_fifteen_starts(api):
    hands, stock = fill({}, 3, starter=1)
    game = api.create({
        "variant": "hand", "deals": [{"hands": hands}],
        "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}]})
    assert game.created["round"]["starter"] == 1
    assert game.created["round"]["dealer"] == 0
    assert without(pack(), sum(hands, [])) and game.created["round"][
        "stock"] == 106 - 43


def test_code_hidden_card(api):
    game = scene(api, "KS KH KD QS QH QD 4C")
    answer = game.post(1, {"moves": [draw(), discard("4C")]},
                       "?dry_run=true")
    answer.refused(422, "hidden_card")


def test_every_refusal_has_its_test():
    """One test for each code that a move or a creation can be refused with,
    by its name."""
    refusals = {code for code in Contract().codes()} - {
        # Of requests, not of the game: tested where they belong.
        "bad_framing", "invalid_json", "invalid_request", "bad_cursor",
        "unauthorized", "forbidden", "not_found", "method_not_allowed",
        "not_acceptable", "stale", "body_too_large",
        "unsupported_media_type", "idempotency_key_reused", "internal",
        "not_implemented", "storage_unavailable", "name_taken",
        "record_differs", "too_many_streams", "rate_limited", "overloaded"}
    may_i, clocks = (importlib.import_module(name) for name in
                     ("test_refusals_may_i", "test_clocks"))
    tested = {name for name in {*globals(), *vars(may_i), *vars(clocks)}
              if name.startswith("test_code_")}
    assert {"test_code_" + code for code in refusals} <= tested
