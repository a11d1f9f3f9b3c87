"""Seats that change hands: the old token dies, the new one plays."""

import re
import threading

import pytest

from support.bots import pass_turn
from support.client import Client
from support.daemon import hakam
from support.deals import draw
from support.scorecards import card, record, told, down
from support.streams import Stream


def give(game, seat, body, by="host", query="", headers=None):
    return game.api.put(f"{game.path}/seats/{seat}{query}", body,
                        game.token(by), headers)


def new_game(api, name, seats=2, **more):
    return api.create({"variant": "hand", "seats": [
        {"player": name("seat")} for _ in range(seats)], **more})


def take(game, seat, body):
    """Gives a seat that must be given, and keeps its new token."""
    answer = give(game, seat, body).ok()
    game.seats[seat] = answer["token"]
    return answer


def test_the_seat_goes_over_with_its_cards(api, name):
    game = new_game(api, name)
    before = game.view(0)
    other = name("other")
    answer = give(game, 0, {"player": other})
    given = answer.ok()
    assert set(given) == {"seat", "token", "seq", "events", "game"}
    assert given["seat"] == 0 and given["token"].startswith("hk_seat_")
    assert given["token"] != game.seats[0]
    assert given["game"] == game.view("host")
    assert answer.header("ETag").startswith(f'"{given["seq"]}.h.')
    assert answer.header("Cache-Control") == "no-store"
    assert [(e["type"], e["seat"], e["player"], e["bot"])
            for e in given["events"]] == [("seat_given", 0, other, None)]
    assert game.events()["items"][-1] == given["events"][0]
    game.api.get(game.path, game.seats[0]).refused(401, "unauthorized")
    after = game.view(given["token"])
    assert after["you"] == before["you"]
    assert after["round"] == before["round"]
    assert after["seats"][0]["player"] == other
    assert after["seats"][0]["kind"] == "player"


def test_the_new_token_plays_and_no_other(api, name):
    game = new_game(api, name, first_dealer=1)
    old = game.seats[0]
    take(game, 0, {"player": name("other")})
    for _ in range(4):
        pass_turn(game)
    for path in ("/moves", "/legal_moves", "/events", ""):
        ask = game.api.post if path == "/moves" else game.api.get
        args = (draw(), old) if path == "/moves" else (old,)
        answer = ask(game.path + path, *args)
        answer.refused(401, "unauthorized")
        assert 'error="invalid_token"' in answer.header("WWW-Authenticate")


def test_twice_in_a_row_only_the_last_token_is_good(api, name):
    game = new_game(api, name)
    own = game.created["seats"][1]["player"]
    tokens = [game.seats[1]]
    for _ in range(3):
        tokens.append(give(game, 1, {"player": own}).ok()["token"])
    assert len(set(tokens)) == 4
    for token in tokens[:-1]:
        game.api.get(game.path, token).refused(401)
    assert game.view(tokens[-1])["you"]["seat"] == 1
    assert game.view()["ranked"] is True


def test_who_may_give_a_seat(api, name):
    game = new_game(api, name)
    body = {"player": name("other")}
    give(game, 0, body, None).refused(401, "unauthorized")
    give(game, 0, body, 0).refused(403, "forbidden")
    give(game, 0, body, new_game(api, name).host).refused(403, "forbidden")
    give(game, 2, body).refused(404, "not_found")
    assert game.seq() == game.created["seq"]


@pytest.mark.parametrize("body,pointer", [
    ({}, ""), ({"player": "x", "bot": "basic"}, ""), ({"player": None}, ""),
    ({"bot": "clever"}, "/bot"), ({"bot": 1}, "/bot"), ({"open": True}, "/open"),
    ({"player": 1}, "/player"), ({"player": " x"}, "/player"), ([], "")])
def test_shapes(api, name, body, pointer):
    game = new_game(api, name)
    answer = give(game, 0, body)
    answer.refused(400, "invalid_request")
    assert pointer in answer.pointers()
    assert game.seq() == game.created["seq"]


def test_a_player_sits_once(api, name):
    game = new_game(api, name)
    taken = game.created["seats"][1]["player"].upper()
    problem = give(game, 0, {"player": taken}).refused(
        422, "player_seated_twice")
    assert problem["errors"][0]["pointer"] == "/player"
    assert game.view(0)["you"]["seat"] == 0


def test_a_reserved_name_needs_its_player(spawn, contract):
    daemon = spawn()
    daemon.stop()
    admin = hakam(daemon.database, "key", "add", "boss", "--role",
                  "admin").stdout
    admin = re.search("hk_key_[A-Za-z0-9_-]{43}", admin).group()
    daemon.start()
    api = Client(daemon, contract)
    player = api.post("/v1/players", {"name": "huda"}, admin).ok(201)
    game = api.create({"variant": "hand", "seats": [
        {"player": "a"}, {"player": "b"}]}, admin)
    problem = give(game, 0, {"player": "Huda"}).refused(403, "forbidden")
    assert problem["errors"][0]["pointer"] == "/player"
    give(game, 0, {"player": "huda"}, admin).ok()
    assert game.view(player["token"])["you"]["seat"] == 0
    give(game, 0, {"player": "a"}).ok()
    assert "you" not in game.view(player["token"])
    api.post(game.path + "/moves", draw(), player["token"]).refused(403)
    api.close()


def test_a_game_that_is_over_keeps_its_seats(api, name):
    game = new_game(api, name)
    api.delete(game.path, game.host).ok()
    give(game, 0, {"player": name("other")}).refused(409, "game_over")


def test_a_bot_plays_at_once(api, name):
    game = new_game(api, name, first_dealer=1)
    answer = give(game, 0, {"bot": "basic"}).ok()
    assert answer["token"] is None
    assert answer["events"][0]["bot"] == "basic"
    assert answer["events"][0]["player"] is None
    assert answer["game"]["seats"][0]["kind"] == "bot"
    assert answer["game"]["seats"][0]["player"] is None
    # The starter discards, and it is the other's turn.
    news = game.api.get(
        f"{game.path}/events?after={answer['seq']}", game.host,
        {"Prefer": "wait=30"}).ok()["items"]
    assert news[0]["type"] == "move" and news[0]["seat"] == 0
    game.api.get(game.path, game.seats[0]).refused(401)
    assert game.view()["ranked"] is False


def test_a_bot_gives_its_seat_to_a_player(api, name):
    game = api.create({"variant": "hand", "first_dealer": 0, "seats": [
        {"player": name("seat")}, {"bot": "basic"}]})
    answer = give(game, 1, {"player": name("other")}).ok()
    game.seats[1] = answer["token"]
    for _ in range(4):
        pass_turn(game)


@pytest.mark.parametrize("back", [True, False])
def test_a_forfeited_seat_is_given_back_or_to_another(api, name, back):
    """The game of a seat that was forfeited counts; so it does where its
    player goes on, and not where somebody else does."""
    game = new_game(api, name, first_dealer=1, options={
        "turn_seconds": 1, "on_timeout": "forfeit"})
    player = game.created["seats"][0]["player"]
    seen = game.created["seq"]
    forfeit = False
    while not forfeit:
        for event in game.api.get(f"{game.path}/events?after={seen}",
                                  game.host, {"Prefer": "wait=60"}).ok()[
                                      "items"]:
            seen = event["seq"]
            forfeit = forfeit or event.get("forfeit") and event["seat"] == 0
    assert game.view()["ranked"] is True
    answer = give(game, 0, {"player": player if back else name("other")})
    assert answer.ok()["game"]["ranked"] is back
    assert answer.json["game"]["seats"][0]["kind"] == "player"
    assert game.view(answer.json["token"])["you"]["seat"] == 0


def test_an_open_seat_is_given_too(api, name):
    game = api.create({"variant": "hand", "seats": [
        {"player": name("seat")}, {"open": True}]})
    answer = give(game, 1, {"bot": "basic"}).ok()
    assert [e["type"] for e in answer["events"]] == [
        "seat_given", "round_started"]
    assert answer["game"]["status"] == "playing"


def test_a_scorecard_changes_hands_and_has_no_bots(api, name):
    game = api.create(card(seats=2, names=[name("a"), name("b")], rounds=3))
    assert give(game, 0, {"bot": "basic"}).refused(
        400, "invalid_request")["errors"][0]["pointer"] == "/bot"
    record(game, told(0, {}, down(14))).ok(201)
    assert game.view()["ranked"] is True
    answer = take(game, 0, {"player": name("other")})
    assert answer["game"]["ranked"] is False
    record(game, told(0, {}, down(14)), 0).ok(201)


def test_a_dry_run_changes_nothing(api, name):
    game = new_game(api, name)
    before = game.view(0)
    for body in ({"player": name("other")}, {"bot": "basic"}):
        answer = give(game, 0, body, query="?dry_run=true",
                      headers={"Idempotency-Key": "k" * 16}).ok()
        assert answer["dry_run"] is True and answer["token"] is None
        assert answer["seq"] == before["seq"] + 1
        assert answer["game"]["seats"][0]["player"] == body.get("player")
        assert game.view(0) == before


def test_if_match(api, name):
    game = new_game(api, name)
    body = {"player": name("other")}
    give(game, 0, body, headers={"If-Match": '"1.h.en"'}).refused(
        412, "stale")
    give(game, 0, body, headers={"If-Match": f'"{game.seq()}.h.en"'}).ok()


def test_the_same_key_gives_the_same_token(api, name):
    game = new_game(api, name)
    key = {"Idempotency-Key": "give-seat-" + game.id}
    body = {"player": name("other")}
    first = give(game, 0, body, headers=key)
    again = give(game, 0, body, headers=key)
    assert again.header("Idempotency-Replayed") == "true"
    assert again.body == first.body
    assert game.view(first.ok()["token"])["you"]["seat"] == 0
    give(game, 0, {"bot": "basic"}, headers=key).refused(
        422, "idempotency_key_reused")


def test_what_was_kept_for_a_dead_token_is_not_told_again(api, name):
    game = new_game(api, name, first_dealer=1)
    key = {"Idempotency-Key": "dead-token-" + game.id}
    body = {"move": "discard", "card": game.view(0)["you"]["cards"][0]}
    game.post(0, body, headers=key).ok()
    assert game.post(0, body, headers=key).header(
        "Idempotency-Replayed") == "true"
    give(game, 0, {"player": name("other")}).ok()
    game.post(0, body, headers=key).refused(401, "unauthorized")


def test_minimal(api, name):
    game = new_game(api, name)
    answer = give(game, 0, {"player": name("other")},
                  headers={"Prefer": "return=minimal"})
    assert answer.header("Preference-Applied") == "return=minimal"
    assert set(answer.ok()) == {"seat", "token", "seq", "events"}


def test_streams_of_the_old_token_end_and_those_of_others_go_on(
        daemon, contract, api, name):
    game = new_game(api, name, first_dealer=1)
    streams = {viewer: Stream(daemon, contract, game, viewer,
                              after=game.seq())
               for viewer in (0, 1, "host", None)}
    for stream in streams.values():
        stream.control("hello")
    given = take(game, 0, {"player": name("other")})
    old = streams.pop(0)
    old.control("bye")
    assert old.is_over()
    pass_turn(game)
    pass_turn(game)
    for viewer, stream in streams.items():
        events = game.events(viewer, f"?after={given['seq'] - 1}")["items"]
        assert stream.events(len(events)) == events
        stream.close()
    new = Stream(daemon, contract, game, 0, after=given["seq"])
    new.control("hello")
    events = game.events(0, f"?after={given['seq']}")["items"]
    assert new.events(len(events)) == events
    new.close()


def test_a_ticket_of_the_old_token_opens_nothing(api, name):
    game = new_game(api, name)
    ticket = game.api.post(game.path + "/stream_tickets", {},
                           game.seats[0]).ok(201)["ticket"]
    give(game, 0, {"player": name("other")}).ok()
    game.api.get(f"{game.path}/events?ticket={ticket}").refused(401)


def test_a_long_poll_of_the_old_token_ends(daemon, contract, api, name):
    game = new_game(api, name)
    seq, answers = game.seq(), []

    def wait():
        client = Client(daemon, contract)
        answers.append(client.get(f"{game.path}/events?after={seq}",
                                  game.seats[0], {"Prefer": "wait=30"}))
        client.close()

    poll = threading.Thread(target=wait)
    poll.start()
    give(game, 0, {"player": name("other")}).ok()
    poll.join(60)
    # Whether it came before the seat was given or after, it sees nothing.
    answers[0].refused(401, "unauthorized")


def test_a_restart_keeps_it_so(spawn, contract, name):
    daemon = spawn()
    api = Client(daemon, contract)
    game = new_game(api, name)
    old = game.seats[1]
    take(game, 1, {"player": name("other")})
    before = game.view(1)
    daemon.stop()
    daemon.start()
    assert game.view(1) == before
    api.get(game.path, old).refused(401)
    for _ in range(4):
        pass_turn(game)
    api.close()


def test_the_record_of_a_game_whose_seats_changed_hands_holds(api, name):
    game = new_game(api, name, options={"rounds": 1}, first_dealer=1)
    pass_turn(game)
    take(game, 0, {"player": name("other")})
    pass_turn(game)
    give(game, 0, {"bot": "basic"}).ok()
    give(game, 1, {"bot": "basic"}).ok()
    while game.view()["status"] == "playing":
        game.api.get(f"{game.path}/events?after={game.seq()}", game.host,
                     {"Prefer": "wait=5"}).ok()
    record_of_it = game.api.get(game.path + "/record").ok()
    assert [e["type"] for e in record_of_it["events"]].count(
        "seat_given") == 3
    verdict = game.api.post("/v1/records/check", record_of_it).ok()
    assert verdict["valid"] is True
    assert verdict["judged"] == len(record_of_it["events"])
    assert verdict["scores"]["totals"] == game.view()["scores"]["totals"]
