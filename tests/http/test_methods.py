"""HEAD, OPTIONS and methods that a resource, or anybody, does not have."""

import pytest

from support import raw
from support.contract import Contract
from support.deals import discard, plain

CONTRACT = Contract()

# Headers that may differ between two answers to the same question; a cursor
# is sealed anew each time.
PASSING = {"date", "connection", "keep-alive", "link"}


@pytest.fixture(scope="module")
def places(api, daemon):
    """A path for every template of the description."""
    arranged = plain(options={"rounds": 1, "max_reshuffles": 0},
                     names=["methods a", "methods b"])
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    table = arranged.table()
    table.play(0, discard(arranged.hands[0][0]))
    while table.playing:
        seat = table.turn
        moves = [{"move": "draw", "from": "stock"},
                 discard(table.stock[0])]
        for move in moves:
            table.play(seat, move)
        game.post(seat, {"moves": moves},
                  headers={"Prefer": "return=minimal"}).ok()
    values = {"id": game.id, "name": "methods%20a", "variant": "hand",
              "code": "not_found", "n": "1"}

    def place(template):
        for name, value in values.items():
            template = template.replace("{" + name + "}", value)
        assert "{" not in template, template
        return template
    # some of what a game has is for its seats alone, and a feed for its key
    place.token = lambda template: (
        game.seats[0] if "{id}" in template
        else daemon.key if template == "/v1/events" else None)
    return place


# What is never the same twice has a test of its own.
READABLE = sorted(template for method, template in CONTRACT.routes()
                  if method == "GET" and template != "/metrics")


@pytest.mark.parametrize("template", READABLE)
def test_head_is_get_without_the_body(api, places, template):
    path = places(template)
    token = places.token(template)
    get, head = api.get(path, token), api.request("HEAD", path, token=token)
    assert get.status == head.status == 200, (get, head)
    assert head.body == b""

    def kept(answer):
        return sorted((name.lower(), value)
                      for name, value in answer.headers.items()
                      if name.lower() not in PASSING)
    assert kept(get) == kept(head)
    assert int(head.header("Content-Length")) == len(get.body)


def test_head_of_metrics_tells_the_length_of_some(api):
    head = api.request("HEAD", "/metrics")
    assert head.status == 200 and head.body == b""
    assert head.header("Content-Type").startswith("text/plain")
    assert int(head.header("Content-Length")) > 1000


def test_head_of_what_is_not_there(api):
    answer = api.request("HEAD", "/v1/nothing")
    assert answer.status == 404 and answer.body == b""


def test_head_shows_no_more_than_get(api):
    game = api.create(plain().body)
    answer = api.request("HEAD", game.path, token="hk_seat_" + "A" * 43)
    assert answer.status == 401


@pytest.mark.parametrize("template", sorted(CONTRACT.paths))
def test_options_tell_the_methods(api, places, template):
    path = places(template)
    answer = api.request("OPTIONS", path)
    assert answer.status == 204 and answer.body == b""
    allowed = {part.strip() for part in answer.header("Allow").split(",")}
    wanted = {method for method, other in CONTRACT.routes()
              if other == template} | {"OPTIONS"}
    if "GET" in wanted:
        wanted.add("HEAD")
    assert allowed == wanted


@pytest.mark.parametrize("template", sorted(CONTRACT.paths))
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH",
                                    "TRACE"])
def test_another_method_is_refused_with_the_list(api, places, template,
                                                 method):
    wanted = {name for name, other in CONTRACT.routes() if other == template}
    if method in wanted:
        return
    path = places(template)
    answer = api.request(method, path)
    answer.refused(405, "method_not_allowed")
    allowed = {part.strip() for part in answer.header("Allow").split(",")}
    wanted |= {"OPTIONS"} | ({"HEAD"} if "GET" in wanted else set())
    assert allowed == wanted


# Method, status, code, comment.
STRANGE = [
    ("FOO", 501, "not_implemented", "a method that nobody knows"),
    ("get", 501, "not_implemented", "methods have case"),
    ("PROPFIND", 501, "not_implemented", "a method of another protocol"),
    ("TRACE", 405, "method_not_allowed", "known, and never served"),
]


@pytest.mark.parametrize("method,status,code,comment", STRANGE,
                         ids=[row[0] for row in STRANGE])
def test_a_strange_method(api, method, status, code, comment):
    answer = api.request(method, "/v1/games")
    answer.refused(status, code)


def test_another_method_on_an_unknown_path(api):
    """The path is looked at before the method."""
    api.request("PATCH", "/v1/nothing").refused(404, "not_found")


def test_a_method_that_nobody_knows_on_an_unknown_path(api):
    """That is a fault of the framing, and comes before the path."""
    api.request("FOO", "/v1/nothing").refused(501, "not_implemented")


def test_connect_is_refused(daemon):
    found = raw.send(daemon, raw.request("CONNECT", "localhost:80", [
        ("Connection", "close")]))
    assert [answer.status for answer in found] == [405]


def test_options_of_the_whole_server(daemon):
    found = raw.send(daemon, raw.request("OPTIONS", "*", [
        ("Connection", "close")]))
    assert [answer.status for answer in found] == [204]
    allowed = {part.strip() for part in found[0].header("Allow").split(",")}
    assert {"GET", "HEAD", "POST", "DELETE", "OPTIONS"} <= allowed


def test_a_star_is_for_options_alone(daemon):
    found = raw.send(daemon, raw.request("GET", "*", [
        ("Connection", "close")]))
    assert found[0].status in (400, 404, 405) and len(found) == 1
