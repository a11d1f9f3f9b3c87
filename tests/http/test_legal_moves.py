"""What may I do? Every move listed is accepted, at every step of a game."""

import random

import pytest

from support.deals import Arranged, discard, draw, meld, plain

VARIANTS = [("hand", 2), ("hand", 3), ("hand-partners", 4), ("may-i", 3)]


def legal(game, viewer, seat=None, headers=None):
    query = "" if seat is None else f"?seat={seat}"
    return game.api.get(f"{game.path}/legal_moves{query}",
                        game.token(viewer), headers)


def moves_of(game, seat):
    return legal(game, seat).ok()["moves"]


def dry(game, seat, move):
    return game.post(seat, move, "?dry_run=true")


def choose(moves, rng):
    """A move of a kind that moves the game on."""
    kinds = {move["move"] for move in moves}
    for kind in ("meld", "take_joker", "lay_off"):
        if kind in kinds and rng.random() < 0.9:
            return next(move for move in moves if move["move"] == kind)
    wanted = rng.choice(sorted(kinds - {"take", "may_i"} or kinds))
    return rng.choice([move for move in moves if move["move"] == wanted])


@pytest.mark.parametrize("variant,seats", VARIANTS)
def test_whatever_is_listed_is_accepted(api, name, variant, seats):
    """Every move of every list by a dry run, and one of them for real."""
    rng = random.Random(seats)
    game = api.create({"variant": variant,
                       "seats": [{"player": name("legal")}
                                 for _ in range(seats)]})
    listed = 0
    for _ in range(60):
        ready = []
        for seat in range(seats):
            page = legal(game, seat).ok()
            assert page["seq"] == game.seq()
            for move in page["moves"]:
                assert dry(game, seat, move).status == 200, move
                ready.append((seat, move))
        listed += len(ready)
        actor = game.view()["round"]["turn"]["seat"]
        own = [move for seat, move in ready if seat == actor]
        assert own, "the seat on turn has nothing to do"
        game.play(actor, choose(own, rng))
        if game.view()["scores"]["rounds"]:
            break
    assert listed > 100


def test_the_starter_may_only_discard(api):
    """H3"""
    arranged = plain()
    game = api.create(arranged.body)
    cards = sorted(set(arranged.hands[0]))
    moves = moves_of(game, 0)
    assert sorted(move["card"] for move in moves) == cards
    assert all(move["move"] == "discard" for move in moves)
    assert moves_of(game, 1) == []


def test_an_opening_is_listed_ready_to_be_sent(api):
    """H9: two melds together; the three tens alone are too low."""
    arranged = Arranged({1: "TS TH TD QH KH AH".split()}, ["2C"])
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    assert moves_of(game, 1) == [draw(), draw("discard")]
    game.play(1, draw())
    melds = [move for move in moves_of(game, 1) if move["move"] == "meld"]
    best = meld("QH KH AH", "TS TH TD")
    assert best in melds or \
        any(sorted(best["melds"]) == sorted(one["melds"]) for one in melds)
    before = game.view(1)["you"]["cards"]
    game.play(1, melds[0])
    after = game.view(1)
    assert after["seats"][1]["down"]
    assert len(after["you"]["cards"]) < len(before)


def test_the_host_names_the_seat(api):
    game = api.create(plain(3).body)
    for seat in range(3):
        assert legal(game, "host", seat).ok() == legal(game, seat).ok()
    assert legal(game, "host").refused(400, "invalid_request")
    assert legal(game, "host").pointers() == ["seat"]
    for wrong in ("3", "-1", "x", "1.0", ""):
        assert legal(game, "host", wrong).refused(400, "invalid_request")


def test_a_seat_asks_for_itself_alone(api):
    game = api.create(plain(3).body)
    assert legal(game, 1, 1).ok()["moves"] == []
    legal(game, 1, 0).refused(403, "forbidden")
    legal(game, None).refused(401, "unauthorized")
    legal(game, None, 0).refused(401, "unauthorized")
    legal(game, "hk_seat_unknown").refused(401, "unauthorized")
    other = api.create(plain(3).body)
    legal(game, other.seats[0]).refused(403, "forbidden")


def test_a_player_asks_for_the_seat_that_it_holds(api, name):
    who = name("legal player")
    token = api.post("/v1/players", {"name": who}).ok(201)["token"]
    game = api.create({"variant": "hand", "first_dealer": 1,
                       "seats": [{"player": who}, {"player": name("x")}]},
                      token)
    assert legal(game, token).ok() == legal(game, 0).ok()
    assert legal(game, token).ok()["moves"]


def test_there_is_nothing_to_do_where_no_round_is_on(api, name):
    waiting = api.create({"variant": "hand",
                          "seats": [{"player": name("x")}, {"open": True}]})
    assert legal(waiting, 0).ok() == {"seq": waiting.seq(), "moves": []}
    game = api.create(plain().body)
    api.delete(game.path, game.host).ok()
    assert legal(game, 0).ok() == {"seq": game.seq(), "moves": []}


def test_the_list_has_the_tag_of_the_game(api):
    game = api.create(plain().body)
    answer = legal(game, 0)
    tag = answer.header("ETag")
    assert tag == api.get(game.path, game.token(0)).header("ETag")
    assert legal(game, 0, headers={"If-None-Match": tag}).status == 304
    game.play(0, answer.ok()["moves"][0])
    assert legal(game, 0, headers={"If-None-Match": tag}).status == 200


def test_unknown_parameters_are_refused(api):
    game = api.create(plain().body)
    answer = api.get(game.path + "/legal_moves?sea=1", game.token(0))
    answer.refused(400, "invalid_request")


def test_the_list_tells_nothing_of_the_other_hands(api):
    """G11: the same seat's cards under two deals of all else."""
    lists = []
    for seed in (1, 2):
        arranged = Arranged({0: "2S 3S 4S 6H 7H 8H TC JC QC AD 5D 9D KS KH 2C"
                             .split()}, (), seed=seed)
        game = api.create(arranged.body)
        lists.append(moves_of(game, 0))
    assert lists[0] == lists[1]
