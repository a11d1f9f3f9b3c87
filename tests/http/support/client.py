"""A small client: keep-alive, JSON, tokens; every answer is validated."""

import json
import select

from support.contract import parse


class Answer:
    """What came back."""

    def __init__(self, method, path, response, body):
        self.method = method
        self.path = path
        self.status = response.status
        self.headers = response.msg
        self.body = body

    def __repr__(self):
        return (f"{self.method} {self.path} -> {self.status} "
                f"{self.body[:1500].decode('utf-8', 'replace')}")

    @property
    def json(self):
        return parse(self.body)

    def header(self, name):
        return self.headers.get(name)

    def ok(self, status=200):
        """The JSON of an answer that must have this status."""
        assert self.status == status, f"not {status}: {self!r}"
        return self.json if self.body else None

    def refused(self, status, code=None):
        """The problem of an answer that must have this status and code."""
        assert self.status == status, f"not {status} {code}: {self!r}"
        problem = self.json
        if code is not None:
            assert problem["code"] == code, f"not {code}: {self!r}"
        return problem

    def pointers(self):
        """Where the faults are, of a refusal with `errors`."""
        return sorted(entry["pointer"] for entry in self.json["errors"])


class Client:
    """Speaks to a daemon, also after it was restarted."""

    TIMEOUT = 30

    def __init__(self, daemon, contract):
        self.daemon = daemon
        self.contract = contract
        self._connection = None
        self._address = None

    def _connect(self):
        address = self.daemon.address
        if address != self._address:
            self.close()
        elif self._connection is not None and self._is_dropped():
            self.close()
        if self._connection is None:
            self._address = address
            self._connection = self.daemon.connection(self.TIMEOUT)
        return self._connection

    def _is_dropped(self):
        """Whether the server closed the connection while it lay idle."""
        sock = self._connection.sock
        return sock is not None and bool(select.select([sock], [], [], 0)[0])

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def request(self, method, path, body=None, token=None, headers=None,
                raw=None):
        """`body` is sent as compact JSON, `raw` as the bytes that it is;
        a header given as None is not sent."""
        fields = {}
        if body is not None:
            raw = json.dumps(body, ensure_ascii=False,
                             separators=(",", ":")).encode("utf-8")
        if raw is not None:
            fields["Content-Type"] = "application/json"
        if token is not None:
            fields["Authorization"] = "Bearer " + token
        fields.update(headers or {})
        fields = {name: value for name, value in fields.items()
                  if value is not None}
        connection = self._connect()
        try:
            connection.request(method, path, body=raw, headers=fields)
            response = connection.getresponse()
            answer = Answer(method, path, response, response.read())
        except BaseException:
            self.close()
            raise
        self.contract.check(method, path, answer.status, answer.headers,
                            answer.body)
        return answer

    def get(self, path, token=None, headers=None):
        return self.request("GET", path, token=token, headers=headers)

    def post(self, path, body=None, token=None, headers=None, raw=None):
        return self.request("POST", path, body, token, headers, raw)

    def put(self, path, body=None, token=None, headers=None, raw=None):
        return self.request("PUT", path, body, token, headers, raw)

    def delete(self, path, token=None, headers=None):
        return self.request("DELETE", path, token=token, headers=headers)

    def create(self, body, token=None, headers=None):
        """Creates a game that must be accepted."""
        return Game(self, self.post("/v1/games", body, token,
                                    headers).ok(201))


class Game:
    """A game and the tokens that its creation gave."""

    def __init__(self, api, created):
        self.api = api
        self.id = created["game"]["id"]
        self.path = "/v1/games/" + self.id
        self.host = created["host_token"]
        self.seats = created["seat_tokens"]
        self.created = created["game"]

    def token(self, viewer):
        """The token of a seat's number, of "host" or of None."""
        if viewer is None or isinstance(viewer, str) and viewer != "host":
            return viewer
        return self.host if viewer == "host" else self.seats[viewer]

    def view(self, viewer="host"):
        return self.api.get(self.path, self.token(viewer)).ok()

    def seq(self):
        return self.view()["seq"]

    def post(self, seat, body, query="", headers=None):
        """Sends moves as a seat."""
        return self.api.post(self.path + "/moves" + query, body,
                             self.token(seat), headers)

    def host_post(self, seat, body, query="", headers=None):
        """Sends moves as the host, for a seat."""
        return self.api.post(self.path + "/moves" + query,
                             {"seat": seat, **body}, self.host, headers)

    def play(self, seat, *moves):
        """Plays moves that must be accepted."""
        body = moves[0] if len(moves) == 1 else {"moves": list(moves)}
        return self.post(seat, body).ok()

    def refuse(self, seat, body, status, code):
        """Sends moves that must be refused and change nothing."""
        before = self.view()
        answer = self.post(seat, body)
        problem = answer.refused(status, code)
        after = self.view()
        assert before == after, f"a refusal changed the game: {answer!r}"
        return problem

    def events(self, viewer="host", query=""):
        return self.api.get(self.path + "/events" + query,
                            self.token(viewer)).ok()

    def all_events(self, viewer="host"):
        """Every event, page by page."""
        items, after = [], 0
        while True:
            page = self.events(viewer, f"?after={after}&limit=100")["items"]
            items += page
            if len(page) < 100:
                return items
            after = page[-1]["seq"]
