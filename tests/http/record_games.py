#!/usr/bin/python3
"""Makes tests/games: whole games with arranged deals, every move listed.

Played by players of play.py at the table of support/table.py, without the
referee, so that what is recorded, and the totals worked out beside it, come
from the rulebook alone. The seeds below were picked so that each round shows
what its comment says; the record itself checks that it does.

A recorded game is {"about", "create", "rounds"}: `create` is the body of
POST /v1/games, each round a list of steps as in tests/cases. A card "$drawn"
is the one that the seat drew in the same turn: after a reshuffle, which the
referee's own seed decides, a record cannot know it.
"""

import collections
import json
import pathlib
import random

from play import Style, choose_draw, choose_rest
from support.cards import in_order, pack, points, without
from support.shuffle import deal
from support.may_i import table_for

GAMES = pathlib.Path(__file__).resolve().parents[1] / "games"


class Recorder:
    """Plays a game at a table and writes down every move."""

    def __init__(self, about, variant, players, options, first_dealer):
        self.partners = variant == "hand-partners"
        self.seen = []
        self.sheet = []
        self.record = {
            "about": about,
            "create": {"variant": variant, "options": options,
                       "seats": [{"player": name} for name in players],
                       "first_dealer": first_dealer, "deals": []},
            "rounds": []}
        self.table = table_for(self.record["create"])

    def start(self, hands, stock):
        self.table.deal(hands, stock)
        self.record["create"]["deals"].append(
            {"hands": [in_order(cards) for cards in hands],
             "stock": list(stock)})
        self.record["rounds"].append([])
        self.seen.append(collections.Counter())
        self.turns = 0

    def do(self, moves):
        """Plays moves of the seat that may act; in every other turn a
        batch."""
        seat = self.table.acting()
        for move in moves:
            self.seen[-1][move["move"]] += 1
            if move.get("from") == "discard":
                self.seen[-1]["duty"] += 1
            for event in self.table.play(seat, move):
                self.seen[-1][event] += 1
        said = [{**move, "card": "$drawn"} if move.get("card") == "??"
                else move for move in moves]
        steps = self.record["rounds"][-1]
        if len(said) > 1 and self.turns % 2 and "??" not in str(moves):
            steps.append({"seat": seat, "moves": said})
        else:
            steps += [{"seat": seat, "move": move} for move in said]

    def play_round(self, styles):
        """Lets the players play the round to its end."""
        while self.table.playing:
            me = self.table.turn
            style = styles.get(me, Style())
            peeked = False
            while self.table.phase == "draw":
                self.do([choose_draw(self.table.view(me), style, peeked)])
                rest = choose_rest(self.table.view(me), style)
                if rest[0]["move"] == "return":
                    self.do(rest)
                    peeked = True
            self.do(choose_rest(self.table.view(me), style))
            self.turns += 1
        self.close_round()

    def pass_turn(self):
        """Draws from the stock and throws the card drawn; a starter throws
        his first card that no meld of his needs, the last one dealt."""
        if self.table.phase == "play":
            self.do([{"move": "discard",
                      "card": self.table.hands[self.table.turn][-1]}])
        else:
            self.do([{"move": "draw", "from": "stock"}])
            self.do([{"move": "discard", "card": self.table.drawn}])
        self.turns += 1

    def close_round(self):
        """Writes the round's score sheet, by H15 and H17 alone."""
        table, result = self.table, self.table.results[-1]
        factor = 2 if result["hand"] else 1
        if result["blocked"]:
            lines = [f"round {result['round']}: blocked, nobody went out"]
        else:
            how = ", in one turn: a Hand, all doubled" \
                if result["hand"] else ""
            lines = [f"round {result['round']}: seat {result['out']} "
                     f"went out{how}"]
        for seat, cards in enumerate(table.left):
            left = in_order(cards)
            figures = " + ".join(str(points(card)) for card in left)
            total = sum(map(points, left)) * factor
            held = f"  seat {seat} holds {' '.join(left)}: "
            if seat == result["out"]:
                lines.append(f"  seat {seat} went out: {-30 * factor}")
            elif self.partners and result["out"] is not None \
                    and seat % 2 == result["out"] % 2:
                lines.append(held + "partner of who went out: 0")
            elif seat not in table.down:
                lines.append(held + f"not down: {100 * factor}")
            elif factor == 2:
                lines.append(held + f"down: 2 x ({figures}) = {total}")
            else:
                lines.append(held + f"down: {figures} = {total}")
        lines.append("  points: " + " ".join(map(str, result["points"])))
        if self.partners:
            lines.append("  team points: "
                         + " ".join(map(str, result["team_points"])))
        self.sheet += lines + [""]

    def write(self, name):
        table = self.table
        assert table.status == "finished"
        for kind, figures in (("totals", [r["points"] for r in table.results]),
                              ("team totals",
                               [r["team_points"] for r in table.results])):
            if figures[0] is None:
                continue
            for who, column in enumerate(zip(*figures)):
                terms = " ".join(f"{'-' if x < 0 else '+'} {abs(x)}"
                                 for x in column).removeprefix("+ ")
                label = "team" if kind == "team totals" else "seat"
                self.sheet.append(f"{label} {who}: {terms} = {sum(column)}")
            self.sheet.append(f"{kind}: "
                              + " ".join(str(sum(c)) for c in zip(*figures)))
        self.sheet.append("winners: " + " ".join(map(str, table.winners())))
        (GAMES / f"{name}.json").write_text(_json(self.record), "utf-8")
        (GAMES / f"{name}.txt").write_text(
            self.record["about"] + "\n\n" + "\n".join(self.sheet) + "\n",
            "utf-8")


def _json(record):
    """One step a line, so that a change shows as few lines."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)
    create = dict(record["create"])
    deals = create.pop("deals")
    dealt = ",\n".join(
        '   {"hands": [\n     ' + ",\n     ".join(map(line, d["hands"]))
        + '],\n    "stock": ' + line(d["stock"]) + "}" for d in deals)
    rounds = ",\n".join("  [\n   " + ",\n   ".join(map(line, steps)) + "]"
                        for steps in record["rounds"])
    return (f'{{"about": {line(record["about"])},\n'
            f' "create": {line(create)[:-1]},\n  "deals": [\n{dealt}]}},\n'
            f' "rounds": [\n{rounds}]}}\n')


def random_deal(seed, seats, dealer):
    order = pack()
    random.Random(seed).shuffle(order)
    return deal(order, seats, dealer)


def built_deal(seed, seats, dealer, wanted):
    """A random deal in which some seats hold the cards wanted, first."""
    rest = without(pack(), [card for cards in wanted.values()
                            for card in cards])
    random.Random(seed).shuffle(rest)
    hands = []
    for seat in range(seats):
        size = 15 if seat == (dealer + 1) % seats else 14
        hand = list(wanted.get(seat, []))
        while len(hand) < size:
            hand.append(rest.pop(0))
        hands.append(hand)
    return hands, rest


def open_and_stall(recorder, seat, melds):
    """The seat's turn: draws, lays its first melds, throws the drawn
    card."""
    assert recorder.table.turn == seat
    recorder.do([{"move": "draw", "from": "stock"}])
    recorder.do([{"move": "meld", "melds": melds},
                 {"move": "discard", "card": recorder.table.drawn}])
    recorder.turns += 1


def hand():
    game = Recorder(
        "Hand for three, five rounds; the stock is never made anew, so the "
        "fourth round ends blocked.",
        "hand", ["huda", "sami", "ali"], {"max_reshuffles": 0}, 2)
    # Round 1: seat by seat, with lay-offs on each other's melds.
    game.start(*random_deal(HAND_SEEDS[0], 3, 2))
    game.play_round({})
    assert game.seen[0]["lay_off"] >= 3 and not game.table.results[0]["hand"]
    # Round 2: seat 1 waits until it can lay all it holds: a Hand.
    game.start(*built_deal(HAND_SEEDS[1], 3, 0, {
        1: "4S 5S 6S 7S 9H 9D 9C QD KD QH QS".split()}))
    game.play_round({1: Style(waits=True)})
    assert game.table.results[1]["hand"] and len(game.table.down) == 2
    # Round 3: a joker taken, a card from the pile and its meld, a card put
    # back.
    game.start(*random_deal(HAND_SEEDS[2], 3, 1))
    game.play_round({0: Style(peeks=True)})
    assert game.seen[2]["take_joker"] and game.seen[2]["return"]
    assert game.seen[2]["duty"] > game.seen[2]["return"]
    # Round 4: seat 1 goes down and keeps a joker, then all throw what they
    # draw until the stock is gone.
    melds = [["TS", "JS", "QS"], ["8H", "8D", "8C"]]
    game.start(*built_deal(HAND_SEEDS[3], 3, 2, {1: sum(melds, ["JK"])}))
    game.pass_turn()
    open_and_stall(game, 1, melds)
    while game.table.playing:
        game.pass_turn()
    game.close_round()
    assert game.table.results[3]["blocked"]
    # Round 5: as it comes.
    game.start(*random_deal(HAND_SEEDS[4], 3, 0))
    game.play_round({2: Style(peeks=True)})
    game.write("hand")


def hand_partners():
    game = Recorder(
        "Hand in partnership, seats 0 and 2 against 1 and 3, five rounds; "
        "in the second the stock is made anew.",
        "hand-partners", ["huda", "sami", "ali", "noor"], {}, 3)
    # Round 1: the second team wins it, with lay-offs all round.
    game.start(*random_deal(PARTNERS_SEEDS[0], 4, 3))
    game.play_round({})
    assert game.seen[0]["lay_off"] >= 3
    assert game.table.results[0]["out"] in (1, 3)
    # Round 2: seat 2 holds fourteen cards in melds from the start and
    # waits; seat 3 goes down; the stock runs out and is made anew; then
    # seat 2 lays all and throws the card it drew: a Hand after a reshuffle.
    all_in = [["2H", "3H", "4H", "5H"], ["7S", "7D", "7C"],
              ["JH", "JD", "JC", "JS"], ["QC", "KC", "AC"]]
    melds = [["9S", "TS", "JS"], ["8H", "8D", "8C"]]
    game.start(*built_deal(PARTNERS_SEEDS[1], 4, 0, {
        2: sum(all_in, []), 3: sum(melds, [])}))
    game.pass_turn()
    game.pass_turn()
    open_and_stall(game, 3, melds)
    while not game.table.reshuffles or game.table.turn != 2:
        game.pass_turn()
    game.do([{"move": "draw", "from": "stock"}])
    game.do([{"move": "meld", "melds": all_in},
             {"move": "discard", "card": game.table.drawn}])
    game.close_round()
    assert game.table.results[1]["hand"] and game.seen[1]["reshuffled"] == 1
    # Round 3: a joker taken, a card from the pile and its meld, a card put
    # back.
    game.start(*random_deal(PARTNERS_SEEDS[2], 4, 1))
    game.play_round({1: Style(peeks=True)})
    assert game.seen[2]["take_joker"] and game.seen[2]["return"]
    assert game.seen[2]["duty"] > game.seen[2]["return"]
    # Round 4: a partner of the one who goes out is not down, and counts
    # nothing.
    game.start(*random_deal(PARTNERS_SEEDS[3], 4, 2))
    game.play_round({0: Style(opening=500)})
    assert game.table.results[3]["out"] == 2
    # Round 5: as it comes.
    game.start(*random_deal(PARTNERS_SEEDS[4], 4, 3))
    game.play_round({0: Style(opening=60)})
    game.write("hand-partners")


HAND_SEEDS = (1001, 1162, 1043, 1004, 1005)
PARTNERS_SEEDS = (2021, 2002, 2103, 2044, 2005)

if __name__ == "__main__":
    hand()
    hand_partners()
