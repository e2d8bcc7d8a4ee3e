from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.image.decoder import Image
from vision.kind_and_face.correlation import correlate_kit
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT
from vision.kind_and_face.templates import make_templates
from vision.kit import Kit, KitShotImage

MARKS = {"bolt": "N", "hook": "J", "fork": "E", "six": "6"}
PICTURE = 240
WHOLE = DetectedObject(
    "cube", 120, 120, 40, (80.0, 80.0, 80.0, 80.0), 1.0, 1.0, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
)


def die(mark: str, radius: float = 40, angle: float = 0, light: int = 60, ink: int = 210) -> Image:
    """A square die with a letter on it in the middle of a picture, `radius` px from its middle to a corner."""
    face = np.full((400, 400, 3), light, np.uint8)
    (width, height), _ = cv2.getTextSize(mark, cv2.FONT_HERSHEY_SIMPLEX, 4, 16)
    cv2.putText(face, mark, (200 - width // 2, 200 + height // 2), cv2.FONT_HERSHEY_SIMPLEX, 4, (ink, ink, ink), 16)
    turn = cv2.getRotationMatrix2D((200, 200), angle, radius * 2**0.5 / 400)
    turn[:, 2] += PICTURE / 2 - 200
    table = np.full((PICTURE, PICTURE, 3), (70, 110, 50), np.uint8)
    return cv2.warpAffine(face, turn, (PICTURE, PICTURE), dst=table, borderMode=cv2.BORDER_TRANSPARENT)


def shot(value: str, picture: Image, radius: float = 40) -> KitShotImage:
    """Return the shot that enrolment cuts out of that picture."""
    scale = KEPT / 2 / REACH_KEPT / radius
    turn = cv2.getRotationMatrix2D((PICTURE / 2, PICTURE / 2), 0, scale)
    turn[:, 2] += (KEPT - PICTURE) / 2
    return KitShotImage(value, cv2.warpAffine(picture, turn, (KEPT, KEPT), borderMode=cv2.BORDER_REPLICATE))


KIT = Kit("mine", "mine", "cube", tuple(MARKS), tuple(shot(value, die(mark)) for value, mark in MARKS.items()))


def best(scores: dict[str, float]) -> str:
    return max(scores, key=lambda value: scores[value])


@pytest.mark.parametrize("angle", [0, 37, 90, 145, 200, 301])
@pytest.mark.parametrize("value", MARKS)
def test_correlation_finds_the_face_at_any_rotation(value: str, angle: int) -> None:
    scores = correlate_kit(die(MARKS[value], angle=angle), WHOLE, KIT, MARKS)
    assert best(scores) == value
    assert scores[value] > 0.85


@pytest.mark.parametrize("value", MARKS)
def test_correlation_tolerates_a_small_offset(value: str) -> None:
    found = replace(WHOLE, x=124, y=117, radius=43)
    assert best(correlate_kit(die(MARKS[value], angle=70), found, KIT, MARKS)) == value


@pytest.mark.parametrize("value", MARKS)
def test_correlation_ignores_inverted_contrast(value: str) -> None:
    assert best(correlate_kit(die(MARKS[value], angle=20, light=220, ink=30), WHOLE, KIT, MARKS)) == value


@pytest.mark.parametrize("value", MARKS)
def test_a_lamp_at_the_side_changes_nothing(value: str) -> None:
    slope = np.linspace(0.4, 1.2, PICTURE)[None, :, None]
    lit = np.clip(die(MARKS[value], angle=110) * slope, 0, 255).astype(np.uint8)
    assert best(correlate_kit(lit, WHOLE, KIT, MARKS)) == value


@pytest.mark.parametrize("value", MARKS)
def test_a_face_seen_aslant_is_bent_back(value: str) -> None:
    flat = cv2.resize(die(MARKS[value], angle=45), (PICTURE, round(PICTURE * 0.88)))
    assert best(correlate_kit(flat, replace(WHOLE, y=120 * 0.88), KIT, MARKS)) == value


@pytest.mark.parametrize(("radius", "least"), [(12, 0.5), (120, 0.7)])
def test_small_and_large_dice_are_compared_alike(radius: float, least: float) -> None:
    picture = die("J", radius=radius, angle=15)
    scores = correlate_kit(picture, replace(WHOLE, radius=radius), KIT, MARKS)
    assert best(scores) == "hook"
    assert scores["hook"] > least


def test_only_what_is_asked_is_compared() -> None:
    assert set(correlate_kit(die("N"), WHOLE, KIT, {"fork", "hook", "of another kit"})) == {"fork", "hook"}


def test_a_kit_without_shots_correlates_with_nothing() -> None:
    assert correlate_kit(die("N"), WHOLE, Kit("d6", "d6", "cube", ("1", "2")), {"1"}) == {}


def test_correlation_recognises_blank_faces() -> None:
    plain = KitShotImage("blank", shot("blank", die("")).image)
    kit = replace(KIT, values=(*MARKS, "blank"), shots=(*KIT.shots, plain))
    assert make_templates(kit).flat == {"blank"}
    noise = np.random.default_rng(1).normal(0, 3, (PICTURE, PICTURE, 3))
    blank = np.clip(die("", angle=33) + noise, 0, 255).astype(np.uint8)
    assert best(correlate_kit(blank, WHOLE, kit, kit.values)) == "blank"
    assert best(correlate_kit(die("N", angle=33), WHOLE, kit, kit.values)) == "bolt"


def test_correlation_averages_the_better_shots() -> None:
    spoilt = KitShotImage("bolt", shot("bolt", die("E")).image)
    kit = replace(KIT, shots=(*KIT.shots, spoilt))
    scores = correlate_kit(die("N", angle=60), WHOLE, kit, MARKS)
    assert scores["bolt"] > 0.85


@pytest.mark.parametrize("place", [(0, 0), (239, 120), (-30, -30), (500, 500)])
def test_correlation_works_at_the_picture_edge(place: tuple[float, float]) -> None:
    scores = correlate_kit(die("N"), replace(WHOLE, x=place[0], y=place[1]), KIT, MARKS)
    assert all(0 <= score <= 1 for score in scores.values())


def test_shots_are_made_ready_once() -> None:
    assert make_templates(KIT) is make_templates(KIT)


def test_shots_of_nothing_are_no_error() -> None:
    black = KitShotImage("1", np.zeros((KEPT, KEPT, 3), np.uint8))
    assert set(correlate_kit(die("N"), WHOLE, Kit("dark", "dark", "cube", ("1",), (black,)), {"1"})) == {"1"}
