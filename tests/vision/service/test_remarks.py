"""Advice on objects that were not read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.schema import UNKNOWN, SeenObject
from vision.commands.read import load_picture
from vision.image.decoder import Image
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import Kit, load_kits
from vision.service import remarks as module
from vision.service.remarks import remark_on
from vision.tray.tray_plane import find_tray

IMAGE = np.zeros((400, 600, 3), np.uint8)
FLOOR = ((50.0, 50.0), (550.0, 50.0), (550.0, 350.0), (50.0, 350.0))
MIDDLE = (280.0, 180.0, 40.0, 40.0)
BESIDE = (325.0, 180.0, 40.0, 40.0)
AT_RIM = (60.0, 180.0, 40.0, 40.0)
D6 = Kit("d6", "d6", "d6", ("1",))
D8 = Kit("our_d8", "d8", "d8", ("hit",))
LEVEL = SeenObject("d6", "3", 0.99, box=BESIDE)


@pytest.fixture
def seen_again(monkeypatch: pytest.MonkeyPatch) -> list[SeenObject]:
    """Objects read with all kits."""
    found: list[SeenObject] = []
    monkeypatch.setattr(module, "read_tray", lambda *_, **__: tuple(found))
    return found


def said(*objects: SeenObject) -> list[tuple[str, str]]:
    return [(one.doing, one.advice) for one in remark_on(IMAGE, objects, FLOOR, (D6,), lambda: (D6, D8))]


def test_on_what_is_read_there_is_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> tuple[SeenObject, ...]:
        raise AssertionError("looked at with all kits")

    monkeypatch.setattr(module, "read_tray", never)
    assert said(LEVEL) == []


@pytest.mark.usefixtures("seen_again")
@pytest.mark.parametrize(
    ("objects", "doing", "words"),
    [
        ((SeenObject(UNKNOWN, None, 0.9, box=MIDDLE),), "stranger", "no kit that is known"),
        ((SeenObject("d6", None, 0.9, box=MIDDLE, cocked=True),), "leans", "This leans, and"),
        ((SeenObject("d6", None, 0.9, box=MIDDLE, cocked=True), LEVEL), "leans", "leans on another"),
        ((SeenObject("d6", None, 0.9, box=AT_RIM, cocked=True), LEVEL), "leans", "leans on the rim"),
        ((SeenObject("d6", None, 0.9, box=MIDDLE, partial=True),), "hidden", "A part of this is hidden"),
        ((SeenObject("d6", None, 0.9, box=AT_RIM, partial=True),), "hidden", "on the rim"),
        ((SeenObject("d6", None, 0.5, (("3", 0.5), ("5", 0.4)), MIDDLE),), "unsure", "could be 3 or 5"),
        ((SeenObject("d6", None, 0.5, (), MIDDLE),), "unsure", "not clear"),
    ],
    ids=["a stranger", "it leans", "on another", "on the rim", "covered", "over the rim", "two faces", "no face"],
)
def test_each_doubt_has_its_remedy(objects: tuple[SeenObject, ...], doing: str, words: str) -> None:
    ((code, sentence),) = said(*objects)
    assert code == doing and words in str(sentence)


def test_remarks_name_objects_of_unused_kits(seen_again: list[SeenObject]) -> None:
    seen_again.append(SeenObject("d8", "hit", 0.95, box=(282.0, 179.0, 40.0, 40.0)))
    (remark,) = remark_on(IMAGE, (SeenObject(UNKNOWN, None, 0.9, box=MIDDLE),), FLOOR, (D6,), lambda: (D6, D8))
    assert (remark.doing, remark.kind, remark.kit, remark.box) == ("other_kit", "d8", "our_d8", MIDDLE)
    assert "our_d8" not in str(remark.advice), "the page has a better name for it"


def test_uncertain_or_off_tray_objects_stay_unknown(seen_again: list[SeenObject]) -> None:
    sure = SeenObject("d8", "hit", 0.95, box=(282.0, 179.0, 40.0, 40.0))
    for other in (replace(sure, value=None), replace(sure, box=AT_RIM), replace(sure, kind="d6")):
        seen_again[:] = [other]
        assert said(SeenObject(UNKNOWN, None, 0.9, box=MIDDLE))[0][0] == "stranger"


def recorded(shown: str) -> Image:
    return load_picture(Path(__file__).parents[2] / "pictures" / shown)


@pytest.mark.slow
def test_remarks_report_dice_of_another_kit() -> None:
    image = recorded("nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg")
    tray = find_tray(image)
    assert tray is not None
    mine, others = load_kits(["d6"]), load_kits(["d6", "demo_nemesis_combat"])
    told = remark_on(image, read_tray(image, mine, tray=tray.corners), tray.corners, mine, lambda: others)
    assert [(one.doing, one.kit) for one in told] == [("other_kit", "demo_nemesis_combat")] * 3
    told = remark_on(image, read_tray(image, mine, tray=tray.corners), tray.corners, mine, lambda: mine)
    assert [one.doing for one in told] == ["stranger"] * 3
