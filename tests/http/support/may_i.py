"""A table of May I kept by the rulebook alone, independent of the referee.

It plays legal moves under the default options (and max_reshuffles, refusal,
after_claim and claim_limit), as table.py does those of Hand.
"""

from support.cards import RANKS, in_order, suit_of
from support.melds import NoMeld
from support.table import Illegal, Table

CONTRACTS = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1)]  # M3: sets, runs


def points(card):
    """M12: what a card left in the hand costs."""
    if card[0] == "A":
        return 15
    return 10 if card[0] in "TJQK" else 5


def score_round(hands, out):
    """M12: the figure of every seat."""
    return [20 if seat == out else -sum(map(points, cards))
            for seat, cards in enumerate(hands)]


class Meld:
    """A meld on the table: M4, M5."""

    def __init__(self, kind, cards):
        self.kind, self.cards = kind, list(cards)
        self.id = self.seat = None

    def view(self):
        return {"id": self.id, "seat": self.seat, "kind": self.kind,
                "cards": list(self.cards), "stands_for": list(self.cards),
                "value": None}


def circle(start, length, suit):
    """So many cards upward from a place of the circle of ranks."""
    return [RANKS[(start + i) % 13] + suit for i in range(length)]


def meld_of(cards):
    """The meld that the cards make, or NoMeld."""
    if 3 <= len(cards) <= 8 and len({card[0] for card in cards}) == 1:
        return Meld("set", in_order(cards))
    suits = {suit_of(card) for card in cards}
    if len(suits) == 1 and 4 <= len(cards) <= 13:
        for start in range(13):
            run = circle(start, len(cards), *suits)
            if sorted(run) == sorted(cards):
                return Meld("run", run)  # D7: thirteen are A to K
    raise NoMeld("no set or run")


def laid_on(meld, cards, end=None):
    """The meld with the cards added, or None where they do not fit."""
    if meld.kind == "set":
        try:
            new = meld_of(meld.cards + list(cards))
        except NoMeld:
            return None
        return new if new.kind == "set" else None
    for one in [end] if end else ["low", "high"]:
        line = (list(reversed(cards)) + meld.cards if one == "low"
                else meld.cards + list(cards))
        start, suit = RANKS.index(line[0][0]), suit_of(meld.cards[0])
        if len(line) <= 13 and line == circle(start, len(line), suit):
            return meld_of(line)
    return None


class MayITable(Table):
    """The state of one game of May I."""

    jokers = 0
    first_phase = "draw"
    best = staticmethod(max)  # M13

    def __init__(self, seats, first_dealer, options):
        super().__init__(seats, first_dealer,
                         max_reshuffles=options.get("max_reshuffles", 2))
        self.take_back = options.get("refusal", "free") == "take"
        self.returns = options.get("after_claim") == "return_to_turn"
        self.limit = options.get("claim_limit", 0)

    def deal(self, hands, stock):
        self.discarders = []  # of each card of the pile
        self.had_turn = set()
        self.asked = None  # M10: [by, count, the seat asked, those for it]
        self.refused = set()
        self.claimed = False
        super().deal(hands, stock)

    def contract(self):
        sets, runs = CONTRACTS[self.number - 1]
        return {"sets": sets, "runs": runs}

    def question(self):
        if not self.asked:
            return None
        by, count, asked, allowed = self.asked
        return {"by": by, "count": count, "asked": asked,
                "allowed": sorted(allowed)}

    def acting(self):
        return self.asked[2] if self.asked else self.turn

    def _score(self, out):
        return False, score_round(self.hands, out), None

    # Moves.

    def play(self, seat, move):
        self.taken = None
        kind = move["move"]
        if kind == "may_i" and self.phase == "draw":
            if seat == self.turn or self.claimed:
                raise Illegal("wrong_phase")
        elif seat != self.acting():
            raise Illegal("not_your_turn")
        elif self.phase != {"draw": "draw", "take": "draw",
                            "answer": "answer"}.get(kind, "play"):
            raise Illegal("wrong_phase")
        return getattr(self, "_" + kind)(seat, move) or []

    def _draw(self, seat, move):
        if move["from"] == "stock":
            self.drawn = self.stock.pop(0)
            self.progress = True
        else:
            self._check_pile(seat, 1)
            self.drawn = self._pop_pile(1)[0]
        self.hands[seat].append(self.drawn)
        self.phase = "play"

    def _check_pile(self, seat, count):
        """M6: what bars the top of the pile."""
        if len(self.had_turn) < self.seats:
            raise Illegal("first_turn_stock_only")
        if count > len(self.pile):
            raise Illegal("pile_too_small")
        if seat in self.discarders[-count:]:
            raise Illegal("own_discard")

    def check_claim(self, seat, count):
        """M10, M11: what bars a claim."""
        if self.limit and count > self.limit:
            raise Illegal("claim_limit")
        self._check_pile(seat, count)
        if count > len(self.stock):
            raise Illegal("stock_too_small")

    def _pop_pile(self, count):
        cards = self.pile[-count:]
        del self.pile[-count:], self.discarders[-count:]
        return cards

    def _give(self, seat, count):
        drawn = self.stock[:count]
        assert "??" not in drawn, "cards that only the referee knows"
        del self.stock[:count]
        self.taken = {"seat": seat, "from_pile": self._pop_pile(count),
                      "drawn": drawn}
        self.hands[seat] += self.taken["from_pile"] + drawn
        self.claimed = True

    def _take(self, seat, move):
        self.check_claim(seat, move["count"])
        self._give(seat, move["count"])
        self.progress = True
        return self._end_turn()

    def _may_i(self, seat, move):
        if seat in self.refused:
            raise Illegal("already_refused")
        self.check_claim(seat, move["count"])
        self.asked = [seat, move["count"], self.turn, set()]
        self.phase = "answer"

    def _answer(self, seat, move):
        by, count, _, allowed = self.asked
        self.drawn = None
        if move["allow"]:
            allowed.add(seat)
            self.asked[2] = (seat + 1) % self.seats
            return self._settle(by, count) if self.asked[2] == by else []
        if self.take_back:
            self._check_pile(seat, 1 if seat == self.turn else count)
        self.refused.add(by)
        if self.take_back and seat != self.turn:
            return self._settle(seat, count)
        self.asked, self.phase = None, "draw"
        if self.take_back:
            self._draw(seat, {"from": "discard"})
        return []

    def _settle(self, taker, count):
        """M10: the cards are taken; no turn ends (D1)."""
        self._give(taker, count)
        self.asked, self.phase, self.idle = None, "draw", 0
        if not self.returns:
            self.turn = (taker + 1) % self.seats
            self._begin_turn()
        return self._open_turn()

    def _last_card(self, seat, left):
        """M9: what a play may leave in the hand; called when it is done."""
        if self.number < 5 and not left:
            raise Illegal("must_keep_card")
        if self.number == 5 and len(left) == 1 and not any(
                laid_on(meld, left) for meld in self.melds):
            raise Illegal("stranded_card")

    def _meld(self, seat, move):
        cards = [card for meld in move["melds"] for card in meld]
        rest = self._take_from_hand(seat, cards, keep=0)
        try:
            melds = [meld_of(meld) for meld in move["melds"]]
        except NoMeld as why:
            raise Illegal("invalid_meld") from why
        if seat in self.down:
            raise Illegal("already_down")
        sets = {meld.cards[0][0] for meld in melds if meld.kind == "set"}
        runs = {suit_of(meld.cards[0]) for meld in melds
                if meld.kind == "run"}
        if [meld.kind for meld in melds].count("set") \
                != self.contract()["sets"] \
                or len(melds) != sum(self.contract().values()):
            raise Illegal("contract_mismatch")
        if len(sets) + len(runs) != len(melds):
            raise Illegal("contract_repeats")
        for meld in melds:
            meld.id, meld.seat = len(self.melds) + 1, seat
            self.melds.append(meld)
        try:
            self._last_card(seat, rest)
        except Illegal:
            del self.melds[-len(melds):]
            raise
        self.down.add(seat)
        return self._played(seat, rest)

    def _played(self, seat, rest):
        self.hands[seat] = rest
        self.progress = True
        return self._end_round(seat) if not rest else []

    def _lay_off(self, seat, move):
        rest = self._take_from_hand(seat, move["cards"], keep=0)
        old = self._on_table(seat, move)
        new = laid_on(old, move["cards"], move.get("end"))
        if new is None:
            raise Illegal("does_not_fit")
        self._replace(old, new)
        try:
            self._last_card(seat, rest)
        except Illegal:
            self.melds[old.id - 1] = old
            raise
        return self._played(seat, rest)

    def _discard(self, seat, move):
        rest = self._take_from_hand(seat, [move["card"]], keep=0)
        if self.number == 5 and not rest:
            raise Illegal("must_lay_off_last")
        self.hands[seat] = rest
        self.pile.append(move["card"])
        self.discarders.append(seat)
        self.claimed, self.refused = False, set()
        self.had_turn.add(seat)
        return self._end_turn() if rest else self._end_round(seat)

    def _open_turn(self):
        events = super()._open_turn()
        if events == ["reshuffled"]:
            self.discarders = self.discarders[-1:]
        return events


def table_for(create):
    """The table of a game that is created by this body."""
    options = create.get("options") or {}
    seats, dealer = len(create["seats"]), create["first_dealer"]
    if create["variant"] == "may-i":
        return MayITable(seats, dealer, options)
    return Table(seats, dealer, create["variant"] == "hand-partners",
                 options.get("rounds", 5), options.get("max_reshuffles", 2),
                 options.get("opening_minimum", 51))
