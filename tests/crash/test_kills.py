"""SIGKILL at random moments under load: every answered write is in the log, no
other is half there, and a retry with the same key is answered the same."""

import http.client
import json
import os
import random
import threading
import uuid

import pytest

from support.daemon import Daemon, hakam

KILLS = int(os.environ.get("HAKAM_KILLS") or 10)
SEED = int(os.environ.get("HAKAM_SEED") or random.randrange(2 ** 32))
PLAYERS = 8  # connections, each with its own games
ANSWERS = 300  # at most, between two kills
SAMPLE = 20  # answered requests that are sent again after a kill

NEW = {"variant": "hand", "options": {"rounds": 99},
       "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}]}


class Write:
    """One POST, and how it was answered."""

    def __init__(self, path, body, token=None, game=None):
        self.path = path
        self.body = json.dumps(body)
        self.token = token
        self.game = game
        self.key = uuid.uuid4().hex
        self.status = None
        self.answer = None
        self.replayed = False

    def send(self, connection):
        headers = {"Content-Type": "application/json",
                   "Idempotency-Key": self.key}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        connection.request("POST", self.path, self.body, headers)
        response = connection.getresponse()
        answer = response.read()
        # Only now: what is cut off has not been answered.
        self.replayed = response.headers["Idempotency-Replayed"] == "true"
        self.status, self.answer = response.status, answer


class Game:
    """A game as its answers tell it: all is seen by the host."""

    def __init__(self, created):
        self.view = created["game"]
        self.path = "/v1/games/" + self.view["id"]
        self.token = created["host_token"]
        self.events = []  # those that were answered
        self.before = self.view["seq"]  # events of its creation

    def next(self, chance):
        """A legal move, or a turn of two."""
        turn = self.view["round"]["turn"]
        seat = turn["seat"]
        card = chance.choice(self.view["hands"][seat])
        draw = {"move": "draw", "from": "stock"}
        discard = {"move": "discard", "card": card}
        if turn["phase"] != "draw":
            body = discard
        elif chance.random() < 0.5:
            body = draw
        else:
            body = {"moves": [draw, discard]}
        return Write(self.path + "/moves", {**body, "seat": seat}, self.token,
                     self)

    def take(self, write):
        answer = json.loads(write.answer)
        self.events += answer["events"]
        self.view = answer["game"]


class Player(threading.Thread):
    """Writes over one connection until that is cut."""

    def __init__(self, house, number):
        super().__init__()
        self.house = house
        self.chance = random.Random(f"{house.chance.random()} {number}")
        self.games = [game for game in house.games
                      if game.owner == number]
        self.number = number
        self.pending = None
        self.wrong = None

    def run(self):
        connection = self.house.connect()
        try:
            while True:
                self.pending = self.choose()
                self.pending.send(connection)
                self.house.answered(self.number, self.pending, self.games)
                self.pending = None
        except (OSError, http.client.HTTPException):
            pass  # killed, as planned
        except Exception as wrong:  # told by the test itself
            self.wrong = wrong
        finally:
            connection.close()

    def choose(self):
        if not self.games or self.chance.random() < 0.05:
            return Write("/v1/games", NEW)
        return self.chance.choice(self.games).next(self.chance)


class House:
    """The daemon, all its games, and all that it has answered."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.chance = random.Random(SEED)
        self.games = []
        self.writes = []
        self.lock = threading.Lock()
        self.enough = threading.Event()
        self.left = 0

    def connect(self):
        return http.client.HTTPConnection(self.daemon.host, self.daemon.port,
                                          timeout=30)

    def take(self, owner, write, games=None):
        """What an answer, first or again, tells of the games."""
        assert write.status in (200, 201), (write.path, write.answer)
        self.writes.append(write)
        if write.game:
            write.game.take(write)
            return
        game = Game(json.loads(write.answer))
        game.owner = owner
        self.games.append(game)
        if games is not None:
            games.append(game)

    def answered(self, owner, write, games):
        with self.lock:
            self.take(owner, write, games)
            self.left -= 1
            if self.left == 0:
                self.enough.set()

    def play_and_kill(self):
        """Gives what was not answered: (owner, write)."""
        self.left = self.chance.randrange(1, ANSWERS)
        self.enough.clear()
        players = [Player(self, number) for number in range(PLAYERS)]
        for player in players:
            player.start()
        assert self.enough.wait(60), "it does not answer"
        self.daemon.kill()
        for player in players:
            player.join()
            if player.wrong:
                raise player.wrong
        return [(player.number, player.pending) for player in players
                if player.pending]

    def log(self, connection, game):
        events, after = [], 0
        while True:
            connection.request(
                "GET", f"{game.path}/events?limit=100&after={after}",
                headers={"Authorization": "Bearer " + game.token})
            response = connection.getresponse()
            page = json.loads(response.read())
            assert response.status == 200, page
            events += page["items"]
            if page["next"] is None:
                return events
            after = events[-1]["seq"]


def same_as_answered(house, connection, game):
    """The log begins with what was answered; gives what comes after it."""
    log = house.log(connection, game)
    known = game.before + len(game.events)
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert log[game.before:known] == game.events, game.path
    return log[known:]


def retry(house, connection, owner, write):
    """What was not answered either happened whole, and is answered so, or did
    not happen, and does now."""
    more = same_as_answered(house, connection, write.game) \
        if write.game else None
    write.send(connection)
    house.take(owner, write)
    if write.game:
        told = json.loads(write.answer)["events"]
        assert more == (told if write.replayed else []), write.path
    return write.replayed


def check(house, unanswered):
    """After a kill and a start; gives how many unanswered had happened."""
    connection = house.connect()
    had_happened = sum(retry(house, connection, owner, write)
                       for owner, write in unanswered)
    for game in house.games:
        assert not same_as_answered(house, connection, game), game.path
    for write in house.chance.sample(house.writes,
                                     min(SAMPLE, len(house.writes))):
        first = write.status, write.answer
        write.send(connection)
        assert write.replayed and (write.status, write.answer) == first
    connection.close()
    said = hakam(house.daemon.database, "verify").stdout
    assert f"{len(house.games)} games" in said, said
    return had_happened


@pytest.fixture
def house(tmp_path):
    daemon = Daemon(tmp_path).start()
    yield House(daemon)
    daemon.close()


def test_nothing_answered_is_lost(house):
    print(f"HAKAM_SEED={SEED}")
    unanswered = happened = 0
    for _ in range(KILLS):
        pending = house.play_and_kill()
        house.daemon.start()
        unanswered += len(pending)
        happened += check(house, pending)
    print(f"{KILLS} kills, {len(house.writes)} writes answered, "
          f"{unanswered} cut off, of which {happened} had happened whole")
    assert unanswered > 0
