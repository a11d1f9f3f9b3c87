"""Whoever opens many connections and says little keeps nobody out."""

import os
import resource
import select
import socket

import pytest

from support import raw

# `make soak` asks for more.
CROWD = int(os.environ.get("HAKAM_CROWD") or 2000)

GOOD = b"GET /v1/variants HTTP/1.1\r\nHost: h\r\n\r\n"
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
    daemon = spawn(options=["--connections", str(2 * many)])
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


def test_more_than_files_allow_is_told(spawn):
    daemon = spawn(start=False, options=["--connections", "1000000"])
    daemon.start()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1000128:
        assert f"{hard} open files allow {hard - 128} connections" \
            in daemon.complaints()
    assert serves(daemon)
