"""GET /v1/events: what happens in all games of a service key."""

import http.client
import json
import re

import pytest

from support.bots import pass_turn
from support.client import Client
from support.daemon import hakam
from support.feeds import FeedStream, feed, whole_feed

KEY = re.compile(r"hk_key_[A-Za-z0-9_-]{43}")


def new_key(daemon, name, role="host"):
    said = hakam(daemon.database, "key", "add", name, "--role", role).stdout
    return KEY.search(said).group()


class House:
    """A daemon that knows a few keys, and games made with them."""

    def __init__(self, spawn, contract, auth=None,
                 options=("--streams-per-token", "100")):
        self.contract = contract
        self.daemon = spawn(start=False, auth=auth, options=list(options))
        self.daemon.start().stop()  # which makes the database
        self.mine = new_key(self.daemon, "mine")
        self.others = new_key(self.daemon, "others")
        self.admin = new_key(self.daemon, "admin", "admin")
        self.daemon.start()
        self.api = Client(self.daemon, contract)

    def create(self, key, seats=2, **body):
        return self.api.create(
            {"variant": "hand",
             "seats": [{"player": f"p{n}"} for n in range(seats)], **body}, key)

    def stream(self, key, **settings):
        return FeedStream(self.daemon, self.contract, key, **settings)

    def begun(self, key, **settings):
        """The same, of which the beginning was read."""
        stream = self.stream(key, **settings)
        assert stream.status == 200, stream.reader.head
        assert stream.control("hello").retry == "3000"
        return stream


@pytest.fixture
def house(spawn, contract):
    made = House(spawn, contract)
    yield made
    made.api.close()


def of_game(entries, game):
    return [entry["event"] for entry in entries if entry["game"] == game.id]


def test_it_has_the_games_of_its_key_alone(house):
    first, second = house.create(house.mine), house.create(house.mine)
    others = house.create(house.others)
    nobodys = house.create(None)
    for game in (first, others, nobodys, second, first):
        pass_turn(game)
    entries = whole_feed(house.api, house.mine)
    assert {entry["game"] for entry in entries} == {first.id, second.id}
    assert [entry["id"] for entry in entries] == list(
        range(1, len(entries) + 1))
    for game in (first, second):
        assert of_game(entries, game) == game.all_events("host")
    assert of_game(whole_feed(house.api, house.others),
                   others) == others.all_events("host")


def test_an_admin_key_too_has_the_games_that_it_made(house):
    house.create(house.mine)
    assert feed(house.api, house.admin) == {"items": [], "last": 0,
                                            "next": None}
    game = house.create(house.admin)
    entries = whole_feed(house.api, house.admin)
    assert of_game(entries, game) == game.all_events("host")
    assert len(entries) == 2


def test_it_is_for_keys_alone(house):
    game = house.create(house.mine)
    player = house.api.post("/v1/players", {"name": "reserved"}).ok(201)
    answer = house.api.get("/v1/events")
    answer.refused(401, "unauthorized")
    assert answer.header("WWW-Authenticate") == 'Bearer realm="hakam"'
    house.api.get("/v1/events", "hk_key_none").refused(401, "unauthorized")
    for token in (game.host, game.seats[0], player["token"]):
        house.api.get("/v1/events", token).refused(403, "forbidden")
        assert house.stream(token).status == 403
    assert house.stream(None).status == 401
    refused = house.api.get("/v1/events?ticket=x", house.mine).refused(400)
    assert refused["errors"][0]["code"] == "unknown_parameter"


def test_pages_follow_each_other(house):
    game = house.create(house.mine, seats=3)
    for _ in range(3):
        pass_turn(game)
    everything = whole_feed(house.api, house.mine)
    assert len(everything) == 7
    for limit in (1, 2, 3, 7):
        assert whole_feed(house.api, house.mine, limit) == everything
    for after in range(8):
        page = feed(house.api, house.mine, f"?after={after}&limit=2")
        assert page["items"] == everything[after:after + 2]
        assert page["last"] == 7
        assert (page["next"] is None) == (after >= 5)
    assert feed(house.api, house.mine, "?after=99")["items"] == []
    house.api.get("/v1/events?after=-1", house.mine).refused(400)
    house.api.get("/v1/events?cursor=x", house.mine).refused(400, "bad_cursor")


def test_what_its_host_may_not_see_is_hidden(house):
    game = house.create(house.mine, options={"rounds": 1})
    started = whole_feed(house.api, house.mine)[1]["event"]
    assert started["type"] == "round_started" and started["deck"] is None
    pass_turn(game)
    seat = game.view()["round"]["turn"]["seat"]
    card = game.play(seat, {"move": "draw", "from": "stock"})["events"][0]
    assert whole_feed(house.api, house.mine)[-1]["event"] == card
    assert card["drawn"]


def test_a_game_outside_memory_is_in_it(spawn, contract):
    house = House(spawn, contract, options=["--live-games", "1"])
    games = [house.create(house.mine) for _ in range(5)]
    for game in games:
        pass_turn(game)
    entries = whole_feed(house.api, house.mine)
    for game in games:
        assert of_game(entries, game) == game.all_events("host")
    house.api.close()


def test_it_is_the_same_where_a_key_is_needed_and_after_a_restart(spawn,
                                                                  contract):
    house = House(spawn, contract, auth="keys")
    game = house.create(house.mine)
    pass_turn(game)
    before = whole_feed(house.api, house.mine)
    house.daemon.restart()
    assert whole_feed(house.api, house.mine) == before
    stream = house.begun(house.mine, last=len(before))
    pass_turn(game)
    assert stream.event()["id"] == len(before) + 1
    stream.close()
    house.api.get("/v1/events").refused(401)
    house.api.close()


def test_a_scorecard_is_in_it(house):
    game = house.create(house.mine, mode="scorecard", options={"rounds": 1})
    told = {"out": 0, "hand": False,
            "seats": [{}, {"down": True, "points": 7}]}
    house.api.post(game.path + "/rounds", told, game.host).ok(201)
    told["seats"][1]["points"] = 9
    house.api.put(game.path + "/rounds/1", {**told, "reason": "miscounted"},
                  game.host).ok()
    entries = whole_feed(house.api, house.mine)
    assert [entry["event"]["type"] for entry in entries] == [
        "game_created", "round_ended", "game_ended", "round_corrected"]
    assert of_game(entries, game) == game.all_events("host")


# ----- waiting --------------------------------------------------------------

def poll(house, after, wait=60):
    connection = http.client.HTTPConnection(
        house.daemon.host, house.daemon.port, timeout=Client.TIMEOUT)
    connection.request("GET", f"/v1/events?after={after}",
                       headers={"Prefer": f"wait={wait}",
                                "Authorization": "Bearer " + house.mine})
    return connection


def polled(house, connection):
    response = connection.getresponse()
    body = response.read()
    connection.close()
    house.contract.check("GET", "/v1/events", response.status, response.msg,
                         body)
    assert response.status == 200
    return json.loads(body), response.msg["Preference-Applied"]


def test_a_list_waits_for_what_is_new(house):
    game, others = house.create(house.mine), house.create(house.others)
    waiting = [poll(house, 2) for _ in range(3)]
    pass_turn(others)
    pass_turn(game)
    for connection in waiting:
        page, applied = polled(house, connection)
        assert [entry["event"]["seq"] for entry in page["items"]] == [3]
        assert (page["last"], applied) == (3, "wait=60")
    assert polled(house, poll(house, 3, wait=1)) == (
        {"items": [], "last": 3, "next": None}, "wait=1")
    assert polled(house, poll(house, 0))[0]["last"] == 3


# ----- streams --------------------------------------------------------------

def test_a_stream_tells_what_has_been_and_what_comes(house):
    game = house.create(house.mine)
    stream = house.stream(house.mine)
    assert stream.header("Cache-Control") == "no-store"
    assert stream.header("X-Accel-Buffering") == "no"
    assert "Accept" in stream.header("Vary")
    assert stream.control("hello").data == {"id": 2}
    assert stream.events(2) == whole_feed(house.api, house.mine)
    other = house.create(house.mine)
    pass_turn(game)
    assert [(entry["id"], entry["game"]) for entry in stream.events(3)] == [
        (3, other.id), (4, other.id), (5, game.id)]
    stream.close()


def test_it_goes_on_after_any_event(house):
    game = house.create(house.mine)
    for _ in range(2):
        pass_turn(game)
    everything = whole_feed(house.api, house.mine)
    for last in range(len(everything)):
        for one in (house.begun(house.mine, last=last),
                    house.begun(house.mine, after=last),
                    house.begun(house.mine, after=0, last=last)):
            assert one.events(len(everything) - last) == everything[last:]
            one.close()


def test_where_it_cannot_go_on_it_is_refused(house):
    house.create(house.mine)
    for last in ("3", "-1", "two"):
        stream = house.stream(house.mine, last=last)
        assert stream.status == 400
        assert stream.problem["errors"][0]["pointer"] == "Last-Event-ID"
        assert house.stream(house.mine, after=last).status == 400


def test_the_head_alone_can_be_asked_for(house):
    answer = house.api.request("HEAD", "/v1/events", token=house.mine,
                               headers={"Accept": "text/event-stream"})
    assert answer.status == 200
    assert answer.header("Content-Type") == "text/event-stream"


def test_a_silent_stream_shows_that_it_lives(spawn, contract):
    house = House(spawn, contract, options=["--heartbeat", "1"])
    stream = house.begun(house.mine)
    assert stream.frame().comment and stream.frame().comment
    house.create(house.mine)
    assert stream.event()["id"] == 1
    stream.close()
    house.api.close()


def test_a_key_has_so_many_streams_and_no_more(spawn, contract):
    house = House(spawn, contract, options=["--streams-per-token", "2"])
    game = house.create(house.mine)
    mine = [house.begun(house.mine) for _ in range(2)]
    refused = house.stream(house.mine)
    assert refused.status == 429
    assert refused.problem["code"] == "too_many_streams"
    house.api.get("/v1/events?after=2", house.mine,
                  {"Prefer": "wait=60"}).refused(429, "too_many_streams")
    other = house.begun(house.others)
    pass_turn(game)
    for one in mine:
        assert one.events(3)[-1]["event"]["seq"] == 3
    for one in (*mine, other):
        one.close()
    house.api.close()


def test_the_end_of_the_service_is_told(house):
    house.create(house.mine)
    streams = [house.begun(house.mine, after=2) for _ in range(10)]
    connection = poll(house, 2)
    # Its answer comes after that of the waiting one was begun.
    house.api.get("/v1/version").ok()
    house.daemon.stop()
    for stream in streams:
        assert stream.control("bye").data == {"id": 2}
        assert stream.is_over()
        stream.close()
    assert polled(house, connection)[0]["items"] == []
