"""Connect to another machine whose address a user typed in, and never to this one.

The connection uses the IP address that was checked: a second look-up of the name could differ.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterator

from companion.errors import N_
from companion.system.network import own_names

IS_THIS_MACHINE = N_(
    "This address leads to this machine itself. Give the address of another one; or have whoever keeps the machine write"
    " this_machine = true below [camera] of the settings."
)
IS_OWN_LINK = N_(
    "Addresses as 169.254.x.x and fe80:: hold on one cable alone, where no router gave others. Have the camera get an address"
    " of your network, and give that; or have whoever keeps the machine write this_machine = true below [camera] of the settings."
)
GATEWAY = ipaddress.IPv6Network("64:ff9b::/96")
"""NAT64: a network without IPv4 reaches the IPv4 machine of the last 32 bits by it."""
Number = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForbiddenAddressError(OSError):
    """The address leads nowhere but to this machine, to its own link or to no single machine."""


def connect(host: str, port: int, wait_s: float, *, may_be_here: bool = False) -> socket.socket:
    """Connect to the first address of the host that answers. Raises ForbiddenAddressError, OSError, and UnicodeError for an invalid name.

    `may_be_here`: allow this machine and its own link too.
    """
    numbers = [str(answer[4][0]) for answer in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    allowed = [number for number in numbers if may_be_here or not is_here(number)]
    if numbers and not allowed:
        raise ForbiddenAddressError(f"{host} leads to {', '.join(numbers)}, which is this machine or its own link")
    failed: OSError | None = None
    for number in allowed:
        try:
            return socket.create_connection((number, port), wait_s)
        except OSError as error:
            failed = _explain(error, number)
    raise failed or OSError(f"{host} has no number")


def _explain(error: OSError, number: str) -> OSError:
    """Return the error, with the remedy where systemd forbids the address."""
    if error.errno != errno.EPERM:
        return error
    remedy = f"sudo systemctl edit lamplight, with [Service] and IPAddressAllow={number}"
    return PermissionError(
        errno.EPERM, f"the service may not reach {number}, its IPAddressAllow leaves it out: {remedy}"
    )


def is_here(number: str) -> bool:
    """Return whether an IP address belongs to this machine, to its own link, or to several machines.

    >>> is_here("127.8.0.1"), is_here("169.254.169.254"), is_here("::ffff:127.0.0.1"), is_here("::"), is_here("192.0.2.7")
    (True, True, True, True, False)
    """
    return any(map(_is_special, _reachable(ipaddress.ip_address(number)))) or _is_own(number)


def address_refusal(host: str) -> str:
    """Return why a host is not another machine: an address in any notation, or our own name. "" if it may be one. Looks nothing up."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost") or name in own_names():
        return IS_THIS_MACHINE
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return ""  # it is a name
    numbers = [str(answer[4][0]) for answer in answers if is_here(str(answer[4][0]))]
    is_link = any(reached.is_link_local for number in numbers for reached in _reachable(ipaddress.ip_address(number)))
    return (IS_OWN_LINK if is_link else IS_THIS_MACHINE) if numbers else ""


def _reachable(number: Number) -> Iterator[Number]:
    """Yield the address, and the one that a gateway may translate it to."""
    if number in GATEWAY:
        yield ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
        return
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    yield mapped or number
    if isinstance(number, ipaddress.IPv6Address):
        inner = (number.sixtofour, *(number.teredo or ()))
        yield from (address for address in inner if address is not None)


def _is_special(number: Number) -> bool:
    flags = (number.is_loopback, number.is_link_local, number.is_unspecified, number.is_multicast, number.is_reserved)
    return any(flags)


def _is_own(number: str) -> bool:
    """Return whether one of our interfaces has the address: the route to it then starts at the same address. Sends no packet."""
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((number, 9))
        except OSError:
            return False  # no way leads there
        return bool(ipaddress.ip_address(probe.getsockname()[0]) == ipaddress.ip_address(number))
