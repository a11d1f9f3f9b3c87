"""The score sheet in its four forms."""

import csv
import html.parser
import io
import re
import unicodedata

import pytest

from support.bots import play_game
from support.deals import discard, plain
from support.scorecards import OUT, UP, card, correct, down, record, told

JSON, TEXT = "application/json", "text/plain"
CSV, HTML = "text/csv", "text/html"
FORMS = [JSON, TEXT, CSV, HTML]


def sheet(game, form=JSON, language="en", token=None, headers=None):
    answer = game.api.get(game.path + "/scores", token, {
        "Accept": form, "Accept-Language": language, **(headers or {})})
    assert answer.status == 200, repr(answer)
    assert answer.header("Content-Type").split(";")[0] == form
    assert answer.header("Content-Language") == language
    return answer


def text_of(game, form, language="en"):
    return sheet(game, form, language).body.decode("utf-8")


@pytest.fixture(scope="module")
def refereed(api):
    """Finished games that the referee dealt, of each variant."""
    found = {}
    for variant, seats, options in (
            ("hand", 3, {"rounds": 3, "joker_left": 25}),
            ("hand-partners", 4, {"rounds": 3}), ("may-i", 3, {})):
        game = api.create({"variant": variant, "options": options,
                           "seats": [{"player": f"sheet {i}"}
                                     for i in range(seats)]})
        play_game(game)
        found[variant] = game
    return found


VARIANTS = ["hand", "hand-partners", "may-i"]


# The form that is answered.

# Accept, media type or status, comment.
ACCEPTS = [
    (None, JSON, "nothing said"),
    ("*/*", JSON, "anything, as curl says"),
    ("text/*", TEXT, "the first of its kind"),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
     HTML, "a browser"),
    ("text/csv;q=0.5, text/plain;q=0.4", CSV, "the heavier one"),
    ("text/html;q=0, text/*", TEXT, "one refused"),
    ("application/json;q=0.1, text/csv;q=0.1", JSON, "wanted alike"),
    ("application/pdf", 406, "a form that there is not"),
    ("text/html;q=0", 406, "nothing wanted"),
]


@pytest.mark.parametrize("accept,found,comment", ACCEPTS,
                         ids=[row[2] for row in ACCEPTS])
def test_the_form_is_the_one_most_wanted(api, refereed, accept, found,
                                         comment):
    path = refereed["hand"].path + "/scores"
    for method in ("GET", "HEAD"):
        answer = api.request(method, path, headers={"Accept": accept})
        if found == 406:
            assert answer.status == 406, comment
            assert "Accept" in answer.header("Vary").split(", ")
            if method == "GET":
                answer.refused(406, "not_acceptable")
        else:
            assert answer.status == 200, comment
            media = answer.header("Content-Type").split(";")[0]
            assert media == found, comment


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_kept_apart(refereed, form):
    """By the state, the language and the form, and asked for again."""
    game = refereed["hand"]
    answer = sheet(game, form)
    vary = {part.strip().lower() for part in answer.header("Vary").split(",")}
    assert vary == {"authorization", "accept", "accept-language"}
    tags = {sheet(game, other, language).header("ETag")
            for other in FORMS for language in ("en", "ar", "ru")}
    assert len(tags) == 12
    assert all(tag.startswith(f'"{game.seq()}.') for tag in tags)
    again = game.api.get(game.path + "/scores", headers={
        "Accept": form, "If-None-Match": answer.header("ETag")})
    assert again.status == 304 and again.body == b""
    other = game.api.get(game.path + "/scores", headers={
        "Accept": TEXT if form == JSON else JSON,
        "If-None-Match": answer.header("ETag")})
    assert other.status == 200


def test_the_tag_changes_with_the_game(api):
    arranged = plain()
    game = api.create(arranged.body)
    before = sheet(game).header("ETag")
    game.play(0, discard(arranged.hands[0][0]))
    assert sheet(game).header("ETag") != before


def test_the_page_may_have_its_own_style_and_nothing_else(refereed):
    answer = sheet(refereed["hand"], HTML)
    policy = answer.headers.get_all("Content-Security-Policy")
    assert len(policy) == 1
    parts = {part.split()[0]: part.split()[1:]
             for part in policy[0].split(";")}
    assert parts["default-src"] == ["'none'"]
    assert parts["style-src"] == ["'unsafe-inline'"]
    assert "script-src" not in parts
    assert parts["base-uri"] == parts["form-action"] == ["'none'"]
    assert parts["frame-ancestors"] == ["'none'"]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_no_page_cannot_be_made_one(refereed, form):
    """A page says what browsers may do with it; of what is none they are told
    not to guess, which is all there is to say."""
    answer = sheet(refereed["hand"], form)
    assert answer.header("X-Content-Type-Options") == "nosniff"
    is_page = form == HTML
    assert ("Content-Security-Policy" in answer.headers) == is_page
    assert answer.header("Referrer-Policy") == (
        "no-referrer" if is_page else None)
    assert answer.header("Cross-Origin-Resource-Policy") == (
        "same-origin" if is_page else None)


def test_a_page_that_is_known_is_as_safe(refereed):
    """The headers of a 304 take the place of those that were kept."""
    path, accept = refereed["hand"].path + "/scores", {"Accept": HTML}
    api = refereed["hand"].api
    tag = api.get(path, headers=accept).header("ETag")
    again = api.get(path, headers={**accept, "If-None-Match": tag})
    assert again.status == 304
    assert "frame-ancestors" in again.header("Content-Security-Policy")


# What every form tells.

def read_csv(game, language="en"):
    raw = sheet(game, CSV, language).body.decode("utf-8")
    assert raw.endswith("\r\n") and "\n" not in raw.replace("\r\n", "")
    rows = list(csv.reader(io.StringIO(raw, newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1, "rows of one length"
    return rows


class Page(html.parser.HTMLParser):
    """A page: its elements, its tables' rows, its visible text."""

    VOID = {"meta", "br"}

    def __init__(self, text):
        super().__init__()
        self.elements, self.rows, self.words, self.open = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"{tag} closes another"

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.words.append(data)
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data

    @property
    def text(self):
        return "".join(self.words)


def columns_of(game):
    """What stands in the columns: ("seat", n) or ("team", n)."""
    seats = len(game.created["seats"])
    if game.created["variant"] != "hand-partners":
        return [("seat", i) for i in range(seats)]
    return [("seat", 0), ("seat", 2), ("team", 0),
            ("seat", 1), ("seat", 3), ("team", 1)]


def figures(line, column):
    """Points and running total of a JSON line in a column."""
    kind, index = column
    before = "team_" if kind == "team" else ""
    return line[before + "points"][index], line[before + "running"][index]


@pytest.mark.parametrize("variant", VARIANTS)
def test_json_holds_the_scores_of_the_game(refereed, variant):
    game = refereed[variant]
    told = sheet(game).json
    scores = game.view(None)["scores"]
    for name in ("totals", "team_totals", "winners"):
        assert told[name] == scores[name]
    running = [0] * len(told["seats"])
    teams = [0, 0]
    details = game.api.get(game.path + "/rounds?limit=100").ok()["items"]
    for line, score, detail in zip(told["rounds"], scores["rounds"],
                                   details, strict=True):
        assert {name: line[name] for name in score} == score
        running = [a + b for a, b in zip(running, line["points"])]
        assert line["running"] == running
        if variant == "hand-partners":
            teams = [a + b for a, b in zip(teams, line["team_points"])]
            assert line["team_running"] == teams
        else:
            assert line["team_running"] is None
        assert line["not_down"] == [
            seat for seat, down in enumerate(detail["down"]) if not down]
        assert line["corrections"] == []
    assert running == told["totals"]
    assert told["options"] == game.view(None)["options"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_csv_holds_the_same_figures(refereed, variant):
    game = refereed[variant]
    told, rows = sheet(game).json, read_csv(game)
    columns = columns_of(game)
    head, body = rows[0], rows[1:1 + len(told["rounds"])]
    assert head[0] == "Round" and len(set(head)) == len(head)
    names = [seat["player"] for seat in told["seats"]]
    for place, (kind, index) in enumerate(columns):
        assert head[1 + place] == (names[index] if kind == "seat" else
                                   f"{names[index]} + {names[index + 2]}")
    for row, line in zip(body, told["rounds"], strict=True):
        assert int(row[0]) == line["round"]
        for place, column in enumerate(columns):
            points, running = figures(line, column)
            assert int(row[1 + place]) == points
            title = head[1 + place] + ": running total"
            if title in head:
                assert int(row[head.index(title)]) == running
        out = row[head.index("went out")]
        assert out == ("" if line["out"] is None else names[line["out"]])
        assert (row[head.index("Hand")] == "yes") == line["hand"]
        assert (row[head.index("blocked")] == "yes") == line["blocked"]
        assert row[head.index("not down")] == "; ".join(
            names[seat] for seat in sorted(
                line["not_down"], key=[i for k, i in columns
                                       if k == "seat"].index))
    totals = rows[1 + len(body)]
    assert totals[0] == "Total"
    for place, (kind, index) in enumerate(columns):
        assert int(totals[1 + place]) == told[
            "totals" if kind == "seat" else "team_totals"][index]
    winners = rows[2 + len(body)]
    assert winners[0] in ("Winner", "Winners")
    for place, (kind, index) in enumerate(columns):
        side = index % 2 if variant == "hand-partners" else index
        assert (winners[1 + place] == "yes") == (side in told["winners"])


def table_of(text):
    """The lines of a text's table: head, rounds, totals."""
    lines = text.split("\n")
    rules = [i for i, line in enumerate(lines)
             if set(line) and set(line) <= set("-+\u200f")]
    rounds = lines[rules[0] + 1:rules[-1]]
    assert len(rules) == (2 if rounds else 1), text
    return lines[rules[0] - 1], rounds, lines[rules[-1] + 1]


def numbers(line):
    return [int(number) for number in re.findall(r"-?\d+", line)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_text_holds_the_same_figures(refereed, variant):
    game = refereed[variant]
    told, text = sheet(game).json, text_of(game, TEXT)
    _, lines, totals = table_of(text)
    for line, wanted in zip(lines, told["rounds"], strict=True):
        found = [wanted["round"]]
        for column in columns_of(game):
            points, running = figures(wanted, column)
            found.append(points)
            if variant != "hand-partners" or column[0] == "team":
                found.append(running)
        assert numbers(line) == found, text
        assert line.count("*") == (0 if wanted["blocked"] else 1)
        assert len(re.findall(r"\dx", line)) == len(wanted["not_down"])
        assert ("Hand" in line) == wanted["hand"]
        assert ("blocked" in line) == wanted["blocked"]
    assert numbers(totals) == [
        told["totals" if kind == "seat" else "team_totals"][index]
        for kind, index in columns_of(game)]
    assert "2026" in text or re.search(r"\d{4}-\d\d-\d\d, finished", text)
    assert re.search(r"^Winners?: ", text, re.M)


@pytest.mark.parametrize("variant", VARIANTS)
def test_html_holds_the_same_figures(refereed, variant):
    game = refereed[variant]
    told, page = sheet(game).json, Page(text_of(game, HTML))
    head, *lines, totals = page.rows
    assert len(lines) == len(told["rounds"])
    assert len(head) == 1 + len(columns_of(game))
    for row, wanted in zip(lines, told["rounds"]):
        for cell, column in zip(row[1:], columns_of(game), strict=True):
            points, running = figures(wanted, column)
            found = [int(n) for n in re.findall(r"-?\d+", re.sub(
                "[●✕]", " ", cell))]
            assert found[0] == points
            kind, index = column
            assert ("●" in cell) == (kind == "seat"
                                     and wanted["out"] == index)
            assert ("✕" in cell) == (kind == "seat"
                                     and index in wanted["not_down"])
            if variant != "hand-partners" or kind == "team":
                assert cell.rstrip().endswith(str(running))
    assert [numbers(cell) for cell in totals[1:]] == [
        [told["totals" if kind == "seat" else "team_totals"][index]]
        for kind, index in columns_of(game)]


def test_options_that_differ_from_the_default_are_told(refereed):
    for form in (TEXT, HTML):
        told = Page(text_of(refereed["hand"], form)).text if form == HTML \
            else text_of(refereed["hand"], form)
        assert "rounds 3" in told and "joker_left 25" in told
        assert "opening_minimum" not in told
        assert "Options" not in text_of(refereed["may-i"], form)


# Games in every state.

@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_of_every_state(api, form):
    seats = [{"player": "state a"}, {"open": True}, {"bot": "basic"}]
    waiting = api.create({"variant": "hand", "seats": seats})
    playing = api.create(plain(3).body)
    ended = api.create(plain(3).body)
    api.delete(ended.path, ended.host).ok()
    for game, state in ((waiting, "waiting for players"),
                        (playing, "in play"),
                        (ended, "ended without a result")):
        told = text_of(game, form)
        if form in (TEXT, HTML):
            assert state in told
            assert "No round has been scored yet." in told
            assert "Winner" not in told
        elif form == CSV:
            rows = read_csv(game)
            assert [row[0] for row in rows] == ["Round", "Total"]
        else:
            assert sheet(game).json["winners"] is None
    if form in (TEXT, HTML):
        assert "open seat" in text_of(waiting, form)
        assert "Bot 2" in text_of(waiting, form)


def test_a_sheet_tells_no_more_than_the_scores(api):
    """Of a round that is on nothing is told, to nobody."""
    game = api.create(plain(3).body)
    for form in FORMS:
        bodies = {sheet(game, form, token=game.token(viewer)).body
                  for viewer in (None, "host", 0, 1)}
        assert len(bodies) == 1
    told = sheet(game).json
    assert told["rounds"] == [] and set(told["totals"]) == {0}


# Names that mean mischief, or have another direction or width.

HOSTILE = ["<script>alert(1)</script>", "=1+1", "a,\"b\"; 'c' & d",
           "-2+3", "@SUM(A1)"]


def arranged_with(api, names):
    return api.create({**plain(len(names), names=names).body})


def test_html_escapes_every_name(api):
    page = Page(text_of(arranged_with(api, HOSTILE), HTML))
    names = [tag for tag, _ in page.elements]
    assert "script" not in names and "img" not in names
    assert page.rows[0][1:] == HOSTILE
    for tag, attributes in page.elements:
        assert not [name for name in attributes if name.startswith("on")]
        assert not {"src", "action", "srcset"} & set(attributes)
        assert attributes.get("href", "#").startswith("#")


def test_html_sets_every_name_apart(api):
    names = ["ana", "هدى", "Ali (2)"]
    text = text_of(arranged_with(api, names), HTML)
    for name in names:
        assert f"<bdi>{name}</bdi>" in text


def test_csv_makes_no_formula_of_a_name(api):
    head = read_csv(arranged_with(api, HOSTILE))[0]
    for name, cell in zip(HOSTILE, head[1:]):
        assert cell == ("'" + name if name[0] in "=+-@" else name)
    for cell in head:
        assert cell[0] not in "=+-@＝＋－＠\t\r"


WIDE = ["山田太郎", "هدى", "e\u0301le\u0300ve", "محمد", "김철수"]


def columns(text):
    """How many columns a terminal gives the text."""
    return sum(0 if unicodedata.combining(c)
               or unicodedata.category(c) in ("Mn", "Me", "Cf")
               else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def edges(line):
    """Where the words of a line end, in columns."""
    return {columns(line[:match.end()])
            for match in re.finditer(r"[^ \u2068]+", line)}


@pytest.mark.parametrize("language", ["en", "ar", "ru"])
def test_text_stands_in_columns_whatever_the_names(api, language):
    game = arranged_with(api, WIDE)
    head, _, totals = table_of(text_of(game, TEXT, language))
    rule = next(line for line in text_of(game, TEXT, language).split("\n")
                if set(line) <= set("-+\u200f") and "-" in line)
    assert columns(head) == columns(rule) == columns(totals)
    # each name ends where its total does
    assert len(edges(totals)) == 7
    assert edges(totals) - edges(head) <= {columns("Total"),
                                           columns("Итого"),
                                           columns("المجموع")}
    for name in WIDE:
        assert unicodedata.normalize("NFC", name) in head


def test_text_sets_apart_what_runs_from_right_to_left(api):
    """Two names in Arabic would change places in an English line."""
    head = table_of(text_of(arranged_with(api, WIDE), TEXT))[0]
    for name in ("هدى", "محمد"):
        assert f"\u2068{name}\u2069" in head
    plain_names = arranged_with(api, ["ana", "basil"])
    assert text_of(plain_names, TEXT).isascii()


def test_text_in_arabic_runs_from_right_to_left(refereed):
    lines = text_of(refereed["hand"], TEXT, "ar").rstrip("\n").split("\n")
    assert all(line == "" or line.startswith("\u200f") for line in lines)
    for line in table_of("\n".join(lines))[1]:
        for number in re.findall(r"-\d+", line):
            assert "\u2066" + number in line
        assert line.count("\u2066") == line.count("\u2069")
    date, options = lines[1], lines[3]
    assert re.fullmatch("\u200f\u2066[0-9-]{10}\u2069، \\D+", date)
    assert "\u2066rounds 3\u2069، \u2066joker_left 25\u2069" in options


def test_a_long_name_is_cut_in_its_column_and_told_whole(api):
    long = "الاسم الطويل جدا الذي لا ينتهي أبدا"
    text = text_of(arranged_with(api, [long, "b"]), TEXT)
    head, _, totals = table_of(text)
    assert long not in head and "…" in head
    assert columns(head) == columns(totals) <= 40


@pytest.mark.parametrize("language,direction", [
    ("en", "ltr"), ("ar", "rtl"), ("ru", "ltr")])
def test_the_page_has_its_language_and_direction(refereed, language,
                                                 direction):
    page = Page(text_of(refereed["hand-partners"], HTML, language))
    assert page.elements[0] == ("html", {"lang": language,
                                         "dir": direction})
    assert not [tag for tag, _ in page.elements
                if tag in ("script", "link", "img", "iframe", "form")]
    assert "url(" not in text_of(refereed["hand-partners"], HTML, language)


# Scorecards: what was told, and what was corrected.

REASON = "it was <b>no</b> Hand, \"=1+1\""


@pytest.fixture(scope="module")
def corrected(api):
    """A finished partnership game with a Hand, a blocked round, and a round
    corrected twice."""
    game = api.create(card("hand-partners", 4, ["هدى", "basil", "لينا", "d"],
                           rounds=3))
    record(game, told(0, OUT, down(14), down(40), UP, hand=True)).ok(201)
    record(game, told(None, down(33), down(5), UP, UP), by=1).ok(201)
    record(game, told(3, down(30), {}, UP, OUT, hand=True)).ok(201)
    correct(game, 1, told(0, OUT, down(14), down(40), UP,
                          reason=REASON)).ok()
    correct(game, 1, told(0, OUT, down(15), down(40), UP,
                          reason="=one more")).ok()
    return game


def test_json_tells_the_corrections(corrected):
    told_json = sheet(corrected).json
    assert told_json["mode"] == "scorecard"
    first, second, third = told_json["rounds"]
    revisions = corrected.api.get(
        corrected.path + "/rounds/1/revisions").ok()["items"]
    assert first["corrections"] == [
        {key: item[key] for key in ("revision", "at", "by", "reason")}
        for item in revisions[1:]]
    assert second["corrections"] == third["corrections"] == []
    assert first["points"] == [-30, 15, 0, 100]
    assert [r["blocked"] for r in told_json["rounds"]] == [False, True, False]


def test_only_who_is_known_not_to_have_been_down_is_marked(api, corrected):
    """The partner of who went out need not be told of."""
    lines = sheet(corrected).json["rounds"]
    assert [line["not_down"] for line in lines] == [[3], [2, 3], [2]]
    may_i = api.create(card("may-i"))
    record(may_i, told(0, OUT, {"points": 5}, {**UP, "points": 70})).ok(201)
    assert sheet(may_i).json["rounds"][0]["not_down"] == [2]


def test_text_marks_a_corrected_round_and_says_why(corrected):
    text = text_of(corrected, TEXT)
    _, lines, _ = table_of(text)
    assert lines[0].startswith("1 [1] [2] ")
    assert lines[1].startswith("2 blocked ")
    assert lines[2].startswith("3 Hand ")
    assert re.search(r"^\[1\] Round 1: " + re.escape(REASON)
                     + r" \(corrected by the host, \d{4}-\d\d-\d\d "
                       r"\d\d:\d\d UTC\)$", text, re.M)
    assert re.search(r"^\[2\] Round 1: =one more \(", text, re.M)
    assert re.search(r"^Winner: basil \+ d$", text, re.M)
    assert "Kept by: the host, at a physical table" in text


def test_html_marks_a_corrected_round_and_says_why(corrected):
    page = Page(text_of(corrected, HTML))
    names = [tag for tag, _ in page.elements]
    assert names.count("li") == 2 and "b" not in names
    assert REASON in page.text and "=one more" in page.text
    anchors = [attributes["href"] for tag, attributes in page.elements
               if tag == "a"]
    ids = [attributes["id"] for tag, attributes in page.elements
           if tag == "li"]
    assert anchors == ["#" + one for one in ids] == ["#n1", "#n2"]
    assert [row[0] for row in page.rows] == [
        "Round", "1 1 2", "2blocked", "3Hand", "Total"]
    stars = ["★" in cell for cell in page.rows[-1][1:]]
    assert stars == [False] * 5 + [True]


def test_csv_tells_why_and_makes_no_formula_of_it(corrected):
    head, *rows = read_csv(corrected)
    place = head.index("Corrections")
    assert [row[place] for row in rows[:3]] == [
        REASON + "; =one more", "", ""]
    assert [row[head.index("blocked")] for row in rows[:3]] == ["", "yes", ""]
    again = corrected.api.create(card())
    record(again, told(0, OUT, UP, UP)).ok(201)
    correct(again, 1, told(1, UP, OUT, UP, reason="=cmd|'/c calc'!A1")).ok()
    assert read_csv(again)[1][-1] == "'=cmd|'/c calc'!A1"


@pytest.mark.parametrize("language,word", [
    ("ar", "صحّحها"), ("ru", "исправ")])
def test_corrections_are_told_in_the_language_asked_for(corrected, language,
                                                        word):
    assert word in text_of(corrected, TEXT, language)
    assert word in Page(text_of(corrected, HTML, language)).text


def test_a_sheet_is_the_same_whoever_asks(corrected):
    for form in FORMS:
        assert len({sheet(corrected, form, token=corrected.token(viewer)).body
                    for viewer in (None, "host", 0, 3)}) == 1
