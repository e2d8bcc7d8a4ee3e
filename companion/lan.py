"""This machine on the LAN."""

from __future__ import annotations

import socket


def address() -> str:
    """What other machines call this one, its own name for itself where it is alone; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def names() -> frozenset[str]:
    """What others may call this machine: its name, and that name as Bonjour tells it."""
    own = socket.gethostname().partition(".")[0].lower()
    return frozenset({own, f"{own}.local"})
