"""Records of games: from the rule cases, where every refusal makes one that
does not hold, and altered in one known way."""

import copy
import json

from support.cards import pack, without
from support.cases import body_of
from support.daemon import SRCDIR

# Refusals that are of the request or the state of the service, and cannot be
# in a record.
NOT_OF_RECORDS = {"invalid_request", "hidden_card", "not_started", "game_over",
                  "wrong_mode", "player_seated_twice", "impossible_deal"}


DIRECTORY = SRCDIR / "tests" / "records"


def load(name):
    return json.loads((DIRECTORY / f"{name}.json").read_text("utf-8"))


def bare(record):
    """Without its hash chain: as somebody else would write it, who is held to
    the rules alone."""
    events = [{key: value for key, value in event.items()
               if key not in ("hash", "leaf")} for event in record["events"]]
    return {**{key: value for key, value in record.items() if key != "chain"},
            "events": events}


def dealt(hands, dealer):
    """G4: the cards of the hands in the order in which they are dealt."""
    seats, rest = len(hands), [list(hand) for hand in hands]
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    cards = []
    while any(rest):
        for seat in order:
            if rest[seat]:
                cards.append(rest[seat].pop(0))
    return cards


def drawn_in(events):
    """The cards of the stock that were drawn, in their order."""
    drawn = []
    for event in events:
        if event["type"] != "move":
            continue
        if event["move"]["move"] == "draw" and \
                event["move"]["from"] == "stock":
            drawn.append(event["drawn"])
        if event.get("cards_taken"):
            drawn += event["cards_taken"]["drawn"]
    return drawn


def show_deck(record, create):
    """A host's record of a game in play does not show the order of the round
    that is on: an order is told that fits what is known. False where there is
    none to tell."""
    events = record["events"]
    start = next((event for event in reversed(events)
                  if event["type"] == "round_started"), None)
    if start is None or start["deck"] is not None:
        return True
    deals = create.get("deals", [])
    if start["round"] > len(deals):
        return False
    deal = deals[start["round"] - 1]
    stretch = events[events.index(start):]
    if any(event["type"] == "reshuffled" for event in stretch):
        return False
    cards = dealt([[card.replace("10", "T") for card in hand]
                   for hand in deal["hands"]], start["dealer"])
    stock = [card.replace("10", "T") for card in deal.get("stock", [])]
    known = drawn_in(stretch)
    known += stock[len(known):]
    whole = pack(0 if create["variant"] == "may-i" else 2)
    start["deck"] = cards + known + without(whole, cards + known)
    start["commitment"] = None
    return True


def refused_in(case, create, send, record_of):
    """Plays a case; for each of its refusals the record that ends with the
    refused moves, and what must be said of it."""
    found = []
    for step in case["steps"]:
        body = body_of(step)
        if step.get("ok"):
            send(step["seat"], body).ok()
            continue
        record = bare(record_of())
        before = len(record["events"])
        problem = send(step["seat"], body).json
        if problem["code"] in NOT_OF_RECORDS or \
                not show_deck(record, create):
            continue
        number = max((event["round"] or 0) for event in record["events"])
        moves = body["moves"] if "moves" in body else [body]
        for move in moves:
            record["events"].append({"type": "move", "round": number,
                                     "seat": step["seat"], "move": move})
        found.append((record, expected(problem, before, "moves" in body)))
    return found


def expected(problem, before, batch):
    """What a check must say, from what the service said of the move."""
    pointer = problem.get("errors", [{"pointer": ""}])[0]["pointer"]
    if batch:
        _, _, index, *rest = pointer.split("/") if pointer else ["", "", 0]
        pointer = "".join("/" + part for part in rest)
        before += int(index)
    return {"valid": False, "code": problem["code"],
            "rule": problem["rule"]["id"] if "rule" in problem else None,
            "reason": problem.get("reason"),
            "pointer": f"/events/{before}/move{pointer}"}


def compare(answer, wanted, where):
    """The check's answer is what is wanted."""
    assert answer["valid"] is wanted["valid"], f"{where}: {answer}"
    if wanted["valid"]:
        assert answer["problem"] is None, f"{where}: {answer}"
        assert answer["scores"]["totals"] == wanted["totals"], where
        return
    problem = answer["problem"]
    said = {"valid": False, "code": problem["code"],
            "rule": problem.get("rule", {}).get("id"),
            "reason": problem.get("reason"),
            "pointer": problem["errors"][0]["pointer"]}
    assert said == {key: wanted[key] for key in said}, f"{where}: {problem}"
    event = int(problem["errors"][0]["pointer"].split("/")[2])
    assert problem["seq"] == event + 1, where
    assert answer["judged"] == event, where


# ----- alterations ---------------------------------------------------------

def find(record, number=0, **wanted):
    """The place of an event with these members, of its move or of itself."""
    found = [place for place, event in enumerate(record["events"])
             if all({**event, **(event.get("move") or {})}.get(name) == value
                    for name, value in wanted.items())]
    return found[number]


def other(card):
    return "AS" if card != "AS" else "2H"


def altered(record, place, **members):
    record = copy.deepcopy(record)
    record["events"][place].update(members)
    return record


def renumbered(record):
    for number, event in enumerate(record["events"], 1):
        event["seq"] = number
    return record


def differing(record):
    """Of a finished record of one round: (about, altered record, place,
    member), one for each way in which a record can contradict itself; those of
    a new stock where there was one."""
    events = record["events"]
    start = find(record, type="round_started")
    end = find(record, type="round_ended")
    last = find(record, type="game_ended")
    draw = find(record, move="draw")
    dealer, starter = events[start]["dealer"], events[start]["starter"]
    deck, out = events[start]["deck"], events[end]["out"]
    found = [
        ("a number left out", altered(record, draw, seq=draw + 2), draw,
         "seq"),
        ("an event of another round", altered(record, draw, round=2), draw,
         "round"),
        ("a round of another number", altered(record, start, round=2), start,
         "round"),
        ("a dealer that is no seat of the lot", altered(
            record, start, dealer=starter, starter=starter), start,
         "starter"),
        ("a starter that is not after the dealer", altered(
            record, start, starter=dealer), start, "starter"),
        ("a card in the deck three times", altered(
            record, start, deck=[other(deck[0]), *deck[1:]]), start, "deck"),
        ("a deck without a card", altered(record, start, deck=deck[1:]),
         start, "deck"),
        ("a deck in another order than that of its seed", altered(
            record, start, deck=[*deck[:-2], deck[-1], deck[-2]])
         if deck[-1] != deck[-2] else altered(
             record, start, deck=[deck[1], deck[0], *deck[2:]]), start,
         "deck"),
        ("a commitment to another seed", altered(
            record, start, commitment="00" * 32), start, "commitment"),
        ("a seed that was not committed to", altered(
            record, end, seed="00" * 32), start, "commitment"),
        ("another card drawn", altered(
            record, draw, drawn=other(events[draw]["drawn"])), draw, "drawn"),
        ("another seat said to have gone out", altered(
            record, end, out=0 if out is None else None), end, "out"),
        ("a blocked round that is none", altered(
            record, end, blocked=out is not None), end, "blocked"),
        ("a Hand that is none", altered(
            record, end, hand=not events[end]["hand"]), end, "hand"),
        ("points that the cards do not make", altered(
            record, end, points=[99, *events[end]["points"][1:]]), end,
         "points"),
        ("winners that the totals do not make", altered(
            record, last, winners=[2]), last, "winners"),
        ("a finished game said to have been ended", altered(
            record, last, status="ended"), last, "status"),
    ]
    for about, place, new, member in [
            ("the game made twice", draw, {"type": "game_created"}, "type"),
            ("a seat taken that is not open", draw,
             {"type": "seat_taken", "seat": 0}, "seat"),
            ("a second round amid the first", draw,
             {"type": "round_started"}, "type"),
            ("a new stock while there is one", draw,
             {"type": "reshuffled"}, "type"),
            ("a round that ends by itself", draw, {"type": "round_ended"},
             "type"),
            ("a game finished in mid-round", draw,
             {"type": "game_ended", "status": "finished"}, "status"),
            ("a correction of what was played", draw,
             {"type": "round_corrected", "round": 1}, "type"),
            ("an event after the end", last + 1,
             {"type": "game_ended", "status": "finished"}, "type"),
            ("a move after the round", end,
             {"type": "move", "seat": 0,
              "move": {"move": "draw", "from": "stock"}}, "type")]:
        inserted = copy.deepcopy(record)
        place = min(place, len(inserted["events"]))
        inserted["events"].insert(place, new)
        found.append((about, renumbered(inserted), place, member))
    for place, event in enumerate(events):
        if event["type"] == "reshuffled":
            order = event["order"]
            found += [
                ("a new stock without a card", altered(
                    record, place, order=order[1:]), place, "order"),
                ("a new stock in another order than that of its seed",
                 altered(record, place, order=order[::-1]), place, "order")]
    return found


def draws_from_stock(event):
    move = event["move"]
    return move.get("from") == "stock" or bool(event.get("cards_taken"))


def played_again(record, rng, chance=0.3):
    """The record of a game in which here and there the last moves of a seat
    were taken back, and made again."""
    events = [{name: value for name, value in event.items()
               if name not in ("seq", "hash")} for event in record["events"]]
    again, run = [], []
    for event, after in zip(events, events[1:] + [{"type": "none"}]):
        again.append(event)
        if event["type"] != "move":
            run = []
            continue
        if run and run[-1]["seat"] != event["seat"]:
            run = []
        if draws_from_stock(event):
            # Whoever drew can take back what comes after.
            run = []
            continue
        run.append(event)
        if after["type"] == "move" and rng.random() < chance:
            moves = run[-rng.randint(1, len(run)):]
            again += [{"type": "undone", "moves": len(moves)}] + moves
    return {"format": record["format"], "version": record["version"],
            "arranged": record.get("arranged"), "events": again}
