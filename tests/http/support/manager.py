"""What systemd does with a service, where there is none: the socket that it
listens on for messages, and sockets that it hands over."""

import ctypes
import os
import pathlib
import socket
import time

import pytest

from support.daemon import PATIENCE


class Manager:
    """The socket of NOTIFY_SOCKET."""

    def __init__(self, directory):
        self.path = str(directory / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(PATIENCE)

    def message(self):
        """The next message."""
        return self._fields(self.socket.recv(4096))

    @staticmethod
    def _fields(data):
        return dict(line.split("=", 1)
                    for line in data.decode().splitlines())

    def until(self, name):
        """The next message that has this field."""
        while True:
            message = self.message()
            if name in message:
                return message

    def waiting(self):
        """All messages that have come."""
        self.socket.setblocking(False)
        found = []
        try:
            while True:
                found.append(self._fields(self.socket.recv(4096)))
        except BlockingIOError:
            return found
        finally:
            self.socket.settimeout(PATIENCE)

    def close(self):
        self.socket.close()


def hold_tcp():
    held = socket.create_server(("127.0.0.1", 0), backlog=1024)
    held.set_inheritable(True)
    return held


def hold_unix(path):
    held = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    held.bind(str(path))
    held.listen(1024)
    held.set_inheritable(True)
    return held


def threads(process, name):
    """The threads of a process that are called so."""
    tasks = pathlib.Path(f"/proc/{process.pid}/task")
    return [int(task.name) for task in sorted(tasks.iterdir())
            if (task / "comm").read_text().strip() == name]


class Frozen:
    """One thread of a child that stands still, as a debugger does it."""

    SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17

    def __init__(self, thread):
        self.thread = thread
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long,
                                     ctypes.c_void_p, ctypes.c_void_p]
        self.libc.ptrace.restype = ctypes.c_long

    def _ptrace(self, request):
        if self.libc.ptrace(request, self.thread, None, None) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def __enter__(self):
        try:
            self._ptrace(self.SEIZE)
        except PermissionError:
            pytest.skip("no process may be traced here")
        self._ptrace(self.INTERRUPT)
        # __WALL: a thread that is no child of its own.
        os.waitpid(self.thread, 0x40000000)
        return self

    def __exit__(self, *_):
        self._ptrace(self.DETACH)


def wait_for(condition):
    """Looks again and again, without a time that must not pass."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it does not come about"
        os.sched_yield()
