"""Nobody sees a card that is in another's hand or in the stock: every phase,
every viewer, views, events, errors, batch answers; and everybody sees what
is his or open."""

import json

import pytest

from support.cards import cards_in, in_order, pack
from support.deals import Arranged, discard, draw, meld, plain
from support.follow import Follower
from support.recorded import recorded


def two_rounds():
    """Round 3 of the recorded game, which has a draw from the pile and a
    return, melds, lay-offs and a joker taken, and the round after it."""
    record = recorded("hand")
    create = dict(record["create"])
    create["first_dealer"] = (create["first_dealer"] + 2) % 3
    create["deals"] = create["deals"][2:4]
    create["options"] = {**create["options"], "rounds": 2}
    return create, [*record["rounds"][2], *record["rounds"][3][:20]]


def questions(name, number):
    """A round of May I with questions that are allowed and refused, and the
    beginning of the next."""
    record = recorded(name)
    create = dict(record["create"])
    create["deals"] = create["deals"][:number + 1]
    steps = [step for one in record["rounds"][:number] for step in one]
    return create, [*steps, *record["rounds"][number][:8]]


def looks(follow, other):
    """Every way to look at the game now, by every viewer."""
    game = follow.game
    for viewer in ("host", None, *range(len(game.seats))):
        follow.check_view(game.view(viewer), viewer)
        # The newest events alone; all of them come at the end.
        after = max(0, len(follow.log) - 8)
        events = game.events(viewer, f"?after={after}")["items"]
        follow.check_events(events, after, viewer)
    for path in ("", "/events", "/rounds", "/scores"):
        answer = game.api.get(game.path + path, other.seats[0])
        answer.refused(403, "forbidden")
        assert not cards_in(answer.body.decode())


def test_every_phase_and_every_viewer(api):
    create, steps = two_rounds()
    follow = Follower(api, create)
    other = api.create(plain(3).body)
    phases = set()
    looks(follow, other)
    for step in steps:
        follow.step(step)
        looks(follow, other)
        table = follow.table
        phases.add((table.phase, table.duty, bool(table.melds),
                    table.returned, table.number))
    for phase in (("draw", False, False, False, 1),
                  ("play", False, False, False, 1),
                  ("draw", False, True, False, 1),
                  ("play", False, True, False, 1),
                  ("draw", False, False, False, 2),
                  ("play", False, False, False, 2)):
        assert phase in phases, phase
    assert any(duty for _, duty, *_ in phases), "no duty"
    assert any(phase[3] for phase in phases), "nothing put back"
    for viewer in ("host", None, 0, 1, 2):
        follow.check_events(follow.game.all_events(viewer), 0, viewer)


@pytest.mark.parametrize("name,number", [("may-i-three", 1),
                                         ("may-i-four", 2)])
def test_every_phase_of_may_i_and_every_viewer(api, name, number):
    """With cards taken by who asked and, in the game of four, by who
    refused."""
    create, steps = questions(name, number)
    follow = Follower(api, create)
    other = api.create(plain(3).body)
    takers, phases = set(), set()
    for step in steps:
        # What came before was looked at in the other game.
        if len(steps) - steps.index(step) < 90:
            looks(follow, other)
        follow.step(step)
        phases.add(follow.table.phase)
        taken = follow.log[-1].get("taken")
        if taken:
            takers.add(taken["seat"] == follow.log[-1]["seat"])
    assert phases == {"draw", "play", "answer"}
    assert False in takers, "no question allowed"
    assert (True in takers) == (name == "may-i-four"), "who refused took"
    looks(follow, other)
    for viewer in ("host", None, *range(len(create["seats"]))):
        follow.check_events(follow.game.all_events(viewer), 0, viewer)


def test_the_seed_of_a_round_on_is_nowhere(api):
    create, steps = two_rounds()
    follow = Follower(api, create)
    game = follow.game
    for step in steps:
        answer = follow.step(step)
        if follow.table.number == 1:
            follow.check_secrets(answer.body.decode())
            assert b'"seed"' not in answer.body
    seeds = [one["seed"] for one in api.get(
        game.path + "/rounds", game.host).ok()["items"]]
    assert len(seeds) == 1
    for viewer in ("host", None, 0, 1, 2):
        for path in ("", "/events?limit=100", "/rounds"):
            text = api.get(game.path + path,
                           game.token(viewer)).body.decode()
            follow.check_secrets(text, seeds)


# The cards of the scene below: held by the other seat, and in the stock.
SCENE = Arranged({0: ["2D"], 1: "AS AH AD KS KH KD 9C".split()},
                 ["2C", "7D"])


def scene(api):
    """Seat 1 has drawn; seat 0 and the stock hold cards that it has not."""
    game = api.create(SCENE.body)
    game.play(0, discard("2D"))
    game.play(1, draw())
    mine = game.view(1)["you"]["cards"]
    theirs = [card for card in game.view()["hands"][0]
              if card not in mine and card not in SCENE.stock]
    stock = [card for card in SCENE.stock[1:]
             if card not in mine and card not in game.view()["hands"][0]
             and card != "JK"]
    return game, [card for card in theirs if card != "JK"][0], stock[0]


def moves_with(card):
    """Every way to name a card that is not in the hand."""
    return [discard(card), meld(f"{card} {card} {card}"),
            meld("AS AH AD", f"KS KH {card}"),
            {"move": "lay_off", "meld": 1, "cards": [card]},
            {"move": "take_joker", "meld": 1, "cards": [card]}]


@pytest.mark.parametrize("dry", ["", "?dry_run=true"])
@pytest.mark.parametrize("down", [False, True])
def test_a_refusal_does_not_tell_where_a_card_is(api, dry, down):
    """A card of the other hand and one of the stock are refused alike."""
    game, theirs, hidden = scene(api)
    if down:
        game.play(1, meld("AS AH AD", "KS KH KD"))
    for one, other in zip(moves_with(theirs), moves_with(hidden)):
        for wrap in (lambda move: move, lambda move: {"moves": [move]}):
            first = game.post(1, wrap(one), dry)
            second = game.post(1, wrap(other), dry)
            assert first.status == second.status == 422
            assert first.body.replace(theirs.encode(), b"@") \
                == second.body.replace(hidden.encode(), b"@")


def test_a_refusal_names_no_card_but_those_sent(api):
    game, theirs, hidden = scene(api)
    bodies = [*moves_with(theirs), *moves_with(hidden), draw(),
              draw("discard"), {"move": "return"}, discard("2D"),
              meld("AS AH AD"), {"moves": [meld("AS AH AD", "KS KH KD"),
                                           discard(theirs)]}]
    for seat in (0, 1):
        for body in bodies:
            answer = game.post(seat, body)
            assert answer.status in (409, 422), repr(answer)
            problem = answer.json
            problem.pop("rule", None)
            assert set(cards_in(json.dumps(problem))) <= set(
                cards_in(json.dumps(body))), repr(answer)


def test_a_batch_refused_does_not_show_the_card_it_drew(api):
    """All or nothing: also of what was learned on the way."""
    game = api.create(SCENE.body)
    game.play(0, discard("2D"))
    before = game.view(1)
    for then in (discard("7S"), meld("AS AH AD"), draw()):
        answer = game.post(1, {"moves": [draw(), then]})
        assert answer.status in (409, 422)
        problem = answer.json
        problem.pop("rule", None)
        assert "2C" not in cards_in(json.dumps(problem)), repr(answer)
    assert game.view(1) == before


def test_the_host_does_not_see_the_stock(api):
    """Only how many cards it holds."""
    game, _, _ = scene(api)
    view = game.view()
    assert view["round"]["stock"] == len(SCENE.stock) - 1
    seen = [card for hand in view["hands"] for card in hand]
    view.pop("hands")
    text = json.dumps(view["round"])
    assert cards_in(text) == ["2D"]
    assert len(seen) == 14 + 15


def test_lists_of_games_show_no_card(api):
    game, _, _ = scene(api)
    for path in ("/v1/games?limit=5", "/v1/players/a/games?limit=5"):
        for token in (None, game.host, game.seats[1]):
            page = api.get(path, token).ok()
            page.pop("next")
            assert not cards_in(json.dumps(page))


def test_what_is_open_is_seen_by_all(api):
    game, _, _ = scene(api)
    game.play(1, meld("AS AH AD", "KS KH KD"), discard("9C"))
    for viewer in ("host", None, 0, 1):
        view = game.view(viewer)
        assert view["round"]["discard"] == ["2D", "9C"]
        assert [meld_shown["cards"] for meld_shown in
                view["round"]["melds"]] == [["AS", "AH", "AD"],
                                            ["KS", "KH", "KD"]]
        assert [seat["cards"] for seat in view["seats"]] == [14, 8]
    hands = game.view()["hands"]
    assert hands[0] == in_order(hands[0]) and len(hands[0]) == 14
    assert [game.view(seat)["you"]["cards"] for seat in (0, 1)] == hands


def test_what_a_replayed_key_shows_is_what_was_shown(api):
    """A kept answer goes to the same caller, with his cards alone."""
    game = api.create(SCENE.body)
    game.play(0, discard("2D"))
    key = {"Idempotency-Key": "key-of-a-hidden-card-" + game.id[:8]}
    first = game.post(1, draw(), headers=key)
    assert first.ok()["events"][0]["drawn"] == "2C"
    for stranger in (0, "host", None):
        answer = game.post(stranger, draw(), headers=key)
        assert answer.status in (400, 401, 409)
        assert "2C" not in cards_in(answer.body.decode())


# A batch is all or nothing, so one that is refused must tell nothing either.

def at_the_draw(api):
    """A game dealt by the referee, in which seat 1 is to draw."""
    game = api.create({"variant": "hand", "first_dealer": 1,
                       "seats": [{"player": "a"}, {"player": "b"}]})
    game.play(0, discard(game.view(0)["you"]["cards"][0]))
    return game


def test_a_refused_batch_does_not_tell_the_top_of_the_stock(api):
    game = at_the_draw(api)
    mine = game.view(1)["you"]["cards"]
    told = set()
    for card in sorted(set(pack()) - set(mine)):
        for moves in ([draw(), discard(card)],
                      [draw(), discard(card), draw()],
                      [draw(), meld(f"{card} {card} {card}")]):
            problem = game.refuse(1, {"moves": moves}, 422, "card_not_held")
            assert problem["errors"][0]["pointer"].startswith("/moves/1/")
            told.add(problem["detail"].replace(card, "it"))
    assert len(told) == 1


def test_a_refused_batch_does_not_tell_that_an_equal_card_is_drawn(api):
    game = at_the_draw(api)
    mine = game.view(1)["you"]["cards"]
    for card in sorted(set(mine)):
        wanted = [card] * (mine.count(card) + 1)
        problem = game.refuse(
            1, {"moves": [draw(), {"move": "meld", "melds": [wanted]}]},
            422, "card_not_held")
        assert problem["errors"][0]["pointer"] == (
            f"/moves/1/melds/0/{mine.count(card)}")


def test_a_batch_draws_and_plays_what_the_hand_held_before(api):
    game = at_the_draw(api)
    mine = game.view(1)["you"]["cards"]
    done = game.play(1, draw(), discard(mine[0]))
    drawn = done["events"][0]["drawn"]
    assert done["game"]["you"]["cards"] == in_order([*mine[1:], drawn])


def test_a_batch_in_an_arranged_round_may_play_what_it_draws(api):
    game = api.create(SCENE.body)
    game.play(0, discard("2D"))
    game.play(1, draw(), discard(SCENE.stock[0]))


def test_a_refused_batch_does_not_deal_the_next_round_anew(api):
    """Or a seat would go out again and again until it likes its next hand."""
    held = "AS AH AD AC KS KH KD KC QS QH QD 9C 9H 2D".split()
    arranged = Arranged({1: held}, ["9S"], options={"rounds": 2})
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    out = [draw(), meld("AS AH AD AC", "KS KH KD KC", "QS QH QD", "9C 9H 9S"),
           discard("2D")]
    for card in sorted(set(pack())):
        problem = game.refuse(1, {"moves": [*out, discard(card)]},
                              409, "not_your_turn")
        assert problem["errors"][0]["pointer"] == "/moves/3"
    after = game.play(1, *out)["game"]
    assert after["round"]["number"] == 2
    game.play(1, discard(after["you"]["cards"][0]))
