"""The description and the program say the same: routes, codes, examples."""

import subprocess

import pytest

from support.contract import Contract
from support.daemon import HAKAMD, PATIENCE, SRCDIR, environment

CONTRACT = Contract()


def routes_of_the_program():
    done = subprocess.run([HAKAMD, "--routes"], env=environment(),
                          capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    lines = [tuple(line.split()) for line in done.stdout.splitlines()]
    assert len(lines) == len(set(lines)), "a route twice"
    return set(lines)


def test_every_route_of_the_program_is_described():
    assert not routes_of_the_program() - CONTRACT.routes()


def test_every_route_described_is_in_the_program():
    assert not CONTRACT.routes() - routes_of_the_program()


def test_every_code_of_the_program_is_described(api):
    page = api.get("/v1/problems").ok()
    assert page["next"] is None
    assert {item["code"] for item in page["items"]} == CONTRACT.codes()


def test_the_json_form_says_what_the_yaml_form_says(api):
    assert api.get("/openapi.json").ok() == CONTRACT.source


def test_the_yaml_form_is_the_file_itself(api):
    answer = api.get("/openapi.yaml")
    assert answer.status == 200
    assert answer.body == (SRCDIR / "openapi" / "hakam.yaml").read_bytes()


def _examples(node, place=""):
    """Every (place, schema, value) of an example in the document."""
    if isinstance(node, list):
        for i, item in enumerate(node):
            yield from _examples(item, f"{place}/{i}")
    if not isinstance(node, dict):
        return
    schema = node.get("schema")
    if schema is not None:
        if "example" in node:
            yield f"{place}/example", schema, node["example"]
        for name, example in (node.get("examples") or {}).items():
            yield f"{place}/examples/{name}", schema, example["value"]
    for name, child in node.items():
        if name not in ("example", "examples", "components"):
            yield from _examples(child, f"{place}/{name}")


EXAMPLES = list(_examples(CONTRACT.document))


def test_there_are_examples():
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize("place,schema,value", EXAMPLES,
                         ids=[place for place, _, _ in EXAMPLES])
def test_an_example_is_valid(place, schema, value):
    assert not CONTRACT.errors(schema, value)


def test_every_example_kept_is_used():
    """Components are resolved by reference: one that no operation shows
    would be validated by nobody."""
    text = (SRCDIR / "openapi" / "hakam.yaml").read_text("utf-8")
    for name in CONTRACT.source["components"].get("examples", {}):
        assert f"#/components/examples/{name}'" in text, name


OPERATIONS = [(method, template, operation)
              for template, item in CONTRACT.paths.items()
              for method, operation in item.items()
              if method in ("get", "post", "put", "delete")]


@pytest.mark.parametrize("method,template,operation", OPERATIONS,
                         ids=[f"{m} {t}" for m, t, _ in OPERATIONS])
def test_every_answer_with_a_body_has_a_schema(method, template, operation):
    """An answer without a schema would be validated by nothing."""
    for status, response in operation["responses"].items():
        assert status.isdigit(), f"{status}: not one status"
        if status in ("204", "304"):
            assert "content" not in response
            continue
        for media, content in response["content"].items():
            assert content.get("schema"), f"{status} {media}"
        if int(status) >= 400:
            assert set(response["content"]) == {"application/problem+json"}
