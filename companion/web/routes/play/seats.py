"""Routes of a seat: invite a device, join, and free the seat."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.errors import LamplightError
from companion.i18n import _
from companion.presentation import JoinRequest, SeatRequest, name, seats
from companion.schema import TABLE, Refused
from companion.sessions import DATABASE_ERRORS, KEEPER, WALL, Device
from companion.web.images import code_of
from companion.web.request import (
    AS,
    InvitationResponse,
    SeatResponse,
    body,
    browser,
    browser_here,
    cookie,
    declare,
    host_name,
    parts,
    seat_here,
    set_key,
    visitor,
)

logger = logging.getLogger(__name__)
joining = Blueprint("joining", __name__)
NEW_IN_HOUSE = {
    TABLE: _("One more device is a tablet of this table now."),
    KEEPER: _("One more device keeps this house now."),
}
"""Notice at each open table about a new device, by role."""
LOOPBACK = re.compile(r"https?://(localhost|127\.|\[::1\])")


@joining.post("/api/tables/<table>/invite")
@declare(SeatRequest, sends=InvitationResponse, query=AS)
def invite(table: str) -> Response:
    """Invite one device to a seat."""
    house, seat = parts(), body(SeatRequest).seat
    if seat not in (*seats(house.sessions.snapshot(table)), WALL):
        raise Refused("NO_SUCH_SEAT", _("Choose a seat of this table, on the tablet."))
    if seat != WALL:
        ensure_not_seated(table)
    return jsonify({**invitation_links(house.devices.invite(table, seat)), "seat": seat})


@joining.post("/api/join")
@declare(JoinRequest, sends=SeatResponse, query=AS)
def join() -> Response:
    """Exchange an invitation for this device's cookie."""
    devices, token, before = parts().devices, body(JoinRequest).token, visitor().devices
    device, key = devices.accept(token, browser(request.user_agent.string), browser_here())
    for replaced in before:
        if cookie(replaced.role, replaced.table) == cookie(device.role, device.table):
            with logging_failure():
                devices.dismiss(replaced.id)  # replaced by the new device
    notify_of_second_device(device)
    parts().broadcaster.touch_all()
    return let_in(device, key)


@joining.post("/api/tables/<table>/unseat")
@declare(SeatRequest, query=AS)
def unseat(table: str) -> Response:
    """Free a seat whose phone is gone: the tablet answers for it again."""
    house, seat = parts(), body(SeatRequest).seat
    if seat not in seats(house.sessions.snapshot(table)):
        raise Refused("NO_SUCH_SEAT", _("Choose a seat of this table, on the tablet."))
    ensure_not_seated(table)
    was_taken = seat in house.devices.claimed(table)
    house.devices.unseat(table, seat)
    if was_taken:
        notify_of_removed_device(table, seat)
    house.broadcaster.touch(table)
    return jsonify({})


def ensure_not_seated(table: str) -> None:
    """Raise Refused for a device with a seat: it could invite itself to another seat."""
    if seat_here(table) not in (TABLE, WALL):
        raise Refused("NOT_YOURS", _("You sit at this table yourself: the tablet says who sits at its seats."))


@contextmanager
def logging_failure() -> Iterator[None]:
    """Log an error of a side effect without failing the request, whose main effect is stored already."""
    try:
        yield
    except (LamplightError, *DATABASE_ERRORS):
        logger.warning("who came or went could not be told at a table", exc_info=True)


def notify_of_second_device(device: Device) -> None:
    """Notify the table of a second device at a seat, and all tables of a new tablet or keeper. The log notes it."""
    house = parts()
    with logging_failure():
        same = [other for other in house.devices.all() if (other.table, other.role) == (device.table, device.role)]
        is_first = len(same) < 2 and not house.trusts_this_machine  # a demo's machine is a tablet, and no device
        if device.role == KEEPER or (device.role == TABLE and not is_first):
            for table in house.sessions.ids():
                with logging_failure():
                    house.sessions.history.note(table, NEW_IN_HOUSE[device.role])
        elif len(same) > 1 and device.table in house.sessions.ids() and device.role != WALL:
            who = name(house.sessions.snapshot(device.table), device.role)
            note = _("One more device sits at the seat of {who} now, and sees what is shown there.", who=who)
            house.sessions.history.note(device.table, note)


def notify_of_removed_device(table: str, seat: str) -> None:
    """Notify the table that a device left a seat. The log notes it."""
    house = parts()
    if table not in house.sessions.ids() or seat == WALL:
        return
    with logging_failure():
        who, is_taken = name(house.sessions.snapshot(table), seat), seat in house.devices.claimed(table)
        note = _("A device was sent away from the seat of {who}.", who=who)
        house.sessions.history.note(
            table, note if is_taken else _("The seat of {who} was taken back: the tablet answers for it.", who=who)
        )


def let_in(device: Device, key: str) -> Response:
    """Respond with the device's key as a cookie."""
    response = jsonify({"table": device.table, "seat": device.role})
    set_key(response, device, key)
    response.headers["Cache-Control"] = "no-store"
    return response


def invitation_links(token: str) -> dict[str, Any]:
    """Return the URL of an invitation with its QR code; for a page opened by name also the URL by number."""
    url, address, path = request.host_url.rstrip("/"), parts().address, f"/join#{token}"
    if address and LOOPBACK.match(url):
        url = address.url  # a loopback address would lead the phone to itself
    by_number = address.url if address and host_name(request.host).endswith(".local") else ""
    return {**url_with_code(url + path), "other": url_with_code(by_number + path) if by_number else None}


def url_with_code(url: str) -> dict[str, str]:
    """Return a URL with its QR code."""
    return {"url": url, "svg": code_of(url)}
