"""The list of events with `Prefer: wait=`: it waits for what is new."""

import http.client
import json

import pytest

from support.bots import pass_turn
from support.client import Client


@pytest.fixture
def game(api, name):
    return api.create({"variant": "hand",
                       "seats": [{"player": name("poll")} for _ in range(3)]})


class Poll:
    """A request under way on a connection of its own."""

    def __init__(self, daemon, game, after, wait=60, viewer=None,
                 method="GET"):
        self.connection = http.client.HTTPConnection(
            daemon.host, daemon.port, timeout=Client.TIMEOUT)
        token = game.token(viewer)
        self.path = f"{game.path}/events?after={after}"
        self.method = method
        self.connection.request(
            method, self.path,
            headers={"Prefer": f"wait={wait}",
                     **({"Authorization": "Bearer " + token} if token else
                        {})})

    def answer(self, contract):
        """The list, once it has come, and how long was to be waited."""
        response = self.connection.getresponse()
        body = response.read()
        self.connection.close()
        contract.check(self.method, self.path, response.status, response.msg,
                       body)
        assert response.status == 200
        assert "Prefer" in response.msg["Vary"]
        items = json.loads(body)["items"] if body else None
        return items, response.msg["Preference-Applied"]


def test_it_is_answered_by_the_next_move(daemon, contract, game):
    polls = [Poll(daemon, game, 2, viewer=viewer)
             for viewer in (None, "host", 0, 1, 2)]
    pass_turn(game)
    for poll in polls:
        items, applied = poll.answer(contract)
        assert [item["seq"] for item in items] == [3]
        assert applied == "wait=60"


def test_each_hears_what_it_may_see(daemon, contract, game):
    pass_turn(game)
    seat = game.view()["round"]["turn"]["seat"]
    polls = {viewer: Poll(daemon, game, 3, viewer=viewer)
             for viewer in (None, "host", 0, 1, 2)}
    card = game.play(seat, {"move": "draw", "from": "stock"}
                     )["events"][0]["drawn"]
    for viewer, poll in polls.items():
        items, _ = poll.answer(contract)
        assert items[0]["drawn"] == (
            card if viewer in ("host", seat) else None)


def test_what_is_there_is_told_at_once(daemon, contract, game):
    items, applied = Poll(daemon, game, 0).answer(contract)
    assert [item["seq"] for item in items] == [1, 2]
    assert applied == "wait=60"


def test_when_the_time_is_over_the_list_is_empty(daemon, contract, game):
    assert Poll(daemon, game, 2, wait=1).answer(contract) == ([], "wait=1")
    assert Poll(daemon, game, 2, wait=1, method="HEAD").answer(
        contract) == (None, "wait=1")


def test_it_waits_a_minute_at_most(daemon, contract, game):
    poll = Poll(daemon, game, 2, wait=99999999999999999999)
    pass_turn(game)
    assert poll.answer(contract)[1] == "wait=60"


@pytest.mark.parametrize("wait", ["0", "-1", "soon", "1.5", ""])
def test_what_is_no_time_is_not_waited_for(daemon, contract, game, wait):
    assert Poll(daemon, game, 2, wait=wait).answer(contract) == ([], None)


def test_nobody_waits_for_a_game_that_is_over(daemon, contract, game):
    poll = Poll(daemon, game, 2)
    game.api.delete(game.path, game.host).ok()
    items, _ = poll.answer(contract)
    assert [item["type"] for item in items] == ["game_ended"]
    assert Poll(daemon, game, 3).answer(contract) == ([], "wait=60")


def test_the_next_page_waits_too(daemon, contract, game):
    first = game.api.get(game.path + "/events?limit=1",
                         headers={"Prefer": "wait=60"}).ok()
    second = game.api.get(
        f"{game.path}/events?limit=1&cursor={first['next']}",
        headers={"Prefer": "wait=60"}).ok()
    assert [item["seq"] for item in first["items"] + second["items"]] == [1, 2]


def test_the_end_of_the_service_answers_all_who_wait(spawn, contract):
    daemon = spawn(options=["--threads", "1"])
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    polls = [Poll(daemon, game, 2) for _ in range(20)]
    # The one thread that serves goes through all that have come in each of its
    # rounds, and lets in who comes anew in their order.
    for _ in range(3):
        api.close()
        game.view()
    daemon.stop()
    for poll in polls:
        assert poll.answer(contract) == ([], "wait=60")
    api.close()
