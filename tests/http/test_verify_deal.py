"""tools/verify-deal.py: content with honest games of the service, and with
nothing else. Each way to cheat with the cards is tried on a true record."""

import copy
import hashlib
import importlib.util
import json
import subprocess
import sys

import pytest

from support.bots import pass_turn, play_round
from support.client import Client
from support.daemon import SRCDIR, Daemon
from support.deals import Arranged, discard, draw, lay_off, meld, take_joker
from support.recorded import of_bots, recorded, replayed

TOOL = SRCDIR / "tools" / "verify-deal.py"
RECORDED = ["hand", "hand-partners", "may-i-three", "may-i-four",
            "may-i-five"]
BOTS = [("hand", 3), ("hand-partners", 4), ("may-i", 5)]


def load():
    spec = importlib.util.spec_from_file_location("verify_deal", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify_deal = load()


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-S", "-E", str(TOOL), *map(str, arguments)],
        capture_output=True, text=True, timeout=60, check=False)


def said(items, arranged=None, noted=None):
    """What is found in events and rounds: "" where all is right."""
    try:
        events, rounds = verify_deal.in_order(items)
        verify_deal.Game(events, rounds, arranged or {}, noted or {}).check()
    except verify_deal.Wrong as wrong:
        return str(wrong)
    return ""


def published(game):
    """What a stranger can read of a game."""
    return (game.all_events(None),
            game.api.get(game.path + "/rounds?limit=100").ok()["items"])


def taken_back(api, name):
    """A game whose discards were taken back and made again."""
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": name("u")} for _ in range(2)]})
    while game.view()["round"]:
        pass_turn(game)
        last = game.events(query=f"?after={game.seq() - 1}")["items"][-1]
        if api.post(game.path + "/undo", {}, game.host).status == 200:
            game.play(last["seat"], last["move"])
    return game


def test_moves_taken_back_leave_the_cards_where_they_were(api, name):
    events, rounds = published(taken_back(api, name))
    undone = [i for i, event in enumerate(events)
              if event["type"] == "undone"]
    assert len(undone) > 10 and said(events + rounds) == ""
    # As if a move had not been taken back: the card would be played twice.
    without = copy.deepcopy(events)
    without[undone[3]]["type"] = "seat_given"
    assert said(without + rounds) != ""
    # A draw from the stock is no move that a host can take back.
    further = copy.deepcopy(events)
    further[undone[3]]["from_seq"] -= 1
    further[undone[3]]["moves"] += 1
    assert "cards of the stock" in said(further + rounds)
    other = copy.deepcopy(events)
    other[undone[3]]["from_seq"] = 2
    assert "can be taken back" in said(other + rounds)


def blocked(api, name):
    """A round that ends blocked, after a new stock."""
    game = api.create({"variant": "hand",
                       "options": {"rounds": 1, "max_reshuffles": 1},
                       "seats": [{"player": name("a")},
                                 {"player": name("b")}]})
    while (view := game.view())["round"]:
        turn = view["round"]["turn"]
        card = discard(view["hands"][turn["seat"]][0])
        game.play(turn["seat"], *([draw(), card] if turn["phase"] == "draw"
                                  else [card]))
    return game


@pytest.fixture(scope="module")
def house(tmp_path_factory, contract):
    daemon = Daemon(tmp_path_factory.mktemp("deals")).start()
    api = Client(daemon, contract)
    yield api
    api.close()
    daemon.close()


def arranged_cards(name):
    """By the round, how many cards of its deal were named."""
    return {number: sum(map(len, deal["hands"])) + len(deal["stock"])
            for number, deal in enumerate(recorded(name)["create"]["deals"],
                                          1)}


# ----- what is right -------------------------------------------------------

@pytest.mark.parametrize("variant, seats", BOTS)
def test_it_is_content_with_what_the_service_deals(house, variant, seats):
    game = of_bots(house, variant, seats)
    done = run(house.daemon.url + game.path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all is right in 5 rounds\n")


def test_it_follows_players_and_new_stocks(house, name):
    game = blocked(house, name)
    done = run(house.daemon.url + game.path)
    assert done.returncode == 0, done.stdout
    assert " and 1 new stocks are right\nall is right in 1 round\n" \
        in done.stdout


@pytest.mark.parametrize("name", RECORDED)
def test_it_follows_every_kind_of_move_from_files(house, tmp_path, name):
    """Saved as curl saves them, page by page, named in any order."""
    game, arranged = replayed(house, name), arranged_cards(name)
    events, rounds = published(game)
    files = []
    for first in range(0, len(events), 100):
        files.append(tmp_path / f"events-{first}.json")
        files[-1].write_text(json.dumps(
            {"items": events[first:first + 100], "next": None}))
    files.append(tmp_path / "rounds.json")
    files[-1].write_text(json.dumps({"items": rounds, "next": None}))
    options = [word for number, cards in arranged.items()
               for word in ("--arranged", f"{number}:{cards}")]
    done = run(*reversed(files), *options)
    assert done.returncode == 0, done.stdout + done.stderr
    # An arranged deal does not follow from its seed alone.
    done = run(*files)
    assert done.returncode == 1
    assert "not in the order of the seed" in done.stdout


def test_it_says_how_many_cards_may_have_been_arranged(house):
    arranged = Arranged({1: "AS AH AD KS KH KD".split()}, ["2C"],
                        options={"rounds": 1, "max_reshuffles": 0})
    arranged.body["deals"][0]["stock"] = arranged.stock[:3]
    game = house.create(arranged.body)
    while (view := game.view())["round"]:
        turn = view["round"]["turn"]
        card = discard(view["hands"][turn["seat"]][0])
        game.play(turn["seat"], *([draw(), card] if turn["phase"] == "draw"
                                  else [card]))
    done = run(house.daemon.url + game.path)
    assert done.returncode == 1
    assert "say --arranged 1:32" in done.stdout
    assert run(house.daemon.url + game.path,
               "--arranged", "1:32").returncode == 0


def test_jokers_of_runs_and_of_sets_are_taken(house):
    """H11: a set of two naturals gives one joker for two cards."""
    arranged = Arranged(
        {0: ["2D", "9S"],
         1: "AS AH JK KS QS JK AC AD JS TS 9D".split()},
        ["2C", "3C", "4C"], options={"rounds": 1, "max_reshuffles": 0})
    game = house.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("AS AH JK", "JK QS KS"), take_joker(1, "AC AD"),
              take_joker(2, "JS"), lay_off(2, "TS", "low"), discard("9D"))
    while (view := game.view())["round"]:
        turn = view["round"]["turn"]
        game.play(turn["seat"], draw(), discard(
            view["hands"][turn["seat"]][0]))
    events, rounds = published(game)
    named = {1: len(arranged.stock) + 29}
    assert said(events + rounds, named) == ""


# ----- what is not ---------------------------------------------------------

@pytest.fixture(scope="module")
def stock_game(house):
    return published(blocked(house, lambda stem: f"deal {stem}"))


@pytest.fixture(scope="module")
def bots_game(house):
    return published(of_bots(house, "hand", 3, rounds=2))


def find(events, number=0, **wanted):
    """An event with these members, of its move or of itself."""
    found = [event for event in events if all(
        {**event, **(event.get("move") or {})}.get(name) == value
        for name, value in wanted.items())]
    return found[number]


def other(card):
    return "AS" if card != "AS" else "2H"


def swap(cards, one=0, step=1):
    """Changes a card over with the next, that way, that is another: the pack
    has two of each."""
    two = one + step
    while cards[two] == cards[one]:
        two += step
    cards[one], cards[two] = cards[two], cards[one]


def reseeded(events):
    """A seed with a commitment to match, after the deal."""
    seed = bytes(range(32))
    start = find(events, type="round_started")
    start["commitment"] = hashlib.sha256(seed).hexdigest()
    find(events, type="round_ended")["seed"] = seed.hex()


def set_item(event, name, value):
    event[name] = value


CHEATS = [
    # what is altered, words of the finding
    ("another seed", lambda e, r: set_item(
        find(e, type="round_ended"), "seed", "00" * 32),
     "not the one of the commitment"),
    ("another commitment", lambda e, r: set_item(
        find(e, type="round_started"), "commitment", "00" * 32),
     "not the one of the commitment"),
    ("no seed", lambda e, r: set_item(
        find(e, type="round_ended"), "seed", None), "`seed` is missing"),
    ("a seed cut short", lambda e, r: set_item(
        find(e, type="round_ended"), "seed", "00" * 31),
     "64 hexadecimal digits"),
    ("a commitment that is none", lambda e, r: set_item(
        find(e, type="round_started"), "commitment", "deal"),
     "64 hexadecimal digits"),
    ("seed and commitment changed together", lambda e, r: reseeded(e),
     "not in the order of the seed"),
    ("two cards of the deck changed over", lambda e, r: swap(
        find(e, type="round_started")["deck"]),
     "not in the order of the seed"),
    ("the last two cards of the deck changed over", lambda e, r: swap(
        find(e, type="round_started")["deck"], -1, -1),
     "not in the order of the seed"),
    ("a card of the deck for another", lambda e, r: set_item(
        find(e, type="round_started")["deck"], 3,
        other(find(e, type="round_started")["deck"][3])),
     "not the whole pack"),
    ("a card of the deck gone", lambda e, r: find(
        e, type="round_started")["deck"].pop(), "not the whole pack"),
    ("a deck of numbers", lambda e, r: set_item(
        find(e, type="round_started"), "deck", list(range(106))),
     "not the whole pack"),
    ("no deck", lambda e, r: set_item(
        find(e, type="round_started"), "deck", None), "`deck` is missing"),
    ("another dealer and starter", lambda e, r: find(
        e, type="round_started").update(
            dealer=(find(e, type="round_started")["dealer"] + 1) % 2,
            starter=find(e, type="round_started")["dealer"]), "seat"),
    ("another starter alone", lambda e, r: set_item(
        find(e, type="round_started"), "starter",
        find(e, type="round_started")["dealer"]), "(G5)"),
    ("a dealer beyond the table", lambda e, r: set_item(
        find(e, type="round_started"), "dealer", 7), "no seat 7"),
    ("a card drawn for another", lambda e, r: set_item(
        find(e, move="draw"), "drawn", other(find(e, move="draw")["drawn"])),
     "the next card of the stock is"),
    ("two draws changed over", lambda e, r: swap_drawn(e),
     "the next card of the stock is"),
    ("a draw not told", lambda e, r: set_item(
        find(e, move="draw"), "drawn", None), "`drawn` is missing"),
    ("a draw by another seat", lambda e, r: set_item(
        find(e, move="draw"), "seat", 1 - find(e, move="draw")["seat"]),
     "does not hold|is left with|is said to be left"),
    ("a draw by nobody", lambda e, r: set_item(
        find(e, move="draw"), "seat", 9), "no seat 9"),
    ("a discard of a card not held", lambda e, r: set_item(
        find(e, move="discard")["move"], "card", "XX"), "does not hold"),
    ("a pile drawn from that has another top", lambda e, r: find(
        e, 1, move="draw").update(
            drawn="XX", move={"move": "draw", "from": "discard"}),
     "lies on top|empty pile"),
    ("a stock made anew in another order", lambda e, r: swap(
        find(e, type="reshuffled")["order"]), "(G7)"),
    ("a stock made anew without a card", lambda e, r: find(
        e, type="reshuffled")["order"].pop(), "(G7)"),
    ("the order of a new stock hidden", lambda e, r: set_item(
        find(e, type="reshuffled"), "order", None), "`order` is missing"),
    ("a new stock before its time", lambda e, r: move_event(
        e, find(e, type="reshuffled"), 10), "while there is one"),
    ("an event gone", lambda e, r: e.pop(20), "event 21 is missing"),
    ("the first events gone", lambda e, r: e.__delitem__(slice(0, 2)),
     "event 1 is missing"),
    ("an event twice", lambda e, r: e.append(e[5]), "event 6 comes twice"),
    ("a draw gone and the rest renumbered", lambda e, r: drop(
        e, find(e, move="draw")), "does not hold|next card of the stock"),
    ("a seat said to go out with cards", lambda e, r: set_item(
        find(e, type="round_ended"), "out", 0), "went out and holds"),
    ("cards left that were not", lambda e, r: set_item(
        r[0]["cards"], 0, ["AS"]), "is said to be left with AS"),
    ("another seed in the rounds", lambda e, r: set_item(
        r[0], "seed", "00" * 32), "the seed of the round"),
    ("another commitment in the rounds", lambda e, r: set_item(
        r[0], "commitment", "00" * 32), "the commitment of the round"),
    ("a round that starts twice", lambda e, r: set_item(
        find(e, type="round_started"), "round", 2), "does not begin"),
    ("a move that is none", lambda e, r: set_item(
        find(e, move="draw"), "move", "draw"), "`move` is missing"),
    ("melds that are none", lambda e, r: set_item(
        find(e, 3, move="discard"), "move",
        {"move": "meld", "melds": [[["AS"]]]}), "cannot be read"),
    ("a card returned that was not taken", lambda e, r: set_item(
        find(e, 3, move="discard"), "move", {"move": "return"}),
     "did not take"),
    ("a joker taken from no meld", lambda e, r: set_item(
        find(e, 3, move="discard"), "move",
        {"move": "take_joker", "meld": 1, "cards": ["AS"]}), "no meld 1"),
]


def swap_drawn(events):
    one, two = find(events, 0, move="draw"), find(events, 1, move="draw")
    if one["drawn"] == two["drawn"]:
        two = find(events, 2, move="draw")
    one["drawn"], two["drawn"] = two["drawn"], one["drawn"]


def renumber(events):
    for number, event in enumerate(events, 1):
        event["seq"] = number


def move_event(events, event, place):
    events.remove(event)
    events.insert(place, event)
    renumber(events)


def drop(events, event):
    events.remove(event)
    renumber(events)


@pytest.mark.parametrize("alter, words", [row[1:] for row in CHEATS],
                         ids=[row[0] for row in CHEATS])
def test_what_is_altered_is_found(stock_game, alter, words):
    events, rounds = copy.deepcopy(stock_game)
    assert said(events + rounds) == ""
    alter(events, rounds)
    finding = said(events + rounds)
    assert any(part in finding for part in words.split("|")), finding


def places_of_cards(event):
    """Where cards stand in an event: lists and the place in each."""
    move = event.get("move") or {}
    for holder, name in ((event, "drawn"), (move, "card")):
        if isinstance(holder.get(name), str):
            yield holder, name
    for cards in [move.get("cards"), event.get("deck"), event.get("order"),
                  *(move.get("melds") or [])]:
        for place in range(len(cards or [])):
            yield cards, place


def test_every_single_card_altered_is_found(bots_game):
    """Every card told of a whole game, put as another, one after another."""
    events, rounds = bots_game
    tried = 0
    for number, event in enumerate(events):
        for which in range(len(list(places_of_cards(event)))):
            if event["type"] == "round_started" and which % 10:
                continue
            changed = copy.deepcopy(event)
            holder, name = list(places_of_cards(changed))[which]
            holder[name] = other(holder[name])
            altered = [*events[:number], changed, *events[number + 1:]]
            assert said(altered + rounds), (event, which)
            tried += 1
    assert tried > 100


def test_every_event_with_cards_is_missed(bots_game):
    events, rounds = bots_game
    for number, event in enumerate(events):
        if not list(places_of_cards(event)):
            continue
        altered = copy.deepcopy(events[:number] + events[number + 1:])
        renumber(altered)
        assert said(altered + rounds), event


def test_the_deal_does_not_skip_a_seat(bots_game):
    events, rounds = copy.deepcopy(bots_game)
    start = find(events, type="round_started", round=2)
    start["dealer"] = (start["dealer"] + 1) % 3
    start["starter"] = (start["dealer"] + 1) % 3
    assert "(G3)" in said(events + rounds)


def test_what_was_noted_is_compared(house, bots_game):
    events, rounds = bots_game
    true = find(events, type="round_started", round=2)["commitment"]
    assert said(events + rounds, noted={2: true.upper()}) == ""
    assert "not the one noted" in said(events + rounds, noted={2: "00" * 32})


# ----- what cannot be checked ----------------------------------------------

def test_it_says_when_it_cannot_check(house, tmp_path, name):
    game = house.create({"variant": "hand", "seats": [
        {"player": name("p")}, {"player": name("q")}]})
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    strange = tmp_path / "strange.json"
    strange.write_text('{"items": 5}')
    empty = tmp_path / "empty.json"
    empty.write_text('{"items": []}')
    url = house.daemon.url + game.path
    for arguments, words in [
            ([url], "no round has ended yet"),
            ([url + "x"], "404"),
            ([broken], "broken.json"),
            ([strange], "neither events nor rounds"),
            ([empty], "no event that makes the game"),
            ([tmp_path / "none.json"], "No such file")]:
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert words in done.stderr, done.stderr
    blocked_game = blocked(house, name)
    done = run(house.daemon.url + blocked_game.path, "--noted", "2:00")
    assert done.returncode == 2
    assert "no round 2 to check" in done.stderr


def test_a_running_round_is_left_for_later(house, name):
    game = house.create({"variant": "hand", "options": {"rounds": 2},
                         "seats": [{"player": name("p")},
                                   {"player": name("q")}]})
    play_round(game)
    done = run(house.daemon.url + game.path)
    assert done.returncode == 0, done.stdout
    assert "round 2: it has not ended" in done.stdout
