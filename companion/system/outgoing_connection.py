"""A connection to another machine, by an address that somebody typed in: it leads nowhere but there.

What is connected to is the number that was checked, so that a name cannot mean another machine a moment later.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator

Number = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForbiddenAddressError(OSError):
    """The address leads to this machine, to its own link or to no single machine."""


def connect(host: str, port: int, wait_s: float, *, may_be_here: bool = False) -> socket.socket:
    """The first number of the host that answers. Raises ForbiddenAddressError, OSError, and UnicodeError for what is no name.

    `may_be_here`: this machine and its own link count as others.
    """
    numbers = [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not may_be_here and (forbidden := next((one for one in numbers if is_here(one)), None)) is not None:
        raise ForbiddenAddressError(f"{host} leads to {forbidden}, which is this machine or its own link")
    failed: OSError | None = None
    for number in numbers:
        try:
            return socket.create_connection((number, port), wait_s)
        except OSError as error:
            failed = error
    raise failed or OSError(f"{host} has no number")


def is_here(number: str) -> bool:
    """Whether an IP address is this machine's, of its own link, or of no single machine.

    >>> is_here("127.8.0.1"), is_here("169.254.169.254"), is_here("::ffff:127.0.0.1"), is_here("::"), is_here("192.0.2.7")
    (True, True, True, True, False)
    """
    return any(map(_is_special, _meant(ipaddress.ip_address(number)))) or _is_own(number)


def is_written_here(host: str) -> bool:
    """Whether a host says so as it is written, in figures of any kind or as localhost; no name is looked up."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return False  # it is a name
    return any(is_here(str(one[4][0])) for one in found)


def _meant(number: Number) -> Iterator[Number]:
    """The number, and the one that a gateway may make of it."""
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    yield mapped or number
    if isinstance(number, ipaddress.IPv6Address):
        inner = (number.sixtofour, *(number.teredo or ()))
        yield from (one for one in inner if one is not None)


def _is_special(number: Number) -> bool:
    flags = (number.is_loopback, number.is_link_local, number.is_unspecified, number.is_multicast, number.is_reserved)
    return any(flags)


def _is_own(number: str) -> bool:
    """Whether it is a number of one of our plugs: from here one goes there by the same number. No packet is sent."""
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((number, 9))
        except OSError:
            return False  # no way leads there
        return bool(ipaddress.ip_address(probe.getsockname()[0]) == ipaddress.ip_address(number))
