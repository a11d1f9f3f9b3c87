"""The rule cases of tests/cases and tests/more-cases, run over HTTP."""

import json

from support.cards import in_order
from support.client import Game
from support.daemon import SRCDIR

DIRECTORIES = [SRCDIR / "tests" / name for name in ("cases", "more-cases")]

# The refusals that are about the state of the game; all others are 422,
# and 400 what has a wrong shape.
CONFLICTS = {"not_started", "game_over", "not_your_turn", "wrong_phase",
             "no_duty_to_return", "seat_taken", "wrong_mode"}
SHAPES = {"invalid_request"}


def status_of(code):
    if code in SHAPES:
        return 400
    return 409 if code in CONFLICTS else 422


def load(path):
    return json.loads(path.read_text("utf-8"))


def refereed(*variants):
    """Every case of these variants in which the referee deals."""
    found = []
    for path in sorted(path for directory in DIRECTORIES
                       for path in directory.glob("*.json")):
        create = load(path)["create"]
        if create.get("variant") in variants \
                and create.get("mode", "referee") == "referee":
            found.append(path)
    return found


def look_up(view, path):
    """The value at a dotted path of a view."""
    value = view
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def is_hand(path):
    return path.startswith("hands.") or path == "you.cards"


def compare(view, expected, where):
    for path, wanted in expected.items():
        value = look_up(view, path)
        if is_hand(path):
            value, wanted = sorted(value), sorted(wanted)
        assert value == wanted, f"{where}: {path} is {value}, not {wanted}"


def body_of(step):
    """What the step sends: one move, or a batch."""
    return {"moves": step["moves"]} if "moves" in step else step["move"]


def check_refusal(answer, step, where):
    """A refusal says what the case asks, and where and why."""
    code = step["code"]
    assert answer.status == step.get("status", status_of(code)), (
        f"{where}: {answer!r}")
    problem = answer.json
    assert problem["code"] == code, f"{where}: {answer!r}"
    if "reason" in step:
        assert problem["reason"] == step["reason"], f"{where}: {answer!r}"
    if answer.status == 422:
        rule = problem["rule"]
        assert rule["id"] and rule["text"], f"{where}: {answer!r}"
    if answer.status in (400, 422):
        first = problem["errors"][0]
        assert first["code"] and first["detail"], f"{where}: {answer!r}"
        assert points_into(body_of(step), first["pointer"]), (
            f"{where}: {first['pointer']!r} is no place of the body")
    return problem


def points_into(body, pointer):
    """Whether a JSON pointer leads to a place of a body; the last part may
    be a member that is missing."""
    if pointer == "":
        return True
    *parents, last = pointer.split("/")[1:]
    value = body
    try:
        for part in parents:
            value = value[int(part)] if isinstance(value, list) \
                else value[part]
    except (KeyError, IndexError, ValueError, TypeError):
        return False
    if isinstance(value, list):
        return last.isdigit() and int(last) < len(value)
    return pointer.startswith("/") and isinstance(value, dict)


def run(api, case, by_host=False):
    """Plays a case; moves are sent by the seats or, for them, by the
    host."""
    name = case["name"]
    created = api.post("/v1/games", case["create"])
    if "create_code" in case:
        code = case["create_code"]
        problem = created.refused(status_of(code), code)
        assert problem["errors"], f"{name}: {created!r}"
        return
    game = Game(api, created.ok(201))
    send = game.host_post if by_host else game.post
    for number, step in enumerate(case["steps"]):
        where = f"{name}, step {number} ({json.dumps(step)[:200]})"
        before = game.view()
        answer = send(step["seat"], body_of(step))
        if step.get("ok"):
            reply = answer.ok()
            assert reply["seq"] == reply["game"]["seq"] > before["seq"], where
            assert [e["seq"] for e in reply["events"]] == list(
                range(before["seq"] + 1, reply["seq"] + 1)), where
        else:
            problem = check_refusal(answer, step, where)
            assert game.view() == before, f"{where}: changed the game"
            if answer.status in (409, 422):
                assert problem["seq"] == before["seq"], where
        compare(game.view(), step.get("expect", {}), where)
    compare(game.view(), case.get("expect", {}), name + ", at the end")
    check_views(game)


def check_views(game):
    """The seats' views agree with the host's."""
    view = game.view()
    for seat, cards in enumerate(view["hands"]):
        assert cards == in_order(cards)
        you = game.view(seat)["you"]
        assert you == {"seat": seat, "cards": cards}
