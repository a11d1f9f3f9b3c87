"""SIGHUP: what can change does while requests and streams go on; what is wrong
changes nothing."""

import http.client
import os
import pathlib
import re
import signal
import socket
import tempfile
import threading
import time

import pytest

from support.bots import pass_turn
from support.client import Client
from support.daemon import PATIENCE
from support.streams import Stream

BODY = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}


class Manager:
    """What the daemon tells the service manager; and its file of settings."""

    def __init__(self, directory):
        # The path of a socket is short.
        self.folder = tempfile.TemporaryDirectory(prefix="hakam-")
        self.path = pathlib.Path(self.folder.name) / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.socket.settimeout(PATIENCE)
        self.file = directory / "hakamd.conf"
        self.daemon = None

    def write(self, *lines):
        self.file.write_text("".join(line + "\n" for line in lines), "utf-8")

    def told(self, key):
        """The next message with this key, as a dict."""
        while True:
            text = self.socket.recv(65536).decode()
            message = dict(line.split("=", 1) for line in text.splitlines())
            if key in message:
                return message

    def reload(self, *lines):
        """Writes the file, sends the signal; the state told when it is done."""
        self.write(*lines)
        self.daemon.process.send_signal(signal.SIGHUP)
        self.told("RELOADING")
        message = self.told("READY")
        assert message["READY"] == "1"
        return message["STATUS"]

    def said(self):
        """What the log tells of the last reload, without times."""
        lines = re.findall(r"(?:^\S+ \w+: )?reload: (.*)$",
                           self.daemon.complaints(), re.M)
        ends = [n for n, line in enumerate(lines) if re.match(
            r"\d+ options changed|nothing has changed", line)]
        assert ends and ends[-1] == len(lines) - 1
        return lines[ends[-2] + 1 if len(ends) > 1 else 0:]

    def close(self):
        self.socket.close()
        self.folder.cleanup()


@pytest.fixture
def manager(tmp_path):
    made = Manager(tmp_path)
    yield made
    made.close()


@pytest.fixture
def served(spawn, manager):
    """Starts a daemon by the lines of a file: served("HAKAM_THREADS=2")."""
    def serve(*lines, options=()):
        manager.write(*lines)
        manager.daemon = spawn(
            options=["--config", str(manager.file), *options],
            variables={"NOTIFY_SOCKET": str(manager.path)})
        manager.told("READY")
        return manager.daemon
    return serve


class Asker(threading.Thread):
    """Asks again and again on one connection, which must stay open."""

    def __init__(self, daemon, path):
        super().__init__()
        self.path = path
        self.connection = http.client.HTTPConnection(
            daemon.host, daemon.port, timeout=Client.TIMEOUT)
        self.connection.connect()
        self.connection.auto_open = 0
        self.begun, self.enough = threading.Event(), threading.Event()
        self.answered = 0
        self.fault = None

    def run(self):
        try:
            while not self.enough.is_set():
                self.connection.request("GET", self.path)
                answer = self.connection.getresponse()
                answer.read()
                assert answer.status == 200
                self.answered += 1
                self.begun.set()
        except BaseException as error:
            self.fault = error
        finally:
            self.begun.set()
            self.connection.close()


def test_limits_change_under_load_and_nothing_is_cut(served, manager,
                                                     contract):
    limit = "HAKAM_STREAMS_PER_TOKEN={}".format
    daemon = served(limit(2))
    client = Client(daemon, contract)
    game = client.create(BODY)
    askers = [Asker(daemon, game.path) for _ in range(3)]
    for asker in askers:
        asker.start()
    streams = [Stream(daemon, contract, game, 0) for _ in range(2)]

    def one_more():
        stream = Stream(daemon, contract, game, 0)
        if stream.status == 200:
            streams.append(stream)
            return True
        assert stream.problem["code"] == "too_many_streams"
        stream.close()
        return False

    try:
        for asker in askers:
            assert asker.begun.wait(PATIENCE)
        assert not one_more()
        for most in range(3, 13):
            manager.reload(limit(most))
            assert one_more()
            assert not one_more()
        # Fewer: those that are open stay.
        manager.reload(limit(1))
        assert not one_more()
        pass_turn(game)
        last = client.get(game.path, token=game.token(0)).ok()["seq"]
        for stream in streams:
            stream.control("hello")
            assert [event["seq"] for event in stream.events(last)] == list(
                range(1, last + 1))
    finally:
        for asker in askers:
            asker.enough.set()
        for asker in askers:
            asker.join(PATIENCE)
        for stream in streams:
            stream.close()
        client.close()
    assert [asker.fault for asker in askers] == [None] * len(askers)
    assert all(asker.answered > 0 for asker in askers)


def test_the_level_of_the_log_changes(served, manager):
    daemon = served("HAKAM_LOG_LEVEL=info")
    manager.reload("HAKAM_LOG_LEVEL=error")
    # The change itself is told.
    assert manager.said() == ["--log-level is error, was info",
                              "1 options changed, 0 wait for a restart"]
    before = daemon.complaints()
    manager.reload("HAKAM_LOG_LEVEL=error", "HAKAM_HEARTBEAT=1")
    assert daemon.complaints() == before
    manager.reload("HAKAM_LOG_LEVEL=info", "HAKAM_HEARTBEAT=1")
    assert manager.said() == ["--log-level is info, was error",
                              "1 options changed, 0 wait for a restart"]


def test_the_heartbeat_changes(served, manager, contract):
    daemon = served("HAKAM_HEARTBEAT=60")
    manager.reload("HAKAM_HEARTBEAT=1")
    client = Client(daemon, contract)
    game = client.create(BODY)
    stream = Stream(daemon, contract, game)
    stream.control("hello")
    stream.events(2)
    assert stream.frame().comment
    stream.close()
    client.close()


def test_whose_pages_may_read_changes(served, manager, contract):
    daemon = served("HAKAM_CORS_ORIGIN=https://a.example")
    client = Client(daemon, contract)

    def allowed():
        return [client.get("/v1/version", headers={"Origin": origin}).header(
            "Access-Control-Allow-Origin")
            for origin in ("https://a.example", "https://b.example")]
    assert allowed() == ["https://a.example", None]
    manager.reload('HAKAM_CORS_ORIGIN="https://b.example http://c.example"')
    assert allowed() == [None, "https://b.example"]
    manager.reload()
    assert allowed() == [None, None]
    client.close()


def test_how_often_may_be_asked_changes(served, manager, contract):
    daemon = served()
    client = Client(daemon, contract)
    path = client.create(BODY).path
    manager.reload("HAKAM_RATE_READ=1/3600")
    client.get(path).ok()
    client.get(path).refused(429, "rate_limited")
    manager.reload("HAKAM_RATE_READ=0")
    client.get(path).ok()
    client.close()


def test_the_token_for_metrics_changes(served, manager, contract, tmp_path):
    """The old one is none from then on, also where the file is the same."""
    file = tmp_path / "token"
    named = f"HAKAM_METRICS_TOKEN_FILE={file}"
    old, new = "the-old-token-of-16", "the-new-token-of-16"
    file.write_text(old + "\n")
    daemon = served("HAKAM_AUTH=keys", named)
    client = Client(daemon, contract)

    def may_read(token):
        answer = client.get("/metrics", token)
        if answer.status != 200:
            answer.refused(401, "unauthorized")
        return answer.status == 200
    assert may_read(old) and not may_read(new)
    file.write_text(new + "\n")
    assert may_read(old) and not may_read(new)
    manager.reload("HAKAM_AUTH=keys", named)
    assert manager.said() == ["the token for /metrics is another",
                              "0 options changed, 0 wait for a restart"]
    assert may_read(new) and not may_read(old)
    # What is no token changes nothing, and is not quoted.
    file.write_text("short\n")
    state = manager.reload("HAKAM_AUTH=keys", named)
    assert f"refused: --metrics-token-file {file}: a token is 16" in state
    assert may_read(new)
    assert "short" not in daemon.complaints()
    # Without the option nothing but an admin's key does.
    manager.reload("HAKAM_AUTH=keys")
    assert manager.said() == [
        f"--metrics-token-file is nothing, was {file}",
        "the token for /metrics is another",
        "1 options changed, 0 wait for a restart"]
    assert not may_read(new)
    manager.reload("HAKAM_AUTH=keys", named.replace("token", "absent"))
    assert "No such file" in manager.said()[0]
    assert not may_read(new)
    client.close()


def test_a_token_that_nobody_writes_is_not_waited_for(served, manager,
                                                      tmp_path):
    """Or no other signal would be heard."""
    file = tmp_path / "token"
    named = f"HAKAM_METRICS_TOKEN_FILE={file}"
    file.write_text("a-token-that-is-long\n")
    served("HAKAM_AUTH=keys", named)
    file.unlink()
    os.mkfifo(file)
    state = manager.reload("HAKAM_AUTH=keys", named)
    assert f"refused: --metrics-token-file {file}: a token is 16" in state


def test_what_only_a_start_changes_is_told_until_it_is_as_it_was(served,
                                                                  manager):
    daemon = served("HAKAM_THREADS=2")
    for _ in range(2):
        state = manager.reload("HAKAM_THREADS=3", "HAKAM_PRESENCE_GRACE=7")
        assert "--threads is 3, was 2: from the next start on" in (
            manager.said())
    assert manager.said()[-1] == "0 options changed, 1 wait for a restart"
    assert state == (f"Listening on {daemon.address}; reloaded: 0 options "
                     "changed, 1 wait for a restart")
    state = manager.reload("HAKAM_THREADS=2")
    assert manager.said() == ["--presence-grace is 30, was 7",
                              "1 options changed, 0 wait for a restart"]


def test_the_command_line_stays(served, manager):
    served("HAKAM_HEARTBEAT=5", options=["--heartbeat=6"])
    manager.reload("HAKAM_HEARTBEAT=7")
    assert manager.said() == ["0 options changed, 0 wait for a restart"]


def test_a_file_that_is_wrong_changes_nothing(served, manager, contract):
    daemon = served("HAKAM_STREAMS_PER_TOKEN=1")
    client = Client(daemon, contract)
    game = client.create(BODY)
    stream = Stream(daemon, contract, game, 0)
    assert stream.status == 200
    fault = (f'{manager.file}:2: HAKAM_HEARTBEAT: "0": it is a number of '
             "seconds from 1 to 60")
    state = manager.reload("HAKAM_STREAMS_PER_TOKEN=9", "HAKAM_HEARTBEAT=0")
    assert manager.said() == ["nothing has changed: " + fault]
    assert state == (f"Listening on {daemon.address}; the last reload was "
                     f"refused: {fault}")
    second = Stream(daemon, contract, game, 0)
    assert second.status == 429
    manager.file.unlink()
    daemon.process.send_signal(signal.SIGHUP)
    assert "cannot be read: No such file" in manager.told("READY")["STATUS"]
    # The next is compared with what holds.
    manager.reload("HAKAM_STREAMS_PER_TOKEN=2")
    assert manager.said() == ["--streams-per-token is 2, was 1",
                              "1 options changed, 0 wait for a restart"]
    third = Stream(daemon, contract, game, 0)
    assert third.status == 200
    for one in (stream, second, third):
        one.close()
    client.close()


def test_the_manager_is_told_when_it_began_and_when_it_is_done(served,
                                                                manager):
    daemon = served("HAKAM_HEARTBEAT=5")
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    daemon.process.send_signal(signal.SIGHUP)
    message = manager.told("RELOADING")
    after = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    assert message["RELOADING"] == "1"
    assert before <= int(message["MONOTONIC_USEC"]) <= after
    assert manager.told("READY")["STATUS"].startswith("Listening on ")


def test_it_reads_again_where_the_signal_was_ignored_at_the_start(served,
                                                                   manager):
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        served("HAKAM_HEARTBEAT=5")
    finally:
        signal.signal(signal.SIGHUP, usual)
    manager.reload("HAKAM_HEARTBEAT=6")
    assert manager.said()[0] == "--heartbeat is 6, was 5"
