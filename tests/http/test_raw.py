"""What must not pass at the level of bytes: framing, targets, limits."""

import json

import pytest

from support import raw
from support.raw import request

CREATE = json.dumps({"variant": "hand", "seats": [
    {"player": "smuggled"}, {"player": "smuggler"}]}).encode()
JSON = ("Content-Type", "application/json")

# What an attacker hides behind a request: it would create a game.
HIDDEN = request("POST", "/v1/games", [
    JSON, ("Content-Length", len(CREATE)), ("Connection", "close")], CREATE)
CHUNKS = b"0\r\n\r\n"

# Name, the first request, the status of the one answer, comment.
SMUGGLING = [
    ("two-hosts", request("GET", "/v1/version", [("Host", "other")]), {400},
     "two authorities"),
    ("blank-before-colon",
     request("POST", "/v1/games", [JSON, ("Content-Length ", 3)], b"{}\n"),
     {400}, "a field name that ends in a blank"),
    ("two-lengths",
     request("POST", "/v1/games", [JSON, ("Content-Length", 2),
                                   ("Content-Length", 3)], b"{}"),
     {400}, "two lengths that differ"),
    ("equal-lengths",
     request("POST", "/v1/games", [JSON, ("Content-Length", 2),
                                   ("Content-Length", 2)], b"{}"),
     {400}, "two lengths that agree"),
    ("length-and-chunked",
     request("POST", "/v1/games", [JSON, ("Content-Length", 4),
                                   ("Transfer-Encoding", "chunked")],
             CHUNKS), {400}, "both framings, length first"),
    ("chunked-and-length",
     request("POST", "/v1/games", [JSON, ("Transfer-Encoding", "chunked"),
                                   ("Content-Length", 4)],
             CHUNKS), {400}, "both framings, chunked first"),
    ("gzip", request("POST", "/v1/games",
                     [JSON, ("Transfer-Encoding", "gzip")]), {501},
     "a coding that is not known"),
    ("xchunked", request("POST", "/v1/games",
                         [JSON, ("Transfer-Encoding", "xchunked")]), {501},
     "nearly chunked"),
    ("gzip-chunked", request("POST", "/v1/games",
                             [JSON, ("Transfer-Encoding", "gzip, chunked")]),
     {501}, "a list of codings"),
    ("two-codings", request("POST", "/v1/games",
                            [JSON, ("Transfer-Encoding", "chunked"),
                             ("Transfer-Encoding", "chunked")], CHUNKS),
     {400, 501}, "the field twice"),
    ("chunked-1.0",
     request("POST", "/v1/games", [JSON, ("Transfer-Encoding", "chunked")],
             CHUNKS, version="HTTP/1.0"), {400},
     "HTTP/1.0 has no transfer codings"),
    ("folded-length",
     request("POST", "/v1/games", [JSON, ("Content-Length", "\r\n 2")],
             b"{}"), {400}, "the length in the next line"),
    ("folded-digits",
     request("POST", "/v1/games", [JSON, ("Content-Length", "1\r\n 2")],
             b"{}"), {400}, "half of the length in the next line"),
    ("folded-coding",
     request("POST", "/v1/games",
             [JSON, ("Transfer-Encoding", "\r\n\tchunked")], CHUNKS), {400},
     "the coding in the next line"),
    ("folded-field",
     request("POST", "/v1/games", [JSON, ("X", "a\r\n Content-Length: 2")],
             b"{}"), {400}, "a length that is a part of another value"),
    ("cr-in-value",
     request("POST", "/v1/games",
             [JSON, ("X", "a\rTransfer-Encoding: chunked")], CHUNKS), {400},
     "a CR that ends no line"),
    ("control-in-value",
     request("POST", "/v1/games", [JSON, ("X", "a\x01b")]), {400},
     "a control character"),
    ("blank-in-host",
     request("GET", "/v1/version", host="local host"), {400},
     "a host with a blank"),
    ("path-in-host",
     request("GET", "/v1/version", host="localhost/v1"), {400},
     "a host with a path"),
    ("hosts-in-host",
     request("GET", "/v1/version", host="localhost, other"), {400},
     "a list of hosts"),
]


def newest(api):
    items = api.get("/v1/games?limit=1").ok()["items"]
    return items[0]["id"] if items else None


@pytest.mark.parametrize("name,first,statuses,comment", SMUGGLING,
                         ids=[row[0] for row in SMUGGLING])
def test_one_error_and_the_end(api, daemon, name, first, statuses, comment):
    """One error answer, the connection closed, and what came behind it was
    never run."""
    before = newest(api)
    found = raw.send(daemon, first + HIDDEN)
    assert len(found) == 1, f"{comment}: {found}"
    assert found[0].status in statuses, f"{comment}: {found}"
    assert found[0].header("Connection") == "close", f"{comment}: {found}"
    assert found[0].header("Content-Type") == "application/problem+json"
    problem = json.loads(found[0].body)
    assert problem["status"] == found[0].status
    assert newest(api) == before, f"{comment}: the hidden request ran"


# Name, request, comment: libmicrohttpd answers these by itself, and writes
# the head of its answer twice, so that only the status can be looked at.
def bad_length(value):
    return request("POST", "/v1/games", [JSON, ("Content-Length", value)],
                   b"{}")


BAD_HEADS = [
    ("no-host", request("GET", "/v1/version", host=None),
     "HTTP/1.1 asks for Host"),
    ("letters", bad_length("abc"), "no number"),
    ("negative", bad_length("-1"), "below zero"),
    ("huge", bad_length("9" * 30), "beyond 64 bits"),
    ("sign", bad_length("+2"), "a sign"),
    ("list", bad_length("2, 2"), "a list"),
    ("hex", bad_length("0x2"), "not decimal"),
]


@pytest.mark.parametrize("name,first,comment", BAD_HEADS,
                         ids=[row[0] for row in BAD_HEADS])
def test_a_head_that_the_library_refuses(api, daemon, name, first, comment):
    before = newest(api)
    with raw.connect(daemon) as sock:
        sock.sendall(first + HIDDEN)
        data = raw.read_to_end(sock)
    assert data.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 ")), (
        f"{comment}: {data[:300]!r}")
    assert newest(api) == before, f"{comment}: the hidden request ran"


def test_a_blank_in_the_target_is_not_answered_well(daemon):
    with raw.connect(daemon) as sock:
        sock.sendall(request("GET", "/v1/ver sion"))
        data = raw.read_to_end(sock)
    assert data == b"" or data.startswith(b"HTTP/1.1 400 "), data[:300]


# Target, status, comment: the target is cut at "/" first, then decoded.
TARGETS = [
    ("/v1/version%00", 400, "NUL at the end of the path"),
    ("/v1/problems/not%00_found", 400, "NUL inside the path"),
    ("/v1/games?limit=1%00", 400, "NUL in a value of the query"),
    ("/v1/games?lim%00it=1", 400, "NUL in a name of the query"),
    ("/v1%2Fversion", 404, "an encoded slash parts nothing"),
    ("/v1/problems/not%2Ffound", 404, "nor inside a segment"),
    ("/v1/games/../version", 404, "two dots are a name"),
    ("/v1/games/%2e%2e/version", 404, "also encoded"),
    ("/v1/./version", 404, "so is one"),
    ("/../v1/version", 404, "also at the root"),
    ("//v1/version", 404, "an empty segment is a segment"),
    ("/v1//version", 404, "also inside"),
    ("/v1/version/", 404, "also at the end"),
    ("/v1/Version", 404, "case counts"),
    ("/v1/%76ersion", 200, "a letter may be encoded"),
    ("/v1/problems/not%5Ffound", 200, "also in a parameter"),
    ("/v1/version%zz", 400, "a percent sign that encodes nothing"),
    ("/v1/version%f", 400, "half an encoding"),
    ("/v1/games?limit=%zz", 400, "also in the query"),
    ("http://localhost/v1/version", 200, "the absolute form"),
    ("http://localhost", 404, "the absolute form of the root"),
    ("http://localhost/v1/games?limit=1", 200, "with a query"),
    ("/v1/games?limit=1&limit=1", 400, "a parameter twice"),
    ("/v1/games?limit=1&nonsense=1", 400, "an unknown parameter"),
    ("/v1/games?limit", 400, "a parameter without a value"),
    ("/v1/version?x=1", 400, "a parameter where none is known"),
]


@pytest.mark.parametrize("target,status,comment", TARGETS,
                         ids=[row[0] for row in TARGETS])
def test_the_target_is_read_as_it_was_sent(daemon, target, status, comment):
    found = raw.send(daemon, request("GET", target,
                                     [("Connection", "close")]))
    assert [answer.status for answer in found] == [status], (
        f"{comment}: {found}")
    if status >= 400:
        problem = json.loads(found[0].body)
        assert problem["status"] == status


@pytest.mark.parametrize("values,status", [
    (["text/html", "text/csv"], 406), (["text/html", "application/json"], 200),
    (["application/json", "text/html"], 200), (["", "text/html"], 406),
    (["application/json;q=0", "", "*/*"], 406)])
def test_a_list_may_be_told_in_several_headers(daemon, values, status):
    found = raw.send(daemon, request(
        "GET", "/v1/version", [("Accept", value) for value in values]
        + [("Connection", "close")]))
    assert [answer.status for answer in found] == [status], found


def test_requests_in_a_row_are_answered_in_a_row(daemon):
    found = raw.send(daemon, request("GET", "/v1/version")
                     + request("HEAD", "/v1/variants")
                     + request("GET", "/v1/nothing")
                     + request("GET", "/livez", [("Connection", "close")]),
                     ["GET", "HEAD", "GET", "GET"])
    assert [answer.status for answer in found] == [200, 200, 404, 200]
    assert "version" in json.loads(found[0].body)


def test_http_1_0_is_answered_and_closed(daemon):
    found = raw.send(daemon, request("GET", "/v1/version", host=None,
                                     version="HTTP/1.0"))
    assert [answer.status for answer in found] == [200]


# Name, the body as chunks, status, comment.
CHUNKED = [
    ("plain", b"%x\r\n%s\r\n0\r\n\r\n" % (len(CREATE), CREATE), 201,
     "a body in one chunk"),
    ("extension", b"%x;name=value\r\n%s\r\n0\r\n\r\n"
     % (len(CREATE), CREATE), 201, "a chunk extension means nothing"),
    ("trailer", b"%x\r\n%s\r\n0\r\nX-Trailer: 1\r\n\r\n"
     % (len(CREATE), CREATE), 201, "nor does a trailer"),
    ("two", b"5\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n"
     % (CREATE[:5], len(CREATE) - 5, CREATE[5:]), 201, "two chunks"),
    ("nothing", b"0\r\n\r\n", 400, "no body at all"),
]


@pytest.mark.parametrize("name,chunks,status,comment", CHUNKED,
                         ids=[row[0] for row in CHUNKED])
def test_a_chunked_body(daemon, name, chunks, status, comment):
    found = raw.send(daemon, request("POST", "/v1/games", [
        JSON, ("Transfer-Encoding", "chunked"), ("Connection", "close")],
        chunks))
    assert [answer.status for answer in found] == [status], (
        f"{comment}: {found}")


@pytest.mark.parametrize("chunk", [b"zz\r\n{}\r\n0\r\n\r\n",
                                   b"-2\r\n{}\r\n0\r\n\r\n",
                                   b"2\r\n{}}}\r\n0\r\n\r\n"],
                         ids=["letters", "negative", "longer-than-said"])
def test_a_bad_chunk_runs_nothing(api, daemon, chunk):
    before = newest(api)
    with raw.connect(daemon) as sock:
        sock.sendall(request("POST", "/v1/games", [
            JSON, ("Transfer-Encoding", "chunked")], chunk) + HIDDEN)
        data = raw.read_to_end(sock)
    assert data == b"" or data.startswith(b"HTTP/1.1 400 "), data[:300]
    assert newest(api) == before


def test_expect_100_continue_is_answered(daemon):
    with raw.connect(daemon) as sock:
        sock.sendall(request("POST", "/v1/games", [
            JSON, ("Content-Length", len(CREATE)),
            ("Expect", "100-continue"), ("Connection", "close")]))
        assert sock.recv(4096).startswith(b"HTTP/1.1 100 ")
        sock.sendall(CREATE)
        found = raw.answers(raw.read_to_end(sock))
    assert [answer.status for answer in found] == [201]


def test_a_body_announced_too_large_is_refused_unread(daemon):
    found = raw.send(daemon, request("POST", "/v1/games", [
        JSON, ("Content-Length", 1_000_000_000)]))
    assert [answer.status for answer in found] == [413]
    assert json.loads(found[0].body)["code"] == "body_too_large"
    assert found[0].header("Connection") == "close"


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1 << 20])
def test_a_body_somewhat_too_large_is_heard_to_its_end(daemon, size):
    """Cut off while it sends, a client, or the proxy before it, might never
    see the refusal; and its connection stays."""
    found = raw.send(daemon, request(
        "POST", "/v1/games", [JSON, ("Content-Length", size)], b" " * size)
        + request("GET", "/livez", [("Connection", "close")]))
    assert [answer.status for answer in found] == [413, 200]
    assert json.loads(found[0].body)["code"] == "body_too_large"


def test_a_chunked_body_too_large_is_refused(daemon):
    """Nothing announces its size: it is counted while it comes."""
    piece = b"%x\r\n%s\r\n" % (65536, b" " * 65536)
    with raw.connect(daemon) as sock:
        sock.sendall(request("POST", "/v1/games", [
            JSON, ("Transfer-Encoding", "chunked"),
            ("Connection", "close")]))
        try:
            for _ in range(64):
                sock.sendall(piece)
            sock.sendall(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass
        data = raw.read_to_end(sock)
    assert data == b"" or data.startswith(b"HTTP/1.1 413 "), data[:300]


def test_a_header_too_large_is_refused(daemon):
    with raw.connect(daemon) as sock:
        sock.sendall(request("GET", "/v1/version",
                             [("X-Large", "x" * 100_000)]))
        data = raw.read_to_end(sock)
    assert data == b"" or data.startswith(b"HTTP/1.1 431 "), data[:300]


def test_a_target_too_long_is_refused(daemon):
    with raw.connect(daemon) as sock:
        sock.sendall(request("GET", "/v1/games?player=" + "x" * 100_000))
        data = raw.read_to_end(sock)
    assert data == b"" or data.startswith(
        (b"HTTP/1.1 414 ", b"HTTP/1.1 431 ")), data[:300]


def test_the_daemon_is_well_after_all_that(api):
    api.get("/livez").ok()
    api.get("/readyz").ok()
