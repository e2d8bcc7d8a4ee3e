"""Detection of damage inside a JPEG."""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.damaged import DAMAGES, DICE, END, damaged, with_lost_dice
from tests.vision.odd import CMYK, SCENE, packed, turned
from vision.image.decoder import LONGEST, PictureError, decode, decode_grey
from vision.image.jpeg_damage import MOST_PADDING, is_damaged, is_shifted

ROOT = Path(__file__).parents[3]
WHOLE = DICE.read_bytes()
PICTURES = tuple(sorted(DICE.parent.glob("*.jpg")))
VISIBLE = 0.02
"""Share of the px."""
LEAST_NOTICED = 0.95


def is_visible(data: bytes, whole: bytes) -> bool:
    """Return whether OpenCV's result differs from the whole picture, by more than ten levels and in more than a few
    places.
    """
    one, other = (cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_REDUCED_COLOR_4) for each in (data, whole))
    if one is None or other is None:
        return True
    return float((cv2.absdiff(one, other).max(axis=2) > 10).mean()) > VISIBLE


def is_noticed(data: bytes) -> bool:
    return is_damaged(data) or is_shifted(data)


def without_tables(jpeg: bytes) -> bytes:
    """As webcams send it: without the Huffman tables that are always the same."""
    at, kept = 2, jpeg[:2]
    while jpeg[at + 1] != 0xDA:
        end = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
        kept += jpeg[at:end] if jpeg[at + 1] != 0xC4 else b""
        at = end
    return kept + jpeg[at:]


def test_a_picture_that_lost_its_dice_is_refused() -> None:
    with pytest.raises(PictureError, match=r"a\.jpg is a damaged JPEG picture\. Save or send it again"):
        decode(with_lost_dice(), "a.jpg")
    with pytest.raises(PictureError, match="damaged"):
        decode_grey(with_lost_dice())


def two_sheets(offset: int, first: int = 0, blur: float = 1.2) -> bytes:
    """Two light sheets side by side, as a 12-megapixel camera sees them; the right one begins so much higher."""
    image = np.full((3000, 4000, 3), (60, 80, 70), np.uint8)
    image[992 + first + offset :, :1200] = image[992 + first :, 1200:] = (225, 228, 230)
    return packed(".jpg", cv2.GaussianBlur(image, (0, 0), blur).astype(np.uint8), cv2.IMWRITE_JPEG_QUALITY, 90)


@pytest.mark.slow
@pytest.mark.parametrize(("offset", "first"), [(15, 0), (16, 0), (16, 15), (17, 15)])
def test_two_sheets_side_by_side_are_no_damage(offset: int, first: int) -> None:
    assert not is_noticed(two_sheets(offset, first))


@pytest.mark.slow
def test_camera_edges_on_block_borders_are_not_damage() -> None:
    """A fixed camera would refuse each picture of an evening."""
    assert decode(two_sheets(16, blur=0.2)).shape[1] == LONGEST


@pytest.mark.slow
def test_nearly_all_damage_that_shows_is_noticed() -> None:
    rng, seen, missed = np.random.default_rng(1), 0, list[str]()
    for path in PICTURES:
        whole = path.read_bytes()
        for name, damage in DAMAGES.items():
            data = damaged(whole, damage, rng)
            if is_visible(data, whole):
                seen += 1
                missed += [] if is_noticed(data) else [f"{name} in {path.name}"]
    assert seen > 60
    assert len(missed) <= (1 - LEAST_NOTICED) * seen, missed


@pytest.mark.slow
def test_repository_pictures_are_undamaged() -> None:
    listed = subprocess.run(("git", "ls-files", "*.jpg"), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = listed.splitlines()
    assert len(names) > 900
    assert [name for name in names if is_noticed((ROOT / name).read_bytes())] == []


@pytest.mark.slow
def test_shared_pictures_are_undamaged(shared: Path) -> None:
    pictures = [path for path in (shared / "vision").rglob("*.jp*g") if path.read_bytes().startswith(b"\xff\xd8")]
    assert len(pictures) > 2000
    assert [path.name for path in pictures if is_noticed(path.read_bytes())] == []


@pytest.mark.parametrize(
    "data",
    [
        packed(".jpg", SCENE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        packed(".jpg", SCENE, cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
        packed(".jpg", cv2.cvtColor(SCENE, cv2.COLOR_BGR2GRAY)),
        CMYK,
        turned(6),
        without_tables(packed(".jpg")),
        WHOLE[: -len(END)] + bytes(MOST_PADDING) + END,
        WHOLE + bytes(5000),
    ],
    ids=["progressive", "restarts", "grey", "inks", "turned", "no tables", "padded", "padded behind"],
)
def test_camera_processing_is_not_damage(data: bytes) -> None:
    assert not is_noticed(data)


def test_jpeg_tolerates_few_trailing_bytes() -> None:
    few, many = (WHOLE[: -len(END)] + b"\x55" * count + END for count in (MOST_PADDING, 400))
    assert not is_damaged(few) and is_damaged(many)


def test_letterboxes_and_edges_of_things_are_no_shift() -> None:
    image = cv2.imdecode(np.frombuffer(WHOLE, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    image[:96], image[-96:] = 0, 0
    image[320:, 640:] = 255 - image[320:, 640:]
    assert not is_noticed(packed(".jpg", image.astype(np.uint8)))
