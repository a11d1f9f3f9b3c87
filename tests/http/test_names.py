"""Names of players: found in any spelling, refused where they deceive."""

import sqlite3
import urllib.parse

import pytest

from support.client import Client

SPELLINGS = [
    # written first, sought as, comment
    ("Huda", "hUDA", "case"),
    ("Straße", "STRASSE", "sharp s"),
    ("José", "jose\u0301", "not composed"),
    ("Lina", "Ｌｉｎａ", "wide letters"),
    ("هدى", "ﻫﺪﻯ", "presentation forms"),
    ("محمد", "محـــمد", "tatweel"),
    ("İbrahim", "ibrahim", "the Turkish capital"),
    ("Ёлка", "ЁЛКА", "Russian"),
]

NOT_NAMES = [
    # name, words of the reason, comment
    ("p\u0430ypal", "scripts", "a Cyrillic a"),
    ("Иван Ivan", "scripts", "Cyrillic and Latin"),
    ("Ωmega", "scripts", "Greek and Latin"),
    ("علي١2", "digits", "digits of two scripts"),
    ("i\u0307van", "marks", "a second dot"),
    ("e\u0301\u0301", "marks", "a mark twice"),
    ("\u0301a", "mark", "a mark at the start"),
    ("a\u202eb", "invisible", "right-to-left override"),
    ("a\u2066b", "invisible", "an isolate"),
    ("a\u200bb", "invisible", "a blank of no width"),
]

ALIKE = [
    # reserved, refused beside it, comment
    ("Ivan", "lvan", "l as I"),
    ("Scope", "ѕсоре", "all Cyrillic"),
    ("Karim", "Karirn", "rn as m"),
    ("كريم", "کریم", "Persian letters"),
    ("أحمد", "احمد", "no hamza"),
    ("فاطمة", "فاطمه", "heh at the end"),
    ("علي١", "علي۱", "Persian digits"),
]


def path(name):
    return "/v1/players/" + urllib.parse.quote(name)


def two(name):
    return {"variant": "hand", "seats": [{"player": "a"}, {"player": name}]}


@pytest.fixture
def house(spawn, contract):
    """A house of its own: names are as in the tables."""
    api = Client(spawn(), contract)
    yield api
    api.close()


def test_a_player_is_found_and_seated_in_any_spelling(house):
    for first, sought, comment in SPELLINGS:
        created = house.post("/v1/games", two(first)).ok(201)["game"]
        assert house.get(path(sought)).ok()["name"] == first, comment
        assert house.get("/v1/games?player=" + urllib.parse.quote(
            sought)).ok()["items"][0]["id"] == created["id"], comment
        again = house.post("/v1/games", two(sought)).ok(201)
        assert again["game"]["seats"][1]["player"] == first, comment
        token = house.post("/v1/players", {"name": sought}).ok(201)["token"]
        house.post("/v1/games", two(first)).refused(403, "forbidden")
        house.post("/v1/games", two(sought), token).ok(201)


def test_names_that_deceive_are_no_names(house):
    opened = house.post("/v1/games", {
        "variant": "hand", "seats": [{"player": "a"}, {"open": True}]}).ok(
        201)["game"]["id"]
    for name, words, comment in NOT_NAMES:
        for target, body, pointer in [
                ("/v1/players", {"name": name}, "/name"),
                ("/v1/games", two(name), "/seats/1/player"),
                (f"/v1/games/{opened}/seats/1", {"player": name}, "/player")]:
            fault, = house.post(target, body).refused(
                400, "invalid_request")["errors"]
            assert fault["pointer"] == pointer, comment
            assert fault["code"] == "invalid_name", comment
            assert words in fault["detail"], comment
        house.get(path(name)).refused(404, "not_found")


def test_a_new_name_is_not_taken_for_a_reserved_one(house):
    for reserved, alike, comment in ALIKE:
        created = house.post("/v1/games", {
            "variant": "hand", "seats": [{"player": "a"}, {"open": True}]}).ok(
            201)
        seat = f"/v1/games/{created['game']['id']}/seats/1"
        house.post("/v1/players", {"name": reserved}).ok(201)
        for target, body, pointer in [
                ("/v1/players", {"name": alike}, "/name"),
                ("/v1/games", two(alike), "/seats/1/player"),
                (seat, {"player": alike}, "/player")]:
            problem = house.post(target, body, created["host_token"]
                                 if target == seat else None).refused(
                422, "name_looks_alike")
            fault, = problem["errors"]
            assert fault["pointer"] == pointer, comment
            assert reserved not in str(problem), comment
        house.get(path(alike)).refused(404, "not_found")


def test_unreserved_names_are_not_compared(house):
    for one, other, comment in ALIKE:
        house.post("/v1/games", two(one)).ok(201)
        house.post("/v1/games", two(other)).ok(201)
        assert house.get(path(other)).ok()["name"] == other, comment
        # Whoever is first has it; the other goes on without.
        house.post("/v1/players", {"name": one}).ok(201)
        house.post("/v1/games", two(other)).ok(201)
        house.post("/v1/players", {"name": other}).refused(
            422, "name_looks_alike")


def test_a_database_of_other_tables_is_brought_up_to_date(spawn, contract):
    """Folds as they were made once, and no skeletons."""
    daemon = spawn()
    api = Client(daemon, contract)
    api.post("/v1/players", {"name": "Ivan"}).ok(201)
    for name in ("Huda", "محمد", "x", "y"):
        api.post("/v1/games", two(name)).ok(201)
    daemon.stop()
    with sqlite3.connect(daemon.database) as database:
        database.execute("DELETE FROM name_tables")
        database.execute("UPDATE players SET skeleton = NULL")
        for old, name in [("ｈｕｄａ", "Huda"), ("محـمد", "محمد"), ("ｙ", "y")]:
            database.execute("UPDATE players SET folded = ? WHERE name = ?",
                             (old, name))
        database.execute("UPDATE players SET name = 'Ｙ' WHERE name = 'x'")
        database.execute("UPDATE players SET folded = 'y' WHERE name = 'Ｙ'")
    database.close()
    daemon.start()
    assert api.get(path("huda")).ok()["name"] == "Huda"
    assert api.get(path("محمد")).ok()["name"] == "محمد"
    # Two that are one by now: the first in this form has it.
    assert api.get(path("y")).ok()["name"] == "Ｙ"
    api.post("/v1/players", {"name": "lvan"}).refused(422, "name_looks_alike")
    daemon.stop()
    with sqlite3.connect(daemon.database) as database:
        rows = database.execute("SELECT name, folded, skeleton FROM players")
        assert sorted(rows) == sorted([
            ("Ivan", "ivan", "lvan"), ("a", "a", None), ("Huda", "huda", None),
            ("محمد", "محمد", None), ("Ｙ", "y", None), ("y", "ｙ", None)])
    database.close()
    api.close()
