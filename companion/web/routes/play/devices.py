"""Routes of devices: claiming the first tablet, the list of devices, invitations, and dismissal."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, request

from companion.errors import CodecError, own_command
from companion.i18n import _
from companion.presentation import InviteDeviceRequest, NameRequest, name, seats
from companion.presentation.responses import DevicesPage, EntryStatus, KnownDevice, SeatOfTable, TableToJoin
from companion.schema import TABLE, Refused
from companion.sessions import HOUSE_ROLES, Device
from companion.web.permissions import STRANGER, role_of
from companion.web.request import (
    AS,
    InvitationResponse,
    SeatResponse,
    assets,
    body,
    browser,
    browser_here,
    declare,
    has_keys,
    parts,
    sits_at,
    translate,
    visitor,
)
from companion.web.routes.play.seats import invitation_links, let_in, notify_of_removed_device

entering = Blueprint("entering", __name__)
DEVICE_GONE = _("This device is not let in any more. Look at the list again.")


@entering.get("/api/entering")
@declare(sends=EntryStatus, query=AS)
def standing() -> Response:
    """Return the status of this browser, even if it was not let in."""
    house, inside = parts(), visitor().roles() != STRANGER
    was_in, is_claimable = not inside and has_keys(), not inside and not house.devices.is_claimed
    return jsonify(translate(EntryStatus(inside, is_claimable, house.lamp, was_in, house.trusts_this_machine)))


@entering.post("/api/claim")
@declare(sends=SeatResponse)
def claim() -> Response:
    """Claim to be the first tablet. Raises AlreadyClaimedError."""
    return let_in(*parts().devices.claim(browser(request.user_agent.string), browser_here()))


@entering.get("/devices")
def devices_page() -> str:
    """Show the page of devices."""
    return render_template("devices.html")


@entering.get("/api/devices")
@declare(sends=DevicesPage, query=AS)
def devices() -> Response:
    """List devices, and tables to invite to."""
    house = parts()
    own_ids, open_now = frozenset(device.id for device in visitor().devices), house.broadcaster.devices()
    known = house.devices.all()
    current_first = sorted(house.sessions.ids(), key=lambda table: table != house.sessions.lit)
    page = DevicesPage(
        assets=assets(),
        devices=tuple(_device_line(device, device.id in own_ids, device.id in open_now) for device in known),
        tables=tuple(map(_joinable_table, current_first)),
        keeper=house.devices.has_keeper,
        tablets=sum(device.role == "table" for device in known),
        demo=house.trusts_this_machine,
        lamp=house.lamp,
        now=house.devices.now(),
    )
    return jsonify(translate(page))


@entering.post("/api/devices/invite")
@declare(InviteDeviceRequest, sends=InvitationResponse, query=AS)
def invite() -> Response:
    """Invite one device to a role in the installation."""
    role = body(InviteDeviceRequest).role
    if role == TABLE and any(map(sits_at, parts().sessions.ids())):
        reason = _(
            "You sit at a table yourself, so you let no tablet in. {command} does, at the computer that Lamplight runs on.",
            command=own_command("pair"),
        )
        raise Refused("NOT_YOURS", reason)  # it could answer for all seats
    return jsonify({**invitation_links(parts().devices.invite("", role)), "seat": role})


@entering.post("/api/devices/<id>/name")
@declare(NameRequest)
def call(id: str) -> Response:
    """Rename a device."""
    new_name = " ".join(body(NameRequest).name.split())
    if not new_name or not new_name.isprintable():
        raise CodecError(_("A device's name has 1 to 60 letters that can be read."))
    if not parts().devices.rename(id, new_name):
        raise Refused("GONE", DEVICE_GONE)
    return jsonify({})


@entering.delete("/api/devices/<id>")
def send_away(id: str) -> Response:
    """Dismiss a device. Its streams end at once."""
    dismissed = next((device for device in parts().devices.all() if device.id == id), None)
    if dismissed is None or not parts().devices.dismiss(id):
        raise Refused("GONE", DEVICE_GONE)
    notify_of_removed_device(dismissed.table, dismissed.role)
    parts().broadcaster.touch_all()
    return jsonify({})


@entering.delete("/api/devices")
@declare(query=AS)
def send_all_away() -> Response:
    """Dismiss all other devices, and revoke open invitations."""
    own_ids = [device.id for device in visitor().devices if device.role in HOUSE_ROLES]
    left_seats = {(device.table, device.role) for device in parts().devices.all() if device.id not in own_ids}
    parts().devices.dismiss_all(own_ids)
    for table, seat in sorted(left_seats):
        notify_of_removed_device(table, seat)
    parts().broadcaster.touch_all()
    return jsonify({})


def _device_line(device: Device, is_here: bool, is_open: bool) -> KnownDevice:
    hall, role = parts().sessions, role_of(device.role)
    picture = hall.snapshot(device.table) if device.table in hall.ids() else None
    sits = name(picture, device.role) if picture is not None and role in ("seat", "dealer") else ""
    return KnownDevice(
        id=device.id,
        role=role,
        seat=device.role if role in ("seat", "dealer") else "",
        table=device.table,
        title=picture.game.title if picture is not None else device.table,
        sits=sits,
        name=device.name,
        at=device.at,
        seen=device.seen,
        ends=device.ends,
        here=is_here,
        watching=is_open,
    )


def _joinable_table(table: str) -> TableToJoin:
    picture = parts().sessions.snapshot(table)
    sitting = tuple(SeatOfTable(seat, name(picture, seat)) for seat in seats(picture))
    return TableToJoin(table, picture.game.title, sitting)
