import dataclasses

import cv2
import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE
from vision.training.trays.faces import CELL, die_ink, paint_die_face, paint_token
from vision.training.trays.style import PipLook
from vision.training.trays.values import LATER_SYMBOLS, TOKEN_SYMBOLS


@pytest.mark.parametrize("corners", [0, 3, 4])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_counts(value: int, corners: int) -> None:
    style = dataclasses.replace(STYLE, pips=PipLook(0.1, 0.36, corners, 20))
    blobs, _ = cv2.connectedComponents((die_ink(style, "d6", str(value)) > 0.5).astype(np.uint8))
    assert blobs - 1 == value


def test_a_blank_face_is_blank() -> None:
    assert not die_ink(STYLE, "mom_d8", "blank").any()


def test_print_can_be_turned_on_its_face() -> None:
    straight = die_ink(STYLE, "mom_d8", "investigation")
    turned = die_ink(dataclasses.replace(STYLE, spin={"mom_d8": 180.0}), "mom_d8", "investigation")
    assert np.abs(straight[::-1, ::-1] - turned).mean() < 0.01


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("mark", ["underline", "dot", "bar"])
def test_faces_underline_six_and_nine(mark: str) -> None:
    style = dataclasses.replace(STYLE, six_nine=mark)
    six, eight = die_ink(style, "d20", "6"), die_ink(style, "d20", "8")
    assert six[CELL * 2 // 3 :].sum() > eight[CELL * 2 // 3 :].sum()


def test_ink_is_painted_onto_the_body() -> None:
    look = STYLE.dice["mom_d8"][1]
    image = paint_die_face(STYLE, "mom_d8", look, "success", np.random.default_rng(1))
    assert image.shape == (CELL, CELL, 3)
    assert image[CELL // 2, 2] == pytest.approx(look.body, abs=0.01)
    assert np.abs(image - look.ink).max(-1).min() < 0.06


@pytest.mark.parametrize("value", [*TOKEN_SYMBOLS, *LATER_SYMBOLS])
def test_tokens_bear_their_symbol_on_its_own_ground(value: str) -> None:
    image = paint_token(STYLE, value, np.random.default_rng(1))
    assert image.shape == (CELL, CELL, 3)
    assert image.std() > 0.05
