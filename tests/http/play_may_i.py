"""A player of May I that knows only its own view: it reads a view of the API
and names its next moves. It wants rounds to end by somebody going out.
"""

import itertools

from support.cards import RANKS, SUITS, in_order, suit_of, without
from support.may_i import circle, laid_on, meld_of, points


def missing_of_sets(hand):
    """For each rank how many cards a set still lacks, the fewest first."""
    return sorted(max(0, 3 - sum(card[0] == rank for card in hand))
                  for rank in RANKS)


def missing_of_runs(hand):
    """For each suit how many cards its best run of four still lacks."""
    held = set(hand)
    return sorted(min(sum(card not in held for card in circle(start, 4, suit))
                      for start in range(13)) for suit in SUITS)


def need(hand, contract):
    """About how many cards the contract still lacks; a card that two melds
    would need is not seen."""
    return sum(missing_of_sets(hand)[:contract["sets"]]) \
        + sum(missing_of_runs(hand)[:contract["runs"]])


def sets_in(hand):
    for rank in RANKS:
        cards = in_order(card for card in hand if card[0] == rank)
        if len(cards) >= 3:
            yield cards[:3]


def runs_in(hand):
    for suit, start in itertools.product(SUITS, range(13)):
        if set(circle(start, 4, suit)) <= set(hand):
            yield circle(start, 4, suit)


def laying(hand, contract):
    """Melds that are exactly the contract, short ones; None where there are
    none."""
    for sets in itertools.combinations(sets_in(hand), contract["sets"]):
        for runs in itertools.combinations(runs_in(hand), contract["runs"]):
            if len({suit_of(run[0]) for run in runs}) < len(runs):
                continue
            melds = [*sets, *runs]
            try:
                without(hand, sum(melds, []))
            except ValueError:
                continue
            return melds
    return None


def helps(view, card):
    """Whether a card brings a seat that is not down nearer to its
    contract."""
    hand, contract = view["you"]["cards"], view["round"]["contract"]
    is_down = view["seats"][view["you"]["seat"]]["down"]
    return not is_down and need(hand + [card], contract) < need(hand, contract)


def wants(view):
    """Whether the seat would ask for the top of the pile."""
    pile = view["round"]["discard"]
    return bool(pile) and helps(view, pile[-1])


def choose_answer(view):
    """A yes, unless the seat wants the cards itself."""
    return {"move": "answer", "allow": not wants(view)}


def choose_draw(view, may_have_top=True):
    """The draw of the seat on turn; the pile's top may be its own."""
    if may_have_top and wants(view):
        return {"move": "draw", "from": "discard"}
    return {"move": "draw", "from": "stock"}


def useless(hand, contract, is_down):
    """The card to throw: the costliest that the contract does not miss."""
    return min(hand, key=lambda card: (
        0 if is_down else need(without(hand, [card]), contract),
        -points(card), -hand.count(card), card))


def choose_rest(view):
    """All moves from after the draw to the discard, or to the last card."""
    me, shown = view["you"]["seat"], view["round"]
    hand, contract = list(view["you"]["cards"]), shown["contract"]
    last = shown["number"] == 5
    is_down = view["seats"][me]["down"]
    table = [(meld["id"], meld_of(meld["cards"])) for meld in shown["melds"]]
    moves = []
    melds = None if is_down else laying(hand, contract)
    if melds:
        added = [(len(table) + i + 1, meld_of(meld))
                 for i, meld in enumerate(melds)]
        rest = without(hand, sum(melds, []))
        if _may_leave(rest, table + added, last):
            moves.append({"move": "meld", "melds": melds})
            table, hand, is_down = table + added, rest, True
    if is_down:
        hand = _lay_off(hand, table, moves, last)
    if hand:
        moves.append({"move": "discard",
                      "card": useless(hand, contract, is_down)})
    return moves


def _may_leave(left, table, last):
    """M9: what a play may leave."""
    if not last:
        return bool(left)
    return len(left) != 1 or any(laid_on(meld, left) for _, meld in table)


def _lay_off(hand, table, moves, last):
    """Lays off whatever fits and M9 lets go."""
    again = True
    while again and hand:
        again = False
        for card in sorted(hand, key=points, reverse=True):
            rest = without(hand, [card])
            for place, (number, meld) in enumerate(table):
                new = laid_on(meld, [card])
                if new is None:
                    continue
                grown = [*table[:place], (number, new), *table[place + 1:]]
                if not _may_leave(rest, grown, last):
                    continue
                moves.append({"move": "lay_off", "meld": number,
                              "cards": [card]})
                table[place] = (number, new)
                hand, again = rest, True
                break
            if again:
                break
    return hand
