"""Idempotency-Key: a write that is sent again is answered again."""

import itertools
import threading
import urllib.parse

import pytest

from support.client import Client
from support.deals import discard, draw, plain

TWO = {"variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]}
_keys = itertools.count()


@pytest.fixture
def key():
    return f"key-of-a-test-{next(_keys):04}"


def with_key(key, **more):
    return {"Idempotency-Key": key, **more}


def replayed(answer):
    return answer.header("Idempotency-Replayed") == "true"


def same(first, again):
    """The second answer is the first one, byte for byte, and says so."""
    assert not replayed(first)
    assert replayed(again), repr(again)
    assert again.status == first.status
    assert again.body == first.body
    for header in ("ETag", "Location", "Content-Type"):
        assert again.header(header) == first.header(header)


def scene(api):
    arranged = plain()
    return api.create(arranged.body), arranged.hands[0][0], arranged.stock


def test_a_game_created_twice_is_one_game(api, key):
    first = api.post("/v1/games", TWO, headers=with_key(key))
    first.ok(201)
    again = api.post("/v1/games", TWO, headers=with_key(key))
    same(first, again)
    assert again.json["host_token"] == first.json["host_token"]
    newest = api.get("/v1/games?limit=2").ok()["items"]
    assert [item["id"] for item in newest].count(
        first.json["game"]["id"]) == 1
    assert newest[0]["id"] == first.json["game"]["id"]


def test_a_move_sent_twice_is_played_once(api, key):
    game, card, _ = scene(api)
    first = game.post(0, discard(card), headers=with_key(key))
    first.ok()
    again = game.post(0, discard(card), headers=with_key(key))
    same(first, again)
    assert game.seq() == first.json["seq"]
    assert game.view()["round"]["discard"] == [card]


def test_the_answer_stays_when_the_game_has_moved_on(api, key):
    game, card, stock = scene(api)
    first = game.post(0, discard(card), headers=with_key(key))
    game.play(1, draw(), discard(stock[0]))
    same(first, game.post(0, discard(card), headers=with_key(key)))


def test_a_batch_sent_twice_is_played_once(api, key):
    game, card, stock = scene(api)
    game.play(0, discard(card))
    body = {"moves": [draw(), discard(stock[0])]}
    first = game.post(1, body, headers=with_key(key))
    first.ok()
    same(first, game.post(1, body, headers=with_key(key)))


def test_a_seat_taken_twice_gives_the_same_token(api, key):
    game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                    {"open": True}]})
    path, body = game.path + "/seats/1", {"player": "b"}
    first = api.post(path, body, headers=with_key(key))
    first.ok(201)
    same(first, api.post(path, body, headers=with_key(key)))
    api.post(path, body).refused(409, "seat_taken")


def test_a_player_registered_twice_is_one_player(api, key, name):
    body = {"name": name("huda")}
    first = api.post("/v1/players", body, headers=with_key(key))
    first.ok(201)
    same(first, api.post("/v1/players", body, headers=with_key(key)))
    api.post("/v1/players", body).refused(409, "name_taken")


def test_a_game_ended_twice_is_ended_once(api, key):
    game, _, _ = scene(api)
    first = api.delete(game.path, game.host, with_key(key))
    first.ok()
    same(first, api.delete(game.path, game.host, with_key(key)))
    api.delete(game.path, game.host).refused(409, "game_over")


def test_another_body_is_refused(api, key):
    game, card, stock = scene(api)
    game.play(0, discard(card))
    game.post(1, draw(), headers=with_key(key)).ok()
    for body in (discard(stock[0]), draw("discard")):
        game.post(1, body, headers=with_key(key)).refused(
            422, "idempotency_key_reused")
    # The same JSON in other bytes is another body.
    api.post(game.path + "/moves", raw=b'{ "move":"draw","from":"stock"}',
             token=game.seats[1], headers=with_key(key)).refused(
        422, "idempotency_key_reused")
    assert len(game.view()["hands"][1]) == 15


def test_a_key_counts_for_one_path(api, key):
    first, card, _ = scene(api)
    second, _, _ = scene(api)
    one = first.post(0, discard(card), headers=with_key(key))
    two = second.post(0, discard(card), headers=with_key(key))
    assert one.status == two.status == 200 and not replayed(two)
    assert two.json["game"]["id"] == second.id


def test_a_key_counts_for_one_method(api, key):
    game, card, _ = scene(api)
    game.post("host", {"seat": 0, **discard(card)},
              headers=with_key(key)).ok()
    ended = api.delete(game.path, game.host, with_key(key))
    assert ended.status == 200 and not replayed(ended)


def test_a_key_counts_for_one_caller(api, key):
    game, card, _ = scene(api)
    body = {"seat": 0, **discard(card)}
    game.post(0, body, headers=with_key(key)).ok()
    again = game.post("host", body, headers=with_key(key))
    again.refused(409, "not_your_turn")


def test_nobody_else_is_told_a_kept_answer(api, key):
    """The token decides first; a key alone opens nothing."""
    game, card, _ = scene(api)
    game.post(0, discard(card), headers=with_key(key)).ok()
    game.post(None, discard(card), headers=with_key(key)).refused(401)
    game.post(game.seats[0][:-1] + "_", discard(card),
              headers=with_key(key)).refused(401)


def test_a_replay_comes_before_the_precondition(api, key):
    game, card, _ = scene(api)
    tag = api.get(game.path, game.seats[0]).header("ETag")
    headers = with_key(key, **{"If-Match": tag})
    first = game.post(0, discard(card), headers=headers)
    first.ok()
    same(first, game.post(0, discard(card), headers=headers))
    game.post(0, discard(card), headers={"If-Match": tag}).refused(
        412, "stale")


def test_a_refusal_is_not_kept(api, key):
    game, card, stock = scene(api)
    game.post(1, draw(), headers=with_key(key)).refused(
        409, "not_your_turn")
    game.play(0, discard(card))
    answer = game.post(1, draw(), headers=with_key(key))
    answer.ok()
    assert not replayed(answer)


def test_a_dry_run_leaves_the_key_alone(api, key):
    game, card, stock = scene(api)
    for _ in range(2):
        dry = game.post(0, discard(card), "?dry_run=true", with_key(key))
        assert dry.ok()["dry_run"] is True and not replayed(dry)
    first = game.post(0, discard(card), headers=with_key(key))
    first.ok()
    assert "dry_run" not in first.json
    # Also after it: the dry run is judged, not replayed.
    game.post(0, discard(card), "?dry_run=true", with_key(key)).refused(
        409, "not_your_turn")
    game.post(0, draw(), "?dry_run=true", with_key(key)).refused(
        409, "not_your_turn")


# Key as sent, whether it is one, comment.
KEYS = [
    ("0123456789abcdef", True, "16 characters"),
    ('"0123456789abcdef"', True, "in quotes"),
    ("A" * 128, True, "128 characters"),
    ("_-" * 10, True, "its marks"),
    ("0123456789abcde", False, "15 characters"),
    ("A" * 129, False, "129 characters"),
    ('"0123456789abcde"', False, "15 in quotes"),
    ("0123456789abcdef ghi", False, "a blank"),
    ("0123456789abcdef/", False, "another mark"),
    ("0123456789abcdeé", False, "no ASCII"),
    ('"0123456789abcdef', False, "half a quotation"),
    ('0123456789abcdef"', False, "the other half"),
    ("0123456789abcdef,fedcba9876543210", False, "two keys"),
    ('""', False, "nothing in quotes"),
    ("", False, "nothing"),
]


@pytest.mark.parametrize("value,good,comment", KEYS,
                         ids=[row[2] for row in KEYS])
def test_what_is_a_key(api, value, good, comment):
    game, card, _ = scene(api)
    before = game.seq()
    answer = game.post(0, discard(card), headers=with_key(
        value.encode("utf-8").decode("latin-1")))
    if good:
        assert answer.status == 200, comment
    else:
        assert answer.refused(400, "invalid_request"), comment
        assert game.seq() == before


def test_quotes_are_not_a_part_of_the_key(api, key):
    game, card, _ = scene(api)
    first = game.post(0, discard(card), headers=with_key(f'"{key}"'))
    first.ok()
    same(first, game.post(0, discard(card), headers=with_key(key)))


def test_answers_are_kept_over_a_stop_and_a_crash(spawn, contract, key):
    daemon = spawn()
    api = Client(daemon, contract)
    game, card, stock = scene(api)
    created = api.post("/v1/games", TWO, headers=with_key(key))
    moved = game.post(0, discard(card), headers=with_key(key))
    daemon.restart()
    same(moved, game.post(0, discard(card), headers=with_key(key)))
    same(created, api.post("/v1/games", TWO, headers=with_key(key)))
    drawn = game.post(1, draw(), headers=with_key(key))
    daemon.crash_and_restart()
    same(drawn, game.post(1, draw(), headers=with_key(key)))
    same(created, api.post("/v1/games", TWO, headers=with_key(key)))
    assert game.seq() == drawn.json["seq"]
    api.close()


def test_no_token_lies_in_the_database_in_clear(spawn, contract, key, name):
    """Answers that carry tokens are kept sealed; a copy of the files, the
    running daemon's log of writes too, opens no seat."""
    daemon = spawn()
    api = Client(daemon, contract)
    body = {"variant": "hand", "seats": [{"player": "a"}, {"open": True}]}
    created = api.post("/v1/games", body, headers=with_key(key)).ok(201)
    game_path = "/v1/games/" + created["game"]["id"]
    taken = api.post(game_path + "/seats/1", {"player": "b"},
                     created["host_token"], with_key(key)).ok(201)
    player = api.post("/v1/players", {"name": "huda"},
                      headers=with_key(key)).ok(201)
    secrets = [created["host_token"], created["seat_tokens"][0],
               taken["token"], player["token"]]

    def look():
        files = [path for path in daemon.directory.iterdir()
                 if path.name.startswith("hakam.db")]
        assert files
        for path in files:
            data = path.read_bytes()
            for secret in secrets:
                bare = secret.split("_", 2)[2]
                for form in (secret, bare,
                             urllib.parse.quote(secret, safe="")):
                    assert form.encode() not in data, path
    look()
    daemon.stop()
    look()
    assert b"huda" in daemon.database.read_bytes()
    daemon.start()
    again = api.post("/v1/games", body, headers=with_key(key))
    assert replayed(again) and again.json == created
    api.close()


def at_once(api, count, send):
    """What `count` clients get that send the same at the same time."""
    barrier = threading.Barrier(count)
    answers = []

    def run():
        client = Client(api.daemon, api.contract)
        try:
            client.get("/livez").ok()
            barrier.wait()
            answers.append(send(client))
        finally:
            client.close()
    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == count
    return answers


@pytest.mark.parametrize("headers", [{}, {"If-Match": '"2"'}])
def test_a_key_sent_at_once_is_one_move(api, headers):
    """Whoever comes second is not told that it is another's turn."""
    for i in range(20):
        game, card, _ = scene(api)
        fields = with_key(f"key-of-a-race-{len(headers)}-{i:04}", **headers)
        answers = at_once(api, 4, lambda client: client.post(
            game.path + "/moves", discard(card), game.seats[0], fields))
        assert [one.status for one in answers] == [200] * 4, answers
        assert [replayed(one) for one in answers].count(False) == 1
        assert len({one.body for one in answers}) == 1
        assert game.seq() == 3


def test_a_key_sent_at_once_is_one_end_one_seat_and_one_player(api, name):
    for i in range(10):
        fields = with_key(f"key-of-another-race-{i:04}")
        game = api.create({"variant": "hand", "seats": [{"player": "a"},
                                                        {"open": True}]})
        ali = {"player": name("ali")}
        huda = {"name": name("huda")}
        for send in (
                lambda client: client.post(game.path + "/seats/1", ali,
                                           headers=fields),
                lambda client: client.delete(game.path, game.host, fields),
                lambda client: client.post("/v1/players", huda,
                                           headers=fields),
                lambda client: client.post("/v1/games", TWO,
                                           headers=fields)):
            answers = at_once(api, 4, send)
            assert {one.status for one in answers} <= {200, 201}, answers
            assert [replayed(one) for one in answers].count(False) == 1
            assert len({one.body for one in answers}) == 1
