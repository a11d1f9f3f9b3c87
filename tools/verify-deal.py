#!/usr/bin/env python3
"""Checks that the rounds of a game were dealt honestly (rule G9).

It needs Python 3.8 or newer and what is published of a game, nothing else:
no program of the referee, no token, no library.

    verify-deal.py http://127.0.0.1:8080/v1/games/01a22b77-c889-7c3e-9b1f-2a6d8e4f7031
    verify-deal.py events-1.json events-2.json rounds.json

The files are answers of GET .../events (all pages) and, for the cards left in
the hands, of GET .../rounds. It checks each round that has ended: that its seed
is the one that the referee was bound to before the first card was played; that
the order of the cards follows from the seed; and that the cards then played
are those that were dealt, card by card, through every new stock.

It ends with 0 where all is right, with 1 at the first thing that is wrong,
which it names, and with 2 where it cannot check.
"""

import argparse
import collections
import copy
import hashlib
import json
import sys
import urllib.error
import urllib.request

SUITS, RANKS = "SHDC", "A23456789TJQK"
# Per variant: jokers, cards to each seat, and those more to the first (H2, M2).
VARIANTS = {"hand": (2, 14, 1), "hand-partners": (2, 14, 1), "may-i": (0, 10, 0)}
PAGE = 100


class Wrong(Exception):
    """Something is not as it should be."""


class CannotCheck(Exception):
    """There is nothing to judge by."""


# ----- the order that follows from a seed (G9) -----------------------------

def canonical_pack(jokers):
    return [rank + suit for suit in SUITS for rank in RANKS] * 2 \
        + ["JK"] * jokers


def numbers(seed):
    """SHA-256(seed, counter) for 0, 1, 2 …, as numbers of 4 bytes."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(block[i:i + 4], "big")
        counter += 1


def shuffle(cards, stream):
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        r = next(stream)
        while r >= 2 ** 32 - 2 ** 32 % (i + 1):
            r = next(stream)
        j = r % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shuffled_rest(deck, arranged, jokers, seed):
    """What lies below the arranged cards, and the stream after it."""
    rest = canonical_pack(jokers)
    for card in deck[:arranged]:
        rest.remove(card)
    stream = numbers(seed)
    return shuffle(rest, stream), stream


# ----- what is published ---------------------------------------------------

def members(thing, where, **kinds):
    """The members of these kinds, or Wrong."""
    values = []
    for name, kind in kinds.items():
        value = thing.get(name)
        # A boolean is no number.
        if not isinstance(value, kind) or \
                isinstance(value, bool) and kind is not bool:
            raise Wrong(f"{where}: `{name}` is missing or of another kind")
        values.append(value)
    return values if len(values) > 1 else values[0]


def seed_bytes(text, where, what):
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != 32:
        raise Wrong(f"{where}: the {what} is not 64 hexadecimal digits")
    return value


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return json.load(answer)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise CannotCheck(f"{url}: {error}") from None


def from_service(url):
    items, after = [], 0
    while True:
        page = fetch(f"{url}/events?limit={PAGE}&after={after}")["items"]
        items += page
        after += len(page)
        if len(page) < PAGE:
            break
    return items + fetch(f"{url}/rounds?limit={PAGE}")["items"]


def from_file(name):
    try:
        with open(name, encoding="utf-8") as file:
            answer = json.load(file)
    except (OSError, ValueError) as error:
        raise CannotCheck(f"{name}: {error}") from None
    items = answer.get("items") if isinstance(answer, dict) else answer
    if not isinstance(items, list) or \
            not all(isinstance(item, dict) for item in items):
        raise CannotCheck(f"{name}: neither events nor rounds of a game")
    return items


def in_order(items):
    """Events by their number, and rounds by theirs."""
    events = [item for item in items if "seq" in item]
    events.sort(key=lambda event: members(event, "an event", seq=int))
    for number, event in enumerate(events, 1):
        if event["seq"] > number:
            raise Wrong(f"event {number} is missing")
        if event["seq"] < number:
            raise Wrong(f"event {event['seq']} comes twice")
    rounds = {}
    for item in items:
        if "seq" not in item:
            rounds[members(item, "a round", round=int)] = item
    return events, rounds


# ----- one round, card by card ---------------------------------------------

class Round:
    """The cards of a round as they must lie, followed event by event."""

    def __init__(self, game, start, where):
        dealer, starter, deck, bound = members(
            start, where, dealer=int, starter=int, deck=list, commitment=str)
        self.game = game
        self.number = start["round"]
        self.deck = deck
        self.bound = bound
        seed_bytes(bound, where, "commitment")
        if not 0 <= dealer < game.seats:
            raise Wrong(f"{where}: there is no seat {dealer} to deal")
        if starter != (dealer + 1) % game.seats:
            raise Wrong(f"{where}: the seat after the dealer starts (G5)")
        self.dealer = dealer
        self.pile, self.melds, self.taken = [], [], None
        self.new_stocks = self.drawn = 0
        self.before = {}  # of each move: what lay where, and the stock's size

    def shuffle(self, seed, arranged, where):
        """The seed is the one promised, the order the one that follows."""
        if hashlib.sha256(seed).hexdigest() != self.bound.lower():
            raise Wrong(f"{where}: the seed is not the one of the commitment")
        pack = canonical_pack(self.game.jokers)
        if not all(isinstance(card, str) for card in self.deck) or \
                collections.Counter(self.deck) != collections.Counter(pack):
            raise Wrong(f"{where}: the deck is not the whole pack")
        rest, self.stream = shuffled_rest(self.deck, arranged,
                                          self.game.jokers, seed)
        if rest != self.deck[arranged:]:
            raise Wrong(f"{where}: the deck is not in the order of the seed"
                        + self._hint(seed))

    def _hint(self, seed):
        """Whether it would be right had its first cards been arranged."""
        each = self.game.each * self.game.seats + self.game.more
        for arranged in range(each, len(self.deck) - 1):
            rest, _ = shuffled_rest(self.deck, arranged, self.game.jokers, seed)
            if rest == self.deck[arranged:]:
                return (f"; below its first {arranged} cards it is: if you"
                        " know that they were arranged, say --arranged"
                        f" {self.number}:{arranged}")
        return ""

    def deal(self):
        """G4: one at a time from the seat after the dealer."""
        self.hands = [collections.Counter() for _ in range(self.game.seats)]
        self.stock = list(self.deck)
        order = [(self.dealer + 1 + i) % self.game.seats
                 for i in range(self.game.seats)]
        for seat in order * self.game.each + order[:1] * self.game.more:
            self.hands[seat][self.stock.pop(0)] += 1

    # What can happen to a card. Each says what is wrong in words.

    def from_hand(self, seat, cards):
        for card in cards:
            if self.hands[seat][card] < 1:
                raise Wrong(f"seat {seat} plays {card}, which it does not hold")
            self.hands[seat][card] -= 1

    def from_pile(self, seat, card):
        if not self.pile:
            raise Wrong(f"seat {seat} takes {card} from an empty pile")
        if self.pile[-1] != card:
            raise Wrong(f"seat {seat} takes {card} from the pile, on which"
                        f" {self.pile[-1]} lies on top")
        self.pile.pop()
        self.hands[seat][card] += 1

    def from_stock(self, seat, card):
        if not self.stock:
            raise Wrong(f"seat {seat} draws {card} from an empty stock")
        if self.stock[0] != card:
            raise Wrong(f"seat {seat} draws {card}, but the next card of the"
                        f" stock is {self.stock[0]}")
        self.hands[seat][self.stock.pop(0)] += 1
        self.drawn += 1

    def meld(self, number):
        if not 1 <= number <= len(self.melds):
            raise Wrong(f"there is no meld {number}")
        return self.melds[number - 1]

    def take_jokers(self, seat, meld, cards):
        """H11: of a run one for each card, of a set all."""
        ranks = {card[0] for card in meld if card != "JK"}
        jokers = meld.count("JK") if len(ranks) == 1 else len(cards)
        if meld.count("JK") < max(jokers, 1):
            raise Wrong(f"seat {seat} takes a joker that is not there")
        for _ in range(jokers):
            meld.remove("JK")
        meld += cards
        self.hands[seat]["JK"] += jokers

    # The events.

    def new_stock(self, event):
        order = members(event, "it", order=list)
        if self.stock:
            raise Wrong("a new stock is made while there is one")
        if len(self.pile) < 2:
            raise Wrong("a new stock is made of nothing")
        if shuffle(self.pile[:-1], self.stream) != order:
            raise Wrong("the new stock is not in the order of the seed (G7)")
        self.stock, self.pile = list(order), self.pile[-1:]
        self.new_stocks += 1

    def undo(self, event):
        """What lay where before the first move that is taken back."""
        first = members(event, "it", from_seq=int)
        if first not in self.before:
            raise Wrong(f"event {first} is no move that can be taken back")
        kept, stock = self.before[first]
        if stock != (self.new_stocks, len(self.stock)):
            raise Wrong("moves are taken back that brought cards of the stock"
                        " into a hand")
        self.hands, self.pile, self.melds, self.taken = copy.deepcopy(kept)

    def move(self, event):
        self.before[event["seq"]] = (
            copy.deepcopy((self.hands, self.pile, self.melds, self.taken)),
            (self.new_stocks, len(self.stock)))
        seat, move = members(event, "it", seat=int, move=dict)
        kind = members(move, "the move", move=str)
        drawn, taken = event.get("drawn"), event.get("cards_taken")
        if not 0 <= seat < self.game.seats:
            raise Wrong(f"there is no seat {seat}")
        if kind == "draw" and move.get("from") == "stock":
            self.from_stock(seat, members(event, "it", drawn=str))
        elif drawn is not None:
            # Also the seat that refuses a question by taking (M10).
            self.from_pile(seat, drawn)
            self.taken = drawn
        elif kind == "draw":
            raise Wrong("the card drawn is not told")
        if kind == "return":
            if self.taken is None:
                raise Wrong(f"seat {seat} returns a card that it did not take")
            self.from_hand(seat, [self.taken])
            self.pile.append(self.taken)
            self.taken = None
        elif kind == "meld":
            for cards in members(move, "the move", melds=list):
                self.from_hand(seat, cards)
                self.melds.append(list(cards))
        elif kind in ("lay_off", "take_joker"):
            number, cards = members(move, "the move", meld=int, cards=list)
            meld = self.meld(number)
            self.from_hand(seat, cards)
            if kind == "lay_off":
                meld += cards
            else:
                self.take_jokers(seat, meld, cards)
        elif kind == "discard":
            card = members(move, "the move", card=str)
            self.from_hand(seat, [card])
            self.pile.append(card)
        elif kind == "take" and taken is None:
            raise Wrong("the cards taken are not told")
        if taken is not None:
            self.take(taken)

    def take(self, taken):
        seat, pile = members(taken, "the taking", seat=int, from_pile=list)
        if not 0 <= seat < self.game.seats:
            raise Wrong(f"there is no seat {seat}")
        for card in reversed(pile):
            self.from_pile(seat, card)
        for card in members(taken, "the taking", drawn=list):
            self.from_stock(seat, card)

    def end(self, event, told):
        """The cards left are those that the round's result counts."""
        out = event.get("out")
        left = [sorted(hand.elements()) for hand in self.hands]
        if out is not None and left[out]:
            raise Wrong(f"seat {out} went out and holds {' '.join(left[out])}")
        for seat, cards in enumerate(told.get("cards", left)):
            if sorted(cards) != left[seat]:
                raise Wrong(f"seat {seat} is said to be left with"
                            f" {' '.join(sorted(cards)) or 'nothing'}, but"
                            f" holds {' '.join(left[seat]) or 'nothing'}")
        for name, ours in ("seed", event["seed"]), ("commitment", self.bound):
            if told.get(name, ours) != ours:
                raise Wrong(f"the {name} of the round and that of its events"
                            " differ")


# ----- a game --------------------------------------------------------------

class Game:
    def __init__(self, events, rounds, arranged, noted):
        first = events[0] if events else {}
        if first.get("type") != "game_created":
            raise CannotCheck("there is no event that makes the game")
        if not any(event.get("type") == "round_started" for event in events):
            raise CannotCheck("no cards were dealt in this game")
        variant, self.options, seats = members(
            first, "event 1", variant=str, options=dict, seats=list)
        if variant not in VARIANTS:
            raise CannotCheck(f"the variant {variant} is not known")
        self.jokers, self.each, self.more = VARIANTS[variant]
        self.seats = len(seats)
        self.events, self.rounds = events, rounds
        self.arranged, self.noted = arranged, noted
        self.dealer = None

    def stretches(self):
        """The events of each round, from its start to its end."""
        stretch = []
        for event in self.events[1:]:
            kind = members(event, f"event {event['seq']}", type=str)
            if kind == "round_started":
                stretch = []
            stretch.append(event)
            if kind == "round_ended":
                yield stretch, True
                stretch = []
        if stretch and stretch[0]["type"] == "round_started":
            yield stretch, False

    def check(self):
        checked = 0
        for stretch, ended in self.stretches():
            checked += 1
            start = stretch[0]
            where = f"round {checked}, event {start['seq']}"
            if start["type"] != "round_started" or \
                    start.get("round") != checked:
                raise Wrong(f"{where}: the round does not begin")
            if not ended:
                print(f"round {checked}: it has not ended, so its seed is not"
                      " shown yet")
                checked -= 1
                break
            self.check_round(checked, stretch, where)
        if checked == 0:
            raise CannotCheck("no round has ended yet")
        for number in {*self.noted, *self.arranged}:
            if not 1 <= number <= checked:
                raise CannotCheck(f"there is no round {number} to check")
        return checked

    def check_round(self, number, stretch, where):
        start, end = stretch[0], stretch[-1]
        cards = Round(self, start, where)
        noted = self.noted.get(number, cards.bound)
        if noted.lower() != cards.bound.lower():
            raise Wrong(f"{where}: the commitment is not the one noted")
        if self.dealer is not None and self.options.get(
                "dealer", "rotate") == "rotate" and \
                cards.dealer != (self.dealer + 1) % self.seats:
            raise Wrong(f"{where}: the deal passes on to the next seat (G3)")
        self.dealer = cards.dealer
        at_end = f"round {number}, event {end['seq']}"
        seed = seed_bytes(members(end, at_end, seed=str), at_end, "seed")
        cards.shuffle(seed, self.arranged.get(number, 0), where)
        cards.deal()
        for event in stretch[1:]:
            try:
                if event["type"] == "move":
                    cards.move(event)
                elif event["type"] == "undone":
                    cards.undo(event)
                elif event["type"] == "reshuffled":
                    cards.new_stock(event)
                elif event is end:
                    cards.end(event, self.rounds.get(number, {}))
            except Wrong as wrong:
                raise Wrong(
                    f"round {number}, event {event['seq']}: {wrong}") from None
            except (AttributeError, IndexError, KeyError, TypeError,
                    ValueError):
                raise Wrong(f"round {number}, event {event['seq']}: it cannot"
                            " be read") from None
        print(f"round {number}: the commitment, the order dealt,"
              f" {cards.drawn} cards drawn and {cards.new_stocks} new stocks"
              " are right")


# ----- the command ---------------------------------------------------------

def pair(text):
    number, _, value = text.partition(":")
    return int(number), value


def count_pair(text):
    number, value = pair(text)
    return number, int(value)


def main():
    first_line, _, rest = __doc__.partition("\n")
    parser = argparse.ArgumentParser(
        description=first_line, epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="+", metavar="GAME|FILE",
                        help="the address of a game, or files")
    parser.add_argument("--noted", type=pair, action="append", default=[],
                        metavar="ROUND:COMMITMENT",
                        help="what you noted while the round was on")
    parser.add_argument("--arranged", type=count_pair, action="append",
                        default=[], metavar="ROUND:CARDS",
                        help="how many cards were arranged, in a round with an"
                        " arranged deal")
    given = parser.parse_args()
    try:
        items = []
        for source in given.source:
            items += from_service(source.rstrip("/")) if "://" in source \
                else from_file(source)
        events, rounds = in_order(items)
        checked = Game(events, rounds, dict(given.arranged),
                       dict(given.noted)).check()
    except Wrong as wrong:
        print(f"WRONG: {wrong}")
        return 1
    except CannotCheck as reason:
        print(f"{parser.prog}: {reason}", file=sys.stderr)
        return 2
    print(f"all is right in {checked} round{'s' if checked > 1 else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
