"""Whose request it is, where a proxy stands before the service."""

import pytest

from support.client import Client
from support.daemon import refuse_to_start

HOUR = 3600


@pytest.fixture
def serve(spawn, contract):
    """A daemon that lets each address read twice, behind these proxies."""
    clients = []

    def make(*proxies, listen="127.0.0.1:0"):
        options = ["--rate-read", f"2/{HOUR}"]
        for proxy in proxies:
            options += ["--trusted-proxy", proxy]
        daemon = spawn(listen=listen, options=options)
        clients.append(Client(daemon, contract))
        return clients[-1]
    yield make
    for client in clients:
        client.close()


def statuses(api, *headers):
    return [api.get("/v1/variants", headers=one).status for one in headers]


def forwarded(*elements):
    return {"Forwarded": ", ".join(elements)}


def for_list(*addresses):
    return {"X-Forwarded-For": ", ".join(addresses)}


def test_each_client_of_a_proxy_has_its_own_quota(serve):
    api = serve("127.0.0.1")
    a, b = forwarded("for=192.0.2.1"), forwarded('for="[2001:db8::1]:4711"')
    assert statuses(api, a, a, a, b, b, b) == [200, 200, 429, 200, 200, 429]
    # However the same address is told.
    assert statuses(api, forwarded('For="192.0.2.1:80";proto=http'),
                    for_list("192.0.2.1"),
                    forwarded('for="[2001:db8::ffff]"')) == [429, 429, 429]


def test_nobody_is_believed_unasked(serve):
    api = serve()
    assert statuses(api, forwarded("for=192.0.2.1"), for_list("192.0.2.2"),
                    forwarded("for=192.0.2.3")) == [200, 200, 429]
    assert api.daemon.complaints().count(
        "127.0.0.1 says for whom it asks, and is no --trusted-proxy") == 1


def test_other_proxies_are_not_believed(serve):
    api = serve("10.0.0.0/8", "unix")
    assert statuses(api, forwarded("for=192.0.2.1"), for_list("192.0.2.2"),
                    forwarded("for=192.0.2.3")) == [200, 200, 429]


def test_what_a_client_makes_up_does_not_count(serve):
    """It stands before what the proxy wrote, whatever it is."""
    api = serve("127.0.0.1", "10.0.0.0/8")
    lies = ["for=198.51.100.%d", 'for="198.51.100.%d', "for=10.0.0.%d",
            '"\\", for=198.51.100.%d', "for=unknown;x=%d"]
    headers = [forwarded(lie % number, "for=192.0.2.1")
               for number, lie in enumerate(lies)]
    assert statuses(api, *headers) == [200, 200, 429, 429, 429]
    # Nor a header that the proxy passes on as it came.
    headers = [{**for_list("192.0.2.7"), **forwarded(f"for=198.51.100.{n}")}
               for n in range(4)]
    assert statuses(api, *headers) == [200, 200, 429, 429]


def test_a_chain_of_proxies_is_followed_to_its_client(serve):
    api = serve("127.0.0.1", "10.0.0.0/8")
    assert statuses(api, for_list("192.0.2.1", "10.0.0.1"),
                    for_list("198.51.100.1", "192.0.2.1", "10.9.9.9"),
                    for_list("192.0.2.1")) == [200, 200, 429]


def test_through_a_unix_socket(serve, tmp_path):
    api = serve("unix", listen=f"unix:{tmp_path}/socket")
    a, b = forwarded("for=192.0.2.1"), forwarded("for=192.0.2.2")
    assert statuses(api, a, a, a, b) == [200, 200, 429, 200]
    # Whoever comes by the socket himself is one client.
    assert statuses(api, {}, {}, {}) == [200, 200, 429]


@pytest.mark.parametrize("value", ["proxy.example.org", "10.0.0.1/8",
                                   "10.0.0.0/33", "10.0.0.0/8,::1"])
def test_what_is_no_proxy_is_refused_at_the_start(value):
    done = refuse_to_start("--database", "x.db", "--trusted-proxy", value)
    assert done.returncode == 64
    assert "--trusted-proxy" in done.stderr
