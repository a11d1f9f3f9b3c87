"""Bytes to the daemon and back, past every convenience of a client."""

import socket

PATIENCE = 20


class RawAnswer:
    """One answer cut out of the bytes that came back."""

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.version, status, *_ = lines[0].split(" ", 2)
        self.status = int(status)
        self.fields = [tuple(part.strip() for part in line.split(":", 1))
                       for line in lines[1:]]
        self.body = body

    def __repr__(self):
        return f"{self.status} {self.fields} {self.body[:500]!r}"

    def header(self, name):
        for field, value in self.fields:
            if field.lower() == name.lower():
                return value
        return None

    get = header


def connect(daemon):
    return daemon.socket(PATIENCE)


def read_to_end(sock):
    """Everything until the server closes; fails if it does not."""
    pieces = []
    while True:
        try:
            piece = sock.recv(65536)
        except ConnectionResetError:
            break
        except socket.timeout:
            raise AssertionError(
                "the server keeps the connection; so far: "
                f"{b''.join(pieces)[:1000]!r}") from None
        if not piece:
            break
        pieces.append(piece)
    return b"".join(pieces)


def _chunked(data):
    body = b""
    while True:
        size, _, data = data.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        body, data = body + data[:length], data[length + 2:]
        if not length:
            return body, data


def answers(data, methods=()):
    """Cuts what came back into answers; `methods` are those of the requests,
    since an answer to HEAD has no body."""
    found = []
    while data:
        head, blank, data = data.partition(b"\r\n\r\n")
        assert blank, f"an answer cut off: {head[:300]!r}"
        answer = RawAnswer(head, b"")
        number = len([a for a in found if a.status >= 200])
        method = methods[number] if number < len(methods) else "GET"
        if answer.status >= 200 and answer.status not in (204, 304) \
                and method != "HEAD":
            if "chunked" in (answer.header("Transfer-Encoding") or ""):
                answer.body, data = _chunked(data)
            elif answer.header("Content-Length") is not None:
                length = int(answer.header("Content-Length"))
                answer.body, data = data[:length], data[length:]
            else:
                answer.body, data = data, b""
        found.append(answer)
    return found


def send(daemon, data, methods=()):
    """Sends bytes that make the server close, and gives its answers."""
    with connect(daemon) as sock:
        try:
            sock.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return answers(read_to_end(sock), methods)


def request(method, target, headers=(), body=b"", host="localhost",
            version="HTTP/1.1"):
    """The bytes of one request; Content-Length is the caller's to give."""
    lines = [f"{method} {target} {version}"]
    if host is not None:
        lines.append(f"Host: {host}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
