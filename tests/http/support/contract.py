"""openapi/hakam.yaml, read once: holds every answer to its description."""

import json
import re

import jsonschema
import yaml

from support.daemon import SRCDIR

FILE = SRCDIR / "openapi" / "hakam.yaml"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch",
           "trace")

_formats = jsonschema.FormatChecker(formats=())


@_formats.checks("date-time")
def _is_time(value):
    return not isinstance(value, str) or bool(re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value))


@_formats.checks("uuid")
def _is_uuid(value):
    return not isinstance(value, str) or bool(re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        value))


# Sub-values found valid, as (schema, text): cards, seats, melds and events
# come again in answer after answer.
_valid = set()


def _once(validator, value, schema, **place):
    """The errors of a value under a schema, looked for once."""
    if not isinstance(schema, dict):
        yield from validator.descend(value, schema, **place)
        return
    text = json.dumps(value) if isinstance(value, (dict, list)) else None
    key = (id(schema), type(value), value if text is None
           else (hash(text), len(text)))
    if key in _valid:
        return
    good = True
    for error in validator.descend(value, schema, **place):
        good = False
        yield error
    if good:
        _valid.add(key)


def _items(validator, items, value, schema):
    if validator.is_type(value, "array"):
        assert "prefixItems" not in schema
        for index, item in enumerate(value):
            yield from _once(validator, item, items, path=index)


def _properties(validator, properties, value, schema):
    if validator.is_type(value, "object"):
        for name, subschema in properties.items():
            if name in value:
                yield from _once(validator, value[name], subschema,
                                 path=name, schema_path=name)


_Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    {"items": _items, "properties": _properties})


class Contract:
    """The description with every $ref resolved."""

    def __init__(self, file=FILE):
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.source = yaml.load(file.read_text("utf-8"), Loader=loader)
        self._resolved = {}
        self.document = self._resolve(self.source)
        self._validators = {}
        self._seen = set()
        self.paths = self.document["paths"]
        self._patterns = sorted(
            ((self._pattern(template), template) for template in self.paths),
            key=lambda pair: pair[1].count("{"))

    def _resolve(self, node):
        if isinstance(node, list):
            return [self._resolve(item) for item in node]
        if not isinstance(node, dict):
            return node
        if isinstance(node.get("$ref"), str):
            target = self._target(node["$ref"])
            rest = {key: self._resolve(value) for key, value in node.items()
                    if key not in ("$ref", "summary", "description")}
            return {"allOf": [target], **rest} if rest else target
        return {key: self._resolve(value) for key, value in node.items()}

    def _target(self, reference):
        assert reference.startswith("#/"), f"{reference}: not in this file"
        if reference not in self._resolved:
            node = self.source
            for part in reference[2:].split("/"):
                part = part.replace("~1", "/").replace("~0", "~")
                assert part in node, f"{reference}: leads nowhere"
                node = node[part]
            self._resolved[reference] = None
            self._resolved[reference] = self._resolve(node)
        found = self._resolved[reference]
        assert found is not None, f"{reference}: refers to itself"
        return found

    @staticmethod
    def _pattern(template):
        return re.compile(re.sub(r"\\\{[^/]*?\\\}", "[^/]+",
                                 re.escape(template)))

    def template(self, path):
        """The path of the file that a request's path is one of, or None."""
        path = path.split("?", 1)[0]
        for pattern, template in self._patterns:
            if pattern.fullmatch(path):
                return template
        return None

    def routes(self):
        """Every (METHOD, template) of the file."""
        return {(method.upper(), template)
                for template, item in self.paths.items()
                for method in item if method in METHODS}

    def codes(self):
        """Every error code that the file knows."""
        schemas = self.document["components"]["schemas"]
        return set(self._enum(schemas["Problem"]["properties"]["code"]))

    def _enum(self, schema):
        if "enum" in schema:
            return schema["enum"]
        return [value for part in schema.get("allOf", ())
                for value in self._enum(part)]

    def errors(self, schema, value):
        """What is wrong with a value, as lines; none if it is valid."""
        # The schemas live as long as the description: ids stay theirs.
        key = id(schema)
        if key not in self._validators:
            self._validators[key] = _Validator(
                schema, format_checker=_formats)
        return [f"at /{'/'.join(map(str, error.absolute_path))}: "
                f"{error.message[:300]}"
                for error in self._validators[key].iter_errors(value)]

    def check(self, method, path, status, headers, body):
        """Fails unless the answer is one that the file describes."""
        where = f"{method} {path} -> {status}"
        template = self.template(path)
        item = self.paths.get(template, {})
        operation = item.get(method.lower())
        if operation is None and method == "HEAD":
            operation = item.get("get")
        if operation is None:
            assert status in (204, 400, 404, 405, 501), (
                f"{where}: the description knows no such operation")
            if status != 204:
                self.check_problem(where, status, headers, body)
            return
        response = operation["responses"].get(str(status))
        assert response is not None, (
            f"{where}: {template} does not list the status; answer: "
            f"{body[:600]!r}")
        for name, header in response.get("headers", {}).items():
            if header.get("required"):
                assert headers.get(name) is not None, (
                    f"{where}: the header {name} is missing")
        content = response.get("content")
        if method == "HEAD" or not content:
            assert body == b"", f"{where}: a body where none may be"
            return
        media = (headers.get("Content-Type") or "").split(";")[0].strip()
        assert media in content, (
            f"{where}: Content-Type {media!r} is not among {list(content)}")
        schema = content[media].get("schema")
        # What is looked at again and again is the same to the byte.
        seen = (id(schema), hash(body), len(body))
        if media.endswith("json") and schema is not None \
                and seen not in self._seen:
            faults = self.errors(schema, parse(body))
            assert not faults, (
                f"{where}: not what {template} describes: "
                + "; ".join(faults[:5]) + f"\nanswer: {body[:1500]!r}")
            self._seen.add(seen)
        if status >= 400:
            self.check_problem(where, status, headers, body)

    def check_problem(self, where, status, headers, body):
        """What every refusal is, whatever the operation (RFC 9457)."""
        media = (headers.get("Content-Type") or "").split(";")[0].strip()
        assert media == "application/problem+json", (
            f"{where}: Content-Type {media!r} of a refusal: {body[:300]!r}")
        if where.startswith("HEAD "):
            return
        problem = parse(body)
        faults = self.errors(
            self.document["components"]["schemas"]["Problem"], problem)
        assert not faults, f"{where}: no good problem: {faults[:5]}"
        assert problem["status"] == status, f"{where}: {problem}"
        assert problem["type"] == "/v1/problems/" + problem["code"], (
            f"{where}: {problem}")
        assert problem["title"] and problem["detail"], f"{where}: {problem}"


def parse(body):
    """JSON as strictly as a client may want it."""
    def pairs(members):
        names = [name for name, _ in members]
        assert len(names) == len(set(names)), f"a name twice in {names}"
        return dict(members)

    def constant(name):
        raise AssertionError(f"{name} in an answer")
    return json.loads(body.decode("utf-8"), object_pairs_hook=pairs,
                      parse_constant=constant)
