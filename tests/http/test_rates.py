"""How often somebody may ask, and what he is told of it."""

import re

import pytest

from support.client import Client
from support.daemon import hakam, refuse_to_start

HAND = {"variant": "hand", "seats": [{"player": "huda"}, {"player": "sami"},
                                     {"player": "ali"}]}
# A window in which nothing comes back while a test runs.
HOUR = 3600


@pytest.fixture
def serve(spawn, contract):
    """A daemon with these options, and a client: serve("--rate-read", "5/60").
    """
    clients = []

    def make(*options, auth=None):
        daemon = spawn(auth=auth, options=list(options))
        clients.append(Client(daemon, contract))
        return clients[-1]
    yield make
    for client in clients:
        client.close()


def told(answer):
    """The quota, what is left of it, and in how many seconds it is back."""
    policy = re.fullmatch(r'"([a-z]+)";q=(\d+);w=(\d+)',
                          answer.header("RateLimit-Policy"))
    left = re.fullmatch(r'"([a-z]+)";r=(\d+);t=(\d+)',
                        answer.header("RateLimit"))
    assert policy and left and policy[1] == left[1], answer.headers
    return policy[1], int(policy[2]), int(left[2]), int(left[3])


def check_refusal(answer, policy, quota):
    problem = answer.refused(429, "rate_limited")
    assert problem["violated-policies"] == [policy]
    name, of, left, seconds = told(answer)
    assert (name, of, left) == (policy, quota, 0)
    assert int(answer.header("Retry-After")) >= seconds > 0
    return problem


def test_answers_tell_what_is_left(serve):
    api = serve("--rate-read", f"5/{HOUR}")
    for left in (4, 3, 2, 1, 0):
        answer = api.get("/v1/variants")
        answer.ok()
        assert told(answer)[:3] == ("read", 5, left)
    answer = api.get("/v1/variants")
    problem = check_refusal(answer, "read", 5)
    assert problem["detail"].startswith("Requests of this kind: 5 in 3600 s.")


def test_the_reason_is_told_in_each_language(serve):
    api = serve("--rate-read", f"1/{HOUR}")
    api.get("/v1/variants").ok()
    for language, word in (("en", "Requests"), ("ar", "الطلبات"),
                           ("ru", "Запросов")):
        answer = api.get("/v1/variants",
                         headers={"Accept-Language": language})
        assert word in check_refusal(answer, "read", 1)["detail"]


def test_reads_writes_and_creations_are_apart(serve):
    api = serve("--rate-read", f"3/{HOUR}", "--rate-write", f"2/{HOUR}",
                "--rate-create", f"1/{HOUR}")
    game = api.create(HAND)
    check_refusal(api.post("/v1/games", HAND), "create", 1)
    check_refusal(api.post("/v1/players", {"name": "nur"}), "create", 1)
    for _ in range(3):
        game.view()
    check_refusal(api.get(game.path, game.host), "read", 3)
    for _ in range(2):
        answer = api.post(game.path + "/moves", {"move": "return"}, game.host)
        answer.refused(400)
        assert told(answer)[0] == "write"
    check_refusal(api.post(game.path + "/moves", {"move": "return"},
                           game.host), "write", 2)
    # Each token has its own; so has whoever comes without one.
    for seat in range(3):
        game.view(seat)
    game.view(None)


def test_what_is_worked_out_counts_as_written(serve):
    api = serve("--rate-write", f"1/{HOUR}")
    body = {"variant": "hand", "melds": [["8S", "8H", "8D"]]}
    api.post("/v1/check", body).ok()
    check_refusal(api.post("/v1/check", body), "write", 1)


def test_an_address_has_a_quota_whatever_its_tokens(serve):
    api = serve("--rate-address", f"6/{HOUR}")
    game = api.create(HAND)
    for viewer in (0, 1, "host", None):
        game.view(viewer)
    # Also what is refused counts, but a path that is none stays 404.
    api.get("/v1/nothing").refused(404)
    check_refusal(api.get(game.path, game.seats[2]), "address", 6)
    api.get("/v1/nothing").refused(404)


def test_the_service_itself_may_always_be_looked_at(serve):
    api = serve("--rate-read", f"1/{HOUR}", "--rate-address", f"1/{HOUR}")
    for _ in range(5):
        for path in ("/livez", "/readyz", "/openapi.json"):
            answer = api.get(path)
            answer.ok()
            assert answer.header("RateLimit") is None
    api.get("/v1/variants").ok()


def test_a_refused_write_changes_nothing_and_keeps_the_connection(serve):
    api = serve("--rate-create", f"1/{HOUR}")
    api.create(HAND)
    sock = api._connection.sock
    check_refusal(api.post("/v1/games", HAND), "create", 1)
    assert len(api.get("/v1/games").ok()["items"]) == 1
    assert api._connection.sock is sock


def test_an_answer_that_was_kept_does_not_tell_old_figures(serve):
    api = serve("--rate-create", f"9/{HOUR}")
    key = {"Idempotency-Key": "a-key-of-sixteen-or-more"}
    first = api.post("/v1/games", HAND, headers=key)
    first.ok(201)
    again = api.post("/v1/games", HAND, headers=key)
    assert again.body == first.body
    assert again.header("Idempotency-Replayed") == "true"
    assert told(first)[2] == 8
    assert told(again)[2] == 7


def test_a_limit_comes_before_the_form_of_the_answer(serve):
    """After credentials (401), before Accept (406) and the body (400)."""
    api = serve("--rate-create", f"1/{HOUR}", auth="keys")
    api.daemon.stop()
    said = hakam(api.daemon.database, "key", "add", "one", "--role", "host")
    key = re.search(r"hk_key_\S+", said.stdout).group()
    api.daemon.start()
    api.post("/v1/games", HAND, key).ok(201)
    api.post("/v1/games", HAND).refused(401)
    answer = api.post("/v1/games", raw=b"{", token=key,
                      headers={"Accept": "image/png"})
    check_refusal(answer, "create", 1)


def test_who_guesses_tokens_is_not_heard_any_more(serve):
    api = serve("--rate-login", f"3/{HOUR}")
    game = api.create(HAND)
    game.view(0)
    for number in range(3):
        api.get(game.path, f"hk_seat_{number}").refused(401)
    for path in (game.path, "/v1/variants"):
        check_refusal(api.get(path, "hk_seat_guess"), "login", 3)
    # Who plays already is not locked out, nor who shows no token.
    game.view(0)
    game.view(None)
    # A token that was not shown before waits.
    check_refusal(api.get(game.path, game.seats[1]), "login", 3)


def test_a_missing_token_is_no_guess(serve):
    api = serve("--rate-login", f"1/{HOUR}")
    game = api.create(HAND)
    for _ in range(3):
        api.delete(game.path).refused(401)
    game.view(0)


def test_guesses_are_limited_also_where_nothing_else_is(serve):
    api = serve()
    count = 0
    while (answer := api.get("/v1/variants", f"hk_seat_{count}")).status == 401:
        count += 1
        assert count < 1000
    assert count >= 100  # more where the time they took allows it
    check_refusal(answer, "login", 100)


def test_without_keys_nothing_is_limited_or_told(serve):
    api = serve()
    answer = api.get("/v1/variants")
    answer.ok()
    assert answer.header("RateLimit") is None
    assert answer.header("RateLimit-Policy") is None


def test_with_keys_everything_is_limited(serve):
    api = serve(auth="keys")
    assert told(api.get("/v1/variants"))[:3] == ("read", 3000, 2999)
    api = serve("--rate-read", "0", "--rate-address", "0", auth="keys")
    assert api.get("/v1/variants").header("RateLimit") is None


@pytest.mark.parametrize("value", ["600", "0/60", "600/0", "600/60s", "-1/60",
                                   "1000001/60", "many", ""])
def test_what_is_no_rate_is_refused_at_the_start(spawn, value):
    done = refuse_to_start("--database", "x.db", "--rate-read", value)
    assert done.returncode == 64
    assert "--rate-read" in done.stderr and "600/60" in done.stderr
