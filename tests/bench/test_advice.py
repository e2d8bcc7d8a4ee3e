"""Advice on spoiled trays, a sample of `./table bench advice`."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.bench import advice, doubtful_dice
from tests.bench.advice import advised, bases, is_right, wrong_dice
from tests.bench.damaged_dice import WAYS as WAYS_OF_DICE
from tests.bench.damaged_trays import WAYS, Spoilt, good, spoilt
from vision.kit import load_kits

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> None:
    cv2.setNumThreads(1)


def test_advice_is_right_for_nearly_all_spoiled_trays() -> None:
    judged = [(one.name, is_right(one, advised(one))) for one in spoilt(bases(), each=1, seed=7)]
    wrong = [name for name, right in judged if not right]
    assert len(judged) == len(WAYS) >= 24
    assert len(wrong) <= 0.05 * len(judged) + 1, wrong


def test_advice_is_empty_for_good_trays() -> None:
    found = good(bases())
    assert len(found) >= 10
    assert [(one.name, advised(one).advice) for one in found if advised(one).findings] == []


def test_advice_names_the_unselected_kit_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    some = {throw.kind: throw for throw in advice.load_throws() if throw.kind in {"mom_d8", "d6"}}
    monkeypatch.setattr(advice, "load_throws", lambda: tuple(some.values()))
    told = wrong_dice()
    assert told.n >= 4 and told.value >= 0.95


def test_advice_for_single_dice_is_a_good_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only ways that are told for certain: what hides a die is for the reader to say, and a die in full glare is not seen."""
    sure = {way: WAYS_OF_DICE[way] for way in ("blurred", "aslant", "cut off")}
    monkeypatch.setattr(doubtful_dice, "WAYS", sure)
    kits = load_kits(doubtful_dice.KITS)
    found = doubtful_dice.dice(kits)[::2]
    judged = [*doubtful_dice.good(found, kits), *doubtful_dice.spoilt(found, kits, each=10, seed=7)]
    wrong = [(one.way, one.told) for one in judged if one.told != one.right]
    assert {one.way for one in judged} == {"good", *sure}
    assert len(wrong) <= 0.1 * len(judged), wrong


def test_advice_is_rare_for_rendered_good_trays(shared: Path) -> None:
    """Yield every fifth tray that is complete in its picture, under all lamps. A hand or a rim over a marker excludes it."""
    rendered, alarms, count = shared / "vision" / "rendered", [], 0
    for kind in sorted(rendered.glob("*/labels.json")):
        for entry in json.loads(kind.read_text(encoding="utf-8"))[::5]:
            if not is_whole(entry["scene"]):
                continue
            image = cv2.imread(str(kind.parent / entry["file"]))
            assert image is not None
            count += 1
            health = advised(Spoilt("good", entry["file"], (image.astype(np.uint8),), frozenset()))
            alarms += [(entry["file"], health.faults)] if health.findings else []
    assert count >= 18
    assert len(alarms) <= 0.05 * count, alarms


def is_whole(scene: dict[str, object]) -> bool:
    """Return whether the labels put the whole tray and its markers' paper in the picture, uncovered."""
    corners = scene["marker_corners"]
    if not isinstance(corners, dict) or len(corners) < 4 or "hand" in str(scene["distractors"]):
        return False
    if (scene["light"], scene["felt"]) == ("dim", "wood"):
        return False  # there the rim hides a half of two markers
    places = np.array([*corners.values(), scene["tray_corners"]])
    return bool((places[:-1] > 12).all() and (places[:-1] < (1268, 708)).all() and (places[-1] >= 0).all())
