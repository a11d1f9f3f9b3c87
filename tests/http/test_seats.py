"""Open seats, and names of players."""

import pytest

from support.deals import discard, draw, fill, plain


def open_game(api, *wanted, **more):
    return api.create({"variant": "hand", "seats": [
        {"player": one} if one else {"open": True} for one in wanted],
        **more})


def take(game, seat, player, token=None, query="", headers=None):
    return game.api.post(f"{game.path}/seats/{seat}{query}",
                         {"player": player}, token, headers)


def test_an_open_game_waits(api):
    game = open_game(api, "a", None, "c")
    view = game.created
    assert view["status"] == "open" and view["round"] is None
    assert game.seats[1] is None and game.seats[0] and game.seats[2]
    assert view["seats"][1] == {
        "seat": 1, "player": None, "kind": "open", "team": None,
        "cards": 0, "down": False, "away": False, "total": 0}
    assert [seat["cards"] for seat in view["seats"]] == [0, 0, 0]
    assert view["hands"] == [[], [], []]
    assert game.view(0)["you"] == {"seat": 0, "cards": []}
    assert [event["type"] for event in game.events()["items"]] == [
        "game_created"]


def test_the_last_seat_starts_the_game(api):
    game = open_game(api, None, "b", None)
    first = take(game, 2, "c")
    assert first.ok(201)["seat"] == 2
    assert game.view()["status"] == "open"
    second = take(game, 0, "a").ok(201)
    assert second["seat"] == 0 and second["token"].startswith("hk_seat_")
    view = game.view(second["token"])
    assert view["status"] == "playing" and view["you"]["seat"] == 0
    assert sorted(seat["cards"] for seat in view["seats"]) == [14, 14, 15]
    events = game.events()["items"]
    assert [(e["type"], e["seat"]) for e in events] == [
        ("game_created", None), ("seat_taken", 2), ("seat_taken", 0),
        ("round_started", None)]
    assert [e.get("player") for e in events[1:3]] == ["c", "a"]


def test_the_token_of_a_seat_taken_plays_it(api):
    game = open_game(api, None, "b", first_dealer=1)
    token = take(game, 0, "a").ok(201)["token"]
    card = game.view(token)["you"]["cards"][0]
    game.post(token, discard(card)).ok()
    game.post(1, draw()).ok()


def test_location_of_a_seat_taken_is_the_game(api):
    game = open_game(api, "a", None, None)
    answer = take(game, 1, "b")
    assert answer.header("Location").startswith(game.path)
    assert answer.header("ETag").startswith(f'"{game.seq()}.')


def test_a_seat_is_taken_once(api):
    game = open_game(api, "a", None, None)
    take(game, 0, "x").refused(409, "seat_taken")
    take(game, 1, "b").ok(201)
    problem = take(game, 1, "x").refused(409, "seat_taken")
    assert problem["seq"] == game.seq()
    take(game, 2, "c").ok(201)
    take(game, 2, "x").refused(409, "seat_taken")


def test_a_player_sits_once(api):
    game = open_game(api, "Ali", None, None)
    for again in ("Ali", "ali", "ALI"):
        take(game, 1, again).refused(422, "player_seated_twice")
    take(game, 1, "b").ok(201)
    take(game, 2, "B").refused(422, "player_seated_twice")
    assert game.view()["status"] == "open"


@pytest.mark.parametrize("names", [("a", "a"), ("a", "A"), ("Émile",
                                                           "éMILE"),
                                   ("E\u0301mile", "\u00c9mile"),
                                   ("ΣΟΦΙΑ", "σοφια")])
def test_two_names_that_are_one_are_refused(api, names):
    answer = api.post("/v1/games", {"variant": "hand", "seats": [
        {"player": "x"}, {"player": names[0]}, {"player": names[1]}]})
    problem = answer.refused(422, "player_seated_twice")
    assert problem["errors"][0]["pointer"].startswith("/seats/2")


def test_nothing_is_played_before_the_start(api):
    game = open_game(api, "a", None)
    for move in (draw(), discard("2S"), {"move": "return"}):
        game.refuse(0, move, 409, "not_started")


def test_a_game_ended_takes_nobody(api):
    game = open_game(api, "a", None)
    api.delete(game.path, game.host).ok()
    take(game, 1, "b").refused(409, "game_over")


def test_an_arranged_deal_waits_for_the_players(api):
    hands, stock = fill({}, 2)
    game = open_game(api, "a", None, first_dealer=1,
                     deals=[{"hands": hands, "stock": stock}])
    take(game, 1, "b", game.host).ok(201)
    assert [sorted(cards) for cards in game.view()["hands"]] == [
        sorted(cards) for cards in hands]
    assert game.view()["ranked"] is False


def test_a_seat_that_is_not_there(api):
    game = open_game(api, "a", None)
    take(game, 2, "b").refused(404, "not_found")
    take(game, 9, "b").refused(404, "not_found")


def test_partners_sit_across(api):
    game = api.create(plain(4, variant="hand-partners").body)
    assert [seat["team"] for seat in game.created["seats"]] == [0, 1, 0, 1]
    assert game.created["scores"]["team_totals"] == [0, 0]


# Name, comment.
GOOD_NAMES = [
    ("هدى", "Arabic"), ("Можно", "Russian"), ("李", "one code point"),
    ("x" * 64, "64 code points"), ("م" * 64, "64 of two bytes each"),
    ("\U0001f0cf" * 64, "64 of four bytes each"),
    ("a b", "a blank inside"), ("O'Neill <b>&\"\\/", "marks"),
    ("hk_seat_x", "what looks like a token"), ("../..", "dots and a slash"),
    ("null", "a word of JSON"), ("%00", "a percent sign"),
]


@pytest.mark.parametrize("player,comment", GOOD_NAMES,
                         ids=[row[1] for row in GOOD_NAMES])
def test_a_name_is_kept_as_it_is(api, player, comment):
    game = open_game(api, player, "other")
    assert game.created["seats"][0]["player"] == player
    assert game.view(None)["seats"][0]["player"] == player, comment


# As sent, as kept, comment.
COMPOSED = [("E\u0301mile", "\u00c9mile", "an accent"),
            ("\u0627\u0653", "\u0622", "an Arabic letter"),
            ("x" * 63 + "e\u0301", "x" * 63 + "\u00e9",
             "65 code points that are 64 in NFC")]


@pytest.mark.parametrize("sent,kept,comment", COMPOSED,
                         ids=[row[2] for row in COMPOSED])
def test_a_name_is_kept_in_nfc(api, sent, kept, comment):
    game = open_game(api, sent, "other")
    assert game.created["seats"][0]["player"] == kept, comment


# Name, comment.
BAD_NAMES = [
    ("", "nothing"), ("x" * 65, "65 code points"),
    ("م" * 65, "65 of two bytes each"),
    ("a\nb", "a line feed"), ("a\tb", "a tab"), ("\u007f", "delete"),
    ("a\u0085b", "a control of Latin-1"), ("a\u001bb", "escape"),
    ("a\u202eb", "turning the direction"), ("a\u202ab", "embedding"),
    ("a\u2066b", "isolating"), ("a\u2069b", "the end of isolating"),
    ("a\u200fb", "a mark of direction"), ("a\u200eb", "another"),
    ("a\u061cb", "the Arabic one"), ("a\u2028b", "a line separator"),
    ("a\ufeffb", "a byte order mark"), ("a\U000e0041b", "a tag"),
    ("a\uffffb", "no character"), (" a", "a blank before"),
    ("a ", "a blank behind"), (" ", "only a blank"),
    ("a\u034fb", "a joiner that nobody sees"),
    ("a\ufe0fb", "a selector of a letter's form"),
    ("\u3164", "a letter without a shape"),
]


@pytest.mark.parametrize("player,comment", BAD_NAMES,
                         ids=[row[1] for row in BAD_NAMES])
def test_a_name_that_is_none(api, player, comment):
    answer = api.post("/v1/games", {"variant": "hand", "seats": [
        {"player": "a"}, {"player": player}]})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/seats/1/player"], comment
    game = open_game(api, "a", None)
    answer = take(game, 1, player)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/player"], comment
    answer = api.post("/v1/players", {"name": player})
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/name"], comment


def test_a_player_keeps_the_name_it_was_first_written_with(api, name):
    first = name("Layla")
    open_game(api, first, "b")
    game = open_game(api, first.upper(), "b")
    assert game.created["seats"][0]["player"] == first
