#!/usr/bin/env python3
"""Checks that the record of a game is as its events were entered.

It needs Python 3.8 or newer and the record, nothing else: no program of the
referee, no token, no library.

    verify-record.py http://127.0.0.1:8080/v1/games/01a2…/record
    verify-record.py record.json --noted 117:9f7d77e85220…

It works out the hash chain of docs/hash-chain.md: every event with its own
hash, and the head. A hash that you noted while the game was on, and tell by
--noted, binds all events up to its own; without one the record is only shown to
be of one piece. That the moves are legal, and that the deals are honest, it does
not check: POST /v1/records/check and verify-deal.py do.

It ends with 0 where all is right, with 1 at the first event that is wrong,
which it names, and with 2 where it cannot check.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import urllib.error
import urllib.request

# What ends a round, or tells it, hides nothing.
OPEN_TYPES = ("round_ended", "round_corrected")


class Wrong(Exception):
    """Something is not as it was entered."""


class CannotCheck(Exception):
    """There is nothing to judge by."""


def sha256(data):
    return hashlib.sha256(data).digest()


def canonical(event):
    """RFC 8785, of what an event can hold: texts, integers, no fractions."""
    return json.dumps(event, sort_keys=True, separators=(",", ":"),
                      ensure_ascii=False, allow_nan=False).encode()


def read(source):
    try:
        if "://" in source:
            with urllib.request.urlopen(source, timeout=60) as answer:
                return json.load(answer)
        with open(source, encoding="utf-8") as file:
            return json.load(file)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise CannotCheck(f"{source}: {error}") from None


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value)


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Record:
    def __init__(self, record):
        if not isinstance(record, dict) or \
                record.get("format") != "hakam-record" or \
                not isinstance(record.get("events"), list) or \
                not all(isinstance(event, dict) for event in record["events"]):
            raise CannotCheck("this is no record of a game")
        if record.get("version") != 1:
            raise CannotCheck("this is a record of another version")
        head = record.get("chain")
        if head is None:
            raise CannotCheck("the record has no chain")
        if not isinstance(head, dict) or not is_number(head.get("seq")) or \
                not is_hash(head.get("hash")):
            raise Wrong("the head of the chain is not a number and a hash")
        if not isinstance(record.get("id"), str):
            raise CannotCheck("the record does not tell the game's id")
        self.id, self.head, self.events = record["id"], head, record["events"]
        self.ended, self.seeds = self.ends_of_rounds()

    def ends_of_rounds(self):
        ended, seeds = set(), {}
        for event in self.events:
            if event.get("type") == "round_ended" and \
                    is_number(event.get("round")):
                ended.add(event["round"])
                if is_hash(event.get("seed")):
                    seeds[event["round"]] = bytes.fromhex(event["seed"])
        return ended, seeds

    def check_number(self, number, event):
        seq = event.get("seq")
        if seq == number:
            return
        if not is_number(seq):
            raise Wrong(f"event {number} has no number")
        if seq < number:
            raise Wrong(f"event {seq} comes twice, or too late")
        if any(other.get("seq") == number for other in self.events):
            raise Wrong(f"event {seq} stands before event {number}")
        raise Wrong(f"event {number} is missing")

    def leaf(self, number, event, told):
        """Of what is bound already and told later, the leaf is all there is."""
        of = event.get("round")
        sealed = of is not None and event.get("type") not in OPEN_TYPES
        if told is not None:
            if not sealed or of in self.ended or not is_hash(told):
                raise Wrong(f"event {number} tells a leaf where none belongs")
            self.bound += 1
            return bytes.fromhex(told)
        nonce = b""
        if sealed and of in self.seeds:
            nonce = hmac.digest(self.seeds[of], number.to_bytes(8, "big"),
                                "sha256")
        try:
            return sha256(nonce + canonical(event))
        except ValueError as error:
            raise Wrong(f"event {number}: {error}") from None

    def check(self, noted):
        self.bound = 0
        value = sha256(b"hakam-chain-1 " + self.id.encode())
        for number, event in enumerate(self.events, 1):
            self.check_number(number, event)
            event = dict(event)
            told, leaf = event.pop("hash", None), event.pop("leaf", None)
            value = sha256(value + self.leaf(number, event, leaf))
            if not is_hash(told):
                raise Wrong(f"event {number} has no hash")
            if told != value.hex():
                raise Wrong(f"event {number} was altered, or its hash was")
            if noted.get(number, told) != told:
                raise Wrong(f"the hash noted of event {number} is another: it,"
                            " or an event before it, is not what it was")
        count = len(self.events)
        if self.head["seq"] < count:
            raise Wrong(f"event {self.head['seq'] + 1} was appended")
        if self.head["seq"] > count:
            raise Wrong(f"event {count + 1} is missing")
        if self.head["hash"] != value.hex():
            raise Wrong("the head of the chain is another")
        for number in noted:
            if number > count:
                raise Wrong(f"event {number}, whose hash was noted, is missing")
        return count


def noted_pair(text):
    match = re.fullmatch(r"([1-9][0-9]*):([0-9a-fA-F]{64})", text)
    if not match:
        raise argparse.ArgumentTypeError("say SEQ:HASH, as in 117:9f7d…")
    return int(match[1]), match[2].lower()


def main():
    parser = argparse.ArgumentParser(
        description="Checks the hash chain of the record of a game.")
    parser.add_argument("record", metavar="RECORD",
                        help="the address of a record, or a file")
    parser.add_argument("--noted", type=noted_pair, action="append", default=[],
                        metavar="SEQ:HASH",
                        help="the head of the chain as you noted it when this"
                        " was the last event")
    given = parser.parse_args()
    try:
        record = Record(read(given.record))
        count = record.check(dict(given.noted))
    except Wrong as wrong:
        print(f"WRONG: {wrong}")
        return 1
    except CannotCheck as reason:
        print(f"{parser.prog}: {reason}", file=sys.stderr)
        return 2
    print(f"all is right in {count} event{'s' if count > 1 else ''}"
          + (f", of which {record.bound} cannot be opened yet"
             if record.bound else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
