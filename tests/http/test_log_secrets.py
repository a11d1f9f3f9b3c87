"""A whole run, logged as much as can be, and no secret in the log: no token, no
ticket, no key, no card, no name, nothing of what clients sent."""

import re

import pytest

from support import raw
from support.bots import play_game
from support.client import Client
from support.daemon import hakam
from support.deals import plain
from support.streams import Stream
from test_request_log import LINE, TIME

TOKEN = re.compile(r"hk_[a-z]+_[A-Za-z0-9_-]{20,}")
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC]\b|\bJK\b")

# What else the daemon says in a run in which nothing is amiss.
OTHERS = re.compile(
    rf"{TIME} (?:info: (?:hakamd \S+, SQLite \S+, database \S+, auth keys|"
    r"store: \S+ is at schema version \d+|store: \S+, SQLite \S+|"
    r"Terminated: ending)|debug: libmicrohttpd: [\w .,:()#`'</>-]+)")


class Listening(Client):
    """A client that keeps every secret that it is told or tells."""

    def __init__(self, daemon, contract):
        super().__init__(daemon, contract)
        self.secrets = set()

    def request(self, method, path, body=None, token=None, headers=None,
                raw=None):
        answer = super().request(method, path, body, token, headers, raw)
        self.secrets |= {token} - {None}
        self.secrets |= set(TOKEN.findall(answer.body.decode("utf-8")))
        for name in ("Idempotency-Key", "Authorization"):
            self.secrets |= {(headers or {}).get(name)} - {None}
        return answer


HOSTILE = [
    ("GET", "/v1/games/x%0a2026-11-30T00:00:00.000Z%20info:%20request%20id="),
    ("GET", "/v1/games?player=%0d%0aforged&cursor=%00"),
    ("GET", "/forged%1b[31m"), ("GET", "/v1/problems/%22forged%22"),
    ("FORGED\x0b", "/v1/games"), ("FORGED", "/v1/games"),
    ("GET", "http://forged/v1/games"), ("OPTIONS", "forged"),
    ("GET", "/v1/players/forged"), ("GET", "/v1/games/forged/events?x=forged"),
]


@pytest.fixture
def keyed(spawn, contract):
    daemon = spawn(start=False, auth="keys",
                   options=["--log-level", "debug"])
    client = Listening(daemon, contract)
    for role in ("host", "admin"):
        said = hakam(daemon.database, "key", "add", role, "--role", role)
        client.secrets |= set(TOKEN.findall(said.stdout))
    client.keys = sorted(client.secrets)
    daemon.start()
    yield client
    client.close()


def run(client):
    """Everything that has to do with secrets."""
    key = client.keys[0]
    names = ["forged name", "Ρωξάνη"]
    game = client.create(
        {"variant": "hand", "options": {"rounds": 1}, "seats": [
            {"player": names[0]}, {"player": names[1]}]}, key,
        {"Idempotency-Key": "forged-idempotency-key"})
    game.created = client.post("/v1/games", {"forged": 1}, key, {
        "Idempotency-Key": "forged-idempotency-key"})
    client.post("/v1/players", {"name": "forged player"}, key).ok(201)
    ticket = client.post(game.path + "/stream_tickets", {},
                         game.seats[0]).ok(201)["ticket"]
    client.secrets.add(ticket)
    stream = Stream(client.daemon, client.contract, game,
                    query=f"ticket={ticket}")
    stream.control("hello")
    client.get(f"{game.path}/events?ticket={ticket}").refused(401)
    client.get(f"{game.path}?access_token={game.host}").refused(400)
    client.get(game.path + "?forged=forged", game.host).refused(400)
    for wrong in (game.host[:-1] + "~", game.seats[0] + "x", "forged"):
        client.get(game.path, wrong).refused(401)
    client.get(game.path, headers={"Authorization": "Basic Zm9yZ2Vk"})
    client.get(game.path + "/legal_moves", game.seats[0]).ok()
    client.post(game.path + "/moves", {"move": "discard", "card": "forged"},
                game.seats[0]).refused(400)
    client.post(game.path + "/moves", raw=b'{"forged\n', token=game.host)
    play_game(game)
    stream.close()
    other = client.create(plain(names=["a", "b"]).body, client.keys[1])
    client.put(other.path + "/seats/1", {"player": "forged heir"},
               other.host).ok()
    client.get(other.path + "/record", other.host).ok()
    client.delete(other.path, other.host).ok()
    for method, target in HOSTILE:
        raw.send(client.daemon, raw.request(
            method, target, [("Connection", "close"), ("forged", "forged"),
                             ("traceparent", "forged"),
                             ("User-Agent", "forged")]))
    raw.send(client.daemon, b"forged\r\n\r\n")
    raw.send(client.daemon, raw.request(
        "GET", "/" + "forged" * 6000, [("Connection", "close")]))
    raw.send(client.daemon, raw.request(
        "GET", "/v1/games", [("Forged", "forged" * 6000)]))
    raw.send(client.daemon, raw.request(
        "POST", "/v1/games", [("Transfer-Encoding", "chunked"),
                              ("Content-Type", "application/json")],
        b"forged\r\n"))


def test_no_secret_is_in_the_log(keyed):
    run(keyed)
    keyed.daemon.stop()
    log = keyed.daemon.complaints()
    assert len(keyed.secrets) > 15
    told = [secret for secret in keyed.secrets if secret in log]
    assert not told
    # nor what is like one, or a part of one
    assert "hk_" not in log
    assert not CARD.search(log), CARD.search(log)
    # of what was sent there is nothing at all
    for word in ("forged", "Ρωξάνη", "FORGED", "Zm9yZ2Vk"):
        assert word not in log
    # and all else that is there is known
    strange = [line for line in log.splitlines()
               if not LINE.fullmatch(line) and not OTHERS.fullmatch(line)]
    assert not strange, strange[:5]
    assert len(LINE.findall(log)) > 50
