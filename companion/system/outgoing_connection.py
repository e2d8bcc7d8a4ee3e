"""A connection to another machine, by an address that somebody typed in: it leads nowhere but there.

What is connected to is the number that was checked, so that a name cannot mean another machine a moment later.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterator

from companion.errors import N_
from companion.system.network import names

THIS_MACHINE = N_(
    "This address leads to this machine itself. Give the address of another one; or have whoever keeps the machine write"
    " this_machine = true below [camera] of the settings."
)
OWN_LINK = N_(
    "Addresses as 169.254.x.x and fe80:: hold on one cable alone, where no router gave others. Have the camera get an address"
    " of your network, and give that; or have whoever keeps the machine write this_machine = true below [camera] of the settings."
)
GATEWAY = ipaddress.IPv6Network("64:ff9b::/96")
"""NAT64: a network without IPv4 reaches the IPv4 machine of the last 32 bits by it."""
Number = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForbiddenAddressError(OSError):
    """The address leads nowhere but to this machine, to its own link or to no single machine."""


def connect(host: str, port: int, wait_s: float, *, may_be_here: bool = False) -> socket.socket:
    """The first number of the host that answers and may be asked. Raises ForbiddenAddressError, OSError, and UnicodeError for what is no name.

    `may_be_here`: this machine and its own link count as others.
    """
    numbers = [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    allowed = [one for one in numbers if may_be_here or not is_here(one)]
    if numbers and not allowed:
        raise ForbiddenAddressError(f"{host} leads to {', '.join(numbers)}, which is this machine or its own link")
    failed: OSError | None = None
    for number in allowed:
        try:
            return socket.create_connection((number, port), wait_s)
        except OSError as error:
            failed = _explained(error, number)
    raise failed or OSError(f"{host} has no number")


def _explained(error: OSError, number: str) -> OSError:
    """The same; of what the system keeps our service from, what allows it."""
    if error.errno != errno.EPERM:
        return error
    remedy = f"sudo systemctl edit lamplight, with [Service] and IPAddressAllow={number}"
    return PermissionError(
        errno.EPERM, f"the service may not reach {number}, its IPAddressAllow leaves it out: {remedy}"
    )


def is_here(number: str) -> bool:
    """Whether an IP address is this machine's, of its own link, or of no single machine.

    >>> is_here("127.8.0.1"), is_here("169.254.169.254"), is_here("::ffff:127.0.0.1"), is_here("::"), is_here("192.0.2.7")
    (True, True, True, True, False)
    """
    return any(map(_is_special, _meant(ipaddress.ip_address(number)))) or _is_own(number)


def why_forbidden(host: str) -> str:
    """Why a host leads to no other machine, as it is written: in figures of any kind, or by our own name; "" = it may. Nothing is looked up."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost") or name in names():
        return THIS_MACHINE
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return ""  # it is a name
    numbers = [str(one[4][0]) for one in found if is_here(str(one[4][0]))]
    is_link = any(one.is_link_local for number in numbers for one in _meant(ipaddress.ip_address(number)))
    return (OWN_LINK if is_link else THIS_MACHINE) if numbers else ""


def _meant(number: Number) -> Iterator[Number]:
    """The number, and the one that a gateway may make of it."""
    if number in GATEWAY:
        yield ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
        return
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
