"""Every rule case, over HTTP: with the tokens of the seats, and once more with
the host's, who names the seat or tells the round."""

import pytest

from support import cases

HAND = cases.refereed("hand", "hand-partners")
MAY_I = cases.refereed("may-i")
FILES = [*HAND, *MAY_I]
SCORECARDS = cases.scorecards()


def test_the_cases_are_there():
    assert len(HAND) >= 138, f"only {len(HAND)} in {cases.DIRECTORIES}"
    assert len(MAY_I) >= 78, f"only {len(MAY_I)} in {cases.DIRECTORIES}"
    assert len(SCORECARDS) >= 13, (
        f"only {len(SCORECARDS)} in {cases.DIRECTORIES}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(api, path):
    cases.run(api, cases.load(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_played_by_the_host(api, path):
    cases.run(api, cases.load(path), by_host=True)


@pytest.mark.parametrize("path", SCORECARDS, ids=lambda path: path.stem)
def test_case_of_a_scorecard_told_by_the_seats(api, path):
    cases.run_scorecard(api, cases.load(path))


@pytest.mark.parametrize("path", SCORECARDS, ids=lambda path: path.stem)
def test_case_of_a_scorecard_told_by_the_host(api, path):
    cases.run_scorecard(api, cases.load(path), by_host=True)
