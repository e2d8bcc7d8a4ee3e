"""Acceptance of a reading."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.kind_and_face.confidence import FaceEvidence
from vision.kind_and_face.face_guess import FaceGuess
from vision.kind_and_face.tray_reader import is_agreed, is_read
from vision.kit import Kit, KitShotImage, load_kits

PLAIN = DetectedObject(
    "cube", 60.0, 60.0, 20.0, (40.0, 40.0, 40.0, 40.0), 0.9, 0.99, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
)
PIPS = load_kits(["d6"])[0]
SHOWN = Kit("mine", "nemesis_combat", "cube", ("hit1",), (KitShotImage("hit1", np.zeros((96, 96, 3), np.uint8)),))


def guess(kit: Kit, shape: float = 1.0, match_lead: float | None = 0.3, lead: float = 0.1) -> FaceGuess:
    told = FaceEvidence(0.9, 0.99, shape, 1.0, 0.0, 0.0, 0.95, lead, 25.0, 0.8, match_lead)
    return FaceGuess(kit, kit.values[0], (), told)


def test_a_whole_level_thing_is_read() -> None:
    assert is_read(PLAIN)


@pytest.mark.parametrize(
    "found",
    [
        replace(PLAIN, radius=4.0),
        replace(PLAIN, score=0.3),
        replace(PLAIN, states=(0.4, 0.6, 0.0, 0.0)),
        replace(PLAIN, states=(0.4, 0.0, 0.6, 0.0)),
        replace(PLAIN, states=(0.4, 0.0, 0.0, 0.6)),
    ],
    ids=["too small", "perhaps nothing", "leaning", "half hidden", "perhaps outside"],
)
def test_acceptance_needs_a_whole_level_object(found: DetectedObject) -> None:
    assert not is_read(found)


def test_two_readers_must_prefer_the_same_face() -> None:
    assert is_agreed(guess(SHOWN))
    assert not is_agreed(guess(SHOWN, match_lead=-0.01))
    assert not is_agreed(guess(SHOWN, lead=-0.001))


def test_acceptance_ignores_a_second_reader_without_choice() -> None:
    assert is_agreed(guess(SHOWN, match_lead=None))


def test_drawn_pips_object_only_when_they_clearly_prefer_another_number() -> None:
    assert is_agreed(guess(PIPS, match_lead=-0.1))
    assert not is_agreed(guess(PIPS, match_lead=-0.2))


def test_acceptance_rejects_a_face_on_another_shape() -> None:
    assert not is_agreed(guess(SHOWN, shape=0.1))
    assert not is_agreed(guess(SHOWN, shape=0.4))
