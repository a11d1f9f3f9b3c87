"""Questions about cards without a game: /v1/check and /v1/best_melds."""

import itertools
import random

import pytest

from support.cards import pack, points
from support.melds import NoMeld, meld_of


def check(api, melds, variant="hand", **more):
    return api.post("/v1/check", {"variant": variant,
                                  "melds": [one.split() for one in melds],
                                  **more})


def best(api, cards, variant="hand", **more):
    return api.post("/v1/best_melds", {"variant": variant,
                                       "cards": cards.split(), **more})


# Variant, options, cards, kind, value, stands_for (None: the cards as given).
GOOD = [
    ("hand", {}, "5H 6H JK", "run", 18, "5H 6H 7H"),
    ("hand", {}, "7H 5H 6H", "run", 18, "5H 6H 7H"),
    ("hand", {}, "AS 2S 3S", "run", 16, None),
    ("hand", {"ace_low_value": 1}, "AS 2S 3S", "run", 6, None),
    ("hand", {}, "9S 9H JK", "set", 27, "9S 9H 9?"),
    ("hand", {}, "8S 8H 8D JK", "set", 32, "8S 8H 8D 8C"),
    ("hand-partners", {}, "10H JH QH", "run", 30, "TH JH QH"),
    ("may-i", {}, "QS KS AS 2S", "run", None, None),
    ("may-i", {}, "4S 4S 4H", "set", None, None),
]


@pytest.mark.parametrize("variant,options,cards,kind,value,stands", GOOD)
def test_a_meld_is_told_with_its_value(api, variant, options, cards, kind,
                                       value, stands):
    answer = check(api, [cards], variant, options=options).ok()
    one, = answer["melds"]
    assert one["valid"] and one["kind"] == kind and one["value"] == value
    assert one["stands_for"] == (stands or cards).split()
    assert one["reason"] is None and one["rule"] is None
    assert answer["total"] == value


# Variant, options, cards, reason, rule.
BAD = [
    ("hand", {}, "5H 6H", "too_short", "H6"),
    ("hand", {}, "", "too_short", "H6"),
    ("hand", {}, "5H JK JK", "too_few_naturals", "H8"),
    ("hand", {}, "9S 9H 9S", "set_repeats_suit", "H7"),
    ("hand", {}, "9S 9S 9S", "set_repeats_suit", "H7"),
    ("hand", {}, "5H 6H 8H", "run_has_gap", "H6"),
    ("hand", {}, "QH KH AH 2H", "run_wraps", "H6"),
    ("hand", {}, "6H 5H JK", "run_out_of_order", "H8"),
    ("hand", {}, "5H 6S 7H", "not_set_or_run", "H6"),
    ("hand", {"max_jokers_per_meld": 0}, "5H 6H JK", "too_many_jokers", "H8"),
    ("may-i", {}, "5H 6H 7H", "too_short", "M5"),
    ("may-i", {"ace_wrap": False}, "QS KS AS 2S", "run_wraps", "M5"),
]


@pytest.mark.parametrize("variant,options,cards,reason,rule", BAD)
def test_what_is_no_meld_is_told_why(api, variant, options, cards, reason,
                                     rule):
    answer = check(api, [cards], variant, options=options).ok()
    one, = answer["melds"]
    assert not one["valid"] and one["reason"] == reason
    assert one["rule"]["id"] == rule and one["rule"]["text"]
    assert one["kind"] is one["stands_for"] is one["value"] is None
    assert one["cards"] == cards.split()
    if variant == "hand":
        assert answer["total"] == 0
        assert answer["opening"]["code"] in ("invalid_meld", "card_not_held")


# Options, melds, code, required, total.
OPENINGS = [
    ({}, ["TS TH TD", "KH QH AH"], None, 51, 61),
    ({}, ["TS TH TD"], "opening_too_low", 51, 30),
    ({"opening_minimum": 30}, ["TS TH TD"], None, 30, 30),
    ({"opening_needs_run": True}, ["TS TH TD", "KH KS KD"],
     "opening_needs_run", 51, 60),
    ({"hand_waives_minimum": True}, ["TS TH TD"], "opening_too_low", 51, 30),
    ({}, ["TS TH TD", "KH KS"], "invalid_meld", 51, 30),
    ({}, ["TS TH TD", "TS TH TC", "TS TD TC"], "card_not_held", 51, 90),
    ({}, ["JK TH JH", "JK KH KS", "JK AS AD"], "card_not_held", 51, 92),
]


@pytest.mark.parametrize("options,melds,code,required,total", OPENINGS)
def test_an_opening_is_judged(api, options, melds, code, required, total):
    """H9"""
    answer = check(api, melds, options=options).ok()
    opening = answer["opening"]
    assert opening["legal"] == (code is None)
    assert opening["code"] == code
    assert (opening["rule"] is None) == (code is None)
    assert (opening["required"], opening["total"]) == (required, total)
    assert answer["total"] == total


# Round, melds, code.
CONTRACTS = [
    (1, ["4S 4H 4D", "9S 9S 9H"], None),
    (1, ["4S 4H 4D", "4S 4H 4C"], "contract_repeats"),
    (1, ["4S 4H 4D"], "contract_mismatch"),
    (2, ["4S 4H 4D", "JS QS KS AS"], None),
    (3, ["JS QS KS AS", "2S 3S 4S 5S"], "contract_repeats"),
    (3, ["JS QS KS AS", "2H 3H 4H 5H"], None),
    (4, ["4S 4H 4D", "9S 9S 9H", "KS KH KH"], None),
    (5, ["4S 4H 4D", "9S 9S 9H", "JS QS KS AS"], None),
    (5, ["4S 4H 4D", "9S 9S 9H", "JS QS JK AS"], "card_not_held"),
]


@pytest.mark.parametrize("number,melds,code", CONTRACTS)
def test_a_contract_is_judged(api, number, melds, code):
    """M3 M7"""
    answer = check(api, melds, "may-i", round=number).ok()
    assert answer["opening"]["code"] == code
    assert answer["opening"]["legal"] == (code is None)
    assert answer["total"] is None
    assert check(api, melds, "may-i").ok()["opening"] is None


# Body, pointers.
WRONG = [
    ({}, ["/melds", "/variant"]),
    ({"variant": "whist", "melds": [["5H"]]}, ["/variant"]),
    ({"variant": "hand", "melds": []}, ["/melds"]),
    ({"variant": "hand", "melds": ["5H"]}, ["/melds/0"]),
    ({"variant": "hand", "melds": [["5X"]]}, ["/melds/0/0"]),
    ({"variant": "hand", "melds": [["5H"]], "round": 1}, ["/round"]),
    ({"variant": "may-i", "melds": [["5H"]], "round": 6}, ["/round"]),
    ({"variant": "hand", "melds": [["5H"]], "x": 1}, ["/x"]),
    ({"variant": "hand", "melds": [["5H"]], "options": {"ace_wrap": True}},
     ["/options/ace_wrap"]),
    ({"variant": "hand", "melds": [["5H"]] * 37}, ["/melds"]),
    ({"variant": "hand", "melds": [["5H"] * 107]}, ["/melds/0"]),
    ([], [""]),
]


@pytest.mark.parametrize("body,pointers", WRONG)
def test_a_check_of_the_wrong_shape_is_refused(api, body, pointers):
    answer = api.post("/v1/check", body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers


def test_neither_needs_a_token_nor_a_key(spawn, contract):
    from support.client import Client
    client = Client(spawn(auth="keys"), contract)
    assert check(client, ["5H 6H 7H"]).ok()
    assert best(client, "5H 6H 7H").ok()
    client.close()


# ---- the best melds ----

def brute(cards):
    """The greatest value and the fewest points left that melds of these few
    cards reach, by trying all."""
    melds = {}
    for size in range(3, len(cards) + 1):
        for pick in itertools.combinations(range(len(cards)), size):
            values = []
            for order in itertools.permutations(pick):
                try:
                    values.append(meld_of([cards[i] for i in order]).value)
                except NoMeld:
                    pass
            if values:
                melds[frozenset(pick)] = max(values)
    value, left = 0, sum(map(points, cards))

    def go(todo, used, worth):
        nonlocal value, left
        value = max(value, worth)
        left = min(left, sum(points(card) for i, card in enumerate(cards)
                             if i not in used))
        for at, pick in enumerate(todo):
            if not pick & used:
                go(todo[at + 1:], used | pick, worth + melds[pick])
    go(list(melds), frozenset(), 0)
    return value, left


@pytest.mark.parametrize("seed", range(12))
def test_the_best_melds_are_the_best(api, seed):
    rng = random.Random(seed)
    near = [card for card in pack() if card == "JK" or card[0] in "56789"]
    cards = rng.sample(near, 7)
    value, left = brute(cards)
    answer = best(api, " ".join(cards)).ok()
    assert answer["best_value"]["value"] == value
    assert answer["fewest_points"]["left_points"] == left


def sound(api, variant, cards, found, **more):
    """Melds and what they leave are the cards, and each is a meld."""
    laid = [card for meld in found["melds"] for card in meld]
    assert sorted(laid + found["left"]) == sorted(cards)
    if not found["melds"]:
        return None
    answer = api.post("/v1/check", {"variant": variant, **more,
                                    "melds": found["melds"]}).ok()
    assert all(meld["valid"] for meld in answer["melds"])
    assert answer["total"] == found["value"]
    return answer


@pytest.mark.parametrize("variant", ["hand", "hand-partners", "may-i"])
def test_what_is_found_is_sound(api, variant):
    rng = random.Random(variant)
    openings = 0
    for size in [5, 10, 14, 15, 20, 27, 40] * 3:
        cards = rng.sample(pack(0 if variant == "may-i" else 2), size)
        more = {"round": 1} if variant == "may-i" else {}
        answer = best(api, " ".join(cards), variant, **more).ok()
        for member in ("best_value", "fewest_points"):
            sound(api, variant, cards, answer[member])
        if answer["opening"]:
            openings += 1
            judged = sound(api, variant, cards, answer["opening"], **more)
            assert judged["opening"]["legal"]
            assert answer["opening"]["left"]
    assert openings > 3


def test_an_opening_keeps_a_card(api):
    """H9 H13: nine cards in melds, and no tenth to discard."""
    cards = "TS TH TD QH KH AH 7C 8C 9C"
    answer = best(api, cards).ok()
    assert answer["best_value"]["left"] == []
    assert answer["opening"]["value"] < answer["best_value"]["value"]
    assert answer["opening"]["left"]
    assert best(api, cards, options={"final_discard": "optional"}).ok()[
        "opening"] == answer["best_value"]
    assert best(api, "TS TH TD 2C").ok()["opening"] is None


# Body, pointers.
WRONG_HANDS = [
    ({"variant": "hand"}, ["/cards"]),
    ({"variant": "hand", "cards": []}, ["/cards"]),
    ({"variant": "hand", "cards": ["AS"] * 41}, ["/cards"]),
    ({"variant": "hand", "cards": ["AS", "AS", "AS"]}, ["/cards/2"]),
    ({"variant": "hand", "cards": ["JK", "JK", "JK"]}, ["/cards/2"]),
    ({"variant": "may-i", "cards": ["JK"]}, ["/cards/0"]),
    ({"variant": "hand", "cards": ["10H", "TH", "?"]}, ["/cards/2"]),
    ({"variant": "hand", "cards": ["AS"], "round": 1}, ["/round"]),
    ({"variant": "hand", "cards": "AS"}, ["/cards"]),
]


@pytest.mark.parametrize("body,pointers", WRONG_HANDS)
def test_a_hand_of_the_wrong_shape_is_refused(api, body, pointers):
    answer = api.post("/v1/best_melds", body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers
