"""The log has one line for each request, which says who asked for what and how
it ended; and it has nothing that is a secret."""

import re
import socket
import struct
import time

import pytest

from support import raw
from support.client import Client
from support.daemon import PATIENCE, hakam
from support.deals import discard, draw, plain
from support.streams import Stream

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

# All that a line on a request may hold.
LINE = re.compile(
    rf"(?:{TIME} info: |<6>)request id=(?P<id>{UUID})"
    r" trace=(?P<trace>[0-9a-f]{32}) span=(?P<span>[0-9a-f]{16})"
    r"(?: parent=(?P<parent>[0-9a-f]{16}))?"
    r" method=(?P<method>[A-Z]+|other) route=(?P<route>/[a-z0-9_./{}-]+|none)"
    rf"(?: game=(?P<game>{UUID}))?"
    r" status=(?P<status>\d{3}|aborted)(?: code=(?P<code>[a-z_]+))?"
    r" bytes=(?P<bytes>\d+) us=(?P<us>\d+)"
    r" who=(?P<who>anonymous|key|admin|host|seat|player)"
    r"(?: key=(?P<key>\d+))?(?: seat=(?P<seat>[0-4]))?"
    r" remote=(?P<remote>[0-9a-f.:]+|unix)")


def lines(daemon):
    """The lines on requests so far, each as a dictionary."""
    found = []
    for line in daemon.complaints().splitlines():
        if " info: request " in line or line.startswith("<6>request "):
            match = LINE.fullmatch(line)
            assert match, line
            found.append({name: value for name, value
                          in match.groupdict().items() if value is not None})
    return found


def awaited(daemon, count):
    """The same once there are so many: they are written when the thread has
    nothing else to do."""
    deadline = time.monotonic() + PATIENCE
    while len(found := lines(daemon)) < count:
        assert time.monotonic() < deadline, found
        # a thread that answers has written what it had
        raw.send(daemon, raw.request("GET", "/livez",
                                     [("Connection", "close")]))
    assert len(found) == count, found
    return found


def awaited_one(daemon, **members):
    """The line that has these members, once it is there; of a daemon that
    others ask as well, or by several threads."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = [line for line in lines(daemon) if members.items()
                 <= line.items()]
        if found:
            assert len(found) == 1, found
            return found[0]
        assert time.monotonic() < deadline, members
        raw.send(daemon, raw.request("GET", "/livez",
                                     [("Connection", "close")]))


def shape(line, *names):
    return tuple(line.get(name) for name in names)


def test_a_line_says_what_was_asked_and_answered(alone):
    arranged = plain()
    game = alone.create(arranged.body)
    view = alone.get(game.path, game.seats[1])
    head = alone.request("HEAD", game.path, token=game.host)
    refused = game.post(1, draw())
    played = game.post(0, discard(arranged.hands[0][0]))
    missing = alone.get("/v1/games/" + "0" * 8 + game.id[8:])
    nowhere = alone.get("/v1/nothing?x=1")
    known = alone.get(game.path, game.seats[1], {
        "If-None-Match": alone.get(game.path, game.seats[1]).header("ETag")})
    found = awaited(alone.daemon, 9)
    names = ("method", "route", "game", "status", "code", "who", "seat")
    path = "/v1/games/{id}"
    assert [shape(line, *names) for line in found] == [
        ("POST", "/v1/games", game.id, "201", None, "anonymous", None),
        ("GET", path, game.id, "200", None, "seat", "1"),
        ("HEAD", path, game.id, "200", None, "host", None),
        ("POST", path + "/moves", game.id, "409", "not_your_turn", "seat",
         "1"),
        ("POST", path + "/moves", game.id, "200", None, "seat", "0"),
        ("GET", path, None, "404", "not_found", "anonymous", None),
        ("GET", "none", None, "404", "not_found", "anonymous", None),
        ("GET", path, game.id, "200", None, "seat", "1"),
        ("GET", path, game.id, "304", None, "seat", "1"),
    ]
    sizes = [int(line["bytes"]) for line in found]
    assert sizes[1:7] == [len(answer.body) for answer in (
        view, head, refused, played, missing, nowhere)]
    assert sizes[8] == len(known.body) == 0
    assert {line["remote"] for line in found} == {"127.0.0.1"}
    for names in (("id",), ("trace",), ("span",)):
        assert len({shape(line, *names) for line in found}) == 9
    # a refusal is found again by its id
    for answer, line in ((refused, found[3]), (missing, found[5]),
                         (nowhere, found[6])):
        assert answer.header("X-Request-Id") == line["id"]
    for answer in (view, head, played, known):
        assert answer.header("X-Request-Id") is None


def test_who_asks_is_told_by_its_role(spawn, contract):
    daemon = spawn(start=False, auth="keys")
    keys = [re.search(r"hk_key_\S+", hakam(
        daemon.database, "key", "add", role, "--role", role).stdout).group()
        for role in ("host", "admin")]
    client = Client(daemon.start(), contract)
    game = client.create(plain(names=["huda", "sami"]).body, keys[0])
    player = client.post("/v1/players", {"name": "huda"},
                         keys[1]).ok(201)["token"]
    client.get(game.path, player)
    client.get("/v1/variants", "hk_key_" + "A" * 43).refused(401)
    found = awaited(daemon, 4)
    assert [shape(line, "who", "key", "code") for line in found] == [
        ("key", "1", None), ("admin", "2", None), ("player", None, None),
        ("anonymous", None, "unauthorized")]
    client.close()


def test_probes_have_a_line_only_where_they_are_refused(alone):
    for path in ("/livez", "/readyz", "/metrics"):
        assert alone.get(path).status == 200
        alone.post(path, {}).refused(405)
    found = awaited(alone.daemon, 3)
    assert [shape(line, "method", "route", "status") for line in found] == [
        ("POST", "/livez", "405"), ("POST", "/readyz", "405"),
        ("POST", "/metrics", "405")]


def test_a_stream_has_its_line_at_its_end(alone):
    game = alone.create(plain().body)
    stream = Stream(alone.daemon, alone.contract, game, "host")
    stream.control("hello")
    awaited(alone.daemon, 1)
    alone.delete(game.path, game.host).ok()
    while stream.frame() is not None:
        pass
    line = awaited_one(alone.daemon, route="/v1/games/{id}/events")
    assert shape(line, "status", "who") == ("200", "host")
    assert int(line["bytes"]) > 500
    stream.close()


def test_a_client_that_leaves_is_told_of(alone):
    with raw.connect(alone.daemon) as sock:
        sock.sendall(b"POST /v1/games HTTP/1.1\r\nHost: a\r\n"
                     b"Content-Type: application/json\r\n"
                     b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n")
        assert sock.recv(100).startswith(b"HTTP/1.1 100")
        # without a word
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                        struct.pack("ii", 1, 0))
    line = awaited(alone.daemon, 1)[0]
    assert shape(line, "method", "route", "status", "bytes") == (
        "POST", "/v1/games", "aborted", "0")


def test_over_a_unix_socket_there_is_no_address(spawn, contract, tmp_path):
    daemon = spawn(listen=f"unix:{tmp_path}/socket")
    client = Client(daemon, contract)
    client.get("/v1/variants").ok()
    client.close()
    daemon.stop()
    assert [line["remote"] for line in lines(daemon)] == ["unix"]


@pytest.mark.parametrize("options", [["--log-requests", "no"],
                                     ["--log-level", "warning"]])
def test_it_can_be_left_out(spawn, contract, options):
    daemon = spawn(options=options)
    client = Client(daemon, contract)
    answer = client.get("/v1/nothing")
    assert answer.header("X-Request-Id") is None
    client.close()
    daemon.stop()
    assert not lines(daemon)


def test_lines_of_threads_stay_whole(alone):
    """Many at once over many connections: each has its line, none is cut."""
    request = raw.request("GET", "/v1/version")
    last = raw.request("GET", "/v1/version", [("Connection", "close")])
    sockets = [raw.connect(alone.daemon) for _ in range(20)]
    for sock in sockets:
        sock.sendall(request * 49 + last)
    for sock in sockets:
        raw.read_to_end(sock)
        sock.close()
    found = awaited(alone.daemon, 1000)
    assert len({line["id"] for line in found}) == 1000


# ----- traces ---------------------------------------------------------------

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

# traceparent, whether it is adopted (W3C Trace Context)
PARENTS = [
    (f"00-{TRACE}-{PARENT}-01", True), (f"00-{TRACE}-{PARENT}-00", True),
    (f"cc-{TRACE}-{PARENT}-01", True),
    (f"cc-{TRACE}-{PARENT}-01-what-is-later", True),
    (f"cc-{TRACE}-{PARENT}-01.later", False),
    (f"00-{TRACE}-{PARENT}-01-later", False), (f"00-{TRACE}-{PARENT}-01-", False),
    (f"ff-{TRACE}-{PARENT}-01", False), (f"00-{TRACE.upper()}-{PARENT}-01", False),
    (f"00-{TRACE}-{PARENT.upper()}-01", False),
    (f"00-{'0' * 32}-{PARENT}-01", False), (f"00-{TRACE}-{'0' * 16}-01", False),
    (f"00-{TRACE}-{PARENT}", False), (f"00-{TRACE}-{PARENT}-0", False),
    (f"00_{TRACE}-{PARENT}-01", False), (f"00-{TRACE[1:]}-{PARENT}-01", False),
    (f"0-{TRACE}-{PARENT}-01", False), (f"00-{TRACE}-{PARENT}-0x", False),
    ("", False), ("x", False), ("-" * 55, False), ("é" * 30, False),
    (f"00-{TRACE}-{PARENT}-01, 00-{TRACE}-{PARENT}-01", False),
]


def traced(api, parents):
    """The line of a request with these headers, on a game of its own."""
    game = api.create(plain().body)
    raw.send(api.daemon, raw.request("GET", game.path, [
        *(("traceparent", value) for value in parents),
        ("Connection", "close")]))
    return awaited_one(api.daemon, game=game.id, method="GET")


@pytest.mark.parametrize("value,adopted", PARENTS)
def test_a_valid_trace_goes_on(api, value, adopted):
    line = traced(api, [value])
    assert line["span"] != PARENT
    if adopted:
        assert shape(line, "trace", "parent") == (TRACE, PARENT)
    else:
        assert line["trace"] != TRACE and "parent" not in line


def test_two_traces_are_none(api):
    line = traced(api, [f"00-{TRACE}-{PARENT}-01"] * 2)
    assert line["trace"] != TRACE and "parent" not in line
