"""The doors to a seat: a device is invited, joins, and is sent away."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.presentation import InviteSeatRequest, JoinRequest, UnseatRequest, seats
from companion.schema import Refused
from companion.sessions import WALL, Device
from companion.sessions.device_access import LONGEST
from companion.web.images import code_of
from companion.web.request import body, browser, cookie, parts

joining = Blueprint("joining", __name__)
LOOPBACK = re.compile(r"https?://(localhost|127\.|\[::1\])")


@joining.post("/api/tables/<table>/invite")
def invite(table: str) -> Response:
    """A QR code that seats one device."""
    house, seat = parts(), body(InviteSeatRequest).seat
    if seat not in (*seats(house.sessions.snapshot(table)), WALL):
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    return jsonify({**way_in(house.devices.invite(table, seat)), "seat": seat})


@joining.post("/api/join")
def join() -> Response:
    """Exchange an invitation for this device's cookie."""
    devices, token = parts().devices, body(JoinRequest).token
    device, key = devices.accept(token, browser(request.user_agent.string))
    before = request.cookies.get(cookie(device.role, device.table), "")
    devices.forget(before)
    parts().broadcaster.touch_all()
    return let_in(device, key)


@joining.post("/api/tables/<table>/unseat")
def unseat(table: str) -> Response:
    """The tablet answers for a seat again: its phone is gone."""
    house, seat = parts(), body(UnseatRequest).seat
    if seat not in seats(house.sessions.snapshot(table)):
        raise Refused("NO_SUCH_SEAT", "Choose a seat of this table, on the tablet.")
    house.devices.unseat(table, seat)
    house.broadcaster.touch(table)
    return jsonify({})


def let_in(device: Device, key: str) -> Response:
    """The key as a cookie that no script reads and no other page sends."""
    response = jsonify({"table": device.table, "seat": device.role})
    name, is_secure = cookie(device.role, device.table), request.is_secure
    response.set_cookie(name, key, httponly=True, samesite="Strict", secure=is_secure, max_age=int(LONGEST))
    response.headers["Cache-Control"] = "no-store"
    return response


def way_in(token: str) -> dict[str, Any]:
    """The address of an invitation, as letters and as a code: by name where the page was asked for by name, and by number."""
    here, way = reachable(request.host_url.rstrip("/")), f"/join#{token}"
    address = parts().address
    by_number = address() if address and request.host.partition(":")[0].endswith(".local") else ""
    return {**code(here + way), "other": code(by_number + way) if by_number else None}


def code(url: str) -> dict[str, str]:
    """An address in letters and as a picture of squares."""
    return {
        "url": url,
        "svg": code_of(url),
    }


def reachable(here: str) -> str:
    """The address of this page as a phone can open it: one of this machine alone leads a phone to itself."""
    address = parts().address
    return address() if address and LOOPBACK.match(here) else here
