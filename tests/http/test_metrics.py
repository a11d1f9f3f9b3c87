"""`/metrics`: what happened is what is counted, in series that nobody can
multiply, for those alone who may read it."""

import re
import shutil
import subprocess
import time

import pytest

from support import raw
from support.client import Client
from support.contract import Contract
from support.daemon import PATIENCE, SRCDIR, hakam, refuse_to_start
from support.deals import discard, draw, plain
from support.metrics import OPEN, TEXT, Metrics, scrape
from support.scorecards import OUT, UP, card, record, told
from support.streams import Stream

ROUTE = {"moves": "/v1/games/{id}/moves", "game": "/v1/games/{id}",
         "events": "/v1/games/{id}/events", "games": "/v1/games"}


def requests(metrics, method, route, code):
    return metrics.value("hakam_http_requests_total", method=method,
                         route=ROUTE.get(route, route), code=str(code))


def duration(metrics, method, route):
    return metrics.value("hakam_http_request_duration_seconds", "_count",
                         method=method, route=ROUTE[route])


def moves(metrics, result, variant="hand"):
    return metrics.value("hakam_moves_total", variant=variant, result=result)


def rejections(metrics):
    family = metrics.families["hakam_move_rejections_total"]
    return {dict(labels)["code"]: int(value)
            for (_, labels), value in family.samples.items() if value}


def games(metrics):
    family = metrics.families["hakam_games"]
    return {dict(labels)["state"]: int(value)
            for (_, labels), value in family.samples.items()}


def settled(api, holds=lambda metrics: True):
    """What the daemon says once all other requests have ended and this holds:
    an answer may arrive before it is counted."""
    deadline = time.monotonic() + PATIENCE
    metrics = scrape(api)
    while metrics.value("hakam_http_in_flight") > 1 or not holds(metrics):
        assert time.monotonic() < deadline, metrics.series()
        metrics = scrape(api)
    return metrics


# ----- the form -------------------------------------------------------------

def test_both_forms_say_the_same(alone):
    alone.create(plain().body)
    text, opened = scrape(alone), scrape(alone, accept=OPEN)
    assert not text.open and opened.open

    def named(metrics):
        return {name.removesuffix("_total"): (family.kind, family.help)
                for name, family in metrics.families.items()}
    assert named(text) == named(opened)
    assert games(opened) == games(text)


@pytest.mark.parametrize("accept,form", [
    (None, TEXT), ("*/*", TEXT), ("text/plain", TEXT), ("text/*", TEXT),
    ("application/openmetrics-text", OPEN),
    # what Prometheus 2.42 sends
    ("application/openmetrics-text;version=1.0.0,application/openmetrics-text;"
     "version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", OPEN),
    ("application/openmetrics-text;q=0.2,text/plain;q=0.3", TEXT)])
def test_the_form_is_the_one_that_accept_wants(api, accept, form):
    answer = api.get("/metrics", headers={"Accept": accept})
    assert answer.header("Content-Type") == form
    assert "Accept" in answer.header("Vary")
    Metrics(answer.body, form)


def test_no_other_form_is_there(api):
    api.get("/metrics", headers={"Accept": "application/json"}).refused(
        406, "not_acceptable")


@pytest.mark.skipif(not shutil.which("promtool"), reason="no promtool here")
def test_promtool_has_nothing_to_say(alone):
    alone.create(plain().body)
    alone.get("/v1/nothing")
    body = alone.get("/metrics").body
    done = subprocess.run(["promtool", "check", "metrics"], input=body,
                          capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# ----- what is counted ------------------------------------------------------

def test_moves_are_counted_by_how_they_ended(alone):
    arranged = plain()
    game = alone.create(arranged.body)
    before = scrape(alone)
    assert moves(before, "accepted") == moves(before, "refused") == 0
    first = arranged.hands[0][0]
    game.post(0, discard("JK" if first != "JK" else "AS")).refused(422)
    game.post(1, draw()).refused(409, "not_your_turn")
    game.post(1, draw()).refused(409, "not_your_turn")
    game.post(0, discard(first), "?dry_run=true").ok()
    game.play(0, discard(first))
    game.play(1, draw(), discard(arranged.hands[1][0]))
    game.post(0, {"moves": [draw(), draw()]}).refused(409, "wrong_phase")
    after = scrape(alone)
    assert moves(after, "accepted") == 3
    assert moves(after, "refused") == 4
    assert moves(after, "failed") == 0
    assert moves(after, "accepted", "may-i") == 0
    assert rejections(after) == {"card_not_held": 1, "not_your_turn": 2,
                                 "wrong_phase": 1}
    assert requests(after, "POST", "moves", 200) == 3
    assert requests(after, "POST", "moves", 409) == 3
    assert requests(after, "POST", "moves", 422) == 1
    assert duration(after, "POST", "moves") == 7
    assert after.value("hakam_http_problems_total", code="not_your_turn") == 2


def test_bots_moves_are_counted(alone):
    game = alone.create({"variant": "hand", "options": {"rounds": 1},
                         "seats": [{"bot": "basic"}, {"bot": "basic"}]})
    seen = Stream(alone.daemon, alone.contract, game, "host")
    seen.control("hello")
    played = []
    while not played or played[-1] != "game_ended":
        played.append(seen.event()["type"])
    after = settled(alone, lambda metrics: moves(metrics, "accepted")
                    == played.count("move") > 0)
    assert games(after)["finished"] == 1
    assert after.value("hakam_bot_queue") == 0


def test_games_are_counted_by_their_state(alone):
    three = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}
    assert games(scrape(alone)) == {"open": 0, "playing": 0, "finished": 0,
                                    "ended": 0}
    alone.post("/v1/games?dry_run=true", three).ok(201)
    ending = alone.create(three)
    alone.create(three)
    waiting = alone.create({"variant": "may-i", "seats": [
        {"player": "a"}, {"player": "b"}, {"open": True}]})
    assert games(scrape(alone)) == {"open": 1, "playing": 2, "finished": 0,
                                    "ended": 0}
    alone.post(waiting.path + "/seats/2", {"player": "c"}).ok(201)
    alone.delete(ending.path, ending.host).ok()
    told_of = alone.create(card(seats=2, rounds=1))
    record(told_of, told(0, OUT, UP)).ok(201)
    now = games(scrape(alone))
    assert now == {"open": 0, "playing": 2, "finished": 1, "ended": 1}
    alone.daemon.restart()
    assert games(scrape(alone)) == now


def test_requests_are_counted_by_method_route_and_code(alone):
    game = alone.create(plain().body)
    alone.get(game.path, game.host).ok()
    etag = alone.get(game.path, game.host).header("ETag")
    alone.get(game.path, game.host, {"If-None-Match": etag})
    alone.request("HEAD", game.path, token=game.host)
    alone.request("OPTIONS", game.path)
    alone.get("/v1/games/nothing").refused(404)
    alone.get(game.path, "hk_seat_" + "A" * 43).refused(401)
    now = scrape(alone)
    assert requests(now, "POST", "games", 201) == 1
    assert requests(now, "GET", "game", 200) == 2
    assert requests(now, "GET", "game", 304) == 1
    assert requests(now, "GET", "game", 404) == 1
    assert requests(now, "GET", "game", 401) == 1
    assert requests(now, "HEAD", "game", 200) == 1
    assert requests(now, "OPTIONS", "game", 204) == 1
    assert now.value("hakam_http_problems_total", code="unauthorized") == 1
    assert now.value("hakam_http_in_flight") == 1
    assert now.value("hakam_http_connections") == 1
    with raw.connect(alone.daemon):
        more = settled(alone, lambda seen: seen.value(
            "hakam_http_connections") == 2)
    assert more.value("hakam_http_connections_opened_total") == 1 + now.value(
        "hakam_http_connections_opened_total")
    now = scrape(alone)
    again = scrape(alone)
    assert requests(again, "GET", "/metrics", 200) == \
        requests(now, "GET", "/metrics", 200) + 1


def test_what_waits_for_news_is_counted_apart(alone):
    game = alone.create(plain().body)
    streams = [Stream(alone.daemon, alone.contract, game, "host")
               for _ in range(3)]
    for stream in streams:
        stream.control("hello")
    now = scrape(alone)
    assert now.value("hakam_sse_streams") == 3
    assert now.value("hakam_long_polls") == 0
    assert now.value("hakam_http_in_flight") == 4
    assert now.value("hakam_http_connections") == 4
    assert duration(now, "GET", "events") == 0
    game.api.delete(game.path, game.host).ok()
    for stream in streams:
        assert stream.frame() is not None
        while stream.frame() is not None:
            pass
    after = settled(alone)
    assert after.value("hakam_sse_streams") == 0
    assert requests(after, "GET", "events", 200) == 3
    assert duration(after, "GET", "events") == 0


def test_writes_and_their_transactions_are_counted(alone):
    def told(metrics):
        return [metrics.value("hakam_db_commit_seconds", "_count"),
                metrics.value("hakam_db_commit_jobs", "_count"),
                metrics.value("hakam_db_commit_jobs", "_sum")]

    # Now and then the daemon asks its writer whether it is there.
    for _ in range(100):
        before = told(scrape(alone))
        alone.create(plain().body)
        after = scrape(alone)
        if told(after) == [value + 1 for value in before]:
            break
    assert told(after) == [value + 1 for value in before]
    assert after.value("hakam_db_queue") == 0
    assert after.value("hakam_db_commit_failures_total") == 0
    wal = alone.daemon.directory / "hakam.db-wal"
    assert after.value("hakam_wal_bytes") == wal.stat().st_size
    assert after.value("hakam_db_bytes") == \
        alone.daemon.database.stat().st_size


def test_games_in_memory_and_clocks_are_counted(alone):
    game = alone.create(plain().body)
    game.view()
    clocked = alone.create({
        "variant": "hand", "options": {"turn_seconds": 600},
        "seats": [{"player": "a"}, {"player": "b"}]})
    now = scrape(alone)
    assert now.value("hakam_live_games", use="idle") == 1
    assert now.value("hakam_live_games", use="busy") == 1
    assert now.value("hakam_live_games_idle_bytes") > 0
    assert now.value("hakam_game_loads_total") == 2
    assert now.value("hakam_clocks_watched") == 1
    alone.delete(clocked.path, clocked.host).ok()
    assert scrape(alone).value("hakam_clocks_watched") == 0


def test_the_process_is_measured(alone):
    now = scrape(alone)
    proc = f"/proc/{alone.daemon.process.pid}"
    stat = open(f"{proc}/stat", encoding="ascii").read().rpartition(")")[2]
    assert now.value("process_virtual_memory_bytes") >= int(stat.split()[20])
    assert now.value("process_resident_memory_bytes") > 1 << 20
    settled(alone, lambda later: later.value("process_cpu_seconds_total") >
            now.value("process_cpu_seconds_total"))
    assert now.value("process_open_fds") > 10
    assert now.value("process_max_fds") >= now.value("process_open_fds")
    assert now.value("process_start_time_seconds") == \
        scrape(alone).value("process_start_time_seconds")
    version = alone.get("/v1/version").ok()
    info = dict(next(iter(
        now.families["hakam_build_info"].samples))[1])
    assert info["version"] == version["version"]
    assert info["rules_version"] == str(version["rules_version"])


def test_counters_never_fall(alone):
    game = alone.create(plain().body)
    before = scrape(alone).counting()
    for token in (game.host, None, "x"):
        alone.get(game.path, token)
        alone.post(game.path + "/moves", {}, token)
        alone.request("BREW", game.path)
        after = scrape(alone).counting()
        assert before.keys() <= after.keys()
        assert all(after[key] >= value for key, value in before.items())
        before = after


# ----- labels ---------------------------------------------------------------

HOSTILE = [b"GET /v1/%d HTTP/1.1", b"GET /%d/metrics HTTP/1.1",
           b"M%dX /v1/games HTTP/1.1", b"GET /v1/games/%d HTTP/1.1",
           b"GET /v1/games/%d/moves HTTP/1.1",
           b"PATCH /v1/players/%d HTTP/1.1", b"GET /x?y=%d HTTP/1.1",
           b'GET /"}%%0a{%d HTTP/1.1', b"GET http://e/v1/%d HTTP/1.1",
           b"OPTIONS * HTTP/1.1\r\nX-%d: y", b"GET /v1/games HTTP/1.%d",
           b"CONNECT a:%d HTTP/1.1", b"GET /v1/problems/%d HTTP/1.1"]


def test_nobody_makes_new_series(alone):
    def ask(numbers):
        for number in numbers:
            for first in HOSTILE:
                raw.send(alone.daemon, first.replace(b"%%", b"%")
                         .replace(b"%d", b"%d" % number)
                         + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
    ask([2])
    known = settled(alone).series().keys() | scrape(alone).series().keys()
    ask(range(3, 9))
    assert settled(alone).series().keys() <= known


def test_labels_are_those_of_tables(alone):
    contract = Contract()
    for first in HOSTILE:
        raw.send(alone.daemon, first.replace(b"%d", b"7")
                 + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
    allowed = {
        "method": {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS",
                   "TRACE", "CONNECT", "other"},
        "route": {template for _, template in contract.routes()} | {"none"},
        "variant": {"hand", "hand-partners", "may-i"},
        "result": {"accepted", "refused", "failed"},
        "state": {"open", "playing", "finished", "ended"},
        "use": {"busy", "idle"},
    }
    for name, _, labels in scrape(alone).series():
        for label, value in labels:
            if label in allowed:
                assert value in allowed[label], (name, labels)
            elif label == "code" and name == "hakam_http_requests_total":
                assert re.fullmatch(r"[1-5]\d\d|aborted|other", value)
            elif label == "code":
                assert value in contract.codes()
            else:
                assert label == "le" or name == "hakam_build_info"


def test_every_status_of_a_problem_has_a_name(api):
    """None of them is counted as some other."""
    statuses = {item["status"]
                for item in api.get("/v1/problems").ok()["items"]}
    source = (SRCDIR / "src/http/stats.c").read_text("utf-8")
    named = {int(number)
             for number in re.findall(r'\{(\d+), "\1"\}', source)}
    assert statuses <= named


# ----- who may read it ------------------------------------------------------

def key(daemon, role):
    said = hakam(daemon.database, "key", "add", role, "--role", role)
    return re.search(r"hk_key_\S+", said.stdout).group()


def test_with_keys_it_takes_an_admins(spawn, contract):
    daemon = spawn(start=False, auth="keys")
    admin, host = key(daemon, "admin"), key(daemon, "host")
    daemon.start()
    client = Client(daemon, contract)
    client.get("/metrics").refused(401, "unauthorized")
    client.get("/metrics", "hk_key_" + "A" * 43).refused(401, "unauthorized")
    client.get("/metrics", host).refused(403, "forbidden")
    game = client.create(plain().body, admin)
    for token in (game.host, game.seats[0]):
        client.get("/metrics", token).refused(403, "forbidden")
    assert games(scrape(client, admin))["playing"] == 1
    client.close()


def test_with_keys_the_token_of_the_file_does(spawn, contract, tmp_path):
    token = tmp_path / "token"
    token.write_text("0123456789abcdef\n")
    daemon = spawn(auth="keys",
                   options=["--metrics-token-file", str(token)])
    client = Client(daemon, contract)
    assert games(scrape(client, "0123456789abcdef"))["open"] == 0
    client.get("/metrics").refused(401, "unauthorized")
    for wrong in ("0123456789abcde", "0123456789abcdeg"):
        client.get("/metrics", wrong).refused(401, "unauthorized")
    for path in ("/v1/games", "/v1/variants"):
        client.get(path, "0123456789abcdef").refused(401, "unauthorized")
    client.close()


@pytest.mark.parametrize("content", ["", "0123456789abcde\n", "a" * 257,
                                     "0123456789abcdef\n\n", "0123456789 abcdef",
                                     "0123456789abcdef\nx", "é" * 16])
def test_a_file_without_a_token_is_refused(tmp_path, content):
    token = tmp_path / "token"
    token.write_text(content)
    done = refuse_to_start("--listen", "127.0.0.1:0", "--database",
                           str(tmp_path / "x.db"), "--metrics-token-file",
                           str(token))
    assert done.returncode == 78 and done.stdout == ""
    said = done.stderr.splitlines()[-1]
    assert "--metrics-token-file" in said and "16 to 256" in said
    assert not content.strip() or content.strip() not in said


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    done = refuse_to_start("--listen", "127.0.0.1:0", "--database",
                           str(tmp_path / "x.db"), "--metrics-token-file",
                           str(tmp_path / "absent"))
    assert done.returncode == 78
    assert "No such file" in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_where_anybody_may_make_games_anybody_may_read_it(api):
    scrape(api)
    api.get("/metrics", "hk_key_" + "A" * 43).refused(401, "unauthorized")
    api.get("/metrics?x=1").refused(400, "invalid_request")
