"""Cards as the rulebook writes them (G1), and what they count (H9, H15)."""

import collections
import re

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "JK"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

# A card in running text or JSON; the look-arounds keep it from matching
# inside longer words. Ids and digests are lower case.
CARD_PATTERN = re.compile(
    r"(?<![A-Za-z0-9_-])(?:(?:[A2-9TJQK]|10)[SHDC]|JK)(?![A-Za-z0-9_-])")


def pack(jokers=2):
    """The canonical pack (G9): of Hand with 106 cards (H2), of May I without
    jokers (M2)."""
    one = [rank + suit for suit in SUITS for rank in RANKS]
    return one + one + [JOKER] * jokers


def rank_of(card):
    return RANKS.index(card[0]) + 1


def suit_of(card):
    return card[1]


def meld_value(card):
    """H9: what a card is worth in a meld; the ace is 11 at both ends."""
    if card[0] == "A":
        return 11
    if card[0] in "TJQK":
        return 10
    return int(card[0])


def points(card, joker_left=15):
    """H15: what a card left in the hand costs."""
    return joker_left if card == JOKER else meld_value(card)


def order_key(card):
    """The order in which a hand is shown: S H D C, A to K, jokers last."""
    if card == JOKER:
        return (4, 0)
    return (SUITS.index(card[1]), RANKS.index(card[0]))


def in_order(cards):
    return sorted(cards, key=order_key)


def without(cards, removed):
    """The cards less those removed; every one removed must be there."""
    rest = list(cards)
    for card in removed:
        rest.remove(card)
    return rest


def holds(cards, wanted):
    return not collections.Counter(wanted) - collections.Counter(cards)


def cards_in(text):
    """Every card named in a text."""
    return CARD_PATTERN.findall(text)
