"""Sets and runs, written from rulebook H6 to H11 under the default options.

Independent of the referee: it serves to build games, to know what a view has
to show, and to work out scores.
"""

import itertools

from support.cards import (JOKER, RANKS, SUITS, in_order, meld_value,
                           order_key, pack, points, suit_of)

MAX_JOKERS = 2
RUN_MAX = 13


class NoMeld(Exception):
    """The cards are no meld; says why."""


def card_at(place, suit):
    """The card of a place of a run: 1 is the low ace, 14 the high one."""
    return RANKS[(place - 1) % 13] + suit


class Meld:
    """A meld on the table."""

    def __init__(self, kind, cards, suit=None, start=None):
        self.kind = kind
        self.cards = cards
        self.suit = suit
        self.start = start
        self.id = None
        self.seat = None

    @property
    def jokers(self):
        return self.cards.count(JOKER)

    @property
    def naturals(self):
        return [card for card in self.cards if card != JOKER]

    def missing(self):
        """The suits that a set has no natural card of."""
        return [suit for suit in SUITS
                if suit not in map(suit_of, self.naturals)]

    @property
    def stands_for(self):
        if self.kind == "run":
            return [card_at(self.start + i, self.suit)
                    for i in range(len(self.cards))]
        rank, missing = self.naturals[0][0], self.missing()
        joker = rank + (missing[0] if len(missing) == 1 else "?")
        return [joker if card == JOKER else card for card in self.cards]

    @property
    def value(self):
        return sum(map(meld_value, self.stands_for))

    def view(self):
        return {"id": self.id, "seat": self.seat, "kind": self.kind,
                "cards": list(self.cards), "stands_for": self.stands_for,
                "value": self.value}


def meld_of(cards):
    """The meld that the cards make in the order given, or NoMeld."""
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    if len(cards) < 3:
        raise NoMeld("too_short")
    if len(naturals) < 2:
        raise NoMeld("too_few_naturals")
    if jokers > MAX_JOKERS:
        raise NoMeld("too_many_jokers")
    if len({card[0] for card in naturals}) == 1:
        return set_of(naturals, jokers)
    if len({suit_of(card) for card in naturals}) > 1:
        raise NoMeld("not_set_or_run")
    if len({card[0] for card in naturals}) < len(naturals):
        raise NoMeld("not_set_or_run")
    return run_of(cards, naturals, jokers)


def set_of(naturals, jokers):
    if len({suit_of(card) for card in naturals}) < len(naturals):
        raise NoMeld("set_repeats_suit")
    if len(naturals) + jokers > 4:
        raise NoMeld("too_long")
    return Meld("set", in_order(naturals) + [JOKER] * jokers)


def run_of(cards, naturals, jokers):
    suit = suit_of(naturals[0])
    if len(cards) > RUN_MAX:
        raise NoMeld("too_long")
    if not jokers:
        for start in range(1, 15 - len(cards) + 1):
            wanted = [card_at(start + i, suit) for i in range(len(cards))]
            if sorted(wanted) == sorted(cards):
                return Meld("run", wanted, suit, start)
        raise NoMeld("run_has_gap")
    for start in range(1, 15 - len(cards) + 1):
        if all(card == JOKER or card == card_at(start + i, suit)
               for i, card in enumerate(cards)):
            return Meld("run", list(cards), suit, start)
    raise NoMeld("run_has_gap")


def laid_on(meld, cards, end=None):
    """The meld with the cards added, or None where they do not fit."""
    if meld.kind == "set":
        return _laid_on_set(meld, cards)
    ends = [end] if end else ["low", "high"]
    grown = [new for new in (_laid_on_run(meld, cards, one) for one in ends)
             if new is not None]
    if len(grown) == 2:
        raise NoMeld("end_needed")
    return grown[0] if grown else None


def _laid_on_set(meld, cards):
    if JOKER in cards and meld.jokers + cards.count(JOKER) > MAX_JOKERS:
        return None
    try:
        new = meld_of(meld.cards + list(cards))
    except NoMeld:
        return None
    return new if new.kind == "set" else None


def _laid_on_run(meld, cards, end):
    start = meld.start - (len(cards) if end == "low" else 0)
    new = (list(reversed(cards)) + meld.cards if end == "low"
           else meld.cards + list(cards))
    if start < 1 or start + len(new) - 1 > 14 or len(new) > RUN_MAX:
        return None
    if new.count(JOKER) > MAX_JOKERS:
        return None
    for i, card in enumerate(new):
        if card not in (JOKER, card_at(start + i, meld.suit)):
            return None
    return Meld("run", new, meld.suit, start)


def jokers_taken(meld, cards):
    """H11: the meld after the cards took jokers' places and the number of
    jokers that come to the hand, or None."""
    if not meld.jokers or JOKER in cards:
        return None
    if meld.kind == "set":
        rank = meld.naturals[0][0]
        wanted = [rank + suit for suit in meld.missing()]
        if sorted(cards) != sorted(wanted):
            return None
        return set_of(meld.naturals + list(cards), 0), meld.jokers
    places, new = meld.stands_for, list(meld.cards)
    for card in cards:
        spots = [i for i, at in enumerate(places)
                 if at == card and new[i] == JOKER]
        if not spots:
            return None
        new[spots[0]] = card
    return Meld("run", new, meld.suit, meld.start), len(cards)


def candidates(hand):
    """Every meld, in the order it would be sent, that can be made of the
    cards; with jokers only such of up to five cards."""
    natural = set(hand) - {JOKER}
    jokers = min(hand.count(JOKER), MAX_JOKERS)
    found = []
    for suit in SUITS:
        for start in range(1, 13):
            cards, wild = [], 0
            for place in range(start, min(start + RUN_MAX, 15)):
                card = card_at(place, suit)
                wild += card not in natural
                if wild > jokers or wild and len(cards) == 5:
                    break
                cards.append(card if card in natural else JOKER)
                if len(cards) >= 3 and len(cards) - wild >= 2:
                    found.append(list(cards))
    for rank in RANKS:
        own = [rank + suit for suit in SUITS if rank + suit in natural]
        for size in (2, 3, 4):
            for cards in itertools.combinations(own, size):
                for wild in range(max(0, 3 - size), jokers + 1):
                    if size + wild <= 4:
                        found.append(list(cards) + [JOKER] * wild)
    return sorted(found, key=lambda meld: (meld.count(JOKER), -len(meld),
                                           [order_key(c) for c in meld]))


# How often each card is held, packed into one number: three bits for each, of
# which the highest is never set in a hand, since there are two of a card.
_PLACES = {card: 3 * place for place, card in enumerate(sorted(set(pack())))}
_GUARDS = sum(4 << place for place in _PLACES.values())


def _packed(cards):
    return sum(1 << _PLACES[card] for card in cards)


def _holds(hand, cards):
    """Whether no card is missing, which would borrow from its guard."""
    return ((hand | _GUARDS) - cards) & _GUARDS == _GUARDS


def best_cover(hand, keep=1, minimum=0, must_hold=None):
    """The melds, together, that leave the fewest points in the hand but at
    least `keep` cards, are worth the minimum, and hold a card if one is
    named; an empty list where there are none. A search that takes too long
    gives the best found so far."""
    most = sum(11 if card == JOKER else meld_value(card) for card in hand)
    if most < minimum:
        return []
    best = (0, [])
    budget = 20000

    def may_lay(rest, options):
        """The points of the cards that some meld could still take."""
        wanted = 0
        for _, cards, _, _ in options:
            wanted |= cards
        return sum(points(card) * (rest >> place & 3)
                   for card, place in held if wanted >> place & 3)

    def search(options, rest, size, chosen, value, laid):
        nonlocal best, budget
        if (value >= minimum and laid > best[0]
                and (must_hold is None
                     or any(must_hold in meld for meld in chosen))):
            best = (laid, list(chosen))
        if laid + may_lay(rest, options) <= best[0]:
            return
        for i, (meld, cards, worth, cost) in enumerate(options):
            budget -= 1
            if budget < 0:
                return
            if size - len(meld) < keep:
                continue
            left = rest - cards
            search([one for one in options[i:] if _holds(left, one[1])],
                   left, size - len(meld), chosen + [meld], value + worth,
                   laid + cost)

    held = [(card, _PLACES[card]) for card in set(hand)]
    search([(meld, _packed(meld), meld_of(meld).value, sum(map(points, meld)))
            for meld in candidates(hand)], _packed(hand), len(hand), [], 0, 0)
    return best[1]
