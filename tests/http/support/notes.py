"""Records written down by hand: the text of a record of events, as somebody at
the table writes it who sees no hand and no card drawn."""


def cards(cards_told):
    return " ".join(cards_told)


def move_text(event, seeing):
    move = event["move"]
    kind = move["move"]
    if kind == "draw":
        drawn = f" {event['drawn']}" if seeing and move["from"] == "stock" \
            and event.get("drawn") else ""
        return f"draw {move['from']}{drawn}"
    if kind == "return":
        return "return"
    if kind == "meld":
        return "meld " + " / ".join(map(cards, move["melds"]))
    if kind == "lay_off":
        end = f" {move['end']}" if move.get("end") else ""
        return f"lay_off {move['meld']} {cards(move['cards'])}{end}"
    if kind == "take_joker":
        return f"take_joker {move['meld']} {cards(move['cards'])}"
    if kind == "discard":
        return f"discard {move['card']}"
    taken = event.get("cards_taken")
    told = f" {cards(taken['drawn'])}" if seeing and taken else ""
    if kind == "answer":
        return f"answer {'yes' if move['allow'] else 'no'}{told}"
    return f"{kind} {move['count']}{told if kind == 'take' else ''}"


def head(created):
    seats = ", ".join(f"p{n}" for n in range(len(created["seats"])))
    lines = ["hakam-record 1", f"variant {created['variant']}",
             f"seats {seats}"]
    for name, value in created.get("options", {}).items():
        if isinstance(value, bool):
            value = str(value).lower()
        lines.append(f"option {name}={value}")
    return lines


def text_of(record, left=None, seeing=False):
    """The text, and the line of each event. `left` are the cards left to each
    seat, for each round; whoever is `seeing` tells draws."""
    lines, places, seat = head(record["events"][0]), {}, None
    for number, event in enumerate(record["events"]):
        kind = event["type"]
        if kind == "round_started":
            lines.append(f"\nround dealer {event['dealer']}  # round")
            seat = None
        elif kind == "move":
            text = move_text(event, seeing)
            if event["seat"] == seat and event["move"]["move"] != "may_i":
                lines[-1] += "; " + text
            else:
                lines.append(f"{event['seat']}: {text}")
            seat = event["seat"]
        elif kind == "undone":
            count = event["moves"]
            lines.append("undo" if count == 1 else f"undo {count}")
            seat = None
        elif kind == "clock_expired":
            lines.append(f"clock {event['seat']}")
            seat = None
        elif kind == "round_ended":
            for holder, held in enumerate(left[event["round"] - 1]
                                          if left else []):
                lines.append(f"left {holder} {cards(held)}")
            how = "blocked" if event["out"] is None else f"out {event['out']}"
            points = " ".join(map(str, event["points"]))
            lines.append(f"end {how} points {points}")
        places[number] = "\n".join(lines).count("\n") + 1
    return "\n".join(lines) + "\n", places
