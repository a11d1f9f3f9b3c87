"""Scorecards: games of a physical table, and what is told of their rounds."""


def card(variant="hand", seats=3, names=None, **options):
    names = names or [f"card {chr(97 + i)}" for i in range(seats)]
    return {"variant": variant, "mode": "scorecard", "options": options,
            "seats": [{"player": name} for name in names]}


def down(points=None, cards=None):
    held = {"down": True}
    if points is not None:
        held["points"] = points
    if cards is not None:
        held["cards"] = cards.split()
    return held


OUT, UP = {}, {"down": False}


def told(out, *seats, hand=False, **more):
    return {"out": out, "hand": hand, "seats": list(seats), **more}


def record(game, body, by="host", query="", headers=None):
    return game.api.post(game.path + "/rounds" + query, body, game.token(by),
                         headers)


def correct(game, number, body, by="host", query="", headers=None):
    return game.api.put(f"{game.path}/rounds/{number}{query}", body,
                        game.token(by), headers)


def unchanged(game, answer, before):
    assert game.view() == before, f"changed the game: {answer!r}"
    return answer
