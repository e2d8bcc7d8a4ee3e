"""A camera's process that knows some kits, and is being taught a die: what it answers to the page's wishes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2

from companion.schema import Box, KitFace, KitLine, KitPage, KitReply, KitRequest, OfferedObject, TrayObjects
from tests.screens.trays import THROWS, picture_of
from tests.web.test_teach import FakeTeacher
from vision.enrolment.lesson import SAME

NAMED, WAITING = "investigation-dice", "noise-die"
"""The die with a trayful, and the one that waits for the next."""
KINDS = {NAMED: "mom_d8", WAITING: "nemesis_noise"}
SHOTS = {"mom_d8": {"success": 7, "investigation": 4, "blank": 6}, "nemesis_noise": {"1": 3, "2": 5, "3": 1}}
FACES = {"mom_d8": tuple(SHOTS["mom_d8"]), "nemesis_noise": ("1", "2", "3", "4", "silence", "danger")}
TRAYFUL = THROWS / "mom_d8" / "5_1"
SOUGHT = {"mom_d8": ("3_1", "5_1"), "nemesis_noise": ("1_1", "2", "3")}
AROUND = 0.3  # share of an object's box around it on a shot
KITS = (
    KitLine(NAMED, "mom_d8", own=True, used=True, faces=3, taught=3, shots=17),
    KitLine(WAITING, "nemesis_noise", own=True, used=False, faces=6, taught=3, shots=9),
    KitLine("cards", "card", own=False, used=True, faces=52, taught=0, shots=0),
    KitLine("d6", "d6", own=False, used=True, faces=6, taught=0, shots=0),
    KitLine("demo_mom_d8", "mom_d8", own=False, used=True, faces=3, taught=3, shots=48),
    KitLine("demo_token", "token", own=False, used=True, faces=16, taught=16, shots=96),
)


class ShownTeacher(FakeTeacher):
    """Returns `KITS`. The shots are cut from recorded throws in the folder of pictures."""

    def __init__(self, pictures: Path) -> None:
        super().__init__()
        self._shots = {kind: _shots(pictures, kind) for kind in SHOTS}

    def ask(self, wish: KitRequest) -> KitReply:
        if wish.act == "look" and wish.kit == NAMED and not wish.trayful:
            return KitReply("w", trayful=_trayful())
        if wish.act == "look":
            return KitReply("w", waits=SAME)
        if wish.act == "kit" and wish.kit in KINDS:
            return KitReply("w", kit=self._page(wish.kit))
        return KitReply("w", kits=KITS)

    def _page(self, name: str) -> KitPage:
        kind = KINDS[name]
        faces = tuple(
            KitFace(face, SHOTS[kind].get(face, 0), 0, self._shots[kind].get(face, "")) for face in FACES[kind]
        )
        wanted = next((face.value for face in faces if not face.shots), "investigation")
        return KitPage(name, kind, True, name == NAMED, faces, wanted, all(face.shots for face in faces), ())


def _objects(throw: Path) -> list[tuple[str, Box]]:
    told = json.loads((throw / "label.json").read_text(encoding="utf-8"))["reading"]
    return [(one["value"], tuple(one["box"])) for one in told]


def _shots(pictures: Path, kind: str) -> dict[str, str]:
    """Write a shot of each face into the folder of pictures."""
    found: dict[str, str] = {}
    for throw in SOUGHT[kind]:
        picture = _image(pictures / picture_of(THROWS / kind / throw))
        for face, box in _objects(THROWS / kind / throw):
            x, y, width, height = box
            left, top, more = int(x - AROUND * width), int(y - AROUND * height), 1 + 2 * AROUND
            cut = picture[max(0, top) : int(top + more * height), max(0, left) : int(left + more * width)]
            found[face] = f"shot-{kind}-{face}.png"
            cv2.imwrite(str(pictures / found[face]), cut)
    return found


def _image(file: Path) -> Any:
    image = cv2.imread(str(file))
    assert image is not None, file
    return image


def _trayful() -> TrayObjects:
    """The last of them is still to be named."""
    objects = _objects(TRAYFUL)
    offered = tuple(
        OfferedObject(box, ((face, 0.9),) if k else ((face, 0.4), ("success", 0.3)), bool(k), ())
        for k, (face, box) in enumerate(objects)
    )
    height, width = _image(next(TRAYFUL.glob("frame_*.jpg"))).shape[:2]
    return TrayObjects("trayful-1", picture_of(TRAYFUL), (width, height), offered)
