"""English, Arabic and Russian: which one is chosen, what follows it and what
never does, and that cards and figures stand right in Arabic."""

import json
import re

import pytest

from support.contract import Contract
from support.deals import Arranged, discard, draw, meld, plain
from support.raw import request, send
from support.scorecards import card, record
from test_json_strict import GAMES, MOVES
from test_scorecards import IMPOSSIBLE, SHAPES

LANGUAGES = ["en", "ar", "ru"]
LETTERS = {"ar": re.compile(r"[\u0621-\u064a]"),
           "ru": re.compile(r"[а-яё]", re.IGNORECASE)}
ISOLATE = re.compile("[\u2066\u2068][^\u2066\u2068\u2069]*\u2069")
TEXTS = ("title", "detail", "text", "meaning")


def speaks(language, **more):
    return {"Accept-Language": language, **more}


def in_each(ask):
    """The answers in all three languages, each named as it must be."""
    answers = {}
    for language in LANGUAGES:
        answer = ask(speaks(language))
        assert answer.header("Content-Language") == language
        assert "accept-language" in answer.header("Vary").lower()
        answers[language] = answer
    return answers


def parted(value):
    """The value without its texts, and the texts."""
    if isinstance(value, dict):
        rest, texts = {}, []
        for name, member in value.items():
            if name in TEXTS and isinstance(member, str):
                texts.append(member)
                continue
            rest[name], more = parted(member)
            texts += more
        return rest, texts
    if isinstance(value, list):
        parts = [parted(member) for member in value]
        return ([rest for rest, _ in parts],
                [text for _, texts in parts for text in texts])
    return value, []


def places(text):
    return sorted(re.findall(r"\{\w+\}", text))


def check_arabic(text):
    """Nothing written from left to right stands outside an isolate, and no
    isolate within another; digits are the Western ones."""
    left = re.sub(r"\{\w+\}", "", text)
    # A reason is a text of its own, isolated within the detail.
    for _ in range(2):
        left = ISOLATE.sub("", left)
    assert not re.search("[A-Za-z0-9\u2066-\u2069]", left), text
    assert not re.search("[\u0660-\u0669\u06f0-\u06f9]", text), text


def check_all(ask):
    """The same in all languages but for the texts, which are translated.
    Returns the texts by language."""
    told = {language: parted(answer.json)
            for language, answer in in_each(ask).items()}
    english_rest, english = told["en"]
    assert english
    for language in ("ar", "ru"):
        rest, texts = told[language]
        assert rest == english_rest
        assert len(texts) == len(english)
        for text, source in zip(texts, english):
            assert text != source and LETTERS[language].search(text), text
            assert places(text) == places(source)
    for text in told["ar"][1]:
        check_arabic(text)
    return {language: texts for language, (_, texts) in told.items()}


# What a client sends, the language that it gets, comment.
NEGOTIATION = [
    (None, "en", "nothing said"),
    ("", "en", "nothing said at length"),
    ("*", "en", "anything"),
    ("en", "en", "English"),
    ("ar", "ar", "Arabic"),
    ("ru", "ru", "Russian"),
    ("AR", "ar", "case does not count"),
    ("ar-EG", "ar", "a country"),
    ("ru-Cyrl-RU", "ru", "a script and a country"),
    ("en-GB, ar;q=0.9", "en", "the first"),
    ("en;q=0.4, ar;q=0.9", "ar", "the one wanted more"),
    ("fr, de;q=0.9", "en", "none that is spoken here"),
    ("fr, ru;q=0.1", "ru", "a little Russian"),
    ("fr, *;q=0.5", "en", "anything else"),
    ("en;q=0, *", "ar", "anything but English"),
    ("ru;q=0", "en", "refused"),
    ("ru;q=nonsense, ar;q=0.1", "ar", "what cannot be read says nothing"),
    ("arz", "en", "another language with the same first letters"),
    (";;;,,,q=", "en", "nothing that can be read"),
]


@pytest.mark.parametrize("sent,given,comment", NEGOTIATION)
def test_the_language_is_chosen(api, sent, given, comment):
    for path in ("/v1/problems/stale", "/v1/nothing", "/v1/variants"):
        answer = api.get(path, headers=speaks(sent))
        assert answer.header("Content-Language") == given, comment


def test_several_headers_are_one_list(daemon):
    data = request("GET", "/v1/problems", [
        ("Accept-Language", "fr"), ("Accept-Language", "ru"),
        ("Connection", "close")])
    (answer,) = send(daemon, data)
    assert answer.header("Content-Language") == "ru"


@pytest.mark.parametrize("code", sorted(Contract().codes()))
def test_a_problem_is_described_in_each_language(api, code):
    path = "/v1/problems/" + code
    one = check_all(lambda headers: api.get(path, headers=headers))
    assert len(one["en"]) == 2
    for language in LANGUAGES:
        listed = api.get("/v1/problems", headers=speaks(language)).json
        assert api.get(path, headers=speaks(language)).json in listed["items"]


def test_variants_and_options_are_told_in_each_language(api):
    texts = check_all(lambda headers: api.get("/v1/variants",
                                              headers=headers))
    assert "هاند" in texts["ar"] and "هاند شراكة" in texts["ar"]
    assert "«Можно?»" in texts["ru"]


# The words by which the rules' own sources call things.
WORDS = [("ar", "كومة النار"), ("ar", "إنزال"), ("ar", "تركيب"),
         ("ar", "جوكر"), ("ru", "банк"), ("ru", "комплект"),
         ("ru", "секвенци"), ("ru", "розыгрыш")]


@pytest.mark.parametrize("language,word", WORDS)
def test_things_are_called_as_the_sources_call_them(api, language, word):
    texts = [text for path in ("/v1/variants", "/v1/problems")
             for text in parted(api.get(path,
                                        headers=speaks(language)).json)[1]]
    assert any(word in text.lower() for text in texts)


def too_low(game):
    """A first meld of 24 points, refused."""
    return lambda headers: game.post(1, meld("7H 8H 9H"), headers=headers)


@pytest.fixture
def at_play(api):
    arranged = Arranged({0: ["2D"], 1: "7H 8H 9H".split()}, ["2C"])
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw())
    return game


def test_a_refusal_with_figures_and_its_rule(at_play):
    texts = check_all(too_low(at_play))
    _, english, rule, detail = texts["en"]
    assert english == detail and rule.startswith("The first melds")
    assert english == "The melds are worth 24; 51 is required."
    assert "24" in texts["ru"][1] and "51" in texts["ru"][1]
    assert "\u206824\u2069" in texts["ar"][1]
    assert "\u206851\u2069" in texts["ar"][1]
    problem = too_low(at_play)(speaks("ar")).json
    assert (problem["required"], problem["total"]) == (51, 24)
    assert problem["code"] == "opening_too_low"
    assert problem["rule"]["id"] == "H9"


def test_a_card_in_a_refusal(at_play):
    def ask(headers):
        return at_play.post(1, discard("KS"), headers=headers)
    texts = check_all(ask)
    for language in ("en", "ru"):
        assert "KS" in texts[language][1]
    assert "\u2068KS\u2069" in texts["ar"][1]


# Melds, the reason why they are none.
NO_MELDS = [
    ("7H 8H", "too_short"), ("7H 9H 8H 7D", "not_set_or_run"),
    ("7H 8H TH", "run_has_gap"), ("2S 2S 2D", "set_repeats_suit"),
]


@pytest.mark.parametrize("cards,reason", NO_MELDS)
def test_a_reason_within_a_refusal(api, cards, reason):
    arranged = Arranged({0: ["2D"], 1: cards.split()}, ["2C"])
    game = api.create(arranged.body)
    game.play(0, discard("2D"))
    game.play(1, draw())
    check_all(lambda headers: game.post(1, meld(cards), headers=headers))
    assert game.post(1, meld(cards), headers=speaks("ru")).json[
        "reason"] == reason


def test_rules_in_the_answers_to_questions(api):
    body = {"variant": "hand", "melds": [["7H", "8H"], ["9S", "9H", "9D"]]}
    check_all(lambda headers: api.post("/v1/check", body, headers=headers))


@pytest.mark.parametrize("name,body,pointers,comment", GAMES,
                         ids=[row[0] for row in GAMES])
def test_faults_of_a_game(api, name, body, pointers, comment):
    check_all(lambda headers: api.post("/v1/games", body, headers=headers))


@pytest.fixture(scope="module")
def shared_game(api):
    return api.create(plain().body)


@pytest.mark.parametrize("move,pointers,comment", MOVES,
                         ids=[json.dumps(row[0]) for row in MOVES])
def test_faults_of_a_move(shared_game, move, pointers, comment):
    check_all(lambda headers: shared_game.post(0, move, headers=headers))


@pytest.fixture(scope="module")
def cards(api):
    """A scorecard of either game, on which nothing is ever recorded."""
    return {variant: api.create(card(variant)) for variant in
            ("hand", "may-i")}


@pytest.mark.parametrize("body,pointers,comment", SHAPES,
                         ids=[row[-1] for row in SHAPES])
def test_faults_of_a_round_that_is_told(cards, body, pointers, comment):
    check_all(lambda headers: record(cards["hand"], body, headers=headers))


@pytest.mark.parametrize("row", IMPOSSIBLE, ids=[row[-1] for row in IMPOSSIBLE])
def test_why_a_round_cannot_have_happened(cards, row):
    variant, body = row[:2]
    check_all(lambda headers: record(cards[variant], body, headers=headers))


# Not JSON, comment.
BROKEN = [
    (b"", "nothing"), (b'{"a":', "cut"), (b'{"a":1}x', "more"),
    (b'{"a":1,"a":2}', "a member twice"), (b'"\xff"', "no UTF-8"),
    (b"[99999999999999999999]", "a number too large"),
    (b'"\\u0000"', "NUL"), (b"[" * 40 + b"]" * 40, "too deep"),
    (b"nothing", "no value"),
]


@pytest.mark.parametrize("raw,comment", BROKEN)
def test_what_is_no_json(api, raw, comment):
    check_all(lambda headers: api.post("/v1/games", raw=raw,
                                       headers=headers))


# Requests that never reach a resource: method, path, headers, status.
ELSEWHERE = [
    ("GET", "/v1/nothing", {}, 404),
    ("PUT", "/v1/variants", {}, 405),
    ("GET", "/v1/variants", {"Authorization": "Bearer hk_key_none"}, 401),
    ("GET", "/v1/variants", {"Accept": "image/png"}, 406),
    ("GET", "/v1/variants?x=1&x=2", {}, 400),
    ("GET", "/v1/games?limit=0&status=lost&player=%20", {}, 400),
    ("GET", "/v1/games?cursor=x", {}, 400),
    ("POST", "/v1/games", {"Content-Type": "text/plain"}, 415),
    ("POST", "/v1/games", {"Idempotency-Key": "short",
                           "Content-Type": "application/json"}, 400),
    ("BREW", "/v1/games", {}, 501),
]


@pytest.mark.parametrize("method,path,headers,status", ELSEWHERE)
def test_refusals_before_any_resource(api, method, path, headers, status):
    def ask(language):
        answer = api.request(method, path, headers={**headers, **language})
        assert answer.status == status, answer
        return answer
    check_all(ask)


def test_a_request_that_cannot_be_read_is_told_so_in_the_language(daemon):
    data = request("GET", "/v1/variants", [
        ("Host", "another"), ("Accept-Language", "ru")])
    (answer,) = send(daemon, data)
    assert answer.status == 400
    assert answer.header("Content-Language") == "ru"
    assert LETTERS["ru"].search(json.loads(answer.body)["title"])


# What is kept, and what is compared.

def test_the_tag_of_a_game_names_the_language(api):
    game = api.create(plain().body)
    tags = {language: answer.header("ETag") for language, answer in
            in_each(lambda headers: api.get(game.path, game.host,
                                            headers)).items()}
    assert tags == {language: f'"{game.seq()}.h.{language}"'
                    for language in LANGUAGES}


def test_not_modified_is_of_one_language(api):
    game = api.create(plain().body)
    for language in LANGUAGES:
        tag = api.get(game.path, game.host,
                      speaks(language)).header("ETag")
        for other in LANGUAGES:
            answer = api.get(game.path, game.host,
                             speaks(other, **{"If-None-Match": tag}))
            known = other == language
            assert answer.status == (304 if known else 200)
            assert answer.header("Content-Language") == (
                None if known else other)


def test_a_write_may_name_the_state_by_the_tag_of_any_language(api):
    arranged = plain()
    game = api.create(arranged.body)
    tag = api.get(game.path, game.host, speaks("ar")).header("ETag")
    answer = game.post(0, discard(arranged.hands[0][0]),
                       headers=speaks("ru", **{"If-Match": tag}))
    answer.ok()
    assert answer.header("ETag") == f'"{game.seq()}.s0.ru"'


def test_a_kept_answer_stays_in_its_language(api):
    key = {"Idempotency-Key": "a-key-of-many-languages"}
    first = api.post("/v1/games", plain().body, headers={**speaks("ar"),
                                                         **key})
    again = api.post("/v1/games", plain().body, headers={**speaks("ru"),
                                                         **key})
    assert again.header("Idempotency-Replayed") == "true"
    assert again.header("Content-Language") == "ar"
    assert again.header("ETag") == first.header("ETag")
    assert again.body == first.body
    other = api.post("/v1/games", {}, headers={**speaks("ru"), **key})
    other.refused(422, "idempotency_key_reused")
    assert other.header("Content-Language") == "ru"


def test_a_game_is_the_same_in_every_language(at_play):
    views = in_each(lambda headers: at_play.api.get(at_play.path,
                                                    at_play.host, headers))
    assert views["en"].json == views["ar"].json == views["ru"].json
