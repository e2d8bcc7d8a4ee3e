"""Check the cameras, the sight of one on its tray, and the kits."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from companion.errors import LamplightError
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.schema import hide_secrets
from companion.sessions import SetupChoiceStore
from companion.settings import load
from companion.system.outgoing_connection import address_refusal


def list_devices() -> list[str]:
    """Return the cameras, by their lasting names if they have some."""
    paths = sorted(Path("/dev/v4l/by-id").glob("*")) or sorted(Path("/dev").glob("video*"))
    return [str(path) for path in paths]


def check_cameras(found_devices: list[str]) -> DoctorFinding:
    """Report the cameras found."""
    if not found_devices:
        return note(
            "camera",
            "none is plugged in; recorded throws, uploads and taps work.",
            "Plug one in, or name one: --camera",
        )
    closed = [device for device in found_devices if not os.access(device, os.R_OK | os.W_OK)]
    if closed:
        return bad(
            "camera", f"{', '.join(closed)} may not be opened.", "Run: sudo usermod -aG video $USER and log in again."
        )
    return ok("camera", ", ".join(found_devices))


def check_chosen(config: Path | None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Check the address of the camera that was chosen on the page. Yields nothing where the settings name one."""
    try:
        settings = load(config, demo=demo)
    except LamplightError:
        return  # `serial_readers.look` reports it
    source = "" if demo or settings.camera.source else SetupChoiceStore(settings.data / "setup.json").now.source
    if not source.startswith(("http://", "https://")):
        return
    why = "" if settings.camera.this_machine else address_refusal(urlsplit(source).hostname or "")
    if why:
        yield bad("chosen camera", f"{hide_secrets(source)} is not asked for pictures.", why)
    else:
        yield ok("chosen camera", hide_secrets(source))


def check_sight(camera: str) -> DoctorFinding:
    """Report how well a camera sees its tray."""
    try:
        health = importlib.import_module("vision.service.health").check_camera(camera)  # OpenCV, as above
    except (ImportError, LamplightError) as error:
        detail = getattr(error, "detail", "")
        return bad("sight", f"{error} ({detail})" if detail else str(error))
    numbers = f"{health.markers} of 4 markers, {health.px_per_mm:g} px a millimetre, sharp to {health.blur:g} px."
    return DoctorFinding("sight", "note" if health.advice else "ok", numbers, " ".join(map(str, health.advice)))


def check_kits() -> DoctorFinding:
    """Check that every kit can be loaded."""
    try:
        module = importlib.import_module("vision.kit")  # loads OpenCV, which may be what is broken
    except ImportError as error:
        return bad("kits", f"the reader does not start ({error}).", "Mend opencv first.")
    names = module.kit_names()
    try:
        module.load_kits(names)
    except module.KitError as error:
        return bad("kits", f"{error}")
    return ok("kits", ", ".join(names))
