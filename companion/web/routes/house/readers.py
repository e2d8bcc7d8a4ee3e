"""Routes of serial readers: ports, and what tags and buttons mean."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import CodecError
from companion.i18n import _
from companion.presentation.pages.readers import ReadersPage, TagPage, readers_page, tag_page
from companion.schema import TABLE, Meaning, MeaningKind, PortList, PortRequestMessage, Refused, is_word, to_json
from companion.schema.reader_status import Act
from companion.web.delivery import add_page_data
from companion.web.request import (
    AS,
    CurrentMeaning,
    PreviousMeaning,
    assets,
    body,
    boot,
    declare,
    is_tray_hidden,
    parts,
    seat_here,
    translate,
)

readers = Blueprint("readers", __name__)
TAG = re.compile(r"[0-9A-F]{10}")  # as the demo's reader reports one
READERS = "readers/"  # the page's topic at the broadcaster; not a valid table name


@dataclass(frozen=True, slots=True)
class PortRequest:
    """Add, change or remove a serial port."""

    act: Act
    where: str = ""
    name: str = ""
    driver: str = ""
    zone: str = "bag"
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class AssignTagRequest:
    """Assign a meaning to a tag."""

    tag: str
    kind: MeaningKind
    value: str


@dataclass(frozen=True, slots=True)
class ForgetTagRequest:
    """Remove the meaning of a tag."""

    tag: str


@readers.get("/readers")
def page() -> str:
    """Show the page of readers and tags."""
    return render_template("readers.html")


def make() -> dict[str, Any]:
    """Return the page's data as JSON values."""
    house = parts()
    version = house.broadcaster.version(READERS)  # read before the rest: a page is never newer than its number
    hall, name = house.sessions, f"{boot()}-{version}"
    claimed = house.devices.claimed(hall.lit) if hall.lit else frozenset()
    page = readers_page(hall, house.readers.details(), claimed, name, assets(), demo=house.demo is not None)
    page_data: dict[str, Any] = translate(page)
    return page_data


add_page_data(readers, READERS, ReadersPage, make)


@readers.get("/api/readers/ports")
@declare(sends=PortList)
def ports() -> Response:
    """List the ports, and what can be done with each."""
    return ask_bridge(PortRequestMessage("", "look"))


@readers.post("/api/readers/ports")
@declare(PortRequest, sends=PortList)
def wish() -> Response:
    """Use a port, release it, or let it identify itself."""
    wanted = body(PortRequest)
    return ask_bridge(
        PortRequestMessage("", wanted.act, wanted.where, wanted.name, wanted.driver, wanted.zone, wanted.prefix)
    )


def ask_bridge(message: PortRequestMessage) -> Response:
    """Return the response of the bridge's process. Raises Refused without one."""
    desk = parts().ports
    if desk is None:
        raise Refused("NO_READERS", _("This house reads no serial lines."))
    return jsonify(translate(desk.ask(message)))


@readers.post("/api/readers/lesson/<page>/stay")
@declare(query=AS)
def stay(page: str) -> Response:
    """Begin the lesson or keep it alive. Tags do not answer a game meanwhile. Raises Refused while a secret tag may be read."""
    if is_tray_hidden():
        raise Refused("NOT_NOW", _("Something is awaited at the table that not all may see: finish that first."))
    if not is_word(page):
        raise CodecError(_("A page's own name has 1 to 64 printable letters."))
    house = parts()
    if house.sessions.tags.lesson.keep_alive(page):
        house.broadcaster.touch(READERS)
    return jsonify({})


@readers.post("/api/readers/lesson/<page>/leave")
def leave(page: str) -> Response:
    """End the lesson."""
    house = parts()
    house.sessions.tags.end_lesson(page)
    house.broadcaster.touch(READERS)
    return jsonify({})


@readers.get("/api/readers/tags")
@declare(sends=TagPage)
def tags() -> Response:
    """Return the tag book."""
    return jsonify(translate(tag_page(parts().sessions)))


@readers.post("/api/readers/tags")
@declare(AssignTagRequest, sends=PreviousMeaning)
def teach() -> Response:
    """Assign a meaning to a tag or button; return the previous one."""
    wanted = body(AssignTagRequest)
    before = parts().sessions.tags.assign(wanted.tag, Meaning(wanted.kind, wanted.value))
    parts().broadcaster.touch(READERS)
    return jsonify({"before": to_json(before) if before else None})


@readers.post("/api/readers/forget")
@declare(ForgetTagRequest, sends=CurrentMeaning)
def forget() -> Response:
    """Remove an assignment; return the meaning that applies now."""
    now = parts().sessions.tags.unassign(body(ForgetTagRequest).tag)
    parts().broadcaster.touch(READERS)
    return jsonify({"now": to_json(now) if now else None})


@readers.post("/api/readers/demo")
@declare(ForgetTagRequest, query=AS)
def demo() -> Response:
    """Put a tag on the demo's reader, even an unknown one. Raises Refused outside a demo."""
    played, tag = parts().demo, body(ForgetTagRequest).tag
    if played is None:
        raise Refused("NO_DEMO", _("This is a real table: lay a real tag."))
    if not TAG.fullmatch(tag):
        raise Refused("NO_TAG", _("The demo's reader knows tags of ten hexadecimal digits."))
    seat = seat_here(parts().sessions.lit)
    played.lay(tag, seat if seat != TABLE else "")
    return jsonify({})
