"""Half an hour in the life of a busy service, in as long as --seconds says.

Tables of every variant with bots and players over HTTP, scorecards and their
corrections, streams that are cut at random, leaderboards that are read, a
backup every minute; in the first half the daemon is restarted again and again,
by TERM and by KILL, while all that goes on, and in the second it is left alone,
so that what grows is seen. Every write carries an Idempotency-Key and is sent
again where its answer did not come.

Prints a line a minute and the figures at the end. Ends with 1 where an answered
write is missing, a stream lost an event or had one twice, a backup failed,
`hakam verify` finds a difference, or memory or open files have grown.

    tests/soak/run.sh [--seconds 1800] [--tables 12] [--streams 60]
"""

import argparse
import http.client
import os
import pathlib
import random
import selectors
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from support.bots import play_game
from support.client import Client, Game
from support.daemon import HAKAM, Daemon, environment
from support.scorecards import card, correct, down, record, told
from support.streams import PRESENCE, Reader, open_stream

WRITES = ("POST", "PUT", "DELETE")
# How long a daemon may be away before that counts as a fault.
PATIENCE_S = 60
# Memory and files may differ by so much between the beginning and the end of
# the quiet half: the allocator's own, and connections that come and go.
MEMORY_GROWTH = 1.25
FILES_MORE = 40
# Until caches have their size after a start.
WARM_S = 60
CUT = 0.02  # how often a stream is cut after an event
VARIANTS = {"hand": (2, 3, 4), "hand-partners": (4,), "may-i": (3, 4, 5)}


class Anything:
    """Answers are held to their schemas by other tests."""

    @staticmethod
    def check(*_):
        pass


class Figures:
    """What has been done, by all threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = {}
        self.times = []  # seconds that requests took, since the last look
        self.wrong = []
        self.seqs = {}  # path of a game -> (token, the last seq answered)

    def count(self, name, more=1):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + more

    def fault(self, text):
        with self.lock:
            self.wrong.append(text)
        print(f"FAULT: {text}", flush=True)

    def took(self, seconds):
        with self.lock:
            self.times.append(seconds)

    def take_times(self):
        with self.lock:
            times, self.times = sorted(self.times), []
        return times

    def answered(self, path, token, seq):
        with self.lock:
            known = self.seqs.get(path, (token, 0))
            self.seqs[path] = (known[0] or token, max(known[1], seq))


class Steady(Client):
    """Asks again where no answer came, and remembers what was answered."""

    def __init__(self, daemon, figures, over):
        super().__init__(daemon, Anything)
        self.figures = figures
        self.over = over

    def request(self, method, path, body=None, token=None, headers=None,
                raw=None):
        if method in WRITES:
            headers = {"Idempotency-Key": uuid.uuid4().hex, **(headers or {})}
        end = time.monotonic() + PATIENCE_S
        while True:
            start = time.monotonic()
            try:
                answer = super().request(method, path, body, token, headers,
                                         raw)
            except (OSError, http.client.HTTPException, AttributeError):
                # It is being restarted; its address is gone meanwhile.
                answer = None
            if answer is not None and answer.status not in (429, 503):
                self.figures.took(time.monotonic() - start)
                self.note(path, token, answer)
                return answer
            if time.monotonic() > end:
                raise AssertionError(f"no answer: {method} {path}")
            self.figures.count("asked again")
            self.over.wait(0.05)

    def note(self, path, token, answer):
        self.figures.count("requests")
        if answer.status >= 500:
            self.figures.fault(f"{answer!r}")
        if answer.header("Idempotency-Replayed"):
            self.figures.count("replayed")
        if answer.status == 200 and path.endswith("/moves"):
            self.figures.answered(path.removesuffix("/moves"), token,
                                  answer.json["seq"])


# ----- what tables do -------------------------------------------------------

class Table(threading.Thread):
    """Plays game after game."""

    def __init__(self, soak, number):
        super().__init__(name=f"table {number}", daemon=True)
        self.soak = soak
        self.chance = random.Random(f"{soak.seed} {number}")
        self.api = Steady(soak.daemon, soak.figures, soak.over)

    def run(self):
        plays = (self.play, self.play, self.watch_bots, self.score)
        while not self.soak.over.is_set():
            try:
                self.chance.choice(plays)()
            except Exception as wrong:
                self.soak.figures.fault(f"{self.name}: {wrong!r}")
                return
        self.api.close()

    def seats(self, variant):
        names = self.chance.sample(range(200), self.chance.choice(
            VARIANTS[variant]))
        return [{"player": f"player {name}"} for name in names]

    def create(self, body):
        game = Game(self.api, self.api.post("/v1/games", body).ok(201))
        self.soak.figures.count("games")
        self.soak.figures.answered(game.path, game.host, 1)
        self.soak.follow(game)
        return game

    def play(self):
        """Players over HTTP alone."""
        variant = self.chance.choice(list(VARIANTS))
        options = {} if variant == "may-i" else {"rounds": 1}
        play_game(self.create({"variant": variant, "options": options,
                               "seats": self.seats(variant)}))

    def watch_bots(self):
        """Bots, and one who waits for the end."""
        variant = self.chance.choice(list(VARIANTS))
        seats = [{"bot": "basic"} for _ in self.seats(variant)]
        options = {} if variant == "may-i" else {"rounds": 2}
        game = self.create({"variant": variant, "options": options,
                            "seats": seats})
        while not self.soak.over.is_set():
            view = game.view(None)
            if view["status"] != "playing":
                break
            self.api.get(f"{game.path}/events?after={view['seq']}",
                         headers={"Prefer": "wait=2"}).ok()

    def score(self):
        """A table of wood, where somebody finds a slip."""
        rounds = self.chance.randrange(1, 5)
        names = [f"player {name}"
                 for name in self.chance.sample(range(200), 3)]
        game = Game(self.api, self.api.post("/v1/games", card(
            names=names, rounds=rounds)).ok(201))
        self.soak.figures.count("games")

        def a_round():
            return told(0, {}, down(points=self.chance.randrange(5, 90)),
                        {"down": False})
        for _ in range(rounds):
            record(game, a_round()).ok(201)
        for number in range(1, rounds + 1):
            if self.chance.random() < 0.3:
                correct(game, number, {**a_round(), "reason": "a slip"}).ok()
                self.soak.figures.count("corrections")
        view = game.view()
        assert view["status"] == "finished", view["status"]
        self.soak.figures.answered(game.path, game.host, view["seq"])


class BoardReader(threading.Thread):
    def __init__(self, soak):
        super().__init__(name="boards", daemon=True)
        self.soak = soak
        self.api = Steady(soak.daemon, soak.figures, soak.over)
        self.chance = random.Random(f"{soak.seed} boards")

    def run(self):
        try:
            while not self.soak.over.is_set():
                self.read()
                self.soak.over.wait(0.02)
        except Exception as wrong:
            self.soak.figures.fault(f"{self.name}: {wrong!r}")

    def read(self):
        variant = self.chance.choice(list(VARIANTS))
        by = self.chance.choice(("rating", "wins", "average"))
        answer = self.api.get(f"/v1/leaderboards/{variant}?by={by}&limit=50")
        items = answer.ok()["items"]
        self.soak.figures.count("pages of boards")
        if items:
            name = self.chance.choice(items)["player"].replace(" ", "%20")
            self.api.get(f"/v1/players/{name}").ok()
        self.api.get("/v1/games?status=playing&limit=5").ok()


# ----- streams --------------------------------------------------------------

class Follower:
    """A stream of one game, over as many connections as it takes."""

    def __init__(self, game):
        self.game = game
        self.last = 0
        self.socket = None
        self.reader = None
        self.done = False


class Streams(threading.Thread):
    """Follows the newest games, and cuts its own streams at random."""

    def __init__(self, soak, most):
        super().__init__(name="streams", daemon=True)
        self.soak = soak
        self.most = most
        self.chance = random.Random(f"{soak.seed} streams")
        self.selector = selectors.DefaultSelector()
        self.followers = []

    def run(self):
        try:
            while not self.soak.over.is_set():
                self.take_games()
                for follower in self.followers:
                    if follower.socket is None:
                        self.connect(follower)
                for key, _ in self.selector.select(0.2):
                    self.read(key.data)
                self.followers = [one for one in self.followers
                                  if not one.done]
        except Exception as wrong:
            self.soak.figures.fault(f"{self.name}: {wrong!r}")

    def take_games(self):
        for game in self.soak.take_new():
            if len(self.followers) < self.most:
                self.followers.append(Follower(game))

    def connect(self, follower):
        try:
            follower.socket = open_stream(
                self.soak.daemon, follower.game.path + "/events",
                follower.game.host, {"Last-Event-ID": str(follower.last)})
        except (OSError, AttributeError):
            return  # it is being restarted
        follower.reader = Reader()
        follower.socket.setblocking(False)
        self.selector.register(follower.socket, selectors.EVENT_READ, follower)
        self.soak.figures.count("streams opened")

    def leave(self, follower):
        self.selector.unregister(follower.socket)
        follower.socket.close()
        follower.socket = None

    def read(self, follower):
        try:
            data = follower.socket.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.leave(follower)
            return
        for frame in follower.reader.feed(data):
            if frame.id is None:
                assert frame.type in ("hello", "bye", *PRESENCE, None)
                continue
            seq = int(frame.id)
            if seq != follower.last + 1:
                self.soak.figures.fault(
                    f"{follower.game.path}: {seq} came after {follower.last}")
            follower.last = seq
            self.soak.figures.count("events told")
            if self.chance.random() < CUT:
                self.leave(follower)
                return
        if follower.reader.status not in (None, 200, 204, 429, 503):
            self.soak.figures.fault(f"a stream: {follower.reader.head!r}")
        if follower.reader.ended:
            follower.done = follower.reader.status == 204
            self.leave(follower)


# ----- the house ------------------------------------------------------------

class Soak:
    def __init__(self, options, folder):
        self.options = options
        self.seed = options.seed
        self.folder = folder
        self.figures = Figures()
        self.over = threading.Event()
        # Few games stay in memory, so that it has its size soon.
        self.daemon = Daemon(folder, options=[
            "--live-games", "100", "--live-memory", "8",
            "--streams-per-token", "1000"])
        self.lock = threading.Lock()
        self.new_games = []
        self.samples = []  # (time, resident MiB, files, p99 ms, WAL MiB)
        self.quiet_from = None

    def follow(self, game):
        with self.lock:
            self.new_games.append(game)

    def take_new(self):
        with self.lock:
            games, self.new_games = self.new_games, []
        return games

    def sample(self, now):
        process = self.daemon.process
        base = pathlib.Path(f"/proc/{process.pid}")
        resident = next(int(line.split()[1]) for line in (
            base / "status").read_text().splitlines()
            if line.startswith("VmRSS:"))
        files = len(os.listdir(base / "fd"))
        times = self.figures.take_times()
        wal = pathlib.Path(f"{self.daemon.database}-wal")
        self.samples.append((
            now, resident / 1024, files,
            1000 * times[int(len(times) * 0.99)] if times else 0,
            wal.stat().st_size / 2 ** 20 if wal.exists() else 0))
        _, resident, files, p99, wal = self.samples[-1]
        print(f"{now:6.0f} s  {resident:6.1f} MiB  {files:4d} files  "
              f"p99 {p99:7.1f} ms  WAL {wal:5.1f} MiB  "
              f"{len(times)} requests", flush=True)

    def back_up(self):
        done = subprocess.run(
            [HAKAM, "--database", str(self.daemon.database), "backup",
             str(self.folder / "backups"), "--keep", "3"],
            env=environment(), capture_output=True, text=True, check=False)
        self.figures.count("backups")
        if done.returncode != 0:
            self.figures.fault(f"backup: {done.stdout}{done.stderr}")

    def restart(self, number):
        try:
            if number % 3 == 2:
                self.daemon.crash_and_restart()
                self.figures.count("kills")
            else:
                self.daemon.restart()
                self.figures.count("restarts")
        except AssertionError as wrong:
            self.figures.fault(f"restart: {wrong}")
            self.over.set()

    def live(self):
        seconds = self.options.seconds
        every = max(1.0, min(60.0, seconds / 20))
        start = time.monotonic()
        number = 0
        while not self.over.is_set():
            now = time.monotonic() - start
            if now >= seconds:
                break
            if now < seconds / 2:
                self.restart(number)
                number += 1
            elif self.quiet_from is None:
                self.quiet_from = now
            self.back_up()
            self.over.wait(every - (time.monotonic() - start - now))
            self.sample(time.monotonic() - start)
        self.over.set()

    def run(self):
        (self.folder / "backups").mkdir(exist_ok=True)
        self.daemon.start()
        threads = [Table(self, number)
                   for number in range(self.options.tables)]
        threads += [BoardReader(self),
                    Streams(self, self.options.streams)]
        for thread in threads:
            thread.start()
        self.live()
        for thread in threads:
            thread.join(PATIENCE_S)
            if thread.is_alive():
                self.figures.fault(f"{thread.name} hangs")

    # ----- at the end ---------------------------------------------------

    def check_answers(self):
        api = Client(self.daemon, Anything)
        for path, (token, seq) in self.figures.seqs.items():
            view = api.get(path, token).ok()
            if view["seq"] < seq:
                self.figures.fault(f"{path}: {seq} was answered, and it has "
                                   f"{view['seq']}")
        api.close()

    def check_database(self):
        self.daemon.stop()
        newest = max((self.folder / "backups").iterdir())
        for database in (self.daemon.database, newest):
            done = subprocess.run(
                [HAKAM, "--database", str(database), "verify"],
                env=environment(), capture_output=True, text=True, check=False)
            print(f"verify: {done.stdout.strip()}")
            if done.returncode != 0:
                self.figures.fault(f"verify {database}: {done.stdout}"
                                   f"{done.stderr}")

    def check_growth(self):
        quiet = [sample for sample in self.samples
                 if sample[0] > self.quiet_from + min(
                     WARM_S, self.options.seconds / 4)]
        third = max(1, len(quiet) // 3)

        def middle(samples, member):
            return sorted(sample[member] for sample in samples)[
                len(samples) // 2]
        first, last = quiet[:third], quiet[-third:]
        print(f"the quiet half: resident {middle(first, 1):.1f} -> "
              f"{middle(last, 1):.1f} MiB, files {middle(first, 2)} -> "
              f"{middle(last, 2)}, p99 {middle(first, 3):.1f} -> "
              f"{middle(last, 3):.1f} ms")
        if middle(last, 1) > MEMORY_GROWTH * middle(first, 1):
            self.figures.fault("memory grows")
        if middle(last, 2) > middle(first, 2) + FILES_MORE:
            self.figures.fault("open files grow")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--streams", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hakam-soak-") as folder:
        soak = Soak(options, pathlib.Path(folder))
        try:
            soak.run()
            soak.check_answers()
            soak.check_database()
            soak.check_growth()
        finally:
            soak.daemon.close()
    figures = soak.figures
    print(", ".join(f"{count} {name}" for name, count
                    in sorted(figures.counts.items())))
    print(f"{len(figures.seqs)} games compared, {len(figures.wrong)} faults")
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
