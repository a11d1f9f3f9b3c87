"""A table kept by the rulebook alone, independent of the referee: of Hand
here, of May I in may_i.py.

It plays legal moves under the default options (and max_reshuffles, rounds,
opening_minimum), shows what each viewer may see in the form of the API, and
scores the rounds. Tests hold the referee's answers to it. What only the
referee's random source decides, a reshuffle, is told to it by `reshuffled`.
"""

from support.cards import JOKER, in_order, pack, points, without
from support.melds import NoMeld, jokers_taken, laid_on, meld_of


class Illegal(Exception):
    """A move that the table knows to be against the rules."""


def score_round(hands, down, out, hand_bonus, partners):
    """H15 and H17: the figure of every seat, and of every team or None."""
    factor = 2 if hand_bonus else 1
    figures = []
    for seat, cards in enumerate(hands):
        if seat == out:
            figures.append(-30 * factor)
        elif partners and out is not None and seat % 2 == out % 2:
            figures.append(0)
        elif seat not in down:
            figures.append(100 * factor)
        else:
            figures.append(factor * sum(map(points, cards)))
    teams = None
    if partners:
        teams = [figures[0] + figures[2], figures[1] + figures[3]]
    return figures, teams


class Table:
    """The state of one game of Hand; what a game of May I has in common with
    it is here, what differs has a method of its own."""

    jokers = 2
    first_phase = "play"  # H3: the starter draws nothing
    best = staticmethod(min)  # H16

    def __init__(self, seats, first_dealer, partners=False, rounds=5,
                 max_reshuffles=2, opening_minimum=51):
        self.seats = seats
        self.dealer = first_dealer
        self.partners = partners
        self.rounds = rounds
        self.max_reshuffles = max_reshuffles
        self.opening_minimum = opening_minimum
        self.number = 0
        self.results = []
        self.status = "playing"
        self.playing = False

    # Rounds.

    def deal(self, hands, stock):
        """Starts the next round with these hands and the whole stock."""
        assert not self.playing and self.status == "playing"
        if self.number:
            self.dealer = (self.dealer + 1) % self.seats
        self.number += 1
        self.starter = (self.dealer + 1) % self.seats
        self.hands = [list(cards) for cards in hands]
        self.stock = list(stock)
        self.pile, self.melds = [], []
        self.down = set()
        self.turn = self.starter
        self.phase = "play"
        self.first_turn = True
        self.reshuffles = 0
        self.idle = 0
        self.playing = True
        self._begin_turn()
        self.phase = self.first_phase
        self.check_pack()

    def check_pack(self):
        """G6: every card is in one place, in all exactly the pack."""
        there = list(self.stock) + list(self.pile)
        for cards in self.hands + [meld.cards for meld in self.melds]:
            there += cards
        assert sorted(there) == sorted(pack(self.jokers)), \
            "cards lost or doubled"

    def _begin_turn(self):
        self.phase = "draw"
        self.duty = False
        self.acted = False
        self.returned = False
        self.went_down = False
        self.touched_others = False
        self.progress = False
        self.drawn = None

    def _end_turn(self):
        """Gives the events that follow a turn (D5: out, idle, stock)."""
        self.first_turn = False
        self.idle = 0 if self.progress else self.idle + 1
        if self.idle >= 4 * self.seats:
            return self._end_round(None)
        self.turn = (self.turn + 1) % self.seats
        self._begin_turn()
        return self._open_turn()

    def _open_turn(self):
        """G7: the seat on turn is to draw, if it can."""
        if not self.stock:
            if self.reshuffles >= self.max_reshuffles or len(self.pile) < 2:
                return self._end_round(None)
            self.reshuffles += 1
            self.to_shuffle = self.pile[:-1]
            self.stock = ["??"] * len(self.to_shuffle)
            self.pile = self.pile[-1:]
            return ["reshuffled"]
        return []

    def reshuffled(self, order):
        """The order in which G7 put the pile (known once it is published,
        or drawn by the test)."""
        assert sorted(order) == sorted(self.to_shuffle)
        self.stock = list(order)

    def _end_round(self, out):
        bonus, figures, teams = self._score(out)
        self.results.append({
            "round": self.number, "points": figures, "team_points": teams,
            "out": out, "hand": bonus, "blocked": out is None})
        self.left = [list(cards) for cards in self.hands]
        self.playing = False
        events = ["round_ended"]
        if self.number == self.rounds:
            self.status = "finished"
            events.append("game_ended")
        return events

    def _score(self, out):
        """Whether it was a Hand (H14), the figures of the seats and of the
        teams."""
        bonus = out is not None and self.went_down \
            and not self.touched_others
        return bonus, *score_round(self.hands, self.down, out, bonus,
                                   self.partners)

    # Moves.

    def acting(self):
        """The seat that may move."""
        return self.turn

    def play(self, seat, move):
        """Plays one move; gives the types of the events that follow the
        move's own, without the start of the next round."""
        if not self.playing or seat != self.turn:
            raise Illegal("not_your_turn")
        if (move["move"] == "draw") != (self.phase == "draw"):
            raise Illegal("wrong_phase")
        if self.first_turn and move["move"] != "discard":
            raise Illegal("starter_must_discard")
        return getattr(self, "_" + move["move"])(seat, move) or []

    def _draw(self, seat, move):
        if move["from"] == "stock":
            self.drawn = self.stock.pop(0)
            self.progress = True
        else:
            if not self.pile or self.returned:
                raise Illegal("just_returned")
            self.drawn = self.pile.pop()
            self.duty = True
        self.hands[seat].append(self.drawn)
        self.phase = "play"

    def _return(self, seat, move):
        if not self.duty or self.acted:
            raise Illegal("no_duty_to_return")
        self.hands[seat].remove(self.drawn)
        self.pile.append(self.drawn)
        self.phase = "draw"
        self.duty = False
        self.returned = True

    def _take_from_hand(self, seat, cards, keep=1):
        try:
            rest = without(self.hands[seat], cards)
        except ValueError:
            raise Illegal("card_not_held") from None
        if len(rest) < keep:
            raise Illegal("must_keep_card")
        return rest

    def _meld(self, seat, move):
        cards = [card for meld in move["melds"] for card in meld]
        rest = self._take_from_hand(seat, cards)
        try:
            melds = [meld_of(meld) for meld in move["melds"]]
        except NoMeld as why:
            raise Illegal("invalid_meld") from why
        if seat not in self.down:
            if sum(meld.value for meld in melds) < self.opening_minimum:
                raise Illegal("opening_too_low")
            self.down.add(seat)
            self.went_down = True
        for meld in melds:
            meld.id = len(self.melds) + 1
            meld.seat = seat
            self.melds.append(meld)
        self.hands[seat] = rest
        self.duty = False
        self.acted = self.progress = True

    def _on_table(self, seat, move):
        if seat not in self.down:
            raise Illegal("not_down")
        if not 1 <= move["meld"] <= len(self.melds):
            raise Illegal("no_such_meld")
        meld = self.melds[move["meld"] - 1]
        if meld.seat != seat:
            self.touched_others = True
        return meld

    def _replace(self, old, new):
        new.id, new.seat = old.id, old.seat
        self.melds[old.id - 1] = new
        self.acted = self.progress = True

    def _lay_off(self, seat, move):
        rest = self._take_from_hand(seat, move["cards"])
        meld = self._on_table(seat, move)
        try:
            new = laid_on(meld, move["cards"], move.get("end"))
        except NoMeld as why:
            raise Illegal("end_needed") from why
        if new is None:
            raise Illegal("does_not_fit")
        self.hands[seat] = rest
        self._replace(meld, new)

    def _take_joker(self, seat, move):
        rest = self._take_from_hand(seat, move["cards"], keep=0)
        meld = self._on_table(seat, move)
        taken = jokers_taken(meld, move["cards"])
        if taken is None:
            raise Illegal("joker_not_takeable")
        self.hands[seat] = rest + [JOKER] * taken[1]
        self._replace(meld, taken[0])

    def _discard(self, seat, move):
        if self.duty:
            raise Illegal("duty_open")
        rest = self._take_from_hand(seat, [move["card"]], keep=0)
        self.hands[seat] = rest
        self.pile.append(move["card"])
        if not rest:
            return self._end_round(seat)
        return self._end_turn()

    # What is seen.

    def totals(self):
        return [sum(result["points"][seat] for result in self.results)
                for seat in range(self.seats)]

    def team_totals(self):
        if not self.partners:
            return None
        return [sum(result["team_points"][team] for result in self.results)
                for team in (0, 1)]

    def winners(self):
        if self.status != "finished":
            return None
        totals = self.team_totals() or self.totals()
        return [who for who, total in enumerate(totals)
                if total == self.best(totals)]

    def contract(self):
        """M3: none in Hand."""

    def question(self):
        """M10: none in Hand."""

    def view(self, viewer):
        """The members of the API's view that the cards decide; the viewer
        is a seat, "host" or None."""
        view = {"status": self.status, "round": None,
                "scores": {"rounds": self.results, "totals": self.totals(),
                           "team_totals": self.team_totals(),
                           "winners": self.winners()},
                "seats": [{"seat": seat, "cards": 0, "down": False,
                           "total": self.totals()[seat]}
                          for seat in range(self.seats)]}
        if self.playing:
            for seat in view["seats"]:
                seat["cards"] = len(self.hands[seat["seat"]])
                seat["down"] = seat["seat"] in self.down
            view["round"] = {
                "number": self.number, "dealer": self.dealer,
                "starter": self.starter,
                "turn": {"seat": self.acting(), "phase": self.phase,
                         "duty": self.duty, "deadline": None, "bank": None,
                         "claims_until": None},
                "stock": len(self.stock), "reshuffles": self.reshuffles,
                "discard": list(self.pile),
                "melds": [meld.view() for meld in self.melds],
                "contract": self.contract(), "question": self.question()}
        hands = self.hands if self.playing else [[] for _ in self.hands]
        if viewer == "host":
            view["hands"] = [in_order(cards) for cards in hands]
        elif viewer is not None:
            view["you"] = {"seat": viewer, "cards": in_order(hands[viewer])}
        return view


def same_as_table(view, expected):
    """Fails unless a view of the API says what the table says."""
    for member in ("status", "scores"):
        assert view[member] == expected[member], (
            member, view[member], expected[member])
    for shown, wanted in zip(view["seats"], expected["seats"], strict=True):
        assert {key: shown[key] for key in wanted} == wanted
    if expected["round"] is None:
        assert view["round"] is None
    else:
        shown = dict(view["round"])
        assert shown.pop("commitment")
        assert shown == expected["round"]
    for member in ("you", "hands"):
        assert view.get(member) == expected.get(member), (
            member, view.get(member), expected.get(member))
