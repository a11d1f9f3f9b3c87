"""Which refusal is told when several apply to a move (section 4)."""

import pytest

from support.cards import pack
from support.deals import (Arranged, discard, draw, lay_off, meld,
                           take_joker)

# Which wins when several apply; the winner's code, the move, comment. Seat
# 1 is not down, holds KS KH 5H 6H 8H JK and 4C, and has drawn 2C; on the
# table lie seat 0's QS QH QD and 8S JK TS.
WINNERS = [
    ("card_not_held", meld("KS KH KD", "5H 6H"),
     "a card not held before an invalid meld"),
    ("invalid_meld", meld("5H 6H JK", "KS KH"),
     "an invalid meld before the opening's worth"),
    ("card_not_held", lay_off(9, "KD"),
     "a card not held before a meld that is not there"),
    ("no_such_meld", lay_off(9, "4C"),
     "a meld that is not there before not being down"),
    ("not_down", lay_off(1, "4C"), "not being down before not fitting"),
    ("not_down", take_joker(2, "4C"), "the same of a joker"),
    ("card_not_held", discard("KD"), "a card not held of a discard"),
    ("opening_too_low", meld("5H 6H JK"), "the opening's worth alone"),
]


@pytest.mark.parametrize("code,move,comment", WINNERS,
                         ids=[row[2] for row in WINNERS])
def test_which_refusal_wins(api, code, move, comment):
    arranged = Arranged({0: "QS QH QD 8S JK TS 2D 3D".split(),
                         1: "KS KH 5H 6H 8H JK 4C".split()},
                        ["9D", "3C", "2C"])
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), discard("9D"))
    game.play(0, draw(), meld("QS QH QD", "8S JK TS"), discard("3D"))
    game.play(1, draw())
    game.refuse(1, move, 422, code)
    # The turn before everything that is about cards.
    game.refuse(0, move, 409, "not_your_turn")


def test_which_refusal_wins_with_a_duty(api):
    """An opening too low before the duty that it would not meet; a card not
    held before the duty."""
    arranged = Arranged({0: ["QD"], 1: "KS KH KD QS QH 4C".split()})
    game = api.create(arranged.body)
    game.play(0, discard("QD"))
    game.play(1, draw("discard"))
    game.refuse(1, meld("KS KH KD"), 422, "opening_too_low")
    game.refuse(1, discard("9S"), 422, "card_not_held")
    game.refuse(1, discard("4C"), 422, "duty_open")


def test_the_starter_is_told_of_his_cards_first(api):
    arranged = Arranged({0: "KS KH KD QS QH QD".split()})
    game = api.create(arranged.body)
    held = arranged.hands[0]
    missing = next(card for card in pack() if card not in held)
    game.refuse(0, meld(f"KS KH {missing}"), 422, "card_not_held")
    game.refuse(0, meld("KS KH QS"), 422, "invalid_meld")
    game.refuse(0, meld("KS KH KD"), 422, "starter_must_discard")
