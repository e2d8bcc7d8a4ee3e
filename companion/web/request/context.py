"""A visit: the request that is served, whose device asks, and what that may."""

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
PREVIEW = "preview.jpg"  # what the camera sees now
HANDED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""Headers of whoever hands on a request of somebody else."""


def visitor() -> Identity:
    """Who asks. A stream looks anew before each event, see `is_let_in`: a device may have been sent away."""
    found: Identity | None = request.environ.get(VISITOR)
    return found or look_who_asks()


def look_who_asks() -> Identity:
    """Who asks, by what is known of its keys now. Those that count alone do where its browser is nobody: another page may have set them."""
    house, is_wall = parts(), request.args.get("as") == WALL
    devices = house.devices.find(shown_keys()) or house.devices.find(unbound_cookies())
    found = Identity(devices, house.trusts_this_machine and is_here(), is_wall)
    request.environ[VISITOR] = found
    return found


def sits_at(table: str) -> bool:
    """Whether this device is a player's or the Dealer's at a table, whatever else it is."""
    return bool(visitor().roles(table) & SITS)


def roles_here(who: Who, table: str = "") -> frozenset[Role]:
    """What this device is at a table, or in the house; the tablet keeps the house where nobody else does."""
    roles = visitor().roles(table)
    if "keeper" in who and not roles & who and "table" in roles and _is_tablet_of_lit():
        return roles if parts().devices.has_keeper else roles | {"keeper"}
    return roles


def keeps() -> bool:
    """Whether this device keeps the house."""
    return bool(roles_here(KEEPS) & KEEPS)


def is_let_in(door: str = "", table: str = "") -> bool:
    """Whether this device may use a door now, as it stands with its keys at this moment; "" = that of the request."""
    look_who_asks()
    who, place = (
        ROLES_BY_ENDPOINT.get(door or request.endpoint or "", frozenset()),
        table or (request.view_args or {}).get("table", ""),
    )
    return bool(roles_here(who, place) & who)


def is_here() -> bool:
    """Whether the request comes from this very machine, asks for it as such, and through nobody who hands on those of others.

    A page of any name can have that name lead to 127.0.0.1, and a browser here would ask us for it: only what the settings name counts.
    """
    if any(header in request.headers for header in HANDED_ON):
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
    """Whose stream it is that begins now; it ends when its device is sent away. A browser that asks by itself says what it heard last."""
    devices, is_tablet = visitor().devices, TABLE in visitor().roles()
    comes_back = comes_back or "Last-Event-ID" in request.headers
    return StreamClient(devices[0].id if devices else "", is_let_in, is_tablet, comes_back)


def seat_here(table: str) -> Seat:
    """The seat this device shows at a table; a screen that only shows may say so itself."""
    return visitor().seat(table)


def _is_tablet_of_lit() -> bool:
    """A device that sits at the table under the lamp does not set that up."""
    lit = parts().sessions.lit
    return not lit or seat_here(lit) == TABLE


def here(picture: TableSnapshot) -> tuple[Seat, frozenset[Seat]]:
    """The seat this device shows at a table, and those it answers for."""
    seat = seat_here(picture.id)
    return seat, acts_for(seat, picture, parts().devices.claimed(picture.id))


def may_answer(table: str, prompt: str) -> Seat:
    """The seat whose prompt it is; raises Refused where this device may not answer for it, or it is not open."""
    picture = parts().sessions.snapshot(table)
    _seat, mine = here(picture)
    for open_prompt in picture.open:
        if open_prompt.id == prompt:
            if open_prompt.seat not in mine | {TABLE}:
                raise Refused("NOT_YOURS", _("This is asked of another seat."))
            return open_prompt.seat
    raise Refused("NOT_OPEN", _("This was answered already, or is not asked now."))


def was_given(table: str, id: str) -> bool:
    """Whether an answer of this device's seats has this id, or an undo, a redo, an amendment.

    A page that heard nothing of its tap sends it once more. It is asked before anything else, because what it answered is
    open no more. Of another seat's answer nobody is told; of the id of an undo only who asked for it knows.
    """
    given = parts().sessions.history.given(table, id)
    if given is None:
        return parts().sessions.history.has_done(table, id)
    return given.prompt.seat in here(parts().sessions.snapshot(table))[1] | {TABLE}


def may_fetch(file: str) -> bool:
    """Whether this device may be sent a picture: none on which something lies that is not for its eyes (yet)."""
    if file == PREVIEW:
        return not is_tray_hidden()
    for picture in map(parts().sessions.snapshot, parts().sessions.ids()):
        seat, mine = here(picture)
        is_stranger = visitor().roles(picture.id) == STRANGER
        told = [one.reading for one in (picture.rest, picture.doubt, *picture.both) if one is not None]
        told += [both.first for both in picture.both if both.first is not None]
        here_told = [reading for reading in told if reading.picture == file]
        if (here_told and is_stranger) or not all(may_see(picture, one, seat, mine) for one in here_told):
            return False
    return True


def is_tray_hidden() -> bool:
    """Whether something may lie under the lamp now that is not for this device's eyes."""
    hall = parts().sessions
    if not hall.lit:
        return False
    return visitor().roles(hall.lit) == STRANGER or hides_tray(hall.snapshot(hall.lit), *here(hall.snapshot(hall.lit)))


def look_at(photo: bytes, sender: Seat, expect: Expectation) -> None:
    """What lies on a photograph becomes a reading of its sender's seat, for what is expected. Raises Refused where it does not."""
    sentence = parts().camera.read_photograph(photo, sender, expect)
    if sentence:
        raise Refused("NO_READING", sentence)
