"""Every refusal that May I alone can give, got over HTTP: test_code_<code>, as
in test_refusals.py; and which of them is told when several apply."""

import pytest

from support.deals import (Arranged, answer, discard, draw, fill, lay_off,
                           may_i, meld, take)
from test_refusals import refused

# Two sets and four cards more: seat 0, which starts.
SETS = "KS KH KD QS QH QD 3C 5C 8H 9D"
TWO_SETS = meld("KS KH KD", "QS QH QD")


def scene(api, mine=SETS, stock=("2C",), **settings):
    """A game of three; the hand of seat 0 begins with these cards."""
    return api.create(Arranged({0: mine.split()}, stock, 3, "may-i",
                               **settings).body)


# What the seats of opened() draw and discard in their first turns.
FIRST = ["5C", "6C", "7C", "8C", "9C"]


def opened(api, seats=4, more=(), **settings):
    """The first circle is over: each seat has thrown what it drew, and seat
    0 is on turn."""
    game = api.create(Arranged({}, [*FIRST[:seats], *more], seats, "may-i",
                               **settings).body)
    for seat in range(seats):
        game.play(seat, draw(), discard(FIRST[seat]))
    return game


def laid(game, seat=0):
    """Seat 0 goes down with its two sets."""
    game.play(seat, draw(), TWO_SETS)
    return game


def test_code_contract_mismatch(api):
    game = scene(api)
    game.play(0, draw())
    refused(game, 0, meld("KS KH KD"), 422, "contract_mismatch", "M7",
            "/melds")
    other = scene(api, "KS KH KD 5C 6C 7C 8C 2H 3H 9D")
    other.play(0, draw())
    refused(other, 0, meld("KS KH KD", "5C 6C 7C 8C"), 422,
            "contract_mismatch", "M7", "/melds")


def test_code_contract_repeats(api):
    game = scene(api, "KS KH KD KS KH KC 3C 5C 8H 9D")
    game.play(0, draw())
    refused(game, 0, meld("KS KH KD", "KS KH KC"), 422, "contract_repeats",
            "M7", "/melds")


def test_code_already_down(api):
    game = laid(scene(api, "KS KH KD QS QH QD 3C 3H 3D 9D"))
    refused(game, 0, meld("3C 3H 3D"), 422, "already_down", "M7", "")


def test_code_not_your_meld(api):
    hands = {0: SETS.split(), 1: "JS JH JD TS TH TD KC 3C 5C 8H".split()}
    game = api.create(Arranged(hands, ["2C", "4C"], 3, "may-i",
                               {"lay_off": "own"}).body)
    laid(game).play(0, discard("2C"))
    game.play(1, draw(), meld("JS JH JD", "TS TH TD"))
    refused(game, 1, lay_off(1, "KC"), 422, "not_your_meld", "M8", "/meld")


# Cards with which the starter of a round lays its contract and is left with
# one to discard, which is the one that it draws: rounds 1 to 4.
CONTRACTS = [
    ["JS JH JD JC JS", "QS QH QD QC QS"], ["JS JH JD JC JS", "4H 5H 6H 7H 8H"],
    ["4H 5H 6H 7H 8H", "4S 5S 6S 7S 8S"], ["JS JH JD JC", "QS QH QD",
                                           "KS KH KD"]]


def round_five(api, mine, stock, **settings):
    """Rounds 1 to 4 each ended at once; in round 5 seat 1 starts and holds
    these cards."""
    deals = []
    for number, melds in enumerate(CONTRACTS):
        hands, rest = fill({number % 3: " ".join(melds).split()}, 3, 0,
                           ["2C"], variant="may-i")
        deals.append({"hands": hands, "stock": rest})
    hands, rest = fill({1: mine.split()}, 3, 0, stock, variant="may-i")
    deals.append({"hands": hands, "stock": rest})
    game = api.create({"variant": "may-i", "first_dealer": 2, "deals": deals,
                       "seats": [{"player": name} for name in "abc"],
                       **settings})
    for number, melds in enumerate(CONTRACTS):
        game.play(number % 3, draw(), meld(*melds), discard("2C"))
    assert game.view()["round"]["number"] == 5
    game.play(1, draw())
    return game


LAST = "JS JH JD QS QH QD 4H 5H 6H 7H"
LAST_MELDS = meld("JS JH JD", "QS QH QD", "4H 5H 6H 7H")


def test_code_must_lay_off_last(api):
    game = round_five(api, LAST, ["8H"])
    game.play(1, LAST_MELDS)
    refused(game, 1, discard("8H"), 422, "must_lay_off_last", "M9", "")
    view = game.play(1, lay_off(3, "8H"))["game"]
    assert view["status"] == "finished"
    best = max(view["scores"]["totals"])
    assert view["scores"]["winners"] == [
        seat for seat, total in enumerate(view["scores"]["totals"])
        if total == best]


def test_code_stranded_card(api):
    game = round_five(api, LAST, ["9H"])
    refused(game, 1, LAST_MELDS, 422, "stranded_card", "M9", "")


def test_code_must_keep_card_in_may_i(api):
    game = laid(scene(api, "KS KH KD KC KS QS QH QD QC QS", ["KH"]))
    game.play(0, lay_off(1, "KC KS"), lay_off(2, "QC QS"))
    refused(game, 0, lay_off(1, "KH"), 422, "must_keep_card", "M9", "")


def test_code_first_turn_stock_only(api):
    game = scene(api)
    refused(game, 0, draw("discard"), 422, "first_turn_stock_only", "M6",
            "/from")
    refused(game, 0, take(1), 422, "first_turn_stock_only", "M6", "")
    refused(game, 2, may_i(1), 422, "first_turn_stock_only", "M6", "")


def test_code_own_discard(api):
    game = opened(api)
    refused(game, 3, may_i(1), 422, "own_discard", "M6", "/count")
    refused(game, 2, may_i(2), 422, "own_discard", "M6", "/count")
    refused(game, 0, take(4), 422, "own_discard", "M6", "/count")
    # Seat 2's is on top once seat 1 has taken the one that lay on it.
    game.play(1, may_i(1))
    game.play(0, answer(True))
    refused(game, 2, draw("discard"), 422, "own_discard", "M6", "/from")


def test_code_own_discard_of_a_refusal(api):
    """D2: where a refusal is a taking, it must be allowed: of the two cards
    that seat 4 asks for one is seat 3's, who therefore cannot refuse. Seat 2,
    on turn, would have drawn the top card alone."""
    game = opened(api, 5, ["TC", "JC"], options={"refusal": "take"})
    game.play(0, take(1))
    game.play(1, draw(), discard("JC"))
    game.play(4, may_i(2))
    game.play(2, answer(True))
    refused(game, 3, answer(False), 422, "own_discard", "M10", "/allow")
    taken = game.play(3, answer(True))["events"][0]["cards_taken"]
    assert taken["seat"] == 4 and taken["from_pile"] == ["8C", "JC"]


def test_code_stock_too_small(api):
    """Nothing but draws and discards until one card is left in the stock;
    two of the pile are another's then."""
    game = opened(api, 3)
    seat, stock = 0, 74 - 3
    while stock > 1:
        hand = game.view(seat)["you"]["cards"]
        game.play(seat, draw(), discard(hand[0]))
        seat, stock = (seat + 1) % 3, stock - 1
    assert game.view()["round"]["stock"] == 1
    refused(game, seat, take(2), 422, "stock_too_small", "M11", "/count")
    # The own card comes first.
    game.refuse(seat, take(3), 422, "own_discard")
    game.refuse((seat + 1) % 3, may_i(2), 422, "own_discard")


def test_code_pile_too_small(api):
    game = opened(api)
    refused(game, 0, take(5), 422, "pile_too_small", "M11", "/count")
    refused(game, 1, may_i(5), 422, "pile_too_small", "M10", "/count")
    game.refuse(1, may_i(2 ** 40), 422, "pile_too_small")


def test_code_claim_limit(api):
    game = opened(api, options={"claim_limit": 2})
    problem = refused(game, 1, may_i(3), 422, "claim_limit", "M10", "/count")
    assert "at most 2 cards" in problem["detail"]
    refused(game, 0, take(3), 422, "claim_limit", "M11", "/count")


def test_code_already_refused(api):
    game = opened(api)
    game.play(2, may_i(1))
    game.play(0, answer(False))
    refused(game, 2, may_i(1), 422, "already_refused", "M10", "")
    game.play(1, may_i(1))


def test_code_card_not_held_of_a_joker(api):
    """D11: a joker is a card that nobody holds."""
    game = scene(api)
    game.play(0, draw())
    refused(game, 0, meld("KS KH KD", "QS QH JK"), 422, "card_not_held", "G6",
            "/melds/1/2")
    refused(game, 0, discard("JK"), 422, "card_not_held", "G6", "/card")


@pytest.mark.parametrize("wanted,size", [
    (["JK"], 10), (["2S", "2S", "2S"], 10), ([], 9), (["2S"], 11)])
def test_code_impossible_deal_of_may_i(api, wanted, size):
    """D11, M2: no joker, no third card, ten each."""
    cards, _ = fill({}, 3, variant="may-i")
    cards[0] = [*wanted, *cards[0]][:size]
    problem = api.post("/v1/games", {
        "variant": "may-i", "first_dealer": 2, "deals": [{"hands": cards}],
        "seats": [{"player": name} for name in "abc"]}).refused(
            422, "impossible_deal")
    assert problem["rule"]["id"] == "M2"
    assert [one["pointer"] for one in problem["errors"]][0].startswith(
        "/deals/0")


def test_code_not_your_turn_while_a_question_is_open(api):
    game = opened(api)
    game.play(2, may_i(1))
    for seat, move in ((1, answer(True)), (2, answer(True)), (3, draw()),
                       (1, may_i(1))):
        game.refuse(seat, move, 409, "not_your_turn")
    for move in (draw(), take(1), may_i(1), discard("2S")):
        game.refuse(0, move, 409, "wrong_phase")


def test_code_wrong_phase_after_a_claim(api):
    game = opened(api)
    game.refuse(0, may_i(1), 409, "wrong_phase")
    game.refuse(0, answer(True), 409, "wrong_phase")
    game.play(0, take(1))
    for seat in (0, 1, 2, 3):
        problem = game.refuse(seat, may_i(1), 409, "wrong_phase")
        assert problem["rule"]["id"] == "M10"


def test_code_game_over_of_may_i(api):
    """M13 is quoted."""
    game = round_five(api, LAST, ["8H"])
    game.play(1, LAST_MELDS, lay_off(3, "8H"))
    problem = game.refuse(0, may_i(1), 409, "game_over")
    assert problem["rule"]["id"] == "M13"


# Which wins when several apply: the code, the seat, the move, options,
# comment. Seat 0 is on turn and on the pile lie 5C of seat 0, 6C, 7C and 8C
# of seat 3.
WINNERS = [
    ("claim_limit", 3, may_i(9), {"claim_limit": 2},
     "the limit before the size of the pile and the own card"),
    ("claim_limit", 1, may_i(9), {"claim_limit": 2},
     "and before having been refused"),
    ("already_refused", 1, may_i(9), {},
     "having been refused before the size of the pile"),
    ("pile_too_small", 3, may_i(5), {},
     "the size of the pile before the own card"),
    ("own_discard", 3, may_i(1), {}, "the own card alone"),
]


@pytest.mark.parametrize("code,seat,move,options,comment", WINNERS,
                         ids=[row[4] for row in WINNERS])
def test_which_refusal_of_the_pile_wins(api, code, seat, move, options,
                                        comment):
    game = opened(api, options=options)
    game.play(1, may_i(1))
    game.play(0, answer(False))
    game.refuse(seat, move, 422, code)


# Seat 0 has gone down with its kings and queens and holds 3C 3H 3D 9D, and
# 2C, which it drew.
MELDS_WON = [
    ("card_not_held", meld("3C 3H 3S"), "the cards first"),
    ("invalid_meld", meld("3C 3H 9D"), "then the melds"),
    ("already_down", meld("3C 3H 3D"), "then being down, not the contract"),
    ("card_not_held", lay_off(9, "3S"), "the cards of a lay-off first"),
    ("no_such_meld", lay_off(9, "3C"), "then the meld"),
    ("does_not_fit", lay_off(1, "3C"), "then whether it fits"),
]


@pytest.mark.parametrize("code,move,comment", MELDS_WON,
                         ids=[row[2] for row in MELDS_WON])
def test_which_refusal_of_a_play_wins(api, code, move, comment):
    game = laid(scene(api, "KS KH KD QS QH QD 3C 3H 3D 9D"))
    game.refuse(0, move, 422, code)
    game.refuse(1, move, 409, "not_your_turn")
