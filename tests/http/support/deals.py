"""Arranged deals in which every card is known."""

import random

from support.cards import pack, without
from support.may_i import table_for

NAMES = ["a", "b", "c", "d", "e"]


def fill(wanted, seats, starter=0, stock=(), seed=7, variant="hand"):
    """Hands and whole stock, where seats hold the cards wanted, the stock
    begins as given and all else is shuffled by the seed."""
    may_i = variant == "may-i"
    rest = without(pack(0 if may_i else 2),
                   [card for cards in wanted.values() for card in cards]
                   + list(stock))
    random.Random(seed).shuffle(rest)
    hands = []
    for seat in range(seats):
        size = 10 if may_i else 15 if seat == starter else 14
        hand = list(wanted.get(seat, ()))
        assert len(hand) <= size, "more cards wanted than a hand holds"
        while len(hand) < size:
            hand.append(rest.pop(0))
        hands.append(hand)
    return hands, list(stock) + rest


class Arranged:
    """A game to create, whose cards are all known; seat 0 starts."""

    def __init__(self, wanted=None, stock=(), seats=2, variant="hand",
                 options=None, names=NAMES, seed=7):
        self.hands, self.stock = fill(wanted or {}, seats, 0, stock, seed,
                                      variant)
        self.seats = seats
        self.options = options or {}
        self.body = {
            "variant": variant, "options": self.options,
            "seats": [{"player": name} for name in names[:seats]],
            "first_dealer": seats - 1,
            "deals": [{"hands": self.hands, "stock": self.stock}]}

    def table(self):
        """The same game at a table of its own."""
        table = table_for(self.body)
        table.deal(self.hands, self.stock)
        return table


def plain(seats=2, **settings):
    """A game in which nobody holds anything of note."""
    return Arranged({}, (), seats, **settings)


def draw(source="stock"):
    return {"move": "draw", "from": source}


def discard(card):
    return {"move": "discard", "card": card}


def meld(*melds):
    return {"move": "meld", "melds": [one.split() for one in melds]}


def lay_off(number, cards, end=None):
    move = {"move": "lay_off", "meld": number, "cards": cards.split()}
    return {**move, "end": end} if end else move


def take_joker(number, cards):
    return {"move": "take_joker", "meld": number, "cards": cards.split()}


def may_i(count=1):
    return {"move": "may_i", "count": count}


def take(count):
    return {"move": "take", "count": count}


def answer(allow):
    return {"move": "answer", "allow": allow}


RETURN = {"move": "return"}
