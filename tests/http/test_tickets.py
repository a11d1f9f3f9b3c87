"""Tickets for the streams of clients that send no token."""

import pytest

from support.bots import pass_turn
from support.client import Client
from support.streams import Stream


@pytest.fixture
def game(api, name):
    return api.create({"variant": "hand",
                       "seats": [{"player": name("tk")} for _ in range(3)]})


def ticket(game, viewer):
    answer = game.api.post(game.path + "/stream_tickets", {},
                           game.token(viewer))
    assert answer.header("Cache-Control") == "no-store"
    return answer.ok(201)["ticket"]


def listed(game, shown):
    return game.api.get(f"{game.path}/events?limit=100&ticket={shown}")


@pytest.mark.parametrize("viewer", ["host", 0, 1, 2])
def test_a_ticket_shows_what_its_token_shows(daemon, contract, game, viewer):
    for _ in range(4):
        pass_turn(game)
    expected = game.all_events(viewer)
    assert expected != game.all_events(None)
    stream = Stream(daemon, contract, game,
                    query=f"ticket={ticket(game, viewer)}")
    stream.control("hello")
    assert stream.events(len(expected)) == expected
    stream.close()


def test_a_ticket_is_good_once(game):
    shown = ticket(game, 0)
    listed(game, shown).ok()
    answer = listed(game, shown)
    answer.refused(401, "unauthorized")
    assert 'error="invalid_token"' in answer.header("WWW-Authenticate")


def test_a_ticket_is_good_for_its_game_alone(api, game, name):
    other = api.create({"variant": "hand",
                        "seats": [{"player": name("tk")} for _ in range(2)]})
    listed(other, ticket(game, "host")).refused(401)


def test_a_ticket_is_for_looking_alone(game):
    shown = ticket(game, "host")
    answer = game.api.get(f"{game.path}?ticket={shown}")
    assert answer.refused(400)["errors"][0]["code"] == "unknown_parameter"
    game.api.get(game.path, shown).refused(401)


def test_only_a_seat_and_the_host_get_one(game, api, name):
    other = api.create({"variant": "hand",
                        "seats": [{"player": name("tk")} for _ in range(2)]})
    path = game.path + "/stream_tickets"
    api.post(path, {}).refused(401)
    api.post(path, {}, other.host).refused(403)
    api.post(path, {"seat": 1}, game.host).refused(400, "invalid_request")
    api.post(path, [], game.host).refused(400, "invalid_request")


def test_a_token_is_no_ticket(game):
    listed(game, game.host).refused(401)
    answer = game.api.get(f"{game.path}/events?access_token={game.host}")
    assert answer.refused(400)["errors"][0]["pointer"] == "access_token"


def test_a_stream_by_ticket_counts_as_one_of_its_token(spawn, contract):
    daemon = spawn(options=["--streams-per-token", "1"])
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    first = Stream(daemon, contract, game,
                   query=f"ticket={ticket(game, 0)}")
    assert first.status == 200
    assert Stream(daemon, contract, game, 0).status == 429
    assert Stream(daemon, contract, game,
                  query=f"ticket={ticket(game, 0)}").status == 429
    first.close()
    api.close()
