"""Print of faces, tokens and cards."""

import dataclasses
import itertools

import cv2
import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE
from vision.training.trays.marks import fonts as subject
from vision.training.trays.marks.canvas import Canvas, star
from vision.training.trays.marks.colours import ink_for, lightness, random_colour
from vision.training.trays.marks.fonts import glyph, has, installed, is_fit_for_numbers, is_same
from vision.training.trays.marks.marks import draw_set, is_readable, likeness, turned
from vision.training.trays.paint.card_face import HEIGHT, WIDTH, paint_card
from vision.training.trays.paint.faces import CELL, die_ink, paint_die_face, paint_token
from vision.training.trays.paint.materials import GRAINS, MIXTURES, die_body, grain
from vision.training.trays.shapes.tray import LATER_SYMBOLS, TOKEN_SYMBOLS
from vision.training.trays.styles.style import DieLook, Pattern, PipLook


@pytest.mark.usefixtures("fonts")
def test_text_is_centred_and_never_wider_than_allowed() -> None:
    _, xs = np.nonzero(Canvas(100).text("-8888", "", 0.9, most=1.0).mask() > 0.5)
    assert np.ptp(xs) <= 51
    assert xs.mean() == pytest.approx(50, abs=4)


@pytest.mark.usefixtures("fonts")
def test_hearts_are_red_and_clubs_are_black() -> None:
    red, black = (paint_card(STYLE, "5", suit) for suit in "HC")
    assert (red[..., 0] - red[..., 1]).max() > 0.5
    assert (black[..., 0] - black[..., 1]).max() < 0.1


@pytest.mark.parametrize("seed", range(20))
def test_ink_stands_out_from_all_grounds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ground = random_colour(rng, 0.1, 0.4)
    ink = ink_for(rng, [ground])
    assert ink is not None
    assert lightness(ink) - lightness(ground) > 0.5


@pytest.mark.parametrize("corners", [0, 3, 4])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_counts(value: int, corners: int) -> None:
    style = dataclasses.replace(STYLE, pips=PipLook(0.1, 0.36, corners, 20))
    blobs, _ = cv2.connectedComponents((die_ink(style, "d6", str(value)) > 0.5).astype(np.uint8))
    assert blobs - 1 == value


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("mark", ["underline", "dot", "bar"])
def test_faces_underline_six_and_nine(mark: str) -> None:
    style = dataclasses.replace(STYLE, six_nine=mark)
    six, eight = die_ink(style, "d20", "6"), die_ink(style, "d20", "8")
    assert six[CELL * 2 // 3 :].sum() > eight[CELL * 2 // 3 :].sum()


@pytest.mark.parametrize("value", [*TOKEN_SYMBOLS, *LATER_SYMBOLS])
def test_tokens_bear_their_symbol_on_its_own_ground(value: str) -> None:
    image = paint_token(STYLE, value, np.random.default_rng(1))
    assert image.shape == (CELL, CELL, 3)
    assert image.std() > 0.05


@pytest.mark.usefixtures("fonts")
def test_a_file_that_is_no_font_draws_nothing(tmp_path) -> None:
    (tmp_path / "no.ttf").write_bytes(b"no font")
    assert glyph(str(tmp_path / "no.ttf"), "8") is None
    assert subject.load(str(tmp_path / "no.ttf"), 20).getbbox("8")


@pytest.mark.slow
@pytest.mark.usefixtures("fonts")
def test_marks_of_a_set_differ() -> None:
    marks = draw_set(np.random.default_rng(3), ["a", "b", "c", "d", "e"])
    assert all(is_readable(mark) for mark in marks.values())
    for one, other in itertools.combinations(marks.values(), 2):
        assert likeness(turned(one)[0], turned(other)) < 0.7


@pytest.mark.parametrize("kind", ["plain", *MIXTURES])
def test_die_body_mixes_its_two_colours(kind: str) -> None:
    look = DieLook((0.2, 0.1, 0.5), (0.9, 0.9, 0.9), Pattern(kind, (0.6, 0.7, 0.1), 4.0, 0.8, 0.5))
    one, again, other = (die_body(look, np.random.default_rng(seed), 64) for seed in (1, 1, 2))
    share = (one[..., 0] - 0.2) / 0.4
    assert (share.std() > 0.05) == (kind != "plain")
    assert (one == again).all() and (one != other).any()


@pytest.mark.parametrize("kind", [*GRAINS, "plain"])
def test_grain_is_uneven_about_its_colour(kind: str) -> None:
    brightness = grain(kind, 120, 90, np.random.default_rng(1))
    assert brightness.shape == (90, 120)
    assert 0.6 < brightness.mean() < 1.3 and brightness.std() > 0.005


@pytest.mark.usefixtures("fonts")
def test_court_cards_and_die_faces_bear_their_ornament() -> None:
    king, queen = (paint_card(STYLE, rank, "D")[HEIGHT * 2 // 3, WIDTH * 2 // 7] for rank in "KQ")
    assert np.abs(king - STYLE.card.paper).max() > 0.05 and np.abs(king - queen).max() > 0.05
    look = STYLE.dice["mom_d8"][1]
    face = paint_die_face(STYLE, "mom_d8", look, "success", np.random.default_rng(1))
    assert face[CELL // 2, 2] == pytest.approx(look.body, abs=0.01)
    assert np.abs(face - look.ink).max(-1).min() < 0.06


@pytest.mark.usefixtures("fonts")
def test_fonts_fit_for_numbers_have_distinct_digits() -> None:
    sans = next((path for path in installed() if path.endswith("DejaVuSans-Bold.ttf")), None)
    if sans is None:
        pytest.skip("fonts-dejavu is not installed")
    assert has(sans, "8") and not has(sans, "\U0001fbff")
    assert is_same(glyph(sans, "3"), glyph(sans, "3")) and not is_same(glyph(sans, "3"), glyph(sans, "8"))
    assert is_fit_for_numbers(sans)


def test_canvas_adds_and_erases_ink() -> None:
    ring = Canvas(100).circle((0, 0), 0.8).circle((0, 0), 0.4, erase=True).mask()
    assert (ring[50, 50], ring[50, 80]) == (0, 1)
    ring = Canvas(100).circle((0, 0), 0.2).ring((0, 0), 0.7, 0.1).mask()
    assert (ring[50, 50], ring[50, 72], ring[50, 85]) == (1, 0, 1)
    stamp = Canvas(100).stamp(np.full((256, 256), 255, np.uint8), 0.5, (0.2, 0)).mask()
    assert stamp.mean() == pytest.approx(0.25, rel=0.05)
    assert np.linalg.norm(star(5, 1.0, 0.4), axis=1) == pytest.approx([1.0, 0.4] * 5)
