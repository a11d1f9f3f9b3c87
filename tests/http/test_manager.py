"""The protocols of systemd, spoken by the tests: readiness, the watchdog, and
sockets that are kept while the daemon is not there."""

import http.client
import itertools
import signal
import socket
import subprocess
import threading

import pytest

from support.client import Client
from support.daemon import HAKAMD, PATIENCE, UnixConnection, environment
from support.manager import (Frozen, Manager, hold_tcp, hold_unix, threads,
                             wait_for)
from support.streams import open_stream

BODY = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}
SILENCE = "no sign of life from "
# A start or an end that may take long: half a minute more.
AT_WORK = {"EXTEND_TIMEOUT_USEC": "30000000"}


@pytest.fixture
def manager(tmp_path):
    made = Manager(tmp_path)
    yield made
    made.close()


def test_ready_means_that_it_answers(spawn, contract, manager):
    """And then a sign of life now and then, what is going on, and the end."""
    daemon = spawn(variables={"NOTIFY_SOCKET": manager.path,
                              "WATCHDOG_USEC": "200000"})
    assert manager.message() == AT_WORK
    first = manager.until("READY")
    assert first["READY"] == "1"
    assert daemon.address in first["STATUS"]
    api = Client(daemon, contract)
    game = api.create(BODY)
    stream = open_stream(daemon, game.path + "/events")
    assert stream.recv(1) == b"H"
    while True:
        message = manager.until("WATCHDOG")
        assert message["WATCHDOG"] == "1"
        if message["STATUS"] == "1 games in play, 1 streams":
            break
    daemon.process.send_signal(signal.SIGTERM)
    ending = manager.until("STOPPING")
    assert ending["STOPPING"] == "1"
    # Four seconds to answer in, and what the disk may take.
    assert ending["EXTEND_TIMEOUT_USEC"] == "34000000"
    daemon.stop()  # a second signal, for which it may leave at once
    left = manager.waiting()
    assert all(message == AT_WORK for message in left), left
    stream.close()
    api.close()


def test_ready_comes_after_it_listens(tmp_path, spawn, manager):
    """Whoever is told may come at once: nobody looks for the line that the
    daemon prints."""
    path = tmp_path / "sock"
    daemon = spawn(start=False, listen=f"unix:{path}",
                   variables={"NOTIFY_SOCKET": manager.path})
    starter = threading.Thread(target=daemon.start)
    starter.start()
    assert manager.until("READY")["READY"] == "1"
    connection = UnixConnection(str(path), PATIENCE)
    connection.request("GET", "/readyz")
    assert connection.getresponse().status == 200
    connection.close()
    starter.join()


def test_a_name_of_the_kernel_s_is_told_too(spawn, tmp_path):
    abstract = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    abstract.settimeout(PATIENCE)
    abstract.bind("\0" + str(tmp_path))
    spawn(variables={"NOTIFY_SOCKET": "@" + str(tmp_path)})
    while (told := abstract.recv(4096)).startswith(b"EXTEND_TIMEOUT_USEC="):
        pass
    assert told.startswith(b"READY=1\n")
    abstract.close()


@pytest.mark.parametrize("variables", [
    {}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"},
    {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}])
def test_who_does_not_watch_is_told_of_no_life(spawn, contract, manager,
                                               variables):
    daemon = spawn(variables={"NOTIFY_SOCKET": manager.path, **variables})
    api = Client(daemon, contract)
    api.create(BODY)
    daemon.stop()
    told = [sorted(message) for message in manager.waiting()]
    # What takes long is told of more than once.
    assert [key for key, _ in itertools.groupby(told)] == [
        [*AT_WORK], ["READY", "STATUS"],
        [*AT_WORK, "STATUS", "STOPPING"], [*AT_WORK]]
    api.close()


@pytest.mark.parametrize("name,which", [("http", 0), ("http", 1),
                                        ("writer", 0)])
def test_no_sign_of_life_without_every_thread(spawn, manager, name, which):
    """One of them stands still: the others go on, and nothing is told."""
    daemon = spawn(variables={"NOTIFY_SOCKET": manager.path,
                              "WATCHDOG_USEC": "200000"})
    manager.until("WATCHDOG")
    assert len(threads(daemon.process, "http")) == 2
    with Frozen(threads(daemon.process, name)[which]):
        wait_for(lambda: SILENCE in daemon.complaints())
        manager.waiting()
        told = []
        wait_for(lambda: told.extend(manager.waiting()) or len(told) >= 3)
        assert [sorted(message) for message in told][:3] == [["STATUS"]] * 3
        who = "connections" if name == "http" else "writes"
        assert who in daemon.complaints()
    assert manager.until("WATCHDOG")["WATCHDOG"] == "1"


def test_nobody_is_refused_while_it_is_started_again(spawn, contract,
                                                     tmp_path):
    """By TCP and by a Unix socket, with a connection for each request: whoever
    comes while the daemon is away is answered by the next one."""
    path = tmp_path / "held"
    tcp, local = hold_tcp(), hold_unix(path)
    daemon = spawn(sockets=[tcp, local], auth="open")
    address = tcp.getsockname()
    assert daemon.address == "%s:%d" % address
    api = Client(daemon, contract)
    game = api.create(BODY)
    api.close()
    faults, done, ended = [], [0, 0, 0, 0], threading.Event()

    def ask(number):
        try:
            while not ended.is_set():
                connection = (
                    http.client.HTTPConnection(*address, timeout=PATIENCE)
                    if number % 2 == 0 else
                    UnixConnection(str(path), PATIENCE))
                connection.request("GET", game.path)
                response = connection.getresponse()
                assert response.status == 200, response.read()
                response.read()
                connection.close()
                done[number] += 1
        except BaseException as error:
            faults.append(error)

    clients = [threading.Thread(target=ask, args=(number,))
               for number in range(len(done))]
    for client in clients:
        client.start()
    for _ in range(5):
        before = list(done)
        wait_for(lambda: faults or all(
            now > then + 3 for now, then in zip(done, before, strict=True)))
        daemon.stop()
        # Nobody is there: who comes now waits.
        waiting = [http.client.HTTPConnection(*address, timeout=PATIENCE),
                   UnixConnection(str(path), PATIENCE)]
        for one in waiting:
            one.request("GET", "/readyz")
        daemon.start()
        for one in waiting:
            assert one.getresponse().status == 200
            one.close()
    ended.set()
    for client in clients:
        client.join()
    assert faults == []
    daemon.stop()
    assert path.exists(), "the path is not the daemon's to remove"
    tcp.close()
    local.close()


def test_the_end_may_take_as_long_as_requests_may(spawn, manager):
    daemon = spawn(variables={"NOTIFY_SOCKET": manager.path},
                   options=["--drain-timeout", "600"])
    daemon.stop()
    assert manager.until("STOPPING")["EXTEND_TIMEOUT_USEC"] == "630000000"


def test_a_start_that_fails_has_asked_for_time_and_said_no_more(tmp_path,
                                                                 manager):
    (tmp_path / "x.db").write_text("no database")
    done = subprocess.run(
        [HAKAMD, "--database", str(tmp_path / "x.db"), "--listen",
         "127.0.0.1:0"], capture_output=True, text=True, timeout=PATIENCE,
        env={**environment(), "NOTIFY_SOCKET": manager.path})
    assert done.returncode == 78
    told = manager.waiting()
    assert told and all(message == AT_WORK for message in told), told


def test_a_credential_is_the_token_for_metrics(spawn, contract, tmp_path):
    """Unless an option names another file."""
    folder = tmp_path / "credentials"
    folder.mkdir()
    (folder / "metrics-token").write_text("of-the-credential\n")
    other = tmp_path / "other"
    other.write_text("of-the-other-file\n")
    variables = {"CREDENTIALS_DIRECTORY": str(folder)}
    for options, right, wrong in (
            ([], "of-the-credential", "of-the-other-file"),
            (["--metrics-token-file", str(other)],
             "of-the-other-file", "of-the-credential")):
        daemon = spawn(auth="keys", variables=variables, options=options)
        api = Client(daemon, contract)
        assert api.get("/metrics", right).status == 200
        api.get("/metrics", wrong).refused(401, "unauthorized")
        api.close()


def test_a_folder_without_the_credential_is_well(spawn, contract, tmp_path):
    daemon = spawn(auth="keys",
                   variables={"CREDENTIALS_DIRECTORY": str(tmp_path)})
    api = Client(daemon, contract)
    api.get("/metrics", "of-the-credential").refused(401, "unauthorized")
    api.close()


def test_a_credential_that_is_no_token_is_refused(tmp_path):
    (tmp_path / "metrics-token").write_text("short\n")
    done = subprocess.run(
        [HAKAMD, "--database", str(tmp_path / "x.db"), "--listen",
         "127.0.0.1:0"], capture_output=True, text=True, timeout=PATIENCE,
        env={**environment(), "CREDENTIALS_DIRECTORY": str(tmp_path)})
    assert done.returncode == 78
    assert "credential metrics-token" in done.stderr
    assert "short" not in done.stderr
