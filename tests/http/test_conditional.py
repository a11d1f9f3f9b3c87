"""ETag, If-None-Match, If-Match."""

import pytest

from support.deals import discard, draw, plain


@pytest.fixture
def scene(api):
    arranged = plain()
    game = api.create(arranged.body)
    return game, arranged.hands[0][0]


def tag_of(game, viewer="host", headers=None):
    answer = game.api.get(game.path, game.token(viewer), headers)
    answer.ok()
    return answer.header("ETag")


def test_the_tag_begins_with_the_seq_and_names_the_viewer(scene):
    game, _ = scene
    tags = [tag_of(game, viewer) for viewer in ("host", 0, 1, None)]
    assert len(set(tags)) == 4
    for tag in tags:
        assert tag.startswith(f'"{game.seq()}.') and tag.endswith('.en"')


def test_the_tag_changes_with_the_game_alone(scene):
    game, card = scene
    before = tag_of(game, 1)
    assert tag_of(game, 1) == before
    game.play(0, discard(card))
    assert tag_of(game, 1) != before


def test_a_view_varies_by_who_asks(scene):
    game, _ = scene
    vary = {part.strip().lower() for part in game.api.get(
        game.path, game.host).header("Vary").split(",")}
    assert {"authorization", "accept-language"} <= vary


def test_every_answer_of_a_write_carries_the_new_tag(api, scene):
    game, card = scene
    created = api.post("/v1/games", plain().body)
    assert created.header("ETag").startswith('"')
    moved = game.post(0, discard(card))
    assert moved.header("ETag") == tag_of(game, 0)
    ended = api.delete(game.path, game.host)
    assert ended.header("ETag") == tag_of(game)


# If-None-Match with {tag}, status, comment.
NONE_MATCH = [
    ("{tag}", 304, "the tag itself"),
    ("W/{tag}", 304, "compared weakly"),
    ('"other", {tag}', 304, "in a list"),
    ('W/"x",{tag} , "y"', 304, "in a list with blanks"),
    ('"a,b", {tag}', 304, "a comma inside a tag parts nothing"),
    ("*", 304, "anything there"),
    ('"other"', 200, "another tag"),
    ('"1.h.en"', 200, "an older state"),
    ('""', 200, "an empty tag"),
]


@pytest.mark.parametrize("value,status,comment", NONE_MATCH,
                         ids=[row[0] for row in NONE_MATCH])
@pytest.mark.parametrize("viewer", ["host", 0, None])
def test_if_none_match(scene, viewer, value, status, comment):
    game, _ = scene
    tag = tag_of(game, viewer)
    answer = game.api.get(game.path, game.token(viewer),
                          {"If-None-Match": value.replace("{tag}", tag)})
    assert answer.status == status, f"{comment}: {answer!r}"
    assert answer.header("ETag") == tag
    assert answer.header("Vary")
    if status == 304:
        assert answer.body == b""
        length = answer.header("Content-Length")
        whole = game.api.get(game.path, game.token(viewer))
        assert length in (None, str(len(whole.body)))


def test_the_tag_of_another_viewer_does_not_match(scene):
    game, _ = scene
    answer = game.api.get(game.path, game.seats[0],
                          {"If-None-Match": tag_of(game, 1)})
    assert answer.status == 200


def test_a_304_leaves_the_connection_usable(scene):
    game, _ = scene
    for _ in range(3):
        assert game.api.get(game.path, game.host, {
            "If-None-Match": tag_of(game)}).status == 304
        game.view()


def test_what_was_shown_before_is_known_by_its_length(scene):
    """A second 304 needs no view, and tells the same; a HEAD too."""
    game, _ = scene
    whole = game.api.get(game.path, game.host)
    known = {"If-None-Match": whole.header("ETag")}
    for method in ("GET", "GET", "HEAD"):
        answer = game.api.request(method, game.path, token=game.host,
                                  headers=known)
        assert answer.status == 304
        assert answer.header("ETag") == whole.header("ETag")
        assert answer.header("Content-Length") in (
            None, str(len(whole.body)))
        for name in ("Cache-Control", "Vary", "X-Content-Type-Options"):
            assert answer.header(name) == whole.header(name)
        # RFC 9110: what describes the body is told with the body.
        assert answer.header("Content-Type") is None
        assert answer.header("Content-Language") is None


# If-Match, whether it matches a game of seq {seq}, comment.
MATCH = [
    ('"{seq}.s0.en"', True, "the seat's own tag"),
    ('"{seq}.h.en"', True, "another viewer's: the seq alone counts"),
    ('"{seq}"', True, "the seq alone"),
    ('"1.s0.en", "{seq}.s0.en"', True, "in a list"),
    ("*", True, "any state"),
    ('"1.s0.en"', False, "an older state"),
    ('"1{seq}.s0.en"', False, "a state to come"),
    ('"other"', False, "no tag of a game"),
    ('""', False, "an empty tag"),
    ('"0{seq}.s0.en"', False, "a zero before"),
    ('W/"{seq}.s0.en"', False, "weak tags never match here"),
]


@pytest.mark.parametrize("value,matches,comment", MATCH,
                         ids=[row[0] for row in MATCH])
def test_if_match(scene, value, matches, comment):
    game, card = scene
    before = game.seq()
    answer = game.post(0, discard(card), headers={
        "If-Match": value.replace("{seq}", str(before))})
    if matches:
        assert answer.status == 200, f"{comment}: {answer!r}"
    else:
        problem = answer.refused(412, "stale")
        assert problem["seq"] == before
        assert game.seq() == before


def writes(api):
    """Every write on a game: name, a maker of (game, method, path, body)."""
    def move():
        arranged = plain()
        game = api.create(arranged.body)
        return game, "POST", game.path + "/moves", {
            "seat": 0, **discard(arranged.hands[0][0])}

    def batch():
        game, method, path, body = move()
        return game, method, path, {"seat": 0, "moves": [
            {key: body[key] for key in ("move", "card")}]}

    def seat():
        game = api.create({"variant": "hand", "seats": [
            {"player": "a"}, {"open": True}]})
        return game, "POST", game.path + "/seats/1", {"player": "b"}

    def end():
        game = api.create(plain().body)
        return game, "DELETE", game.path, None

    told = {"out": 0, "seats": [{}, {"down": False}]}

    def round_told():
        game = api.create({"variant": "hand", "mode": "scorecard", "seats": [
            {"player": "a"}, {"player": "b"}]})
        return game, "POST", game.path + "/rounds", told

    def correction():
        game, method, path, body = round_told()
        api.request(method, path, body, game.host).ok(201)
        return game, "PUT", game.path + "/rounds/1", {**told, "reason": "r"}
    return {"move": move, "batch": batch, "seat": seat, "end": end,
            "round": round_told, "correction": correction}


@pytest.mark.parametrize("name", ["move", "batch", "seat", "end", "round",
                                  "correction"])
def test_every_write_heeds_if_match(api, name):
    game, method, path, body = writes(api)[name]()
    before = game.view()
    for value in ('"0.h.en"', '"9999.h.en"', '"x"'):
        api.request(method, path, body, game.host,
                    {"If-Match": value}).refused(412, "stale")
    assert game.view() == before
    tag = tag_of(game)
    answer = api.request(method, path, body, game.host, {"If-Match": tag})
    assert answer.status in (200, 201), repr(answer)
    assert game.seq() > before["seq"]


def test_if_match_of_the_state_before_is_stale_after_a_move(scene):
    game, card = scene
    tag = tag_of(game, 1)
    game.play(0, discard(card))
    game.post(1, draw(), headers={"If-Match": tag}).refused(412, "stale")
    game.post(1, draw(), headers={"If-Match": tag_of(game, 1)}).ok()


def test_a_private_view_is_kept_by_nobody_else(scene):
    game, _ = scene
    cache = game.api.get(game.path, game.seats[0]).header("Cache-Control")
    assert "private" in cache or "no-store" in cache
