"""Every rule case of Hand, over HTTP: with the tokens of the seats, and once
more with the host's, who names the seat."""

import pytest

from support import cases

FILES = cases.hand_cases()


def test_the_cases_are_there():
    assert len(FILES) >= 77, f"only {len(FILES)} cases in {cases.DIRECTORY}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(api, path):
    cases.run(api, cases.load(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_played_by_the_host(api, path):
    cases.run(api, cases.load(path), by_host=True)
