"""Corrections of scorecards: revisions, totals, winners, leaderboards."""

import pytest

from support.client import Client
from support.scorecards import (OUT, UP, card, correct, down, record, told,
                                unchanged)

GOOD = told(0, OUT, down(14), UP)


# Reason, comment.
NO_REASONS = [
    (..., "none"), (None, "null"), ("", "an empty one"), (" \u3000", "blanks"),
    (7, "a number"), ("x" * 201, "too long"), ("a\nb", "two lines"),
    ("a\u202eb", "one that turns what follows"), ("a\u2066b", "an isolate"),
    ("\u2028", "a line separator"),
]


@pytest.mark.parametrize("reason,comment", NO_REASONS,
                         ids=[row[1] for row in NO_REASONS])
def test_a_correction_says_why(api, reason, comment):
    game = api.create(card())
    record(game, GOOD).ok(201)
    before = game.view()
    body = {**GOOD} if reason is ... else {**GOOD, "reason": reason}
    answer = correct(game, 1, body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/reason"], comment
    unchanged(game, answer, before)


@pytest.mark.parametrize("reason", [
    "x", "ص" * 200, "was \"no\" Hand <b>", "نسي علي ورقة‌ها", "👍"])
def test_a_reason_is_kept_as_it_was_given(api, reason):
    game = api.create(card())
    record(game, GOOD).ok(201)
    correct(game, 1, {**GOOD, "reason": reason}).ok()
    assert api.get(game.path + "/rounds/1/revisions").ok()[
        "items"][1]["reason"] == reason
    assert game.all_events()[-1]["reason"] == reason


def test_a_correction_is_judged_as_a_round_is(api):
    game = api.create(card())
    record(game, GOOD).ok(201)
    before = game.view()
    answer = correct(game, 1, told(0, OUT, down(1), UP, reason="one"))
    problem = answer.refused(422, "impossible_round")
    assert problem["reason"] == "no_such_points"
    assert problem["errors"][0]["pointer"] == "/seats/1/points"
    unchanged(game, answer, before)


def test_every_revision_stays_readable(api):
    game = api.create(card(rounds=3))
    record(game, told(0, OUT, down(14), UP), by=2).ok(201)
    record(game, told(1, UP, OUT, UP)).ok(201)
    for n in range(2, 7):
        correct(game, 1, told(0, OUT, down(n), UP, hand=n % 2 == 1,
                              reason=f"to {n}")).ok()
    path = game.path + "/rounds/1/revisions"
    items = api.get(path).ok()["items"]
    assert [item["revision"] for item in items] == list(range(6))
    assert [item["reason"] for item in items] == [
        None, *(f"to {n}" for n in range(2, 7))]
    assert [item["told"][1]["points"] for item in items] == [
        14, 2, 3, 4, 5, 6]
    assert [item["points"][1] for item in items] == [14, 2, 6, 4, 10, 6]
    assert [item["by"] for item in items] == [2] + [None] * 5
    assert all(item["round"] == 1 for item in items)
    times = [item["at"] for item in items]
    assert times == sorted(times)
    paged, place = [], path + "?limit=4"
    while place:
        page = api.get(place).ok()
        paged += page["items"]
        place = page["next"] and f"{path}?limit=4&cursor={page['next']}"
    assert paged == items
    assert len(api.get(game.path + "/rounds/2/revisions").ok()["items"]) == 1
    assert game.view()["scores"]["rounds"][0]["points"] == [-30, 6, 100]
    corrected = [e for e in game.all_events()
                 if e["type"] == "round_corrected"]
    assert [e["revision"] for e in corrected] == [1, 2, 3, 4, 5]
    assert [e["points"][1] for e in corrected] == [2, 6, 4, 10, 6]
    assert {e["round"] for e in corrected} == {1}
    assert {e["winners"] for e in corrected} == {None}


def test_a_correction_of_a_finished_game_gives_it_another_winner(api):
    game = api.create(card("hand-partners", 4, rounds=3))
    record(game, told(1, UP, OUT, down(20), {})).ok(201)
    record(game, told(0, OUT, down(14), down(40), UP, hand=True)).ok(201)
    record(game, told(3, down(30), {}, UP, OUT)).ok(201)
    scores = game.view()["scores"]
    assert scores["team_totals"] == [190, 168]
    assert scores["totals"] == [70, -2, 120, 170]
    assert scores["winners"] == [1]
    assert game.all_events()[-1]["winners"] == [1]

    reply = correct(game, 2, told(0, OUT, down(88), down(40), UP, hand=True,
                                  reason="basil held 88")).ok()
    assert reply["points"] == [-60, 176, 0, 200]
    assert reply["team_points"] == [-60, 376]
    assert reply["team_totals"] == [190, 316] and reply["winners"] == [0]
    assert reply["totals"] == [70, 146, 120, 170]
    assert reply["status"] == "finished"
    view = game.view()
    assert view["status"] == "finished"
    assert [seat["total"] for seat in view["seats"]] == [70, 146, 120, 170]
    assert view["scores"]["winners"] == [0]
    event = game.all_events()[-1]
    assert event["type"] == "round_corrected" and event["winners"] == [0]

    # And back: as if nothing had been told wrongly.
    correct(game, 2, told(0, OUT, down(14), down(40), UP, hand=True,
                          reason="it was 14 after all")).ok()
    assert game.view()["scores"] == scores


WRONG = told(0, OUT, down(14), down(40), UP, hand=True)
RIGHT = told(0, OUT, down(88), down(40), UP, hand=True)
NAMES = ana, basil, caro, dina = ["ana", "basil", "caro", "dina"]


def play(api, names, second=RIGHT):
    """A partnership game of three rounds, of which one was the second."""
    game = api.create(card("hand-partners", 4, names, rounds=3))
    for body in (told(1, UP, OUT, down(20), {}), second,
                 told(3, down(30), {}, UP, OUT)):
        record(game, body).ok(201)
    return game


def figures(api, **query):
    """What leaderboards and profiles say, ratings and all, by who it is
    about."""
    query = "&".join(f"{key}={value}" for key, value in query.items())
    path = "/v1/leaderboards/hand-partners"
    found = {item["player"]: item
             for item in api.get(f"{path}?{query}").ok()["items"]}
    for item in api.get(f"{path}/partnerships?{query}").ok()["items"]:
        found[tuple(item["players"])] = item
    for name in NAMES:
        found["profile of " + name] = api.get(
            "/v1/players/" + name).ok()["variants"]["hand-partners"]
    return found


def pick(line, *names):
    return tuple(line[name] for name in names)


def test_a_correction_of_a_finished_game_moves_every_figure(spawn, contract):
    api = Client(spawn(), contract)
    game = play(api, NAMES, WRONG)
    before = figures(api, by="wins")
    ours, theirs = (ana, caro), (basil, dina)
    wanted = ("games", "wins", "points", "average", "hands")
    assert pick(before[ana], *wanted) == (1, 0, 190, 63.33, 1)
    assert pick(before[basil], *wanted) == (1, 1, 168, 56.0, 0)
    assert pick(before[ours], *wanted) == (1, 0, 190, 63.33, 1)

    correct(game, 2, {**RIGHT, "reason": "basil held 88"}).ok()
    assert game.view()["scores"]["team_totals"] == [190, 316]
    after = figures(api, by="wins")
    assert pick(after[ana], *wanted) == (1, 1, 190, 63.33, 1)
    assert pick(after[caro], *wanted) == (1, 1, 190, 63.33, 0)
    assert pick(after[basil], *wanted) == (1, 0, 316, 105.33, 0)
    assert pick(after[ours], *wanted) == (1, 1, 190, 63.33, 1)
    assert pick(after[theirs], *wanted) == (1, 0, 316, 105.33, 0)
    # The other side has won: the ratings have changed places.
    for old, new in ((ana, basil), (basil, ana), (ours, theirs),
                     (theirs, ours)):
        assert after[new]["rating"] == before[old]["rating"]
        assert after[new]["rank"] == before[old]["rank"]
    profile = after["profile of basil"]
    assert pick(profile, "wins", "best", "worst", "rounds_won") == (
        0, 316, 316, 2)
    assert profile["declared"]["points"] == 316
    assert figures(api, by="wins", evidence="declared")[ana] == after[ana]
    assert ana not in figures(api, by="wins", evidence="verified")

    correct(game, 2, {**WRONG, "reason": "it was 14 after all"}).ok()
    assert figures(api, by="wins") == before
    api.close()


def test_a_correction_is_as_if_it_had_been_told_rightly(spawn, contract):
    """Also for the games that came after it, whose ratings go on from it."""
    boards = []
    for first in (WRONG, RIGHT):
        api = Client(spawn(), contract)
        game = play(api, NAMES, first)
        play(api, [basil, ana, dina, caro])
        play(api, [caro, ana, basil, dina], WRONG)
        if first is WRONG:
            correct(game, 2, {**RIGHT, "reason": "basil held 88"}).ok()
        boards.append([figures(api, by=order) for order in (
            "rating", "wins", "average", "hands")])
        api.close()
    assert boards[0] == boards[1]


def test_a_correction_while_playing_moves_the_totals(api):
    game = api.create(card(rounds=3))
    record(game, told(0, OUT, down(14), UP)).ok(201)
    record(game, told(1, UP, OUT, UP)).ok(201)
    reply = correct(game, 1, told(0, OUT, down(14), UP, hand=True,
                                  reason="a Hand")).ok()
    assert reply["points"] == [-60, 28, 200]
    assert game.view()["scores"]["totals"] == [40, -2, 300]
    assert game.view()["status"] == "playing"
    record(game, told(2, UP, UP, OUT)).ok(201)
    assert game.view()["scores"]["winners"] == [1]
