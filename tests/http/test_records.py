"""Records: what GET …/record tells, and what a check says of records that
hold and of those that do not."""

import copy
import json

import jsonschema
import pytest

from support import cases, raw, records
from support.bots import pass_turn
from support.daemon import SRCDIR
from support.deals import plain
from support.recorded import of_bots

CORPUS = sorted(path.stem for path in records.DIRECTORY.glob("*.json"))
CASES = cases.refereed("hand", "hand-partners", "may-i")
SCHEMA = json.loads((SRCDIR / "openapi" / "record-1.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def check(api, record):
    return api.post("/v1/records/check", record).ok()


def record_of(game, viewer="host"):
    return game.api.get(game.path + "/record", game.token(viewer)).ok()


# ----- the corpus ----------------------------------------------------------

def test_the_corpus_is_there():
    assert len(CORPUS) >= 120
    VALIDATOR.check_schema(SCHEMA)


@pytest.mark.parametrize("name", CORPUS)
def test_record(api, name):
    case = records.load(name)
    VALIDATOR.validate(case["record"])
    records.compare(check(api, case["record"]), case["expect"], name)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_refusal_of_a_case_is_found_in_its_record(api, path):
    """The check says what the referee said: code, rule, reason and place."""
    case = cases.load(path)
    if "create_code" in case:
        return
    game = api.create(case["create"])
    for record, expect in records.refused_in(
            case, case["create"], game.post, lambda: record_of(game)):
        records.compare(check(api, record), expect, path.stem)


# ----- alterations of true records -----------------------------------------

GAMES = [("hand", 3), ("hand-partners", 4), ("may-i", 4)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda row: row[0])
def true(api, request):
    variant, seats = request.param
    options = {} if variant == "may-i" else {"rounds": 2}
    game = of_bots(api, variant, seats, **options)
    record = records.bare(record_of(game, None))
    if variant == "may-i":
        ends = [place for place, event in enumerate(record["events"])
                if event["type"] == "round_ended"]
        record["events"] = record["events"][:ends[1] + 1]
    return api, game, record


def test_the_record_of_a_game_holds(true):
    api, game, record = true
    VALIDATOR.validate(record)
    answer = check(api, record)
    assert answer["valid"] is True and answer["problem"] is None
    assert answer["judged"] == answer["events"] == len(record["events"])
    if answer["status"] == "finished":
        assert answer["scores"] == game.view(None)["scores"]


def test_an_event_that_is_missing_is_found(true):
    api, _, record = true
    for place in range(1, len(record["events"]) - 1):
        altered = {**record, "events": record["events"][:place]
                   + record["events"][place + 1:]}
        assert check(api, altered)["valid"] is False, place


def test_events_that_are_changed_over_are_found(true):
    api, _, record = true
    for place in range(1, len(record["events"]) - 1, 3):
        events = list(record["events"])
        events[place:place + 2] = reversed(events[place:place + 2])
        assert check(api, {**record, "events": events})["valid"] is False


def cards_in(value):
    """Places of cards within a value, as (holder, key)."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        if isinstance(part, (dict, list)):
            yield from cards_in(part)
        elif key in ("card", "drawn") and isinstance(part, str) or \
                isinstance(value, list) and isinstance(part, str):
            yield value, key


def test_every_card_that_is_altered_is_found(api):
    """Every card dealt, drawn or taken, in the records of the corpus. (That a
    seat played another card which it held as well, no rule can find.)"""
    tried = 0
    for name in CORPUS:
        case = records.load(name)
        if not case["expect"]["valid"]:
            continue
        record = case["record"]
        for place, event in enumerate(record["events"][1:], 1):
            told = {**event, "move": {}}
            count = len(list(cards_in(told)))
            for which in range(0, count, 20 if count > 50 else 1):
                changed = copy.deepcopy(told)
                holder, key = list(cards_in(changed))[which]
                holder[key] = records.other(holder[key])
                events = list(record["events"])
                events[place] = {**changed, "move": event.get("move")}
                answer = check(api, {**record, "events": events})
                assert answer["valid"] is False, (name, event, which)
                tried += 1
    assert tried > 800


# ----- who may read a record, and what it shows -----------------------------

def test_a_running_game_is_recorded_for_its_host_alone(api):
    game = api.create(plain().body)
    game.play(0, {"move": "discard",
                  "card": game.view(0)["you"]["cards"][0]})
    for viewer, status, code in [(None, 401, "unauthorized"),
                                 (0, 403, "forbidden")]:
        api.get(game.path + "/record", game.token(viewer)).refused(status,
                                                                   code)
    answer = api.get(game.path + "/record", game.host)
    record = answer.ok()
    VALIDATOR.validate(record)
    assert record["status"] == "playing"
    assert ["leaf" in event for event in record["events"]] == [False, True,
                                                               True]
    assert records.bare(record)["events"] == [
        {name: event[name] for name in event if name != "hash"}
        for event in game.all_events("host")]
    assert record["chain"] == game.view()["chain"]
    assert record["events"][1]["deck"] is None
    assert "seed" not in json.dumps(record)
    again = api.get(game.path + "/record", game.host,
                    {"If-None-Match": answer.header("ETag")})
    assert again.status == 304
    # The cards are not told, so nothing of the round is judged.
    checked = check(api, record)
    assert checked["valid"] is True
    assert (checked["judged"], checked["events"]) == (1, 3)


def test_a_game_that_was_ended_is_recorded_for_all(api):
    game = api.create(plain().body)
    api.delete(game.path, game.host).ok()
    record = record_of(game, None)
    assert record["status"] == "ended"
    assert record["events"][1]["deck"] is None
    assert check(api, record)["valid"] is True


def test_arranged_cards_are_counted(api):
    body = plain(options={"rounds": 1, "max_reshuffles": 0}).body
    body["deals"][0]["stock"] = body["deals"][0]["stock"][:4]
    game = api.create(body)
    while game.view()["round"]:
        pass_turn(game)
    record = record_of(game, None)
    assert record["arranged"] == [33] and record["ranked"] is False
    assert check(api, record)["valid"] is True
    for wrong in ([29], []):
        answer = check(api, {**record, "arranged": wrong})
        assert answer["problem"]["errors"][0]["pointer"] == "/events/1/deck"


def test_a_scorecard_has_a_record_and_no_moves_to_referee(api, name):
    game = api.create({"variant": "hand", "mode": "scorecard",
                       "options": {"rounds": 1},
                       "seats": [{"player": name("a")},
                                 {"player": name("b")}]})
    api.post(game.path + "/rounds", {"out": 0, "hand": False, "seats": [
        {}, {"down": True, "cards": ["KS", "7D"]}]}, game.host).ok(201)
    record = record_of(game, None)
    VALIDATOR.validate(record)
    assert record["mode"] == "scorecard"
    assert record["events"] == game.all_events(None)
    problem = api.post("/v1/records/check", record).refused(
        400, "invalid_request")
    assert "/mode" in [fault["pointer"] for fault in problem["errors"]]


def test_a_record_may_leave_out_what_is_not_known(api):
    """One written by hand: moves and a deck, no numbers, times or seeds."""
    game = of_bots(api, "hand", 2, rounds=1)
    record = record_of(game, None)
    lean = {"format": "hakam-record", "version": 1, "note": "from the club",
            "events": [{key: value for key, value in event.items()
                        if key in ("type", "variant", "options", "seats",
                                   "bots", "seat", "move", "deck", "order",
                                   "dealer")}
                       for event in record["events"]]}
    VALIDATOR.validate(lean)
    answer = check(api, lean)
    assert answer["valid"] is True
    assert answer["scores"] == game.view(None)["scores"]


# ----- the shape -----------------------------------------------------------

def created(**members):
    return {"type": "game_created", "variant": "hand", "seats": ["a", "b"],
            **members}


SHAPES = [
    # the body, where it is at fault, comment
    ([], "", "no object"),
    ({"version": 1, "events": [created()]}, "/format", "no format"),
    ({"format": "pgn", "version": 1, "events": [created()]}, "/format",
     "another format"),
    ({"format": "hakam-record", "version": 2, "events": [created()]},
     "/version", "another version"),
    ({"format": "hakam-record", "version": 1, "mode": "scorecard",
      "events": [created()]}, "/mode", "a scorecard"),
    ({"format": "hakam-record", "version": 1}, "/events", "no events"),
    ({"format": "hakam-record", "version": 1, "events": []}, "/events",
     "not one event"),
    ({"format": "hakam-record", "version": 1, "arranged": [107],
      "events": [created()]}, "/arranged/0", "more cards than there are"),
]
EVENT_SHAPES = [
    # the second event, where it is at fault, comment
    (5, "", "no event"),
    ({}, "/type", "no type"),
    ({"type": "moved"}, "/type", "an unknown type"),
    ({"type": "move", "seat": 0}, "/move", "no move"),
    ({"type": "move", "move": {"move": "return"}}, "/seat", "no seat"),
    ({"type": "move", "seat": 2, "move": {"move": "return"}}, "/seat",
     "a seat too many"),
    ({"type": "move", "seat": 0, "move": {"move": "may_i", "count": 1}},
     "/move/move", "a move of another variant"),
    ({"type": "move", "seat": 0, "move": {"move": "discard", "card": "1S"}},
     "/move/card", "no card"),
    ({"type": "move", "seat": 0, "drawn": "XX", "move": {"move": "return"}},
     "/drawn", "no card drawn"),
    ({"type": "move", "seq": 0, "seat": 0, "move": {"move": "return"}},
     "/seq", "no number"),
    ({"type": "round_started", "deck": ["AS", 5]}, "/deck/1", "no deck"),
    ({"type": "round_started", "dealer": 2}, "/dealer", "no dealer"),
    ({"type": "round_started", "commitment": "12"}, "/commitment",
     "no commitment"),
    ({"type": "round_started", "deck": ["AS"] * 107}, "/deck",
     "a deck too large"),
    ({"type": "round_ended", "points": [1]}, "/points", "points of one"),
    ({"type": "round_ended", "points": [1, 0.5]}, "/points", "no points"),
    ({"type": "round_ended", "seed": "zz" * 32}, "/seed", "no seed"),
    ({"type": "game_ended", "status": "won"}, "/status", "no status"),
    ({"type": "game_ended", "winners": [7]}, "/winners/0", "no winner"),
    ({"type": "seat_taken"}, "/seat", "nobody's seat"),
]
CREATED_SHAPES = [
    ({"type": "move"}, "/type", "another event comes first"),
    (created(mode="scorecard"), "/mode", "a scorecard made"),
    (created(variant="rummy"), "/variant", "an unknown variant"),
    (created(seats=["a"]), "/seats", "too few seats"),
    (created(seats=["a", 5]), "/seats/1", "no name"),
    (created(bots=[2]), "/bots/0", "no seat for a bot"),
    (created(options={"rounds": 0}), "/options/rounds", "no rounds"),
    (created(options={"claim_limit": 0}), "/options/claim_limit",
     "an option of another variant"),
]


def whole(*events):
    return {"format": "hakam-record", "version": 1, "events": [*events]}


@pytest.mark.parametrize(
    "body, pointer",
    [(body, pointer) for body, pointer, _ in SHAPES]
    + [(whole(event), "/events/0" + pointer)
       for event, pointer, _ in CREATED_SHAPES]
    + [(whole(created(), event), "/events/1" + pointer)
       for event, pointer, _ in EVENT_SHAPES],
    ids=[row[2] for row in SHAPES + CREATED_SHAPES + EVENT_SHAPES])
def test_what_is_no_record_is_told_by_its_place(api, body, pointer):
    problem = api.post("/v1/records/check", body).refused(
        400, "invalid_request")
    assert pointer in [fault["pointer"] for fault in problem["errors"]]


def test_a_record_may_be_large_and_other_bodies_not(api):
    record = whole(created())
    record["note"] = "x" * 200_000
    assert check(api, record)["valid"] is True
    for path, length in [("/v1/check", 65537),
                         ("/v1/records/check", (8 << 20) + 1)]:
        answer, = raw.send(api.daemon, raw.request("POST", path, [
            ("Content-Type", "application/json"), ("Expect", "100-continue"),
            ("Content-Length", str(length))]))
        assert answer.status == 413, path


def test_many_rounds_that_start_take_no_long_time(api):
    """Nothing is done over for each event."""
    record = whole(created(), *[{"type": "round_started"}] * 100_000)
    record["arranged"] = [0] * 100
    assert check(api, record)["judged"] == 1


def test_problems_of_records_speak_the_language(api):
    record = whole(created(), {"type": "round_ended"})
    for language, part in [("en", "does not end here"),
                           ("ar", "لا تنتهي الجولة هنا"),
                           ("ru", "розыгрыш не кончается")]:
        answer = api.post("/v1/records/check", record,
                          headers={"Accept-Language": language}).ok()
        assert part in answer["problem"]["detail"]
