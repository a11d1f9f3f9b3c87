"""Scorecards: rounds of a physical table, recorded and refused. Corrections
are in test_corrections.py."""

import pytest

from support.bots import play_game
from support.client import Client
from support.deals import discard, draw, plain
from support.scorecards import (OUT, UP, card, correct, down, record, told,
                                unchanged)

KEY = "a-key-of-the-scorecards-{}"


# Making one.

def test_a_scorecard_deals_nothing_and_is_ranked(api):
    game = api.create(card())
    view = game.view()
    assert view["mode"] == "scorecard" and view["status"] == "playing"
    assert view["ranked"] is True and view["round"] is None
    assert view["hands"] == [[], [], []]
    assert view["scores"] == {"rounds": [], "totals": [0, 0, 0],
                              "team_totals": None, "winners": None}
    for seat in range(3):
        assert game.view(seat)["you"] == {"seat": seat, "cards": []}
    created, = game.all_events()
    assert created["type"] == "game_created"
    assert created["mode"] == "scorecard"
    listed = api.get("/v1/games?limit=1").ok()["items"][0]
    assert listed["id"] == game.id and listed["mode"] == "scorecard"


def test_a_refereed_game_says_so(api):
    game = api.create(plain().body)
    assert game.view()["mode"] == "referee"
    assert game.all_events()[0]["mode"] == "referee"


# Members beside those of card(), where the faults are, comment.
CREATIONS = [
    ({"first_dealer": 0}, ["/first_dealer"], "nobody deals here"),
    ({"deals": [{"hands": [[], []]}]}, ["/deals"], "nothing is dealt here"),
    ({"deals": []}, ["/deals"], "not even no deals"),
    ({"mode": "paper"}, ["/mode"], "no such mode"),
    ({"mode": 1}, ["/mode"], "no text"),
    ({"seats": [{"player": "a"}, {"bot": "basic"}]}, ["/seats/1/bot"],
     "a bot has no hands to hold cards"),
    ({"first_dealer": 1, "seats": [{"bot": "basic"}, {"player": "b"}]},
     ["/first_dealer", "/seats/0/bot"], "two faults at once"),
]


@pytest.mark.parametrize("more,pointers,comment", CREATIONS,
                         ids=[row[2] for row in CREATIONS])
def test_what_a_scorecard_has_not(api, more, pointers, comment):
    answer = api.post("/v1/games", {**card(), **more})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers, comment


def test_an_open_seat_is_waited_for(api):
    body = card()
    body["seats"][2] = {"open": True}
    game = api.create(body)
    round_told = told(0, OUT, UP, UP)
    before = game.view()
    answer = record(game, round_told)
    answer.refused(409, "not_started")
    unchanged(game, answer, before)
    api.post(game.path + "/seats/2", {"player": "late"}).ok(201)
    record(game, round_told).ok(201)


# Recording.

def test_a_round_is_answered_as_in_the_scores(api):
    game = api.create(card(rounds=2))
    answer = record(game, told(0, OUT, down(cards="KS 7D JK"), down(14)))
    reply = answer.ok(201)
    view = game.view()
    scored = view["scores"]["rounds"][0]
    assert scored == {"round": 1, "out": 0, "hand": False, "blocked": False,
                      "points": [-30, 32, 14], "team_points": None}
    assert {key: reply[key] for key in scored} == scored
    assert reply["totals"] == view["scores"]["totals"] == [-30, 32, 14]
    assert reply["status"] == "playing" and reply["winners"] is None
    assert reply["seq"] == view["seq"] == 2
    assert answer.header("ETag") == api.get(
        game.path, game.host).header("ETag")
    place = answer.header("Location")
    assert place == game.path + "/rounds/1"
    alone = api.get(place).ok()
    assert {**reply, **alone} == reply
    assert game.api.get(game.path + "/rounds").ok()["items"] == [alone]


def test_what_was_told_stays_readable_and_can_be_sent_again(api):
    game = api.create(card())
    body = told(0, OUT, down(32, "KS 7D JK"), UP)
    record(game, body, by=1).ok(201)
    kept = api.get(game.path + "/rounds/1").ok()
    assert kept["told"] == [
        {"down": None, "cards": None, "points": None},
        {"down": True, "cards": ["KS", "7D", "JK"], "points": 32},
        {"down": False, "cards": None, "points": None}]
    assert kept["down"] == [True, True, False]
    assert kept["cards"] == [[], ["KS", "7D", "JK"], None]
    assert kept["by"] == 1 and kept["revision"] == 0
    for name in ("dealer", "starter", "commitment", "seed"):
        assert kept[name] is None
    record(game, told(kept["out"], *kept["told"], hand=kept["hand"])).ok(201)
    again = api.get(game.path + "/rounds/2").ok()
    for name in ("points", "told", "down", "cards"):
        assert again[name] == kept[name]


def test_a_round_is_an_event_with_what_was_told(api):
    game = api.create(card(rounds=1))
    record(game, told(2, down(5), UP, OUT), by=0).ok(201)
    _, ended, over = game.all_events()
    assert ended["type"] == "round_ended" and ended["seat"] == 0
    assert ended["points"] == [5, 100, -30] and ended["seed"] is None
    assert ended["told"] == api.get(game.path + "/rounds/1").ok()["told"]
    assert over["type"] == "game_ended" and over["winners"] == [2]
    assert game.view()["status"] == "finished"
    assert game.all_events(None) == game.all_events()


def test_who_may_record_and_who_may_correct(api):
    game, other = api.create(card()), api.create(card())
    body = told(0, OUT, UP, UP)
    again = {**body, "reason": "as before"}
    for token, status in ((None, 401), ("hk_seat_" + "A" * 43, 401),
                          (other.host, 403), (other.seats[0], 403)):
        record(game, body, by=token).refused(status)
    for by in (0, 2, "host"):
        record(game, body, by=by).ok(201)
    for token, status in ((None, 401), (other.host, 403),
                          (game.seats[0], 403)):
        correct(game, 1, again, by=token).refused(status)
    correct(game, 1, again).ok()
    assert game.view()["seq"] == 5


def test_a_player_tells_for_the_seat_it_holds(api, name):
    mine = name("teller")
    token = api.post("/v1/players", {"name": mine}).ok(201)["token"]
    game = api.create(card(names=["a", mine, "c"]), token)
    record(game, told(0, OUT, UP, UP), by=token).ok(201)
    assert api.get(game.path + "/rounds/1").ok()["by"] == 1


def test_a_scorecard_is_there_after_a_restart(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = api.create(card("hand-partners", 4, rounds=2))
    record(game, told(0, OUT, down(9), UP, down(cards="AS"), hand=True)).ok(
        201)
    correct(game, 1, told(0, OUT, down(8), UP, UP, reason="eight")).ok()
    seen = [api.get(game.path + path).body for path in (
        "", "/rounds", "/rounds/1/revisions", "/events", "/scores")]
    daemon.restart()
    assert seen == [api.get(game.path + path).body for path in (
        "", "/rounds", "/rounds/1/revisions", "/events", "/scores")]
    record(game, told(None, down(2), down(3), UP, UP)).ok(201)
    assert game.view()["scores"]["team_totals"] == [72, 211]
    api.close()


# Shapes.

GOOD = told(0, OUT, down(14), UP)


def without(name):
    return {key: value for key, value in GOOD.items() if key != name}


def seat(number, value):
    seats = list(GOOD["seats"])
    seats[number] = value
    return {**GOOD, "seats": seats}


# Body, where the faults are, comment.
SHAPES = [
    ([], [""], "no object"),
    (without("out"), ["/out"], "not said who went out"),
    (without("seats"), ["/seats"], "no seats"),
    ({**GOOD, "seats": None}, ["/seats"], "null seats"),
    ({**GOOD, "out": 3}, ["/out"], "no such seat"),
    ({**GOOD, "out": -1}, ["/out"], "a seat below zero"),
    ({**GOOD, "out": "0"}, ["/out"], "a text for a seat"),
    ({**GOOD, "out": 0.0}, ["/out"], "a real number for a seat"),
    ({**GOOD, "hand": 1}, ["/hand"], "a number for yes"),
    ({**GOOD, "points": [1]}, ["/points"], "an unknown member"),
    ({**GOOD, "reason": "x"}, ["/reason"], "a reason for a first telling"),
    ({**GOOD, "seats": GOOD["seats"][:2]}, ["/seats"], "a seat too few"),
    ({**GOOD, "seats": GOOD["seats"] * 2}, ["/seats"], "too many seats"),
    ({**GOOD, "seats": {}}, ["/seats"], "seats that are no list"),
    (seat(1, None), ["/seats/1"], "a seat of null"),
    (seat(1, []), ["/seats/1"], "a seat of a list"),
    (seat(1, {"down": "yes"}), ["/seats/1/down"], "a text for yes"),
    (seat(1, {"down": True, "cards": "KS"}), ["/seats/1/cards"],
     "a text for cards"),
    (seat(1, {"down": True, "cards": ["KS", "1S", 7]}),
     ["/seats/1/cards/1", "/seats/1/cards/2"], "unreadable cards"),
    (seat(1, {"down": True, "points": 14.5}), ["/seats/1/points"],
     "half a point"),
    (seat(1, {"down": True, "points": "14"}), ["/seats/1/points"],
     "a text for points"),
    (seat(1, {"down": True, "points": 14, "card": []}), ["/seats/1/card"],
     "an unknown member of a seat"),
    (seat(1, {}), ["/seats/1/down"], "D13: not said whether it was down"),
    (seat(1, {"points": 14}), ["/seats/1/down"], "nor with its points"),
    (seat(1, {"down": True}), ["/seats/1/points"], "D13: nothing held"),
    ({**GOOD, "out": None}, ["/seats/0/down"],
     "blocked: of every seat it must be said"),
    ({"out": 9, "seats": [1, {"down": 1}]},
     ["/out", "/seats", "/seats/0", "/seats/1/down"], "all at once"),
]


@pytest.mark.parametrize("body,pointers,comment", SHAPES,
                         ids=[row[2] for row in SHAPES])
def test_a_wrong_shape(api, body, pointers, comment):
    game = api.create(card())
    before = game.view()
    answer = record(game, body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers, comment
    unchanged(game, answer, before)


def test_may_i_wants_cards_or_points_of_all_but_who_went_out(api):
    game = api.create(card("may-i"))
    answer = record(game, told(0, {}, {"down": False}, {}))
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/seats/1/points", "/seats/2/points"]
    record(game, told(0, {}, {"points": 40}, {"cards": ["AS", "AH"]})).ok(201)
    assert game.view()["scores"]["totals"] == [20, -40, -30]
    assert api.get(game.path + "/rounds/1").ok()["down"] == [
        True, None, None]


def test_the_partner_of_who_went_out_needs_nothing(api):
    game = api.create(card("hand-partners", 4))
    record(game, told(1, UP, {}, down(7), {})).ok(201)
    assert game.view()["scores"]["team_totals"] == [107, -30]
    answer = record(game, told(None, UP, {}, UP, {}))
    answer.refused(400)
    assert answer.pointers() == ["/seats/1/down", "/seats/3/down"]


def test_hand_is_false_where_it_is_not_said(api):
    game = api.create(card())
    record(game, {"out": 0, "seats": GOOD["seats"]}).ok(201)
    record(game, {**GOOD, "hand": None}).ok(201)
    assert [r["hand"] for r in game.view()["scores"]["rounds"]] == [
        False, False]


# What cannot have happened.

FIFTEEN = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "SH")
KINGS = "KS KS KH KH KD KD KC KC QS QS QH"

# Variant, body, reason, rule, pointer, seat, given, minimum, maximum
# (... where they are not told), comment.
IMPOSSIBLE = [
    ("hand", told(None, UP, UP, UP, hand=True), "hand_blocked", "H14",
     "/hand", None, ..., ..., ..., "a Hand, and nobody out"),
    ("may-i", told(0, {}, {"points": 5}, {"points": 5}, hand=True),
     "no_hands", "M12", "/hand", None, ..., ..., ..., "a Hand in May I"),
    ("hand", told(0, UP, UP, UP), "out_not_down", "H13", "/seats/0/down", 0,
     ..., ..., ..., "out without having gone down"),
    ("hand", told(0, down(cards="KS"), UP, UP), "out_holds", "H13",
     "/seats/0/cards", 0, 1, 0, 0, "out with a card"),
    ("hand", told(0, down(10), UP, UP), "out_holds", "H13",
     "/seats/0/points", 0, 10, 0, 0, "out with points"),
    ("hand", told(0, OUT, down(cards="KS KS"), down(cards="KS")),
     "card_too_often", "G6", "/seats/1/cards", 1, 3, 0, 2, "three kings"),
    ("may-i", told(0, {}, {"cards": ["JK"]}, {"points": 5}),
     "card_too_often", "G6", "/seats/1/cards", 1, 1, 0, 0,
     "a joker in May I (D11)"),
    ("hand", told(0, OUT, down(cards=""), UP), "holds_nothing", "H13",
     "/seats/1/cards", 1, 0, 1, 11, "no card, and not out"),
    ("hand", told(0, OUT, down(0), UP), "holds_nothing", "H13",
     "/seats/1/points", 1, 0, ..., ..., "no points, and not out"),
    ("hand", told(0, OUT, down(cards=FIFTEEN[:12 * 3]), UP),
     "too_many_cards", "H2", "/seats/1/cards", 1, 12, 1, 11,
     "twelve cards once down"),
    ("hand", told(0, OUT, {**UP, "cards": FIFTEEN.split()[:13]}, UP),
     "too_few_cards", "H2", "/seats/1/cards", 1, 13, 14, 14,
     "thirteen cards, and not down"),
    ("may-i", told(0, {}, {"down": False, "cards": FIFTEEN.split()[:11]},
                   {"points": 5}),
     "odd_cards", "M10", "/seats/1/cards", 1, 11, ..., ...,
     "eleven cards, and not down"),
    ("hand", told(0, OUT, down(31, "KS 7D JK"), UP), "points_differ", "H15",
     "/seats/1/points", 1, 31, 32, 32, "points that the cards do not make"),
    ("hand", told(0, OUT, down(1), UP), "no_such_points", "H15",
     "/seats/1/points", 1, 1, 2, ..., "no card is worth one"),
    ("hand", told(0, OUT, down(-5), UP), "no_such_points", "H15",
     "/seats/1/points", 1, -5, 2, ..., "less than nothing"),
    ("hand", told(0, OUT, down(2 ** 62), UP), "no_such_points", "H15",
     "/seats/1/points", 1, 2 ** 62, 2, ..., "more than all cards"),
    ("may-i", told(0, {}, {"points": 7}, {"points": 5}), "no_such_points",
     "M12", "/seats/1/points", 1, 7, ..., ..., "no cards come to seven"),
]


def impossible(api, variant, body, where, reason, rule, pointer):
    game = api.create(card(variant))
    before = game.view()
    answer = record(game, body)
    problem = answer.refused(422, "impossible_round")
    unchanged(game, answer, before)
    assert problem["reason"] == reason, where
    assert problem["rule"]["id"] == rule and problem["rule"]["text"], where
    assert [e["pointer"] for e in problem["errors"]] == [pointer], where
    assert problem["detail"] == problem["errors"][0]["detail"]
    assert "{" not in problem["detail"], where
    assert problem["seq"] == before["seq"]
    return problem


@pytest.mark.parametrize(
    "variant,body,reason,rule,pointer,seat,given,minimum,maximum,comment",
    IMPOSSIBLE, ids=[row[-1] for row in IMPOSSIBLE])
def test_an_impossible_round(api, variant, body, reason, rule, pointer, seat,
                             given, minimum, maximum, comment):
    problem = impossible(api, variant, body, comment, reason, rule, pointer)
    assert problem["seat"] == seat
    for name, wanted in (("given", given), ("minimum", minimum),
                         ("maximum", maximum)):
        if wanted is not ...:
            assert problem[name] == wanted, f"{comment}: {problem}"


def test_seats_that_are_impossible_together(api):
    """Two seats cannot both hold eleven of the best cards."""
    most = record(api.create(card()), told(0, OUT, down(999), UP)).refused(
        422)["maximum"]
    problem = impossible(api, "hand", told(0, OUT, down(most), down(most)),
                         "together", "no_such_points_together", "G6",
                         "/seats")
    assert problem["seat"] is None and problem["seats"] == [1, 2]
    assert problem["given"] == 2 * most > problem["maximum"]


def test_every_reason_is_tested_and_described(contract):
    schema = contract.source["components"]["schemas"]["ImpossibleReason"]
    tested = {row[2] for row in IMPOSSIBLE} | {"no_such_points_together"}
    assert tested == set(schema["enum"])


def test_the_most_that_the_refusal_tells_is_accepted(api):
    game = api.create(card())
    most = record(game, told(0, OUT, down(999), UP)).refused(422)["maximum"]
    record(game, told(0, OUT, down(most + 1), UP)).refused(422)
    record(game, told(0, OUT, down(most), UP)).ok(201)


# The state of the game.

def test_a_move_on_a_scorecard_and_a_round_in_a_refereed_game(api):
    game = api.create(card())
    before = game.view()
    answer = game.post(0, draw())
    answer.refused(409, "wrong_mode")
    unchanged(game, answer, before)
    arranged = plain(3)
    refereed = api.create(arranged.body)
    before = refereed.view()
    answer = record(refereed, told(0, OUT, UP, UP))
    answer.refused(409, "wrong_mode")
    unchanged(refereed, answer, before)
    refereed.play(0, discard(arranged.hands[0][0]))


def test_a_round_after_the_last(api):
    game = api.create(card(rounds=1))
    body = told(0, OUT, UP, UP)
    record(game, body).ok(201)
    before = game.view()
    assert before["status"] == "finished"
    answer = record(game, body)
    answer.refused(409, "game_over")
    record(game, told(0, UP, UP, UP)).refused(409, "game_over")
    record(game, {**body, "out": 7}).refused(400, "invalid_request")
    unchanged(game, answer, before)


def test_a_game_that_was_ended_takes_nothing_more(api):
    game = api.create(card(rounds=2))
    body = told(0, OUT, UP, UP)
    record(game, body).ok(201)
    api.delete(game.path, game.host).ok()
    assert game.view()["status"] == "ended"
    before = game.view()
    record(game, body).refused(409, "game_over")
    answer = correct(game, 1, {**body, "reason": "late"})
    answer.refused(409, "game_over")
    unchanged(game, answer, before)


def test_a_round_not_recorded_is_not_there(api):
    game = api.create(card())
    body = told(0, OUT, UP, UP, reason="why")
    for number in (0, 1, 2, 99, "x"):
        correct(game, number, body).refused(404, "not_found")
        api.get(f"{game.path}/rounds/{number}").refused(404)
        api.get(f"{game.path}/rounds/{number}/revisions").refused(404)
    record(game, told(0, OUT, UP, UP)).ok(201)
    correct(game, 1, body).ok()
    correct(game, 2, body).refused(404, "not_found")


def test_a_round_that_the_referee_saw_is_not_corrected(api):
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": "seen a"},
                                 {"player": "seen b"}]})
    play_game(game)
    before = game.view()
    answer = correct(game, 1, told(0, OUT, UP, reason="no"))
    answer.refused(409, "wrong_mode")
    unchanged(game, answer, before)
    seen, = api.get(game.path + "/rounds/1/revisions").ok()["items"]
    assert seen["revision"] == 0 and seen["told"] is None
    assert seen["reason"] is None and seen["by"] is None
    assert seen["points"] == before["scores"]["rounds"][0]["points"]


# How a write is wanted.

def test_a_dry_round_answers_and_changes_nothing(api):
    game = api.create(card(rounds=1))
    body = told(0, OUT, down(14), UP)
    before = game.view()
    answer = record(game, body, query="?dry_run=true")
    dry = answer.ok(201)
    assert dry["dry_run"] is True and dry["status"] == "finished"
    assert answer.header("Location") is None
    assert answer.header("ETag") is None
    unchanged(game, answer, before)
    record(game, told(0, UP, UP, UP), query="?dry_run=true").refused(
        422, "impossible_round")
    real = record(game, body).ok(201)
    del dry["dry_run"]
    assert {**dry, "at": 0} == {**real, "at": 0}
    before = game.view()
    answer = correct(game, 1, told(1, UP, OUT, UP, reason="r"),
                     query="?dry_run=true")
    assert answer.ok()["winners"] == [1] != before["scores"]["winners"]
    unchanged(game, answer, before)
    assert len(api.get(game.path + "/rounds/1/revisions").ok()["items"]) == 1


def test_a_repeated_round_is_recorded_once(api):
    game = api.create(card())
    headers = {"Idempotency-Key": KEY.format(game.id[:8] + game.id[-8:])}
    body = told(0, OUT, down(14), UP)
    first = record(game, body, headers=headers)
    again = record(game, body, headers=headers)
    assert first.status == again.status == 201
    assert again.header("Idempotency-Replayed") == "true"
    assert again.body == first.body
    assert again.header("Location") == first.header("Location")
    assert len(game.view()["scores"]["rounds"]) == 1
    record(game, told(1, UP, OUT, UP), headers=headers).refused(
        422, "idempotency_key_reused")
    headers["Idempotency-Key"] += "-put"
    fix = told(0, OUT, down(13), UP, reason="thirteen")
    first = correct(game, 1, fix, headers=headers)
    again = correct(game, 1, fix, headers=headers)
    assert first.status == again.status == 200 and first.body == again.body
    assert again.header("Idempotency-Replayed") == "true"
    assert api.get(game.path + "/rounds/1").ok()["revision"] == 1


def test_a_stale_round_is_refused(api):
    game = api.create(card())
    body = told(0, OUT, down(14), UP)
    tag = api.get(game.path, game.host).header("ETag")
    record(game, body, headers={"If-Match": tag}).ok(201)
    for answer in (record(game, body, headers={"If-Match": tag}),
                   correct(game, 1, {**body, "reason": "x"},
                           headers={"If-Match": tag})):
        answer.refused(412, "stale")
    now = api.get(game.path, game.host).header("ETag")
    correct(game, 1, {**body, "reason": "x"}, headers={"If-Match": now}).ok()
