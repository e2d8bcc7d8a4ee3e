"""The current request: its device, and what that device may do."""

from __future__ import annotations

import ipaddress

from flask import request

from companion.i18n import _
from companion.presentation import acts_for, hides_tray, may_see
from companion.schema import TABLE, Expectation, Refused, Seat
from companion.sessions import WALL, TableSnapshot
from companion.web.permissions import KEEPS, ROLES_BY_ENDPOINT, STRANGER, Identity, Role, Who
from companion.web.request import app_dispatch
from companion.web.request.app_dispatch import VISITOR, parts
from companion.web.request.cookies import shown_keys, unbound_cookies
from companion.web.sse import StreamClient

SITS: frozenset[Role] = frozenset({"seat", "dealer"})
PREVIEW = "preview.jpg"  # the camera's current picture
PROXY_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""Headers of a proxy that forwards requests of others."""


def visitor() -> Identity:
    """Return the identity of the request. A stream looks it up again before each event, see `is_let_in`."""
    identity: Identity | None = request.environ.get(VISITOR)
    return identity or identify()


def identify() -> Identity:
    """Look up the identity by the request's keys. Keys that count alone are tried last: another page may have set them."""
    house, is_wall = parts(), request.args.get("as") == WALL
    devices = house.devices.find(shown_keys()) or house.devices.find(unbound_cookies())
    identity = Identity(devices, house.trusts_this_machine and is_here(), is_wall)
    request.environ[VISITOR] = identity
    return identity


def sits_at(table: str) -> bool:
    """Return whether this device has a player's or the Dealer's seat at a table, besides other roles."""
    return bool(visitor().roles(table) & SITS)


def roles_here(who: Who, table: str = "") -> frozenset[Role]:
    """Return the roles of this device at a table, or in the installation. The tablet is the keeper if there is no other."""
    roles, lit = visitor().roles(table), parts().sessions.lit
    if "keeper" in who and not roles & who and "table" in roles and (not lit or seat_here(lit) == TABLE):
        return roles if parts().devices.has_keeper else roles | {"keeper"}
    return roles  # a device that has a seat at the current table does not set up the installation


def keeps() -> bool:
    """Return whether this device is a keeper."""
    return bool(roles_here(KEEPS) & KEEPS)


def is_let_in(door: str = "", table: str = "") -> bool:
    """Return whether this device may use a route now, by its current keys; "" = the route of the request."""
    identify()
    who = ROLES_BY_ENDPOINT.get(door or request.endpoint or "", frozenset())
    return bool(roles_here(who, table or (request.view_args or {}).get("table", "")) & who)


def is_here() -> bool:
    """Return whether the request comes from this machine, addresses it as such, and was not forwarded.

    A foreign page can let its name resolve to 127.0.0.1 and a local browser ask for it, so only names from the settings count.
    """
    if any(header in request.headers for header in PROXY_HEADERS):
        return False
    name = app_dispatch.host_name(request.host)
    is_ours = name == "localhost" or name in app_dispatch.hosts() or _is_loopback(name)
    return is_ours and _is_loopback(request.remote_addr or "")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def watcher_here(*, comes_back: bool = False) -> StreamClient:
    """Return the client of a stream that begins now. It ends when its device is dismissed. A reconnecting browser sends Last-Event-ID."""
    devices, is_tablet = visitor().devices, TABLE in visitor().roles()
    comes_back = comes_back or "Last-Event-ID" in request.headers
    return StreamClient(devices[0].id if devices else "", is_let_in, is_tablet, comes_back)


def seat_here(table: str) -> Seat:
    """Return the seat this device shows at a table; a display may declare itself one."""
    return visitor().seat(table)


def seats_here(picture: TableSnapshot) -> tuple[Seat, frozenset[Seat]]:
    """Return the seat this device shows at a table, and those it answers for."""
    seat = seat_here(picture.id)
    return seat, acts_for(seat, picture, parts().devices.claimed(picture.id))


def seat_to_answer(table: str, prompt: str) -> Seat:
    """Return the seat of an open prompt. Raises Refused if this device may not answer for it, or it is not open."""
    picture = parts().sessions.snapshot(table)
    _seat, own_seats = seats_here(picture)
    for open_prompt in picture.open:
        if open_prompt.id == prompt:
            if open_prompt.seat not in own_seats | {TABLE}:
                raise Refused("NOT_YOURS", _("This is asked of another seat."))
            return open_prompt.seat
    raise Refused("NOT_OPEN", _("This was answered already, or is not asked now."))


def was_given(table: str, id: str) -> bool:
    """Return whether an answer of this device's seats, an undo, a redo or an amendment has this id.

    A page repeats a tap that got no response. Check this first, because the prompt is closed by then. Answers of other seats are
    not revealed; only the sender of an undo has its id.
    """
    given = parts().sessions.history.given(table, id)
    if given is None:
        return parts().sessions.history.has_done(table, id)
    return given.prompt.seat in seats_here(parts().sessions.snapshot(table))[1] | {TABLE}


def may_fetch(file: str) -> bool:
    """Return whether this device may fetch a picture: not if something on it is still hidden from it."""
    if file == PREVIEW:
        return not is_tray_hidden()
    for picture in map(parts().sessions.snapshot, parts().sessions.ids()):
        seat, own_seats = seats_here(picture)
        is_stranger = visitor().roles(picture.id) == STRANGER
        readings = [known.reading for known in (picture.rest, picture.doubt, *picture.both) if known is not None]
        readings += [conflict.first for conflict in picture.both if conflict.first is not None]
        with_file = [reading for reading in readings if reading.picture == file]
        if (with_file and is_stranger) or not all(may_see(picture, reading, seat, own_seats) for reading in with_file):
            return False
    return True


def is_tray_hidden() -> bool:
    """Return whether the tray may hold something now that is hidden from this device."""
    hall = parts().sessions
    if not hall.lit:
        return False
    return visitor().roles(hall.lit) == STRANGER or hides_tray(
        hall.snapshot(hall.lit), *seats_here(hall.snapshot(hall.lit))
    )


def look_at(photo: bytes, sender: Seat, expect: Expectation) -> None:
    """Turn a photograph into a reading of its sender's seat. Raises Refused if it becomes none."""
    sentence = parts().camera.read_photograph(photo, sender, expect)
    if sentence:
        raise Refused("NO_READING", sentence)
