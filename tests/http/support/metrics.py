"""Prometheus' text form 0.0.4 and OpenMetrics 1.0, read strictly."""

import re

TEXT = "text/plain; version=0.0.4; charset=utf-8"
OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8"

NAME = r"[a-z][a-z0-9_]*"
SAMPLE = re.compile(rf"({NAME})(?:\{{(.*)\}})? (\S+)")
LABEL = re.compile(r'([a-z][a-z0-9_]*)="([^"\\\n]*)"(?:,(?!$)|$)')

# What the samples of a family may add to its name.
SUFFIXES = {"counter": ("",), "gauge": ("",),
            "histogram": ("_bucket", "_sum", "_count")}


class Family:
    def __init__(self, name, help_text):
        self.name = name
        self.help = help_text
        self.kind = None
        self.samples = {}  # (suffix, ((label, value), …)) -> number


class Metrics:
    """Families by name; a value by its name and labels."""

    def __init__(self, body, form=TEXT):
        self.families = {}
        text = body.decode("ascii")
        assert text.endswith("\n") and "\n\n" not in text
        lines = text[:-1].split("\n")
        self.open = form == OPEN
        if self.open:
            assert lines.pop() == "# EOF"
        self.family = None
        for line in lines:
            self._take(line)
        for family in self.families.values():
            assert family.kind, f"{family.name} has no type"
            if family.kind == "histogram":
                self._check_histogram(family)

    def _take(self, line):
        if line.startswith("# HELP "):
            name, _, words = line[7:].partition(" ")
            assert re.fullmatch(NAME, name) and words, line
            assert name not in self.families, f"{name} twice"
            assert "\\" not in words and '"' not in words, line
            self.family = self.families[name] = Family(name, words)
        elif line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            assert name == self.family.name and not self.family.samples, line
            assert self.family.kind is None and kind in SUFFIXES, line
            self.family.kind = kind
            assert (kind == "counter") <= (
                name.endswith("_total") != self.open), line
        else:
            self._take_sample(line)

    def _take_sample(self, line):
        match = SAMPLE.fullmatch(line)
        assert match, line
        name, labels, value = match.groups()
        assert name.startswith(self.family.name), f"{line} elsewhere"
        suffix = name[len(self.family.name):]
        if self.open and self.family.kind == "counter":
            assert suffix == "_total", line
            suffix = ""
        assert suffix in SUFFIXES[self.family.kind], line
        pairs = LABEL.findall(labels or "")
        assert ",".join(f'{n}="{v}"' for n, v in pairs) == (labels or ""), line
        assert len(dict(pairs)) == len(pairs), f"a label twice: {line}"
        key = (suffix, tuple(pairs))
        assert key not in self.family.samples, f"twice: {line}"
        assert re.fullmatch(r"\d+(\.\d+)?", value), line
        self.family.samples[key] = float(value)

    @staticmethod
    def _check_histogram(family):
        """Buckets rise to the count, each with a sum."""
        series = {}
        for (suffix, labels), value in family.samples.items():
            rest = tuple(pair for pair in labels if pair[0] != "le")
            found = series.setdefault(rest, {"buckets": []})
            if suffix == "_bucket":
                found["buckets"].append((float(dict(labels)["le"]), value))
            else:
                found[suffix] = value
        for labels, found in series.items():
            bounds = [bound for bound, _ in found["buckets"]]
            counts = [count for _, count in found["buckets"]]
            assert bounds == sorted(set(bounds)), (family.name, labels)
            assert bounds[-1] == float("inf"), (family.name, labels)
            assert counts == sorted(counts), (family.name, labels)
            assert counts[-1] == found["_count"], (family.name, labels)
            assert found["_sum"] >= 0 and len(found) == 3

    def value(self, name, suffix="", **labels):
        """Of the one sample with these labels; 0 where there is none."""
        found = [value for (own, pairs), value
                 in self.families[name].samples.items()
                 if own == suffix and dict(pairs) == labels]
        assert len(found) <= 1
        return found[0] if found else 0

    def series(self):
        """All series: (name, suffix, labels) -> value."""
        return {(name, *key): value
                for name, family in self.families.items()
                for key, value in family.samples.items()}

    def counting(self):
        """Those that never fall."""
        return {key: value for key, value in self.series().items()
                if self.families[key[0]].kind != "gauge"}


def scrape(api, token=None, accept=None):
    """What the daemon says now."""
    answer = api.get("/metrics", token,
                     {"Accept": accept} if accept else None)
    assert answer.status == 200, answer
    form = answer.header("Content-Type")
    assert form in (TEXT, OPEN), answer
    assert answer.header("Cache-Control") == "no-store"
    return Metrics(answer.body, form)
