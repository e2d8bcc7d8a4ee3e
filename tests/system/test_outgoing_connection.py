"""A typed address leads to another machine, however it is written."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

import pytest

from companion.system import network, outgoing_connection
from companion.system.outgoing_connection import ForbiddenAddressError, address_refusal, connect, is_here

HERE = [
    *("127.0.0.1", "127.1.2.3", "0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1"),
    *("ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::"),
]
ELSEWHERE = ["192.168.1.7", "10.0.0.3", "203.0.113.9", "fd00::7", "::ffff:192.168.1.7", "64:ff9b::102:304"]
WRITTEN = ["localhost", "LOCALHOST.", "a.localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0", "[::1]"]


@pytest.mark.parametrize("number", HERE + ELSEWHERE)
def test_only_own_and_link_local_addresses_are_here(number: str) -> None:
    assert is_here(number) == (number in HERE)


@pytest.mark.parametrize("host", WRITTEN)
def test_notations_of_loopback_are_forbidden(host: str) -> None:
    assert "leads to this machine itself" in address_refusal(host.strip("[]"))
    assert not address_refusal("camera.example") and not address_refusal("192.168.77.9")


def test_own_host_name_and_address_are_here() -> None:
    assert is_here(network.address())
    assert all("leads to this machine itself" in address_refusal(name) for name in network.own_names())


@pytest.mark.parametrize("host", ["169.254.7.7", "fe80::7", "::ffff:169.254.7.7", "64:ff9b::a9fe:707"])
def test_link_local_address_has_its_own_reason(host: str) -> None:
    assert "hold on one cable alone" in address_refusal(host) and "this machine itself" not in address_refusal(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "::ffff:127.0.0.1", "localhost"])
def test_connection_to_this_machine_is_refused(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(ForbiddenAddressError):
            connect(host, port, 1)
        connect("127.0.0.1", port, 1, may_be_here=True).close()


def leads_to(*numbers: str) -> Callable[..., list[tuple[int, int, int, str, tuple[str, int]]]]:
    """A name with all these addresses."""
    return lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 80)) for one in numbers]


def test_connection_uses_a_checked_address(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[object] = []
    lookups = iter((leads_to("fe80::7", "192.168.77.9", "127.0.0.1"), leads_to("127.0.0.1")))
    monkeypatch.setattr(outgoing_connection.socket, "getaddrinfo", lambda *_, **__: next(lookups)())
    monkeypatch.setattr(outgoing_connection.socket, "create_connection", lambda where, _wait: reached.append(where))
    connect("phone.local", 80, 1)
    assert reached == [("192.168.77.9", 80)]


def test_name_with_only_own_addresses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_connection.socket, "getaddrinfo", leads_to("127.0.0.1", "169.254.169.254"))
    with pytest.raises(ForbiddenAddressError, match=r"169\.254\.169\.254"):
        connect("camera.example", 80, 1)


def test_address_blocked_by_systemd_has_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def fenced(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(outgoing_connection.socket, "create_connection", fenced)
    with pytest.raises(
        PermissionError, match=r"may not reach 100\.64\.3\.4.*systemctl edit.*IPAddressAllow=100\.64\.3\.4"
    ):
        connect("100.64.3.4", 80, 1)
