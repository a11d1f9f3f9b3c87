"""Hundreds of streams on one game, cut again and again: none loses an event,
none has one twice, and none sees what is hidden from it."""

import random
import selectors
import threading
import time

from support.bots import play_game
from support.client import Client
from support.streams import PRESENCE, Reader, open_stream

STREAMS = 500
VIEWERS = (None, "host", 0, 1, 2)
CUT = 0.04  # how often a stream is cut after an event
HIDDEN = ("drawn", "deck", "order")


class Follower:
    """One stream, over as many connections as it takes."""

    def __init__(self, selector, daemon, game, viewer, seed):
        self.selector = selector
        self.daemon = daemon
        self.game = game
        self.viewer = viewer
        self.random = random.Random(seed)
        self.events = []  # (when it came, the event)
        self.connections = 0
        self.done = False
        self.connect()

    def connect(self):
        self.connections += 1
        self.reader = Reader()
        last = self.events[-1][1]["seq"] if self.events else 0
        self.socket = open_stream(
            self.daemon, self.game.path + "/events",
            self.game.token(self.viewer), {"Last-Event-ID": str(last)})
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
                assert frame.type in ("hello", *PRESENCE, None), frame.fields
                continue
            self.events.append((time.monotonic(), frame.data))
            if self.random.random() < CUT:
                # What else has come is lost, and told again.
                self.leave()
                self.connect()
                return
        assert self.reader.status in (None, 200, 204), self.reader.head
        if self.reader.ended:
            self.leave()
            self.done = self.reader.status == 204
            if not self.done:
                self.connect()


class Noting(Client):
    """Notes when each write was sent, and which event was its last."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.sent = []

    def post(self, *arguments, **settings):
        when = time.monotonic()
        answer = super().post(*arguments, **settings)
        if answer.status == 200:
            self.sent.append((when, answer.json["seq"]))
        return answer

    def when(self, seq):
        """The earliest moment at which this event may have been known."""
        return next(when for when, last in self.sent if last >= seq)


def check(follower, truth, ends, api):
    """That it has every event once, in order, as its viewer may see it."""
    assert [event["seq"] for _, event in follower.events] == [
        event["seq"] for event in truth]
    for (when, event), true in zip(follower.events, truth, strict=True):
        mine = follower.viewer == "host" or (
            follower.viewer is not None and follower.viewer == true["seat"])
        for name in HIDDEN:
            if name in true and event[name] is None and true[name] is not None:
                assert not mine or name != "drawn", (follower.viewer, event)
                event = {**event, name: true[name]}
            elif true.get(name) is not None and not (
                    mine and name == "drawn") and not (
                    true["type"] == "move"
                    and true["move"].get("from") == "discard"):
                # Shown to who may not see it before the round's end.
                assert when >= api.when(ends[true["round"]]), (
                    follower.viewer, event)
        assert event == true


def test_many_streams_lose_nothing(spawn, contract):
    # Those that were cut lie open until the daemon sees it: how many they are
    # at a time depends on how busy the machine is.
    daemon = spawn(options=["--streams-per-token", "1000",
                            "--connections-per-address", "0"])
    api = Noting(daemon, contract)
    game = api.create({"variant": "hand", "options": {"rounds": 2},
                       "seats": [{"player": name} for name in "abc"]})
    selector = selectors.DefaultSelector()
    followers = [Follower(selector, daemon, game, VIEWERS[i % len(VIEWERS)], i)
                 for i in range(STREAMS)]
    failed = []

    def play():
        try:
            play_game(game)
        except BaseException as error:
            failed.append(error)
            raise
    player = threading.Thread(target=play)
    player.start()
    while not all(follower.done for follower in followers):
        assert not failed
        ready = selector.select(Client.TIMEOUT)
        assert ready, "nothing comes any more"
        for key, _ in ready:
            if key.fileobj.fileno() >= 0 and key.data.socket is key.fileobj:
                key.data.read()
    player.join()
    truth = game.all_events("host")
    ends = {event["round"]: event["seq"] for event in truth
            if event["type"] == "round_ended"}
    assert len(ends) == 2
    for follower in followers:
        check(follower, truth, ends, api)
    # They were cut indeed, and the stream of every viewer.
    assert min(follower.connections for follower in followers) >= 2
    assert sum(follower.connections for follower in followers) > 2 * STREAMS
    api.close()
