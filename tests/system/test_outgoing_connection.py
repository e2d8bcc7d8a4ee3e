"""An address that somebody typed in leads to another machine, however it is written."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

import pytest

from companion.system import network, outgoing_connection
from companion.system.outgoing_connection import ForbiddenAddressError, connect, is_here, why_forbidden

HERE = (
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)
WRITTEN = ("localhost", "LOCALHOST.", "a.localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0", "[::1]")


@pytest.mark.parametrize("number", HERE)
def test_no_number_of_this_machine_or_its_link_is_another_machine(number: str) -> None:
    assert is_here(number)


@pytest.mark.parametrize(
    "number", ["192.168.1.7", "10.0.0.3", "203.0.113.9", "fd00::7", "::ffff:192.168.1.7", "64:ff9b::102:304"]
)
def test_a_machine_of_the_network_is_one(number: str) -> None:
    assert not is_here(number)


def test_our_own_number_in_the_network_is_here_too() -> None:
    assert is_here(network.address())


@pytest.mark.parametrize("host", WRITTEN)
def test_what_is_written_to_lead_here_is_known_without_looking_a_name_up(host: str) -> None:
    assert "leads to this machine itself" in why_forbidden(host.strip("[]"))
    assert not why_forbidden("camera.example") and not why_forbidden("192.168.77.9")


def test_our_own_name_leads_here() -> None:
    assert all("leads to this machine itself" in why_forbidden(name) for name in network.names())


@pytest.mark.parametrize("host", ["169.254.7.7", "fe80::7", "::ffff:169.254.7.7", "64:ff9b::a9fe:707"])
def test_an_address_of_one_cable_is_said_to_be_one(host: str) -> None:
    assert "hold on one cable alone" in why_forbidden(host) and "this machine itself" not in why_forbidden(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "::ffff:127.0.0.1", "localhost"])
def test_nothing_is_asked_of_this_machine(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(ForbiddenAddressError):
            connect(host, port, 1)
        connect("127.0.0.1", port, 1, may_be_here=True).close()


def named(*rounds: str) -> Callable[..., list[tuple[int, int, int, str, tuple[str, int]]]]:
    """A name that means another number each time it is looked up."""
    left = list(rounds)
    kind = socket.SOCK_STREAM
    return lambda _host, port, **_: [(socket.AF_INET, kind, 6, "", (left.pop(0), port))]


def test_a_name_means_what_it_meant_when_it_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[object] = []
    monkeypatch.setattr(outgoing_connection.socket, "getaddrinfo", named("192.168.1.7", "127.0.0.1"))
    monkeypatch.setattr(outgoing_connection.socket, "create_connection", lambda where, _wait: reached.append(where))
    connect("camera.example", 80, 1)
    assert reached == [("192.168.1.7", 80)]


def leads_to(*numbers: str) -> Callable[..., list[tuple[int, int, int, str, tuple[str, int]]]]:
    """A name that has all of them."""
    return lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 80)) for one in numbers]


def test_of_a_name_only_the_numbers_of_other_machines_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[object] = []
    monkeypatch.setattr(outgoing_connection.socket, "getaddrinfo", leads_to("fe80::7", "192.168.77.9", "127.0.0.1"))
    monkeypatch.setattr(outgoing_connection.socket, "create_connection", lambda where, _wait: reached.append(where))
    connect("phone.local", 80, 1)
    assert reached == [("192.168.77.9", 80)]


def test_a_name_all_of_whose_numbers_are_here_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_connection.socket, "getaddrinfo", leads_to("127.0.0.1", "169.254.169.254"))
    with pytest.raises(ForbiddenAddressError, match=r"169\.254\.169\.254"):
        connect("camera.example", 80, 1)


def test_an_address_that_the_unit_leaves_out_is_told_with_what_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fenced(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(outgoing_connection.socket, "create_connection", fenced)
    with pytest.raises(
        PermissionError, match=r"may not reach 100\.64\.3\.4.*systemctl edit.*IPAddressAllow=100\.64\.3\.4"
    ):
        connect("100.64.3.4", 80, 1)
