"""Leaderboards: of players and of partnerships, from real games alone."""

import datetime
import urllib.parse

import pytest

from support.bots import pass_turn, play_game
from support.cards import points
from support.client import Client
from support.daemon import Daemon, hakam
from support.deals import fill
from support.scorecards import OUT, UP, card, down, record, told
from play import Style

HAND = "/v1/leaderboards/hand"
PARTNERS = "/v1/leaderboards/hand-partners"
PAIRS = PARTNERS + "/partnerships"

# Who sits where; each game is one round, which a seat of choice is left to
# win: the others never open.
GAMES = [
    ("hand", ["huda", "sami", "ali"], 0),
    ("hand", ["sami", "huda", "ali"], 0),
    ("hand", ["ali", "huda"], 1),
    ("hand", ["noor", "ali", "huda", "sami"], 2),
    ("hand-partners", ["huda", "sami", "ali", "noor"], 0),
    ("hand-partners", ["noor", "huda", "sami", "ali"], 1),
    ("hand-partners", ["huda", "noor", "sami", "ali"], 3),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory, contract):
    """A daemon of its own with the games above, and others that count
    nowhere; what its boards must say is added up here."""
    daemon = Daemon(tmp_path_factory.mktemp("boards")).start()
    api = Client(daemon, contract)
    views = [play(api, *game) for game in GAMES]
    made = uncounted(api)
    yield {"daemon": daemon, "api": api, "views": views, "uncounted": made}
    api.close()
    daemon.close()


def play(api, variant, names, winner):
    options = {} if variant == "may-i" else {"rounds": 1}
    game = api.create({"variant": variant, "options": options,
                       "seats": [{"player": name} for name in names]})
    return play_game(game, {seat: Style(opening=500)
                            for seat in range(len(names))
                            if seat != winner})


def write_down(api, *names):
    """A round of a physical table, which the first of them has won."""
    game = api.create(card(names=list(names), rounds=1))
    record(game, told(0, OUT, *[UP] * (len(names) - 1))).ok(201)


def uncounted(api):
    """Games of the same players that must not count: one ended, one open,
    one in play, one with an arranged deal."""
    seats = [{"player": "huda"}, {"player": "sami"}]
    body = {"variant": "hand", "options": {"rounds": 1}, "seats": seats}
    ended = api.create(body)
    api.delete(ended.path, ended.host).ok()
    api.create(body)
    api.create({**body, "seats": [*seats, {"open": True}]})
    melds = [["3S", "4S", "5S", "6S", "7S"], ["3H", "4H", "5H", "6H", "7H"],
             ["3D", "4D", "5D", "6D"]]
    hands, stock = fill({0: sum(melds, []) + ["2S"]}, 2)
    arranged = api.create({
        **body, "first_dealer": 1,
        "options": {"rounds": 1, "starter_may_meld": True},
        "deals": [{"hands": hands, "stock": stock}]})
    arranged.play(0, {"move": "meld", "melds": melds},
                  {"move": "discard", "card": "2S"})
    assert arranged.view()["status"] == "finished"
    assert arranged.view()["ranked"] is False
    return arranged


class Figures:
    """What games come to, added up from their views."""

    def __init__(self):
        self.games = self.wins = self.rounds = self.points = self.hands = 0

    @property
    def average(self):
        return self.points / self.rounds

    @property
    def win_rate(self):
        return self.wins / self.games


def points_of(one, seat):
    """A partner has the points of the team, for they decide (H17)."""
    return one["points"][seat["seat"]] if seat["team"] is None \
        else one["team_points"][seat["team"]]


def figures_of_players(views, variant):
    board = {}
    for view in views:
        if view["variant"] != variant:
            continue
        scores = view["scores"]
        for seat in view["seats"]:
            figures = board.setdefault(seat["player"], Figures())
            side = seat["team"] if seat["team"] is not None else seat["seat"]
            figures.games += 1
            figures.wins += side in scores["winners"]
            figures.rounds += len(scores["rounds"])
            figures.points += sum(points_of(one, seat)
                                  for one in scores["rounds"])
            figures.hands += sum(one["hand"] and one["out"] == seat["seat"]
                                 for one in scores["rounds"])
    return board


def figures_of_pairs(views):
    board = {}
    for view in views:
        if view["variant"] != "hand-partners":
            continue
        scores = view["scores"]
        for team in (0, 1):
            names = tuple(sorted(seat["player"] for seat in view["seats"]
                                 if seat["team"] == team))
            figures = board.setdefault(names, Figures())
            figures.games += 1
            figures.wins += team in scores["winners"]
            figures.rounds += len(scores["rounds"])
            figures.points += sum(one["team_points"][team]
                                  for one in scores["rounds"])
            figures.hands += sum(
                one["hand"] and one["out"] is not None
                and one["out"] % 2 == team for one in scores["rounds"])
    return board


# How a figure is ordered: better first.
ORDERS = {"wins": lambda f: -f.wins, "win_rate": lambda f: -f.win_rate,
          "average": lambda f: f.average, "hands": lambda f: -f.hands}
# In May I a higher average is better (M13).
ORDERS_MAY_I = {**ORDERS, "average": lambda f: -f.average}


def check_board(items, figures, by, key, orders=None):
    """Every line right, ties sharing a rank, better first."""
    order = (orders or ORDERS)[by]
    assert {key(item) for item in items} == set(figures)
    for item in items:
        want = figures[key(item)]
        assert (item["games"], item["wins"], item["rounds"],
                item["points"], item["hands"]) == (
            want.games, want.wins, want.rounds, want.points, want.hands)
        assert item["win_rate"] == pytest.approx(want.win_rate, abs=0.0006)
        assert item["average"] == pytest.approx(want.average, abs=0.006)
        better = [other for other in figures.values()
                  if order(other) < order(want)]
        assert item["rank"] == 1 + len(better), (by, item)
    ranks = [item["rank"] for item in items]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("by", sorted(ORDERS))
@pytest.mark.parametrize("variant", ["hand", "hand-partners"])
def test_the_board_of_players(house, variant, by):
    path = f"/v1/leaderboards/{variant}?by={by}"
    items = house["api"].get(path).ok()["items"]
    check_board(items, figures_of_players(house["views"], variant), by,
                lambda item: item["player"])


@pytest.mark.parametrize("by", sorted(ORDERS))
def test_the_board_of_partnerships(house, by):
    """Whatever seats the two sat in, whoever was named first."""
    items = house["api"].get(f"{PAIRS}?by={by}").ok()["items"]
    figures = figures_of_pairs(house["views"])
    assert ("ali", "huda") in figures and figures["ali", "huda"].games == 2
    check_board(items, figures, by, lambda item: tuple(item["players"]))
    for item in items:
        assert item["players"] == sorted(item["players"])


def test_wins_are_the_order_where_none_is_named(house):
    api = house["api"]
    for path in (HAND, PARTNERS, PAIRS):
        assert api.get(path).ok() == api.get(path + "?by=wins").ok()


def test_the_winners_are_those_who_were_to_win(house):
    """Else the boards above would be compared with too little."""
    for (variant, names, winner), view in zip(GAMES, house["views"],
                                              strict=True):
        side = winner % 2 if variant == "hand-partners" else winner
        one = view["scores"]["rounds"][0]
        if not one["blocked"]:
            assert one["out"] == winner
            assert side in view["scores"]["winners"], names


def test_a_tie_shares_the_rank_and_the_next_is_left_out(spawn, contract):
    """A blocked round in which nobody goes down: both win with 100."""
    api = Client(spawn(), contract)
    for names in (["b", "a"], ["c", "d", "e"]):
        game = api.create({
            "variant": "hand",
            "options": {"rounds": 1, "max_reshuffles": 0},
            "seats": [{"player": name} for name in names]})
        while game.view(None)["status"] == "playing":
            pass_turn(game)
        view = game.view(None)
        assert view["scores"]["winners"] == list(range(len(names)))
    write_down(api, "e", "f")
    items = api.get(HAND + "?by=wins").ok()["items"]
    assert [(item["rank"], item["wins"]) for item in items] == [
        (1, 2), (2, 1), (2, 1), (2, 1), (2, 1), (6, 0)]
    assert items[0]["player"] == "e" and items[-1]["player"] == "f"
    again = api.get(HAND + "?by=wins").ok()["items"]
    assert again == items, "the order below a rank is stable"
    pages, cursor = [], None
    while True:
        page = api.get(HAND + "?by=wins&limit=1" + (
            "&cursor=" + urllib.parse.quote(cursor) if cursor else "")).ok()
        pages += page["items"]
        cursor = page["next"]
        if cursor is None:
            break
    assert pages == items, "also over pages that part a tie"
    api.close()


@pytest.mark.parametrize("path", [HAND, PARTNERS, PAIRS])
@pytest.mark.parametrize("by", sorted(ORDERS))
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_of_a_board_are_the_board(house, path, by, limit):
    api = house["api"]
    whole = api.get(f"{path}?by={by}&limit=100").ok()["items"]
    found, cursor = [], None
    while True:
        page = api.get(f"{path}?by={by}&limit={limit}" + (
            "&cursor=" + urllib.parse.quote(cursor) if cursor else "")).ok()
        found += page["items"]
        cursor = page["next"]
        if cursor is None:
            break
    assert found == whole


def test_min_games_leaves_out_who_played_less(house):
    api = house["api"]
    figures = figures_of_players(house["views"], "hand")
    for least in (1, 2, 3, 4, 5):
        items = api.get(f"{HAND}?min_games={least}").ok()["items"]
        assert {item["player"] for item in items} == {
            name for name, one in figures.items() if one.games >= least}
        assert not items or items[0]["rank"] == 1


def pages(api, path, meanwhile=lambda: None):
    """All pages of a list, one after another."""
    found, cursor = [], None
    while True:
        page = api.get(path + (
            "&cursor=" + urllib.parse.quote(cursor) if cursor else "")).ok()
        found += page["items"]
        cursor = page["next"]
        if cursor is None:
            return found
        meanwhile()


def ranked(items):
    return [(item["rank"], item.get("player") or tuple(item["players"]))
            for item in items]


@pytest.mark.parametrize("by", ["rating", *sorted(ORDERS)])
def test_pages_stand_still_while_games_are_finished(spawn, contract, by):
    """Everybody once, in the order that held when the first page was read,
    while games move players up and down and bring in new ones."""
    api = Client(spawn(), contract)
    names = [f"p{i}" for i in range(8)]
    for i in range(0, 8, 2):
        write_down(api, *names[i:i + 2])
    write_down(api, "p2", "p0", "p4")
    path = f"{HAND}?by={by}&limit=2"
    before = api.get(f"{HAND}?by={by}&limit=100").ok()["items"]
    games = iter([["p7", "p2"], ["p5", "p0", "p6"], ["new", "p1"],
                  ["p3", "p2", "p7"]])

    def meanwhile():
        write_down(api, *next(games, ["p1", "p2"]))
    assert pages(api, path, meanwhile) == before
    after = api.get(f"{HAND}?by={by}&limit=100").ok()["items"]
    assert after != before and len(after) == 9
    api.close()


@pytest.mark.parametrize("by", ["rating", *sorted(ORDERS)])
@pytest.mark.parametrize("path", [HAND, PARTNERS])
def test_a_page_is_around_a_player(house, path, by):
    """And goes on from there to the end of the board."""
    api = house["api"]
    whole = api.get(f"{path}?by={by}&limit=100").ok()["items"]
    for at, item in enumerate(whole):
        name = item["player"]
        for limit in (1, 2, 3, 100):
            page = api.get(f"{path}?by={by}&limit={limit}&around={name}").ok()
            begin = max(0, min(at - (limit - 1) // 2, len(whole) - limit))
            assert page["items"] == whole[begin:begin + limit], (at, limit)
            assert (page["next"] is None) == (begin + limit >= len(whole))
        assert pages(api, f"{path}?by={by}&limit=2&around={name}") == whole[
            max(0, min(at, len(whole) - 2)):]
    assert api.get(f"{path}?around=HUDA&limit=1").ok()["items"][0][
        "player"] == "huda", "in any spelling"


def test_a_page_is_around_a_pair(house):
    api = house["api"]
    whole = api.get(f"{PAIRS}?by=average").ok()["items"]
    for item in whole:
        one, other = item["players"]
        for query in (f"around={one}&with={other}",
                      f"around={other}&with={one}"):
            page = api.get(f"{PAIRS}?by=average&limit=1&{query}").ok()
            assert page["items"] == [item]
    # One player alone: the pair of his that stands best.
    for name in ("huda", "noor"):
        best = next(item for item in whole if name in item["players"])
        page = api.get(f"{PAIRS}?by=average&limit=1&around={name}").ok()
        assert page["items"] == [best]


NOT_THERE = [
    (f"{HAND}?around=nobody", "no such player"),
    (f"{HAND}?around=%01", "no name"),
    (f"{HAND}?around=", "no name at all"),
    (f"{HAND}?around=noor&min_games=2", "who played less"),
    ("/v1/leaderboards/may-i?around=huda", "on another board"),
    (f"{HAND}?period=1999&around=huda", "in another year"),
    (f"{PAIRS}?around=nobody", "no such player"),
    (f"{PAIRS}?around=huda&with=nobody", "no such partner"),
    (f"{PAIRS}?around=huda&with=huda", "nobody is his own partner"),
]


@pytest.mark.parametrize("path,comment", NOT_THERE,
                         ids=[row[1] for row in NOT_THERE])
def test_who_is_not_on_the_board_is_not_found(house, path, comment):
    problem = house["api"].get(path).refused(404, "not_found")
    assert [one["pointer"] for one in problem["errors"]] == ["around"]


PERIODS = ["all", "2026", "2026-01", "2026-12", "2026-W01", "2026-W53",
           "2020-W53", "2021-W52", "0001", "9999-W52"]
NO_PERIODS = [("", "nothing"), ("ALL", "not as it is written"),
              ("26", "a short year"), ("02026", "a long one"),
              ("2026-13", "no such month"), ("2026-00", "nor this"),
              ("2026-1", "a month of one digit"), ("2026-W00", "no week"),
              ("2026-W54", "no week of any year"),
              ("2021-W53", "no week of this year"),
              ("2025-W53", "nor of this"), ("2026-w48", "a small letter"),
              ("2026W48", "without its dash"), ("2026-11-30", "a day"),
              ("2026-11 ", "a blank"), ("-2026", "a minus"),
              ("all,2026", "two")]


@pytest.mark.parametrize("path", [HAND, PAIRS])
@pytest.mark.parametrize("period", PERIODS)
def test_a_period_is_a_board_of_its_own(house, path, period):
    page = house["api"].get(f"{path}?period={period}").ok()
    assert page["next"] is None
    if period in ("0001", "2020-W53"):
        assert page["items"] == []


@pytest.mark.parametrize("period,comment", NO_PERIODS,
                         ids=[row[0] for row in NO_PERIODS])
@pytest.mark.parametrize("path", [HAND, PAIRS])
def test_what_is_no_period_is_refused(house, path, period, comment):
    problem = house["api"].get(
        f"{path}?period={urllib.parse.quote(period)}").refused(
            400, "invalid_request")
    assert [one["pointer"] for one in problem["errors"]] == ["period"]


def test_a_cursor_is_of_its_board_alone(house):
    api = house["api"]
    cursor = api.get(f"{HAND}?limit=1").ok()["next"]
    for query in ("by=average", "period=2026", "evidence=verified",
                  "min_games=2", "around=huda"):
        api.get(f"{HAND}?limit=1&{query}&cursor={cursor}").refused(
            400, "bad_cursor")
    api.get(f"{PARTNERS}?limit=1&cursor={cursor}").refused(400, "bad_cursor")
    for at in (0, len(cursor) // 2, len(cursor) - 1):
        altered = cursor[:at] + ("A" if cursor[at] != "A" else "B") \
            + cursor[at + 1:]
        api.get(f"{HAND}?limit=1&cursor={altered}").refused(400, "bad_cursor")


def test_refereed_and_declared_are_boards_of_their_own(spawn, contract):
    """The same three, once refereed and once from a physical table."""
    api = Client(spawn(), contract)
    names = ["huda", "sami", "ali"]
    seen = play(api, "hand", names, 0)
    paper = api.create(card(names=names, rounds=1))
    record(paper, told(1, down(points=30), OUT, UP)).ok(201)
    boards = {evidence: {
        item["player"]: item for item in api.get(
            f"{HAND}?by=rating&evidence={evidence}").ok()["items"]}
        for evidence in ("all", "verified", "declared")}
    for name, wanted in figures_of_players([seen], "hand").items():
        got = boards["verified"][name]
        assert (got["games"], got["wins"], got["points"]) == (
            1, wanted.wins, wanted.points)
    assert {name: (got["games"], got["wins"], got["points"], got["rounds"])
            for name, got in boards["declared"].items()} == {
        "huda": (1, 0, 30, 1), "sami": (1, 1, -30, 1), "ali": (1, 0, 100, 1)}
    for name in names:
        one, other, both = (boards[evidence][name] for evidence in (
            "verified", "declared", "all"))
        for figure in ("games", "wins", "rounds", "points", "hands"):
            assert both[figure] == one[figure] + other[figure]
        assert both["rating"]["sigma"] < one["rating"]["sigma"], \
            "two games say more than one"
        record_of = api.get(f"/v1/players/{name}").ok()["variants"]["hand"]
        for part, line in (("verified", one), ("declared", other)):
            assert record_of[part]["points"] == line["points"]
            assert record_of[part]["rating"] == line["rating"]
        assert record_of["rating"] == both["rating"]
    # One game alone rates as the first game of anybody does.
    first = boards["declared"]["sami"]["rating"]
    assert first == boards["verified"]["huda"]["rating"]
    assert first["ordinal"] == pytest.approx(
        first["mu"] - 3 * first["sigma"], abs=1e-9)
    api.close()


def test_the_boards_of_today_hold_what_was_finished_today(house):
    api, view = house["api"], house["views"][0]
    if len({one["updated_at"][:10] for one in house["views"]}) > 1:
        pytest.skip("the games were played over midnight")
    year, month = view["updated_at"][:4], view["updated_at"][:7]
    day = datetime.date.fromisoformat(view["updated_at"][:10]).isocalendar()
    for path in (HAND, PAIRS):
        whole = api.get(path).ok()["items"]
        for period in (year, month, f"{day.year}-W{day.week:02}"):
            assert api.get(f"{path}?period={period}").ok()["items"] == whole
        for period in ("1999", "1999-12", "1999-W52"):
            assert api.get(f"{path}?period={period}").ok()["items"] == []


# Query, comment.
WRONG = [("by=luck", "an unknown order"), ("by=", "none"),
         ("evidence=hearsay", "no evidence"), ("period=soon", "no period"),
         ("with=huda", "a partner of nobody"),
         ("min_games=0", "below one"), ("min_games=x", "no number"),
         ("min_games=-1", "below zero"), ("limit=0", "no page"),
         ("nonsense=1", "an unknown parameter"),
         ("by=wins&by=wins", "twice")]


@pytest.mark.parametrize("query,comment", WRONG, ids=[r[0] for r in WRONG])
@pytest.mark.parametrize("path", [HAND, PAIRS])
def test_a_wrong_parameter_is_refused(house, path, query, comment):
    house["api"].get(f"{path}?{query}").refused(400, "invalid_request")


@pytest.mark.parametrize("path", ["/v1/leaderboards/bridge",
                                  "/v1/leaderboards/Hand",
                                  "/v1/leaderboards/hand/partnerships"])
def test_a_board_that_is_not_there(house, path):
    house["api"].get(path).refused(404, "not_found")


def test_a_player_s_own_figures(house):
    api = house["api"]
    for name in ("huda", "sami", "ali", "noor"):
        player = api.get("/v1/players/" + name).ok()
        assert player["name"] == name and player["reserved"] is False
        for variant in ("hand", "hand-partners"):
            want = figures_of_players(house["views"], variant)[name]
            got = player["variants"][variant]
            assert (got["games"], got["wins"], got["rounds"], got["points"],
                    got["hands"]) == (want.games, want.wins, want.rounds,
                                      want.points, want.hands)
            mine = [(view["scores"], seat) for view in house["views"]
                    if view["variant"] == variant
                    for seat in view["seats"] if seat["player"] == name]
            totals = [sum(points_of(one, seat) for one in scores["rounds"])
                      for scores, seat in mine]
            assert (got["best"], got["worst"]) == (min(totals), max(totals))
            own = sum(one["out"] == seat["seat"]
                      for scores, seat in mine for one in scores["rounds"])
            of_team = sum(one["out"] is not None
                          and one["out"] % 2 == seat["team"]
                          for scores, seat in mine
                          if seat["team"] is not None
                          for one in scores["rounds"])
            assert got["rounds_won"] == (own if variant == "hand"
                                         else of_team)
        pairs = {tuple(one["players"]): one["games"]
                 for one in player["partnerships"]}
        assert pairs == {names: one.games for names, one
                         in figures_of_pairs(house["views"]).items()
                         if name in names}


def test_a_name_is_found_in_any_case_and_encoded(house):
    api = house["api"]
    assert api.get("/v1/players/HUDA").ok() == api.get(
        "/v1/players/h%75da").ok()
    api.get("/v1/players/nobody").refused(404, "not_found")
    api.get("/v1/players/nobody/games").refused(404, "not_found")


def test_nothing_counts_twice_after_a_crash(house):
    api, daemon = house["api"], house["daemon"]
    paths = [HAND, PARTNERS, PAIRS, "/v1/players/huda"]
    before = [api.get(path).ok() for path in paths]
    daemon.crash_and_restart()
    assert [api.get(path).ok() for path in paths] == before
    daemon.stop()
    hakam(daemon.database, "verify")
    daemon.start()


def test_points_are_those_of_the_cards(house):
    """One line of the board worked out from the cards left."""
    view = house["views"][2]
    one = view["scores"]["rounds"][0]
    left = house["api"].get(f"/v1/games/{view['id']}/rounds/1").ok()
    if not one["blocked"]:
        winner = one["out"]
        loser = 1 - winner
        factor = 2 if one["hand"] else 1
        assert one["points"][winner] == -30 * factor
        wanted = sum(map(points, left["cards"][loser])) \
            if left["down"][loser] else 100
        assert one["points"][loser] == wanted * factor


@pytest.fixture(scope="module")
def may_i_house(tmp_path_factory, contract):
    """Real games of May I, on a daemon of their own."""
    daemon = Daemon(tmp_path_factory.mktemp("may-i")).start()
    api = Client(daemon, contract)
    views = [play(api, "may-i", names, None) for names in (
        ["huda", "sami", "ali"], ["ali", "noor", "huda"])]
    yield {"daemon": daemon, "api": api, "views": views}
    api.close()
    daemon.close()


@pytest.mark.parametrize("by", sorted(ORDERS_MAY_I))
def test_the_board_of_may_i(may_i_house, by):
    """Better first: of averages the higher."""
    items = may_i_house["api"].get(
        f"/v1/leaderboards/may-i?by={by}").ok()["items"]
    check_board(items, figures_of_players(may_i_house["views"], "may-i"), by,
                lambda item: item["player"], ORDERS_MAY_I)
    assert all(item["hands"] == 0 for item in items)


def test_a_player_of_may_i_has_the_best_and_the_worst_total(may_i_house):
    api, views = may_i_house["api"], may_i_house["views"]
    for name in ("huda", "ali"):
        totals = [seat["total"] for view in views for seat in view["seats"]
                  if seat["player"] == name]
        got = api.get(f"/v1/players/{name}").ok()["variants"]["may-i"]
        assert (got["games"], got["best"], got["worst"]) == (
            2, max(totals), min(totals))
    assert api.get("/v1/leaderboards/hand").ok()["items"] == []


def test_figures_of_may_i_are_those_of_the_logs(may_i_house):
    """`hakam verify` counts them anew."""
    assert hakam(may_i_house["daemon"].database, "verify").returncode == 0
