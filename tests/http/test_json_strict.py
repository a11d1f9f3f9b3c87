"""Bodies and parameters: nothing wrong passes, and each fault is named."""

import copy
import json

import pytest

from support.deals import discard, draw, plain

TWO = [{"player": "a"}, {"player": "b"}]
CREATE = {"variant": "hand", "seats": TWO}


@pytest.fixture(scope="module")
def scene(api):
    """A game that seat 0 has to open, and one with an open seat."""
    arranged = plain()
    return {"game": api.create(arranged.body),
            "card": arranged.hands[0][0],
            "open": api.create({"variant": "hand", "seats": [
                {"player": "a"}, {"open": True}]})}


def doors(scene):
    """Every path that takes a body: (path, token, a body that is right)."""
    return {
        "games": ("/v1/games", None, CREATE),
        "moves": (scene["game"].path + "/moves", scene["game"].seats[0],
                  discard(scene["card"])),
        "seats": (scene["open"].path + "/seats/1", scene["open"].host,
                  {"player": "b"}),
        "players": ("/v1/players", None, {"name": "never registered"}),
    }


DOORS = ["games", "moves", "seats", "players"]
EITHER = {"invalid_json", "invalid_request"}
JSON = {"invalid_json"}
SHAPE = {"invalid_request"}

# Name, bytes, codes that may come, comment.
TEXTS = [
    ("empty", b"", JSON, "no body"),
    ("blank", b"  \n", JSON, "only blanks"),
    ("cut", b'{"player":"a"', JSON, "cut short"),
    ("comma", b'{"player":"a",}', JSON, "a comma too many"),
    ("two", b'{"player":"a"}{}', JSON, "two values"),
    ("garbage", b'{"player":"a"}x', JSON, "garbage behind"),
    ("nul-behind", b'{"player":"a"}\0', JSON, "a NUL behind"),
    ("twice", b'{"player":"a","player":"a"}', JSON, "a name twice"),
    ("twice-escaped", b'{"player":"a","pl\\u0061yer":"a"}', JSON,
     "a name twice, once escaped"),
    ("twice-inside", b'{"x":{"a":1,"a":2}}', JSON, "a name twice, inside"),
    ("nul", b'{"player":"a\\u0000b"}', JSON, "an escaped NUL"),
    ("nul-name", b'{"pla\\u0000yer":"a"}', JSON, "a NUL in a name"),
    ("utf8", b'{"player":"\xff"}', JSON, "a byte that is never UTF-8"),
    ("utf8-cut", b'{"player":"\xc3"}', JSON, "half a character"),
    ("overlong", b'{"player":"\xc0\xaf"}', JSON, "an overlong form"),
    ("surrogate", b'{"player":"\\ud800"}', JSON, "half a surrogate pair"),
    ("surrogate-raw", b'{"player":"\xed\xa0\x80"}', JSON, "one in UTF-8"),
    ("utf16", '{"player":"a"}'.encode("utf-16"), JSON, "another encoding"),
    ("bom", b'\xef\xbb\xbf{"player":"a"}', JSON, "a byte order mark"),
    ("nan", b'{"seat":NaN}', JSON, "no number"),
    ("infinity", b'{"seat":Infinity}', JSON, "nor this"),
    ("huge-real", b'{"seat":1e400}', JSON, "beyond a double"),
    ("huge-int", b'{"seat":99999999999999999999}', JSON, "beyond 64 bits"),
    ("zero", b'{"seat":01}', JSON, "a leading zero"),
    ("plus", b'{"seat":+1}', JSON, "a sign"),
    ("quotes", b"{'player':'a'}", JSON, "the wrong quotes"),
    ("bare", b"{player:1}", JSON, "a name without quotes"),
    ("comment", b'{"player":"a"/**/}', JSON, "a comment"),
    ("control", b'{"player":"a\nb"}', JSON, "a raw line feed in a string"),
    ("tab", b'{"player":"a\tb"}', JSON, "a raw tab in a string"),
    ("word", b"nul", JSON, "half a word"),
    ("deep", b"[" * 5000 + b"]" * 5000, EITHER, "far too deep"),
    ("deep-in", b'{"x":' + b"[" * 40 + b"]" * 40 + b"}", EITHER,
     "too deep inside"),
    ("array", b"[]", SHAPE, "an array"),
    ("array-of", b'[{"player":"a"}]', SHAPE, "an array of bodies"),
    ("string", b'"a"', SHAPE, "a string"),
    ("number", b"1", SHAPE, "a number"),
    ("null", b"null", SHAPE, "null"),
    ("true", b"true", SHAPE, "a word"),
    ("object", b"{}", SHAPE, "an object without a member"),
]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name,text,codes,comment", TEXTS,
                         ids=[row[0] for row in TEXTS])
def test_a_body_that_is_no_good(api, scene, door, name, text, codes,
                                comment):
    path, token, _ = doors(scene)[door]
    problem = api.post(path, raw=text, token=token).refused(400)
    assert problem["code"] in codes, f"{comment}: {problem}"
    if problem["code"] == "invalid_request":
        assert problem["errors"], f"{comment}: {problem}"


@pytest.mark.parametrize("door", DOORS)
def test_an_unknown_member_is_named(api, scene, door):
    path, token, body = doors(scene)[door]
    answer = api.post(path, {**body, "nonsense": 1, "a/b~c": 2}, token)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/a~1b~0c", "/nonsense"]


@pytest.mark.parametrize("door", DOORS)
def test_an_unknown_parameter_is_refused(api, scene, door):
    path, token, body = doors(scene)[door]
    api.post(path + "?nonsense=1", body, token).refused(
        400, "invalid_request")


def bodies(base, rows):
    """Fills a table's bodies: `change` is merged into the base; a function
    is called on a copy."""
    filled = []
    for name, change, pointers, comment in rows:
        body = copy.deepcopy(base)
        if callable(change):
            change(body)
        else:
            body.update(change)
        filled.append((name, body, sorted(pointers), comment))
    return filled


HANDS = [["2S"] * 15, ["3S"] * 14]


def deals(*several):
    return {"deals": list(several)}


def seat(*wanted):
    return {"seats": [TWO[0], *wanted]}


# Name, change of the body, where faults are named, comment.
GAMES = bodies(CREATE, [
    ("no-variant", lambda b: b.pop("variant"), ["/variant"], "required"),
    ("variant-null", {"variant": None}, ["/variant"], "null is absent"),
    ("variant-type", {"variant": 1}, ["/variant"], "a number"),
    ("variant-value", {"variant": "bridge"}, ["/variant"], "unknown"),
    ("variant-case", {"variant": "Hand"}, ["/variant"], "case counts"),
    ("mode-type", {"mode": 1}, ["/mode"], "a number"),
    ("mode-value", {"mode": "chess"}, ["/mode"], "unknown"),
    ("options-type", {"options": []}, ["/options"], "an array"),
    ("options-text", {"options": "rounds=5"}, ["/options"], "a string"),
    ("no-seats", lambda b: b.pop("seats"), ["/seats"], "required"),
    ("seats-null", {"seats": None}, ["/seats"], "null is absent"),
    ("seats-type", {"seats": {}}, ["/seats"], "an object"),
    ("seats-number", {"seats": 2}, ["/seats"], "a number"),
    ("seats-none", {"seats": []}, ["/seats"], "nobody"),
    ("seats-one", {"seats": TWO[:1]}, ["/seats"], "one is too few"),
    ("seats-six", {"seats": [{"player": str(i)} for i in range(6)]},
     ["/seats"], "six are too many"),
    ("partners-three", {"variant": "hand-partners",
                        "seats": [{"player": str(i)} for i in range(3)]},
     ["/seats"], "partners are four"),
    ("partners-five", {"variant": "hand-partners",
                       "seats": [{"player": str(i)} for i in range(5)]},
     ["/seats"], "partners are four"),
    ("seat-type", seat("b"), ["/seats/1"], "a string for a seat"),
    ("seat-null", seat(None), ["/seats/1"], "null for a seat"),
    ("seat-empty", seat({}), ["/seats/1"], "neither player nor open"),
    ("seat-player-type", seat({"player": 1}), ["/seats/1/player"],
     "a number for a name"),
    ("seat-player-list", seat({"player": ["b"]}), ["/seats/1/player"],
     "a list for a name"),
    ("seat-player-empty", seat({"player": ""}), ["/seats/1/player"],
     "an empty name"),
    ("seat-open-type", seat({"open": 1}), ["/seats/1/open"], "no boolean"),
    ("seat-both", seat({"player": "b", "open": True}), ["/seats/1"],
     "a player on an open seat"),
    ("seat-player-and-bot", seat({"player": "b", "bot": "basic"}),
     ["/seats/1"], "a player on the seat of a bot"),
    ("seat-bot-and-open", seat({"bot": "basic", "open": True}), ["/seats/1"],
     "an open seat of a bot"),
    ("seat-bot-type", seat({"bot": True}), ["/seats/1/bot"], "no name"),
    ("seat-bot-unknown", seat({"bot": "deep"}), ["/seats/1/bot"],
     "no such bot"),
    ("seat-open-false", seat({"open": False}), ["/seats/1"],
     "not open, and nobody there"),
    ("seat-unknown", seat({"player": "b", "x/y": 1}), ["/seats/1/x~1y"],
     "an unknown member"),
    ("dealer-type", {"first_dealer": "0"}, ["/first_dealer"], "a string"),
    ("dealer-real", {"first_dealer": 1.0}, ["/first_dealer"], "a real"),
    ("dealer-bool", {"first_dealer": True}, ["/first_dealer"], "a boolean"),
    ("dealer-low", {"first_dealer": -1}, ["/first_dealer"], "below zero"),
    ("dealer-high", {"first_dealer": 2}, ["/first_dealer"], "no such seat"),
    ("dealer-wide", {"first_dealer": 2 ** 32}, ["/first_dealer"],
     "wraps to 0 in 32 bits"),
    ("dealer-wider", {"first_dealer": 2 ** 63 - 1}, ["/first_dealer"],
     "the largest of 64 bits"),
    ("deals-type", {"deals": {}}, ["/deals"], "an object"),
    ("deals-item", deals(1), ["/deals/0"], "a number for a deal"),
    ("deals-empty", deals({}), ["/deals/0/hands"], "hands are required"),
    ("deals-unknown", deals({"hands": HANDS, "x": 1}), ["/deals/0/x"],
     "an unknown member"),
    ("hands-type", deals({"hands": "2S"}), ["/deals/0/hands"], "a string"),
    ("hands-null", deals({"hands": None}), ["/deals/0/hands"],
     "null is absent"),
    ("hand-type", deals({"hands": [HANDS[0], "3S"]}), ["/deals/0/hands/1"],
     "a string for a hand"),
    ("hand-card", deals({"hands": [HANDS[0], ["3S", "1H", 7]]}),
     ["/deals/0/hands/1/1", "/deals/0/hands/1/2"], "no cards"),
    ("stock-type", deals({"hands": HANDS, "stock": "2S"}),
     ["/deals/0/stock"], "a string"),
    ("stock-card", deals({"hands": HANDS, "stock": ["2S", "S2"]}),
     ["/deals/0/stock/1"], "no card"),
    ("deals-many", deals(*[{"hands": HANDS}] * 6), ["/deals"],
     "six deals of five rounds"),
    ("many", {"mode": 2, "options": 3, "first_dealer": "5", "deals": 6,
              "x": 7},
     ["/deals", "/first_dealer", "/mode", "/options", "/x"],
     "all but what decides how the others are read"),
    ("many-first", {"variant": 1, "mode": 2, "x": 3},
     ["/mode", "/variant", "/x"], "also with the variant"),
    ("many-deep", {"options": {"rounds": 0, "nonsense": 1},
                   "seats": [{"player": 1}, {"open": "yes"}],
                   "deals": [{"hands": [["0S"], [1]], "y": 1}]},
     ["/options/rounds", "/options/nonsense", "/seats/0/player",
      "/seats/1/open", "/deals/0/hands/0/0", "/deals/0/hands/1/0",
      "/deals/0/y"], "many inside"),
])


@pytest.mark.parametrize("name,body,pointers,comment", GAMES,
                         ids=[row[0] for row in GAMES])
def test_a_game_of_wrong_shape(api, name, body, pointers, comment):
    answer = api.post("/v1/games", body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers, f"{comment}: {answer!r}"


# Option, values that it may not have.
OPTIONS = {
    "rounds": [0, 100, -1, "5", 5.0, True, [], 2 ** 32 + 5, 2 ** 63 - 1],
    "max_reshuffles": [-1, 100, "2", 2.0, False, 256],
    "opening_minimum": [-1, 501, "51", 51.5, 65587],
    "ace_low_value": [0, 2, 12, "11", 11.0, True],
    "max_jokers_per_meld": [-1, 3, "2", 1.0, True],
    "run_max": [12, 15, "13", 13.0],
    "joker_left": [0, 16, 20, "15", 15.0],
    "dealer": ["winner", "Rotate", "", 0, []],
    "opening_rule": ["beat", "FIXED", 1, True],
    "opening_needs_run": ["true", 0, 1, "yes"],
    "hand_waives_minimum": ["false", 0, 1],
    "starter_may_meld": ["true", 0, 1],
    "discard_draw": ["free", "", 2, False],
    "final_discard": ["none", 1, True],
    "nonsense": [1], "claim_limit": [0], "ace_wrap": [True],
    "refusal": ["free"], "after_claim": ["return_to_turn"],
    "lay_off": ["any"], "Rounds": [5], "": [1],
}
BAD_OPTIONS = [(name, value) for name, values in OPTIONS.items()
               for value in values]


@pytest.mark.parametrize("name,value", BAD_OPTIONS,
                         ids=[f"{n}={json.dumps(v)}" for n, v in BAD_OPTIONS])
@pytest.mark.parametrize("variant", ["hand", "hand-partners"])
def test_an_option_that_is_no_good(api, variant, name, value):
    seats = [{"player": str(i)} for i in range(4)]
    answer = api.post("/v1/games", {"variant": variant, "seats": seats,
                                    "options": {name: value}})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/options/" + name]


def test_every_bad_option_has_its_own_entry(api):
    names = [name for name in OPTIONS if name]
    answer = api.post("/v1/games", {**CREATE, "options": {
        name: OPTIONS[name][0] for name in names}})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == sorted("/options/" + name for name in names)


# Every kind of move: what is wrong, where it is named, comment. A move is
# judged for its shape before the state of the game is looked at.
MOVES = [
    ({}, ["/move"], "no move"),
    ({"move": None}, ["/move"], "null is absent"),
    ({"move": 1}, ["/move"], "a number"),
    ({"move": "fly"}, ["/move"], "unknown"),
    ({"move": "Draw", "from": "stock"}, ["/move"], "case counts"),
    ({"move": "may_i"}, ["/move"], "a move of May I"),
    ({"move": "draw"}, ["/from"], "from is required"),
    ({"move": "draw", "from": None}, ["/from"], "null is absent"),
    ({"move": "draw", "from": 1}, ["/from"], "a number"),
    ({"move": "draw", "from": "bin"}, ["/from"], "unknown"),
    ({"move": "draw", "from": "stock", "card": "2S"}, ["/card"],
     "a member of another move"),
    ({"move": "return", "card": "2S"}, ["/card"], "return names nothing"),
    ({"move": "discard"}, ["/card"], "card is required"),
    ({"move": "discard", "card": 2}, ["/card"], "a number"),
    ({"move": "discard", "card": ["2S"]}, ["/card"], "a list"),
    ({"move": "discard", "card": "2s"}, ["/card"], "a small letter"),
    ({"move": "discard", "card": "11S"}, ["/card"], "no rank"),
    ({"move": "discard", "card": "2S "}, ["/card"], "a blank behind"),
    ({"move": "discard", "card": ""}, ["/card"], "nothing"),
    ({"move": "discard", "card": "JKS"}, ["/card"], "a joker with a suit"),
    ({"move": "discard", "card": "1S"}, ["/card"], "a one"),
    ({"move": "discard", "card": "2S", "cards": ["2S"]}, ["/cards"],
     "a member of another move"),
    ({"move": "meld"}, ["/melds"], "melds are required"),
    ({"move": "meld", "melds": None}, ["/melds"], "null is absent"),
    ({"move": "meld", "melds": []}, ["/melds"], "at least one"),
    ({"move": "meld", "melds": "2S"}, ["/melds"], "a string"),
    ({"move": "meld", "melds": ["2S"]}, ["/melds/0"], "a card for a meld"),
    ({"move": "meld", "melds": [["2S", 3, "4X"]]},
     ["/melds/0/1", "/melds/0/2"], "no cards"),
    ({"move": "meld", "melds": [["2S"], {}]}, ["/melds/1"], "an object"),
    ({"move": "lay_off"}, ["/cards", "/meld"], "both are required"),
    ({"move": "lay_off", "meld": "1", "cards": ["2S"]}, ["/meld"],
     "a string"),
    ({"move": "lay_off", "meld": 1.0, "cards": ["2S"]}, ["/meld"], "a real"),
    ({"move": "lay_off", "meld": True, "cards": ["2S"]}, ["/meld"],
     "a boolean"),
    ({"move": "lay_off", "meld": 1, "cards": []}, ["/cards"],
     "at least one"),
    ({"move": "lay_off", "meld": 1, "cards": "2S"}, ["/cards"], "a string"),
    ({"move": "lay_off", "meld": 1, "cards": ["2S", None]}, ["/cards/1"],
     "null for a card"),
    ({"move": "lay_off", "meld": 1, "cards": ["2S"], "end": "top"},
     ["/end"], "no end"),
    ({"move": "lay_off", "meld": 1, "cards": ["2S"], "end": 1}, ["/end"],
     "a number"),
    ({"move": "take_joker"}, ["/cards", "/meld"], "both are required"),
    ({"move": "take_joker", "meld": [], "cards": {}}, ["/cards", "/meld"],
     "both of wrong types"),
    ({"move": "take_joker", "meld": 1, "cards": []}, ["/cards"],
     "at least one"),
    ({"move": "take_joker", "meld": 1, "cards": ["0S"]}, ["/cards/0"],
     "no card"),
    ({"move": "take_joker", "meld": 1, "cards": ["2S"], "end": "low"},
     ["/end"], "a member of another move"),
]


@pytest.mark.parametrize("move,pointers,comment", MOVES,
                         ids=[json.dumps(row[0]) for row in MOVES])
def test_a_move_of_wrong_shape(scene, move, pointers, comment):
    game = scene["game"]
    for seat_number in (0, 1):
        answer = game.post(seat_number, move)
        answer.refused(400, "invalid_request")
        assert answer.pointers() == pointers, f"{comment}: {answer!r}"


@pytest.mark.parametrize("move,pointers,comment", MOVES,
                         ids=[json.dumps(row[0]) for row in MOVES])
def test_a_move_of_wrong_shape_in_a_batch(scene, move, pointers, comment):
    answer = scene["game"].post(0, {"moves": [draw(), move]})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/moves/1" + pointer
                                 for pointer in pointers], comment


# Body, where faults are named, comment.
BATCHES = [
    ({"moves": []}, ["/moves"], "no move"),
    ({"moves": None}, ["/move"], "null is absent: a single move without one"),
    ({"moves": {}}, ["/moves"], "an object"),
    ({"moves": "draw"}, ["/moves"], "a string"),
    ({"moves": [draw()] * 41}, ["/moves"], "41 are too many"),
    ({"moves": ["draw"]}, ["/moves/0"], "a string for a move"),
    ({"moves": [draw(), None]}, ["/moves/1"], "null for a move"),
    ({"moves": [[]]}, ["/moves/0"], "a list for a move"),
    ({"moves": [draw()], "x": 1}, ["/x"], "an unknown member beside"),
    ({"moves": [draw()], "move": "return"}, ["/move"], "both forms"),
    ({"moves": [{"seat": 0, **draw()}]}, ["/moves/0/seat"],
     "the seat stands beside moves"),
    ({"moves": [{"moves": [draw()]}]}, ["/moves/0/move", "/moves/0/moves"],
     "a batch in a batch"),
    ({"moves": [{"move": "fly"}, {"move": "draw"}, {"move": "discard",
                                                    "card": 1}]},
     ["/moves/0/move", "/moves/1/from", "/moves/2/card"],
     "one entry per fault"),
]


@pytest.mark.parametrize("body,pointers,comment", BATCHES,
                         ids=[row[2] for row in BATCHES])
def test_a_batch_of_wrong_shape(scene, body, pointers, comment):
    answer = scene["game"].post(0, body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == sorted(pointers), comment


# `seat`, comment: also from the host.
SEATS = [("0", "a string"), (0.0, "a real"), (True, "a boolean"),
         (-1, "below zero"), (2, "no such seat"), (256, "wraps to 0"),
         (2 ** 32, "wraps to 0"), ([], "a list")]


@pytest.mark.parametrize("value,comment", SEATS,
                         ids=[repr(row[0]) for row in SEATS])
@pytest.mark.parametrize("viewer", [0, "host"])
def test_a_seat_that_is_no_seat(scene, viewer, value, comment):
    for body in (discard(scene["card"]), {"moves": [draw()]}):
        answer = scene["game"].post(viewer, {"seat": value, **body})
        answer.refused(400, "invalid_request")
        assert answer.pointers() == ["/seat"], comment


# Change of {"player": …}, where faults are named, comment.
OPEN_SEAT = [
    ({"player": None}, ["/player"], "null is absent"),
    ({"player": 1}, ["/player"], "a number"),
    ({"player": ""}, ["/player"], "an empty name"),
    ({"player": {"name": "b"}}, ["/player"], "an object"),
    ({"player": "b", "seat": 1}, ["/seat"], "the path names the seat"),
    ({"player": 1, "open": False}, ["/open", "/player"], "two faults"),
]


@pytest.mark.parametrize("body,pointers,comment", OPEN_SEAT,
                         ids=[row[2] for row in OPEN_SEAT])
def test_a_seat_filled_with_a_wrong_shape(api, scene, body, pointers,
                                          comment):
    answer = api.post(scene["open"].path + "/seats/1", body,
                      scene["open"].host)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers, comment


PLAYER = [
    ({"name": None}, ["/name"], "null is absent"),
    ({"name": 1}, ["/name"], "a number"),
    ({"name": ""}, ["/name"], "an empty name"),
    ({"name": "x" * 65}, ["/name"], "65 letters"),
    ({"player": "b"}, ["/name", "/player"], "another member"),
    ({"name": 1, "x": 1}, ["/name", "/x"], "two faults"),
]


@pytest.mark.parametrize("body,pointers,comment", PLAYER,
                         ids=[row[2] for row in PLAYER])
def test_a_player_of_wrong_shape(api, body, pointers, comment):
    answer = api.post("/v1/players", body)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == pointers, comment


def test_nothing_of_all_that_changed_a_game(scene):
    assert scene["game"].view()["round"]["discard"] == []
    assert scene["open"].view()["status"] == "open"


# Parameter, comment.
DRY_RUNS = [("dry_run=1", "not a word of JSON"),
            ("dry_run=yes", "another word"),
            ("dry_run=True", "case counts"), ("dry_run=", "nothing"),
            ("dry_run=true&dry_run=true", "twice"),
            ("dryrun=true", "another name")]


@pytest.mark.parametrize("query,comment", DRY_RUNS,
                         ids=[row[0] for row in DRY_RUNS])
def test_a_dry_run_wrongly_asked_for_is_not_played(scene, query, comment):
    game = scene["game"]
    before = game.view()
    game.post(0, discard(scene["card"]), "?" + query).refused(
        400, "invalid_request")
    assert game.view() == before, comment


# Path under a game, comment: numbers in paths.
PATHS = [("/seats/5", "beyond any game"), ("/seats/2", "beyond this game"),
         ("/seats/-1", "below zero"), ("/seats/x", "no number"),
         ("/seats/01", "a leading zero"), ("/seats/%31x", "nor this"),
         ("/seats/4294967296", "wraps to 0"), ("/seats/", "nothing")]


@pytest.mark.parametrize("path,comment", PATHS, ids=[r[0] for r in PATHS])
def test_a_seat_s_path_that_is_none(api, scene, path, comment):
    api.post(scene["open"].path + path, {"player": "b"},
             scene["open"].host).refused(404, "not_found")


IDS = ["x", "0", "00000000-0000-7000-8000-000000000000",
       "00000000-0000-4000-8000-000000000000", "%20", "*", "a" * 300]


@pytest.mark.parametrize("game_id", IDS)
@pytest.mark.parametrize("method,rest", [
    ("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/rounds"),
    ("GET", "/rounds/1"), ("POST", "/moves"), ("POST", "/seats/0")])
def test_a_game_that_is_not_there(api, method, rest, game_id):
    body = {"move": "return"} if method == "POST" else None
    api.request(method, f"/v1/games/{game_id}{rest}", body).refused(
        404, "not_found")
