"""Who may do what: tokens of all kinds, service keys, open and keyed
daemons."""

import json
import re

import pytest

from support.client import Client
from support.daemon import Daemon, hakam, refuse_to_start
from support.deals import discard, draw, plain

UNKNOWN = ["hk_seat_" + "A" * 43, "hk_host_" + "A" * 43,
           "hk_key_" + "A" * 43, "hk_player_" + "A" * 43, "hk_seat_", "x",
           "hk_none_" + "A" * 43, "A" * 2000]
TWO = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}


@pytest.fixture(scope="module")
def scene(api):
    arranged = plain()
    return {"game": api.create(arranged.body),
            "other": api.create(plain().body),
            "card": arranged.hands[0][0]}


def challenge(answer):
    return answer.header("WWW-Authenticate")


def test_tokens_have_the_prefix_of_their_kind(scene):
    game = scene["game"]
    assert re.fullmatch(r"hk_host_[A-Za-z0-9_-]{43}", game.host)
    for token in game.seats:
        assert re.fullmatch(r"hk_seat_[A-Za-z0-9_-]{43}", token)
    assert len({game.host, *game.seats, *scene["other"].seats}) == 5


@pytest.mark.parametrize("token", UNKNOWN, ids=lambda t: t[:20])
@pytest.mark.parametrize("method,path", [
    ("GET", "{game}"), ("POST", "{game}/moves"), ("DELETE", "{game}"),
    ("GET", "{game}/events"), ("GET", "/v1/games"), ("POST", "/v1/games"),
    ("POST", "/v1/players"), ("GET", "/v1/variants")])
def test_an_unknown_token_is_401(api, scene, token, method, path):
    answer = api.request(
        method, path.replace("{game}", scene["game"].path),
        {} if method == "POST" else None, token)
    answer.refused(401, "unauthorized")
    assert challenge(answer).startswith("Bearer ")
    assert 'error="invalid_token"' in challenge(answer)


# Authorization, comment: credentials that are none.
SCHEMES = [("Basic YTpi", "another scheme"), ("Bearer", "no token"),
           ("Bearer ", "an empty token"), ("Bearer a b", "two tokens"),
           ("hk_host_x", "no scheme"), ("Bearer {host}, Bearer {host}",
                                        "two credentials")]


@pytest.mark.parametrize("value,comment", SCHEMES,
                         ids=[row[0] for row in SCHEMES])
def test_credentials_that_are_none_are_401(api, scene, value, comment):
    answer = api.get(scene["game"].path, headers={
        "Authorization": value.replace("{host}", scene["game"].host)})
    answer.refused(401, "unauthorized")
    assert challenge(answer).startswith("Bearer "), comment


def test_the_scheme_has_no_case(api, scene):
    game = scene["game"]
    view = api.get(game.path, headers={
        "Authorization": "bearer " + game.host}).ok()
    assert "hands" in view


# Method, rest of the path, body: what a game asks a token for.
WRITES = [("POST", "/moves", draw()), ("DELETE", "", None)]


@pytest.mark.parametrize("method,rest,body", WRITES)
def test_nobody_is_401_without_an_error_name(api, scene, method, rest, body):
    answer = api.request(method, scene["game"].path + rest, body)
    answer.refused(401, "unauthorized")
    assert challenge(answer).startswith("Bearer realm=")
    assert "error=" not in challenge(answer)


@pytest.mark.parametrize("kind", ["seat", "host"])
@pytest.mark.parametrize("method,rest,body", [
    ("GET", "", None), ("GET", "/events", None), ("GET", "/rounds", None),
    ("POST", "/moves", draw()), ("DELETE", "", None),
    ("POST", "/seats/0", {"player": "c"})])
def test_the_token_of_another_game_is_403(api, scene, kind, method, rest,
                                          body):
    other = scene["other"]
    token = other.host if kind == "host" else other.seats[0]
    answer = api.request(method, scene["game"].path + rest, body, token)
    answer.refused(403, "forbidden")
    assert 'error="insufficient_scope"' in challenge(answer)


def test_a_seat_may_not_do_what_the_host_may(api, scene):
    game = scene["game"]
    before = game.view()
    api.delete(game.path, game.seats[0]).refused(403, "forbidden")
    game.post(1, {"seat": 0, **discard(scene["card"])}).refused(
        403, "forbidden")
    game.post(1, {"seat": 0, "moves": [discard(scene["card"])]}).refused(
        403, "forbidden")
    assert game.view() == before


def test_a_seat_may_name_itself(api):
    arranged = plain()
    game = api.create(arranged.body)
    game.post(0, {"seat": 0, **discard(arranged.hands[0][0])}).ok()


def test_the_host_acts_for_any_seat(api):
    arranged = plain()
    game = api.create(arranged.body)
    game.host_post(0, discard(arranged.hands[0][0])).ok()
    reply = game.host_post(1, {"moves": [draw(), discard(
        arranged.stock[0])]}).ok()
    assert [event["seat"] for event in reply["events"]] == [1, 1]
    assert "hands" in reply["game"] and "you" not in reply["game"]


def test_a_host_without_a_seat_is_400(scene):
    for body in (discard(scene["card"]), {"moves": [draw()]}):
        answer = scene["game"].post("host", body)
        answer.refused(400, "invalid_request")
        assert answer.pointers() == ["/seat"]


def test_each_sees_what_is_his(scene):
    game = scene["game"]
    assert "hands" in game.view() and "you" not in game.view()
    for seat in (0, 1):
        view = game.view(seat)
        assert view["you"]["seat"] == seat and "hands" not in view
    public = game.view(None)
    assert "you" not in public and "hands" not in public


# Query: a token where it would be logged.
@pytest.mark.parametrize("query", ["access_token={host}", "token={host}",
                                   "authorization=Bearer%20{host}"])
def test_a_token_in_the_query_is_400(api, scene, query):
    game = scene["game"]
    answer = api.get(game.path + "?" + query.replace("{host}", game.host))
    answer.refused(400, "invalid_request")
    assert game.host not in answer.body.decode()


def test_a_token_in_the_body_is_400(api, scene):
    game = scene["game"]
    answer = api.post(game.path + "/moves", {
        "seat": 0, "access_token": game.host, **discard(scene["card"])},
        game.host)
    answer.refused(400, "invalid_request")
    assert answer.pointers() == ["/access_token"]
    assert game.host not in answer.body.decode()


def test_a_game_over_is_read_by_its_tokens_and_by_anybody(api):
    game = api.create(plain().body)
    other = api.create(plain().body)
    api.delete(game.path, game.host).ok()
    assert game.view("host")["status"] == "ended"
    assert game.view(0)["you"] == {"seat": 0, "cards": []}
    assert game.view(None)["status"] == "ended"
    api.get(game.path, other.host).refused(403, "forbidden")


def test_tokens_are_in_no_answer_but_the_first(api, scene):
    game = scene["game"]
    for viewer in ("host", 0, None):
        token = game.token(viewer)
        for path in ("", "/events", "/rounds"):
            assert b"hk_" not in api.get(game.path + path, token).body


def test_an_answer_with_tokens_is_stored_by_nobody(api):
    answer = api.post("/v1/games", TWO)
    assert "no-store" in answer.header("Cache-Control")


# Registered players.

def test_a_name_is_reserved_once_in_any_case(api, name):
    huda = name("Huda")
    created = api.post("/v1/players", {"name": huda})
    answer = created.ok(201)
    assert re.fullmatch(r"hk_player_[A-Za-z0-9_-]{43}", answer["token"])
    assert answer["player"]["name"] == huda
    assert answer["player"]["reserved"] is True
    path = created.header("Location")
    assert api.get(path).ok() == answer["player"]
    for again in (huda, huda.upper(), huda.lower()):
        api.post("/v1/players", {"name": again}).refused(409, "name_taken")


def test_a_reserved_name_is_seated_with_its_token_alone(api, name):
    huda, sami = name("huda"), name("sami")
    token = api.post("/v1/players", {"name": huda}).ok(201)["token"]
    other = api.post("/v1/players", {"name": sami}).ok(201)["token"]
    body = {"variant": "hand", "seats": [{"player": huda.upper()},
                                         {"player": "b"}]}
    for wrong in (None, other):
        api.post("/v1/games", body, wrong).refused(403, "forbidden")
    game = api.create(body, token)
    assert game.created["seats"][0]["player"] == huda


def test_a_reserved_name_fills_an_open_seat_with_its_token_alone(api, name):
    huda = name("huda")
    token = api.post("/v1/players", {"name": huda}).ok(201)["token"]
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"open": True}]})
    path = game.path + "/seats/1"
    for wrong in (None, game.host):
        api.post(path, {"player": huda}, wrong).refused(403, "forbidden")
    api.post(path, {"player": huda}, token).ok(201)
    assert game.view()["seats"][1]["player"] == huda


def test_a_name_used_before_can_still_be_reserved(api, name):
    huda = name("huda")
    first = api.create({"variant": "hand", "seats": [{"player": huda},
                                                     {"player": "b"}]})
    assert api.get("/v1/players/" + huda.replace(" ", "%20")).ok()[
        "reserved"] is False
    assert api.post("/v1/players", {"name": huda}).ok(201)["player"][
        "reserved"] is True
    assert first.view(0)["you"]["seat"] == 0


def test_a_name_reserved_later_gives_nobody_the_cards(api, name):
    """Else whoever reserves the name of somebody at a table, saw his hand."""
    huda, sami = name("huda"), name("sami")
    started = api.create({"variant": "hand", "seats": [{"player": huda},
                                                       {"player": "b"}]})
    joined = api.create({"variant": "hand", "seats": [{"player": "b"},
                                                      {"open": True}]})
    api.post(joined.path + "/seats/1", {"player": sami}).ok(201)
    for game, seated in ((started, huda), (joined, sami)):
        token = api.post("/v1/players", {"name": seated}).ok(201)["token"]
        assert game.view(token) == game.view(None)
        assert game.events(token) == game.events(None)
        game.post(token, draw()).refused(403, "forbidden")
        # From now on its seats are its own.
        later = api.create({"variant": "hand",
                            "seats": [{"player": seated}, {"open": True}]},
                           token)
        assert later.view(token)["you"] == later.view(0)["you"]
        api.post(later.path + "/seats/1", {"player": "b"}).ok(201)
        assert len(later.view(token)["you"]["cards"]) in (14, 15)


def test_a_player_plays_the_seat_it_sits_in(api, name):
    huda = name("huda")
    token = api.post("/v1/players", {"name": huda}).ok(201)["token"]
    arranged = plain()
    arranged.body["seats"] = [{"player": huda}, {"player": "b"}]
    game = api.create(arranged.body, token)
    card = arranged.hands[0][0]
    assert game.view(token)["you"] == game.view(0)["you"]
    game.post(token, {"seat": 1, **draw()}).refused(403, "forbidden")
    game.post(token, discard(card)).ok()
    game.post(token, draw()).refused(409, "not_your_turn")
    api.delete(game.path, token).refused(403, "forbidden")
    events = game.events(token)["items"]
    assert events[-1]["move"] == discard(card)


def test_a_player_who_does_not_sit_there_is_the_public(api, scene, name):
    token = api.post("/v1/players", {"name": name("ali")}).ok(201)["token"]
    game = scene["game"]
    assert game.view(token) == game.view(None)
    game.post(token, discard(scene["card"])).refused(403, "forbidden")


# Service keys.

@pytest.fixture(scope="module")
def keyed(tmp_path_factory, contract):
    """A daemon that asks for keys, one of each role, and one revoked."""
    daemon = Daemon(tmp_path_factory.mktemp("keyed"), auth="keys")
    daemon.start().stop()
    keys = {}
    for key, role in (("club", "host"), ("boss", "admin"), ("gone", "host")):
        said = hakam(daemon.database, "key", "add", key, "--role", role)
        found = re.findall(r"hk_key_[A-Za-z0-9_-]{43}", said.stdout)
        assert len(found) == 1, said.stdout
        keys[key] = found[0]
    hakam(daemon.database, "key", "revoke", "gone")
    daemon.start()
    api = Client(daemon, contract)
    yield {"daemon": daemon, "api": api, **keys}
    api.close()
    daemon.close()


@pytest.mark.parametrize("path,body", [("/v1/games", TWO),
                                       ("/v1/players", {"name": "huda"})])
def test_without_a_key_nothing_is_created(keyed, path, body):
    api = keyed["api"]
    answer = api.post(path, body)
    answer.refused(401, "unauthorized")
    assert challenge(answer).startswith("Bearer ")
    api.post(path, body, keyed["gone"]).refused(401, "unauthorized")
    game = api.create(TWO, keyed["club"])
    for token in (game.host, game.seats[0]):
        api.post(path, body, token).refused(403, "forbidden")


def test_a_host_key_creates(keyed):
    api = keyed["api"]
    game = api.create(TWO, keyed["club"])
    assert api.get(game.path).ok()["status"] == "playing"
    api.post("/v1/players", {"name": "registered by the club"},
             keyed["club"]).ok(201)


def test_a_host_key_is_not_the_host_of_a_game(keyed):
    api = keyed["api"]
    game = api.create(TWO, keyed["club"])
    assert "hands" not in game.view(keyed["club"])
    api.delete(game.path, keyed["club"]).refused(403, "forbidden")
    game.post(keyed["club"], {"seat": 0, **discard("2S")}).refused(
        403, "forbidden")


def test_an_admin_key_does_everything(keyed):
    api, boss = keyed["api"], keyed["boss"]
    api.post("/v1/players", {"name": "reserved by the boss"}, boss).ok(201)
    arranged = plain()
    arranged.body["seats"] = [{"player": "Reserved by the boss"},
                              {"player": "b"}]
    api.post("/v1/games", arranged.body, keyed["club"]).refused(
        403, "forbidden")
    game = api.create(arranged.body, boss)
    assert len(game.view(boss)["hands"]) == 2
    game.post(boss, {"seat": 0, **discard(arranged.hands[0][0])}).ok()
    api.delete(game.path, boss).ok()


def test_an_open_seat_is_filled_with_a_key_or_by_the_host(keyed):
    api = keyed["api"]
    body = {"variant": "hand", "seats": [{"player": "a"}, {"open": True},
                                         {"open": True}]}
    game = api.create(body, keyed["club"])
    path = game.path + "/seats/"
    api.post(path + "1", {"player": "b"}).refused(401, "unauthorized")
    api.post(path + "1", {"player": "b"}, game.seats[0]).refused(
        403, "forbidden")
    api.post(path + "1", {"player": "b"}, game.host).ok(201)
    api.post(path + "2", {"player": "c"}, keyed["club"]).ok(201)
    assert game.view()["status"] == "playing"


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/problems",
                                  "/v1/games", "/v1/leaderboards/hand",
                                  "/v1/version", "/livez", "/readyz",
                                  "/openapi.json"])
def test_reading_needs_no_key(keyed, path):
    keyed["api"].get(path).ok()


def test_a_keyed_daemon_may_serve_other_machines(spawn):
    daemon = spawn(auth="keys", listen="0.0.0.0:0")
    assert daemon.address.startswith("0.0.0.0:")


# Address, comment.
@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0"])
@pytest.mark.parametrize("auth", [(), ("--auth", "open"), ("--auth=open",)])
def test_an_open_daemon_serves_this_machine_alone(tmp_path, listen, auth):
    done = refuse_to_start("--listen", listen, "--database",
                           str(tmp_path / "hakam.db"), *auth)
    assert done.returncode == 78, done
    assert "auth" in done.stderr and done.stdout == ""
    assert not (tmp_path / "hakam.db").exists()


def test_an_open_daemon_may_listen_on_a_unix_socket(spawn, contract,
                                                    tmp_path):
    daemon = spawn(listen=f"unix:{tmp_path}/socket")
    assert daemon.address == f"unix:{tmp_path}/socket"
    api = Client(daemon, contract)
    game = api.create(TWO)
    assert game.view()["status"] == "playing"
    api.close()
    daemon.restart()
    assert Client(daemon, contract).get(game.path).ok()["id"] == game.id


# Arguments, exit code, comment.
USAGE = [
    (["--auth", "none"], 64, "an unknown kind"),
    (["--nonsense"], 64, "an unknown option"),
    (["--listen", "nowhere"], 64, "no address"),
    (["--listen", "127.0.0.1:99999"], 64, "no port"),
    (["surplus"], 64, "an argument"),
    (["--database"], 64, "an option without its value"),
    (["--listen", "192.0.2.1:0", "--auth", "keys"], 1,
     "an address of another machine"),
]


@pytest.mark.parametrize("arguments,code,comment", USAGE,
                         ids=[" ".join(row[0]) for row in USAGE])
def test_wrong_usage_is_told(tmp_path, arguments, code, comment):
    if "--database" not in arguments:
        arguments = [*arguments, "--database", str(tmp_path / "hakam.db")]
    done = refuse_to_start(*arguments)
    assert done.returncode == code, f"{comment}: {done}"
    assert done.stderr.strip() and done.stdout == "", comment


# The admin command.

def test_keys_are_listed_without_the_secret(keyed):
    listed = hakam(keyed["daemon"].database, "key", "list").stdout
    for key, role in (("club", "host"), ("boss", "admin"), ("gone", "host")):
        line = next(row for row in listed.splitlines() if key in row)
        assert role in line
        assert keyed[key] not in listed
    assert "revoked" in next(row for row in listed.splitlines()
                             if "gone" in row)


def test_key_names_are_given_once(tmp_path):
    database = tmp_path / "hakam.db"
    hakam(database, "key", "add", "club", "--role", "host")
    again = hakam(database, "key", "add", "club", "--role", "admin",
                  check=False)
    assert again.returncode == 1 and "club" in again.stderr
    assert "hk_key_" not in again.stdout
    hakam(database, "key", "revoke", "club")
    hakam(database, "key", "add", "club", "--role", "host")
    missing = hakam(database, "key", "revoke", "nobody", check=False)
    assert missing.returncode == 1 and "nobody" in missing.stderr


# Arguments of hakam, comment.
ADMIN_USAGE = [
    ([], "nothing"), (["key"], "no verb"), (["key", "add"], "no name"),
    (["key", "add", "x"], "no role"),
    (["key", "add", "x", "--role", "king"], "no such role"),
    (["key", "fly"], "no such verb"), (["nonsense"], "no such command"),
]


@pytest.mark.parametrize("arguments,comment", ADMIN_USAGE,
                         ids=[row[1] for row in ADMIN_USAGE])
def test_wrong_usage_of_the_admin_command(tmp_path, arguments, comment):
    done = hakam(tmp_path / "hakam.db", *arguments, check=False)
    assert done.returncode == 64, f"{comment}: {done}"
    assert done.stderr.strip() and done.stdout == ""


def test_keys_are_kept_as_digests(tmp_path):
    database = tmp_path / "hakam.db"
    said = hakam(database, "key", "add", "club", "--role", "host").stdout
    key = re.search(r"hk_key_[A-Za-z0-9_-]{43}", said).group()
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        assert key.encode() not in data
        assert key.removeprefix("hk_key_").encode() not in data


def test_the_log_holds_no_token(keyed):
    api = keyed["api"]
    game = api.create(TWO, keyed["club"])
    game.view()
    log = keyed["daemon"].complaints()
    for secret in (game.host, *game.seats, keyed["club"], keyed["boss"]):
        assert secret not in log
    assert json.dumps(game.created) not in log
