"""Dozens of feeds on games that bots play at once, cut again and again: each
has every event of its own games once, in order, and nothing of others'."""

import random
import selectors

from support.client import Client
from support.feeds import whole_feed
from support.streams import Reader, open_stream
from test_feed import House

FEEDS = 50
GAMES = 20
CUT = 0.03  # how often a stream is cut after an event


class Follower:
    """One feed, over as many connections as it takes."""

    def __init__(self, selector, daemon, key, seed):
        self.selector = selector
        self.daemon = daemon
        self.key = key
        self.random = random.Random(seed)
        self.entries = []
        self.connections = 0
        self.connect()

    @property
    def last(self):
        return self.entries[-1]["id"] if self.entries else 0

    def connect(self):
        self.connections += 1
        self.reader = Reader()
        self.socket = open_stream(self.daemon, "/v1/events", self.key,
                                  {"Last-Event-ID": str(self.last)})
        self.socket.setblocking(False)
        self.selector.register(self.socket, selectors.EVENT_READ, self)

    def leave(self):
        self.selector.unregister(self.socket)
        self.socket.close()

    def read(self):
        data = self.socket.recv(65536)
        assert data, "the stream was cut by the service"
        for frame in self.reader.feed(data):
            if frame.id is None:
                assert frame.type in ("hello", None), frame.fields
                continue
            assert int(frame.id) == frame.data["id"]
            self.entries.append(frame.data)
            if self.random.random() < CUT:
                # What else has come is lost, and told again.
                self.leave()
                self.connect()
                return
        assert self.reader.status in (None, 200), self.reader.head


def is_over(house, game):
    return game.view()["status"] == "finished"


def follow(selector, followers, ends):
    """Until each has read up to the end of its feed."""
    while any(one.last < ends(one) for one in followers):
        ready = selector.select(Client.TIMEOUT)
        assert ready, "nothing comes any more"
        for key, _ in ready:
            if key.fileobj.fileno() >= 0 and key.data.socket is key.fileobj:
                key.data.read()


def test_many_feeds_lose_nothing(spawn, contract):
    house = House(spawn, contract, options=["--streams-per-token", "1000"])
    keys = [house.mine, house.others, house.admin]
    selector = selectors.DefaultSelector()
    followers = [Follower(selector, house.daemon, keys[i % 3], i)
                 for i in range(FEEDS)]
    games = {key: [] for key in (*keys, None)}
    for i in range(GAMES):
        key = [*keys, None][i % 4]
        games[key].append(house.api.create(
            {"variant": "may-i" if i % 3 == 0 else "hand",
             "options": {} if i % 3 == 0 else {"rounds": 1},
             "seats": [{"bot": "basic"} for _ in range(3)]}, key))
    # Until the bots are done, nobody knows where a feed will end.
    while not all(is_over(house, game)
                  for some in games.values() for game in some):
        for key, _ in selector.select(0.1):
            if key.fileobj.fileno() >= 0 and key.data.socket is key.fileobj:
                key.data.read()
    truth = {key: whole_feed(house.api, key) for key in keys}
    follow(selector, followers, lambda one: len(truth[one.key]))
    for key in keys:
        entries = truth[key]
        assert {entry["game"] for entry in entries} == {
            game.id for game in games[key]}
        for game in games[key]:
            assert [entry["event"] for entry in entries
                    if entry["game"] == game.id] == game.all_events("host")
    for follower in followers:
        entries = truth[follower.key]
        assert [entry["id"] for entry in follower.entries] == list(
            range(1, len(entries) + 1))
        for got, true in zip(follower.entries, entries, strict=True):
            assert got["game"] == true["game"]
            # Orders of cards are hidden while their round is on.
            for name in ("deck", "order"):
                if name in got["event"] and got["event"][name] is None:
                    got["event"][name] = true["event"][name]
            assert got["event"] == true["event"]
    # They were cut indeed, and while there was something to lose.
    assert min(one.connections for one in followers) >= 2
    assert min(len(entries) for entries in truth.values()) > 200
    for follower in followers:
        follower.leave()
    house.api.close()
