"""One hakamd process: started on a free port, stopped, killed, restarted."""

import http.client
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SRCDIR = pathlib.Path(os.environ.get("SRCDIR") or HERE.parents[2]).resolve()


def _program(variable, name):
    return os.environ.get(variable) or str(SRCDIR / "build" / "src" / name)


HAKAMD = _program("HAKAMD", "hakamd")
HAKAM = _program("HAKAM", "hakam")

# How long a start or a stop may take before it counts as a hang.
PATIENCE = 30.0

READY = re.compile(r"hakamd: listening on (.+)\n")


# Hands files over from 3 on, and becomes the daemon.
HAND_OVER = """
import os, sys
end = sys.argv.index("--")
files = sys.argv[1:end]
for i, file in enumerate(files):
    os.dup2(int(file), 100 + i)
for i in range(len(files)):
    os.dup2(100 + i, 3 + i)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(files)))
os.execv(sys.argv[end + 1], sys.argv[end + 1:])
"""


def environment():
    """The environment without settings of the person who runs the tests."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith("HAKAM_") and name not in (
                "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC")}


def hakam(database, *arguments, check=True):
    """Runs the admin command; gives the finished process."""
    done = subprocess.run(
        [HAKAM, "--database", str(database), *arguments],
        env=environment(), capture_output=True, text=True, timeout=PATIENCE)
    if check:
        assert done.returncode == 0, (
            f"hakam {' '.join(arguments)} exited with {done.returncode}:\n"
            f"{done.stdout}{done.stderr}")
    return done


def refuse_to_start(*arguments):
    """Runs hakamd where it must not come up; gives the finished process."""
    return subprocess.run([HAKAMD, *arguments], env=environment(),
                          capture_output=True, text=True, timeout=PATIENCE)


class UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.socket_path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.socket_path)


class Daemon:
    """A daemon on its own database; `address` is set while it runs."""

    def __init__(self, directory, auth=None, listen="127.0.0.1:0",
                 options=(), variables=None, sockets=()):
        self.directory = pathlib.Path(directory)
        self.database = self.directory / "hakam.db"
        self.errors = self.directory / "stderr.log"
        self.auth = auth
        self.listen = listen
        self.options = list(options)
        self.variables = variables or {}  # of its environment
        self.sockets = sockets  # handed over as systemd does
        self.process = None
        self.address = None

    def start(self):
        assert self.process is None, "the daemon runs already"
        arguments = [HAKAMD, "--listen", self.listen,
                     "--database", str(self.database)]
        if self.auth:
            arguments += ["--auth", self.auth]
        files = [one.fileno() for one in self.sockets]
        if files:
            arguments = [sys.executable, "-c", HAND_OVER,
                         *map(str, files), "--", *arguments]
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                arguments + self.options, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=errors, pass_fds=files,
                env={**environment(), **self.variables})
        line = self._first_line()
        match = READY.match(line)
        if not match:
            self.kill()
            raise AssertionError(
                f"hakamd said {line!r} instead of its address; it wrote:\n"
                f"{self.complaints()}")
        self.address = match.group(1)
        return self

    def _first_line(self):
        descriptor = self.process.stdout.fileno()
        deadline = time.monotonic() + PATIENCE
        text = b""
        while not text.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                break
            piece = os.read(descriptor, 1024)
            if not piece:
                break
            text += piece
        return text.decode("utf-8", "replace")

    @property
    def host(self):
        return self.address.rsplit(":", 1)[0]

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    @property
    def url(self):
        return "http://" + self.address

    def socket(self, timeout=PATIENCE):
        """A connection to it."""
        return socket.create_connection((self.host, self.port), timeout)

    def connection(self, timeout):
        """The same for requests."""
        if self.address.startswith("unix:"):
            return UnixConnection(self.address[5:], timeout)
        return http.client.HTTPConnection(self.host, self.port,
                                          timeout=timeout)

    def complaints(self):
        return self.errors.read_text("utf-8", "replace")

    def _end(self, with_signal):
        process, self.process, self.address = self.process, None, None
        process.send_signal(with_signal)
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(
                f"hakamd did not end after signal {with_signal}:\n"
                f"{self.complaints()}") from None
        finally:
            process.stdout.close()
        return status

    def stop(self):
        """Ends it as a service manager does; it must end well."""
        status = self._end(signal.SIGTERM)
        assert status == 0, (
            f"hakamd ended with {status} after SIGTERM:\n{self.complaints()}")
        assert "Sanitizer" not in self.complaints(), self.complaints()

    def kill(self):
        """Takes the process away at once, as a crash or a power cut does."""
        self._end(signal.SIGKILL)

    def restart(self):
        self.stop()
        return self.start()

    def crash_and_restart(self):
        self.kill()
        return self.start()

    def close(self):
        """Ends whatever still runs, at the end of a test."""
        if self.process is not None:
            self.stop()
