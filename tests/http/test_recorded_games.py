"""Whole games of tests/games, played over HTTP with the daemon killed in the
third round, in May I in the middle of an open question; the totals are those
worked out beside them."""

import re

import pytest

from support import cards, may_i
from support.client import Client
from support.daemon import SRCDIR, hakam
from support.follow import Follower
from support.recorded import recorded
from support.table import score_round

DIRECTORY = SRCDIR / "tests" / "games"
HAND = ["hand", "hand-partners"]
MAY_I = ["may-i-three", "may-i-four", "may-i-five"]
GAMES = [*HAND, *MAY_I]


class Sheet:
    """The totals in words, read back."""

    def __init__(self, name):
        self.text = (DIRECTORY / f"{name}.txt").read_text("utf-8")
        self.rounds = re.split(r"^round \d+: ", self.text, flags=re.M)[1:]

    def figures(self, label, text=None):
        found = re.search(rf"^ *{label}: (.*)$", text or self.text, re.M)
        return [int(figure) for figure in found.group(1).split()] \
            if found else None

    def result(self, number):
        text = self.rounds[number - 1]
        out = re.search(r"^seat (\d) went out", text)
        return {"round": number,
                "points": self.figures("points", text),
                "team_points": self.figures("team points", text),
                "out": int(out.group(1)) if out else None,
                "hand": "a Hand" in text,
                "blocked": text.startswith("blocked")}


def check_totals(sheet, results, best):
    """The lines at the end of a sheet, from the rounds' figures."""
    assert sheet.figures("totals") == [
        sum(column) for column in zip(*[r["points"] for r in results])]
    if results[0]["team_points"]:
        assert sheet.figures("team totals") == [
            sum(column) for column in zip(*[r["team_points"]
                                            for r in results])]
    totals = sheet.figures("team totals") or sheet.figures("totals")
    assert sheet.figures("winners") == [
        who for who, total in enumerate(totals) if total == best(totals)]


@pytest.mark.parametrize("name", MAY_I)
def test_the_totals_of_may_i_are_worked_out_right(name):
    sheet, results = Sheet(name), []
    for number in range(1, 6):
        text, wanted = sheet.rounds[number - 1], sheet.result(number)
        hands = [[] for _ in wanted["points"]]
        for seat, held, total in re.findall(
                r"^  seat (\d) holds ([A-Z0-9 ]+): .* = (-\d+)$", text, re.M):
            hands[int(seat)] = held.split()
            assert int(total) == -sum(map(may_i.points, held.split()))
        assert may_i.score_round(hands, wanted["out"]) == wanted["points"]
        results.append(wanted)
    check_totals(sheet, results, max)


@pytest.mark.parametrize("name", HAND)
def test_the_totals_are_worked_out_right(name):
    """Every sum on the sheet is added up again from the cards it names."""
    sheet = Sheet(name)
    partners = name == "hand-partners"
    results = []
    for number in range(1, 6):
        text, wanted = sheet.rounds[number - 1], sheet.result(number)
        hands, down = {}, set()
        for seat, held, how in re.findall(
                r"^  seat (\d) holds ([A-Z0-9 ]+): (.*)$", text, re.M):
            hands[int(seat)] = held.split()
            if how.startswith("down"):
                down.add(int(seat))
                total = sum(map(cards.points, held.split()))
                assert how.endswith(
                    f"= {total * (2 if wanted['hand'] else 1)}")
        if wanted["out"] is not None:
            hands[wanted["out"]] = []
            down.add(wanted["out"])
        figures, teams = score_round(
            [hands[seat] for seat in range(len(hands))], down, wanted["out"],
            wanted["hand"], partners)
        assert (figures, teams) == (wanted["points"], wanted["team_points"])
        results.append(wanted)
    check_totals(sheet, results, min)


def moves_of(name):
    return [move for steps in recorded(name)["rounds"] for step in steps
            for move in step.get("moves", [step.get("move")])]


def test_the_games_of_may_i_show_what_they_are_to_show():
    for name, seats in zip(MAY_I, (3, 4, 5)):
        moves, record = moves_of(name), recorded(name)
        kinds = {move["move"] for move in moves}
        assert len(record["rounds"]) == 5
        assert len(record["create"]["seats"]) == seats
        assert {"draw", "meld", "lay_off", "discard", "may_i",
                "answer"} <= kinds
        for allow in (True, False):
            assert {"move": "answer", "allow": allow} in moves
        # Round 5 is gone out of by a card laid (M9).
        last = record["rounds"][4][-1]
        assert last.get("moves", [last.get("move")])[-1]["move"] == "lay_off"
    assert {"move": "take", "count": 2} in moves_of("may-i-three")
    assert "blocked" in Sheet("may-i-three").text


def test_the_games_show_what_they_are_to_show():
    moves = {name: moves_of(name) for name in HAND}
    for name in HAND:
        kinds = [move["move"] for move in moves[name]]
        assert len(recorded(name)["rounds"]) == 5
        for kind in ("draw", "return", "meld", "lay_off", "take_joker",
                     "discard"):
            assert kind in kinds, f"{name}: no {kind}"
        assert {"move": "draw", "from": "discard"} in moves[name]
        assert "a Hand" in Sheet(name).text
    assert "blocked" in Sheet("hand").text
    assert any(move.get("card") == "$drawn"
               for move in moves["hand-partners"]), "no reshuffle"


def crash_place(steps):
    """Where in a round the daemon is killed: after the first question, else
    halfway."""
    for place, step in enumerate(steps):
        if step.get("move", {}).get("move") == "may_i":
            return place + 1
    return len(steps) // 2


def counts_nowhere(api, record):
    """A game with an arranged deal is never ranked, finished or not."""
    variant = record["create"]["variant"]
    assert api.get("/v1/leaderboards/" + variant).ok()["items"] == []
    player = record["create"]["seats"][0]["player"]
    figures = api.get("/v1/players/" + player).ok()["variants"]
    assert all(one["games"] == 0 for one in figures.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_with_a_crash_in_round_three(spawn, contract, name):
    record, sheet = recorded(name), Sheet(name)
    daemon = spawn()
    api = Client(daemon, contract)
    follow = Follower(api, record["create"])
    game = follow.game
    assert game.created["ranked"] is False
    for number, steps in enumerate(record["rounds"], 1):
        for place, step in enumerate(steps):
            if number == 3 and place == crash_place(steps):
                assert bool(follow.table.question()) == (name in MAY_I)
                before = {viewer: game.view(viewer) for viewer in
                          ("host", None, *range(len(game.seats)))}
                daemon.crash_and_restart()
                for viewer, view in before.items():
                    assert game.view(viewer) == view
            follow.step(step)
        scores = game.view(None)["scores"]
        assert scores["rounds"] == [
            sheet.result(n) for n in range(1, number + 1)]
        left = api.get(f"{game.path}/rounds/{number}").ok()["cards"]
        assert left == follow_left(sheet, number, len(left))
    view = game.view(None)
    assert view["status"] == "finished" and view["round"] is None
    assert view["scores"]["totals"] == sheet.figures("totals")
    assert view["scores"]["team_totals"] == sheet.figures("team totals")
    assert view["scores"]["winners"] == sheet.figures("winners")
    for viewer in ("host", None, *range(len(game.seats))):
        follow.check_events(game.all_events(viewer), 0, viewer)
    counts_nowhere(api, record)
    api.close()
    daemon.stop()
    said = hakam(daemon.database, "verify")
    assert re.search(r"\b1 games?\b", said.stdout), said.stdout


def follow_left(sheet, number, seats):
    """The cards left in each hand, as the sheet says."""
    left = [[] for _ in range(seats)]
    for seat, cards in re.findall(r"^  seat (\d) holds ([A-Z0-9 ]+): ",
                                  sheet.rounds[number - 1], re.M):
        left[int(seat)] = cards.split()
    return left
