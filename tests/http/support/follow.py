"""Plays a game with arranged deals over HTTP and at an independent table at
once, and holds every answer to the table."""

import json
import re

from support.cards import cards_in
from support.may_i import table_for
from support.table import same_as_table

HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


class Follower:
    """`follow.game` is the referee's game, `follow.table` the table's."""

    def __init__(self, api, create):
        self.deals = list(create["deals"])
        self.table = table_for(create)
        self.game = api.create(create)
        self.log = [{"type": "game_created", "round": None, "seat": None}]
        self._deal()
        same_as_table(self.game.view(), self.table.view("host"))

    def _deal(self):
        """The next round: arranged, and its stock known to the last card."""
        deal = self.deals.pop(0)
        self.table.deal(deal["hands"], deal["stock"])
        self.log.append({"type": "round_started", "seat": None,
                         "round": self.table.number,
                         "dealer": self.table.dealer,
                         "starter": self.table.starter})

    def step(self, step):
        """Plays a step as in tests/cases; gives the answer."""
        seat = step["seat"]
        moves = [self._named(move)
                 for move in step.get("moves", [step.get("move")])]
        answer = self.game.post(
            seat, {"moves": moves} if "moves" in step else moves[0])
        reply = answer.ok()
        before = len(self.log)
        if "??" in self.table.stock[:1] and moves[0]["move"] == "draw":
            assert len(moves) == 1
            self.table.stock[0] = reply["events"][0]["drawn"]
        for move in moves:
            self._play(seat, move)
        assert reply["seq"] == len(self.log)
        self.check_events(reply["events"], before, seat)
        self.check_view(reply["game"], seat)
        return answer

    def _named(self, move):
        if move.get("card") == "$drawn":
            return {**move, "card": self.table.drawn}
        return move

    def _play(self, seat, move):
        number = self.table.number
        drew = move["move"] in ("draw", "answer")
        follow = self.table.play(seat, move)
        self.log.append({
            "type": "move", "round": number, "seat": seat, "move": move,
            "drawn": self.table.drawn if drew else None,
            "taken": getattr(self.table, "taken", None),
            "hidden": drew and move.get("from") == "stock"})
        for kind in follow:
            self.log.append({"type": kind, "seat": None, "round":
                             None if kind == "game_ended" else number})
        if "round_ended" in follow and self.table.status == "playing" \
                and self.deals:
            self._deal()

    def is_over(self, number):
        """Whether a round has ended, so that all of it may be seen."""
        return number is not None and (number < self.table.number
                                       or not self.table.playing)

    def check_events(self, events, before, viewer):
        """Events number before + 1 and on are what this viewer may see."""
        assert [e["seq"] for e in events] == list(
            range(before + 1, before + 1 + len(events)))
        for event in events:
            wanted = self.log[event["seq"] - 1]
            for member in ("type", "round", "seat"):
                assert event[member] == wanted[member], (event, wanted)
            if wanted["type"] == "move":
                self._check_move(event, wanted, viewer)
            if wanted["type"] == "round_started":
                assert event["dealer"] == wanted["dealer"]
                assert event["starter"] == wanted["starter"]
            over = self.is_over(wanted["round"])
            for member in ("deck", "order"):
                if member in event:
                    assert (event[member] is not None) == over, event

    def _check_move(self, event, wanted, viewer):
        shown = {key: value for key, value in event["move"].items()
                 if key != "end"}
        assert shown == {key: value for key, value in wanted["move"].items()
                         if key != "end"}
        self._check_taken(event.get("cards_taken"), wanted, viewer)
        may_see = viewer in ("host", wanted["seat"]) \
            or self.is_over(wanted["round"])
        if may_see or wanted["drawn"] is None:
            assert event["drawn"] == wanted["drawn"], event
        elif wanted["hidden"]:
            assert event["drawn"] is None, event
        else:
            assert event["drawn"] in (None, wanted["drawn"]), event

    def _check_taken(self, shown, wanted, viewer):
        """M10: the cards of the stock are the taker's and the host's until
        the round has ended, whoever answered."""
        taken = wanted["taken"]
        if taken and viewer not in ("host", taken["seat"]) \
                and not self.is_over(wanted["round"]):
            taken = {**taken, "drawn": None}
        assert shown == taken, (shown, taken)

    def check_view(self, view, viewer):
        """The view is what the table shows this viewer, and names no card
        in any other place."""
        same_as_table(view, self.table.view(viewer))
        rest = {key: value for key, value in view.items()
                if key not in ("you", "hands", "seats", "id")}
        if rest["round"] is not None:
            rest["round"] = {
                key: value for key, value in rest["round"].items()
                if key not in ("discard", "melds")}
        assert not cards_in(json.dumps(rest)), view

    def check_secrets(self, text, seeds=()):
        """No digest is in a text but the commitments, the hashes of events
        and the seeds of rounds that have ended."""
        events = self.game.all_events()
        known = set(seeds) | self.commitments() \
            | {event["hash"] for event in events}
        assert set(HEX.findall(text)) <= known

    def commitments(self):
        """The digests published so far."""
        return {event["commitment"] for event in self.game.all_events()
                if event["type"] == "round_started"}
