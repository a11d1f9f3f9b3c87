"""nginx and HAProxy on loopback, with the very files of docs/proxy: only
addresses, paths and what is the machine's are put in their places."""

import http.client
import os
import shutil
import socket
import ssl
import subprocess

from support.daemon import PATIENCE, SRCDIR

NAME = "hakam.example"
KINDS = ("nginx", "haproxy")
_SBIN = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])


def program(name):
    """Where it is, or None; Debian keeps both where users do not look."""
    return shutil.which(name, path=_SBIN)


def make_certificate(directory):
    """Of a day, signed by itself: certificate, key, and both in one file."""
    chain, key, both = (directory / name for name in (
        "fullchain.pem", "privkey.pem", "hakam.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
         "/CN=" + NAME, "-addext", "subjectAltName=DNS:" + NAME,
         "-keyout", key, "-out", chain],
        check=True, capture_output=True, timeout=PATIENCE)
    both.write_bytes(chain.read_bytes() + key.read_bytes())
    return chain


def listening(family, address):
    """A socket that listens already: who connects waits until it is served,
    and nobody else takes the port."""
    made = socket.socket(family, socket.SOCK_STREAM)
    if family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    made.bind((address, 0))
    made.listen(512)
    made.setblocking(False)
    made.set_inheritable(True)
    return made


def substitute(text, places):
    """Each of these pieces of the file must be there."""
    for old, new in places:
        assert old in text, f"the file has no {old!r} any more"
        text = text.replace(old, new)
    return text


class _Https(http.client.HTTPSConnection):
    """By the name that the certificate has, to the proxy of the test."""

    def __init__(self, proxy, timeout):
        super().__init__(NAME, proxy.port, timeout=timeout,
                         context=proxy.tls)
        self._proxy = proxy

    def connect(self):
        self.sock = self._proxy.socket(self.timeout)


class Proxy:
    """A proxy in front of a daemon; stands in for it with clients."""

    def __init__(self, kind, directory, upstream):
        self.kind = kind
        self.directory = directory
        self.upstream = upstream
        self.errors = directory / "stderr.log"
        chain = make_certificate(directory)
        self.tls = ssl.create_default_context(cafile=chain)
        self.sockets = [listening(socket.AF_INET, "127.0.0.1")]
        self.port = self.sockets[0].getsockname()[1]
        self.address = f"{NAME}:{self.port}"
        self.host = NAME
        self.process = None

    def use_ipv6(self):
        """Also on ::1, where the machine has it; gives the port, or None."""
        try:
            self.sockets.append(listening(socket.AF_INET6, "::1"))
        except OSError:
            return None
        return self.sockets[1].getsockname()[1]

    def start(self):
        command, more = getattr(self, "_" + self.kind)()
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=errors,
                stderr=errors, env={**os.environ, **more},
                pass_fds=[one.fileno() for one in self.sockets])
        # Once it ends nobody waits for it.
        for one in self.sockets:
            one.close()
        return self

    def _configuration(self, name, places):
        text = (SRCDIR / "docs" / "proxy" / name).read_text("utf-8")
        made = self.directory / name
        made.write_text(substitute(text, places), "utf-8")
        return made

    def _nginx(self):
        listens = [f"127.0.0.1:{self.port}"]
        ipv6 = "#"
        if len(self.sockets) > 1:
            ipv6 = f"listen [::1]:{self.sockets[1].getsockname()[1]} "
        site = self._configuration("nginx.conf", [
            ("listen 443 ", f"listen {listens[0]} "),
            ("listen [::]:443 ", ipv6),
            ("/etc/ssl/hakam", str(self.directory)),
            *self._to("server 127.0.0.1:8080;",
                      "#server unix:/run/hakam/hakam.sock;",
                      "server {};")])
        # What Debian's own nginx.conf says, around the site.
        outer = self.directory / "outer.conf"
        temporary = "".join(
            f"{name}_temp_path {self.directory}/{name};\n" for name in (
                "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        outer.write_text(
            f"{'user root;' if os.geteuid() == 0 else ''}\n"
            f"pid {self.directory}/nginx.pid;\nworker_processes 1;\n"
            "events { worker_connections 768; }\n"
            f"http {{\naccess_log {self.directory}/access.log;\n{temporary}"
            "default_type application/octet-stream;\ngzip on;\n"
            "sendfile on;\ntcp_nopush on;\n"
            f"include {site};\n}}\n", "utf-8")
        inherited = "".join(f"{one.fileno()};" for one in self.sockets)
        return ([program("nginx"), "-p", str(self.directory), "-c",
                 str(outer), "-e", "stderr"], {"NGINX": inherited})

    def _haproxy(self):
        ipv6 = "#"
        if len(self.sockets) > 1:
            ipv6 = f"bind fd@{self.sockets[1].fileno()} "
        made = self._configuration("haproxy.cfg", [
            ("log /dev/log local0", "log stderr format raw local0"),
            ("maxconn 10000", "maxconn 400"), ("user haproxy", "#"), ("group haproxy", "#"),
            ("bind :443 ", f"bind fd@{self.sockets[0].fileno()} "),
            ("bind [::]:443 v6only ", ipv6),
            ("/etc/haproxy", str(self.directory)),
            *self._to("server hakamd 127.0.0.1:8080 ",
                      "#server hakamd unix@/run/hakam/hakam.sock ",
                      "server hakamd {} ")])
        return ([program("haproxy"), "-db", "-f", str(made)], {})

    def _to(self, tcp, unix, form):
        """Which of the file's two ways to hakamd is gone."""
        if not self.upstream.startswith("unix:"):
            return [(tcp, form.format(self.upstream))]
        path = self.upstream
        if self.kind == "haproxy":
            path = path.replace("unix:", "unix@")
        return [(tcp, "#"), (unix, form.format(path))]

    def complaints(self):
        return self.errors.read_text("utf-8", "replace")

    def close(self):
        if self.process is not None:
            assert self.process.poll() is None, self.complaints()
            self.process.terminate()
            self.process.wait(PATIENCE)
            self.process = None

    # As a Daemon has them.

    def plain(self, timeout=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def socket(self, timeout=PATIENCE):
        return self.tls.wrap_socket(self.plain(timeout), server_hostname=NAME)

    def connection(self, timeout):
        return _Https(self, timeout)
