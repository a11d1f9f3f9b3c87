"""Who is at the table: seats go away and come back, by stream and request."""

import pytest

from support.bots import pass_turn
from support.client import Client
from support.streams import Stream


class Table:
    """A game of three on a daemon that is soon out of patience."""

    def __init__(self, spawn, contract, seats=None, **body):
        self.daemon = spawn(options=["--presence-grace", "1"])
        self.contract = contract
        self.api = Client(self.daemon, contract)
        self.game = self.api.create({
            "variant": "hand", **body,
            "seats": seats or [{"player": f"p{n}"} for n in range(3)]})
        self.streams = []

    def stream(self, viewer=None, **settings):
        one = Stream(self.daemon, self.contract, self.game, viewer,
                     **settings)
        one.control("hello")
        self.streams.append(one)
        return one

    def away(self):
        return [seat["seat"] for seat in self.game.view()["seats"]
                if seat["away"]]

    def close(self):
        for one in self.streams:
            one.close()
        self.api.close()


@pytest.fixture
def table(spawn, contract):
    made = Table(spawn, contract)
    yield made
    made.close()


def told(stream, kind):
    data = stream.control(kind).data
    assert data["game"] == stream.path.split("/")[3]
    return data["seat"]


def comes(stream, kind, seat):
    """Reads on until it is told: on a busy machine others that were there go
    away meanwhile."""
    while True:
        frame = stream.frame()
        if not frame.comment and (frame.type, frame.data["seat"]) == (kind,
                                                                      seat):
            return


def test_seats_that_are_quiet_go_away_and_come_back(table):
    watcher = table.stream(after=2)
    assert [told(watcher, "seat_away") for _ in range(3)] == [0, 1, 2]
    assert table.away() == [0, 1, 2]
    table.game.view(1)
    comes(watcher, "seat_back", 1)
    # A seat that asks is there for its own view, too.
    seats = table.game.view(2)["seats"]
    assert [seat["away"] for seat in seats][2] is False
    comes(watcher, "seat_back", 2)
    # And then it is quiet anew.
    comes(watcher, "seat_away", 2)


def test_who_has_a_stream_is_there(table):
    mine = table.stream(1, after=2)
    watcher = table.stream(after=2)
    assert [told(watcher, "seat_away") for _ in range(2)] == [0, 2]
    assert [told(mine, "seat_away") for _ in range(2)] == [0, 2]
    assert table.away() == [0, 2]
    mine.close()
    # The service sees that it has gone when it has written to it.
    assert told(watcher, "seat_away") == 1


def test_who_comes_is_told_who_is_away(table):
    first = table.stream(after=2)
    for _ in range(3):
        told(first, "seat_away")
    later = table.stream("host", after=2)
    assert [told(later, "seat_away") for _ in range(3)] == [0, 1, 2]


def test_they_are_no_events(table):
    watcher = table.stream(after=2)
    for _ in range(3):
        told(watcher, "seat_away")
    pass_turn(table.game)
    frame = watcher.frame()
    while frame.id is None:
        frame = watcher.frame()
    assert frame.id == "3"
    assert [event["type"] for event in table.game.all_events(None)] == [
        "game_created", "round_started", "move"]


def test_a_view_with_another_seat_away_is_another_view(table):
    game, watcher = table.game, table.stream(after=2)
    for _ in range(3):
        told(watcher, "seat_away")
    gone = table.api.get(game.path, game.host)
    assert gone.header("ETag") == '"2.h.en.a7"'
    known = {"If-None-Match": gone.header("ETag")}
    assert table.api.get(game.path, game.host, known).status == 304
    back = table.api.get(game.path, game.host, known)
    while back.status == 304:  # also where it has gone again meanwhile
        game.view(0)
        back = table.api.get(game.path, game.host, known)
    assert back.status == 200
    assert back.header("ETag") == '"2.h.en.a6"'
    # It is a state of the game all the same.
    seat = game.view()["round"]["turn"]["seat"]
    card = game.view()["hands"][seat][0]
    game.post(seat, {"move": "discard", "card": card},
              headers={"If-Match": gone.header("ETag")}).ok()


def all_away(table):
    watcher = table.stream(after=2)
    for _ in range(3):
        told(watcher, "seat_away")


def away_in(answer):
    return [seat["away"] for seat in answer.ok()["game"]["seats"]]


def test_who_is_given_a_seat_is_there_and_the_others_are_still_away(table):
    all_away(table)
    game = table.game
    path = game.path + "/seats/"
    given = table.api.put(path + "1", {"player": "other"}, game.host)
    assert away_in(given) == [True, False, True]
    assert given.header("ETag") == '"3.h.en.a5"'
    played = table.api.put(path + "0", {"bot": "basic"}, game.host)
    assert [away_in(played)[0], away_in(played)[2]] == [False, True]


def test_nobody_is_away_from_a_game_that_is_over(table):
    all_away(table)
    ended = table.api.delete(table.game.path, table.game.host)
    assert away_in(ended) == [False, False, False]
    assert ended.header("ETag") == '"3.h.en"'
    assert table.away() == []


def test_bots_open_seats_and_tables_of_wood_are_not_watched(spawn, contract):
    table = Table(spawn, contract, [{"player": "a"}, {"bot": "basic"},
                                    {"open": True}])
    watcher = table.stream(after=1)
    assert told(watcher, "seat_away") == 0
    assert table.away() == [0]
    card = table.api.create({"variant": "hand", "mode": "scorecard",
                             "seats": [{"player": "b"}, {"player": "c"}]})
    table.game.view(0)
    assert told(watcher, "seat_back") == 0
    assert told(watcher, "seat_away") == 0
    assert not any(seat["away"] for seat in card.view()["seats"])
    table.close()


def test_a_player_is_there_by_its_own_token(spawn, contract):
    table = Table(spawn, contract)
    player = table.api.post("/v1/players", {"name": "known"}).ok(201)["token"]
    game = table.api.create({"variant": "hand", "seats": [
        {"player": "known"}, {"player": "p0"}]}, player)
    watcher = Stream(table.daemon, contract, game, after=2)
    watcher.control("hello")
    assert {told(watcher, "seat_away") for _ in range(2)} == {0, 1}
    table.api.get(game.path, player).ok()
    assert told(watcher, "seat_back") == 0
    watcher.close()
    table.close()
