"""The page's doors to serial readers: find and use them, and teach what their tags and buttons stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from companion.errors import CodecError
from companion.i18n import _
from companion.presentation.pages.readers import readers_page, tag_page
from companion.schema import TABLE, Meaning, MeaningKind, PortRequestMessage, Refused, is_word, to_json
from companion.schema.reader_status import Act
from companion.web.delivery import stream_of
from companion.web.request import assets, body, boot, is_tray_hidden, parts, seat_here, spoken, watcher_here

readers = Blueprint("readers", __name__)
TAG = re.compile(r"[0-9A-F]{10}")  # as the demo's reader tells one
READERS = "readers/"  # the page's name towards the hub; no table is called so


@dataclass(frozen=True, slots=True)
class PortRequest:
    act: Act
    where: str = ""
    name: str = ""
    driver: str = ""
    zone: str = "bag"
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class AssignTagRequest:
    tag: str
    kind: MeaningKind
    value: str


@dataclass(frozen=True, slots=True)
class ForgetTagRequest:
    tag: str


@readers.get("/readers")
def page() -> str:
    """The page of readers and tags."""
    return render_template("readers.html")


@readers.get("/api/readers")
def once() -> Response:
    """The page, once."""
    return jsonify(make())


@readers.get("/api/readers/stream")
def stream() -> Response:
    """The page, at every change."""
    hub, watcher = parts().broadcaster, watcher_here()
    hub.look_for_room(watcher)
    return stream_of(hub.events(READERS, TABLE, make, watcher=watcher))


@readers.get("/api/readers/place")
def place() -> Response:
    """Why a stream does not open: an event stream cannot say it."""
    parts().broadcaster.look_for_room(watcher_here(comes_back=True))
    return jsonify({})


def make() -> dict[str, Any]:
    """The page as JSON."""
    house = parts()
    version = house.broadcaster.version(READERS)  # read before the rest: a page is never newer than its number
    hall, started = house.sessions, boot()
    claimed = house.devices.claimed(hall.lit) if hall.lit else frozenset()
    page = readers_page(
        hall,
        house.readers.details(),
        claimed,
        f"{started}-{version}",
        assets(),
        demo=house.demo is not None,
    )
    made: dict[str, Any] = spoken(page)
    return made


@readers.get("/api/readers/ports")
def ports() -> Response:
    """The lines there are, and what may be done with each."""
    return asked(PortRequestMessage("", "look"))


@readers.post("/api/readers/ports")
def wish() -> Response:
    """Use a line, leave it, or let it show which it is."""
    told = body(PortRequest)
    return asked(PortRequestMessage("", told.act, told.where, told.name, told.driver, told.zone, told.prefix))


def asked(one: PortRequestMessage) -> Response:
    """The answer of the bridge's process. Raises Refused where the house has none."""
    desk = parts().ports
    if desk is None:
        raise Refused("NO_READERS", _("This house reads no serial lines."))
    return jsonify(spoken(desk.ask(one)))


@readers.post("/api/readers/lesson/<page>/stay")
def stay(page: str) -> Response:
    """The lesson begins or goes on: what is laid answers no game. Raises Refused while something secret may be laid."""
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
    """The lesson is over."""
    house = parts()
    house.sessions.tags.end_lesson(page)
    house.broadcaster.touch(READERS)
    return jsonify({})


@readers.get("/api/readers/tags")
def tags() -> Response:
    """The tag book."""
    return jsonify(spoken(tag_page(parts().sessions)))


@readers.post("/api/readers/tags")
def teach() -> Response:
    """A tag or button stands for this from now on; says what it stood for before."""
    told = body(AssignTagRequest)
    before = parts().sessions.tags.assign(told.tag, Meaning(told.kind, told.value))
    parts().broadcaster.touch(READERS)
    return jsonify({"before": to_json(before) if before else None})


@readers.post("/api/readers/forget")
def forget() -> Response:
    """Take a lesson back; says what the tag stands for now."""
    now = parts().sessions.tags.unassign(body(ForgetTagRequest).tag)
    parts().broadcaster.touch(READERS)
    return jsonify({"now": to_json(now) if now else None})


@readers.post("/api/readers/demo")
def demo() -> Response:
    """In a demo alone: lay a tag on the reader that pretends, also one that nobody knows. Raises Refused."""
    played, tag = parts().demo, body(ForgetTagRequest).tag
    if played is None:
        raise Refused("NO_DEMO", _("This is a real table: lay a real tag."))
    if not TAG.fullmatch(tag):
        raise Refused("NO_TAG", _("The demo's reader knows tags of ten hexadecimal digits."))
    seat = seat_here(parts().sessions.lit)
    played.lay(tag, seat if seat != TABLE else "")
    return jsonify({})
