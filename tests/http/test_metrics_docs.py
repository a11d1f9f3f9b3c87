"""What is written about metrics names those that there are: the page, the
dashboard, the rules for alerts."""

import json
import re
import shutil
import subprocess

import pytest

from support.daemon import SRCDIR
from support.deals import draw, plain
from support.metrics import scrape

PAGE = SRCDIR / "docs" / "metrics.md"
DASHBOARD = SRCDIR / "docs" / "grafana" / "hakam.json"
RULES = SRCDIR / "docs" / "prometheus" / "hakam-alerts.yaml"

METRIC = re.compile(r"\b(?:hakam|process)_[a-z_]+\b")

needs_promtool = pytest.mark.skipif(not shutil.which("promtool"),
                                    reason="no promtool here")


@pytest.fixture(scope="module")
def served(api):
    """The families, after requests of which each has a series."""
    game = api.create(plain(names=["metrics a", "metrics b"]).body)
    game.post(1, draw()).refused(409)
    return scrape(api).families


def samples(families):
    """Names as queries have them."""
    for name, family in families.items():
        if family.kind == "histogram":
            for suffix in ("_bucket", "_sum", "_count"):
                yield name + suffix
        else:
            yield name


def labels(families):
    return {name for family in families.values()
            for _, pairs in family.samples for name, _ in pairs}


def queries():
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    found = [target["expr"] for panel in dashboard["panels"]
             for target in panel.get("targets", [])]
    assert len(found) > 20
    return found


def test_every_metric_is_in_the_page_and_none_else(served):
    rows = [line for line in PAGE.read_text("utf-8").splitlines()
            if line.startswith("| `")]
    told = {name for row in rows
            for name in METRIC.findall(row.split("|")[1])}
    assert told == set(served)


def test_the_page_tells_the_labels(served):
    rows = {name: row.split("|") for row in
            PAGE.read_text("utf-8").splitlines() if row.startswith("| `")
            for name in METRIC.findall(row.split("|")[1])}
    for name, family in served.items():
        told = set(re.findall(r"`(\w+)`", rows[name][2]))
        found = {label for _, pairs in family.samples for label, _ in pairs}
        assert told == found, name


def test_the_dashboard_asks_for_what_there_is(served):
    known = set(samples(served))
    for query in queries() + ["hakam_build_info"]:
        names = set(METRIC.findall(query))
        assert names and names <= known, query
        for group in re.findall(r"by \(([^)]*)\)", query):
            assert set(re.split(r",\s*", group)) <= labels(served), query


def test_every_metric_is_in_the_dashboard(served):
    text = " ".join(queries())
    shown = set(METRIC.findall(text))
    for name, family in served.items():
        assert shown & set(samples({name: family})), name


def test_panels_have_places_of_their_own():
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    taken = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        squares = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                   for y in range(place["y"], place["y"] + place["h"])}
        assert not squares & taken, panel["title"]
        taken |= squares
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))


def test_the_alerts_ask_for_what_there_is(served):
    text = RULES.read_text("utf-8")
    names = set(METRIC.findall(re.sub(r"^\s*#.*$", "", text, flags=re.M)))
    assert names <= set(samples(served))
    codes = {dict(pairs)["code"] for _, pairs in
             served["hakam_http_problems_total"].samples}
    assert set(re.findall(r'code="(\w+)"', text)) <= codes


@needs_promtool
def test_promtool_accepts_the_alerts():
    done = subprocess.run(["promtool", "check", "rules", str(RULES)],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARN" not in (done.stdout + done.stderr).upper()


@needs_promtool
def test_promtool_can_read_the_queries_of_the_dashboard(tmp_path):
    rules = [{"record": f"a:q{i}", "expr":
              query.replace("$__rate_interval", "5m")
              .replace("$instance", ".*")} for i, query in
             enumerate(queries())]
    path = tmp_path / "rules.yml"
    path.write_text(json.dumps({"groups": [{"name": "a", "rules": rules}]}))
    done = subprocess.run(["promtool", "check", "rules", str(path)],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
