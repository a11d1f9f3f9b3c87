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


def of_mode(mode, *variants):
    """Every case of these variants in this mode."""
    found = []
    for path in sorted(path for directory in DIRECTORIES
                       for path in directory.glob("*.json")):
        create = load(path)["create"]
        if create.get("variant") in variants \
                and create.get("mode", "referee") == mode:
            found.append(path)
    return found


def refereed(*variants):
    """Every case of these variants in which the referee deals."""
    return of_mode("referee", *variants)


def scorecards():
    """Every case of a physical table."""
    return of_mode("scorecard", "hand", "hand-partners", "may-i")


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
    """What the step sends: one move, a batch, or a round as told."""
    if "round" in step:
        return step["round"]
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


def refused_creation(case, created):
    """Whether the case is about the creation alone, which must be refused."""
    if "create_code" not in case:
        return False
    code = case["create_code"]
    problem = created.refused(status_of(code), code)
    assert problem["errors"], f"{case['name']}: {created!r}"
    return True


def check_step(game, step, before, answer, where):
    """What every step must do: go on, or change nothing."""
    if not step.get("ok"):
        problem = check_refusal(answer, step, where)
        assert game.view() == before, f"{where}: changed the game"
        if answer.status in (409, 422):
            assert problem["seq"] == before["seq"], where
        return None
    assert answer.status in (200, 201), f"{where}: {answer!r}"
    assert answer.json["seq"] > before["seq"], where
    return answer.json


def run(api, case, by_host=False):
    """Plays a case; moves are sent by the seats or, for them, by the
    host."""
    name = case["name"]
    created = api.post("/v1/games", case["create"])
    if refused_creation(case, created):
        return
    game = Game(api, created.ok(201))
    send = game.host_post if by_host else game.post
    for number, step in enumerate(case["steps"]):
        where = f"{name}, step {number} ({json.dumps(step)[:200]})"
        before = game.view()
        answer = send(step["seat"], body_of(step))
        reply = check_step(game, step, before, answer, where)
        if reply:
            assert reply["seq"] == reply["game"]["seq"], where
            assert [e["seq"] for e in reply["events"]] == list(
                range(before["seq"] + 1, reply["seq"] + 1)), where
        compare(game.view(), step.get("expect", {}), where)
    compare(game.view(), case.get("expect", {}), name + ", at the end")
    check_views(game)


def tell(game, step, token):
    """Sends a scorecard's step; corrections are the host's alone."""
    if "correct" in step:
        return game.api.put(f"{game.path}/rounds/{step['correct']}",
                            body_of(step), game.host)
    return game.api.post(game.path + "/rounds", body_of(step), token)


def run_scorecard(api, case, by_host=False):
    """Tells a case round by round, by the host or by the seats in turn."""
    name = case["name"]
    created = api.post("/v1/games", case["create"])
    if refused_creation(case, created):
        return
    game = Game(api, created.ok(201))
    for number, step in enumerate(case["steps"]):
        where = f"{name}, step {number} ({json.dumps(step)[:200]})"
        before = game.view()
        seat = number % len(game.seats)
        answer = tell(game, step, game.host if by_host else game.seats[seat])
        reply = check_step(game, step, before, answer, where)
        if reply:
            after = game.view()
            scored = after["scores"]["rounds"][reply["round"] - 1]
            assert {key: reply[key] for key in scored} == scored, where
            for key in ("totals", "team_totals", "winners"):
                assert reply[key] == after["scores"][key], where
            assert reply["by"] == (None if by_host or "correct" in step
                                   else seat), where
        compare(game.view(), step.get("expect", {}), where)
    compare(game.view(), case.get("expect", {}), name + ", at the end")


def check_views(game):
    """The seats' views agree with the host's."""
    view = game.view()
    for seat, cards in enumerate(view["hands"]):
        assert cards == in_order(cards)
        you = game.view(seat)["you"]
        assert you == {"seat": seat, "cards": cards}
