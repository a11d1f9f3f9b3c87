"""Whoever opens many connections and says little keeps nobody out."""

import os
import resource
import select
import socket
import time

import pytest

from support import raw
from support.client import Client

# `make soak` asks for more.
CROWD = int(os.environ.get("HAKAM_CROWD") or 2000)

GOOD = b"GET /v1/variants HTTP/1.1\r\nHost: h\r\n\r\n"
SHORT = b"GET /livez HTTP/1.1\r\nHost: h\r\n\r\n"
OTHER_FILES = 256


@pytest.fixture(scope="module", autouse=True)
def files():
    """As many as there may be: every connection needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def crowd():
    """Connections, closed with the test."""
    held = []
    yield held
    for sock in held:
        sock.close()


def serves(daemon):
    """Somebody new comes, asks and is answered."""
    with raw.connect(daemon) as sock:
        sock.sendall(GOOD)
        return sock.recv(4096).startswith(b"HTTP/1.1 200 ")


def ended(sock):
    """Whether the other side has closed, or has cut it off."""
    try:
        return sock.recv(1) == b""
    except ConnectionResetError:
        return True


def drip(sock):
    """One byte more of a head that never ends."""
    try:
        sock.send(b"x", socket.MSG_NOSIGNAL)
    except OSError:
        pass  # closed meanwhile, as it should be


@pytest.mark.parametrize("limit", [64, 500])
def test_the_quiet_make_room(spawn, crowd, files, limit):
    """More connections than there may be: some lie idle after a request, some
    say nothing, some drip. Everybody else is served all the while."""
    daemon = spawn(options=["--connections", str(limit)])
    for number in range(min(CROWD, files - OTHER_FILES)):
        sock = raw.connect(daemon)
        crowd.append(sock)
        if number % 3 == 0:
            sock.sendall(GOOD)
            assert sock.recv(4096).startswith(b"HTTP/1.1 200 ")
        elif number % 3 == 1:
            sock.sendall(b"GET /v1/variants HTTP/1.1\r\nHost: h\r\nX-Drip: ")
        if number % 50 == 0:
            for one in crowd[1::3][-100:]:
                drip(one)
            assert serves(daemon), f"with {number} others"
    assert serves(daemon)


def test_a_crowd_within_the_limit_stays(spawn, crowd, files):
    """Connections that lie idle are kept while there is room, and whoever
    comes is served beside them."""
    many = min(CROWD, files - OTHER_FILES)
    daemon = spawn(options=["--connections", str(2 * many),
                            "--connections-per-address", "0"])
    for _ in range(many):
        sock = raw.connect(daemon)
        sock.sendall(GOOD)
        crowd.append(sock)
    for sock in crowd:
        assert sock.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert serves(daemon)
    while crowd:
        crowd.pop().close()
    assert serves(daemon)


def test_a_head_that_only_drips_in_is_cut_off(spawn):
    """Also where the library would wait: its time begins with every byte."""
    daemon = spawn(options=["--head-timeout", "1", "--idle-timeout", "3600"])
    with raw.connect(daemon) as sock:
        sock.sendall(b"GET /v1/variants HTTP/1.1\r\nHost: h\r\nX-Drip: ")
        while not select.select([sock], [], [], 0.1)[0]:
            drip(sock)
        assert ended(sock)
    assert serves(daemon)


def test_a_body_that_only_drips_in_is_cut_off(spawn):
    """It may take three times as long as a head."""
    daemon = spawn(options=["--head-timeout", "1", "--idle-timeout", "3600"])
    with raw.connect(daemon) as sock:
        sock.sendall(b"POST /v1/check HTTP/1.1\r\nHost: h\r\n"
                     b"Content-Type: application/json\r\n"
                     b"Content-Length: 60000\r\n\r\n")
        while not select.select([sock], [], [], 0.1)[0]:
            drip(sock)
        assert ended(sock)
    assert serves(daemon)


def is_alone(daemon):
    """Whether nobody else has a connection."""
    with raw.connect(daemon) as sock:
        sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: h\r\n"
                     b"Connection: close\r\n\r\n")
        return b"\nhakam_http_connections 1\n" in raw.read_to_end(sock)


def test_an_answer_that_is_not_taken_is_cut_off(spawn):
    """More is asked for than fits between the two, and nothing is read."""
    daemon = spawn(options=["--answer-timeout", "1",
                            "--idle-timeout", "3600"])
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(raw.PATIENCE)
        sock.connect((daemon.host, daemon.port))
        sock.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: h\r\n\r\n" * 100)
        while is_alone(daemon):
            pass
        deadline = time.monotonic() + raw.PATIENCE
        while not is_alone(daemon):
            assert time.monotonic() < deadline, "it is still open"
            select.select([], [], [], 0.1)


def test_one_address_does_not_take_all(spawn, crowd):
    """One too many is closed at once, and those that are open stay; a place
    that is given back is another's."""
    daemon = spawn(options=["--connections-per-address", "3"])
    for _ in range(3):
        crowd.append(raw.connect(daemon))
        crowd[-1].sendall(SHORT)
        assert crowd[-1].recv(4096).startswith(b"HTTP/1.1 200 ")
    with raw.connect(daemon) as sock:
        assert ended(sock)
    for sock in crowd:
        sock.sendall(SHORT)
        assert sock.recv(4096).startswith(b"HTTP/1.1 200 ")
    crowd.pop().close()
    while not serves_or_closes(daemon):
        pass


def serves_or_closes(daemon):
    """Whether somebody new is answered, and not closed."""
    with raw.connect(daemon) as sock:
        try:
            sock.sendall(SHORT)
            return sock.recv(4096).startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False


def test_the_connections_of_a_proxy_are_not_counted(spawn, crowd):
    daemon = spawn(options=["--connections-per-address", "1",
                            "--trusted-proxy", "127.0.0.1"])
    for _ in range(5):
        crowd.append(raw.connect(daemon))
        crowd[-1].sendall(SHORT)
        assert crowd[-1].recv(4096).startswith(b"HTTP/1.1 200 ")


def test_heads_and_bodies_are_as_large_as_may_be(spawn):
    daemon = spawn(options=["--head-limit", "4096", "--body-limit", "4096"])
    head = (b"POST /v1/check HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n")
    # JSON may end in blanks; what it says is refused, but it is read.
    for sent, status in ((head % 4096 + b"\r\n{}" + b" " * 4094, b" 400 "),
                         (head % 4097 + b"\r\n{}" + b" " * 4095, b" 413 "),
                         (head % 2 + b"X: " + b"x" * 4096 + b"\r\n\r\n{}",
                          b" 431 ")):
        with raw.connect(daemon) as sock:
            sock.sendall(sent)
            assert status in raw.read_to_end(sock).split(b"\r\n")[0]


@pytest.mark.parametrize("line", [
    "X: %s\r\n", "Cookie: %s\r\n", "X: " + 50 * "y" + "\r\n",
    "Cookie: " + 9 * "abc=d; " + "\r\n"])
def test_no_write_is_done_that_cannot_be_answered(spawn, contract, line):
    """The head of its answer needs room beside its own."""
    daemon = spawn(options=["--head-limit", "4096"])
    names = [f"p{size:04}" for size in range(50, 4200, 50)]
    told = []
    for name in names:
        size = int(name[1:])
        fill = line % (size * "a") if "%s" in line else \
            size // len(line) * line
        with raw.connect(daemon) as sock:
            sock.sendall((
                "POST /v1/players HTTP/1.1\r\nHost: h\r\n"
                "Connection: close\r\nContent-Type: application/json\r\n"
                f'Content-Length: 16\r\n{fill}\r\n{{"name":"{name}"}}'
            ).encode())
            if raw.read_to_end(sock).startswith(b"HTTP/1.1 201 "):
                told.append(name)
    api = Client(daemon, contract)
    assert told and told != names
    assert told == [name for name in names
                    if api.get(f"/v1/players/{name}").status == 200]


def test_more_than_files_allow_is_told(spawn):
    daemon = spawn(start=False, options=["--connections", "1000000"])
    daemon.start()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1000128:
        assert f"{hard} open files allow {hard - 128} connections" \
            in daemon.complaints()
    assert serves(daemon)
