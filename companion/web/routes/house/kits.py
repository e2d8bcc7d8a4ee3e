"""Routes of kits: list, begin, photograph trayfuls, name objects, export."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, send_from_directory

from companion.i18n import _
from companion.schema import KitReply, KitRequest, Refused
from companion.schema.kit_enrolment import Act
from companion.web.request import AS, body, declare, is_tray_hidden, parts, photograph, translate
from companion.web.services import KitService

teach = Blueprint("teach", __name__)


@dataclass(frozen=True, slots=True)
class BeginKitRequest:
    """Begin a kit."""

    name: str
    kind: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrayfulRequest:
    """Look at the tray, or remove the shots of a trayful."""

    trayful: str  # to look: the newest that the page has seen, "" = none


@dataclass(frozen=True, slots=True)
class PointRequest:
    """Point out an object."""

    trayful: str
    at: tuple[float, float]  # px of its picture


@dataclass(frozen=True, slots=True)
class NameObjectsRequest:
    """Name the objects of a tray."""

    trayful: str
    names: tuple[str, ...]  # the face of each object, "" = not one of them


@dataclass(frozen=True, slots=True)
class FaceRequest:
    """Add or remove a face."""

    value: str


@dataclass(frozen=True, slots=True)
class DropShotRequest:
    """Remove a shot."""

    picture: str  # of the shot


@dataclass(frozen=True, slots=True)
class UseKitRequest:
    """Use a kit, or put it away."""

    on: bool


def kit_service() -> KitService:
    """Return the kit service. Raises Refused without one."""
    kits = parts().kits
    if kits is None:
        raise Refused("NO_TEACHER", _("This house has no camera process that could be taught."))
    return kits


def kit_response(answer: KitReply) -> Response:
    """Return a reply about kits as JSON."""
    return jsonify(translate(answer))


def ask_kits(act: Act, kit: str = "", **more: Any) -> Response:
    """Send a request about a kit and return its reply."""
    return kit_response(kit_service().ask(KitRequest("", act, kit, **more)))


@teach.get("/kits")
def kits_page() -> str:
    """Show the page of dice and tokens."""
    return render_template("kits.html")


@teach.get("/api/kits")
@declare(sends=KitReply)
def kits() -> Response:
    """List all kits."""
    return ask_kits("kits")


@teach.post("/api/kits")
@declare(BeginKitRequest, sends=KitReply, file="kit")
def begin() -> Response:
    """Begin a kit, or import one from an uploaded file."""
    parcel = request.files.get("kit")
    if parcel is not None:
        return kit_response(kit_service().take_over(parcel.read()))
    new = body(BeginKitRequest)
    return ask_kits("begin", new.name, kind=new.kind, values=new.values)


@teach.get("/api/kits/<name>")
@declare(sends=KitReply)
def kit(name: str) -> Response:
    """Return one kit in full."""
    return ask_kits("kit", name)


@teach.post("/api/kits/<name>/look")
@declare(TrayfulRequest, sends=KitReply, query=AS)
def look(name: str) -> Response:
    """Find objects on the tray once it is still; waits some seconds. Raises Refused while something secret may be there."""
    if is_tray_hidden():
        raise Refused("NOT_NOW", _("Something lies or is awaited on the tray that not all may see: finish that first."))
    return ask_kits("look", name, trayful=body(TrayfulRequest).trayful)


@teach.post("/api/kits/<name>/stay")
@declare(sends=KitReply)
def stay(name: str) -> Response:
    """Keep the lesson alive. Objects on the tray do not answer a game meanwhile."""
    return ask_kits("stay", name)


@teach.post("/api/kits/<name>/leave")
@declare(sends=KitReply)
def leave(name: str) -> Response:
    """End the lesson."""
    return ask_kits("leave", name)


@teach.post("/api/kits/<name>/photo")
@declare(sends=KitReply, file="photo")
def photo(name: str) -> Response:
    """Find objects on an uploaded photograph."""
    return kit_response(kit_service().photograph(name, photograph()))


@teach.post("/api/kits/<name>/point")
@declare(PointRequest, sends=KitReply)
def point(name: str) -> Response:
    """Mark an object that was not found."""
    wanted = body(PointRequest)
    return ask_kits("point", name, trayful=wanted.trayful, at=wanted.at)


@teach.post("/api/kits/<name>/names")
@declare(NameObjectsRequest, sends=KitReply)
def names(name: str) -> Response:
    """Name the objects of a trayful, which makes them shots."""
    wanted = body(NameObjectsRequest)
    return ask_kits("name", name, trayful=wanted.trayful, names=wanted.names)


@teach.post("/api/kits/<name>/back")
@declare(TrayfulRequest, sends=KitReply)
def back(name: str) -> Response:
    """Remove the shots of a trayful."""
    return ask_kits("back", name, trayful=body(TrayfulRequest).trayful)


@teach.post("/api/kits/<name>/forget")
@declare(FaceRequest, sends=KitReply)
def forget(name: str) -> Response:
    """Remove a face from a kit."""
    return ask_kits("forget", name, values=(body(FaceRequest).value,))


@teach.post("/api/kits/<name>/shots")
@declare(FaceRequest, sends=KitReply)
def shots(name: str) -> Response:
    """List all shots of a face."""
    return ask_kits("shots", name, values=(body(FaceRequest).value,))


@teach.post("/api/kits/<name>/drop")
@declare(DropShotRequest, sends=KitReply)
def drop(name: str) -> Response:
    """Remove one shot."""
    return ask_kits("drop", name, file=body(DropShotRequest).picture)


@teach.post("/api/kits/<name>/use")
@declare(UseKitRequest, sends=KitReply)
def use(name: str) -> Response:
    """Use a kit on this table, or stop using it."""
    return ask_kits("use", name, on=body(UseKitRequest).on)


@teach.post("/api/kits/<name>/remove")
@declare(sends=KitReply)
def remove(name: str) -> Response:
    """Delete an own kit."""
    return ask_kits("remove", name)


@teach.get("/api/kits/<name>/file")
@declare(sends="application/zip")
def export(name: str) -> Response:
    """Download a kit as a file."""
    exported = Path(kit_service().ask(KitRequest("", "export", name)).file)
    return send_from_directory(
        parts().images.readings,
        exported.as_posix(),
        as_attachment=True,
        download_name=f"{name}.zip",
        mimetype="application/zip",
    )
