"""Every way to alter the record of a game in one place."""

import copy
import itertools
import re


def other(value):
    """Values of the same kind that are others."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if value is None:
        return [0]
    if isinstance(value, list):
        return [value[:-1], value[::-1], value + value[-1:]] if value else [[0]]
    if isinstance(value, dict):
        return [{**value, "more": 0}]
    if re.fullmatch("[A2-9TJQK][SHDC]|JK", value):
        return ["2S" if value != "2S" else "3S"]
    if re.fullmatch("[0-9a-f]{64}", value):
        return [f"{int(value[0], 16) ^ 1:x}" + value[1:],
                value[:-1] + f"{int(value[-1], 16) ^ 1:x}"]
    if re.fullmatch(r"20\d\d-.*\dZ", value):
        return [value[:-2] + str((int(value[-2]) + 1) % 10) + "Z"]
    return [value + "x", value[:-1]]


def changed_within(value):
    """Every way to change one place of it, also to leave it out."""
    for instead in other(value):
        if instead != value:
            yield instead
    if isinstance(value, (dict, list)):
        for key, part in (value.items() if isinstance(value, dict)
                          else enumerate(value)):
            for instead in changed_within(part):
                whole = copy.copy(value)
                whole[key] = instead
                yield whole
    if isinstance(value, dict):
        for key in value:
            yield {name: value[name] for name in value if name != key}


def numbered(events):
    return [{**event, "seq": number} for number, event in enumerate(events, 1)]


def altered_events(events):
    """Every event in every place that it has; also without."""
    for place, event in enumerate(events):
        for instead in changed_within(event):
            yield f"event {place + 1} altered", place, place + 1, [instead]


def moved_events(events):
    """Left out, told twice, changed over, cut off: what stands instead of the
    events from one place to another."""
    count = len(events)
    for place, event in enumerate(events):
        yield f"event {place + 1} left out", place, place + 1, []
        yield f"event {place + 1} told twice", place, place, [event]
        for far in {place + 1, (place + count // 2) % count, count - 1}:
            if place < far < count:
                between = events[place + 1:far]
                yield (f"events {place + 1} and {far + 1} changed over", place,
                       far + 1, [events[far], *between, event])
        if place > 0:
            yield f"cut off after {place}", place, count, []
            yield f"begun after {place}", 0, place, []


def put_instead(record, change, renumber, head):
    """By somebody who moves numbers and head along as well as he can."""
    _, first, end, instead = change
    those = record["events"][:first] + instead + record["events"][end:]
    if renumber:
        those = numbered(those)
    if head and those:
        record = {**record, "chain": {"seq": len(those),
                                      "hash": those[-1].get("hash")}}
    return {**record, "events": those}


def mutations(record):
    """Names of all, each with what makes it."""
    events = record["events"]
    for change in altered_events(events):
        yield change[0], lambda c=change: put_instead(record, c, False, False)
    for change in moved_events(events):
        for number, head in itertools.product((False, True), repeat=2):
            yield (f"{change[0]}, numbered anew: {number}, its head: {head}",
                   lambda c=change, n=number, h=head:
                   put_instead(record, c, n, h))
    for instead in other(record["id"]):
        yield "another game", lambda i=instead: {**record, "id": i}
    for instead in changed_within(record["chain"]):
        if "more" not in instead:
            yield "another head", lambda i=instead: {**record, "chain": i}
    yield "no head", lambda: {name: record[name] for name in record
                              if name != "chain"}


def thinned(record, most, every):
    """All mutations, or some in even steps; and how many there are. Not a
    record that was cut off with its head: it is one of an earlier moment, and
    right."""
    count = sum(1 for _ in mutations(record))
    step = 1 if every else max(1, count // most)
    tried = []
    for name, make in itertools.islice(mutations(record), None, None, step):
        altered = make()
        those = altered["events"]
        if "its head: True" not in name or \
                those != record["events"][:len(those)]:
            tried.append((name, altered))
    return count, tried
