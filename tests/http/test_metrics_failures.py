"""What the metrics tell of a disk that refuses, a lock that is held, work that
is too much, and the end: each made to happen."""

import http.client
import json
import os
import resource
import select
import signal
import sqlite3

import pytest

from support import raw
from support.client import Client
from support.daemon import PATIENCE
from support.deals import discard, plain
from support.manager import wait_for
from support.metrics import Metrics, scrape


@pytest.fixture
def daemon(spawn):
    return spawn(auth="open", options=["--write-queue", "2",
                                       "--write-wait", "0"])


@pytest.fixture
def api(daemon, contract):
    client = Client(daemon, contract)
    yield client
    client.close()


def failures(metrics):
    return int(metrics.value("hakam_db_commit_failures_total"))


def problems(metrics, code):
    return int(metrics.value("hakam_http_problems_total", code=code))


def moves(metrics, result):
    return int(metrics.value("hakam_moves_total", variant="hand",
                             result=result))


def commits(metrics):
    return int(metrics.value("hakam_db_commit_seconds", "_count"))


def test_transactions_that_the_disk_refuses_are_counted(daemon, api):
    """Each once, and none of them as one that was made durable; readiness is
    lost with the first, and comes back with room."""
    arranged = plain()
    game = api.create(arranged.body)
    move = discard(arranged.hands[0][0])
    before = scrape(api)
    assert failures(before) == 0
    log = daemon.database.with_name("hakam.db-wal")
    whole = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE,
                     (os.stat(log).st_size, whole[1]))
    for _ in range(3):
        game.post(0, move).refused(503, "storage_unavailable")
    now = scrape(api)
    assert failures(now) == 3
    assert moves(now, "failed") == 3
    assert moves(now, "accepted") == moves(now, "refused") == 0
    assert problems(now, "storage_unavailable") == 3
    assert commits(now) == commits(before)
    # Readiness tries whether it can be written again: one more.
    api.get("/readyz").refused(503, "storage_unavailable")
    assert failures(scrape(api)) == 4

    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, whole)
    api.get("/readyz").ok()
    game.play(0, move)
    now = scrape(api)
    assert failures(now) == 4
    assert (moves(now, "failed"), moves(now, "accepted")) == (3, 1)
    assert commits(now) > commits(before)


def test_a_database_that_is_gone_is_counted(daemon, api):
    """A file that another stands in the place of takes no more writes."""
    api.create(plain().body)
    away = daemon.database.with_name("away")
    daemon.database.rename(away)
    api.post("/v1/games", plain().body).refused(503, "storage_unavailable")
    assert failures(scrape(api)) == 1
    away.rename(daemon.database)
    api.get("/readyz").ok()
    api.create(plain().body)
    assert failures(scrape(api)) == 1


def ask_for_a_game(daemon):
    """Sends the request, and waits for nothing."""
    sock = raw.connect(daemon)
    body = json.dumps(plain().body).encode()
    sock.sendall(raw.request("POST", "/v1/games", [
        ("Content-Type", "application/json"), ("Content-Length", len(body)),
        ("Connection", "close")], body))
    return sock


def code_of(sock):
    """How a request for a game ended."""
    answer = raw.answers(raw.read_to_end(sock))[0]
    sock.close()
    return 201 if answer.status == 201 else json.loads(answer.body)["code"]


def test_what_waits_for_a_lock_and_gives_up_is_counted(daemon, api):
    """Another process writes and does not end: what waits is seen, what is too
    much is refused, and after 5 s the first ones are given up."""
    other = sqlite3.connect(daemon.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert scrape(api).value("hakam_db_busy_total") == 0
    socks, codes, most = [], [], 0

    def take_answers():
        for sock in select.select(socks, [], [], 0.1)[0]:
            socks.remove(sock)
            codes.append(code_of(sock))
    while "overloaded" not in codes or most < 2:
        socks.append(ask_for_a_game(daemon))
        take_answers()
        most = max(most, scrape(api).value("hakam_db_queue"))
    while "storage_unavailable" not in codes:
        take_answers()
    other.rollback()
    other.close()
    codes += [code_of(sock) for sock in socks]
    now = scrape(api)
    assert problems(now, "overloaded") == codes.count("overloaded")
    given_up = codes.count("storage_unavailable")
    assert problems(now, "storage_unavailable") == given_up
    # Each was a transaction, of one write or more; the service may have had
    # one of its own.
    assert 0 < failures(now) == now.value("hakam_db_busy_total") <= 1 + given_up
    assert now.value("hakam_db_queue") == 0
    assert len(api.get("/v1/games?limit=100").ok()["items"]) == codes.count(201)
    api.get("/readyz").ok()


def test_the_end_is_seen_while_something_is_under_way(spawn, contract):
    daemon = spawn(options=["--drain-timeout", "600"])
    scraper = http.client.HTTPConnection(daemon.host, daemon.port,
                                         timeout=PATIENCE)

    def look():
        scraper.request("GET", "/metrics")
        return Metrics(scraper.getresponse().read())
    assert look().value("hakam_draining") == 0
    half = raw.connect(daemon)
    half.sendall(b"POST /v1/check HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n"
                 b"Content-Type: application/json\r\n\r\n")
    wait_for(lambda: look().value("hakam_http_in_flight") == 2)
    daemon.process.send_signal(signal.SIGTERM)
    wait_for(lambda: "ending" in daemon.complaints())
    now = look()
    assert now.value("hakam_draining") == 1
    assert now.value("hakam_http_in_flight") == 2
    half.sendall(b"x")
    assert raw.answers(raw.read_to_end(half))[0].status == 400
    assert daemon.process.wait(PATIENCE) == 0
    scraper.close()
