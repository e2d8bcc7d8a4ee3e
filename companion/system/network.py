"""This machine on the LAN."""

from __future__ import annotations

import fcntl
import socket
import struct
from pathlib import Path

SYSTEM = Path("/sys/class/net")
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
