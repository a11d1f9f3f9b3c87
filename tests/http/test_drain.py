"""SIGTERM under load: what was asked is answered, what was answered is in the
log, streams are told, and nobody else is let in."""

import http.client
import json
import re
import selectors
import signal
import socket
import threading
import time

import pytest

from support import raw
from support.client import Client
from support.daemon import PATIENCE, hakam
from support.streams import PRESENCE, Reader, open_stream

STREAMS = 500
MOVERS = 8
POLLS = 20
BODY = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}


class Listener:
    """One stream, to its end."""

    def __init__(self, selector, daemon, game):
        self.selector = selector
        self.reader = Reader()
        self.seqs = []
        self.told = []  # the frames that are no events
        self.closed = False
        self.socket = open_stream(daemon, game.path + "/events?after=0")
        self.socket.setblocking(False)
        selector.register(self.socket, selectors.EVENT_READ, self)

    def read(self):
        data = self.socket.recv(65536)
        for frame in self.reader.feed(data):
            if frame.id is not None:
                assert self.told[-1:] != ["bye"]
                self.seqs.append(int(frame.id))
            elif frame.type is not None and frame.type not in PRESENCE:
                self.told.append(frame.type)
        if not data:
            self.closed = True
            self.selector.unregister(self.socket)
            self.socket.close()


def read_until(selector, listeners, condition):
    while not all(condition(listener) for listener in listeners):
        ready = selector.select(PATIENCE)
        assert ready, "nothing comes any more"
        for key, _ in ready:
            key.data.read()


class Mover(threading.Thread):
    """Plays a game by itself until it is not let in any more."""

    def __init__(self, daemon, api):
        super().__init__()
        self.address = (daemon.host, daemon.port)
        self.game = api.create(BODY)
        self.path = self.game.path
        self.answered = 0  # the last event that an answer told of
        self.unanswered = 0
        self.refusals = []
        self.warm = threading.Event()
        self.fault = None

    def run(self):
        try:
            self.play()
        except ConnectionRefusedError:
            pass
        except BaseException as error:
            self.fault = error
        finally:
            self.warm.set()

    def ask(self, connection, method, path, seat, body=None):
        """The status and the JSON of an answer; None where there was not a
        byte of one."""
        try:
            connection.request(
                method, path, body and json.dumps(body),
                {"Authorization": "Bearer " + self.game.seats[seat],
                 "Content-Type": "application/json"})
            response = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError,
                BrokenPipeError):
            connection.close()
            self.unanswered += 1
            return None
        return response.status, json.loads(response.read())

    def play(self):
        connection = http.client.HTTPConnection(*self.address,
                                                timeout=PATIENCE)
        seat, moves = None, 0
        while True:
            if seat is None:
                said = self.ask(connection, "GET", self.path, 0)
                if said is None:
                    continue
                turn = said[1]["round"]["turn"]
                seat, phase = turn["seat"], turn["phase"]
                said = self.ask(connection, "GET", self.path, seat)
                if said is None:
                    seat = None
                    continue
                card = said[1]["you"]["cards"][0]
            body = ({"move": "draw", "from": "stock"} if phase == "draw"
                    else {"move": "discard", "card": card})
            said = self.ask(connection, "POST", self.path + "/moves", seat,
                            body)
            if said is not None:
                status, answer = said
                if status == 200:
                    assert answer["seq"] > self.answered
                    self.answered = answer["seq"]
                else:
                    self.refusals.append(answer["code"])
            seat = None
            moves += 1
            if moves == 5:
                self.warm.set()


def start_half(daemon, game, seat):
    """A move of which the last bytes are not sent yet, and those."""
    body = json.dumps({"move": "discard",
                       "card": game.view(seat)["you"]["cards"][0]}).encode()
    connection = raw.connect(daemon)
    connection.sendall(
        (f"POST {game.path}/moves HTTP/1.1\r\nHost: x\r\n"
         f"Authorization: Bearer {game.seats[seat]}\r\n"
         "Content-Type: application/json\r\n"
         f"Content-Length: {len(body)}\r\n\r\n").encode() + body[:10])
    return connection, body[10:]


def read_answer(connection):
    response = http.client.HTTPResponse(connection)
    response.begin()
    answer = json.loads(response.read())
    return response, answer


def ready(connection):
    """The status of readyz, and what it says of the connection."""
    connection.request("GET", "/readyz")
    response = connection.getresponse()
    response.read()
    return response.status, response.headers["Connection"]


def poll_for_news(daemon, game):
    connection = http.client.HTTPConnection(daemon.host, daemon.port,
                                            timeout=PATIENCE)
    connection.request("GET", f"{game.path}/events?after={game.seq()}",
                       headers={"Prefer": "wait=60"})
    return connection


def test_everything_asked_is_answered(spawn, contract):
    # So long that it does not matter here how fast the machine is.
    daemon = spawn(options=["--drain-timeout", "600"])
    api = Client(daemon, contract)
    watched, quiet, late = (api.create(BODY) for _ in range(3))
    movers = [Mover(daemon, api) for _ in range(MOVERS)]
    # One of them plays what the streams are of.
    movers[0].game, movers[0].path = watched, watched.path

    selector = selectors.DefaultSelector()
    listeners = [Listener(selector, daemon, watched) for _ in range(STREAMS)]
    read_until(selector, listeners, lambda one: one.told == ["hello"])
    polls = [poll_for_news(daemon, quiet) for _ in range(POLLS)]
    starter = late.view()["round"]["starter"]
    half, rest = start_half(daemon, late, starter)
    balancer = http.client.HTTPConnection(daemon.host, daemon.port,
                                          timeout=PATIENCE)
    assert ready(balancer)[0] == 200
    for mover in movers:
        mover.start()
    for mover in movers:
        assert mover.warm.wait(PATIENCE)

    begun = time.monotonic()
    daemon.process.send_signal(signal.SIGTERM)
    # Both threads have gone to the door by the time that all are told, and
    # the move that is not whole keeps them from going further.
    read_until(selector, listeners, lambda one: "bye" in one.told)
    with pytest.raises(ConnectionRefusedError):
        raw.connect(daemon)
    assert ready(balancer) == (503, "close")
    for poll in polls:
        response = poll.getresponse()
        assert response.status == 200
        assert json.loads(response.read())["items"] == []
        poll.close()
    half.sendall(rest)
    response, answer = read_answer(half)
    assert response.status == 200, answer
    assert response.headers["Connection"].lower() == "close"
    assert half.recv(1) == b""

    read_until(selector, listeners, lambda one: one.closed)
    status = daemon.process.wait(PATIENCE)
    print(f"{STREAMS} streams, {MOVERS} players, {POLLS} long polls: ended "
          f"{time.monotonic() - begun:.2f} s after SIGTERM")
    assert status == 0, daemon.complaints()
    assert "Sanitizer" not in daemon.complaints(), daemon.complaints()
    for listener in listeners:
        assert listener.told == ["hello", "bye"]
        assert listener.reader.ended
        assert listener.seqs == list(range(1, len(listener.seqs) + 1))
    for mover in movers:
        mover.join(PATIENCE)
        assert mover.fault is None, mover.fault
        assert mover.refusals == []
        assert mover.answered >= 5
    api.close()

    daemon.process.stdout.close()
    daemon.process = None
    said = hakam(daemon.database, "verify")
    assert re.search(r"\b0 differences", said.stdout), said.stdout
    daemon.start()
    assert late.seq() == answer["seq"]
    for mover in movers:
        assert mover.game.seq() >= mover.answered
    api.close()


def test_who_stands_still_is_not_waited_for(spawn, contract):
    """Nothing else would end these: neither has anything to be timed by."""
    daemon = spawn(options=["--drain-timeout", "1", "--head-timeout", "3600",
                            "--idle-timeout", "3600"])
    api = Client(daemon, contract)
    game = api.create(BODY)
    starter = game.view()["round"]["starter"]
    half, rest = start_half(daemon, game, starter)
    deaf = raw.connect(daemon)
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
    assert deaf.recv(1) == b"H"
    daemon.stop()
    assert half.recv(1) == b""
    daemon.start()
    assert game.seq() == 2
    api.close()
