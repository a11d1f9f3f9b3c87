"""Pages of other origins (Fetch): off unless allowed, then for those alone."""

import http.client

import pytest

from support import raw
from support.bots import pass_turn
from support.client import Client
from support.contract import Contract
from support.daemon import Daemon
from support.streams import Stream

CONTRACT = Contract()
PAGE, OTHER = "https://play.example", "http://localhost:3000"
STRANGERS = ["https://evil.example", "http://play.example",
             "https://play.example:8443", "https://play.example.evil.example",
             "https://PLAY.example", "https://play.example/", "null", "*",
             "https://play.example, http://localhost:3000", "play.example", ""]

# What a script may read without being told (Fetch), and what is not for it.
SAFE = {"cache-control", "content-language", "content-length", "content-type",
        "expires", "last-modified", "pragma"}
NOT_FOR_SCRIPTS = {"vary", "accept-encoding", "x-accel-buffering"}


def of_cors(answer):
    return {name.lower(): value for name, value in answer.headers.items()
            if name.lower().startswith("access-control-")}


def varies(answer):
    return [part.strip() for value in answer.headers.get_all("Vary", [])
            for part in value.split(",")]


@pytest.fixture(scope="module")
def allowed(tmp_path_factory):
    """A daemon that two origins may read."""
    one = Daemon(tmp_path_factory.mktemp("cors"),
                 options=["--cors-origin", PAGE, "--cors-origin", OTHER])
    one.start()
    yield one
    one.close()


@pytest.fixture(scope="module")
def page(allowed, contract):
    client = Client(allowed, contract)
    yield client
    client.close()


def ask(api, path, method="GET", origin=PAGE, **more):
    return api.request("OPTIONS", path, headers={
        "Origin": origin, "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
        **more})


def new_game(api):
    return api.create({"variant": "hand", "seats": [
        {"player": f"cors {i}"} for i in range(2)]})


# While no origin is allowed.

@pytest.mark.parametrize("path", ["/v1/version", "/v1/nothing", "/livez"])
def test_without_the_option_nothing_is_said(api, path):
    for answer in (api.get(path, headers={"Origin": PAGE}), ask(api, path)):
        assert of_cors(answer) == {}
        assert "Origin" not in varies(answer)


# Questions before the request.

@pytest.mark.parametrize("template", sorted(CONTRACT.paths))
def test_every_path_says_its_methods(page, template):
    """Also of what is not there: the page could not read a 404 here."""
    path = template.replace("{variant}", "hand").replace("{n}", "1")
    path = path.replace("{id}", "01a22b77-c889-7c3e-9b1f-2a6d8e4f7031")
    path = path.replace("{name}", "nobody").replace("{code}", "nothing")
    answer = ask(page, path)
    assert answer.status == 204 and answer.body == b""
    assert of_cors(answer) == {
        "access-control-allow-origin": PAGE,
        "access-control-allow-methods": answer.header("Allow"),
        "access-control-allow-headers":
            "Authorization, Content-Type, If-Match, If-None-Match, "
            "Idempotency-Key, Prefer, Last-Event-ID, Accept-Language, "
            "traceparent",
        "access-control-max-age": "7200"}
    known = set(answer.header("Allow").split(", "))
    assert known - {"HEAD", "OPTIONS"} == {
        method for method, of in CONTRACT.routes() if of == template}
    assert varies(answer) == ["Origin"]


@pytest.mark.parametrize("origin", STRANGERS)
def test_a_stranger_is_told_nothing(page, origin):
    game = new_game(page)
    for answer in (ask(page, game.path, origin=origin),
                   page.get(game.path, headers={"Origin": origin})):
        assert answer.status in (200, 204)
        assert of_cors(answer) == {}
        assert varies(answer)[-1] == "Origin"


def test_what_is_no_question_is_answered_as_ever(page):
    nowhere = "/v1/games/01a22b77-c889-7c3e-9b1f-2a6d8e4f7031"
    page.request("OPTIONS", nowhere).refused(404, "not_found")
    page.request("OPTIONS", nowhere, headers={"Origin": PAGE}).refused(404)
    ask(page, nowhere, origin="https://evil.example").refused(404)
    answer = page.request("OPTIONS", "/v1/version", headers={"Origin": PAGE})
    assert "access-control-allow-methods" not in of_cors(answer)


def test_a_path_that_is_none_stays_one(page):
    answer = ask(page, "/v1/nothing")
    answer.refused(404, "not_found")
    assert answer.header("Access-Control-Allow-Origin") == PAGE


# Answers.

@pytest.mark.parametrize("origin", [PAGE, OTHER])
def test_answers_can_be_read_with_their_headers(page, origin):
    game = new_game(page)
    answer = page.get(game.path, game.host, {"Origin": origin})
    assert answer.header("Access-Control-Allow-Origin") == origin
    assert varies(answer) == ["Authorization", "Accept-Language", "Origin"]
    shown = answer.header("Access-Control-Expose-Headers").split(", ")
    assert {"ETag", "Location", "Link", "Retry-After"} <= set(shown)
    again = page.get(game.path, game.host, {
        "Origin": origin, "If-None-Match": answer.header("ETag")})
    assert again.status == 304
    assert again.header("Access-Control-Allow-Origin") == origin


def test_every_header_that_is_described_can_be_read(page):
    """What the description names is for clients, and pages are clients."""
    found = {name.lower() for item in CONTRACT.paths.values()
             for operation in item.values() if isinstance(operation, dict)
             for response in operation.get("responses", {}).values()
             for name in response.get("headers", {})}
    shown = page.get("/v1/version", headers={"Origin": PAGE}).header(
        "Access-Control-Expose-Headers")
    shown = {name.strip().lower() for name in shown.split(",")}
    assert found - SAFE - NOT_FOR_SCRIPTS <= shown
    assert not shown & (SAFE | NOT_FOR_SCRIPTS)


def test_credentials_of_the_browser_are_never_asked_for(page):
    """Nothing is known by a cookie, so no page may send any."""
    game = new_game(page)
    for answer in (ask(page, game.path),
                   page.get(game.path, headers={"Origin": PAGE})):
        assert "access-control-allow-credentials" not in of_cors(answer)
        assert answer.headers.get_all("Set-Cookie") is None
        assert answer.header("Access-Control-Allow-Origin") != "*"


# Method, path, headers, body, status: from each place where one is refused.
REFUSALS = [
    ("GET", "/v1/nothing", {}, None, 404),
    ("PUT", "/v1/version", {}, b"{}", 405),
    ("GET", "/v1/events", {}, None, 401),
    ("GET", "/v1/version", {"Authorization": "Bearer hk_seat_no"}, None, 401),
    ("GET", "/v1/version", {"Accept": "text/html"}, None, 406),
    ("POST", "/v1/games", {"Content-Type": "text/html"}, b"{}", 415),
    ("POST", "/v1/games", {}, b"{", 400),
    ("POST", "/v1/games", {}, b"{}", 400),
    ("POST", "/v1/games", {"Content-Type": "application/json",
                           "Content-Length": "99999999"}, None, 413),
]


@pytest.mark.parametrize("method,path,headers,body,status", REFUSALS)
def test_refusals_can_be_read(page, method, path, headers, body, status):
    answer = page.request(method, path, raw=body,
                          headers={"Origin": PAGE, **headers})
    assert answer.status == status
    assert answer.header("Access-Control-Allow-Origin") == PAGE
    assert varies(answer)[-1] == "Origin"


def test_bad_framing_can_be_read(allowed):
    found = raw.send(allowed, raw.request(
        "GET", "/v1/version", [("Origin", PAGE), ("Host", "other")]))
    assert [answer.status for answer in found] == [400]
    assert found[0].header("Access-Control-Allow-Origin") == PAGE


def test_a_write_that_is_repeated_answers_who_asks(page):
    """The kept answer is that of the first page; what it may read is the
    second's."""
    body = {"variant": "hand", "seats": [{"player": "cors k"},
                                         {"player": "cors l"}]}
    key = {"Idempotency-Key": "cors-0123456789abcdef"}
    first = page.post("/v1/games", body, headers={"Origin": PAGE, **key})
    for origin, shown in ((OTHER, OTHER), (None, None),
                          ("https://evil.example", None)):
        again = page.post("/v1/games", body,
                          headers={"Origin": origin, **key})
        assert again.status == 201 and again.body == first.body
        assert again.header("Idempotency-Replayed") == "true"
        assert again.header("Access-Control-Allow-Origin") == shown


def test_streams_and_long_polls_can_be_read(allowed, page, contract):
    game = new_game(page)
    stream = Stream(allowed, contract, game, headers={"Origin": PAGE})
    assert stream.header("Access-Control-Allow-Origin") == PAGE
    stream.control("hello")
    pass_turn(game)
    assert [event["seq"] for event in stream.events(3)] == [1, 2, 3]
    stream.close()
    waited = page.get(game.path + "/events?after=2", headers={
        "Origin": PAGE, "Prefer": "wait=20"})
    assert waited.header("Access-Control-Allow-Origin") == PAGE
    assert "Preference-Applied" in waited.header(
        "Access-Control-Expose-Headers")


# What any page can send without asking (a form, an image, a "simple" fetch).

SIMPLE = ["text/plain", "text/plain;charset=UTF-8", "multipart/form-data",
          "application/x-www-form-urlencoded", None]


@pytest.mark.parametrize("media", SIMPLE)
def test_no_page_can_write_without_asking_first(api, daemon, media):
    """A body of JSON by any type that needs no question is refused, so that a
    page anywhere cannot make a game on the service of whoever looks at it."""
    body = (b'{"variant":"hand","seats":[{"player":"forged"},'
            b'{"player":"forger"}]}')
    headers = {"Origin": "https://evil.example"}
    if media:
        headers["Content-Type"] = media
    for path in ("/v1/games", "/v1/players", "/v1/check", "/v1/best_melds"):
        connection = http.client.HTTPConnection(daemon.host, daemon.port)
        connection.request("POST", path, body=body, headers=headers)
        answer = connection.getresponse()
        assert answer.status == 415, (path, media)
        answer.read()
        connection.close()
    api.get("/v1/players/forged").refused(404)


def test_no_page_can_write_without_a_body(api):
    """Nor without any: the least that is written is "{}"."""
    game = new_game(api)
    for template, methods in CONTRACT.paths.items():
        if "post" not in methods:
            continue
        path = template.replace("{id}", game.id).replace("{n}", "0")
        answer = api.request("POST", path, token=game.host,
                             headers={"Origin": "https://evil.example"})
        assert answer.status in (400, 404), (path, answer)
