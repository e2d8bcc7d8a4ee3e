"""Pictures of any origin: upright, in colour, of a bounded size, or refused with a sentence."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from contextlib import suppress

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import so_many
from tests.vision.drawn import Die, Scene, draw
from tests.vision.odd import SCENE, bomb, moving, packed, png_of, turned
from vision.image.decoder import LONGEST, Image, PictureError, checked_header, decode, decode_grey, upright_size
from vision.image.frame import Frame

ENDINGS = (".jpg", ".png", ".webp", ".bmp", ".gif")
DEEP = SCENE.astype(np.uint16) * 257
CLEAR = np.dstack([SCENE, np.full(SCENE.shape[:2], 200, np.uint8)])


def is_like(image: Image, other: Image = SCENE, levels: float = 6.0) -> bool:
    """Return whether two pictures are similar at a distance: some formats dither a few colours."""
    apart = cv2.blur(image, (9, 9)).astype(int) - cv2.blur(np.ascontiguousarray(other), (9, 9))
    return image.shape == other.shape and float(np.abs(apart).mean()) < levels


@pytest.mark.parametrize(
    "data",
    [
        *(packed(ending) for ending in ENDINGS),
        packed(".png", DEEP),
        packed(".png", CLEAR),
        packed(".jpg", SCENE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    ],
    ids=[*ENDINGS, "16 bit", "transparent", "progressive"],
)
def test_any_usual_picture_is_the_same_in_colour(data: bytes) -> None:
    image = decode(data)
    assert image.dtype == np.uint8
    assert is_like(image)


@pytest.mark.parametrize("ending", [".gif", ".png", ".webp"])
def test_of_a_moving_picture_the_first_is_taken(ending: str) -> None:
    assert is_like(decode(moving(ending)), levels=12.0)


@pytest.mark.parametrize(
    ("orientation", "back"),
    [
        (1, lambda image: image),
        (3, lambda image: image[::-1, ::-1]),
        (6, lambda image: np.rot90(image, -1)),
        (8, lambda image: np.rot90(image, 1)),
    ],
    ids=["as stored", "upside down", "right", "left"],
)
def test_a_phones_photograph_is_turned_upright(orientation: int, back: Callable[[Image], Image]) -> None:
    data = turned(orientation)
    image = decode(data)
    assert is_like(image, back(SCENE))
    assert upright_size(checked_header(data), image) == image.shape[1::-1]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_large_picture_is_brought_down(ending: str) -> None:
    data = packed(ending, cv2.resize(SCENE, (4000, 2250), interpolation=cv2.INTER_NEAREST))
    image = decode(data)
    assert image.shape == (1440, LONGEST, 3)
    assert is_like(cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA).astype(np.uint8))
    assert upright_size(checked_header(data), image) == (4000, 2250)


@pytest.mark.slow
def test_a_photograph_of_48_megapixels_is_read() -> None:
    data = packed(".jpg", cv2.resize(SCENE, (8000, 6000), interpolation=cv2.INTER_NEAREST))
    assert decode(data).shape == (1920, LONGEST, 3)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_picture_is_refused(ending: str, share: float) -> None:
    data = packed(ending)
    with pytest.raises(PictureError, match=r"damaged|no picture"):
        decode(data[: int(len(data) * share)])


@pytest.mark.slow
def test_a_bomb_costs_neither_time_nor_memory() -> None:
    data = bomb()
    assert len(data) < 100_000
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(PictureError, match="20000 x 20000 px"):
        decode(data, "bomb.png")
    assert time.process_time() - begun < 0.1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000, "kB"


@settings(max_examples=so_many(6))
@given(st.sampled_from(ENDINGS), st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=8))
def test_decoder_bounds_damaged_input(ending: str, damage: list[tuple[float, int]]) -> None:
    data = bytearray(packed(ending))
    for place, value in damage:
        data[int(place * len(data))] = value
    for unpack in (decode, decode_grey):
        with suppress(PictureError):
            image = unpack(bytes(data))
            assert image.dtype == np.uint8 and max(image.shape[:2]) <= 4 * LONGEST


IMAGE = cv2.resize(draw(Scene((Die(150, 100), Die(300, 220, "blank")))), (1280, 720))
DATA = packed(".jpg", IMAGE)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b"no picture", DATA[: len(DATA) // 2]], ids=["empty", "text", "truncated"])
def test_a_damaged_picture_becomes_no_frame(data: bytes) -> None:
    with pytest.raises(PictureError):
        Frame(data, 0.0, 0)


REFUSED = {
    "empty": (b"", r"^a\.jpg is empty"),
    "text": (b"no picture", r"no picture that can be read\. Convert it"),
    "web page": (b"<html><body>Sign in", "it is a web page"),
    "HEIC": (b"\0\0\0\x18ftypheic\0\0\0\0mif1", "it is a HEIC or AVIF picture"),
    "says huge": (png_of(40_000, 40_000), "too large: 40000 x 40000 px"),
    "says huge too": (b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03" + bytes(40), "too large: 65535 x 65535 px"),
    "large": (png_of(5000, 4000), "at most 16 megapixels"),
    "large in passes": (b"\xff\xd8\xff\xc2\0\x11\x08\x0f\xa0\x13\x88\x03" + bytes(40), "at most 16 megapixels"),
    "a pixel": (packed(".png", SCENE[:1, :1]), "has only 1 x 1 px"),
    "a line": (packed(".png", SCENE[:1]), "has only 160 x 1 px"),
    "passes": (packed(".jpg")[:-2] + b"\xff\xda" * 100, "more passes than any camera"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_decoder_refuses_with_name_and_reason(what: str) -> None:
    data, sentence = REFUSED[what]
    with pytest.raises(PictureError, match=sentence):
        decode(data, "a.jpg")
