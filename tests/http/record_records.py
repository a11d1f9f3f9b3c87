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
    return api.get(game.path + "/record").ok()


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
                 api.get(game.path + "/record").ok())


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
        api.close()
        daemon.close()


if __name__ == "__main__":
    main()
