#!/usr/bin/python3
"""Makes tests/records: records of games, those that hold and those that do
not hold in one known way, and what a check must say of each.

The refused ones are those of the rule cases: one for each code and reason, and
for each rule. Run with SRCDIR, HAKAMD and HAKAM as tests/http/run.sh has them.
"""

import json
import pathlib
import tempfile

from support import cases, records
from support.bots import pass_turn
from support.client import Client
from support.contract import Contract
from support.daemon import Daemon

RECORDS = records.DIRECTORY


def save(name, about, expect, record):
    """One event a line, so that a person can read it and a diff is short."""
    head = {key: value for key, value in record.items() if key != "events"}
    lines = [json.dumps(event) for event in record["events"]]
    text = (f'{{"about": {json.dumps(about)},\n'
            f' "expect": {json.dumps(expect)},\n'
            f' "record": {json.dumps(head)[:-1]}, "events": [\n  '
            + ",\n  ".join(lines) + "]}}\n")
    (RECORDS / f"{name}.json").write_text(text, encoding="utf-8")


def blocked(api):
    game = api.create({"variant": "hand",
                       "options": {"rounds": 1, "max_reshuffles": 1},
                       "seats": [{"player": name} for name in "ab"]})
    while game.view()["round"]:
        pass_turn(game)
    return records.bare(api.get(game.path + "/record").ok())


def from_cases(api):
    seen = set()
    for path in cases.refereed("hand", "hand-partners", "may-i"):
        case = cases.load(path)
        if "create_code" in case:
            continue
        game = api.create(case["create"])
        found = records.refused_in(
            case, case["create"], game.post,
            lambda: api.get(game.path + "/record", game.host).ok())
        for record, expect in found:
            kind = (expect["code"], expect["reason"], expect["rule"],
                    case["create"]["variant"] == "may-i")
            if kind in seen:
                continue
            seen.add(kind)
            name = "-".join(filter(None, [
                "refused", expect["code"], expect["reason"], expect["rule"],
                case["create"]["variant"]])).replace("_", "-").lower()
            save(name, case["about"], expect, record)
        view = game.view()
        if view["status"] == "finished":
            save(f"holds-{path.stem}", case["about"],
                 {"valid": True, "totals": view["scores"]["totals"]},
                 records.bare(api.get(game.path + "/record").ok()))


def taken_back():
    """Made of a record that holds, by hand."""
    case = records.load("holds-going-out-later-is-no-hand")
    record = {**case["record"], "events": [
        {name: value for name, value in event.items() if name != "seq"}
        for event in case["record"]["events"]]}
    events = record["events"]
    meld = records.find(record, move="meld")
    stock = records.find(record, move="draw", **{"from": "stock"})

    def with_events(place, *more):
        return {**record, "events": [*events[:place], *more,
                                     *events[place:]]}

    undone = {"type": "undone", "moves": 1}
    given = {"type": "seat_given", "seat": events[meld]["seat"],
             "player": "somebody else", "bot": None}
    save("holds-a-meld-taken-back-and-a-seat-given",
         "A meld is taken back and laid again, and its seat changes hands.",
         case["expect"], with_events(meld + 1, {
             **undone, "seat": events[meld]["seat"]}, events[meld], given))
    for about, place, more, member in [
            ("a draw from the stock taken back", stock + 1, [undone],
             "moves"),
            ("more moves taken back than were made",
             records.find(record, move="discard", number=0) + 1,
             [{**undone, "moves": 2}], "moves"),
            ("a move taken back twice", meld + 1, [undone, undone], "moves"),
            ("moves before a seat was given taken back", meld + 1,
             [given, undone], "moves"),
            ("a move of another seat said to be taken back", meld + 1,
             [{**undone, "seat": 1 - events[meld]["seat"]}], "seat"),
            ("another event said to be taken back", meld + 1,
             [{**undone, "from_seq": 2}], "from_seq"),
            ("moves taken back after the end of the round",
             records.find(record, type="round_ended"), [undone], "moves"),
            ("a seat given at the end of a round",
             records.find(record, type="round_ended"), [given], "type")]:
        at = place + len(more) - 1
        save("differs-" + about.replace(" ", "-"),
             about[0].upper() + about[1:] + ".",
             {"valid": False, "code": "record_differs", "rule": None,
              "reason": None, "pointer": f"/events/{at}/{member}"},
             with_events(place, *more))


def timed(name, **options):
    """A record made by hand of another: a second before each event, ten for
    a turn and five in the bank."""
    case = records.load(name)
    events = [{key: value for key, value in event.items()
               if key not in ("seq", "hash")}
              for event in case["record"]["events"]]
    events[0]["options"] = {**events[0]["options"], "turn_seconds": 10,
                            "bank_seconds": 5, **options}
    for event in events[2:]:
        event["spent_ms"] = 1000
        if event["type"] == "move":
            event["by_clock"] = False
    head = {key: case["record"][key]
            for key in ("format", "version", "arranged")
            if key in case["record"]}
    return case["expect"], {**head, "events": events}


def up(record, place, count, spent=15000, **members):
    """The time of a seat is up before the event at a place; the next `count`
    moves are the referee's."""
    events = record["events"]
    moves = [{**event, "spent_ms": 0, "by_clock": True}
             for event in events[place:place + count]]
    expired = {"type": "clock_expired", "seat": events[place]["seat"],
               "spent_ms": spent, **members}
    return {**record, "events": [*events[:place], expired, *moves,
                                 *events[place + count:]]}


def without_times(record):
    return {**record, "events": [
        {key: value for key, value in event.items() if key != "spent_ms"}
        for event in record["events"]]}


def differing_times(record, turn):
    """About, record, place and member of what is wrong with times."""
    expired = up(record, turn, 2)
    return [
        ("time that is not up", up(record, turn, 2, spent=14999), turn,
         "spent_ms"),
        ("a turn without a bank that is not up", up(
            records.altered(record, turn - 3, spent_ms=14000), turn + 2, 3,
            spent=9999), turn + 2, "spent_ms"),
        ("another seat whose time is up", up(
            record, turn, 2, seat=1 - record["events"][turn]["seat"]), turn,
         "seat"),
        ("a move of the clock before its time", records.altered(
            record, turn, by_clock=True), turn, "by_clock"),
        ("a move of a seat whose time is up", records.altered(
            expired, turn + 1, by_clock=False), turn + 1, "by_clock"),
        ("a seat said to forfeit that does not", up(
            record, turn, 2, forfeit=True), turn, "forfeit"),
        ("a time that is up twice", {**expired, "events": [
            *expired["events"][:turn + 1], {**expired["events"][turn],
                                            "spent_ms": 0},
            *expired["events"][turn + 1:]]}, turn + 1, "type"),
        ("a clock that goes on amid its moves", {**expired, "events": [
            *expired["events"][:turn + 1], {"type": "clock_resumed",
                                            "spent_ms": 0},
            *expired["events"][turn + 1:]]}, turn + 1, "type"),
    ]


def clocked():
    """Records with clocks, made by hand of records that hold."""
    expect, record = timed("holds-going-out-later-is-no-hand")
    turn = records.find(record, number=1, move="draw")
    assert [event["move"]["move"] for event in
            record["events"][turn:turn + 2]] == ["draw", "discard"]
    save("holds-a-turn-by-the-clock",
         "A turn that took its ten seconds and the five of the bank is ended "
         "by the referee.", expect, up(record, turn, 2))
    save("holds-a-discard-by-the-clock",
         "Drawn by the seat after a second, discarded by the referee fourteen "
         "seconds later.", expect, up(record, turn + 1, 1, spent=14000))
    save("holds-a-turn-by-the-clock-without-times",
         "Where times are not told, they are not compared.", expect,
         without_times(up(record, turn, 2)))
    save("holds-a-turn-whose-bank-was-used-up",
         "The turn before took the bank, so ten seconds are all.", expect,
         up(records.altered(record, turn - 3, spent_ms=14000), turn + 2, 3,
            spent=10000))
    resumed = {"type": "clock_resumed", "spent_ms": 0, "left_ms": 14000}
    save("holds-a-clock-that-goes-on",
         "After a start of the service a clock goes on.", expect,
         {**record, "events": [*record["events"][:turn + 1], resumed,
                               *record["events"][turn + 1:]]})
    for about, wrong, place, member in differing_times(record, turn):
        save("differs-" + about.replace(" ", "-"),
             about[0].upper() + about[1:] + ".",
             {"valid": False, "code": "record_differs", "rule": None,
              "reason": None, "pointer": f"/events/{place}/{member}"}, wrong)
    plain = records.load("holds-going-out-later-is-no-hand")["record"]
    save("differs-a-clock-where-none-is-kept",
         "A clock where none is kept.",
         {"valid": False, "code": "record_differs", "rule": None,
          "reason": None, "pointer": f"/events/{turn}/type"},
         {**plain, "events": [*plain["events"][:turn],
                              {"type": "clock_expired",
                               "seat": plain["events"][turn]["seat"]},
                              *plain["events"][turn:]]})
    expect, record = timed("holds-going-out-later-is-no-hand",
                           on_timeout="forfeit")
    gone = up(record, turn, 0, forfeit=True)
    save("holds-a-seat-forfeited",
         "A bot plays on for a seat whose time ran out.", expect, gone)
    clocked_and_given(expect, record, turn)
    clocked_may_i()


def clocked_and_given(expect, record, turn):
    """Who sits there says whether a clock runs."""
    seat = record["events"][turn]["seat"]
    given = {"type": "seat_given", "seat": seat, "player": "c", "bot": None,
             "spent_ms": 0}
    to_bot = {**given, "player": None, "bot": "basic"}

    def after(record, place, *more):
        return {**record, "events": [*record["events"][:place + 1], *more,
                                     *record["events"][place + 1:]]}

    by_bot = records.altered(record, 0, bots=[seat], seats=[
        None if i == seat else name
        for i, name in enumerate(record["events"][0]["seats"])])
    save("holds-a-bot-s-seat-given-to-a-player-whose-time-is-up",
         "A player who sits down for a bot has a clock.", expect,
         after(up(by_bot, turn, 0), turn - 1, given))
    gone = up(record, turn, 0, forfeit=True)
    expired = gone["events"][turn]
    save("holds-a-forfeited-seat-given-back-and-forfeited-again",
         "A seat that was forfeited is given away in its turn, whose time is "
         "up.", expect, after(gone, turn, given, {**expired, "spent_ms": 0}))
    save("differs-a-clock-of-a-seat-given-to-a-bot",
         "A bot that sits down for a player has no clock.",
         {"valid": False, "code": "record_differs", "rule": None,
          "reason": None, "pointer": f"/events/{turn + 1}/type"},
         after(up(record, turn, 0), turn - 1, to_bot))


def clocked_may_i():
    """Time to ask, and to answer."""
    _, record = timed("refused-already-refused-m10-may-i", claim_seconds=5)
    question = records.find(record, move="may_i")
    answer = question + 1
    silent = up(record, answer, 1, spent=5000)
    silent["events"] = silent["events"][:answer + 2]
    silent["events"][-1]["move"] = {"move": "answer", "allow": True}
    totals = {"valid": True, "totals": [0] * 4}
    save("holds-a-silence-that-allows",
         "Five seconds after it was asked the first seat has allowed.",
         totals, silent)
    silent = {**silent, "events": [dict(event) for event in silent["events"]]}
    silent["events"][answer]["spent_ms"] = 4999
    save("differs-a-silence-that-was-not-waited-for",
         "A second after it was asked the seat could still answer.",
         {"valid": False, "code": "record_differs", "rule": None,
          "reason": None, "pointer": f"/events/{answer}/spent_ms"}, silent)
    draw = {"type": "move", "seat": 0, "spent_ms": 4999,
            "move": {"move": "draw", "from": "stock"}}
    save("differs-a-draw-while-others-may-ask",
         "A draw from the stock while others may still ask.",
         {"valid": False, "code": "too_early", "rule": None, "reason": None,
          "pointer": f"/events/{question}/move"},
         {**record, "events": [*record["events"][:question], draw]})
    save("holds-a-draw-when-the-time-to-ask-is-over",
         "A draw from the stock five seconds after the discard.", totals,
         {**record, "events": [*record["events"][:question],
                               {**draw, "spent_ms": 5000}]})


def main():
    RECORDS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        daemon = Daemon(pathlib.Path(directory)).start()
        api = Client(daemon, Contract())
        from_cases(api)
        record = blocked(api)
        totals = api.get(f"/v1/games/{record['id']}").ok()["scores"]["totals"]
        save("holds-a-blocked-round-with-a-new-stock",
             "A round that ends blocked, after a new stock.",
             {"valid": True, "totals": totals}, record)
        short = records.load("holds-going-out-later-is-no-hand")["record"]
        differing = records.differing(short)
        differing += [row for row in records.differing(record)
                      if row[0] not in {about for about, *_ in differing}]
        for about, wrong, place, member in differing:
            keep = max(place + 1, records.find(wrong, type="round_ended") + 1)
            save("differs-" + about.replace(" ", "-").lower(),
                 about[0].upper() + about[1:] + ".",
                 {"valid": False, "code": "record_differs", "rule": None,
                  "reason": None, "pointer": f"/events/{place}/{member}"},
                 {**wrong, "events": wrong["events"][:keep]})
        taken_back()
        clocked()
        api.close()
        daemon.close()


if __name__ == "__main__":
    main()
