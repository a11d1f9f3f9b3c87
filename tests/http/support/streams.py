"""Server-sent events over a socket of their own, read as they come."""

import email
import json

from support.client import Client


PRESENCE = ("seat_away", "seat_back")


class Frame:
    """What stood between two blank lines."""

    def __init__(self, text):
        self.fields = {}
        self.comment = False
        for line in text.split("\n"):
            name, _, value = line.partition(":")
            assert name not in self.fields, f"twice {name}: {text!r}"
            self.fields[name] = value.removeprefix(" ")
        self.comment = set(self.fields) == {""}
        self.id = self.fields.get("id")
        self.type = self.fields.get("event")
        self.retry = self.fields.get("retry")
        self.data = (json.loads(self.fields["data"])
                     if "data" in self.fields else None)


class Reader:
    """Takes the bytes of an answer and gives its frames."""

    def __init__(self):
        self.head = b""
        self.status = None
        self.headers = None
        self.ended = False
        self._raw = b""
        self._text = b""

    def feed(self, data):
        """The frames that these bytes complete."""
        if self.status is None:
            self.head += data
            if b"\r\n\r\n" not in self.head:
                return []
            head, data = self.head.split(b"\r\n\r\n", 1)
            first, _, fields = head.decode("latin-1").partition("\r\n")
            self.status = int(first.split(" ")[1])
            self.headers = email.message_from_string(fields)
            self.ended = self.status == 204
        if self.status != 200:
            self._text += data
            return []
        assert self.headers["Transfer-Encoding"] == "chunked"
        self._raw += data
        self._take_chunks()
        *whole, self._text = self._text.split(b"\n\n")
        assert not (self.ended and self._text), "a frame is not whole"
        return [Frame(text.decode("utf-8")) for text in whole]

    @property
    def body(self):
        return self._text

    def _take_chunks(self):
        while b"\r\n" in self._raw:
            size, rest = self._raw.split(b"\r\n", 1)
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            assert rest[length:length + 2] == b"\r\n"
            self._text += rest[:length]
            self._raw = rest[length + 2:]
            if length == 0:
                assert self._raw == b""
                self.ended = True
                return


def open_stream(daemon, path, token=None, headers=None):
    """A socket on which a stream was asked for."""
    connection = daemon.socket(Client.TIMEOUT)
    fields = {"Host": daemon.host, "Accept": "text/event-stream", **(headers or {})}
    if token is not None:
        fields["Authorization"] = "Bearer " + token
    lines = [f"GET {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in fields.items()]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return connection


class Stream:
    """One stream, read frame by frame; every event is validated."""

    def __init__(self, daemon, contract, game, viewer=None, after=None,
                 last=None, query=None, headers=None):
        self.contract = contract
        if after is not None:
            query = f"after={after}"
        self.path = game.path + "/events" + (f"?{query}" if query else "")
        self.reader = Reader()
        self.frames = []
        headers = dict(headers or {})
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.socket = open_stream(daemon, self.path, game.token(viewer),
                                  headers)
        while self.reader.status is None:
            self._receive()
        contract.check("GET", self.path, self.status, self.reader.headers,
                       b"" if self.status in (200, 204)
                       else self._whole_body())

    @property
    def status(self):
        return self.reader.status

    @property
    def problem(self):
        return json.loads(self.reader.body)

    def header(self, name):
        return self.reader.headers[name]

    def _whole_body(self):
        length = int(self.reader.headers["Content-Length"])
        while len(self.reader.body) < length:
            self._receive()
        return self.reader.body

    def _receive(self):
        data = self.socket.recv(65536)
        assert data, "the stream was cut"
        self.frames += self.reader.feed(data)

    def frame(self):
        """The next frame, whatever it is; None at the end."""
        while not self.frames and not self.reader.ended:
            self._receive()
        return self.frames.pop(0) if self.frames else None

    def _telling(self, wanted=None):
        """The next frame that is no comment; who is at the table is told
        only to who wants to know."""
        frame = self.frame()
        while frame.comment or (frame.type in PRESENCE and
                                wanted not in PRESENCE):
            frame = self.frame()
        return frame

    def control(self, kind):
        """The next frame but comments, which must be one without an id."""
        frame = self._telling(kind)
        assert (frame.type, frame.id) == (kind, None), frame.fields
        return frame

    def event(self):
        """The next event."""
        frame = self._telling()
        assert frame.id == str(frame.data["seq"]), frame.fields
        assert frame.type == frame.data["type"], frame.fields
        schemas = self.contract.document["components"]["schemas"]
        faults = self.contract.errors(schemas["Event"], frame.data)
        assert not faults, faults
        return frame.data

    def events(self, count):
        return [self.event() for _ in range(count)]

    def is_over(self):
        """Whether nothing but comments comes before the end."""
        frame = self.frame()
        while frame is not None and frame.comment:
            frame = self.frame()
        return frame is None

    def close(self):
        self.socket.close()
