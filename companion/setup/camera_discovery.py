"""The cameras that are plugged into this machine, as the system lists them. None of them is opened for that.

Cameras on the ribbon of a Raspberry Pi are found by their sensors: the system lists raw nodes and codecs for them. They are
opened by model, because the order of two cameras may change. The address of a network camera is checked for its form, and that it
leads to another machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from companion.i18n import _, from_data
from companion.presentation.responses import CameraChoice
from companion.schema import Refused
from companion.system.outgoing_connection import address_refusal

SYSTEM = Path("/sys/class/video4linux")
DEVICES = Path("/dev")
FIRST_NODE = "0"
"""Index of the node with the pictures of a camera. Other nodes hold metadata."""
SENSOR = re.compile(r"((?:imx|ov|gc|ar|s5k|mira)[0-9][0-9a-z_]*)(?: [0-9]+-[0-9a-f]{4})?")
"""The name of a sensor on a ribbon, and where it is connected: "imx708_wide 10-001a". Lenses that focus have other names."""
NO_CAMERA = re.compile(r"unicam|rp1-cfe|pispbe|bcm2835-(codec|isp)|rpivid|rpi-hevc|hevc")
"""How the names of a Raspberry Pi's other nodes begin."""


def list_cameras(system: Path = SYSTEM, devices: Path = DEVICES) -> tuple[CameraChoice, ...]:
    """By their numbers; each under the name that stays its own where it has one."""
    lasting = _lasting_names(devices / "v4l" / "by-id")
    choices = [*_ribbon_cameras(system)]
    for node in sorted(system.glob("video*"), key=lambda path: (len(path.name), path.name)):
        if _line(node / "index") == FIRST_NODE and not NO_CAMERA.match(_line(node / "name")):
            where = lasting.get(node.name, str(devices / node.name))
            choices.append(CameraChoice(where, _line(node / "name").partition(":")[0] or node.name))
    return tuple(choices)


def _ribbon_cameras(system: Path) -> Iterator[CameraChoice]:
    nodes = sorted(system.glob("v4l-subdev*"), key=lambda path: (len(path.name), path.name))
    models = [match[1] for node in nodes if (match := SENSOR.fullmatch(_line(node / "name")))]
    same = Counter(models)
    for number, model in enumerate(models):
        which = model if same[model] == 1 else f"{number}"
        yield CameraChoice(f"csi:{which}", model.partition("_")[0].upper())


def _lasting_names(by_id: Path) -> Mapping[str, str]:
    """Name of a device -> the path that leads to it whichever socket it is plugged into."""
    return {path.resolve().name: str(path) for path in sorted(by_id.glob("*"), reverse=True)}


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # it is being pulled out
        return ""


ADDRESS = re.compile(r"https?://([^\s/@]*@)?[^\s/@]+(/\S*)?")
"""URL of a network camera."""
NO_ADDRESS = _("An address begins with http:// and names the camera, as http://192.168.1.7:8080/video.")


def check_address(address: str, *, may_be_here: bool) -> None:
    """Raise Refused unless it can be a camera's in the network, `may_be_here`: or one at this machine."""
    try:
        host = urlsplit(address).hostname if ADDRESS.fullmatch(address) else None
    except ValueError:  # brackets that belong to no number
        host = None
    if not host:
        raise Refused("NO_ADDRESS", NO_ADDRESS)
    if not may_be_here and (why := address_refusal(host)):
        raise Refused("NO_ADDRESS", from_data(why))
