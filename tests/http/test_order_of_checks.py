"""Which error wins when a request has two faults: the order of checks."""

import itertools
import json

import pytest

from support import raw
from support.deals import discard, draw, plain

OTHER = "PATCH"

# Fault, place in the order, status, code, comment; of two faults the one
# with the smaller place wins, and faults of one place are not paired.
FAULTS = [
    ("nul", 1, 400, "bad_framing", "%00 in the path"),
    ("path", 2, 404, "not_found", "no such resource"),
    ("method", 3, 405, "method_not_allowed", "a method it does not have"),
    ("unknown", 4, 401, "unauthorized", "a token that nobody gave"),
    ("foreign", 4, 403, "forbidden", "the token of another game"),
    ("accept", 5, 406, "not_acceptable", "HTML wanted"),
    ("media", 6, 415, "unsupported_media_type", "a body of plain text"),
    ("size", 7, 413, "body_too_large", "a body of a hundred megabytes"),
    ("reused", 8, 422, "idempotency_key_reused", "a key of another body"),
    ("stale", 9, 412, "stale", "If-Match of the first event"),
    ("syntax", 10, 400, "invalid_json", "a body cut short"),
    ("shape", 11, 400, "invalid_request", "an unknown member"),
    ("state", 12, 409, "not_your_turn", "a seat that is not on turn"),
    ("rule", 13, 422, "card_not_held", "a card that is not in the hand"),
]

KEY = "key-of-the-order-of-checks"


@pytest.fixture(scope="module")
def scene(api):
    """A game where seat 1 has drawn and has to discard, and another one."""
    arranged = plain()
    game = api.create(arranged.body)
    game.play(0, discard(arranged.hands[0][0]))
    game.host_post(1, draw(), headers={"Idempotency-Key": KEY}).ok()
    held = game.view()["hands"]
    missing = next(card for card in arranged.stock
                   if card not in held[0] + held[1])
    return {"game": game, "other": api.create(plain().body),
            "card": held[1][0], "missing": missing}


def faulty(scene, faults):
    """The bytes of a request that would be right but for the faults."""
    game = scene["game"]
    target = game.path + ("/nothing" if "path" in faults else "/moves")
    if "nul" in faults:
        target += "%00"
    token = game.host
    if "unknown" in faults:
        token = "hk_host_" + "A" * 43
    if "foreign" in faults:
        token = scene["other"].host
    body = {"seat": 0 if "state" in faults else 1,
            **discard(scene["missing" if "rule" in faults else "card"])}
    if "shape" in faults:
        body["nonsense"] = 1
    text = json.dumps(body).encode()
    if "syntax" in faults:
        text = text[:-1]
    length = len(text)
    if "size" in faults:
        length, text = 100_000_000, b""
    headers = [("Authorization", "Bearer " + token),
               ("Accept", "text/html" if "accept" in faults
                else "application/json"),
               ("Content-Type", "text/plain" if "media" in faults
                else "application/json"),
               ("Content-Length", length), ("Connection", "close")]
    if "reused" in faults:
        headers.append(("Idempotency-Key", KEY))
    if "stale" in faults:
        headers.append(("If-Match", '"1"'))
    method = OTHER if "method" in faults else "POST"
    return method, target, raw.request(method, target, headers, text)


def outcome(daemon, contract, scene, faults):
    method, target, data = faulty(scene, faults)
    found = raw.send(daemon, data)
    assert len(found) == 1, found
    answer = found[0]
    if "nul" not in faults:
        contract.check(method, target, answer.status, answer, answer.body)
    assert answer.header("Content-Type") == "application/problem+json"
    problem = json.loads(answer.body)
    return answer, (answer.status, problem["code"])


@pytest.mark.parametrize("fault", FAULTS, ids=lambda row: row[0])
def test_a_fault_alone(daemon, contract, scene, fault):
    name, _, status, code, comment = fault
    before = scene["game"].seq()
    answer, got = outcome(daemon, contract, scene, {name})
    assert got == (status, code), f"{comment}: {answer!r}"
    if name == "method":
        allowed = {part.strip() for part in answer.header("Allow").split(",")}
        assert allowed == {"POST", "OPTIONS"}
    assert scene["game"].seq() == before


PAIRS = [(one, two) for one, two in itertools.combinations(FAULTS, 2)
         if one[1] < two[1]]


@pytest.mark.parametrize("pair", PAIRS,
                         ids=lambda pair: f"{pair[0][0]}-before-{pair[1][0]}")
def test_the_earlier_fault_wins(daemon, contract, scene, pair):
    (first, _, status, code, comment), (second, *_) = pair
    answer, got = outcome(daemon, contract, scene, {first, second})
    assert got == (status, code), (
        f"{comment} comes before {second}: {answer!r}")


def test_a_transfer_coding_comes_before_the_path(daemon):
    found = raw.send(daemon, raw.request(
        "POST", "/v1/nothing", [("Transfer-Encoding", "gzip")]))
    assert [answer.status for answer in found] == [501]


def test_all_faults_at_once_lose_one_by_one(daemon, contract, scene):
    """From everything wrong, mending the winner each time walks the order."""
    one_of_each = [row for row in FAULTS if row[0] != "unknown"]
    faults = {row[0] for row in one_of_each}
    for name, _, status, code, comment in one_of_each:
        answer, got = outcome(daemon, contract, scene, faults)
        assert got == (status, code), f"{comment}: {answer!r}"
        faults.discard(name)


def test_a_key_is_replayed_before_the_precondition(scene):
    """A retry carries the If-Match of its first time, and is answered."""
    again = scene["game"].host_post(
        1, draw(), headers={"Idempotency-Key": KEY, "If-Match": '"1"'})
    again.ok()
    assert again.header("Idempotency-Replayed") == "true"


def test_another_seat_is_refused_after_the_shape(api):
    arranged = plain()
    game = api.create(arranged.body)
    card = arranged.hands[0][0]
    game.post(1, {"seat": 0, **discard(card), "x": 1}).refused(
        400, "invalid_request")
    game.post(1, {"seat": 0, **discard(card)}).refused(403, "forbidden")


# Path, token kind, status, comment: of reading.
READS = [
    ("/v1/nothing", "unknown", 404, "the path before the token"),
    ("{game}", "unknown", 401, "the token before Accept"),
    ("{game}", "foreign", 403, "the token before Accept"),
    ("{game}", None, 406, "nothing but Accept is wrong"),
]


@pytest.mark.parametrize("path,kind,status,comment", READS)
def test_the_order_of_reading(api, scene, path, kind, status, comment):
    tokens = {None: None, "unknown": "hk_seat_" + "A" * 43,
              "foreign": scene["other"].seats[0]}
    answer = api.get(path.replace("{game}", scene["game"].path),
                     tokens[kind], headers={"Accept": "text/html"})
    assert answer.status == status, f"{comment}: {answer!r}"
