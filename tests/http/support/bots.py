"""Plays real games, dealt by the referee, to their end."""

import play_may_i
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


def ask(game, seat):
    """Seats not on turn ask for the top of the pile, where they want it, and
    whoever is asked answers."""
    seats = len(game.seats)
    for i in range(seats - 1, 0, -1):
        asker = (seat + i) % seats
        if not play_may_i.wants(game.view(asker)):
            continue
        if game.post(asker, {"move": "may_i", "count": 1}).status != 200:
            continue  # its own card, or a claim before
        view = game.view(None)
        while view["round"] and view["round"]["turn"]["phase"] == "answer":
            asked = view["round"]["turn"]["seat"]
            view = game.play(asked, play_may_i.choose_answer(
                game.view(asked)))["game"]
        return


def play_may_i_turn(game, seat, style=None):
    """One turn of May I with the questions before it; gives the view after
    it. The style says nothing here."""
    number = game.view(None)["round"]["number"]
    ask(game, seat)
    view = game.view(None)
    if not view["round"] or view["round"]["number"] != number:
        return view
    seat = view["round"]["turn"]["seat"]
    move = play_may_i.choose_draw(game.view(seat))
    if game.post(seat, move).status != 200:
        game.play(seat, {"move": "draw", "from": "stock"})
    return game.play(seat, *play_may_i.choose_rest(game.view(seat)))["game"]


def play_round(game, styles=None):
    """Plays the round that is on to its end; gives the view after it."""
    view = game.view(None)
    number = view["round"]["number"]
    turn = play_may_i_turn if view["variant"] == "may-i" else play_turn
    while view["round"] is not None and view["round"]["number"] == number:
        seat = view["round"]["turn"]["seat"]
        view = turn(game, seat, (styles or {}).get(seat))
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
