"""What somebody sends and another reads: no page is made of it, no formula,
and no terminal obeys it."""

import json
import re
import urllib.parse

import pytest

from support import raw
from support.deals import plain

# Control characters, of which terminals make commands: C0, DEL and C1.
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")

MARKUP = "<img src=x onerror=alert(1)>"
ESCAPE = "\x1b]0;owned\x07\x1b[2J"
C1 = "\x9b2J\x85\x7f"
TURNED = "\u202egnp.exe"
HOSTILE = [MARKUP, ESCAPE, C1, TURNED, "=cmd|'/c calc'!A0", "a\r\nX-Evil: 1",
           "\ufeff", "{}", "%s%n", "../../etc/passwd", "' OR 1=1 --", "\\u0000"]


def is_harmless(answer):
    """A problem, told as data that no browser and no terminal acts upon."""
    assert answer.header("Content-Type") == "application/problem+json"
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert answer.header("X-Evil") is None
    text = answer.body.decode("utf-8")
    assert not CONTROLS.search(text), text
    json.loads(text)


def quoted(text):
    return urllib.parse.quote(text, safe="")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_path_is_not_sent_back_to_be_obeyed(daemon, text):
    for path in (f"/{quoted(text)}", f"/v1/games/{quoted(text)}",
                 f"/v1/problems/{quoted(text)}",
                 f"/v1/players/{quoted(text)}",
                 f"/v1/leaderboards/{quoted(text)}"):
        found = raw.send(daemon, raw.request("GET", path, [
            ("Connection", "close")]))
        assert found[0].status in (400, 404), path
        is_harmless(found[0])


@pytest.mark.parametrize("text", HOSTILE)
def test_nor_is_a_query(daemon, text):
    for query in (f"{quoted(text)}=1", f"limit={quoted(text)}",
                  f"cursor={quoted(text)}", f"status={quoted(text)}",
                  f"access_token={quoted(text)}"):
        found = raw.send(daemon, raw.request(
            "GET", "/v1/games?" + query, [("Connection", "close")]))
        assert found[0].status in (400, 401), query
        is_harmless(found[0])


@pytest.mark.parametrize("text", [MARKUP, "\x9b2J".encode().decode("latin-1"),
                                  "%s%n", "' OR 1=1 --"])
def test_nor_is_a_header(daemon, text):
    for name in ("Authorization", "Accept", "Content-Type", "If-Match",
                 "Idempotency-Key", "Last-Event-ID", "Content-Encoding"):
        found = raw.send(daemon, raw.request(
            "POST", "/v1/games", [(name, text), ("Content-Length", 2),
                                  ("Connection", "close")], b"{}"))
        assert found[0].status >= 400, name
        is_harmless(found[0])


@pytest.mark.parametrize("text", HOSTILE)
def test_nor_is_a_body(api, text):
    for body in ({text: 1}, {"variant": text}, {"options": {text: text}},
                 {"variant": "hand", "seats": [{"player": "reflected",
                                                text: text}]},
                 {"variant": "hand", "seats": [text, {text: {text: 1}}]},
                 {"deals": [{"hands": [[text]]}], "variant": "hand",
                  "seats": [{"player": "x"}, {"player": "y"}]}):
        answer = api.post("/v1/games", body)
        assert answer.status == 400, body
        is_harmless(answer)
    for wrong in (text.encode(), b'{"' + text.encode() + b'":',
                  b'{"a":1 ' + text.encode() + b"}", b"[" + text.encode()):
        answer = api.post("/v1/games", raw=wrong)
        assert answer.status == 400, wrong
        is_harmless(answer)


# Of others: the names of a table, the reasons of a correction.

def test_no_name_and_no_reason_is_a_command(api):
    for text in (ESCAPE, C1, TURNED, "a\r\nb", "\ufeffx"):
        api.post("/v1/games", {"variant": "hand", "seats": [
            {"player": text}, {"player": "reader"}]}).refused(400)
        api.post("/v1/players", {"name": text}).refused(400)


@pytest.mark.parametrize("form", ["application/json", "text/plain",
                                  "text/csv", "text/html"])
@pytest.mark.parametrize("language", ["en", "ar", "ru"])
def test_no_sheet_holds_a_command(api, form, language):
    names = [MARKUP, "=1+1|cmd", "\"'&;,", "`$(reboot)`"]
    game = api.create(plain(len(names), names=names).body)
    answer = api.get(game.path + "/scores", headers={
        "Accept": form, "Accept-Language": language})
    text = answer.ok() and json.dumps(answer.json) \
        if form == "application/json" else answer.body.decode("utf-8")
    assert not CONTROLS.search(text.replace("\r\n", "\n"))
    if form == "text/html":
        assert "<img" not in text and "&lt;img" in text
    if form == "text/csv":
        assert '"\'=1+1|cmd"' in text and '"=1' not in text
