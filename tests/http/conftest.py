"""Fixtures: one daemon for the session, others for tests that need them."""

import collections
import itertools
import os
import re

import pytest

from support.client import Client
from support.contract import Contract
from support.daemon import Daemon, hakam


# HAKAM_FEWER=4: one of so many of what these files do alike to one thing after
# the other, where each takes long.
FEWER = int(os.environ.get("HAKAM_FEWER") or 1)
ALIKE = {"test_an_example_is_valid", "test_case", "test_case_played_by_the_host",
         "test_every_refusal_of_a_case_is_found_in_its_record", "test_record",
         "test_every_mutation_is_found_by_the_checker",
         "test_every_mutation_is_found_by_the_service",
         "test_it_is_content_with_records_of_the_service",
         "test_what_is_altered_is_found"}


def pytest_collection_modifyitems(config, items):
    met = collections.Counter()
    kept, left = [], []
    for item in items:
        name = item.originalname
        turn = met[name] % FEWER if name in ALIKE else 0
        met[name] += 1
        (left if turn else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.fixture(scope="session")
def contract():
    return Contract()


@pytest.fixture(scope="session")
def daemon(tmp_path_factory):
    """The daemon that most tests share, with a key of a host; nothing in it
    may be counted on to be alone there."""
    shared = Daemon(tmp_path_factory.mktemp("shared"))
    said = hakam(shared.database, "key", "add", "shared", "--role", "host")
    shared.key = re.search(r"hk_key_\S+", said.stdout).group()
    shared.start()
    yield shared
    shared.close()


@pytest.fixture(scope="session")
def api(daemon, contract):
    client = Client(daemon, contract)
    yield client
    client.close()


@pytest.fixture
def spawn(tmp_path):
    """Makes daemons that are ended with the test: spawn(auth="keys")."""
    made = []

    def make(start=True, **settings):
        directory = tmp_path / f"daemon{len(made)}"
        directory.mkdir()
        made.append(Daemon(directory, **settings))
        return made[-1].start() if start else made[-1]
    yield make
    for one in made:
        one.close()


@pytest.fixture
def house(spawn, contract):
    """A daemon that nobody else asks for anything, and a client of it."""
    daemon = spawn()
    client = Client(daemon, contract)
    yield daemon, client
    client.close()


@pytest.fixture
def alone(house):
    """The client of such a daemon."""
    return house[1]


_numbers = itertools.count(1)


@pytest.fixture
def name():
    """Makes player names that no other test uses: name("huda")."""
    return lambda stem: f"{stem} {next(_numbers)}"
