"""A player that knows only its own view: it reads a view of the API and
names its next moves. It wants rounds to end by somebody going out.
"""

import dataclasses

from support.cards import JOKER, points, suit_of, without
from support.melds import NoMeld, best_cover, jokers_taken, laid_on, meld_of


@dataclasses.dataclass
class Style:
    """How a seat plays. Waiting, it lays nothing until it can lay all (a
    "Hand"); a peek draws from the pile only to put the card back."""

    opening: int = 51
    waits: bool = False
    peeks: bool = False


def laying(hand, is_down, style, must_hold=None):
    """The melds to lay now out of a hand, by style."""
    minimum = 0 if is_down else style.opening
    cover = best_cover(hand, 1, minimum, must_hold)
    laid = sum(map(len, cover))
    if style.waits and not is_down and len(hand) - laid > 1:
        return []
    return cover


def choose_draw(view, style=Style(), peeked=False):
    """The draw of a seat on turn; `peeked` after it put a card back."""
    me = view["you"]["seat"]
    hand = view["you"]["cards"]
    pile = view["round"]["discard"]
    if pile and not peeked:
        top = pile[-1]
        if laying(hand + [top], view["seats"][me]["down"], style, top):
            return {"move": "draw", "from": "discard"}
        if style.peeks:
            return {"move": "draw", "from": "discard"}
    return {"move": "draw", "from": "stock"}


def choose_rest(view, style=Style()):
    """All moves from after the draw to the discard; a lone `return` where
    the card from the pile serves for nothing."""
    me = view["you"]["seat"]
    hand = list(view["you"]["cards"])
    turn = view["round"]["turn"]
    is_down = view["seats"][me]["down"]
    starts = not view["round"]["discard"] and not turn["duty"] \
        and view["round"]["starter"] == me and not view["round"]["melds"] \
        and len(hand) == 15
    if starts:
        return [{"move": "discard", "card": useless(hand)}]
    table = [_from_view(meld) for meld in view["round"]["melds"]]
    moves = []
    if is_down and not turn["duty"]:
        hand = _take_jokers(hand, table, moves)
    cover = laying(hand, is_down, style)
    if cover:
        moves.append({"move": "meld", "melds": cover})
        hand = without(hand, [card for meld in cover for card in meld])
        for meld in cover:
            table.append(meld_of(meld))
            table[-1].id = len(table)
        is_down = True
    elif turn["duty"]:
        return [{"move": "return"}]
    if is_down:
        hand = _lay_off(hand, table, moves)
    moves.append({"move": "discard", "card": useless(hand)})
    return moves


def _from_view(shown):
    cards = shown["cards"]
    meld = meld_of(cards)
    meld.id = shown["id"]
    return meld


def _take_jokers(hand, table, moves):
    """Takes every joker that can be had for a card that is held."""
    for meld in table:
        if not meld.jokers:
            continue
        if meld.kind == "set":
            rank = meld.naturals[0][0]
            wanted = [rank + suit for suit in meld.missing()]
        else:
            wanted = [at for at, card in zip(meld.stands_for, meld.cards)
                      if card == JOKER and at in hand][:1]
        if not wanted or any(hand.count(c) < wanted.count(c)
                             for c in wanted):
            continue
        new, jokers = jokers_taken(meld, wanted)
        moves.append({"move": "take_joker", "meld": meld.id,
                      "cards": wanted})
        hand = without(hand, wanted) + [JOKER] * jokers
        new.id = meld.id
        table[meld.id - 1] = new
    return hand


def _lay_off(hand, table, moves):
    """Lays off whatever fits, and keeps a card to discard."""
    again = True
    while again and len(hand) > 1:
        again = False
        for card in sorted(hand, key=points, reverse=True):
            move = _lay_off_of(card, table)
            if move is not None and len(hand) > 1:
                moves.append(move)
                hand = without(hand, [card])
                again = True
                break
    return hand


def _lay_off_of(card, table):
    for meld in table:
        for end in (None, "low", "high"):
            if end and meld.kind == "set":
                continue
            try:
                new = laid_on(meld, [card], end)
            except NoMeld:
                continue
            if new is not None:
                new.id = meld.id
                table[meld.id - 1] = new
                move = {"move": "lay_off", "meld": meld.id, "cards": [card]}
                return {**move, "end": end} if end else move
    return None


def useless(hand):
    """The card to throw: the one with the fewest others near it; of those
    the costliest; a joker only when nothing else is held."""
    def key(card):
        if card == JOKER:
            return (2, 0, 0)
        others = without(hand, [card])
        near = sum(_near(card, other) for other in others)
        return (0, near, -points(card))
    return min(hand, key=key)


def _near(card, other):
    """Whether two cards could stand in one meld soon."""
    if other == JOKER or card == other:
        return False
    if card[0] == other[0]:
        return True
    if suit_of(card) != suit_of(other):
        return False
    ranks = "A23456789TJQKA"
    return any(abs(i - j) <= 2 for i, a in enumerate(ranks) if a == card[0]
               for j, b in enumerate(ranks) if b == other[0])
