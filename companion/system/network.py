"""This machine on the LAN."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

SYSTEM = Path("/sys/class/net")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared, and not bound to
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux: the IPv4 address of an interface."""


def address() -> str:
    """What other machines call this one, its own name for itself where it is alone; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return nearby(SYSTEM) or "127.0.0.1"
        return str(probe.getsockname()[0])


def page_host(bind: str) -> str:
    """Return what a browser types for a server at this address: where it listens at all of them, the one that others call.

    >>> page_host("127.0.0.1"), page_host("::1")
    ('127.0.0.1', '[::1]')
    """
    host = address() if bind in EVERYWHERE else bind.strip("[]")
    return f"[{host}]" if ":" in host else host


def is_for_this_machine(bind: str) -> bool:
    """Whether a server at this address is reached from nowhere else.

    >>> is_for_this_machine("127.0.0.1"), is_for_this_machine("localhost"), is_for_this_machine("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(bind.strip("[]")).is_loopback
    except ValueError:  # a name
        return bind == "localhost"


def nearby(system: Path) -> str:
    """This machine in a network that leads nowhere else, as its own hotspot does; "" = in none."""
    plugs = sorted(path.parent.name for path in system.glob("*/device"))  # what is no plug and no radio leads to nobody
    return next((found for plug in plugs if (found := _address_of(plug))), "")


def _address_of(plug: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            told = fcntl.ioctl(asked, ASK_ADDRESS, struct.pack("256s", plug.encode()))
        except OSError:
            return ""  # it has none
    return socket.inet_ntoa(told[20:24])


def names() -> frozenset[str]:
    """What others may call this machine: its name, and that name as Bonjour tells it."""
    own = socket.gethostname().partition(".")[0].lower()
    return frozenset({own, f"{own}.local"})
