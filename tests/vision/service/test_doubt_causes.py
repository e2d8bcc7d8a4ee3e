"""Measures of why a die is not read, on drawn dice."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.schema import Box, SeenObject
from vision.image.decoder import Image
from vision.service.doubt_causes import (
    BLURRED,
    DARK,
    SQUEEZED,
    NearDie,
    PictureView,
    blown_out,
    blur,
    is_cut,
    light_around,
    place_cause,
    squeeze,
    touches,
    view_cause,
)

BOX = (270.0, 170.0, 60.0, 60.0)
WELL = PictureView()


def die(face: int = 235, felt: int = 70, high: float = 1.0) -> Image:
    """A white die with five black pips on a floor, `high` times as high as wide."""
    image = np.full((400, 600, 3), felt, np.uint8)
    cv2.rectangle(image, (272, 200 - round(28 * high)), (328, 200 + round(28 * high)), (face,) * 3, -1, cv2.LINE_AA)
    for right, down in ((0, 0), (-16, -16), (16, -16), (-16, 16), (16, 16)):
        place, axes = (300 + right, 200 + round(down * high)), (6, round(6 * high))
        cv2.ellipse(image, place, axes, 0, 0, 360, (20, 20, 20), -1, cv2.LINE_AA)
    return image


def lit(image: Image, share: float) -> Image:
    return (image * share).astype(np.uint8)


def test_good_die_has_no_cause() -> None:
    assert view_cause(die(), BOX, WELL) is None
    assert place_cause(die(), SeenObject("d6", None, box=BOX), (), WELL) is None


@pytest.mark.parametrize("face", [235, 30], ids=["white", "black, its surroundings are light"])
def test_light_tells_darkness_from_a_dark_die(face: int) -> None:
    assert light_around(lit(die(face), 0.2), BOX) < DARK < light_around(die(face), BOX)


def test_glare_needs_more_than_white_dots() -> None:
    dots, spot = die(face=30), die(face=30)
    cv2.circle(dots, (300, 200), 12, (255, 255, 255), -1)
    cv2.circle(spot, (300, 200), 28, (255, 255, 255), -1)
    assert [view_cause(each, BOX, WELL) for each in (dots, spot)] == [None, "glare"]
    assert blown_out(spot, BOX) == pytest.approx(np.pi * 28**2 / 61**2, abs=0.01)


def test_blur_is_measured_in_sizes_of_the_die() -> None:
    sharp, soft = die(), cv2.GaussianBlur(die(), (0, 0), 4.0).astype(np.uint8)
    twice = cv2.resize(soft, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    assert blur(sharp, BOX) < BLURRED < blur(soft, BOX)
    assert blur(twice, (540.0, 340.0, 120.0, 120.0)) == pytest.approx(blur(soft, BOX), rel=0.1)


@pytest.mark.parametrize(("degrees", "is_aslant"), [(0, False), (30, False), (50, True), (60, True)])
def test_pips_tell_the_slant(degrees: int, is_aslant: bool) -> None:
    high = float(np.cos(np.radians(degrees)))
    box = (270.0, 200 - 30 * high, 60.0, 60 * high)
    assert squeeze(die(high=high), box) == pytest.approx(high, abs=0.08)
    assert (squeeze(die(high=high), box) < SQUEEZED) == is_aslant


def test_faces_without_pips_have_no_slant() -> None:
    assert squeeze(np.full((400, 600, 3), 90, np.uint8), BOX) == 1.0


def test_seen_tray_tells_the_slant_of_any_die() -> None:
    seen = SeenObject("mom_d8", None, box=BOX)
    assert [place_cause(die(), seen, (), PictureView(slant=degrees)) for degrees in (25.0, 45.0)] == [
        None,
        "too_oblique",
    ]


@pytest.mark.parametrize(
    ("box", "is_beyond"),
    [(BOX, False), ((-3.0, 170.0, 60.0, 60.0), True), ((270.0, 341.0, 60.0, 60.0), True)],
    ids=["in the middle", "left", "bottom"],
)
def test_edge_of_the_picture_cuts_what_reaches_it(box: Box, is_beyond: bool) -> None:
    assert is_cut(box, die()) == is_beyond


@pytest.mark.parametrize(("away", "is_near"), [(45.0, True), (62.0, True), (80.0, False)])
def test_dice_touch_within_their_size(away: float, is_near: bool) -> None:
    one, other = SeenObject("d6", None, box=BOX), SeenObject("d6", "3", box=(BOX[0] + away, *BOX[1:]))
    assert touches(one, (one, other)) == is_near
    assert not touches(one, (one,))
    assert touches(one, (one, replace(one))), "two dice in one place touch"


def test_a_die_on_a_card_does_not_touch_it() -> None:
    card = SeenObject("card", "9S", box=(BOX[0] - 60.0, BOX[1] - 90.0, 180.0, 240.0))
    assert not touches(SeenObject("d6", None, box=BOX), (card,))


def test_near_die_explains_its_pips_and_no_specks() -> None:
    view = PictureView((NearDie(300.0, 200.0, 150.0),))
    assert view_cause(die(), BOX, view) == "too_near"
    assert not view.near[0].holds((295.0, 195.0, 10.0, 10.0)) and not view.near[0].holds((10.0, 10.0, 60.0, 60.0))


@pytest.mark.parametrize(("side", "cause"), [(20.0, "too_far"), (60.0, None), (220.0, "too_near")])
def test_size_in_the_picture_is_a_cause(side: float, cause: str | None) -> None:
    assert view_cause(die(felt=120), (300 - side / 2, 200 - side / 2, side, side), WELL) == cause
