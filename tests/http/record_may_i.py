#!/usr/bin/python3
"""Makes the games of May I in tests/games, as record_games.py makes those of
Hand: played by the players of play_may_i.py at the table of
support/may_i.py, without the referee. The seeds were picked so that each
round shows what its comment says; the record itself checks that it does.
"""

import random

import play_may_i
from record_games import Recorder
from support.cards import in_order, pack
from support.may_i import Illegal, points


class MayIRecorder(Recorder):
    """Plays a game of May I at a table and writes down every move."""

    def __init__(self, about, players, options, first_dealer):
        super().__init__(about, "may-i", players, options, first_dealer)

    def start(self, seed):
        order = pack(0)
        random.Random(seed).shuffle(order)
        seats = self.table.seats
        hands = [order[10 * seat:10 * seat + 10] for seat in range(seats)]
        super().start(hands, order[10 * seats:])

    def say(self, seat, move):
        """A move of any seat."""
        self.seen[-1][move["move"]] += 1
        for event in self.table.play(seat, move):
            self.seen[-1][event] += 1
        if self.table.taken:
            self.seen[-1]["claimed"] += 1
        self.record["rounds"][-1].append({"seat": seat, "move": move})

    def may(self, seat, count):
        """Whether the rules let the seat have the top of the pile."""
        table = self.table
        try:
            table.check_claim(seat, count)
        except Illegal:
            return False
        return "??" not in table.stock[:count] and seat not in table.refused

    def ask(self, count=1):
        """Whoever wants the card asks for it, the last in order first."""
        table = self.table
        for i in range(table.seats - 1, 0, -1):
            seat = (table.turn + i) % table.seats
            if table.claimed or table.phase != "draw" or not table.playing:
                return
            if not self.may(seat, count) \
                    or not play_may_i.wants(table.view(seat)):
                continue
            self.say(seat, {"move": "may_i", "count": count})
            while table.asked:
                asked = table.acting()
                answer = play_may_i.choose_answer(table.view(asked))
                before = self.seen[-1]["claimed"]
                try:
                    self.say(asked, answer)
                except Illegal:
                    self.seen[-1]["barred"] += 1
                    self.say(asked, {"move": "answer", "allow": True})
                self.seen[-1]["refused"] += not answer["allow"]
                self.seen[-1]["granted"] += \
                    answer["allow"] and self.seen[-1]["claimed"] > before

    def turn(self, taking=0):
        """One turn, with the questions before it."""
        table = self.table
        self.ask()
        if not table.playing or table.stock[:1] == ["??"]:
            return
        me = table.turn
        if table.phase == "draw":
            if taking and self.may(me, taking) \
                    and play_may_i.wants(table.view(me)):
                self.say(me, {"move": "take", "count": taking})
                return
            self.do([play_may_i.choose_draw(table.view(me),
                                            self.may(me, 1))])
        self.do(play_may_i.choose_rest(table.view(me)))
        self.turns += 1

    def play_round(self, taking=0):
        while self.table.playing:
            if self.table.stock[:1] == ["??"]:
                raise SystemExit("the stock was made anew: other seeds")
            self.turn(taking)
        self.close_round()

    def close_round(self):
        """Writes the round's score sheet, by M12 alone."""
        table, result = self.table, self.table.results[-1]
        lines = [f"round {result['round']}: blocked, nobody went out"
                 if result["blocked"] else
                 f"round {result['round']}: seat {result['out']} went out"]
        for seat, cards in enumerate(table.left):
            left = in_order(cards)
            figures = " + ".join(str(points(card)) for card in left)
            if seat == result["out"]:
                lines.append(f"  seat {seat} went out: 20")
            else:
                lines.append(f"  seat {seat} holds {' '.join(left)}: "
                             f"-({figures}) = {-sum(map(points, left))}")
        lines.append("  points: " + " ".join(map(str, result["points"])))
        self.sheet += lines + [""]


PLAYERS = ["huda", "sami", "ali", "noor", "maryam"]


def rounds(record, seeds, taking=0, idling=0):
    """Plays the rounds of these seeds; in the one named `taking`, turns may
    be takes of two cards, in `idling` all throw what they draw."""
    for number, seed in enumerate(seeds, 1):
        record.start(seed)
        while number == idling and record.table.playing:
            record.pass_turn()
        record.play_round(2 if number == taking else 0)


def outs(record):
    return [result["out"] for result in record.table.results]


def three():
    game = MayIRecorder(
        "May I for three, five rounds; the stock is never made anew, so the "
        "fourth round ends blocked.", PLAYERS[:3], {"max_reshuffles": 0}, 2)
    rounds(game, THREE, taking=3, idling=4)
    # Round 1: a question allowed, another refused; the third: takes.
    assert game.seen[0]["granted"] and game.seen[0]["refused"]
    assert game.seen[2]["take"] and game.seen[1]["lay_off"]
    assert outs(game)[3] is None and outs(game).count(None) == 1
    game.write("may-i-three")


def four():
    game = MayIRecorder(
        "May I for four, five rounds, where a refusal is a taking.",
        PLAYERS[:4], {"refusal": "take"}, 3)
    rounds(game, FOUR)
    # Round 1: the seat on turn refuses and so draws; round 2: another
    # refuses and so takes; in some round all allow.
    assert game.seen[0]["refused"] > game.seen[0]["claimed"] \
        - game.seen[0]["granted"]
    assert game.seen[1]["claimed"] > game.seen[1]["granted"]
    assert any(seen["granted"] for seen in game.seen)
    assert None not in outs(game)
    game.write("may-i-four")


def five():
    game = MayIRecorder(
        "May I for five, five rounds; after a claim the seat that was on "
        "turn plays, and never more than two cards are taken.", PLAYERS,
        {"after_claim": "return_to_turn", "claim_limit": 2}, 4)
    rounds(game, FIVE, taking=2)
    assert game.seen[0]["granted"] and game.seen[1]["take"]
    assert None not in outs(game)
    game.write("may-i-five")


# Of each round.
THREE = (301000, 302001, 303004, 304000, 305000)
FOUR = (401000, 402006, 403001, 404000, 405004)
FIVE = (501000, 502015, 503000, 504000, 505022)

if __name__ == "__main__":
    three()
    four()
    five()
