"""The hash chain: what strangers work out from records of the service, and
every way to alter one, all of which are found.

HAKAM_ALL_MUTATIONS=1 sends all of them to the service too, not one of many.
"""

import copy
import hashlib
import importlib.util
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from support.bots import pass_turn
from support.client import Client
from support.daemon import SRCDIR, Daemon, hakam
from support.deals import discard, draw
from support.mutations import altered_events, numbered, put_instead, thinned
from support.recorded import of_bots, replayed

TOOL = SRCDIR / "tools" / "verify-record.py"
PAGE = SRCDIR / "docs" / "hash-chain.md"
ALL = bool(os.environ.get("HAKAM_ALL_MUTATIONS"))
# Of the mutations of a record so many at least are tried, in even steps.
FOR_TOOL, FOR_SERVICE = 200, 50
RECORDED = ["hand", "hand-partners", "may-i-three", "may-i-five"]


def load():
    spec = importlib.util.spec_from_file_location("verify_record", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify_record = load()


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-S", "-E", str(TOOL), *map(str, arguments)],
        capture_output=True, text=True, timeout=60, check=False)


def said(record, noted=None):
    """What the checker finds: "" where all is right."""
    try:
        verify_record.Record(record).check(noted or {})
    except (verify_record.Wrong, verify_record.CannotCheck) as fault:
        return str(fault)
    return ""


def record_of(game, viewer="host"):
    return game.api.get(game.path + "/record", game.token(viewer)).ok()


# ----- games of every kind --------------------------------------------------

@pytest.fixture(scope="module")
def house(tmp_path_factory, contract):
    daemon = Daemon(tmp_path_factory.mktemp("chains")).start()
    api = Client(daemon, contract)
    yield api
    api.close()
    daemon.close()


def scorecard(api):
    game = api.create({"variant": "hand-partners", "mode": "scorecard",
                       "options": {"rounds": 2},
                       "seats": [{"player": "chain a"}, {"open": True},
                                 {"player": 'chain "c\\'}, {"player": "ه د"}]})
    api.post(game.path + "/seats/1", {"player": "chain b"}, game.host).ok(201)
    for body in ({"out": 0, "hand": True, "seats": [
            {}, {"down": True, "cards": ["KS", "7D", "JK"]}, {},
            {"down": False}]}, {"out": None, "hand": False, "seats": [
                {"down": True, "points": points}
                for points in (93, 14, 40, 2)]}):
        api.post(game.path + "/rounds", body, game.host).ok(201)
    api.put(game.path + "/rounds/1", {
        "out": 0, "hand": False, "reason": "it was “no” Hand\\", "seats": [
            {}, {"down": True, "cards": ["KS", "7D", "JK"]}, {},
            {"down": False}]}, game.host).ok()
    return game


def of_two(api, rounds=1, **options):
    return api.create({"variant": "hand", "options": {
        "rounds": rounds, "max_reshuffles": 1, **options},
        "seats": [{"player": "chain d"}, {"player": "chain e"}]})


def blocked(api):
    game = of_two(api)
    while game.view()["round"]:
        pass_turn(game)
    return game


def clocked(api):
    game = of_two(api, turn_seconds=3600)
    while game.view()["round"]:
        pass_turn(game)
    return game


def handed_over(api):
    game = of_two(api)
    pass_turn(game)
    game.seats[1] = api.put(game.path + "/seats/1", {"player": "chain f"},
                            game.host).ok()["token"]
    while game.view()["round"]:
        pass_turn(game)
    return game


def undone(api):
    game = of_two(api)
    turn = game.view()["round"]["turn"]
    card = game.view()["hands"][turn["seat"]][0]
    game.play(turn["seat"], discard(card))
    api.post(game.path + "/undo", {}, game.host).ok()
    while game.view()["round"]:
        pass_turn(game)
    return game


FINISHED = {
    "hand": lambda api: of_bots(api, "hand", 3, rounds=2),
    "partners": lambda api: of_bots(api, "hand-partners", 4, rounds=2),
    "may-i": lambda api: of_bots(api, "may-i", 4),
    "blocked": blocked,
    "seat given": handed_over,
    "undone": undone,
    "clocked": clocked,
    "scorecard": scorecard,
    **{f"recorded {name}": lambda api, name=name: replayed(api, name)
       for name in RECORDED},
}


@pytest.fixture(scope="module", params=FINISHED)
def finished(request, house):
    game = FINISHED[request.param](house)
    return house, record_of(game, None), game


def in_play(api):
    game = of_two(api, rounds=2)
    while game.view()["round"]["number"] == 1:
        pass_turn(game)
    for _ in range(3):
        pass_turn(game)
    return game


def given_up(api):
    game = in_play(api)
    api.delete(game.path, game.host).ok()
    return game


def opened(api):
    return api.create({"variant": "may-i", "seats": [
        {"player": "chain g"}, {"open": True}, {"open": True}]})


# ----- what is right -------------------------------------------------------

def snippet():
    """The program of the page, which anybody may copy."""
    return re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"),
                     re.DOTALL)[1]


def test_it_is_content_with_records_of_the_service(finished, tmp_path):
    api, record, game = finished
    assert said(record) == ""
    (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")
    done = subprocess.run([sys.executable, "-S", "-E", "-c", snippet()],
                          cwd=tmp_path, capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.stdout == "every event is as it was entered\n", done.stderr
    done = run(api.daemon.url + game.path + "/record")
    count = len(record["events"])
    assert done.stdout == f"all is right in {count} events\n", done.stderr
    assert done.returncode == 0


def test_the_service_is_content_with_it(finished):
    api, record, _ = finished
    if record["mode"] == "scorecard":
        return
    answer = api.post("/v1/records/check", record).ok()
    assert answer["valid"] is True, answer["problem"]
    assert answer["judged"] == len(record["events"])
    assert answer["chain"] == record["chain"]


def test_the_text_is_written_in_the_order_of_the_names(finished):
    """As it comes over the wire, so that anybody may take it as it is."""
    api, record, game = finished
    for viewer in (None, "host"):
        for event in game.all_events(viewer):
            members = [name for name in event if name not in ("hash", "leaf")]
            assert members == sorted(members)
    wire = api.get(game.path + "/record").body.decode()
    for event in record["events"]:
        bare = {name: event[name] for name in event if name != "hash"}
        text = verify_record.canonical(bare).decode()
        assert text[:-1] + ',"hash"' in wire


def test_hashes_are_the_same_wherever_they_are_told(house, name):
    """In the answer to a move, in lists of any viewer, in views, in records
    while cards are hidden and after; and the next day."""
    game = in_play(house)
    turn = game.view()["round"]["turn"]
    answer = game.post(turn["seat"], draw()).ok()
    told = [event["hash"] for event in answer["events"]]
    for viewer in (None, 0, 1, "host"):
        hashes = [event["hash"] for event in game.all_events(viewer)]
        assert hashes[-1:] == told
        view = game.view(viewer)
        assert view["chain"] == {"seq": view["seq"], "hash": hashes[-1]}
    record = record_of(game)
    assert [event["hash"] for event in record["events"]] == hashes
    assert record["chain"] == view["chain"]
    while game.view()["round"]:
        turn = game.view()["round"]["turn"]
        card = discard(game.view()["hands"][turn["seat"]][0])
        game.play(turn["seat"], *([draw(), card] if turn["phase"] == "draw"
                                  else [card]))
    after = record_of(game, None)
    assert [event["hash"] for event in after["events"]][:len(hashes)] == hashes
    noted = {view["chain"]["seq"]: view["chain"]["hash"]}
    assert said(after, noted) == ""
    noted = {view["chain"]["seq"] - 1: view["chain"]["hash"]}
    assert "is another" in said(after, noted)


@pytest.mark.parametrize("make, bound", [(in_play, 6), (given_up, 6),
                                         (opened, 0)])
def test_what_is_hidden_is_bound_and_not_told(house, make, bound):
    """The events of a round that is on have leaves, and nothing of the round's
    seed; a card cannot be found by trying all."""
    game = make(house)
    record = record_of(game)
    checker = verify_record.Record(record)
    checker.check({})
    assert checker.bound >= bound
    sealed = [event for event in record["events"] if "leaf" in event]
    assert len(sealed) == checker.bound
    answer = house.post("/v1/records/check", record).ok()
    assert answer["valid"] is True and answer["chain"] == record["chain"]
    for event in sealed:
        bare = {name: event[name] for name in event
                if name not in ("hash", "leaf")}
        tries = [bare] + [{**bare, "drawn": rank + suit} for suit in "SHDC"
                          for rank in "A23456789TJQK"]
        assert event["leaf"] not in [
            hashlib.sha256(verify_record.canonical(one)).hexdigest()
            for one in tries]


def test_no_dry_run_enters_anything(house):
    game = of_two(house)
    before = game.view()
    seat = before["round"]["turn"]["seat"]
    body = discard(before["hands"][seat][0])
    answer = game.post(seat, body, "?dry_run=true").ok()
    assert [event["hash"] for event in answer["events"]] == [None]
    assert answer["game"]["chain"] == before["chain"]
    real = game.post(seat, body).ok()
    assert real["game"]["chain"]["seq"] == before["seq"] + 1


# ----- what is altered ------------------------------------------------------

def chained(record):
    """By somebody who works all hashes out anew: with no head that was noted
    this cannot be found, with one it is."""
    record = copy.deepcopy(record)
    checker = verify_record.Record(record)
    value = hashlib.sha256(b"hakam-chain-1 " + checker.id.encode()).digest()
    for number, event in enumerate(record["events"], 1):
        event.pop("hash", None)
        value = hashlib.sha256(value + checker.leaf(
            number, event, event.pop("leaf", None))).digest()
        event["hash"] = value.hex()
    record["chain"] = {"seq": len(record["events"]), "hash": value.hex()}
    return record


def test_every_mutation_is_found_by_the_checker(finished):
    _, record, _ = finished
    count, tried = thinned(record, FOR_TOOL, ALL)
    missed = [name for name, altered in tried if not said(altered)]
    print(f"checker: {len(tried)} of {count} mutations of a record of"
          f" {len(record['events'])} events, {len(missed)} missed")
    assert missed == []
    assert count > 100


def test_every_mutation_is_found_by_the_service(finished):
    api, record, _ = finished
    if record["mode"] == "scorecard":
        return
    count, tried = thinned(record, FOR_SERVICE, ALL)
    missed = []
    for name, altered in tried:
        answer = api.post("/v1/records/check", altered)
        if answer.status == 200:
            if answer.json["valid"]:
                missed.append(name)
        else:
            assert answer.status == 400, name
    print(f"service: {len(tried)} of {count} mutations of a record of"
          f" {len(record['events'])} events, {len(missed)} missed")
    assert missed == []


def test_a_noted_head_binds_who_makes_all_hashes_anew(house):
    """The seeds are known when the game is over: whoever wants can make a chain
    of another game. It does not fit what was noted."""
    record = record_of(of_bots(house, "hand", 2, rounds=1), None)
    middle = record["events"][len(record["events"]) // 2]
    noted = {middle["seq"]: middle["hash"]}
    assert said(record, noted) == ""
    found = 0
    for change in itertools.islice(altered_events(record["events"]), 0, None,
                                   9):
        altered = put_instead(record, change, True, False)
        try:
            forged = chained(altered)
        except (verify_record.Wrong, verify_record.CannotCheck):
            continue
        if forged == record:
            continue  # only the hash was another
        # Beyond the event that was noted nothing binds but its seed.
        if change[1] < middle["seq"]:
            assert said(forged, noted) != ""
            found += 1
    assert found > 20


# What is done to a true record, where it is found, what is said, comment.
NAMED = [
    (lambda r: r["events"].pop(4), "/events/4/seq",
     "An event before this one is missing."),
    (lambda r: r["events"].insert(4, r["events"].pop(5)), "/events/4/seq",
     "An event that stands behind this one came before it."),
    (lambda r: r["events"].insert(5, r["events"][4]), "/events/5/seq",
     "An event with this number came before."),
    (lambda r: r["events"][4].update(at="2026-01-01T00:00:00.000Z"),
     "/events/4/hash",
     "The event is not the one that was hashed: it was altered."),
    (lambda r: r["events"][4].update(note="he looked"), "/events/4/hash",
     "The event is not the one that was hashed: it was altered."),
    (lambda r: r["events"][0]["seats"].reverse(), "/events/0/hash",
     "The event is not the one that was hashed: it was altered."),
    (lambda r: r["events"][4].pop("hash"), "/events/4/hash",
     "In a record with a chain every event has its hash."),
    (lambda r: r["events"][4].update(leaf="00" * 32), "/events/4/leaf",
     "leaf stands only for an event of a round whose end is not told."),
    (lambda r: r["events"].pop(), "/chain/seq",
     "Events at the end are missing: the chain is longer."),
    (lambda r: r["chain"].update(seq=9), "/events/9/seq",
     "The game had not come further when the head of the chain was taken:"
     " this event was appended."),
    (lambda r: r["chain"].update(hash="00" * 32), "/chain/hash",
     "The head of the chain is not the hash of the last event."),
    (lambda r: r.pop("chain"), "/events/0/hash",
     "The events have hashes, but the record lacks the head of the chain."),
    (lambda r: r.update(id=r["id"].upper()), "/events/0/hash",
     "The event is not the one that was hashed: it was altered."),
]


@pytest.fixture(scope="module")
def plain_record(house):
    return record_of(blocked(house), None)


@pytest.mark.parametrize("row", NAMED, ids=[row[2][:40] for row in NAMED])
def test_what_is_wrong_is_named_by_its_place(house, plain_record, row):
    change, pointer, reason = row
    record = copy.deepcopy(plain_record)
    change(record)
    problem = house.post("/v1/records/check", record).ok()["problem"]
    assert problem["code"] == "record_differs"
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert reason in json.dumps(problem, ensure_ascii=False)


SHAPES = [
    (lambda r: r.update(chain=5), "/chain"),
    (lambda r: r["chain"].pop("seq"), "/chain/seq"),
    (lambda r: r["chain"].update(seq=0), "/chain/seq"),
    (lambda r: r["chain"].pop("hash"), "/chain/hash"),
    (lambda r: r["chain"].update(hash="00"), "/chain/hash"),
    (lambda r: r.pop("id"), "/id"),
    (lambda r: r["events"][3].update(hash="zz" * 32), "/events/3/hash"),
    (lambda r: r["events"][3].update(leaf=7), "/events/3/leaf"),
]


@pytest.mark.parametrize("change, pointer", SHAPES)
def test_what_is_no_chain_is_told_by_its_place(house, plain_record, change,
                                               pointer):
    record = copy.deepcopy(plain_record)
    change(record)
    problem = house.post("/v1/records/check", record).refused(
        400, "invalid_request")
    assert pointer in [fault["pointer"] for fault in problem["errors"]]


def test_events_of_a_round_that_is_on_stand_where_they_belong(house):
    """What they say cannot be opened; their order and their number can."""
    record = record_of(in_play(house))
    sealed = [place for place, event in enumerate(record["events"])
              if "leaf" in event]
    assert len(sealed) >= 6
    for place in sealed[:-1]:
        for those in (record["events"][:place] + record["events"][place + 1:],
                      record["events"][:place + 1] + record["events"][place:],
                      record["events"][:place]
                      + record["events"][place:place + 2][::-1]
                      + record["events"][place + 2:]):
            for events in (those, numbered(those)):
                altered = {**record, "events": events}
                assert said(altered) != ""
                answer = house.post("/v1/records/check", altered).ok()
                assert answer["valid"] is False


def test_a_seed_that_is_struck_out_opens_nothing(house, plain_record):
    """Else a round could be made one that is not over, whose events have leaves
    and may say anything."""
    record = copy.deepcopy(plain_record)
    checker = verify_record.Record(record)
    for number, event in enumerate(record["events"], 1):
        if event["type"] == "round_ended":
            event["seed"] = None
        elif event["round"] is not None:
            bare = {key: event[key] for key in event if key != "hash"}
            event["leaf"] = checker.leaf(number, bare, None).hex()
    assert said(record) != ""
    answer = house.post("/v1/records/check", record).ok()
    assert answer["valid"] is False


# ----- the tool itself, and the database ------------------------------------

def test_the_tool_says_what_it_found(plain_record, tmp_path):
    path = tmp_path / "record.json"
    last = plain_record["chain"]
    path.write_text(json.dumps(plain_record), "utf-8")
    done = run(path, "--noted", f"{last['seq']}:{last['hash'].upper()}",
               "--noted", f"1:{plain_record['events'][0]['hash']}")
    assert done.returncode == 0, done.stdout
    done = run(path, "--noted", f"2:{last['hash']}")
    assert done.returncode == 1
    assert done.stdout.startswith("WRONG: the hash noted of event 2 is another")
    done = run(path, "--noted", f"{last['seq'] + 1}:{last['hash']}")
    assert done.returncode == 1 and "is missing" in done.stdout
    done = run(path, "--noted", "two:three")
    assert done.returncode == 2
    path.write_text(json.dumps({"format": "hakam-record", "version": 1,
                                "events": []}), "utf-8")
    done = run(path)
    assert done.returncode == 2 and done.stdout == ""
    assert "the record has no chain" in done.stderr
    assert run(tmp_path / "nothing.json").returncode == 2


def test_known_answers_of_the_page_are_right():
    page = PAGE.read_text("utf-8")
    answers = page[page.index("## Known answers"):]
    digests = re.findall("[0-9a-f]{64}", answers)
    texts = [json.loads(text) for text in
             re.findall(r"^ +(\{.*\})$", answers, re.MULTILINE)]
    game = re.search(r"`(\w{8}-[\w-]+)`", answers)[1]
    start, leaf_1, hash_1, seed, _, leaf_2, hash_2 = digests
    record = {"format": "hakam-record", "version": 1, "id": game,
              "chain": {"seq": 2, "hash": hash_2},
              "events": [{**texts[0], "hash": hash_1},
                         {**texts[1], "hash": hash_2}]}
    checker = verify_record.Record(record)
    checker.seeds[1] = bytes.fromhex(seed)
    assert checker.check({}) == 2
    assert checker.leaf(1, texts[0], None).hex() == leaf_1
    assert checker.leaf(2, texts[1], None).hex() == leaf_2
    assert hashlib.sha256(f"hakam-chain-1 {game}".encode()).hexdigest() == start
    for text in textwrap.dedent(answers).splitlines():
        if text.strip().startswith("{"):
            event = json.loads(text)
            assert verify_record.canonical(event).decode() == text.strip()


def test_a_database_is_held_to_its_hashes(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = blocked(api)
    path = game.path.rsplit("/", 1)[1]
    api.close()
    daemon.stop()
    said_before = hakam(daemon.database, "verify").stdout
    assert said_before.endswith(" 0 differences\n")
    with sqlite3.connect(daemon.database) as store:
        store.execute("DROP TRIGGER events_stay")
        store.execute("UPDATE events SET at = at - 1 WHERE seq = 7")
    done = hakam(daemon.database, "verify", check=False)
    assert done.returncode == 1
    assert f"game {path}: event 7: it is not what was hashed" in done.stdout
    with sqlite3.connect(daemon.database) as store:
        store.execute("UPDATE events SET at = at + 1 WHERE seq = 7")
        store.execute("UPDATE events SET hash = NULL")
    done = hakam(daemon.database, "verify")
    assert "events are older than the hash chain" in done.stdout
