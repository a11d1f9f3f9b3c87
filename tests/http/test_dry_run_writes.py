"""Every write of the API has a dry run, which leaves the database as it is, to
the last byte."""

import sqlite3

import pytest

from support.client import Client
from support.contract import Contract
from support.daemon import Daemon
from support.deals import Arranged, discard
from support.scorecards import card, down, record, told
from test_contract import routes_of_the_program

# What only answers a question: it takes a body, and keeps nothing of it.
QUESTIONS = {("POST", "/v1/check"), ("POST", "/v1/best_melds"),
             ("POST", "/v1/records/check")}
WRITES = sorted(route for route in routes_of_the_program()
                if route[0] in ("POST", "PUT", "DELETE"))


class Table:
    """A daemon with a game of each kind in which every write is possible."""

    def __init__(self, daemon, contract):
        self.api = api = Client(daemon, contract)
        self.file = f"file:{daemon.database}?mode=ro"
        self.game = api.create(Arranged(
            {0: ["KS"], 1: "KH KD AS AH AD".split()}, ["9D"]).body)
        self.game.play(0, discard("KS"))
        self.waiting = api.create({"variant": "hand", "seats": [
            {"player": "c"}, {"open": True}]})
        self.sheet = api.create(card(seats=2, names=["d", "e"], rounds=3))
        record(self.sheet, told(0, {}, down(14))).ok(201)
        game, host = self.game.path, self.game.host
        # (token, path, body) of each
        self.requests = {
            ("POST", "/v1/games"): (
                None, "/v1/games", {"variant": "may-i", "seats": [
                    {"player": "x"}, {"player": "y"}, {"bot": "basic"}]}),
            ("DELETE", "/v1/games/{id}"): (host, game, None),
            ("POST", "/v1/games/{id}/seats/{n}"): (
                None, self.waiting.path + "/seats/1", {"player": "x"}),
            ("PUT", "/v1/games/{id}/seats/{n}"): (
                host, game + "/seats/1", {"player": "x"}),
            ("POST", "/v1/games/{id}/moves"): (
                self.game.seats[1], game + "/moves",
                {"move": "draw", "from": "discard"}),
            ("POST", "/v1/games/{id}/undo"): (host, game + "/undo", {}),
            ("POST", "/v1/games/{id}/stream_tickets"): (
                host, game + "/stream_tickets", {}),
            ("POST", "/v1/games/{id}/rounds"): (
                self.sheet.host, self.sheet.path + "/rounds",
                told(1, down(7), {})),
            ("PUT", "/v1/games/{id}/rounds/{n}"): (
                self.sheet.host, self.sheet.path + "/rounds/1",
                {**told(0, {}, down(15)), "reason": "misread"}),
            ("POST", "/v1/players"): (None, "/v1/players", {"name": "z"}),
        }

    def ask(self, route, query="", headers=None):
        token, path, body = self.requests[route]
        return self.api.request(route[0], path + query, body, token, headers)

    def stored(self):
        """All that is in the database."""
        connection = sqlite3.connect(self.file, uri=True)
        try:
            return list(connection.iterdump())
        finally:
            connection.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory, contract):
    daemon = Daemon(tmp_path_factory.mktemp("dry")).start()
    table = Table(daemon, contract)
    yield table
    table.api.close()
    daemon.close()


@pytest.mark.parametrize("route", [w for w in WRITES if w not in QUESTIONS],
                         ids=" ".join)
def test_a_write_can_be_tried(table, route):
    before = table.stored()
    for headers in ({}, {"Idempotency-Key": "tried-" + "x" * 20}):
        answer = table.ask(route, "?dry_run=true", headers)
        assert answer.status in (200, 201), answer
        assert answer.json["dry_run"] is True
        # A game that is there already may be named.
        assert answer.header("Location") in (None, table.waiting.path)
        assert "hk_" not in answer.body.decode()
        assert table.stored() == before
    operation = Contract().paths[route[1]][route[0].lower()]
    assert any(parameter["name"] == "dry_run"
               for parameter in operation["parameters"])


def test_the_same_done_in_earnest_changes_the_database(spawn, contract):
    """So the above looks where changes would be."""
    daemon = spawn()
    table = Table(daemon, contract)
    # Nothing is taken back once the seat is given, nor after the end.
    order = sorted(table.requests, key=lambda route: (
        route[0] == "DELETE", not route[1].endswith("/undo")))
    for route in order:
        if route[1].endswith(("/moves", "/stream_tickets")):
            continue  # the seat's token is none by then; kept in memory
        before = table.stored()
        answer = table.ask(route)
        assert answer.status in (200, 201), (route, answer)
        assert "dry_run" not in answer.json
        assert table.stored() != before, route
    table.api.close()


@pytest.mark.parametrize("path, body", [
    ("/v1/check", {"variant": "hand", "melds": [["2S", "3S", "4S"]]}),
    ("/v1/best_melds", {"variant": "hand", "cards": ["2S", "3S", "4S"]}),
    ("/v1/records/check", None)])
def test_a_question_keeps_nothing(table, path, body):
    if body is None:
        body = table.api.get(table.game.path + "/record",
                             table.game.host).ok()
    before = table.stored()
    table.api.post(path, body).ok()
    assert table.stored() == before
    assert ("POST", path) in QUESTIONS


def test_every_write_is_tried_here(table):
    assert set(WRITES) == set(table.requests) | QUESTIONS


def test_a_name_tried_is_refused_as_it_would_be(api, name):
    taken = name("taken")
    api.post("/v1/players", {"name": taken}).ok(201)
    problem = api.post("/v1/players?dry_run=true", {"name": taken}).refused(
        409, "name_taken")
    assert problem["errors"][0]["pointer"] == "/name"
    new = name("new")
    answer = api.post("/v1/players?dry_run=true", {"name": new}).ok(201)
    assert answer["player"]["name"] == new and answer["token"] is None
    api.get("/v1/players/" + new.replace(" ", "%20")).refused(404)
    api.post("/v1/players", {"name": new}).ok(201)
