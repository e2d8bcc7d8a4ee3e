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
from vision.kit import Kit, KitShotImage, load_kits
from vision.service import remarks as module
from vision.service.remarks import remark_on
from vision.tray.tray_plane import find_tray

IMAGE = np.full((400, 600, 3), 120, np.uint8)
DARK = np.zeros_like(IMAGE)
FLOOR = ((50.0, 50.0), (550.0, 50.0), (550.0, 350.0), (50.0, 350.0))
MIDDLE = (280.0, 180.0, 40.0, 40.0)
BESIDE = (325.0, 180.0, 40.0, 40.0)
AGAINST = (318.0, 190.0, 40.0, 40.0)
AT_RIM = (60.0, 180.0, 40.0, 40.0)
D6 = Kit("d6", "d6", "d6", ("1",))
D8 = Kit("our_d8", "d8", "d8", ("hit",))
TAUGHT = Kit("red", "red_die", "cube", ("3",), (KitShotImage("3", IMAGE),))
LEVEL = SeenObject("d6", "3", 0.99, box=BESIDE)


@pytest.fixture
def seen_again(monkeypatch: pytest.MonkeyPatch) -> list[SeenObject]:
    """Objects read with all kits."""
    found: list[SeenObject] = []
    monkeypatch.setattr(module, "read_tray", lambda *_, **__: tuple(found))
    return found


def said(*objects: SeenObject, image: Image = IMAGE) -> list[tuple[str, str]]:
    return [(one.doing, str(one.advice)) for one in remark_on(image, objects, FLOOR, (D6, TAUGHT), lambda: (D6, D8))]


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
        (
            (SeenObject("d6", None, 0.9, box=MIDDLE, partial=True), replace(LEVEL, box=AGAINST)),
            "touching",
            "move them apart",
        ),
        ((SeenObject("d6", None, 0.9, box=MIDDLE), replace(LEVEL, box=AGAINST)), "touching", "move them apart"),
        ((SeenObject("d6", None, 0.9, box=(575.0, 180.0, 40.0, 40.0)),), "hidden", "edge cuts it"),
        ((SeenObject("d6", None, 0.9, box=(200.0, 180.0, 20.0, 20.0)),), "too_far", "take the camera nearer"),
        ((SeenObject("d6", None, 0.9, box=(100.0, 90.0, 250.0, 250.0)),), "too_near", "take the camera farther"),
        ((SeenObject("red_die", None, 0.5, (("3", 0.5), ("5", 0.4)), MIDDLE),), "unsure", "could be 3 or 5"),
        ((SeenObject("red_die", None, 0.5, (), MIDDLE),), "unsure", "in the lesson"),
    ],
    ids=[
        *("a stranger", "it leans", "on another", "on the rim", "covered", "over the rim", "half under another"),
        *("beside another", "at the picture's edge", "small", "large", "two faces", "no face"),
    ],
)
def test_each_doubt_has_its_remedy(objects: tuple[SeenObject, ...], doing: str, words: str) -> None:
    ((code, sentence),) = said(*objects)
    assert code == doing and words in str(sentence)


@pytest.mark.usefixtures("seen_again")
@pytest.mark.parametrize(
    ("alternatives", "words"),
    [
        ((("3", 0.5), ("5", 0.4)), "A six-sided die: a 3 or a 5? Say"),
        ((("3", 0.9), ("5", 0.1)), "A six-sided die: a 3? Say"),
        ((), "A six-sided die. Say"),
    ],
    ids=["two faces", "one face", "no face"],
)
def test_unsure_die_without_lesson_is_a_question(alternatives: tuple[tuple[str, float], ...], words: str) -> None:
    ((doing, sentence),) = said(SeenObject("d6", None, 0.5, alternatives, MIDDLE))
    assert doing == "unsure" and sentence.startswith(words)
    assert "lesson" not in sentence and "teach" not in sentence


@pytest.mark.usefixtures("seen_again")
@pytest.mark.parametrize("pose", ["cocked", "partial"])
def test_a_photograph_without_a_tray_has_no_rim(pose: str) -> None:
    near_the_edge = replace(SeenObject("d6", None, 0.9, box=(20.0, 180.0, 40.0, 40.0)), **{pose: True})
    (remark,) = remark_on(IMAGE, (near_the_edge,), None, (D6,), lambda: (D6,))
    assert "rim" not in str(remark.advice) and "tray" not in str(remark.advice)


@pytest.mark.usefixtures("seen_again")
def test_a_face_that_is_hardly_likely_is_not_asked_about() -> None:
    ((_, sentence),) = said(SeenObject("red_die", None, 0.5, (("3", 0.9), ("5", 0.01)), MIDDLE))
    assert "5" not in sentence


@pytest.mark.usefixtures("seen_again")
def test_cause_follows_the_name_of_a_die() -> None:
    ((doing, sentence),) = said(SeenObject("d6", None, 0.5, (("3", 0.9),), MIDDLE), image=DARK)
    assert doing == "dark" and sentence.startswith("A six-sided die: a 3? It is too dark here")


@pytest.mark.usefixtures("seen_again")
@pytest.mark.parametrize(("cocked", "partial"), [(True, False), (False, True)])
def test_darkness_comes_before_what_only_it_suggests(cocked: bool, partial: bool) -> None:
    seen = SeenObject("d6", None, 0.9, box=MIDDLE, cocked=cocked, partial=partial)
    assert said(seen, image=DARK)[0][0] == "dark"


@pytest.mark.usefixtures("seen_again")
def test_speck_among_read_dice_is_a_stranger() -> None:
    speck = SeenObject(UNKNOWN, None, 0.5, box=(200.0, 100.0, 12.0, 12.0))
    assert [said(speck)[0][0], said(speck, LEVEL)[0][0]] == ["too_far", "stranger"]


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
