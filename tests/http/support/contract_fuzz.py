"""Requests made up from openapi/hakam.yaml: right ones, and others that are
wrong in one place or hostile as a whole, to games that they make on the way.

Every answer is held to the description by the client that is given; what is
asked for here is besides that no answer says that the service is at fault.
"""

import collections
import http.client
import json
import random
import re
import urllib.parse
from re import _constants as constants, _parser as patterns

from support import notes

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
LANGUAGES = ["en", "ar", "ru", "ar-EG, ru;q=0.5", "zh", "*;q=0", "en;q=0, *",
             "x" * 400, ";;q=,", "\u00e4"]
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] + ["JK"]

# Texts that were never meant, and numbers at the ends of what machines hold.
TEXTS = ["", " ", "\u0000", "\u202eatad", "\u200f\u0639", "\ufeff", "a\u0301",
         "\U0001f0cf", "'; DROP TABLE games; --", "<script>alert(1)</script>",
         "../../etc/passwd", "%s%n%x", "x" * 65, "x" * 5000, "\r\nX: y", "null",
         "-1", "\ud7ff\ue000", "AS ", "aS", "11H", "\uff21S", "\x7f"]
NUMBERS = [-1, 0, 1, 2, 64, 65, 99, 100, 101, 255, 256, 65535, 65536,
           2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**40,
           -2**63, -2**63 - 1, 0.5, 1.0, -0.0, 1e300, 5e-324]
OTHERS = [None, True, False, [], {}, [[]], [None], {"": None}, {"a": {"b": []}}]

# Bodies that are no JSON, or none that may be.
RAW = [b"", b" ", b"{", b"[]", b"null", b"0", b'"x"', b"{}x", b"\xff\xfe{}",
       b'{"a":1,"a":2}', b'{"a":"\\ud800"}', b'{"a":"\\u0000"}', b'{"a":1e999}',
       b"[" * 17 + b"]" * 17, b"[" * 20000, b'{"a":' * 5000, b"\xef\xbb\xbf{}",
       b'{"a":\xc0\xae}', b'{"a":"\xed\xa0\x80"}', b"{'a':1}", b"{\"a\":01}",
       b'{"a":NaN}', b'{"a":1,}', b"{" + b'"x":1,' * 3000 + b'"y":1}',
       b'{"a":' + b"9" * 30000 + b"}", b"x" * 70000]

HOSTILE_HEADERS = [
    ("Accept", "text/html"), ("Accept", "application/json;q=0"),
    ("Accept", "*/*;q=0.0001, ,"), ("Accept", "a" * 3000),
    ("Content-Type", "text/plain"), ("Content-Type", "application/xml"),
    ("Content-Type", "application/json; charset=latin1"),
    ("Content-Type", ""), ("Content-Encoding", "gzip"),
    ("If-Match", "*"), ("If-Match", '"0"'), ("If-Match", "W/\"1\""),
    ("If-Match", "17"), ("If-Match", '"1", "2", "99999999999999999999"'),
    ("If-None-Match", "*"), ("If-None-Match", '"' + "x" * 300 + '"'),
    ("Idempotency-Key", "short"), ("Idempotency-Key", "\u00e9" * 20),
    ("Idempotency-Key", '"' + "k" * 128 + '"'),
    ("Prefer", "return=minimal"), ("Prefer", "return=none, return=minimal"),
    ("Prefer", "handling=strict; x=\"y"), ("Last-Event-ID", "-1"),
    ("Last-Event-ID", "9" * 40), ("Origin", "null"),
    ("Expect", "200-ok"), ("Range", "bytes=0-1"), ("X-Forwarded-For", "::1"),
    ("Forwarded", 'for="[::1]:80";proto=https'),
    ("traceparent", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"),
    ("Authorization", "Basic eDp5"), ("Authorization", "Bearer"),
    ("Authorization", "Bearer hk_host_" + "A" * 43),
    ("Authorization", "Bearer " + "x" * 2000), ("Host", "evil.example"),
]


class Strings:
    """Texts that a pattern of the description matches."""

    def __init__(self, rng):
        self.rng = rng

    def of(self, pattern):
        return self._sequence(patterns.parse(pattern))

    def _sequence(self, parsed):
        return "".join(self._one(kind, what) for kind, what in parsed)

    def _one(self, kind, what):
        if kind is constants.LITERAL:
            return chr(what)
        if kind is constants.IN:
            return self._among(what)
        if kind is constants.BRANCH:
            return self._sequence(self.rng.choice(what[1]))
        if kind is constants.SUBPATTERN:
            return self._sequence(what[3])
        if kind in (constants.MAX_REPEAT, constants.MIN_REPEAT):
            least, most, parsed = what
            times = self.rng.randint(least, min(int(most), least + 6))
            return "".join(self._sequence(parsed) for _ in range(times))
        if kind is constants.ANY:
            return self.rng.choice("abcdef")
        assert kind is constants.AT, f"{kind} in a pattern"
        return ""

    def _among(self, choices):
        kind, what = self.rng.choice(choices)
        if kind is constants.LITERAL:
            return chr(what)
        if kind is constants.RANGE:
            return chr(self.rng.randint(*what))
        if kind is constants.CATEGORY:
            return self.rng.choice("0123456789")
        return self.rng.choice("abcxyz")


class Values:
    """Values that a schema allows, mostly."""

    def __init__(self, rng):
        self.rng = rng
        self.strings = Strings(rng)

    def of(self, schema, depth=0):
        rng = self.rng
        if schema is True or schema == {}:
            return rng.choice(OTHERS)
        for name in ("const", "enum", "examples"):
            if name in schema:
                found = schema[name]
                return found if name == "const" else rng.choice(found)
        for name in ("oneOf", "anyOf"):
            if name in schema:
                return self._with(self.of(rng.choice(schema[name]), depth),
                                  schema, depth)
        kind = schema.get("type", "object" if "properties" in schema or
                          "allOf" in schema else "string")
        if isinstance(kind, list):
            kind = rng.choice(kind)
        if kind == "null":
            return None
        return getattr(self, "_" + kind)(schema, depth)

    def _with(self, value, schema, depth):
        """What stands beside a choice, where that is an object."""
        if isinstance(value, dict):
            rest = {key: schema[key] for key in
                    ("allOf", "properties", "required") if key in schema}
            value = {**value, **self._object(rest, depth)}
        return value

    def _boolean(self, _schema, _depth):
        return self.rng.random() < 0.5

    def _integer(self, schema, _depth):
        least = schema.get("minimum", 0)
        most = schema.get("maximum", least + 40)
        return self.rng.choice([least, most, self.rng.randint(least, most)])

    def _number(self, schema, depth):
        return self._integer(schema, depth)

    def _string(self, schema, _depth):
        if "pattern" in schema:
            return self.strings.of(schema["pattern"])
        length = self.rng.randint(schema.get("minLength", 1),
                                  min(schema.get("maxLength", 12), 64))
        return "".join(self.rng.choice("abc \u0639\u0416-") for _ in
                       range(length)).strip() or "a"

    def _array(self, schema, depth):
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", 5), 5 if depth < 3 else 2)
        return [self.of(schema.get("items", True), depth + 1)
                for _ in range(self.rng.randint(least, max(least, most)))]

    def _object(self, schema, depth):
        made = {}
        for part in schema.get("allOf", ()):
            value = self.of(part, depth)
            if isinstance(value, dict):
                made.update(value)
        for name, part in schema.get("properties", {}).items():
            if part is False:
                continue
            if name in schema.get("required", ()) or \
                    self.rng.random() < (0.5 if depth < 4 else 0.1):
                made[name] = self.of(part, depth + 1)
        return made


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, path + (name,))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from places(part, path + (index,))


def replaced(value, path, change):
    """The value with what `change` makes of one place."""
    if not path:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], change)
    return copy


class World:
    """What a client has come to know: games, tokens, names, tags, cursors."""

    def __init__(self):
        self.games = []  # {"id", "variant", "mode", "host", "seats", "open"}
        self.players = {"nobody": None}
        self.tags = ['"1"']
        self.cursors = ["x"]
        self.tickets = ["x"]
        self.keys = ["0123456789abcdef"]

    def tokens(self):
        found = [token for game in self.games
                 for token in [game["host"], *game["seats"]] if token]
        return found + [token for token in self.players.values() if token]


class Fuzzer:
    """Makes requests by a client, from a seed, and counts what came back."""

    def __init__(self, client, contract, seed, admin):
        self.rng = random.Random(seed)
        self.values = Values(self.rng)
        self.client = client
        self.contract = contract
        self.admin = admin
        self.world = World()
        self.operations = sorted(contract.routes())
        self.actions = [self.take_back, self.correct, self.fill_seat,
                        self.check_record, self.stream]
        self.counts = collections.Counter()
        self.requests = 0

    # ----- what is asked for --------------------------------------------------

    def step(self):
        """One request, or a few that belong together."""
        kind = self.rng.random()
        if kind < 0.2:
            self.play()
        elif kind < 0.27:
            self.create()
        elif kind < 0.4:
            self.rng.choice(self.actions)()
        else:
            method, template = self.rng.choice(self.operations)
            self.operate(method, template)

    def create(self):
        """A game that can be, of any variant and mode, mostly as it is."""
        rng = self.rng
        variant = rng.choice(["hand", "hand-partners", "may-i"])
        mode = rng.choice(["referee", "referee", "scorecard"])
        count = {"hand-partners": 4, "may-i": rng.randint(3, 5),
                 "hand": rng.randint(2, 5)}[variant]
        seats = [{"player": f"p{n} {rng.randrange(30)}"} for n in range(count)]
        if rng.random() < 0.2 and mode == "referee":
            seats[-1] = {"bot": "basic"}
        if rng.random() < 0.2:
            seats[0] = {"open": True}
        body = {"variant": variant, "mode": mode, "seats": seats}
        if rng.random() < 0.5:
            body["options"] = {"turn_seconds": rng.choice([0, 5, 86400])}
            if variant != "may-i":
                body["options"]["rounds"] = rng.choice([1, 2, 99])
        if rng.random() < 0.3:
            body = self.worsen(body)
        answer = self.send("POST", "/v1/games", body, self.admin)
        if answer.status == 201 and answer.json.get("host_token"):
            self.learn_game(answer.json)

    def learn_game(self, created):
        view = created["game"]
        game = {"id": view["id"], "variant": view["variant"],
                "mode": view["mode"], "host": created["host_token"],
                "seats": list(created["seat_tokens"]),
                "open": [seat["seat"] for seat in view["seats"]
                         if seat["kind"] == "open"]}
        self.world.games.append(game)
        self.world.players.update(
            (seat["player"], None) for seat in view["seats"]
            if seat["player"] and seat["player"] not in self.world.players)
        del self.world.games[:-30]

    def play(self):
        """A legal move by the host, or a round told, so that games go on."""
        if not self.world.games:
            self.create()
            return
        game = self.rng.choice(self.world.games)
        path = "/v1/games/" + game["id"]
        if game["mode"] == "scorecard":
            count = len(game["seats"])
            out = self.rng.choice([None, *range(count)])
            seats = [{} if seat == out else
                     {"down": True, "points": self.rng.choice([5, 14, 30])}
                     for seat in range(count)]
            body = {"out": out, "hand": False, "seats": seats}
            self.send("POST", path + "/rounds",
                      self.maybe_worse(body), game["host"])
            return
        seat = self.rng.randrange(len(game["seats"]))
        answer = self.send("GET", f"{path}/legal_moves?seat={seat}", None,
                           game["host"])
        if answer.status == 200 and answer.json["moves"]:
            move = dict(self.rng.choice(answer.json["moves"]), seat=seat)
            self.send("POST", path + "/moves", self.maybe_worse(move),
                      game["host"])

    def game(self, mode=None):
        """One of the games, of this mode where there is one."""
        found = [game for game in self.world.games if game["mode"] == mode]
        return self.rng.choice(found or self.world.games)

    def take_back(self):
        """What was just played, if it may be."""
        self.play()
        game = self.world.games[-1] if self.rng.random() < 0.2 \
            else self.game("referee")
        self.send("POST", f"/v1/games/{game['id']}/undo",
                  self.maybe_worse({"moves": self.rng.choice([1, 1, 2])}),
                  game["host"])

    def correct(self):
        """A round told anew, and what was told of it before."""
        game = self.game("scorecard")
        path = f"/v1/games/{game['id']}/rounds/{self.rng.choice([1, 1, 2])}"
        body = {"out": 0, "hand": False, "reason": "a slip \u0639",
                "seats": [{}] + [{"down": True, "points": 20}] *
                (len(game["seats"]) - 1)}
        self.send("PUT", path, self.maybe_worse(body), game["host"])
        self.send("GET", path + "/revisions?limit=1", None,
                  self.token(game))

    def fill_seat(self):
        """An open seat taken, or one given away."""
        opened = [game for game in self.world.games if game["open"]]
        game = self.rng.choice(opened) if opened else self.game()
        name = f"q {self.rng.randrange(40)}"
        seat = game["open"].pop() if game["open"] else 1
        answer = self.send(
            self.rng.choice(["POST", "PUT"]),
            f"/v1/games/{game['id']}/seats/{seat}",
            self.maybe_worse({"player": name}), game["host"])
        if answer.status in (200, 201) and answer.json.get("token"):
            game["seats"][seat] = answer.json["token"]

    def check_record(self):
        """A game's record, as it is, with a fault, or as written by hand."""
        game = self.game("referee")
        answer = self.send("GET", f"/v1/games/{game['id']}/record", None,
                           game["host"])
        if answer.status != 200:
            return
        record = answer.json
        if self.rng.random() < 0.4 and "seats" in record["events"][0]:
            raw = notes.text_of(record)[0].encode()
            if self.rng.random() < 0.5:
                at = self.rng.randrange(len(raw))
                raw = raw[:at] + raw[at + self.rng.randrange(20):]
            self.send("POST", "/v1/records/check", raw=raw, headers={
                "Content-Type": "text/plain; charset=utf-8"})
            return
        self.send("POST", "/v1/records/check", self.maybe_worse(record))

    def stream(self):
        """Events as a stream, of which the beginning is read; or waited for."""
        game = self.game()
        path = f"/v1/games/{game['id']}/events"
        if self.rng.random() < 0.5:
            self.send("GET", path + "?after=0", None, self.token(game),
                      {"Prefer": "wait=1"})
            return
        connection = http.client.HTTPConnection(
            self.client.daemon.host, self.client.daemon.port, timeout=30)
        connection.request("GET", path, headers={
            "Accept": "text/event-stream",
            "Authorization": "Bearer " + game["host"],
            "Last-Event-ID": str(self.rng.choice([0, 1, 2**31, -1, "x"]))})
        response = connection.getresponse()
        assert response.status < 500, response.status
        response.read1(64)
        connection.close()

    def operate(self, method, template):
        operation = self.contract.paths[template][method.lower()]
        parameters = operation.get("parameters", []) + \
            self.contract.paths[template].get("parameters", [])
        path, game = self.path(template, parameters)
        query = [(p["name"], self.parameter(p)) for p in parameters
                 if p["in"] == "query" and self.rng.random() < 0.4]
        if self.rng.random() < 0.05:
            query.append((self.rng.choice(["x", "limit", "dry_run"]),
                          self.rng.choice(TEXTS)))
        if query:
            path += "?" + urllib.parse.urlencode(
                query, errors="surrogatepass")
        headers = self.headers(parameters)
        content = operation.get("requestBody", {}).get("content", {})
        body = None
        if "application/json" in content:
            body = self.maybe_worse(
                self.values.of(content["application/json"]["schema"]))
        if self.rng.random() < 0.06:
            method = self.rng.choice(METHODS)
        token = self.admin if template == "/v1/events" else self.token(game)
        answer = self.send(method, path, body, token, headers)
        self.learn(answer, template)

    def text(self):
        """What was never meant, for a path: a head may have 8 KiB in all
        (test_raw.py has a greater one)."""
        return str(self.rng.choice(TEXTS + NUMBERS))[:400]

    def path(self, template, parameters):
        game = self.game("scorecard" if "/rounds" in template else None)
        known = {"id": game["id"],
                 "n": str(self.rng.choice([0, 1, 1, 2, 5])),
                 "name": self.rng.choice(list(self.world.players)),
                 "variant": game["variant"],
                 "code": self.rng.choice(sorted(self.contract.codes()))}

        def fill(match):
            value = known[match.group(1)]
            if self.rng.random() < 0.1:
                value = self.text() or "-"
            return urllib.parse.quote(value, safe="",
                                      errors="surrogatepass")
        return re.sub(r"\{(\w+)\}", fill, template), game

    def parameter(self, parameter):
        if self.rng.random() < 0.25:
            return self.text()
        known = {"cursor": self.world.cursors, "ticket": self.world.tickets,
                 "player": list(self.world.players),
                 "around": list(self.world.players),
                 "with": list(self.world.players)}.get(parameter["name"])
        if known:
            return self.rng.choice(known)
        value = self.values.of(parameter["schema"])
        return str(value).lower() if isinstance(value, bool) else str(value)

    def headers(self, parameters):
        rng = self.rng
        made = {}
        for name in (p["name"] for p in parameters if p["in"] == "header"):
            if rng.random() < 0.6:
                continue
            if name == "Accept-Language":
                made[name] = rng.choice(LANGUAGES)
            elif name in ("If-Match", "If-None-Match"):
                made[name] = rng.choice(self.world.tags)
            elif name == "Idempotency-Key":
                self.world.keys.append("%016x" % rng.getrandbits(64))
                made[name] = rng.choice(self.world.keys[-8:])
            elif name == "Prefer":
                made[name] = "return=minimal"
        if rng.random() < 0.1:
            name, value = rng.choice(HOSTILE_HEADERS)
            made[name] = value
        # Headers are bytes: what is no Latin-1 is sent as UTF-8.
        return {name: value.encode("utf-8").decode("latin-1")
                for name, value in made.items()}

    def token(self, game):
        rng = self.rng
        kind = rng.random()
        own = [token for token in [game["host"], *game["seats"]] if token]
        if kind < 0.6:
            return rng.choice(own)
        if kind < 0.75:
            return rng.choice(self.world.tokens())
        if kind < 0.9:
            return self.admin
        return rng.choice([None, None, "x", "hk_seat_" + "A" * 43])

    # ----- wrong in one place, or as a whole ----------------------------------

    def maybe_worse(self, body):
        return self.worsen(body) if self.rng.random() < 0.5 else body

    def worsen(self, body):
        rng = self.rng
        path = rng.choice(list(places(body)))

        def change(value):
            kind = rng.random()
            if isinstance(value, dict) and kind < 0.3:
                return {**value, rng.choice(["x", "", "\u202e", "seat",
                                             "options", "moves"]): 1}
            if isinstance(value, dict) and value and kind < 0.6:
                gone = rng.choice(list(value))
                return {name: part for name, part in value.items()
                        if name != gone}
            if isinstance(value, list) and kind < 0.3:
                return value * rng.choice([0, 2, 60])
            if isinstance(value, int) and kind < 0.5:
                return value + rng.choice([-1, 1])
            return rng.choice(rng.choice([TEXTS, NUMBERS, OTHERS, CARDS]))
        return replaced(body, path, change)

    def bytes_of(self, body):
        """A body as it is sent; now and then something else instead."""
        rng = self.rng
        if rng.random() < 0.05:
            return rng.choice(RAW)
        raw = json.dumps(body).encode()
        if rng.random() < 0.05:
            at = rng.randrange(len(raw) + 1)
            raw = raw[:at] + rng.choice(
                [b"\x00", b"\xff", b'"', b"}", b",", b"[[[["]) + raw[at:]
        return raw

    # ----- sending ------------------------------------------------------------

    def send(self, method, path, body=None, token=None, headers=None,
             raw=None):
        if body is not None:
            raw = self.bytes_of(body)
        if token is not None:
            headers = {"Authorization": "Bearer " + token, **(headers or {})}
        try:
            answer = self.client.request(method, path, headers=headers,
                                         raw=raw)
        except (http.client.HTTPException, OSError) as error:
            raise AssertionError(f"{method} {path} {headers} {raw!r}: no "
                                 f"answer: {error!r}") from error
        assert answer.status < 500 or answer.status == 501, repr(answer)
        self.requests += 1
        self.counts[method, self.contract.template(path),
                    answer.status] += 1
        tag = answer.header("ETag")
        if tag:
            self.world.tags = self.world.tags[-20:] + [tag]
        return answer

    def learn(self, answer, template):
        if answer.status not in (200, 201) or not answer.body or \
                "json" not in (answer.header("Content-Type") or ""):
            return
        found = answer.json
        if not isinstance(found, dict):
            return
        if found.get("next"):
            cursor = urllib.parse.parse_qs(
                urllib.parse.urlsplit(found["next"]).query).get(
                    "cursor", [found["next"]])[0]
            self.world.cursors = self.world.cursors[-9:] + [cursor]
        if found.get("ticket"):
            self.world.tickets = self.world.tickets[-9:] + [found["ticket"]]
        if found.get("host_token"):
            self.learn_game(found)
        if template == "/v1/players" and found.get("token"):
            self.world.players[found["player"]["name"]] = found["token"]

    def figures(self):
        """How often each operation was reached, and done."""
        reached = collections.Counter()
        done = collections.Counter()
        for (method, template, status), count in self.counts.items():
            reached[method, template] += count
            if status < 300:
                done[method, template] += count
        return reached, done
