"""Result for each object, given findings and guessed faces."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.schema import SeenObject
from vision.detect.detector import DetectedObject
from vision.kind_and_face import tray_reader
from vision.kind_and_face.confidence import FaceEvidence, weights_of
from vision.kind_and_face.face_guess import FaceGuess
from vision.kind_and_face.tray_reader import IF_WANTED, OF_KIND, is_whole, read_tray
from vision.kit import Kit, load_kits

LEVEL = (1.0, 0.0, 0.0, 0.0)
PICTURE = np.zeros((120, 240, 3), np.uint8)
D6, CARDS = load_kits(["d6", "cards"])
PLAIN = FaceEvidence(
    heat=1.0, score=1.0, shape=1.0, level=1.0, cocked=0.0, aside=0.0, share=1.0, radius=24.0, pips=1.0, lean=0.0,
)  # fmt: skip
DOUBTFUL = FaceEvidence(
    heat=0.9, score=0.99, shape=0.98, level=0.9, cocked=0.08, aside=0.02, share=0.5, radius=15.0, pips=0.95, lean=0.05,
)  # fmt: skip
FOUR = (("d6", "4", 0.98), ("d6", "5", 0.01), ("token", "0", 0.005), ("d6", "6", 0.001))


def cube(score: float = 1.0, states: tuple[float, float, float, float] = LEVEL, x: float = 60.0) -> DetectedObject:
    shapes = (0.001, 0.001, 0.996, 0.001, 0.0005, 0.0005)
    return DetectedObject("cube", x, 60.0, 20.0, (x - 20, 40.0, 40.0, 40.0), score, score, shapes, states)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch):
    """Findings and certainty of the faces, set by the test."""

    def lay(found: list[DetectedObject], evidence: FaceEvidence | None = PLAIN) -> None:
        told = None if evidence is None else FaceGuess(D6, "4", FOUR, evidence)
        monkeypatch.setattr(tray_reader, "find_objects", lambda *_: tuple(found))
        monkeypatch.setattr(tray_reader, "guess_faces", lambda _, found, *__: (told,) * len(found))

    return lay


def test_a_level_die_is_read(table) -> None:
    table([cube()])
    (seen,) = read_tray(PICTURE, [D6])
    assert (seen.kind, seen.value, seen.cocked, seen.partial) == ("d6", "4", False, False)
    assert seen.box == (40.0, 40.0, 40.0, 40.0)
    assert seen.alternatives == (("5", 0.01), ("6", 0.001))
    assert 0.9 < seen.conf <= 1


def test_tray_reader_lists_faces_of_a_doubtful_die(table) -> None:
    table([cube()], DOUBTFUL)
    (seen,) = read_tray(PICTURE, [D6])
    assert seen.value is None
    assert seen.alternatives == (("4", 0.98), ("5", 0.01), ("6", 0.001))


def test_tray_reader_omits_objects_outside_a_known_tray(table) -> None:
    table([cube(states=(0.05, 0.0, 0.0, 0.95)), cube(x=200.0)])
    assert len(read_tray(PICTURE, [D6], tray=((0, 0), (240, 0), (240, 120), (0, 120)))) == 1
    assert read_tray(PICTURE, [D6], tray=((0, 0), (30, 0), (30, 120), (0, 120))) == ()


def test_tray_reader_bounds_the_tray_by_markers(table, monkeypatch: pytest.MonkeyPatch) -> None:
    corner = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    places = ((10, 10), (110, 10), (110, 100), (10, 100))
    monkeypatch.setattr(tray_reader, "find_markers", lambda _: {k: corner + place for k, place in enumerate(places)})
    table([cube(x=60.0), cube(x=220.0)])
    assert [seen.box[0] for seen in read_tray(PICTURE, [D6]) if seen.box] == [40.0]


def test_two_markers_are_enough_to_leave_out_what_lies_beside_the_tray(table, monkeypatch: pytest.MonkeyPatch) -> None:
    corner = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    monkeypatch.setattr(tray_reader, "find_markers", lambda _: {0: corner, 1: corner + 100})
    table([cube(states=(0.05, 0.0, 0.0, 0.95)), cube(x=200.0)])
    assert [seen.box[0] for seen in read_tray(PICTURE, [D6]) if seen.box] == [180.0]


def test_a_confidence_is_never_rounded_up(table, monkeypatch: pytest.MonkeyPatch) -> None:
    table([cube()])
    monkeypatch.setattr(tray_reader, "confidence", lambda *_: 0.9999)
    assert read_tray(PICTURE, [D6])[0].conf == 0.999


def test_tray_reader_respects_a_stricter_kit(table, monkeypatch: pytest.MonkeyPatch) -> None:
    table([cube()])
    careful = FaceGuess(replace(D6, thresholds={"sure": 0.9999}), "4", FOUR, PLAIN)
    monkeypatch.setattr(tray_reader, "guess_faces", lambda *_: (careful,))
    assert read_tray(PICTURE, [D6])[0].value is None


def test_tray_reader_takes_no_numeral_for_a_card(table, monkeypatch: pytest.MonkeyPatch) -> None:
    index = SeenObject("card", None, 0.8, (("9S", 0.4),), (52.0, 52.0, 16.0, 16.0))
    monkeypatch.setattr(tray_reader, "_cards", lambda *_: (index,))
    table([cube()])
    assert [seen.kind for seen in read_tray(PICTURE, [D6, CARDS])] == ["d6"]


@pytest.mark.parametrize(("value", "box"), [("9S", (52.0, 52.0, 16.0, 16.0)), (None, (120.0, 20.0, 60.0, 84.0))])
def test_tray_reader_reports_cards_next_to_dice(
    table, monkeypatch: pytest.MonkeyPatch, value: str | None, box: tuple[float, float, float, float]
) -> None:
    monkeypatch.setattr(tray_reader, "_cards", lambda *_: (SeenObject("card", value, 0.99, (), box),))
    table([cube(score=0.95)])
    assert "card" in [seen.kind for seen in read_tray(PICTURE, [D6, CARDS])]


@pytest.mark.parametrize(
    ("found", "evidence", "kind"),
    [
        (cube(states=(0.2, 0.8, 0.0, 0.0)), replace(PLAIN, level=0.2, cocked=0.8), "d6"),
        (cube(states=(0.2, 0.0, 0.8, 0.0)), replace(PLAIN, level=0.2, aside=0.8), "d6"),
        (cube(), replace(PLAIN, share=0.4), "d6"),
        (cube(), replace(PLAIN, shape=0.001, pips=0.01), "unknown"),
        (cube(), None, "unknown"),
        (replace(cube(), radius=4.0), PLAIN, "d6"),
    ],
    ids=["cocked", "over the rim", "two faces alike", "another shape", "no guess", "a few pixels"],
)
def test_tray_reader_reads_no_doubtful_object(
    table, found: DetectedObject, evidence: FaceEvidence | None, kind: str
) -> None:
    table([found], evidence)
    (seen,) = read_tray(PICTURE, [D6])
    assert (seen.kind, seen.value) == (kind, None)
    assert (seen.cocked, seen.partial) == (found.states[1] > 0.5, found.states[2] > 0.5)


def test_tray_reader_mentions_every_object_it_saw(table) -> None:
    table([cube(x=20.0 * k) for k in range(12)], replace(PLAIN, shape=0.001, pips=0.01))
    assert [seen.kind for seen in read_tray(PICTURE, [D6])] == ["unknown"] * 12


def test_tray_reader_omits_the_grain_of_the_table(table) -> None:
    table([cube(score=0.06)], replace(DOUBTFUL, heat=0.1, score=0.06, pips=0.01))
    assert read_tray(PICTURE, [D6]) == ()


def test_nothing_is_outside_where_no_tray_is_known(table) -> None:
    table([cube(states=(0.1, 0.0, 0.0, 0.9))])
    (seen,) = read_tray(PICTURE, [D6])
    assert seen.value == "4"


TOKENS = Kit("bag", "token", "disc", ("skull",))


@pytest.mark.parametrize(
    ("kit", "wanted", "kind"),
    [
        (D6, (), "d6"),
        (D6, ("d6",), "d6"),
        (D6, ("d20",), "unknown"),
        (TOKENS, (), "unknown"),
        (TOKENS, ("token",), "token"),
        (TOKENS, ("d6",), "unknown"),
    ],
    ids=lambda case: case.kind if isinstance(case, Kit) else "+".join(case) if isinstance(case, tuple) else case,
)
def test_only_what_the_prompt_can_take_is_asked_about(
    table, monkeypatch: pytest.MonkeyPatch, kit: Kit, wanted: tuple[str, ...], kind: str
) -> None:
    table([cube()])
    unsure = FaceGuess(kit, kit.values[0], ((kit.kind, kit.values[0], 0.5),), DOUBTFUL)
    monkeypatch.setattr(tray_reader, "guess_faces", lambda *_: (unsure,))
    (seen,) = read_tray(PICTURE, [kit], wanted=wanted)
    assert seen.kind == kind
    there = weights_of(kit.kind).chances(DOUBTFUL).object
    assert kind != "unknown" or seen.conf == round(there, 3), "a stranger is as sure as that there is an object"


@pytest.mark.parametrize(("wanted", "kind"), [((), "unknown"), (("d6",), "d6"), (("d20",), "unknown")])
def test_a_thing_of_the_wanted_kind_is_sooner_asked_about(table, wanted: tuple[str, ...], kind: str) -> None:
    hardly = replace(DOUBTFUL, shape=0.1, pips=0.3)
    chances = weights_of("d6").chances(hardly)
    assert IF_WANTED < chances.object * chances.kind < OF_KIND
    table([cube()], hardly)
    assert [seen.kind for seen in read_tray(PICTURE, [D6], wanted=wanted)] == [kind]


@pytest.mark.parametrize(
    ("change", "accepted"),
    [
        ({}, True),
        ({"radius": 4.0}, False),
        ({"states": (0.4, 0.6, 0.0, 0.0)}, False),
        ({"states": (0.4, 0.0, 0.6, 0.0)}, False),
        ({"states": (0.4, 0.0, 0.0, 0.6)}, False),
    ],
    ids=["whole", "too small", "leaning", "half hidden", "perhaps outside"],
)
def test_acceptance_needs_a_whole_level_object(change: dict[str, Any], accepted: bool) -> None:
    assert is_whole(replace(cube(), **change)) == accepted
