"""The means of these tests themselves: shuffle, melds, table, players."""

import collections
import json
import random

import pytest

from play import Style, choose_draw, choose_rest
from record_games import random_deal
from support.cards import cards_in, in_order, pack
from support.deals import Arranged, plain
from support.may_i import CONTRACTS, MayITable, table_for
from support.melds import NoMeld, best_cover, laid_on, meld_of
from support.recorded import recorded
from support.shuffle import Stream, commitment, deal, shuffle
from support.table import Table, score_round

import play_may_i
import test_recorded_games
from support import may_i


def test_the_shuffle_is_the_one_worked_out_before():
    """Fixed once, so that neither this file nor the referee can drift."""
    seed = bytes(range(32))
    order = shuffle(pack(), Stream(seed))
    assert commitment(seed) == ("630dcd2966c4336691125448bbb25b4ff412a49c"
                                "732db2c8abc1b8581bd710dd")
    assert order[:8] == KNOWN and sorted(order) == sorted(pack())


KNOWN = "3C 4D 3D 9H TS 7D JD 8H".split()


def test_the_deal_gives_one_card_at_a_time():
    hands, stock = deal(list(range(106)), 3, 2)
    assert hands[0] == list(range(0, 42, 3)) + [42]
    assert hands[1] == list(range(1, 42, 3))
    assert hands[2] == list(range(2, 42, 3))
    assert stock == list(range(43, 106))


# Cards, kind and value or the reason, comment.
MELDS = [
    ("5H 6H JK", ("run", 18), "a joker at the end"),
    ("QS KS AS", ("run", 31), "the ace high"),
    ("AS 2S 3S", ("run", 16), "the ace low"),
    ("3S AS 2S", ("run", 16), "naturals in any order"),
    ("JK 2S 3S", ("run", 16), "a joker for the low ace"),
    ("QS KS JK", ("run", 31), "a joker for the high ace"),
    ("8S JK 8H", ("set", 24), "a joker in a set"),
    ("8S JK JK 8H", ("set", 32), "two jokers in a set"),
    ("KS AS 2S", "run_has_gap", "the ace between"),
    ("JK AS 2S", "run_has_gap", "nothing below the ace"),
    ("8S 8S 8H", "set_repeats_suit", "a suit twice"),
    ("8S 9S", "too_short", "two cards"),
    ("8S JK JK", "too_few_naturals", "one natural card"),
    ("8S 9H TS", "not_set_or_run", "two suits"),
]


@pytest.mark.parametrize("cards,wanted,comment", MELDS,
                         ids=[row[0] for row in MELDS])
def test_melds(cards, wanted, comment):
    if isinstance(wanted, tuple):
        meld = meld_of(cards.split())
        assert (meld.kind, meld.value) == wanted, comment
    else:
        with pytest.raises(NoMeld, match=wanted):
            meld_of(cards.split())


def test_a_run_grows_outward():
    run = meld_of("5H 6H 7H".split())
    assert laid_on(run, ["4H", "3H"]).cards == "3H 4H 5H 6H 7H".split()
    assert laid_on(run, ["3H", "4H"]) is None
    with pytest.raises(NoMeld, match="end_needed"):
        laid_on(run, ["JK"])


def test_best_cover_keeps_a_card():
    hand = "5H 6H 7H KS KD KC".split()
    assert sum(map(len, best_cover(hand))) == 3
    assert sum(map(len, best_cover(hand + ["2S"]))) == 6


def test_scores():
    hands = [[], ["KS", "AS", "JK"], ["2S"] * 14]
    assert score_round(hands, {0, 1}, 0, False, False)[0] == [-30, 36, 100]
    assert score_round(hands, {0, 1}, 0, True, False)[0] == [-60, 72, 200]
    assert score_round(hands, {1}, None, False, False)[0] == [100, 36, 100]
    four = hands + [["5H"]]
    assert score_round(four, {0, 1, 3}, 0, False, True) == (
        [-30, 36, 0, 5], [-30, 41])


def test_cards_are_found_in_text():
    text = json.dumps({"a": ["KS", "10H", "JK"], "b": "holds AD, not 2C."})
    assert cards_in(text) == ["KS", "10H", "JK", "AD", "2C"]
    assert cards_in('"0193a4c2-7d11-7abc-8KS" "JKR" "hk_2S" "H9" "1S"') == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_players_bring_rounds_to_an_end(seats):
    """Most rounds end by somebody going out; no card is lost."""
    out = 0
    for seed in range(8):
        table = Table(seats, seats - 1, rounds=1)
        table.deal(*random_deal(seed, seats, seats - 1))
        order = random.Random(seed)
        while table.playing:
            me, style = table.turn, Style(peeks=seed % 2 == 1)
            peeked = False
            while table.phase == "draw":
                table.play(me, choose_draw(table.view(me), style, peeked))
                rest = choose_rest(table.view(me), style)
                if rest[0]["move"] == "return":
                    table.play(me, rest[0])
                    peeked = True
            for move in choose_rest(table.view(me), style):
                if "reshuffled" in table.play(me, move):
                    order.shuffle(table.to_shuffle)
                    table.reshuffled(table.to_shuffle)
            if table.playing:
                table.check_pack()
        out += table.results[0]["out"] is not None
    assert out >= 6


# Cards, kind and what is shown, or None; comment.
MELDS_OF_MAY_I = [
    ("8S 8S 8H", ("set", "8S 8S 8H"), "a suit twice"),
    ("8S 8S 8H 8H 8D 8D 8C 8C", ("set", "8S 8S 8H 8H 8D 8D 8C 8C"), "eight"),
    ("3S 2S AS KS", ("run", "KS AS 2S 3S"), "through the ace"),
    ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
     ("run", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), "a circle"),
    ("5S 6S 7S", None, "a run of three"),
    ("5S 6S 8S 9S", None, "a gap"),
    ("5S 6S 7S 8H", None, "two suits"),
    ("8S 8H", None, "a set of two"),
]


@pytest.mark.parametrize("cards,wanted,comment", MELDS_OF_MAY_I,
                         ids=[row[2] for row in MELDS_OF_MAY_I])
def test_melds_of_may_i(cards, wanted, comment):
    if wanted:
        meld = may_i.meld_of(cards.split())
        assert (meld.kind, " ".join(meld.cards)) == wanted, comment
    else:
        with pytest.raises(NoMeld):
            may_i.meld_of(cards.split())


def test_runs_of_may_i_grow_round_the_corner():
    run = may_i.meld_of("AH 2H 3H 4H".split())
    grown = may_i.laid_on(run, ["KH", "QH"])
    assert grown.cards == "QH KH AH 2H 3H 4H".split()
    assert may_i.laid_on(run, ["KH", "QH"], "high") is None
    assert may_i.laid_on(run, ["QH", "KH"]) is None
    assert may_i.laid_on(run, ["5H"], "high").cards[-1] == "5H"


def test_scores_of_may_i():
    hands = [[], ["AS", "KS", "TS", "9S", "2S"], ["QS"] * 2]
    assert may_i.score_round(hands, 0) == [20, -45, -20]
    assert may_i.score_round(hands, None) == [0, -45, -20]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_players_of_may_i_bring_rounds_to_an_end(number):
    """Most rounds of each contract end by somebody going out."""
    out = 0
    for seed in range(8):
        order = pack(0)
        random.Random(seed).shuffle(order)
        table = MayITable(3, 2, {"max_reshuffles": 0})
        table.number = number - 1
        table.deal([order[:10], order[10:20], order[20:30]], order[30:])
        sets, runs = CONTRACTS[number - 1]
        assert table.contract() == {"sets": sets, "runs": runs}
        while table.playing:
            me = table.turn
            table.play(me, play_may_i.choose_draw(
                table.view(me), table.turn not in table.discarders[-1:]
                and len(table.had_turn) == 3))
            for move in play_may_i.choose_rest(table.view(me)):
                table.play(me, move)
            if table.playing:
                table.check_pack()
        out += table.results[0]["out"] is not None
    assert out >= (2 if number == 5 else 4)


def test_arranged_games_name_every_card():
    for seats in (2, 3, 4, 5):
        game = plain(seats)
        cards = list(game.stock) + [c for hand in game.hands for c in hand]
        assert sorted(cards) == sorted(pack())
    game = Arranged({1: ["JK", "JK"]}, ["AS", "AS"])
    assert game.hands[1][:2] == ["JK", "JK"] and game.stock[:2] == ["AS"] * 2
    assert collections.Counter(map(len, game.hands)) == {15: 1, 14: 1}
    assert in_order(["JK", "AC", "2S", "AS"]) == ["AS", "2S", "AC", "JK"]


@pytest.mark.parametrize("name", test_recorded_games.GAMES)
def test_a_recorded_game_is_played_by_the_rules(name):
    """The table alone plays the record, to the totals beside it."""
    record = recorded(name)
    sheet = test_recorded_games.Sheet(name)
    table = table_for(record["create"])
    for number, (dealt, steps) in enumerate(
            zip(record["create"]["deals"], record["rounds"], strict=True),
            1):
        table.deal(dealt["hands"], dealt["stock"])
        for step in steps:
            for move in step.get("moves", [step.get("move")]):
                if move.get("card") == "$drawn":
                    move = {**move, "card": table.drawn}
                table.play(step["seat"], move)
        assert table.results[-1] == sheet.result(number)
    assert table.totals() == sheet.figures("totals")
    assert table.team_totals() == sheet.figures("team totals")
    assert table.winners() == sheet.figures("winners")
