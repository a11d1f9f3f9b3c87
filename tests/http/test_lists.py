"""Lists: limit, cursor, next, Link, filters."""

import re
import unicodedata
import urllib.parse

import pytest

from support.client import Client
from support.deals import discard, draw, fill, plain


def walk(api, path, token=None):
    """Every page of a list, following `next` and holding Link to it."""
    pages = []
    base, _, query = path.partition("?")
    cursor = None
    while True:
        parts = [query] if query else []
        if cursor:
            parts.append("cursor=" + urllib.parse.quote(cursor, safe=""))
        answer = api.get(base + ("?" + "&".join(parts) if parts else ""),
                         token)
        page = answer.ok()
        pages.append(page["items"])
        link = answer.header("Link")
        cursor = page["next"]
        if cursor is None:
            assert link is None or 'rel="next"' not in link
            return pages
        target = re.search(r'<([^>]*)>; *rel="next"', link).group(1)
        linked = api.get(target, token).ok()["items"]
        parts = ([query] if query else []) + [
            "cursor=" + urllib.parse.quote(cursor, safe="")]
        assert linked == api.get(base + "?" + "&".join(parts),
                                 token).ok()["items"]


@pytest.fixture(scope="module")
def games(api):
    """Twenty-five games of one player, oldest first, of several states."""
    made = []
    for number in range(25):
        partners = number % 5 == 0
        names = ["lister"] + [f"guest {i}" for i in range(3 if partners
                                                         else 1)]
        seats = [{"player": name} for name in names]
        if number % 4 == 0:
            seats[-1] = {"open": True}
        made.append(api.create({
            "variant": "hand-partners" if partners else "hand",
            "seats": seats}))
        if number % 3 == 0:
            api.delete(made[-1].path, made[-1].host).ok()
    return made


LISTER = "/v1/games?player=lister"


def ids(pages):
    return [item["id"] for page in pages for item in page]


def test_the_newest_is_first(api, games):
    assert ids(walk(api, LISTER + "&limit=100")) == [
        game.id for game in reversed(games)]


@pytest.mark.parametrize("limit,sizes", [
    (None, [20, 5]), (1, [1] * 25), (7, [7, 7, 7, 4]), (24, [24, 1]),
    (25, [25]), (26, [25]), (100, [25])])
def test_pages_hold_what_was_asked_and_nothing_twice(api, games, limit,
                                                     sizes):
    path = LISTER + (f"&limit={limit}" if limit else "")
    pages = walk(api, path)
    assert [len(page) for page in pages] == sizes
    assert ids(pages) == [game.id for game in reversed(games)]


@pytest.mark.parametrize("limit", ["0", "101", "-1", "1.0", "x", "", "1e1",
                                   "+5", "05x", "99999999999999999999",
                                   "0" * 5000 + "5"])
def test_a_limit_out_of_range_is_refused(api, limit):
    api.get("/v1/games?limit=" + limit).refused(400, "invalid_request")


def test_a_list_is_stable_while_games_are_made(api, name):
    player = name("stable")
    path = "/v1/games?player=" + urllib.parse.quote(player)

    def make(count):
        return [api.create({"variant": "hand", "seats": [
            {"player": player}, {"player": "guest 0"}]}).id
            for _ in range(count)][::-1]
    old = make(6)
    first = api.get(path + "&limit=2").ok()
    new = make(3)
    second = api.get(path + "&limit=100&cursor=" + first["next"]).ok()
    assert ids([first["items"], second["items"]]) == old
    assert ids(walk(api, path + "&limit=4")) == new + old


@pytest.fixture
def only(api, games):
    """The games of the fixture among those of an answer."""
    known = {game.id: number for number, game in enumerate(games)}

    def numbers(path):
        return sorted(known[item["id"]] for page in walk(api, path)
                      for item in page if item["id"] in known)
    return numbers


def numbers_where(test):
    return [number for number in range(25) if test(number)]


# Filters, which of the games, comment.
FILTERS = [
    ("", lambda n: True, "all of the player's"),
    ("&variant=hand", lambda n: n % 5 != 0, "one variant"),
    ("&variant=hand-partners", lambda n: n % 5 == 0, "the other"),
    ("&status=ended", lambda n: n % 3 == 0, "those that were ended"),
    ("&status=open", lambda n: n % 3 != 0 and n % 4 == 0, "those open"),
    ("&status=playing", lambda n: n % 3 != 0 and n % 4 != 0, "in play"),
    ("&status=finished", lambda n: False, "none was finished"),
    ("&status=playing&variant=hand-partners",
     lambda n: n % 3 != 0 and n % 4 != 0 and n % 5 == 0, "two filters"),
]


@pytest.mark.parametrize("query,wanted,comment", FILTERS,
                         ids=[row[0] for row in FILTERS])
def test_filters_must_all_hold(only, query, wanted, comment):
    assert only(LISTER + query + "&limit=9") == numbers_where(wanted), comment


def test_a_name_is_found_in_any_case(only):
    assert only("/v1/games?player=LISTER") == numbers_where(lambda n: True)


def test_a_name_that_nobody_has_finds_nothing(api):
    assert api.get("/v1/games?player=nobody%20at%20all").ok() == {
        "items": [], "next": None}


# Query, comment: parameters that are wrong.
WRONG = [
    ("variant=bridge", "an unknown variant"),
    ("variant=", "an empty one"),
    ("status=over", "an unknown status"),
    ("player=", "an empty name"),
    ("players=a", "an unknown parameter"),
    ("after=1", "a parameter of another list"),
    ("limit=5&limit=6", "a parameter twice"),
]


@pytest.mark.parametrize("query,comment", WRONG, ids=[r[0] for r in WRONG])
def test_a_wrong_filter_is_refused(api, query, comment):
    problem = api.get("/v1/games?" + query).refused(400, "invalid_request")
    assert len(problem["errors"]) == 1, comment


def cursor_of(api, path):
    return api.get(path).ok()["next"]


def test_a_foreign_cursor_is_refused(api, games):
    mine = cursor_of(api, LISTER + "&limit=5")
    for path, comment in [
            ("/v1/games?limit=5", "the filter is gone"),
            ("/v1/games?player=guest%200&limit=5", "another player"),
            (LISTER + "&status=ended", "one filter more"),
            ("/v1/players/lister/games?limit=5", "another list"),
            (games[0].path + "/events?limit=5", "a list of events"),
            ("/v1/leaderboards/hand?limit=5", "a leaderboard")]:
        path += ("&" if "?" in path else "?") + "cursor=" + mine
        answer = api.get(path, games[0].host if "events" in path else None)
        assert answer.refused(400, "bad_cursor"), comment


def test_the_limit_may_change_between_pages(api, games):
    mine = cursor_of(api, LISTER + "&limit=5")
    rest = api.get(LISTER + "&limit=50&cursor=" + mine).ok()
    assert len(rest["items"]) == 20 and rest["next"] is None


def test_an_altered_cursor_is_refused(api, games):
    good = cursor_of(api, LISTER + "&limit=5")
    for place in (0, len(good) // 2, len(good) - 1):
        other = "A" if good[place] != "A" else "Q"
        bad = good[:place] + other + good[place + 1:]
        api.get(LISTER + "&cursor=" + bad).refused(400, "bad_cursor")
    for bad in ("x", good + "A", good[:-2], "%20", "-", "AAAA"):
        api.get(LISTER + "&cursor=" + bad).refused(400, "bad_cursor")


def test_a_cursor_survives_a_restart(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    made = [api.create({"variant": "hand", "seats": [
        {"player": "a"}, {"player": "b"}]}) for _ in range(3)]
    cursor = cursor_of(api, "/v1/games?limit=1")
    daemon.restart()
    rest = api.get("/v1/games?limit=5&cursor=" + cursor).ok()
    assert [item["id"] for item in rest["items"]] == [
        made[1].id, made[0].id]
    api.close()


def test_a_player_s_games_are_the_same_list(api, games):
    assert ids(walk(api, "/v1/players/lister/games?limit=9")) == ids(
        walk(api, LISTER))


def test_a_summary_says_what_the_view_says(api, games):
    item = api.get(LISTER + "&status=playing&limit=1").ok()["items"][0]
    view = api.get("/v1/games/" + item["id"]).ok()
    for member in set(item) - {"seats"}:
        assert item[member] == view[member], member
    for short, whole in zip(item["seats"], view["seats"], strict=True):
        assert all(whole[key] == value for key, value in short.items())


def test_events_are_a_list_too(api):
    arranged = plain()
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    for seat, card in zip((1, 0, 1, 0), arranged.stock):
        game.play(seat, draw(), discard(card))
    everything = game.all_events()
    for limit in (1, 3, 100):
        pages = walk(api, f"{game.path}/events?limit={limit}", game.host)
        assert [event for page in pages for event in page] == everything


def test_rounds_are_a_list_too(api):
    body = {"variant": "hand", "options": {"rounds": 3,
                                           "starter_may_meld": True,
                                           "opening_minimum": 0},
            "seats": [{"player": "a"}, {"player": "b"}], "first_dealer": 1,
            "deals": [going_out(0), going_out(1), going_out(0)]}
    game = api.create(body)
    for seat in (0, 1, 0):
        game.play(seat, {"move": "meld", "melds": ALL}, discard("2S"))
    pages = walk(api, game.path + "/rounds?limit=2")
    assert [[one["round"] for one in page] for page in pages] == [[1, 2], [3]]


ALL = [["3S", "4S", "5S", "6S", "7S"], ["3H", "4H", "5H", "6H", "7H"],
       ["3D", "4D", "5D", "6D"]]


def going_out(seat):
    """A deal in which the starter can go out at once."""
    hands, stock = fill({seat: sum(ALL, []) + ["2S"]}, 2, seat)
    return {"hands": hands, "stock": stock}


# Names, comment: what they are encoded to is long, or ends an address.
LINKED = [
    ("\u1f82" * 64, "four code points each, taken apart"),
    ("\U0001f600" * 64, "four bytes each"),
    ("a>; rel=\"prev\"", "what would end the address"),
    ("a/b?c=d&e#f%2F", "what parts an address"),
    ("\u0647\u062f\u0649", "Arabic"),
]


@pytest.mark.parametrize("player,comment", LINKED,
                         ids=[row[1] for row in LINKED])
def test_link_leads_on_whatever_the_name(api, player, comment):
    for other in ("one guest", "two guests", "three guests"):
        api.create({"variant": "hand", "seats": [{"player": player},
                                                 {"player": other}]})
    for form in ("NFC", "NFD"):
        sent = urllib.parse.quote(unicodedata.normalize(form, player), safe="")
        for path in (f"/v1/players/{sent}/games?limit=1",
                     f"/v1/games?variant=hand&status=playing&player={sent}"
                     "&limit=1"):
            pages = walk(api, path)
            assert len(pages) == 3, comment


def test_a_cursor_is_of_the_list_not_of_the_way_it_is_written(api, games):
    path = "/v1/players/lister/games?limit=5"
    cursor = api.get(path).ok()["next"]
    again = "/v1/players/%6c%69ster/games?limit=5&cursor=" + cursor
    assert (api.get(again).ok()["items"]
            == api.get(f"{path}&cursor={cursor}").ok()["items"])
