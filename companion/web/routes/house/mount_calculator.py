"""Routes of the mount calculator: where the camera may hang."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, Response, jsonify, render_template

from companion.presentation.mount import (
    Lens,
    Outlook,
    TrayFloor,
    across_of_corners,
    across_of_glass,
    across_of_ruler,
    compute_outlook,
)
from companion.web.request import body, declare, translate

build = Blueprint("build", __name__)


@dataclass(frozen=True, slots=True)
class MountRequest:
    """A camera, a tray and the things to read. `way` defines the one or two numbers of the lens."""

    tray_mm: tuple[float, float]
    picture_px: tuple[int, int]
    way: Literal["across", "corner", "glass", "ruler"]
    one: float  # degrees; or mm of focal length; or mm of a ruler
    other: float = 0  # mm of the sensor's width; or mm from the ruler to the lens
    kinds: tuple[str, ...] = ()
    marked: bool = True  # printed markers show the corners of the tray
    height_mm: float = 0  # 0 = the best


@build.get("/build")
def page() -> str:
    """Show the page of building a table."""
    return render_template("build.html")


@build.post("/api/build")
@declare(MountRequest, sends=Outlook)
def hang() -> Response:
    """Return what such a camera sees. Raises LensError."""
    mount = body(MountRequest)
    lens = Lens.of(across(mount), *mount.picture_px)
    return jsonify(
        translate(compute_outlook(lens, TrayFloor.of(*mount.tray_mm, mount.marked), mount.kinds, mount.height_mm))
    )


def across(mount: MountRequest) -> float:
    """Return the field of view along the long side in degrees. Raises LensError."""
    match mount.way:
        case "across":
            return mount.one
        case "corner":
            return across_of_corners(mount.one, *mount.picture_px)
        case "glass":
            return across_of_glass(mount.one, mount.other)
        case "ruler":
            return across_of_ruler(mount.one, mount.other)
