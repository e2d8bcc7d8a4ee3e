"""The score of what was read: exact, asked or silent, and how many taps it costs."""

from typing import Any

import pytest

from companion.schema import SeenObject
from vision.training.measures.scoring import matched, same_rank, score_picture, score_set

LEFT, RIGHT, FAR = (0.0, 0.0, 20.0, 20.0), (100.0, 0.0, 20.0, 20.0), (300.0, 300.0, 20.0, 20.0)


def label(value: str | None = "4", box: Any = LEFT, **more: Any) -> dict[str, Any]:
    return {"kind": "d6", "value": value, "box": box, **more}


def told(value: str = "4", box: Any = LEFT) -> SeenObject:
    return SeenObject("d6", value, 0.99, (), box)


def asked(best: str = "4", box: Any = LEFT) -> SeenObject:
    return SeenObject("d6", None, 0.6, ((best, 0.6),), box)


def stranger(box: Any = LEFT) -> SeenObject:
    return SeenObject("unknown", None, 0.6, (), box)


@pytest.mark.parametrize(
    ("labels", "seen", "verdict", "taps"),
    [
        ([label()], [told()], "exact", 0),
        ([label()], [told("5")], "silent", 3),
        ([label()], [], "silent", 3),
        ([label()], [asked()], "asked", 1),
        ([label()], [asked("5")], "asked", 3),
        ([label()], [stranger()], "asked", 3),
        ([label()], [told(), told(box=FAR)], "silent", 0),
        ([label()], [told(), stranger(FAR)], "exact", 0),
        ([label()], [told(), asked(box=FAR)], "asked", 0),
        ([label(), label(None, RIGHT, cocked=True)], [told(), asked(box=RIGHT)], "exact", 0),
        ([label(), label("2", RIGHT, in_tray=False)], [told()], "exact", 0),
        ([label(), label("2", RIGHT)], [told(), asked("2", RIGHT)], "asked", 1),
        ([], [told()], "silent", 0),
        ([], [stranger()], "exact", 0),
    ],
)
def test_a_picture_is_exact_asked_or_silent(
    labels: list[dict[str, Any]], seen: list[SeenObject], verdict: str, taps: int
) -> None:
    score = score_picture(labels, seen)
    said = "exact" if score.is_exact else "silent" if score.is_silent else "asked"
    assert (said, score.taps) == (verdict, taps)


@pytest.mark.parametrize(
    ("seen", "verdict", "taps"),
    [
        ([told("4"), told("5")], "exact", 0),
        ([told("4"), asked("5")], "asked", 1),
        ([told("4"), stranger()], "asked", 3),
        ([told("4")], "silent", 3),
        ([told("4"), told("4")], "silent", 3),
    ],
)
def test_labels_without_places_are_compared_by_value(seen: list[SeenObject], verdict: str, taps: int) -> None:
    score = score_picture([label("4", None), label("5", None)], seen)
    said = "exact" if score.is_exact else "silent" if score.is_silent else "asked"
    assert (said, score.taps) == (verdict, taps)


def test_ranks_are_compared_without_suits() -> None:
    card = {"kind": "card", "value": "9", "box": LEFT}
    assert score_picture([card], [SeenObject("card", "9H", 0.9, (), LEFT)], same_rank).is_exact


def test_boxes_are_matched_once_and_the_closest_first() -> None:
    assert matched([LEFT, RIGHT], [(102.0, 0.0, 20.0, 20.0), (5.0, 0.0, 20.0, 20.0), (1.0, 0.0, 20.0, 20.0)]) == [
        (0, 2),
        (1, 0),
    ]


def test_a_set_is_a_row_with_intervals() -> None:
    score = score_set([([label()], [told()]), ([label()], [asked()])])
    assert score.row("dice") == "| dice | 2 / 2 | 50.0 (9.5-90.5) | 0.0 (0.0-65.8) | 0.50 |"
