"""Plays real games, dealt by the referee, to their end."""

from play import Style, choose_draw, choose_rest

MINIMAL = {"Prefer": "return=minimal"}


def play_turn(game, seat, style=None):
    """One turn of a seat that knows only its own view; gives the view
    after it."""
    style = style or Style()
    view = game.view(seat)
    peeked = False
    while view["round"]["turn"]["phase"] == "draw":
        view = game.play(seat, choose_draw(view, style, peeked))["game"]
        rest = choose_rest(view, style)
        if rest[0]["move"] == "return":
            view = game.play(seat, rest[0])["game"]
            peeked = True
    return game.play(seat, *choose_rest(view, style))["game"]


def play_round(game, styles=None):
    """Plays the round that is on to its end; gives the view after it."""
    view = game.view(None)
    number = view["round"]["number"]
    while view["round"] is not None and view["round"]["number"] == number:
        seat = view["round"]["turn"]["seat"]
        view = play_turn(game, seat, (styles or {}).get(seat))
    return view


def play_game(game, styles=None):
    """Plays to the end of the last round; gives the view after it."""
    view = game.view(None)
    while view["status"] == "playing":
        view = play_round(game, styles)
    assert view["status"] == "finished"
    return view


def pass_turn(game):
    """The seat on turn draws from the stock and throws the card drawn; the
    starter throws any card."""
    turn = game.view(None)["round"]["turn"]
    seat = turn["seat"]
    if turn["phase"] == "draw":
        drawn = game.play(seat, {"move": "draw", "from": "stock"})
        card = drawn["events"][0]["drawn"]
    else:
        card = game.view(seat)["you"]["cards"][0]
    return game.play(seat, {"move": "discard", "card": card})
