"""Works out test_base_shuffle.c's known answers from the words of G9 alone.

Run it without arguments; it uses nothing of the project."""
from hashlib import sha256


def stream(seed):
    for counter in range(2 ** 64):
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(block[i:i + 4], "big")


def shuffle(cards, numbers):
    passed_over = 0
    for i in range(len(cards) - 1, 0, -1):
        while (r := next(numbers)) >= 2 ** 32 - 2 ** 32 % (i + 1):
            passed_over += 1
        cards[i], cards[r % (i + 1)] = cards[r % (i + 1)], cards[i]
    return cards, passed_over


seed = bytes(range(32))
print("commitment", sha256(seed).hexdigest())
print("first numbers", [hex(r) for r, _ in zip(stream(seed), range(10))])
numbers = stream(seed)
print("pack of 106", shuffle(list(range(106)), numbers)[0])
print("then pile of 35", shuffle(list(range(35)), numbers)[0])

# A pack hardly ever meets a number to pass over; 65535 things often do.
for n in range(256):
    many, passed_over = shuffle([i % 256 for i in range(65535)],
                                stream(bytes([n] * 32)))
    if passed_over:
        print("65535 things, seed of", n, "passed over", passed_over,
              "SHA-256", sha256(bytes(many)).hexdigest())
        break
