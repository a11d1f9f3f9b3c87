"""More to write than the disk takes: refused at once instead of waiting."""

import json
import select
import sqlite3

import pytest

from support import raw
from support.client import Client

BODY = json.dumps({"variant": "hand", "seats": [
    {"player": "huda"}, {"player": "sami"}, {"player": "ali"}]}).encode()
CREATE = (b"POST /v1/games HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
          b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
          % len(BODY)) + BODY


@pytest.fixture
def stuck():
    """Keeps the disk from a daemon until it is let go: stuck(daemon)()."""
    held = []

    def hold(daemon):
        other = sqlite3.connect(daemon.database, isolation_level=None)
        held.append(other)
        other.execute("BEGIN IMMEDIATE")
        return other.rollback
    yield hold
    for other in held:
        other.close()


def create(daemon):
    """Asks for a game, and waits for nothing."""
    sock = raw.connect(daemon)
    sock.sendall(CREATE)
    return sock


def answered(socks, seconds):
    """Those to whom something comes within so long."""
    return select.select(socks, [], [], seconds)[0]


def answer(sock):
    return raw.answers(raw.read_to_end(sock))[0]


def test_beyond_the_queue_writes_are_refused_at_once(spawn, contract, stuck):
    daemon = spawn(options=["--write-queue", "3", "--write-wait", "0"])
    api = Client(daemon, contract)
    game = api.create(json.loads(BODY))
    let_go = stuck(daemon)
    # One is at the disk, and three wait (a fifth may have come between).
    waiting, refused = [create(daemon)], []
    while not refused:
        waiting.append(create(daemon))
        refused = answered(waiting, 0.1)
    for sock in refused:
        waiting.remove(sock)
        problem = answer(sock)
        assert problem.status == 503
        assert json.loads(problem.body)["code"] == "overloaded"
        assert 1 <= int(problem.header("Retry-After")) <= 4
    # Who only reads is answered, and who works something out.
    game.view("host")
    api.post("/v1/check", {"variant": "hand", "melds": [["8S", "8H", "8D"]]}
             ).ok()
    api.get("/readyz").ok()
    # All writes are refused in the place of the rate, before their form.
    api.post(game.path + "/moves", raw=b"{", token=game.host,
             headers={"Accept": "image/png"}).refused(503, "overloaded")
    api.delete(game.path).refused(401)
    let_go()
    assert [answer(sock).status for sock in waiting] == [201] * len(waiting)
    assert len(api.get("/v1/games?limit=100").ok()["items"]) == \
        1 + len(waiting)
    api.close()


def test_behind_a_slow_transaction_writes_are_refused(spawn, contract, stuck):
    daemon = spawn(options=["--write-queue", "0", "--write-wait", "1"])
    let_go = stuck(daemon)
    waiting = [create(daemon)]
    while not answered(waiting, 0.1):
        waiting.append(create(daemon))
    last = waiting.pop()
    problem = answer(last)
    assert problem.status == 503
    assert json.loads(problem.body)["code"] == "overloaded"
    let_go()
    assert [answer(sock).status for sock in waiting] == [201] * len(waiting)
    with_client = Client(daemon, contract)
    with_client.create(json.loads(BODY))
    with_client.close()
