"""Rounds that have ended: scores and seeds, from which anybody can compute
the deal and every reshuffle anew (G9)."""

import pytest

from support.bots import pass_turn, play_game, play_round
from support.cards import JOKER, in_order, pack, points, without
from support.deals import discard, draw, fill, meld
from support.shuffle import Stream, commitment, deal, shuffle


@pytest.fixture(scope="module")
def real(api):
    """A finished game of three rounds that the referee dealt, and the hands
    as they were dealt."""
    game = api.create({"variant": "hand", "options": {"rounds": 3},
                       "seats": [{"player": "rounds a"},
                                 {"player": "rounds b"},
                                 {"player": "rounds c"}]})
    views = []
    while game.view()["status"] == "playing":
        views.append(game.view())
        play_round(game)
    return game, views


def rounds_of(game, viewer=None):
    return game.api.get(game.path + "/rounds?limit=100",
                        game.token(viewer)).ok()["items"]


def test_the_commitment_is_the_digest_of_the_seed(real):
    game, views = real
    rounds = rounds_of(game)
    assert [one["round"] for one in rounds] == [1, 2, 3]
    for one, view in zip(rounds, views, strict=True):
        assert commitment(bytes.fromhex(one["seed"])) == one["commitment"]
        assert view["round"]["commitment"] == one["commitment"]


def test_no_two_rounds_share_a_seed(real):
    game, _ = real
    assert len({one["seed"] for one in rounds_of(game)}) == 3


def test_the_deal_follows_from_the_seed(real):
    """Hands, stock and deck, by the shuffle written in these tests."""
    game, views = real
    events = game.all_events(None)
    for one, view in zip(rounds_of(game), views, strict=True):
        stream = Stream(bytes.fromhex(one["seed"]))
        deck = shuffle(pack(), stream)
        started = next(e for e in events if e["type"] == "round_started"
                       and e["round"] == one["round"])
        assert started["deck"] == deck
        hands, stock = deal(deck, 3, one["dealer"])
        assert [in_order(cards) for cards in hands] == view["hands"]
        drawn = [e["drawn"] for e in events if e["type"] == "move"
                 and e["round"] == one["round"]
                 and e["move"] == draw()]
        assert drawn[:len(stock)] == stock[:len(drawn)]


def test_dealers_and_starters_take_turns(real):
    game, views = real
    rounds = rounds_of(game)
    first = rounds[0]["dealer"]
    for number, (one, view) in enumerate(zip(rounds, views)):
        assert one["dealer"] == view["round"]["dealer"]
        assert one["dealer"] == (first + number) % 3
        assert one["starter"] == (one["dealer"] + 1) % 3


def test_every_reshuffle_follows_from_the_seed(api):
    """The pile, bottom first, goes on in the same stream (G7, G9)."""
    game = api.create({"variant": "hand", "options": {"rounds": 1},
                       "seats": [{"player": "rounds a"},
                                 {"player": "rounds b"}]})
    piles = []
    while game.view(None)["status"] == "playing":
        pile = game.view(None)["round"]["discard"]
        reply = pass_turn(game)
        if any(e["type"] == "reshuffled" for e in reply["events"]):
            thrown = reply["events"][0]["move"]["card"]
            assert reply["game"]["round"]["discard"] == [thrown]
            assert reply["game"]["round"]["stock"] == len(pile)
            piles.append(pile)
    one = rounds_of(game)[0]
    assert one["blocked"] and one["out"] is None and len(piles) == 2
    stream = Stream(bytes.fromhex(one["seed"]))
    shuffle(pack(), stream)
    orders = [event["order"] for event in game.all_events(None)
              if event["type"] == "reshuffled"]
    assert orders == [shuffle(pile, stream) for pile in piles]


def test_an_arranged_deal_shuffles_the_cards_not_named(api):
    """Named cards first, then the others in canonical order, shuffled."""
    hands, rest = fill({0: ["AS", JOKER]}, 2)
    stock = rest[:5]
    game = api.create({
        "variant": "hand", "options": {"rounds": 1, "max_reshuffles": 0},
        "seats": [{"player": "a"}, {"player": "b"}], "first_dealer": 1,
        "deals": [{"hands": hands, "stock": stock}]})
    while game.view(None)["status"] == "playing":
        pass_turn(game)
    one = rounds_of(game)[0]
    not_named = without(pack(), hands[0] + hands[1] + stock)
    stream = Stream(bytes.fromhex(one["seed"]))
    assert game.all_events(None)[1]["deck"][29:] == stock + shuffle(
        not_named, stream)


def test_a_round_tells_who_was_down_and_what_was_left(api):
    melds = ["3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H", "3D 4D 5D 6D"]
    hands, stock = fill({0: ["2D"], 1: "AS AH AD KS KH KD JK".split(),
                         2: " ".join(melds).split()}, 3,
                        stock=["2C", "2S"])
    game = api.create({
        "variant": "hand", "first_dealer": 2,
        "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}],
        "deals": [{"hands": hands, "stock": stock}]})
    game.play(0, discard("2D"))
    game.play(1, draw(), meld("AS AH AD", "KS KH KD"), discard("2C"))
    game.play(2, draw(), meld(*melds), discard("2S"))
    one = api.get(game.path + "/rounds/1").ok()
    left = without(hands[1], "AS AH AD KS KH KD".split())
    assert one["out"] == 2 and one["hand"] is True
    assert one["down"] == [False, True, True]
    assert one["cards"] == [in_order(without(hands[0], ["2D"])),
                            in_order(left), []]
    assert one["points"] == [200, 2 * sum(map(points, left)), -60]
    assert one["team_points"] is None and one["blocked"] is False
    assert rounds_of(game) == [one]


@pytest.mark.parametrize("viewer", ["host", 0, None])
def test_a_round_still_on_is_not_there(api, viewer):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    token = game.token(viewer)
    assert rounds_of(game, viewer) == []
    api.get(game.path + "/rounds/1", token).refused(404, "not_found")
    api.delete(game.path, game.host).ok()
    api.get(game.path + "/rounds/1", token).refused(404, "not_found")


@pytest.mark.parametrize("number", ["0", "4", "99", "100", "-1", "x", "01",
                                    "4294967297", "1.0", "%31x"])
def test_a_number_that_is_no_round(api, real, number):
    game, _ = real
    api.get(f"{game.path}/rounds/{number}").refused(404, "not_found")


def test_totals_are_the_sums_of_the_rounds(real):
    game, _ = real
    view = game.view(None)
    rounds = rounds_of(game)
    assert view["scores"]["totals"] == [
        sum(column) for column in zip(*[one["points"] for one in rounds])]
    assert [seat["total"] for seat in view["seats"]] == view["scores"][
        "totals"]
    best = min(view["scores"]["totals"])
    assert view["scores"]["winners"] == [
        seat for seat, total in enumerate(view["scores"]["totals"])
        if total == best]


def test_a_game_of_partners_is_scored_by_teams(api):
    game = api.create({"variant": "hand-partners", "options": {"rounds": 2},
                       "seats": [{"player": f"rounds {i}"}
                                 for i in range(4)]})
    view = play_game(game)
    for one in rounds_of(game):
        assert one["team_points"] == [one["points"][0] + one["points"][2],
                                      one["points"][1] + one["points"][3]]
        if one["out"] is not None:
            assert one["points"][(one["out"] + 2) % 4] == 0
    totals = view["scores"]["team_totals"]
    assert totals == [sum(one["team_points"][team]
                          for one in rounds_of(game)) for team in (0, 1)]
    assert view["scores"]["winners"] == [
        team for team in (0, 1) if totals[team] == min(totals)]


def test_seeds_are_random(api):
    """No two games begin with the same deal; every seat deals first at
    times."""
    games = [api.create({"variant": "hand", "seats": [
        {"player": "a"}, {"player": "b"}, {"player": "c"}]})
        for _ in range(24)]
    assert len({game.created["round"]["commitment"] for game in games}) == 24
    assert {game.created["round"]["dealer"] for game in games} == {0, 1, 2}
