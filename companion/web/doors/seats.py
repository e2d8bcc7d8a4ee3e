"""The doors to a seat: a device is invited, joins, and is sent away."""

from __future__ import annotations

import re

import segno
from flask import Blueprint, Response, jsonify, request

from companion.web.body import Join, Unseat
from companion.web.devices import WALL
from companion.web.people import seats
from companion.web.visit import body, cookie, parts, seat_here
from companion.wire.prompt import TABLE, Refused

joining = Blueprint("joining", __name__)
DAY = 24 * 3600
LOOPBACK = re.compile(r"https?://(localhost|127\.|\[::1\])")


@joining.get("/api/tables/<table>/invite")
def invite(table: str) -> Response:
    """A QR code that seats one device."""
    house, seat = parts(), request.args.get("seat", "")
    if seat not in (*seats(house.hall.picture(table)), WALL) or seat_here(table) != TABLE:
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    here = reachable(request.host_url.rstrip("/"))
    way = f"/join#{house.devices.invite(table, seat)}"
    by_number = house.address() if house.address and request.host.partition(":")[0].endswith(".local") else ""
    return jsonify({**code(here + way), "seat": seat, "other": code(by_number + way) if by_number else None})


@joining.post("/api/join")
def join() -> Response:
    """Exchange an invitation for this device's cookie."""
    invitation, key = parts().devices.accept(body(Join).token)
    response = jsonify({"table": invitation.table, "seat": invitation.seat})
    response.set_cookie(cookie(invitation.table), key, httponly=True, samesite="Strict", max_age=30 * DAY)
    parts().hub.touch(invitation.table)
    return response


@joining.post("/api/tables/<table>/unseat")
def unseat(table: str) -> Response:
    """The tablet answers for a seat again: its phone is gone."""
    house, seat = parts(), body(Unseat).seat
    if seat not in seats(house.hall.picture(table)) or seat_here(table) != TABLE:
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    house.devices.unseat(table, seat)
    house.hub.touch(table)
    return jsonify({})


def code(url: str) -> dict[str, str]:
    """An address in letters and as a picture of squares."""
    return {
        "url": url,
        "svg": segno.make(url, error="m").svg_inline(scale=4, border=2, dark="#14161a", light="#f7efe0"),
    }


def reachable(here: str) -> str:
    """The address of this page as a phone can open it: one of this machine alone leads a phone to itself."""
    address = parts().address
    return address() if address and LOOPBACK.match(here) else here
