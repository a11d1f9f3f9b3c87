"""hakam backup and restore: a copy made while the daemon writes has all that
was answered before, and is played on elsewhere."""

import json
import os
import re
import resource
import signal
import sqlite3
import stat
import subprocess
import threading

import pytest

from support.bots import pass_turn, play_game
from support.client import Client
from support.daemon import HAKAM, PATIENCE, SRCDIR, environment, hakam

NAME = re.compile(r"hakam-\d{8}T\d{6}Z\.db")
NEW = {"variant": "hand", "options": {"rounds": 2},
       "seats": [{"player": "a"}, {"player": "b"}, {"player": "c"}]}
PLAYERS = 3


def answered(done):
    """The JSON that a command wrote; nothing else may be there."""
    assert done.stdout.endswith("\n") and done.stdout.count("\n") == 1, done
    return json.loads(done.stdout)


def refused(done, status, *words):
    """One line says why, and nothing is answered."""
    assert done.returncode == status, done
    assert done.stdout == "", done
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("hakam: "), done
    for word in words:
        assert word in lines[0], done


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def last_events(database):
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return dict(db.execute(
            "SELECT uuid, max(l.seq) FROM games JOIN log AS l"
            " ON l.game = games.id GROUP BY uuid"))
    finally:
        db.close()


class Player(threading.Thread):
    """Plays turn after turn over a connection of its own; `answered` is how
    far its game had come when it was last answered."""

    def __init__(self, daemon, contract):
        super().__init__()
        self.api = Client(daemon, contract)
        self.game = self.api.create(
            {**NEW, "options": {"rounds": 99, "max_reshuffles": 9}})
        self.answered = self.game.view()["seq"]
        self.moved = threading.Event()
        self.ending = threading.Event()
        self.wrong = None

    def run(self):
        try:
            while not self.ending.is_set():
                self.answered = pass_turn(self.game)["seq"]
                self.moved.set()
        except Exception as wrong:  # told by stop()
            self.wrong = wrong
            self.moved.set()

    def move_on(self):
        """Waits until it has moved again."""
        self.moved.clear()
        assert self.moved.wait(PATIENCE) and not self.wrong

    def stop(self):
        self.ending.set()
        self.join()
        self.api.close()
        if self.wrong:
            raise self.wrong


@pytest.fixture
def load(house, contract):
    daemon, _ = house
    players = [Player(daemon, contract) for _ in range(PLAYERS)]
    for player in players:
        player.start()
    yield players
    for player in players:
        player.stop()


def test_under_load_what_was_answered_before_is_in_it(house, load, tmp_path):
    daemon, _ = house
    folder = tmp_path / "backups"
    folder.mkdir()
    kept = []
    for _ in range(3):
        for player in load:
            player.move_on()
        before = {player.game.id: player.answered for player in load}
        done = hakam(daemon.database, "backup", str(folder), "--keep", "2",
                     "--json")
        told = answered(done)
        assert set(told) == {"file", "bytes", "schema_version", "replayed",
                             "games", "events", "removed"}
        kept.append(os.path.basename(told["file"]))
        assert NAME.fullmatch(kept[-1]) and told["games"] == PLAYERS
        status = os.stat(told["file"])
        assert stat.S_IMODE(status.st_mode) == 0o600
        assert status.st_size == told["bytes"]
        there = last_events(told["file"])
        assert sum(there.values()) == told["events"]
        for game, seq in before.items():
            assert there[game] >= seq
        assert ", 0 differences" in hakam(told["file"], "verify").stdout
        assert told["removed"] == kept[:-2][-1:]
        assert names(folder) == kept[-2:]


def test_restored_elsewhere_it_is_played_on(house, spawn, contract, tmp_path):
    daemon, api = house
    game = api.create(NEW)
    for _ in range(7):
        pass_turn(game)
    seen = [(game.view(viewer), game.all_events(viewer))
            for viewer in ("host", None, 0, 1, 2)]
    assert last_events(daemon.database)[game.id] == seen[0][0]["seq"]
    backup = tmp_path / "backup.db"
    hakam(daemon.database, "backup", str(backup))
    for _ in range(5):
        pass_turn(game)

    other = spawn(start=False)
    told = answered(hakam(other.database, "restore", str(backup), "--json"))
    assert told == {"database": str(other.database), "from": str(backup),
                    "kept_as": None, "schema_version": told["schema_version"],
                    "replayed": True, "games": 1,
                    "events": seen[0][0]["seq"]}
    assert names(other.directory) == ["hakam.db"]
    assert stat.S_IMODE(os.stat(other.database).st_mode) == 0o600
    other.start()
    game.api = Client(other, contract)
    assert [(game.view(viewer), game.all_events(viewer))
            for viewer in ("host", None, 0, 1, 2)] == seen
    game.api.get(game.path, token="hk_seat_" + "A" * 43).refused(401)
    assert play_game(game)["status"] == "finished"
    game.api.close()
    other.stop()
    assert ", 0 differences" in hakam(other.database, "verify").stdout


def test_what_a_killed_daemon_leaves_is_copied(house, tmp_path):
    daemon, api = house
    game = api.create(NEW)
    for _ in range(4):
        pass_turn(game)
    seq = game.view()["seq"]
    daemon.kill()
    assert os.stat(f"{daemon.database}-wal").st_size > 0
    backup = tmp_path / "backup.db"
    hakam(daemon.database, "backup", str(backup))
    assert last_events(backup) == {game.id: seq}
    assert names(tmp_path / "daemon0") == [
        "hakam.db", "hakam.db-lock", "hakam.db-shm", "hakam.db-wal",
        "stderr.log"]
    daemon.start()
    assert game.view()["seq"] == seq


def test_only_old_backups_are_removed(house, tmp_path):
    daemon, _ = house
    folder = tmp_path / "backups"
    folder.mkdir()
    one = answered(hakam(daemon.database, "backup", str(folder), "--json"))
    content = open(one["file"], "rb").read()
    # Other names, and another content under such a name.
    others = ["hakam.db", "hakam-20200101T000000Z.db.old", "notes.txt",
              "hakam-2020010AT000000Z.db", "hakam-20200101T000001Z.db"]
    for name in others[:-1]:
        (folder / name).write_bytes(content)
    (folder / others[-1]).write_text("a letter, not a database\n" * 9)
    os.symlink(one["file"], folder / "hakam-20200101T000002Z.db")
    (folder / "hakam-20200101T000003Z.db").write_bytes(content)
    told = answered(hakam(daemon.database, "backup", str(folder), "--keep",
                          "1", "--json"))
    assert told["removed"] == ["hakam-20200101T000003Z.db",
                               os.path.basename(one["file"])]
    assert names(folder) == sorted(
        [*others, "hakam-20200101T000002Z.db", os.path.basename(told["file"])])


def test_a_newer_name_does_not_cost_the_new_one(house, tmp_path):
    """The clock was set back."""
    daemon, _ = house
    one = answered(hakam(daemon.database, "backup", str(tmp_path), "--json"))
    os.rename(one["file"], tmp_path / "hakam-29990101T000000Z.db")
    two = answered(hakam(daemon.database, "backup", str(tmp_path), "--keep",
                         "1", "--json"))
    assert two["removed"] == [] and os.path.exists(two["file"])


def test_what_was_cut_short_is_cleared_away(house, tmp_path):
    daemon, _ = house
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "hakam-backup.part").write_text("half a copy")
    (folder / "hakam-backup.part-lock").write_text("1\n")
    told = answered(hakam(daemon.database, "backup", str(folder), "--json"))
    assert names(folder) == [os.path.basename(told["file"])]


def test_one_backup_at_a_time_is_made_in_a_folder(house, tmp_path):
    import fcntl
    daemon, _ = house
    folder = tmp_path / "backups"
    folder.mkdir()
    with open(folder / "hakam-backup.part-lock", "w",
              encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused(hakam(daemon.database, "backup", str(folder), check=False), 1,
                "in use")


def test_no_file_is_written_over(house, tmp_path):
    daemon, _ = house
    mine = tmp_path / "mine.db"
    mine.write_text("mine")
    refused(hakam(daemon.database, "backup", str(mine), check=False), 1,
            "there already")
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("arguments, words", [
    (["backup", "new.db", "--keep", "3"], "--keep needs a folder"),
    (["verify", "--keep", "3"], "--keep belongs to backup"),
    (["backup", ".", "--force"], "--force belongs to restore"),
    (["backup", ".", "--keep", "0"], "--keep"),
])
def test_wrong_options_are_refused(house, tmp_path, monkeypatch, arguments,
                                   words):
    daemon, _ = house
    monkeypatch.chdir(tmp_path)
    before = names(tmp_path)
    refused(hakam(daemon.database, *arguments, check=False), 64, words)
    assert names(tmp_path) == before


def small_files(command, limit):
    """Runs it where no file may grow larger: a write then fails."""
    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return subprocess.run(command, env=environment(), capture_output=True,
                          text=True, timeout=PATIENCE, preexec_fn=limited,
                          restore_signals=False)


def test_a_disk_without_room_is_told_and_nothing_is_left(house, tmp_path):
    daemon, api = house
    game = api.create(NEW)
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [HAKAM, "--database", str(daemon.database), "backup"]
    for limit in (4096, 100 * 1024):
        for place in (folder, folder / "one.db"):
            refused(small_files([*command, str(place)], limit), 1,
                    "cannot be made")
            assert names(folder) == []
    assert game.view()["status"] == "playing"


def test_where_nothing_may_be_written_it_says_so(house, tmp_path):
    daemon, _ = house
    refused(hakam(daemon.database, "backup", str(tmp_path / "no" / "such.db"),
                  check=False), 1, "No such file")
    refused(hakam(tmp_path / "no.db", "backup", str(tmp_path), check=False), 1,
            "no.db cannot be opened")
    assert names(tmp_path) == ["daemon0"]


@pytest.fixture
def backup(house, tmp_path):
    """A backup of one game; the daemon is stopped."""
    daemon, api = house
    game = api.create(NEW)
    for _ in range(4):
        pass_turn(game)
    path = tmp_path / "backup.db"
    hakam(daemon.database, "backup", str(path))
    daemon.stop()
    return path


def test_a_daemon_that_runs_is_not_restored_under(house, backup):
    daemon, api = house
    daemon.start()
    for force in ([], ["--force"]):
        refused(hakam(daemon.database, "restore", str(backup), *force,
                      check=False), 78, "in use")
    assert api.get("/v1/games").ok()["items"][0]["status"] == "playing"


def test_a_database_that_is_there_is_kept(house, backup):
    daemon, api = house
    daemon.start()
    later = api.create(NEW)
    daemon.kill()
    refused(hakam(daemon.database, "restore", str(backup), check=False), 1,
            "there already", "--force")
    told = answered(hakam(daemon.database, "restore", str(backup), "--force",
                          "--json"))
    assert told["kept_as"].startswith(f"{daemon.database}.before-restore-")
    assert last_events(told["kept_as"])[later.id] == later_seq(later)
    assert later.id not in last_events(daemon.database)
    daemon.start()
    api.get(later.path).refused(404)
    # And back.
    daemon.stop()
    back = answered(hakam(daemon.database, "restore", told["kept_as"],
                          "--force", "--json"))
    assert back["games"] == 2
    daemon.start()
    assert later.view()["status"] == "playing"


def later_seq(game):
    """Creating it was answered with its first events."""
    return game.created["seq"]


def damage_header(content):
    return b"no database" + content[11:]


def damage_page(content):
    return content[:4096 * 30] + b"\x5a" * 2000 + content[4096 * 30 + 2000:]


def cut(content):
    return content[:len(content) // 2]


@pytest.mark.parametrize("damage", [damage_header, damage_page, cut])
def test_a_damaged_backup_is_not_restored(spawn, backup, damage):
    other = spawn(start=False)
    backup.write_bytes(damage(backup.read_bytes()))
    done = hakam(other.database, "restore", str(backup), check=False)
    assert done.returncode == 1 and done.stdout == "", done
    assert str(other.database) in done.stderr or str(backup) in done.stderr
    assert names(other.directory) == []


def test_a_backup_whose_log_was_changed_is_not_restored(spawn, backup):
    """Whole as a file; but replayed, it is found out."""
    other = spawn(start=False)
    db = sqlite3.connect(backup)
    with db:
        db.execute("DROP TRIGGER recent_events_stay")
        assert db.execute(
            "UPDATE recent_events SET secret = NULL"
            " WHERE secret IS NOT NULL").rowcount > 0
    db.close()
    done = hakam(other.database, "restore", str(backup), check=False)
    assert done.returncode == 1 and "differences" in done.stderr, done
    assert names(other.directory) == []


def older_database(path):
    """A database as the version before the newest schema left it."""
    files = sorted((SRCDIR / "sql").glob("0*.sql"))[:-1]
    db = sqlite3.connect(path)
    with db:
        for file in files:
            db.executescript(file.read_text(encoding="utf-8"))
        db.execute("PRAGMA application_id = 0x48414b4d")
        db.execute(f"PRAGMA user_version = {len(files)}")
    db.close()
    return len(files)


def test_an_older_schema_is_copied_and_migrated_later(spawn, tmp_path,
                                                      contract):
    """As it is when the package was upgraded and something is wrong."""
    older, other = tmp_path / "older.db", spawn(start=False)
    version = older_database(older)
    told = answered(hakam(older, "backup", str(tmp_path / "copy.db"),
                          "--json"))
    for member, value in [("schema_version", version), ("replayed", False),
                          ("games", None), ("events", None)]:
        assert told[member] == value
    done = hakam(other.database, "restore", str(tmp_path / "copy.db"))
    assert f"schema version {version}: hakamd migrates it" in done.stdout
    refused(hakam(other.database, "verify", check=False), 78,
            f"schema version {version}")
    other.start()
    kept = f"hakam.db.before-v{version + 1}"
    assert kept in names(other.directory)
    api = Client(other, contract)
    game = api.create(NEW)
    assert game.view()["status"] == "playing"
    api.close()
    other.stop()
    # The way back.
    told = answered(hakam(other.database, "restore", "--force", "--json",
                          str(other.directory / kept)))
    assert told["schema_version"] == version


def test_a_backup_of_another_program_is_not_restored(spawn, tmp_path):
    other = spawn(start=False)
    foreign = tmp_path / "foreign.db"
    db = sqlite3.connect(foreign)
    with db:
        db.execute("CREATE TABLE songs (name TEXT)")
    db.close()
    refused(hakam(other.database, "restore", str(foreign), check=False), 1,
            "another program")
    refused(hakam(other.database, "restore", str(tmp_path / "no.db"),
                  check=False), 1, "No such file")
    assert names(other.directory) == []


def test_a_signal_leaves_nothing(house, tmp_path):
    """A backup that waits (for the database, which is locked) is ended."""
    daemon, _ = house
    daemon.stop()
    folder = tmp_path / "backups"
    folder.mkdir()
    lock = sqlite3.connect(daemon.database, isolation_level=None)
    lock.execute("PRAGMA locking_mode = EXCLUSIVE")
    lock.execute("BEGIN EXCLUSIVE")
    process = subprocess.Popen(
        [HAKAM, "--database", str(daemon.database), "backup", str(folder)],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    part = folder / "hakam-backup.part"
    while not part.exists():
        assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == -signal.SIGTERM
    process.communicate()
    lock.close()
    assert not part.exists()
    hakam(daemon.database, "backup", str(folder))
    assert [bool(NAME.fullmatch(name)) for name in names(folder)] == [True]


def test_a_second_restore_waits_for_nobody(spawn, backup):
    """Two at once: the one without the lock is refused."""
    import fcntl
    other = spawn(start=False)
    path = f"{other.database}-lock"
    with open(path, "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        refused(hakam(other.database, "restore", str(backup), check=False), 78,
                "in use")
    assert names(other.directory) == ["hakam.db-lock"]
