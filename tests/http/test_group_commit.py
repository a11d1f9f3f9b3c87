"""Many writes at once: shared commits, stops in their midst, a full disk."""

import concurrent.futures
import json
import os
import resource
import signal
import socket
import threading

import pytest

from support import raw
from support.client import Client
from support.deals import Arranged, discard, draw

OPEN = {"variant": "hand",
        "seats": [{"player": "a"}, {"player": "b"}, {"open": True}]}
WRITERS = 24


def post(path, body, token=None, key=None):
    """The bytes of a request."""
    content = json.dumps(body).encode()
    head = [f"POST {path} HTTP/1.1", "Host: x",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}"]
    if token:
        head.append(f"Authorization: Bearer {token}")
    if key:
        head.append(f"Idempotency-Key: {key}")
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


def next_answer(sock):
    """One answer, or None where the connection ended without one. Those that
    have come behind it are left for the next call."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        piece = sock.recv(1)
        if not piece:
            return None
        head += piece
    answer = raw.RawAnswer(head.removesuffix(b"\r\n\r\n"), b"")
    while (left := int(answer.header("Content-Length")) - len(answer.body)):
        piece = sock.recv(left)
        if not piece:
            return None
        answer.body += piece
    return answer


def test_moves_sent_at_once_are_played_in_the_order_they_came(house):
    """Pipelined from one connection each; a game has one order."""
    daemon, api = house
    arranged = Arranged()
    game = api.create(arranged.body)
    first = raw.connect(daemon)
    first.sendall(post(game.path + "/moves", discard(arranged.hands[0][0]),
                       game.seats[0]))
    assert next_answer(first).status == 200
    moves = [draw(), discard(arranged.hands[1][0])]
    first.sendall(b"".join(post(game.path + "/moves", move, game.seats[1])
                           for move in moves))
    assert [next_answer(first).status for _ in moves] == [200, 200]
    first.close()
    assert game.view()["seq"] == 5


def test_each_of_many_writers_gets_its_own_answer(house):
    """Games of different names, made at once."""
    daemon, api = house

    def make(number):
        with raw.connect(daemon) as sock:
            names = []
            for each in range(10):
                name = f"p{number}x{each}"
                sock.sendall(post("/v1/games", {
                    "variant": "hand",
                    "seats": [{"player": name}, {"player": "q"}]}))
                game = json.loads(next_answer(sock).body)["game"]
                names.append(game["seats"][0]["player"] == name)
            return all(names)
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        assert all(pool.map(make, range(WRITERS)))
    assert api.get("/v1/games?player=q&limit=100").ok()["next"]


def test_a_retry_at_the_same_time_gets_the_first_answer(house):
    """The same key from many clients: done once, told to all alike."""
    daemon, api = house
    arranged = Arranged()
    game = api.create(arranged.body)
    requests = {
        "move": post(game.path + "/moves", discard(arranged.hands[0][0]),
                     game.seats[0], "k" * 20),
        "creation": post("/v1/games", OPEN, None, "m" * 20),
        "player": post("/v1/players", {"name": "Huda"}, None, "n" * 20),
    }

    def send(request):
        with raw.connect(daemon) as sock:
            sock.sendall(request)
            answer = next_answer(sock)
            return (answer.status, answer.body,
                    answer.header("Idempotency-Replayed"))
    for kind, request in requests.items():
        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            got = list(pool.map(send, [request] * WRITERS))
        assert len({(status, body) for status, body, _ in got}) == 1, kind
        assert got[0][0] in (200, 201), kind
        assert [replayed for *_, replayed in got].count(None) == 1, kind


@pytest.mark.parametrize("times", range(3))
def test_a_stop_in_the_midst_of_writes_loses_no_answer(house, times):
    """What was answered is there; the daemon ends well."""
    daemon, api = house
    answered = threading.Semaphore(0)
    # All before the stop: nobody comes to a door that is shut.
    connections = [raw.connect(daemon) for _ in range(WRITERS)]

    def make(sock):
        made = []
        with sock:
            while True:
                try:
                    sock.sendall(post("/v1/games", OPEN))
                    answer = next_answer(sock)
                except OSError:
                    return made
                if answer is None:
                    return made
                answered.release()
                if answer.status == 201:
                    made.append(json.loads(answer.body)["game"]["id"])
                else:
                    assert answer.status == 503, answer
                    assert answer.header("Retry-After"), answer
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        running = [pool.submit(make, sock) for sock in connections]
        for _ in range(40 * (times + 1)):
            assert answered.acquire(timeout=Client.TIMEOUT)
        daemon.stop()
        made = [game for each in running for game in each.result()]
    assert made
    daemon.start()
    fresh = Client(daemon, api.contract)
    for game in made:
        fresh.get(f"/v1/games/{game}").ok()
    fresh.close()


def test_a_full_disk_refuses_and_room_makes_it_go_on(house):
    """Files may not grow any more, under many writers: all are refused, none
    has happened, and when there is room again it goes on by itself."""
    daemon, api = house
    arranged = Arranged()
    game = api.create(arranged.body)
    log = daemon.database.with_name("hakam.db-wal")
    whole = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    assert whole[1] == resource.RLIM_INFINITY
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                     (os.stat(log).st_size, resource.RLIM_INFINITY))

    def make(_):
        with raw.connect(daemon) as sock:
            sock.sendall(post("/v1/games", OPEN))
            return next_answer(sock)
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        answers = list(pool.map(make, range(WRITERS)))
    assert [answer.status for answer in answers] == [503] * WRITERS
    assert all(answer.header("Retry-After") for answer in answers)
    game.post(0, discard(arranged.hands[0][0])).refused(
        503, "storage_unavailable")
    api.get("/readyz").refused(503, "storage_unavailable")
    assert game.view()["seq"] == 2
    assert len(api.get("/v1/games").ok()["items"]) == 1

    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, whole)
    api.get("/readyz").ok()
    game.play(0, discard(arranged.hands[0][0]))
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        answers = list(pool.map(make, range(WRITERS)))
    assert [answer.status for answer in answers] == [201] * WRITERS
    daemon.crash_and_restart()
    assert game.view()["seq"] == 3


def test_clients_that_leave_while_they_wait_do_no_harm(house):
    """Requests sent, and the connection reset at once."""
    daemon, api = house
    for _ in range(200):
        sock = raw.connect(daemon)
        sock.sendall(post("/v1/games", OPEN))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                        b"\x01\0\0\0\0\0\0\0")
        sock.close()
    api.create(OPEN)
    daemon.restart()
    assert api.get("/v1/games").ok()["items"]


def test_a_second_signal_ends_at_once(house):
    """Whatever is under way: nothing that was answered is lost."""
    daemon, api = house
    game = api.create(OPEN)
    daemon.process.send_signal(signal.SIGTERM)
    assert daemon._end(signal.SIGTERM) >= 0
    # It left threads behind, as it should, and a sanitizer may say so.
    assert "data race" not in daemon.complaints()
    daemon.errors.write_text("")
    daemon.start()
    assert game.view()["status"] == "open"
