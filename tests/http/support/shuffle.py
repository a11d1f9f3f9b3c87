"""The shuffle of rulebook G9, written from the rulebook alone."""

import hashlib
import struct


class Stream:
    """SHA-256(seed || counter) for counter 0, 1, 2 …, as 32-bit numbers."""

    def __init__(self, seed):
        self.seed = seed
        self.counter = 0
        self.words = []

    def word(self):
        if not self.words:
            block = hashlib.sha256(
                self.seed + struct.pack(">Q", self.counter)).digest()
            self.counter += 1
            self.words = list(struct.unpack(">8I", block))
        return self.words.pop(0)

    def below(self, bound):
        limit = 2 ** 32 - 2 ** 32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def shuffle(cards, stream):
    """The cards in their new order; position 0 is the top."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def commitment(seed):
    return hashlib.sha256(seed).hexdigest()


def deal(deck, seats, dealer, each=14):
    """G4 for Hand: one at a time from the seat after the dealer, and one
    more to that seat; gives the hands by seat and the stock, top first."""
    hands = [[] for _ in range(seats)]
    rest = list(deck)
    for _ in range(each):
        for step in range(1, seats + 1):
            hands[(dealer + step) % seats].append(rest.pop(0))
    hands[(dealer + 1) % seats].append(rest.pop(0))
    return hands, rest
