"""Records written down by hand: refereed as far as they are told."""

import random
import re

import pytest

from support import cases, notes, records
from support.daemon import SRCDIR
from support.recorded import of_bots
from test_records import record_of

CORPUS = sorted(path.stem for path in records.DIRECTORY.glob("*.json"))
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


def check(api, text):
    return api.post("/v1/records/check", raw=text.encode(), headers=PLAIN).ok()


def refuse(api, text):
    return api.post("/v1/records/check", raw=text.encode(),
                    headers=PLAIN).refused(400, "invalid_request")


HEAD = "hakam-record 1\nvariant hand\nseats huda, sami\n"
MAY_I = "hakam-record 1\nvariant may-i\nseats a, b, c\n"

GAMES = [("hand", 3), ("hand-partners", 4), ("may-i", 3), ("may-i", 5)]


@pytest.mark.parametrize("variant, seats", GAMES)
@pytest.mark.parametrize("seeing", [False, True])
def test_a_game_holds_as_somebody_at_the_table_saw_it(api, variant, seats,
                                                      seeing):
    """No hand is told, nor (but to who sees all) any draw; what was left is
    put on the table at the end."""
    game = of_bots(api, variant, seats)
    left = [round["cards"] for round in
            api.get(game.path + "/rounds?limit=100").ok()["items"]]
    record = record_of(game, None)
    text, _ = notes.text_of(record, left, seeing)
    if not seeing and any(event["type"] == "reshuffled"
                          for event in record["events"]):
        # Two like cards may have come from two stocks: then it may ask.
        answer = api.post("/v1/records/check", raw=text.encode(),
                          headers=PLAIN)
        if answer.status == 400:
            fault, = answer.json["errors"]
            assert "made anew" in fault["detail"]
            text, _ = notes.text_of(record, left, True)
    answer = check(api, text)
    assert answer["valid"] is True, answer["problem"]
    assert answer["scores"] == game.view(None)["scores"]
    # Another figure than the cards left make.
    wrong = re.sub(r"(end .* points) (-?\d+)", r"\1 77", text, count=1)
    problem = check(api, wrong)["problem"]
    assert problem["code"] == "record_differs"
    line = wrong[:re.search("^end ", wrong, re.M).start()].count("\n") + 1
    assert problem["errors"][0]["pointer"] == f"line {line}"


def test_a_blocked_round_with_a_new_stock(api):
    case = records.load("holds-a-blocked-round-with-a-new-stock")
    text, _ = notes.text_of(case["record"])
    answer = check(api, text)
    assert answer["valid"] is True, answer["problem"]
    assert answer["scores"]["totals"] == case["expect"]["totals"]


@pytest.mark.parametrize("name", [name for name in CORPUS
                                  if name.startswith("holds") and
                                  "clock" in name])
def test_a_game_with_a_clock_holds(api, name):
    case = records.load(name)
    text, _ = notes.text_of(case["record"])
    if any(event["type"] == "clock_expired"
           for event in case["record"]["events"]):
        assert "\nclock " in text
    answer = check(api, text)
    assert answer["valid"] is True, answer["problem"]


@pytest.mark.parametrize("variant, seats", GAMES)
def test_a_game_in_which_moves_were_taken_back_holds(api, variant, seats):
    """Also as somebody wrote it down who saw no hand: the cards that were put
    on the table and taken up again are still in the hand."""
    game = of_bots(api, variant, seats)
    left = [round["cards"] for round in
            api.get(game.path + "/rounds?limit=100").ok()["items"]]
    for seed in range(3):
        record = records.played_again(record_of(game, None),
                                      random.Random(seed))
        assert sum(event["type"] == "undone"
                   for event in record["events"]) > 10
        verdict = api.post("/v1/records/check", record).ok()
        assert verdict["valid"] is True, verdict["problem"]
        seeing = any(event["type"] == "reshuffled"
                     for event in record["events"])
        text, _ = notes.text_of(record, left, seeing)
        answer = check(api, text)
        assert answer["valid"] is True, answer["problem"]
        assert answer["scores"] == game.view(None)["scores"]


UNDONE = [
    # what comes after "0: discard KS", the line, or None where it holds
    ("undo\n0: discard KS", None, "the same again"),
    ("undo 1\n0: discard 9D", None, "another card"),
    ("undo 2\n0: discard KS", 6, "more than there are"),
    ("undo\n1: draw stock", 7, "nobody else is on turn then"),
    ("1: draw discard\nundo\n1: draw stock", None, "a card of the pile"),
    ("1: draw discard\nundo\nundo", 8, "another has moved"),
    ("1: draw stock\nundo", 7, "a card of the stock"),
    ("1: draw stock 4C; discard 4C\nundo\n1: discard 5C", None,
     "after a card of the stock"),
    ("1: draw stock 4C; discard 4C\nundo 2", 7, "with a card of the stock"),
    ("1: draw discard; return\nundo 2\n1: draw discard", None,
     "a card put back"),
]


@pytest.mark.parametrize("rest, line, comment", UNDONE,
                         ids=[comment for _, _, comment in UNDONE])
def test_undo(api, rest, line, comment):
    answer = check(api, HEAD + "round dealer 1\n0: discard KS\n" + rest)
    assert answer["valid"] is (line is None), answer["problem"]
    if line is not None:
        assert answer["problem"]["errors"][0]["pointer"] == f"line {line}"


CLOCKED = HEAD + "option turn_seconds=30\n"
CLOCKS = [
    # the head, what comes after it, the line, or None where it holds
    (CLOCKED, "clock 0\n0: discard KS", None, "in the first turn"),
    (CLOCKED, "0: discard KS\nclock 1\n1: draw stock; discard 4C", None,
     "before a draw"),
    (CLOCKED, "0: discard KS\n1: draw stock\nclock 1\n1: discard 4C", None,
     "after a draw"),
    (CLOCKED, "clock 1\n0: discard KS", 6, "of another seat"),
    (CLOCKED, "clock 0\nclock 0\n0: discard KS", 7, "twice"),
    (CLOCKED, "clock 0\n0: discard KS\nclock 0", 8, "of who has played"),
    (HEAD, "clock 0\n0: discard KS", 5, "where none is kept"),
]


@pytest.mark.parametrize("head, rest, line, comment", CLOCKS,
                         ids=[comment for *_, comment in CLOCKS])
def test_a_time_that_is_up(api, head, rest, line, comment):
    answer = check(api, head + "round dealer 1\n" + rest)
    assert answer["valid"] is (line is None), answer["problem"]
    if line is not None:
        assert answer["problem"]["errors"][0]["pointer"] == f"line {line}"


@pytest.mark.parametrize("name", [name for name in CORPUS
                                  if name.startswith("refused")])
def test_a_refused_move_is_found_in_its_line(api, name):
    """What a rule refuses for, whatever the hidden cards were. (Who does not
    see the hand cannot say that a card is not in it.)"""
    case = records.load(name)
    record, expect = case["record"], case["expect"]
    place = int(expect["pointer"].split("/")[2])
    text, lines = notes.text_of(record)
    start = records.find(record, type="round_started")
    deal = record["events"][start]
    seats = len(record["events"][0]["seats"])
    hands = [[] for _ in range(seats)]
    each = 10 if record["events"][0]["variant"] == "may-i" else 14
    for number, card in enumerate(deal["deck"][:each * seats]):
        hands[(deal["dealer"] + 1 + number) % seats].append(card)
    if each == 14:
        hands[(deal["dealer"] + 1) % seats].append(deal["deck"][14 * seats])
    if any(event["type"] == "round_ended" for event in record["events"]):
        return  # the hands of a later round: see test_records.py
    told = "".join(f"hand {seat} {notes.cards(hand)}\n"
                   for seat, hand in enumerate(hands))
    stock = deal["deck"][each * seats + (each == 14):]
    told += f"stock {notes.cards(stock)}\n"
    at = text.index("\n", text.index("round dealer")) + 1
    answer = check(api, text[:at] + told + text[at:])
    assert answer["valid"] is False
    problem = answer["problem"]
    assert problem["code"] == expect["code"]
    assert problem["rule"]["id"] == expect["rule"]
    assert problem.get("reason") == expect["reason"]
    line = lines[place] + told.count("\n")
    assert problem["errors"][0]["pointer"] == f"line {line}"



FAULTS = [
    # the text, the line, words of the fault, comment
    ("# nothing\n", 2, "begins with", "a comment alone"),
    ("hakam-record 2\n", 1, "begins with", "another version"),
    ("hakam-record 1\n", 2, "variant", "no variant"),
    ("hakam-record 1\nvariant rummy\n", 2, "variant", "an unknown variant"),
    ("hakam-record 1\nvariant hand\n", 3, "names", "no seats"),
    ("hakam-record 1\nvariant hand\nseats huda\n", 3, "names",
     "one seat alone"),
    (HEAD + "option claim_limit=2\n", 4, "option",
     "an option of another variant"),
    (HEAD + "option rounds=0\n", 4, "option", "a value out of range"),
    (HEAD + "option rounds\n", 4, "option", "no value"),
    (HEAD + "0: discard KS\n", 4, "round dealer", "no round"),
    (HEAD + "round\n", 4, "round dealer", "no dealer"),
    (HEAD + "round dealer 2\n", 4, "no such seat", "a dealer too many"),
    (HEAD + "round dealer 1\n2: discard KS\n", 5, "no such seat",
     "a seat too many"),
    (HEAD + "round dealer 1\n0: throw KS\n", 5, "no move", "an unknown move"),
    (HEAD + "round dealer 1\n0: may_i 1\n", 5, "no move",
     "a move of another variant"),
    (HEAD + "round dealer 1\n0: discard KS;\n", 5, "no move",
     "nothing behind a semicolon"),
    (HEAD + "round dealer 1\n0: discard 1S\n", 5, "no move", "no card"),
    (HEAD + "round dealer 1\n0: draw stock KX\n", 5, "no cards",
     "no card drawn"),
    (HEAD + "round dealer 1\nhand 0 AS XX\n", 5, "no cards", "no hand"),
    (HEAD + "round dealer 1\nhand 7 AS\n", 5, "no such seat", "no such hand"),
    (HEAD + "round dealer 1\nundo none\n", 5, "1 to 40", "no number"),
    (HEAD + "round dealer 1\nundo 41\n", 5, "1 to 40", "too many"),
    (HEAD + "undo\n", 4, "round dealer", "nothing to take back"),
    (HEAD + "clock 0\n", 4, "round dealer", "no round"),
    (HEAD + "round dealer 1\nclock\n", 5, "seat", "no seat's clock"),
    (HEAD + "round dealer 1\nclock 2\n", 5, "seat", "no such seat's clock"),
    (HEAD + "round dealer 1\nend blocked\nundo\n", 6, "ended before",
     "taken back after the end"),
    (HEAD + "round dealer 1\nend\n", 5, "ends out", "no end"),
    (HEAD + "round dealer 1\nend out 0 points 1\n", 5, "ends out",
     "points of one"),
    (HEAD + "round dealer 1\nend blocked\n0: discard KS\n", 6, "ended before",
     "a turn after the end"),
    (HEAD + "round dealer 1\nshuffle\n", 5, "not known", "an unknown line"),
    (HEAD + "round dealer 1\n" + "0: draw stock;" * 200 + "\n", 5, "too long",
     "a line too long"),
]


@pytest.mark.parametrize("text, line, words",
                         [row[:3] for row in FAULTS],
                         ids=[row[3] for row in FAULTS])
def test_what_cannot_be_read_is_told_by_its_line(api, text, line, words):
    fault, = refuse(api, text)["errors"]
    assert fault["pointer"] == f"line {line}"
    assert words in fault["detail"]


JUDGED = [
    # lines after the head of Hand for two, the line, code, comment
    ("round dealer 1\n1: draw stock\n", 5, "not_your_turn",
     "the seat after the dealer starts"),
    ("round dealer 1\n0: draw stock\n", 5, "wrong_phase",
     "the starter discards"),
    ("round dealer 1\n0: discard KS\n1: draw stock; discard KS\n"
     "0: draw stock; discard KS\n", 7, "card_not_held",
     "a third king of spades"),
    ("round dealer 1\nstock 9D\n0: discard KS\n1: draw stock 9C\n", 7,
     "record_differs", "another card than the stock has"),
    ("round dealer 1\n0: discard KS\nend out 0\n", 6, "record_differs",
     "an end that is none"),
    ("round dealer 1\nhand 0 AS AS AS\n0: discard AS\n", 5, "record_differs",
     "a hand with three aces of spades"),
    ("round dealer 1\nhand 1 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H\n",
     5, "record_differs", "a hand of fifteen for who is dealt fourteen"),
    ("round dealer 1\nhand 0 AS\n0: discard AS\n1: draw stock; discard KH\n",
     None, None, "what is told so far"),
]


@pytest.mark.parametrize("text, line, code", [row[:3] for row in JUDGED],
                         ids=[row[3] for row in JUDGED])
def test_what_was_written_is_judged_line_by_line(api, text, line, code):
    answer = check(api, HEAD + text)
    assert answer["valid"] is (code is None)
    if code:
        problem = answer["problem"]
        assert problem["code"] == code
        assert problem["errors"][0]["pointer"] == f"line {line}"


def test_cards_left_that_are_scored_must_be_told(api):
    game = of_bots(api, "may-i", 3)
    text, _ = notes.text_of(record_of(game, None))
    fault, = refuse(api, text)["errors"]
    assert "cards left" in fault["detail"]
    assert text.split("\n")[int(fault["pointer"].split()[1]) - 1].startswith(
        "end out")


def test_the_example_of_the_page_holds(api):
    page = (SRCDIR / "docs" / "record-format.md").read_text("utf-8")
    text, = re.findall(r"```text\n(.*?)```", page, re.S)
    answer = check(api, text)
    assert answer["valid"] is True, answer["problem"]


def test_faults_of_lines_speak_the_language(api):
    problem = api.post(
        "/v1/records/check", raw=b"x\n",
        headers={**PLAIN, "Accept-Language": "ru"}).refused(
        400, "invalid_request")
    assert "Текст начинается" in problem["errors"][0]["detail"]


def test_text_is_for_records_alone(api):
    api.post("/v1/check", raw=b"x", headers=PLAIN).refused(
        415, "unsupported_media_type")
