"""The recorded games of tests/games, played again over HTTP, and games that
bots play to their end."""

import json
import time

from support.daemon import PATIENCE, SRCDIR
from support.follow import Follower


def recorded(name):
    """How the game is made and played."""
    path = SRCDIR / "tests" / "games" / f"{name}.json"
    return json.loads(path.read_text("utf-8"))


def replayed(api, name):
    """The game, over; with questions, claims, new stocks, jokers taken and
    cards put back."""
    record = recorded(name)
    follow = Follower(api, record["create"])
    for steps in record["rounds"]:
        for step in steps:
            follow.step(step)
    return follow.game


def of_bots(api, variant, seats, **options):
    """A game that bots have played to its end."""
    game = api.create({"variant": variant, "options": options,
                       "seats": [{"bot": "basic"}] * seats})
    end = time.monotonic() + PATIENCE
    while game.view(None)["status"] == "playing":
        assert time.monotonic() < end
    return game
