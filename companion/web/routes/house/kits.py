"""The page's doors to kits: list them, begin one, show it trayfuls, name what lies there, give it away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_from_directory

from companion.errors import CodecError
from companion.i18n import _
from companion.schema import KitReply, KitRequest, Refused
from companion.schema.kit_enrolment import Act
from companion.web.request import body, is_tray_hidden, parts, spoken
from companion.web.services import KitService

teach = Blueprint("teach", __name__)


@dataclass(frozen=True, slots=True)
class BeginKitRequest:
    name: str
    kind: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookAtTrayRequest:
    trayful: str  # the last one that the page has seen, "" = none


@dataclass(frozen=True, slots=True)
class PointRequest:
    trayful: str
    at: tuple[float, float]  # px of its picture


@dataclass(frozen=True, slots=True)
class NameObjectsRequest:
    trayful: str
    names: tuple[str, ...]  # of each object the face, "" = it is none of them


@dataclass(frozen=True, slots=True)
class UndoShotsRequest:
    trayful: str


@dataclass(frozen=True, slots=True)
class FaceRequest:
    value: str


@dataclass(frozen=True, slots=True)
class DropShotRequest:
    picture: str  # of the shot


@dataclass(frozen=True, slots=True)
class UseKitRequest:
    on: bool


def teacher() -> KitService:
    """Who teaches in this house. Raises Refused where nobody does."""
    found = parts().kits
    if found is None:
        raise Refused("NO_TEACHER", _("This house has no camera process that could be taught."))
    return found


def kit_response(answer: KitReply) -> Response:
    return jsonify(spoken(answer))


def wish(act: Act, kit: str = "", **more: Any) -> Response:
    return kit_response(teacher().ask(KitRequest("", act, kit, **more)))


@teach.get("/kits")
def kits_page() -> str:
    """The page of dice and tokens."""
    return render_template("kits.html")


@teach.get("/api/kits")
def kits() -> Response:
    """All kits."""
    return wish("kits")


@teach.post("/api/kits")
def begin() -> Response:
    """A new kit; or, with a file, one that somebody else has exported."""
    parcel = request.files.get("kit")
    if parcel is not None:
        return kit_response(teacher().take_over(parcel.read()))
    new = body(BeginKitRequest)
    return wish("begin", new.name, kind=new.kind, values=new.values)


@teach.get("/api/kits/<name>")
def kit(name: str) -> Response:
    """One kit in full."""
    return wish("kit", name)


@teach.post("/api/kits/<name>/look")
def look(name: str) -> Response:
    """What lies on the tray, once it rests; waits some seconds for it. Raises Refused while something secret may lie there."""
    if is_tray_hidden():
        raise Refused("NOT_NOW", _("Something lies or is awaited on the tray that not all may see: finish that first."))
    return wish("look", name, trayful=body(LookAtTrayRequest).trayful)


@teach.post("/api/kits/<name>/stay")
def stay(name: str) -> Response:
    """The lesson goes on: what lies on the tray answers no game."""
    return wish("stay", name)


@teach.post("/api/kits/<name>/leave")
def leave(name: str) -> Response:
    """The lesson is over."""
    return wish("leave", name)


@teach.post("/api/kits/<name>/photo")
def photo(name: str) -> Response:
    """What lies on an uploaded photograph."""
    upload = request.files.get("photo")
    if upload is None:
        raise CodecError(_("No photograph came. Choose one and send it again."))
    return kit_response(teacher().photograph(name, upload.read()))


@teach.post("/api/kits/<name>/point")
def point(name: str) -> Response:
    """Something lies there that was not found."""
    said = body(PointRequest)
    return wish("point", name, trayful=said.trayful, at=said.at)


@teach.post("/api/kits/<name>/names")
def names(name: str) -> Response:
    """What the objects of a trayful are: they become shots."""
    said = body(NameObjectsRequest)
    return wish("name", name, trayful=said.trayful, names=said.names)


@teach.post("/api/kits/<name>/back")
def back(name: str) -> Response:
    """Take the shots of a trayful out again."""
    return wish("back", name, trayful=body(UndoShotsRequest).trayful)


@teach.post("/api/kits/<name>/forget")
def forget(name: str) -> Response:
    """The kit has no such face."""
    return wish("forget", name, values=(body(FaceRequest).value,))


@teach.post("/api/kits/<name>/shots")
def shots(name: str) -> Response:
    """All shots of a face."""
    return wish("shots", name, values=(body(FaceRequest).value,))


@teach.post("/api/kits/<name>/drop")
def drop(name: str) -> Response:
    """Take one shot out: it shows something else."""
    return wish("drop", name, file=body(DropShotRequest).picture)


@teach.post("/api/kits/<name>/use")
def use(name: str) -> Response:
    """Put it on the table, or take it off."""
    return wish("use", name, on=body(UseKitRequest).on)


@teach.post("/api/kits/<name>/remove")
def remove(name: str) -> Response:
    """Throw a kit of one's own away."""
    return wish("remove", name)


@teach.get("/api/kits/<name>/file")
def export(name: str) -> Response:
    """The kit as a file for others."""
    made = Path(teacher().ask(KitRequest("", "export", name)).file)
    return send_from_directory(
        parts().images.readings,
        made.as_posix(),
        as_attachment=True,
        download_name=f"{name}.zip",
        mimetype="application/zip",
    )
