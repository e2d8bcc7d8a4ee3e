"""Addresses and names of this machine on the LAN."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

SYSTEM = Path("/sys/class/net")
ALL_ADDRESSES = ("0.0.0.0", "::")  # noqa: S104  compared, and not bound to
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux: the IPv4 address of an interface."""


def address() -> str:
    """Return the address of this machine for others, or the loopback without a network. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return nearby_address(SYSTEM) or "127.0.0.1"
        return str(probe.getsockname()[0])


def page_host(bind: str) -> str:
    """Return the host of a server's URL. That of a server on all interfaces is the LAN address.

    >>> page_host("127.0.0.1"), page_host("::1")
    ('127.0.0.1', '[::1]')
    """
    host = address() if bind in ALL_ADDRESSES else bind.strip("[]")
    return f"[{host}]" if ":" in host else host


def is_for_this_machine(bind: str) -> bool:
    """Return whether only this machine reaches a server at this address.

    >>> is_for_this_machine("127.0.0.1"), is_for_this_machine("localhost"), is_for_this_machine("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(bind.strip("[]")).is_loopback
    except ValueError:  # a name
        return bind == "localhost"


def nearby_address(system: Path) -> str:
    """Return the address of this machine in a network without a route, as its own hotspot; "" in none."""
    plugs = sorted(path.parent.name for path in system.glob("*/device"))  # interfaces without a device are virtual
    return next((address for plug in plugs if (address := _address_of(plug))), "")


def _address_of(plug: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe, ASK_ADDRESS, struct.pack("256s", plug.encode()))
        except OSError:
            return ""  # it has none
    return socket.inet_ntoa(answer[20:24])


def own_names() -> frozenset[str]:
    """Return the host name of this machine, plain and with .local."""
    own = socket.gethostname().partition(".")[0].lower()
    return frozenset({own, f"{own}.local"})
