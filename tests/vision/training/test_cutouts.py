"""Dice cut out of photographs and pasted on other grounds."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.shape_of_kind import SHAPES
from vision.training.cutouts import grounds as painted
from vision.training.cutouts.__main__ import write
from vision.training.cutouts.cutting import CutOut, cut, has_shadow, placed
from vision.training.cutouts.dyes import turned_hue, with_colours
from vision.training.cutouts.grounds import Grounds, parts
from vision.training.cutouts.pieces import Pieces, cut_all
from vision.training.cutouts.scene import compose
from vision.training.pictures import DIE_PX, READABLE, Mark, Picture, renders
from vision.training.unboxed import FoundDie

CUBE = SHAPES.index("cube")
GROUND = (90, 140, 170)
BODY, INK = (40, 40, 200), (240, 240, 240)
MIDDLE, HALF = (120, 100), 20
FACE = 28.0
"""Radius of the drawn die's top face."""


def drawn(ground: tuple[int, int, int] = GROUND, shadow: int = 0) -> np.ndarray:
    """Return a red die with one white pip on a plain ground, its shadow so many px long."""
    image = np.full((200, 240, 3), ground, np.uint8)
    (x, y), h = MIDDLE, HALF
    if shadow:
        cv2.rectangle(image, (x - h, y - h), (x + h + shadow, y + h), (5, 5, 5), -1)
    cv2.rectangle(image, (x - h, y - h), (x + h, y + h), BODY, -1)
    cv2.circle(image, (x, y), 5, INK, -1)
    noise = np.random.default_rng(1).integers(0, 6, image.shape, np.uint8)
    return cv2.GaussianBlur(cv2.add(image, noise), (0, 0), 0.7).astype(np.uint8)


def mark(value: str = "1", x: float = MIDDLE[0], y: float = MIDDLE[1], radius: float = FACE) -> Mark:
    return Mark(CUBE, "d6", value, x, y, radius, (x - 25, y - 25, 50, 50), READABLE)


def die_of(image: np.ndarray) -> CutOut | None:
    return cut(image, mark(), (), 0.0, from_above=True)


def die() -> CutOut:
    found = die_of(drawn())
    assert found is not None
    return found


@pytest.mark.slow
def test_a_die_is_cut_out_along_its_outline() -> None:
    found = die()
    rows, columns = np.nonzero(found.cover > 0.5)
    assert (columns.min() - found.x, columns.max() - found.x) == pytest.approx((-HALF, HALF), abs=2)
    assert (rows.min() - found.y, rows.max() - found.y) == pytest.approx((-HALF, HALF), abs=2)
    assert found.radius == pytest.approx(FACE, abs=1.5)


@pytest.mark.slow
def test_no_ground_is_left_at_the_border_of_a_cut_out() -> None:
    found = die()
    seen = found.colours[found.cover > 0].astype(int)
    assert np.linalg.norm(seen - GROUND, axis=1).min() > 50


@pytest.mark.slow
def test_a_die_is_left_where_its_outline_is_not_plain() -> None:
    assert die_of(drawn(ground=BODY)) is None
    assert die_of(drawn(shadow=14)) is None
    assert cut(drawn(), mark(), [(MIDDLE[0] + 45, MIDDLE[1])], 0.0, from_above=True) is None
    assert cut(drawn(), mark(x=15), (), 0.0, from_above=True) is None


def test_a_dark_strip_is_a_shadow_and_a_pip_is_none() -> None:
    patch, mask = np.full((80, 80, 3), 200, np.uint8), np.zeros((80, 80), np.uint8)
    mask[15:65, 15:65] = 1
    cv2.circle(patch, (40, 40), 4, (0, 0, 0), -1)
    assert not has_shadow(patch, mask, 34.0)
    patch[15:65, 52:65] = 20
    assert has_shadow(patch, mask, 34.0)


def found(value: str = "1", x: float = MIDDLE[0]) -> FoundDie:
    return FoundDie(x, MIDDLE[1], 21.0, (0, 0, 9, 9), value, (0.3, 0.4))


def test_the_reader_places_a_die_only_if_it_reads_its_label() -> None:
    ((one, aslant),) = placed([mark()], [found(x=118.0), found("2")])
    assert (one.x, one.radius, aslant) == (118.0, 21.0, 0.5)
    assert list(placed([mark()], [found("3")])) == []
    assert list(placed([mark()], [found(), found(x=110.0)])) == []


def test_turned_hue_keeps_black_and_white_and_changes_red() -> None:
    colours = np.array([[(0, 0, 0), (255, 255, 255), (40, 40, 200)]], np.uint8)
    black, white, red = turned_hue(colours, np.pi / 2)[0].astype(int)
    assert (black.max(), white.min()) == (0, 255)
    assert np.argmax(red) != 2


@pytest.mark.slow
def test_body_and_ink_get_colours_of_their_own() -> None:
    blue = with_colours(die(), (0.01, 0.01, 0.8), (0.01, 0.01, 0.01))
    row = blue.colours[round(blue.y)].astype(int)
    assert row[round(blue.x)].max() < 60
    assert np.argmax(row[round(blue.x) + 14]) == 0
    assert row[round(blue.x) + 14][0] > 150


def test_parts_of_photographs_show_no_die() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(image, (240, 100), 12, (255, 255, 255), -1)
    (part,) = parts(image, [(240, 100, 12.0)], np.random.default_rng(1))
    assert part.max() == 0
    assert min(part.shape[:2]) >= 70
    crowded = [(float(x), float(y), 12.0) for x in range(0, 300, 40) for y in range(0, 200, 40)]
    assert list(parts(image, crowded, np.random.default_rng(1))) == []


@pytest.fixture(autouse=True)
def few_and_small_textures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painted, "TEXTURE", 200)
    monkeypatch.setattr(painted, "POOL", 1)


@pytest.mark.slow
def test_labels_lie_on_the_pasted_dice() -> None:
    grounds = Grounds([], np.random.default_rng(1))
    rng = np.random.default_rng(3)
    one = die()
    white = np.full_like(one.colours, 255)
    plain = replace(one, colours=white)
    grounds.lay = lambda width, height, _: np.zeros((height, width, 3), np.float32)  # type: ignore[method-assign]
    for _ in range(3):
        scene = compose([plain], grounds, [], rng)
        size = scene.entry["scene"]["px_per_mm"]
        assert scene.entry["objects"]
        for told in scene.entry["objects"]:
            x, y, w, h = told["box"]
            right, down = (round(v) for v in told["center"])
            assert (right, down) == pytest.approx((x + w / 2, y + h / 2), abs=2)
            assert scene.image[down, right].max() > 40
            radius = np.hypot(*np.subtract(told["top_poly"][0], told["center"]))
            assert radius * 1.5 / size == pytest.approx(DIE_PX, rel=0.2)


@pytest.mark.slow
def test_written_scenes_are_read_as_rendered_desks(tmp_path: Path) -> None:
    pieces = Pieces([die()], [], [])
    write(pieces, tmp_path / "C1", 2, 1)
    first, second = renders(tmp_path / "C1")
    assert (first.style, first.group, first.path.name) == ("C1", "desk", "C1_0000.jpg")
    assert {one.value for picture in (first, second) for one in picture.marks} == {"1"}
    assert all(one.state == READABLE and one.is_sized for one in first.marks)
    assert first.marks[0].radius * first.scale == pytest.approx(DIE_PX, rel=0.2)
    write(pieces, tmp_path / "again" / "C1", 2, 1)
    assert first.path.read_bytes() == (tmp_path / "again" / "C1" / "desk" / "images" / first.path.name).read_bytes()


@pytest.mark.slow
def test_only_dice_of_known_shapes_are_cut() -> None:
    odd = Mark(SHAPES.index("other"), "d12", "1", *MIDDLE, FACE, None, READABLE)
    assert list(cut_all(drawn(), Picture(Path("a.png"), "polyset_burks", (odd,)), None)) == []


def test_no_die_is_cut_where_the_reader_finds_none() -> None:
    one = Mark(SHAPES.index("cube"), "d6", "1", *MIDDLE, 0.0, None, READABLE)  # of a one only the pip is labelled
    assert list(cut_all(drawn(), Picture(Path("a.png"), "d6_penlington", (one,)), ())) == []
