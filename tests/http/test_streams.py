"""The events of a game as server-sent events."""

import http.client
import socket

import pytest

from support.bots import pass_turn
from support.client import Client
from support.streams import Stream


@pytest.fixture
def game(api, name):
    return api.create({"variant": "hand",
                       "seats": [{"player": name("st")} for _ in range(3)]})


@pytest.fixture
def stream(daemon, contract, game):
    """Opens streams of the game that are closed with the test."""
    made = []

    def make(*arguments, **settings):
        made.append(Stream(daemon, contract, game, *arguments, **settings))
        return made[-1]
    yield make
    for one in made:
        one.close()


def begun(stream, after=None):
    """The same stream, of which the beginning was read."""
    first = stream.control("hello")
    assert first.retry == "3000"
    return stream


def test_it_begins_at_once_and_tells_what_has_been(game, stream):
    one = stream()
    assert one.status == 200
    assert one.header("Content-Type") == "text/event-stream"
    assert one.header("Cache-Control") == "no-store"
    assert one.header("X-Accel-Buffering") == "no"
    hello = one.control("hello")
    assert hello.retry == "3000"
    assert hello.data == {"game": game.id, "seq": 2}
    assert one.events(2) == game.all_events(None)


def test_every_event_is_that_of_the_list(game, stream):
    streams = {viewer: begun(stream(viewer))
               for viewer in (None, "host", 0, 1, 2)}
    for _ in range(3):
        pass_turn(game)
    for viewer, one in streams.items():
        listed = game.all_events(viewer)
        assert one.events(len(listed)) == listed


@pytest.mark.parametrize("last", range(7))
def test_it_goes_on_after_any_event(game, stream, last):
    for _ in range(3):
        pass_turn(game)
    listed = game.all_events(None)
    assert len(listed) == 7
    for one in (begun(stream(last=last)), begun(stream(after=last)),
                begun(stream(after=1, last=last))):
        assert one.events(7 - last) == listed[last:]


def test_there_is_nothing_after_the_last_but_what_comes(game, stream):
    one = begun(stream(last=2))
    pass_turn(game)
    assert one.event()["seq"] == 3


@pytest.mark.parametrize("last, code", [
    ("3", "out_of_range"), ("99999999999999999999", "out_of_range"),
    ("-1", "out_of_range"), ("two", "wrong_type"), ("1.5", "wrong_type"),
    ("", "wrong_type"), ("0x1", "wrong_type")])
def test_where_it_cannot_go_on_it_is_refused(game, stream, last, code):
    one = stream(last=last)
    assert one.status == 400
    assert [(fault["pointer"], fault["code"])
            for fault in one.problem["errors"]] == [("Last-Event-ID", code)]
    assert stream(after=last or "x").status == 400


def test_when_the_game_is_over_it_ends(game, stream):
    streams = [begun(stream(viewer)) for viewer in (None, "host", 1)]
    game.api.delete(game.path, game.host).ok()
    for one in streams:
        assert [event["type"] for event in one.events(3)] == [
            "game_created", "round_started", "game_ended"]
        assert one.is_over()
    late = begun(stream(last=1))
    assert [event["seq"] for event in late.events(2)] == [2, 3]
    assert late.is_over()


def test_a_browser_that_comes_again_after_the_end_is_told_to_stop(game,
                                                                  stream):
    game.api.delete(game.path, game.host).ok()
    again = stream(last=3)
    assert again.status == 204
    assert again.header("Cache-Control") == "no-store"


def test_what_is_corrected_after_the_end_is_told_to_who_asks_again(api,
                                                                   stream,
                                                                   daemon,
                                                                   contract):
    game = api.create({"variant": "hand", "mode": "scorecard",
                       "options": {"rounds": 1},
                       "seats": [{"player": "sc a"}, {"player": "sc b"}]})
    told = {"out": 0, "hand": False,
            "seats": [{}, {"down": True, "points": 7}]}
    api.post(game.path + "/rounds", told, game.host).ok(201)
    seq = game.seq()
    assert Stream(daemon, contract, game, last=seq).status == 204
    told["seats"][1]["points"] = 9
    api.put(game.path + "/rounds/1", {**told, "reason": "miscounted"},
            game.host).ok()
    late = begun(Stream(daemon, contract, game, last=seq))
    assert late.event()["type"] == "round_corrected"
    assert late.is_over()


def test_the_head_alone_can_be_asked_for(api, game):
    answer = api.request("HEAD", game.path + "/events",
                         headers={"Accept": "text/event-stream"})
    assert answer.status == 200
    assert answer.header("Content-Type") == "text/event-stream"
    assert answer.body == b""


def test_after_the_head_alone_comes_nothing(daemon, game):
    """Not even the end of chunks, which would begin the next answer."""
    head = (f"HEAD {game.path}/events HTTP/1.1\r\nHost: x\r\n"
            "Accept: text/event-stream\r\n\r\n").encode()
    with socket.create_connection((daemon.host, daemon.port)) as connection:
        connection.settimeout(Client.TIMEOUT)
        connection.sendall(head)
        said = b"".join(iter(lambda: connection.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 200 ")
    assert said.endswith(b"\r\n\r\n") and said.count(b"\r\n\r\n") == 1


def test_the_list_stays_what_is_got_without_asking(api, game):
    for accept in (None, "*/*", "application/json"):
        answer = api.get(game.path + "/events", headers={"Accept": accept})
        assert answer.ok()["items"]
        assert answer.header("Content-Type") == "application/json"


def test_a_client_of_http_1_0_gets_it_up_to_the_end(daemon, game):
    pass_turn(game)
    game.api.delete(game.path, game.host).ok()
    connection = http.client.HTTPConnection(daemon.host, daemon.port,
                                            timeout=Client.TIMEOUT)
    connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
    connection.request("GET", game.path + "/events",
                       headers={"Accept": "text/event-stream"})
    text = connection.getresponse().read().decode()
    connection.close()
    assert [line for line in text.split("\n") if line.startswith("id:")] == [
        f"id: {seq}" for seq in range(1, game.seq() + 1)]
    assert text.endswith("\n\n")


def test_a_silent_stream_shows_that_it_lives(spawn, contract):
    daemon = spawn(options=["--heartbeat", "1"])
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    one = begun(Stream(daemon, contract, game, after=2))
    assert one.frame().comment and one.frame().comment
    pass_turn(game)
    assert one.event()["seq"] == 3
    assert one.frame().comment
    one.close()
    api.close()


# ----- limits ---------------------------------------------------------------

@pytest.fixture
def narrow(spawn, contract):
    """A daemon with little room, and a game in it."""
    daemon = spawn(options=["--streams-per-token", "2", "--streams-per-game",
                            "5", "--heartbeat", "1"])
    api = Client(daemon, contract)
    yield daemon, api.create({"variant": "hand",
                              "seats": [{"player": "a"}, {"player": "b"}]})
    api.close()


def refused(stream, limit):
    assert stream.status == 429
    assert stream.problem["code"] == "too_many_streams"
    assert str(limit) in stream.problem["detail"]
    assert int(stream.header("Retry-After")) > 0


def test_a_token_has_so_many_streams_and_no_more(narrow, contract):
    daemon, game = narrow
    mine = [begun(Stream(daemon, contract, game, 0)) for _ in range(2)]
    refused(Stream(daemon, contract, game, 0), 2)
    other = begun(Stream(daemon, contract, game, 1))
    answer = game.api.get(game.path + "/events?after=2", game.token(0),
                          {"Prefer": "wait=60"})
    answer.refused(429, "too_many_streams")
    # Those that were there are left alone.
    pass_turn(game)
    for one in (*mine, other):
        assert one.events(3)[-1]["seq"] == 3
        one.close()


def test_a_game_has_so_many_streams_and_no_more(narrow, contract):
    daemon, game = narrow
    streams = [begun(Stream(daemon, contract, game)) for _ in range(5)]
    refused(Stream(daemon, contract, game), 5)
    refused(Stream(daemon, contract, game, "host"), 5)
    other = game.api.create({"variant": "hand", "seats": [{"player": "a"},
                                                          {"player": "b"}]})
    begun(Stream(daemon, contract, other)).close()
    for one in streams:
        one.close()


def test_a_stream_that_was_left_makes_room(narrow, contract):
    daemon, game = narrow
    for _ in range(2):
        begun(Stream(daemon, contract, game, 0)).close()
    # The service sees that a client has gone when it writes to it.
    while Stream(daemon, contract, game, 0).status == 429:
        pass_turn(game)


def test_all_streams_together_leave_room_for_others(spawn, contract):
    daemon = spawn(options=["--connections", "16", "--threads", "1"])
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    streams = [begun(Stream(daemon, contract, game)) for _ in range(12)]
    refused(Stream(daemon, contract, game), 12)
    pass_turn(game)
    for one in streams:
        assert one.events(3)[-1]["seq"] == 3
        one.close()
    api.close()


# ----- the end of the service -----------------------------------------------

def test_the_end_of_the_service_is_told(spawn, contract):
    daemon = spawn()
    api = Client(daemon, contract)
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"player": "b"}]})
    streams = [begun(Stream(daemon, contract, game, after=2))
               for _ in range(50)]
    daemon.stop()
    for one in streams:
        assert one.control("bye").data == {"game": game.id, "seq": 2}
        assert one.is_over()
        one.close()
    daemon.start()
    again = begun(Stream(daemon, contract, game, last=2))
    pass_turn(game)
    assert again.event()["seq"] == 3
    again.close()
    api.close()
