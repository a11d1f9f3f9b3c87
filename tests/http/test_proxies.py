"""Behind nginx and HAProxy, run with the very files of docs/proxy."""

import json
import shutil
import socket
import subprocess
import tempfile
import threading

import pytest

from support import raw
from support.bots import pass_turn, play_game
from support.client import Client
from support.deals import plain
from support.proxies import KINDS, NAME, Proxy, program
from support.raw import request
from support.streams import Stream

JSON = ("Content-Type", "application/json")
HOST = ("Host", NAME)

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is not installed")


@pytest.fixture(scope="module", params=KINDS)
def front(request, daemon, tmp_path_factory):
    """A proxy in front of the daemon that most tests share."""
    if program(request.param) is None:
        pytest.skip(f"{request.param} is not installed: NOT tested behind it")
    proxy = Proxy(request.param, tmp_path_factory.mktemp(request.param),
                  daemon.address)
    proxy.use_ipv6()
    proxy.start()
    yield proxy
    proxy.close()


@pytest.fixture(scope="module")
def outside(front, contract):
    """A client that comes through the proxy; every answer is held to the
    description as it arrives."""
    client = Client(front, contract)
    yield client
    client.close()


@pytest.fixture
def behind(front, spawn, tmp_path):
    """Makes a daemon of its own and a proxy of the same kind before it."""
    made = []

    def make(daemon):
        directory = tmp_path / f"proxy{len(made)}"
        directory.mkdir()
        made.append(Proxy(front.kind, directory, daemon.address).start())
        return made[-1]
    yield make
    for one in made:
        one.close()


def game_of(api, name, seats=2):
    return api.create({"variant": "hand",
                       "seats": [{"player": name("px")}
                                 for _ in range(seats)]})


def told(answer):
    """What of an answer is the daemon's: nothing may be lost or altered."""
    passing = {"date", "connection", "keep-alive", "server",
               "strict-transport-security", "x-accel-buffering",
               "ratelimit", "x-request-id", "traceresponse"}
    return answer.status, answer.body, sorted(
        (name.lower(), value) for name, value in answer.headers.items()
        if name.lower() not in passing)


# Games.

def test_a_game_is_played(outside, name):
    game = outside.create({
        "variant": "hand", "options": {"rounds": 1},
        "seats": [{"player": name("px")} for _ in range(3)]})
    assert play_game(game)["status"] == "finished"
    assert game.all_events(None)[-1]["type"] == "game_ended"


def test_http_2_is_spoken(front, api, name):
    """By curl, which every installation of the tests has."""
    game = game_of(api, name)
    done = subprocess.run(
        ["curl", "--silent", "--show-error", "--http2", "--include",
         "--cacert", front.directory / "fullchain.pem", "--connect-to",
         f"{NAME}:443:127.0.0.1:{front.port}",
         "--header", f"Authorization: Bearer {game.host}",
         f"https://{NAME}{game.path}", f"https://{NAME}/v1/games?limit=0"],
        capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("HTTP/2 ") == 2
    assert "HTTP/2 200" in done.stdout and "HTTP/2 400" in done.stdout
    assert "strict-transport-security: max-age=31536000" in done.stdout
    assert f'"id":"{game.id}"' in done.stdout
    assert '"code":"out_of_range"' in done.stdout


# Answers.

# Method, path, headers, body, status: one from each place of refusal.
ANSWERS = [
    ("GET", "{}", {}, None, 200),
    ("HEAD", "{}", {}, None, 200),
    ("OPTIONS", "{}", {}, None, 204),
    ("GET", "{}/scores", {"Accept": "text/html"}, None, 200),
    ("GET", "{}/scores", {"Accept": "text/csv"}, None, 200),
    ("GET", "{}", {"Accept-Language": "ar"}, None, 200),
    ("GET", "/v1/problems", {}, None, 200),
    ("GET", "/openapi.json", {}, None, 200),
    ("GET", "/v1/nothing", {}, None, 404),
    ("GET", "/v1/problems/no%2Fslash", {}, None, 404),
    ("PATCH", "{}", {}, None, 405),
    ("FOO", "{}", {}, None, 501),
    ("GET", "{}", {"Authorization": "Bearer hk_seat_no"}, None, 401),
    ("GET", "/v1/events", {}, None, 401),
    ("GET", "{}", {"Accept": "text/html"}, None, 406),
    ("POST", "/v1/games", {"Content-Type": "text/html"}, b"{}", 415),
    ("POST", "/v1/games", {}, b'{"variant":', 400),
    ("POST", "/v1/games", {"Accept-Language": "ru"}, b"{}", 400),
    ("POST", "{}/moves", {"If-Match": '"99"'}, b'{"move":"draw"}', 412),
    ("POST", "{}/moves", {}, b'{"move":"draw","from":"stock"}', 409),
    ("POST", "{}/moves", {}, b'{"move":"discard","card":"JK"}', 422),
]


@pytest.mark.parametrize("method,path,headers,body,status", ANSWERS)
def test_every_answer_comes_as_it_was_sent(api, outside, name, method, path,
                                           headers, body, status):
    arranged = plain(names=[name("px"), name("px")])
    assert "JK" not in arranged.hands[0]
    game = api.create(arranged.body)
    headers = dict(headers)
    if path == "{}/moves":
        headers["Authorization"] = "Bearer " + game.seats[0]
    path = path.format(game.path)
    answers = [one.request(method, path, raw=body, headers=headers)
               for one in (api, outside)]
    assert answers[0].status == status
    assert told(answers[0]) == told(answers[1])


def test_what_is_known_is_not_sent_again(outside, name):
    game = game_of(outside, name)
    first = outside.get(game.path, game.host)
    tag = first.header("ETag")
    assert not tag.startswith("W/")
    again = outside.get(game.path, game.host, {"If-None-Match": tag})
    assert again.status == 304 and again.body == b""
    assert again.header("ETag") == tag
    pass_turn(game)
    outside.get(game.path, game.host, {"If-None-Match": tag}).ok()


def test_cookies_of_other_services_stay_outside(daemon, outside):
    cookies = {"Cookie": "; ".join(f"c{n}={'x' * 90}" for n in range(60))}
    straight = daemon.connection(30)
    straight.request("GET", "/v1/variants", headers=cookies)
    assert straight.getresponse().status == 431
    straight.close()
    outside.get("/v1/variants", headers=cookies).ok()


def test_a_write_that_is_repeated_is_done_once(outside, name):
    body = {"variant": "hand", "seats": [{"player": name("px")}
                                         for _ in range(2)]}
    key = {"Idempotency-Key": "px-" + name("0123456789abcdef").replace(
        " ", "-")}
    first, again = (outside.post("/v1/games", body, headers=key)
                    for _ in range(2))
    assert again.body == first.body
    assert again.header("Idempotency-Replayed") == "true"


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
@pytest.mark.parametrize("size", [64 * 1024 + 1, 1_000_000])
def test_a_body_too_large_is_refused_by_its_problem(outside, size, chunked):
    body = b" " * size
    if chunked:
        body = iter([body[at:at + 60000] for at in range(0, size, 60000)])
    answer = outside.request("POST", "/v1/games", raw=body)
    answer.refused(413, "body_too_large")


@pytest.mark.parametrize("path, size", [
    ("/v1/games", 9 << 20), ("/v1/games", (1 << 20) + 1),
    ("/v1/records/check", (8 << 20) + 1)])
def test_a_body_larger_than_any_is_refused_by_the_proxy(front, path, size):
    connection = front.connection(30)
    connection.putrequest("POST", path)
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(size))
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert json.loads(answer.read())["status"] == 413
    connection.close()


def test_a_long_record_is_taken(outside, name):
    game = outside.create({
        "variant": "hand", "options": {"rounds": 1},
        "seats": [{"player": name("px")} for _ in range(2)]})
    play_game(game)
    record = outside.get(game.path + "/record").ok()
    text = json.dumps(record).encode() + b" " * (4 << 20)
    checked = outside.post("/v1/records/check", raw=text).ok()
    assert checked["valid"] is True


# News.

def test_a_stream_tells_at_once(front, outside, contract, name):
    """Each event is there before the next move is made: nothing gathers."""
    game = game_of(outside, name)
    stream = Stream(front, contract, game, viewer=0)
    assert stream.control("hello").retry == "3000"
    assert [event["seq"] for event in stream.events(2)] == [1, 2]
    for _ in range(5):
        seq = game.seq()
        pass_turn(game)
        news = game.all_events(0)[seq:]
        assert stream.events(len(news)) == news
    stream.close()


def test_a_stream_that_is_cut_goes_on(front, outside, contract, name):
    game = game_of(outside, name)
    heard = []
    for _ in range(5):
        stream = Stream(front, contract, game, viewer=1,
                        last=heard[-1]["seq"] if heard else None)
        stream.control("hello")
        pass_turn(game)
        wanted = game.all_events(1)
        heard += stream.events(len(wanted) - len(heard) - 1)
        stream.close()
    heard += game.all_events(1)[len(heard):]
    assert heard == game.all_events(1)


def test_a_stream_ends_with_its_game(front, outside, contract, name):
    game = game_of(outside, name)
    stream = Stream(front, contract, game)
    stream.control("hello")
    outside.delete(game.path, game.host).ok()
    stream.events(game.seq())
    assert stream.is_over()
    stream.close()
    again = Stream(front, contract, game, last=game.seq())
    assert again.status == 204
    again.close()


def test_a_silent_stream_stays(front, spawn, behind, contract, name):
    """What is sent to keep it alive comes through."""
    daemon = spawn(options=["--heartbeat", "1"])
    proxy = behind(daemon)
    client = Client(proxy, contract)
    stream = Stream(proxy, contract, game_of(client, name))
    stream.control("hello")
    stream.events(2)
    while not stream.frame().comment:
        pass
    stream.close()
    client.close()


def test_a_long_poll_hears_of_the_next_move(front, outside, contract, name):
    game = game_of(outside, name)
    seq = game.seq()
    poller = Client(front, contract)
    found = []

    def wait():
        found.append(poller.get(f"{game.path}/events?after={seq}",
                                headers={"Prefer": "wait=30"}))
    waiting = threading.Thread(target=wait)
    waiting.start()
    pass_turn(game)
    waiting.join(60)
    poller.close()
    assert found[0].ok()["items"][0]["seq"] == seq + 1
    assert found[0].header("Preference-Applied") == "wait=30"


# What is kept out.

def status_of(front, target, host=NAME, method="GET"):
    with front.socket() as sock:
        sock.sendall(request(method, target, [("Connection", "close")],
                             host=host))
        found = raw.answers(raw.read_to_end(sock), [method])
    return found[0].status if found else None


@pytest.mark.parametrize("target", [
    "/metrics", "/%6detrics", "//metrics", "/./metrics", "/metrics?x=1",
    "/metrics/", "/v1/../metrics", "/v1/%2e%2e/metrics", "/v1/..%2fmetrics",
    "/openapi.json/../metrics", f"https://{NAME}/metrics", "/METRICS",
    "/v1/./../metrics", "/metrics;x", "/readyz", "/livez", "/%6civez", "/"])
def test_what_is_for_the_house_is_not_for_strangers(front, target):
    assert status_of(front, target) in (400, 404)


@pytest.mark.parametrize("host", ["evil.example", f"evil.{NAME}",
                                  f"{NAME}.evil.example", "127.0.0.1",
                                  "localhost:8080"])
def test_another_name_is_not_served(front, host):
    assert status_of(front, "/v1/version", host) == 421


def test_the_name_may_have_a_port(front):
    assert status_of(front, "/v1/version", f"{NAME}:{front.port}") == 200


def ask_from(address, family, port, proxy, **headers):
    """The status of a read by a client of this address."""
    plain_socket = socket.create_connection((family, port), 30, (address, 0))
    with proxy.tls.wrap_socket(plain_socket, server_hostname=NAME) as sock:
        sock.sendall(request("GET", "/v1/variants", [
            ("Connection", "close"), *headers.items()], host=NAME))
        return raw.answers(raw.read_to_end(sock))[0].status


def test_who_asks_is_told_by_the_proxy_alone(front, spawn, tmp_path):
    daemon = spawn(options=["--rate-read", "2/3600",
                            "--trusted-proxy", "127.0.0.1"])
    proxy = Proxy(front.kind, tmp_path, daemon.address)
    ipv6 = proxy.use_ipv6()
    proxy.start()

    def ask(address, **headers):
        if ":" in address:
            return ask_from(address, "::1", ipv6, proxy, **headers)
        return ask_from(address, "127.0.0.1", proxy.port, proxy, **headers)
    try:
        a, b = "127.0.0.2", "127.0.0.3"
        assert [ask(a) for _ in range(3)] == [200, 200, 429]
        lies = [{"Forwarded": f"for={b}"}, {"X-Forwarded-For": b},
                {"Forwarded": "for=192.0.2.1", "X-Forwarded-For": b}]
        assert [ask(a, **lie) for lie in lies] == [429, 429, 429]
        # None of these lies has used up what is another's.
        assert [ask(b, Forwarded=f"for={a}") for _ in range(3)] == [
            200, 200, 429]
        if ipv6:
            assert [ask("::1") for _ in range(3)] == [200, 200, 429]
    finally:
        proxy.close()


# What an attacker hides: it would reserve a name. The proxy, where it saw it,
# would not serve its host; hakamd serves any.
def hidden(player, host="evil.example"):
    body = json.dumps({"name": player}).encode()
    return request("POST", "/v1/players",
                   [JSON, ("Content-Length", len(body)),
                    ("Connection", "close")], body, host)


def carrier(framing, body):
    return lambda rest: request(
        "POST", "/v1/check", [JSON, *framing(len(rest))], body + rest, NAME)


CHUNKED = ("Transfer-Encoding", "chunked")

# Name, what stands before the hidden request; comment.
SMUGGLING = [
    ("cl-te", carrier(lambda n: [("Content-Length", 5 + n), CHUNKED],
                      b"0\r\n\r\n")),
    ("te-cl", carrier(lambda n: [CHUNKED, ("Content-Length", 5 + n)],
                      b"0\r\n\r\n")),
    ("short-cl-te", carrier(lambda n: [("Content-Length", 3), CHUNKED],
                            b"0\r\n\r\n")),
    ("two-lengths", carrier(lambda n: [("Content-Length", 2 + n),
                                       ("Content-Length", 2)], b"{}")),
    ("lengths-turned", carrier(lambda n: [("Content-Length", 2),
                                          ("Content-Length", 2 + n)], b"{}")),
    ("list-of-lengths", carrier(lambda n: [("Content-Length", f"2, {n}")],
                                b"{}")),
    ("blank-before-colon", carrier(lambda n: [("Content-Length ", 2 + n)],
                                   b"{}")),
    ("blank-and-te", carrier(lambda n: [("Content-Length", 5 + n),
                                        ("Transfer-Encoding ", "chunked")],
                             b"0\r\n\r\n")),
    ("xchunked", carrier(lambda n: [("Content-Length", 5 + n),
                                    ("Transfer-Encoding", "xchunked")],
                         b"0\r\n\r\n")),
    ("chunked-twice", carrier(lambda n: [("Content-Length", 5 + n), CHUNKED,
                                         ("Transfer-Encoding", "identity")],
                              b"0\r\n\r\n")),
    ("vertical-tab", carrier(lambda n: [("Content-Length", 5 + n),
                                        ("Transfer-Encoding",
                                         "\x0bchunked")], b"0\r\n\r\n")),
    ("folded-te", carrier(lambda n: [("Content-Length", 5 + n),
                                     ("Transfer-Encoding",
                                      "\r\n chunked")], b"0\r\n\r\n")),
    ("hidden-by-lf", carrier(lambda n: [("Content-Length", 5 + n),
                                        ("X", "a\nTransfer-Encoding: "
                                              "chunked")], b"0\r\n\r\n")),
    ("underscore", carrier(lambda n: [("Content-Length", 5 + n),
                                      ("Transfer_Encoding", "chunked")],
                           b"0\r\n\r\n")),
    ("plus", carrier(lambda n: [("Content-Length", f"+{2 + n}")], b"{}")),
    ("body-of-get", lambda rest: request(
        "GET", "/v1/version", [("Content-Length", len(rest))], rest, NAME)),
    ("chunk-size", carrier(lambda n: [CHUNKED],
                           b"0000000000000000000000\r\n\r\n")),
    ("chunk-extension", carrier(lambda n: [CHUNKED], b"0;\n\r\n\r\n")),
    ("upgrade", lambda rest: request(
        "GET", "/v1/version", [("Connection", "Upgrade, HTTP2-Settings"),
                               ("Upgrade", "h2c"),
                               ("HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA"),
                               ("Content-Length", len(rest))], rest, NAME)),
    ("http-0.9", lambda rest: b"GET /v1/version\r\n" + rest),
]


@pytest.mark.parametrize("smuggle", [row[1] for row in SMUGGLING],
                         ids=[row[0] for row in SMUGGLING])
def test_nothing_is_smuggled_past_it(front, api, name, smuggle):
    player = name("smuggled")
    with front.socket() as sock:
        try:
            sock.sendall(smuggle(hidden(player)))
            # Nothing more comes: it need not wait for the rest of a body.
            sock.shutdown(socket.SHUT_WR)
            while sock.recv(65536):
                pass
        except OSError:
            pass  # it was cut off
    # Requests of others on the same connection to hakamd are their own.
    with front.socket() as sock:
        sock.sendall(request("GET", "/v1/version", [("Connection", "close")],
                             host=NAME))
        found = raw.answers(raw.read_to_end(sock))
    assert [answer.status for answer in found] == [200]
    assert "version" in json.loads(found[0].body)
    api.get("/v1/players/" + player.replace(" ", "%20")).refused(404)


def test_what_is_hidden_there_would_run(daemon, api, name):
    """Else the tests above could not fail."""
    player = name("smuggled")
    found = raw.send(daemon, hidden(player))
    assert [answer.status for answer in found] == [201]
    api.get("/v1/players/" + player.replace(" ", "%20")).ok()


# The daemon goes and comes.

@pytest.fixture
def alone(spawn, behind):
    """A daemon that keeps its address when it is started anew, and the proxy
    before it: alone("unix") or alone("tcp")."""
    with tempfile.TemporaryDirectory(prefix="hk") as directory:
        def make(how):
            daemon = spawn(listen=f"unix:{directory}/hakam.sock"
                           if how == "unix" else "127.0.0.1:0")
            daemon.listen = daemon.address
            return daemon, behind(daemon)
        yield make


@pytest.mark.parametrize("how", ["unix", "tcp"])
def test_a_restart_costs_nothing(alone, contract, name, how):
    daemon, proxy = alone(how)
    client = Client(proxy, contract)
    game = game_of(client, name)
    pass_turn(game)
    seen = game.all_events(0)
    stream = Stream(proxy, contract, game, viewer=0)
    stream.control("hello")
    stream.events(len(seen))
    daemon.stop()
    stream.control("bye")
    assert stream.is_over()
    stream.close()
    daemon.start()
    assert game.all_events(0) == seen
    pass_turn(game)
    again = Stream(proxy, contract, game, viewer=0, last=seen[-1]["seq"])
    again.control("hello")
    news = game.all_events(0)[len(seen):]
    assert news and again.events(len(news)) == news
    again.close()
    client.close()


@pytest.mark.parametrize("how", ["unix", "tcp"])
def test_while_it_is_away(front, alone, how):
    """HAProxy lets requests wait where it can; else both say when to come
    again."""
    daemon, proxy = alone(how)
    daemon.stop()
    connection = proxy.connection(30)
    connection.request("GET", "/v1/version")
    if (front.kind, how) == ("haproxy", "tcp"):
        daemon.start()
        assert connection.getresponse().status == 200
    else:
        answer = connection.getresponse()
        assert answer.status == 503
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert int(answer.headers["Retry-After"]) == 1
        assert json.loads(answer.read())["status"] == 503
    connection.close()
