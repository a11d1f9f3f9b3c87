"""Section 8: what the daemon says of itself."""

import re
import subprocess

import pytest

from support.contract import Contract
from support.daemon import HAKAMD, PATIENCE, SRCDIR, environment

CONTRACT = Contract()


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_it_is_well(api, path):
    answer = api.get(path)
    assert answer.ok() == {"status": "ok"}
    assert "no-store" in answer.header("Cache-Control")


def test_version_is_that_of_the_program(api):
    version = api.get("/v1/version").ok()
    assert version["name"] == "hakam" and version["rules_version"] == 1
    said = subprocess.run([HAKAMD, "--version"], env=environment(),
                          capture_output=True, text=True, timeout=PATIENCE)
    assert said.returncode == 0 and version["version"] in said.stdout
    configured = re.search(r"AC_INIT\(\[[^]]*\],\s*\[([^]]*)\]",
                           (SRCDIR / "configure.ac").read_text("utf-8"))
    assert configured.group(1) == version["version"]


def test_help_names_every_option(api):
    said = subprocess.run([HAKAMD, "--help"], env=environment(),
                          capture_output=True, text=True, timeout=PATIENCE)
    assert said.returncode == 0
    for option in ("--listen", "--database", "--auth", "--version"):
        assert option in said.stdout


# The options of D10: name, type, default, range or values.
OPTIONS = {
    "rounds": ("integer", 5, (1, 99)),
    "max_reshuffles": ("integer", 2, (0, 99)),
    "opening_minimum": ("integer", 51, (0, 500)),
    "ace_low_value": ("integer", 11, [1, 10, 11]),
    "max_jokers_per_meld": ("integer", 2, (0, 2)),
    "run_max": ("integer", 13, [13, 14]),
    "joker_left": ("integer", 15, [15, 25, 50]),
    "dealer": ("choice", "rotate", ["rotate", "loser"]),
    "opening_rule": ("choice", "fixed",
                     ["fixed", "beat_last", "beat_highest"]),
    "opening_needs_run": ("boolean", False, None),
    "hand_waives_minimum": ("boolean", False, None),
    "starter_may_meld": ("boolean", False, None),
    "discard_draw": ("choice", "meld", ["meld", "meld_with_card",
                                        "meld_or_lay_off",
                                        "free_when_down"]),
    "final_discard": ("choice", "required", ["required", "optional"]),
    "turn_seconds": ("integer", 0, (0, 86400)),
    "bank_seconds": ("integer", 0, (0, 86400)),
    "on_timeout": ("choice", "auto", ["auto", "forfeit"]),
}


# Those of May I.
MAY_I_OPTIONS = {
    "max_reshuffles": ("integer", 2, (0, 99)),
    "ace_wrap": ("boolean", True, None),
    "lay_off": ("choice", "any", ["any", "own"]),
    "after_claim": ("choice", "next_of_taker",
                    ["next_of_taker", "return_to_turn"]),
    "refusal": ("choice", "free", ["free", "take"]),
    "claim_limit": ("integer", 0, (0, 104)),
    "turn_seconds": ("integer", 0, (0, 86400)),
    "bank_seconds": ("integer", 0, (0, 86400)),
    "claim_seconds": ("integer", 0, (0, 3600)),
    "on_timeout": ("choice", "auto", ["auto", "forfeit"]),
}


def check_options(item, wanted):
    options = {option["name"]: option for option in item["options"]}
    assert set(options) == set(wanted)
    for name, (kind, default, values) in wanted.items():
        option = options[name]
        assert (option["type"], option["default"]) == (kind, default), name
        assert option["meaning"], name
        if isinstance(values, tuple):
            assert (option["minimum"], option["maximum"]) == values, name
        elif values is not None:
            assert sorted(option["values"]) == sorted(values), name


def test_may_i_tells_its_options_and_contracts(api):
    item = {item["variant"]: item for item in
            api.get("/v1/variants").ok()["items"]}["may-i"]
    assert (item["seats"]["minimum"], item["seats"]["maximum"]) == (3, 5)
    assert item["cards"] == 104
    assert [(one["sets"], one["runs"]) for one in item["contracts"]] == [
        (2, 0), (1, 1), (0, 2), (3, 0), (2, 1)]
    check_options(item, MAY_I_OPTIONS)


@pytest.mark.parametrize("variant,seats", [("hand", (2, 5)),
                                           ("hand-partners", (4, 4))])
def test_variants_tell_their_options(api, variant, seats):
    items = {item["variant"]: item
             for item in api.get("/v1/variants").ok()["items"]}
    item = items[variant]
    assert (item["seats"]["minimum"], item["seats"]["maximum"]) == seats
    assert item["cards"] == 106 and item["contracts"] is None
    check_options(item, OPTIONS)


def test_a_game_echoes_every_option_with_its_default(api):
    game = api.create({"variant": "hand", "options": {"joker_left": 25},
                       "seats": [{"player": "a"}, {"player": "b"}]})
    assert game.created["options"] == {
        **{name: default for name, (_, default, _) in OPTIONS.items()},
        "joker_left": 25}
    game = api.create({"variant": "may-i", "options": {"ace_wrap": False},
                       "seats": [{"player": name} for name in "abc"]})
    assert game.created["options"] == {
        **{name: default for name, (_, default, _) in MAY_I_OPTIONS.items()},
        "ace_wrap": False}


def test_games_seen_in_turn_tell_their_own_options(api):
    """Nobody's are shown for another's, whatever was shown before."""
    games = []
    for variant, known, options in (
            ("hand", OPTIONS, {}), ("hand", OPTIONS, {"joker_left": 25}),
            ("may-i", MAY_I_OPTIONS, {}),
            ("may-i", MAY_I_OPTIONS, {"ace_wrap": False})):
        game = api.create({"variant": variant, "options": options,
                           "seats": [{"player": name} for name in "abc"]})
        games.append((game, {
            **{name: default for name, (_, default, _) in known.items()},
            **options}))
    for game, told in games + games[::-1] + games:
        assert game.view()["options"] == told


def test_a_null_option_is_an_absent_one(api):
    game = api.create({"variant": "hand", "mode": None, "first_dealer": None,
                       "deals": None, "options": {"rounds": None},
                       "seats": [{"player": "a", "open": None},
                                 {"player": "b"}]})
    assert game.created["options"]["rounds"] == 5


@pytest.mark.parametrize("code", sorted(CONTRACT.codes()))
def test_a_problem_describes_itself(api, code):
    """The address in `type` leads to what the list says of it."""
    items = {item["code"]: item
             for item in api.get("/v1/problems").ok()["items"]}
    one = api.get("/v1/problems/" + code).ok()
    assert one == items[code]
    assert one["type"] == "/v1/problems/" + code
    assert 400 <= one["status"] < 600 and one["title"] and one["detail"]


def test_an_unknown_problem_is_not_there(api):
    api.get("/v1/problems/nothing").refused(404, "not_found")


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/", "/v2/games",
                                  "/v1/game", "/favicon.ico",
                                  "/v1/games/x/y/z", "/v1/leaderboards"])
def test_nothing_is_there(api, path):
    api.get(path).refused(404, "not_found")


@pytest.mark.parametrize("path", ["/v1/version", "/v1/nothing", "/livez",
                                  "/openapi.yaml"])
def test_no_browser_is_to_guess_what_an_answer_is(api, path):
    for answer in (api.get(path), api.request("OPTIONS", path)):
        assert answer.header("X-Content-Type-Options") == "nosniff"


def test_the_language_is_named(api):
    assert api.get("/v1/problems").header("Content-Language") == "en"
    assert api.get("/v1/nothing").header("Content-Language") == "en"


# Accept, status, comment.
ACCEPTS = [
    ("*/*", 200, "anything"),
    ("application/*", 200, "any application type"),
    ("application/json", 200, "the type itself"),
    ("text/html, application/json;q=0.5", 200, "the type among others"),
    ("text/html, */*;q=0.1", 200, "anything at last"),
    ("APPLICATION/JSON", 200, "types have no case"),
    ("application/json;charset=utf-8", 200, "a parameter"),
    ("text/html", 406, "another type alone"),
    ("application/json;q=0", 406, "the type refused"),
    ("image/*", 406, "another family"),
]


@pytest.mark.parametrize("accept,status,comment", ACCEPTS,
                         ids=[row[0] for row in ACCEPTS])
def test_accept(api, accept, status, comment):
    answer = api.get("/v1/version", headers={"Accept": accept})
    assert answer.status == status, f"{comment}: {answer!r}"


# Content-Type, status, comment.
MEDIA = [
    ("application/json", 201, "the type itself"),
    ("application/json; charset=utf-8", 201, "with its only encoding"),
    ("Application/JSON", 201, "types have no case"),
    ("application/json; charset=latin-1", 415, "another encoding"),
    ("text/json", 415, "nearly"),
    ("application/x-www-form-urlencoded", 415, "a form"),
    ("application/problem+json", 415, "another JSON type"),
    (None, 415, "no type at all"),
]


@pytest.mark.parametrize("media,status,comment", MEDIA,
                         ids=[str(row[0]) for row in MEDIA])
def test_content_type(api, media, status, comment):
    answer = api.post("/v1/games", {
        "variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]},
        headers={"Content-Type": media})
    assert answer.status == status, f"{comment}: {answer!r}"


# Content-Encoding, status.
@pytest.mark.parametrize("coding,status", [("identity", 201), ("gzip", 415)])
def test_content_encoding(api, coding, status):
    answer = api.post("/v1/games", {
        "variant": "hand", "seats": [{"player": "a"}, {"player": "b"}]},
        headers={"Content-Encoding": coding})
    assert answer.status == status, repr(answer)
