"""Findings on a camera picture: one cause, one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.schema import CameraFinding, CameraHealth
from tests.vision.marked import SIZE, laid
from vision.service.health.findings import MOVED, PictureMeasures, findings
from vision.stream.exposure import Part
from vision.tray.marker_faults import MarkerSet

GOOD = CameraHealth(blur=0.8, light=120, markers=4, px_per_mm=3.0, size=SIZE)
ALL = PictureMeasures(GOOD, MarkerSet(tuple(laid().items())), is_tray_known=True, ink=40, paper=190)


def told(seen: PictureMeasures) -> list[str]:
    return [found.fault for found in findings(seen)]


def first(seen: PictureMeasures) -> CameraFinding:
    return findings(seen)[0]


def only(*ids: int) -> PictureMeasures:
    """A picture in which these markers are seen, and no tray is known."""
    ours = {number: quad for number, quad in laid().items() if number in ids}
    return replace(
        ALL, health=replace(GOOD, markers=len(ids)), marks=MarkerSet(tuple(ours.items())), is_tray_known=False
    )


@pytest.mark.parametrize(
    ("change", "fault", "words"),
    [
        ({"blur": 3.0}, "blurred", "wipe the lens"),
        ({"light": 20}, "dark", "too dark"),
        ({"glare": 0.5}, "glare", "blinding white"),
        ({"flicker": 6.0}, "flicker", "flickers"),
        ({"whole": False}, "cut_off", "out of the picture"),
        ({"moved": 2 * MOVED}, "moved", "tap them again"),
        ({"px_per_mm": 0.9}, "too_small", "bring the camera nearer"),
        ({"slant": 40.0}, "too_oblique", "from the side"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_each_number_that_is_bad_has_its_remedy(change: dict[str, float], fault: str, words: str) -> None:
    found = findings(replace(ALL, health=replace(GOOD, **change)))
    assert [one.fault for one in found] == [fault]
    assert words in str(found[0].advice) and found[0].grave


def test_a_marker_that_is_covered_is_named() -> None:
    covered = first(only(0, 1, 2))
    assert (covered.fault, covered.markers) == ("markers_missing", (3,))
    assert str(covered.advice) == "Marker 3 is not seen: uncover it, or tap the tray's four corners."
    assert first(only(0, 2)).markers == (1, 3)


@pytest.mark.parametrize(
    "by", [(-420.0, 0.0), (420.0, 0.0), (0.0, -260.0), (0.0, 260.0)], ids=["left", "right", "up", "down"]
)
def test_findings_half_visible_tray_is_cut_off(by: tuple[float, float]) -> None:
    pushed = {number: quad + by for number, quad in laid().items()}
    left = {n: quad for n, quad in pushed.items() if (quad > 0).all() and (quad < SIZE).all()}
    found = first(replace(only(*left), marks=MarkerSet(tuple(left.items()))))
    assert len(left) == 2
    assert found.fault == "cut_off" and set(found.markers) == {0, 1, 2, 3} - set(left)


def test_markers_that_were_exchanged_are_named() -> None:
    quads = laid()
    quads[1], quads[2] = quads[2], quads[1]
    found = first(replace(ALL, marks=MarkerSet(tuple(quads.items()))))
    assert (found.fault, found.markers) == ("markers_swapped", (1, 2))


def test_findings_report_foreign_and_double_markers() -> None:
    quads = laid()
    foreign = replace(only(), marks=MarkerSet(((0, quads[0]), (1, quads[1]), (17, quads[2]), (3, quads[3]))))
    assert (first(foreign).fault, first(foreign).markers) == ("markers_foreign", (17,))
    doubled = replace(only(), marks=MarkerSet(((0, quads[0]), (1, quads[1]), (0, quads[2]), (3, quads[3]))))
    assert (first(doubled).fault, first(doubled).markers) == ("markers_doubled", (0,))


def test_a_turned_tray_and_a_turned_marker_are_hints() -> None:
    upside_down = {(number + 2) % 4: quad[[2, 3, 0, 1]] for number, quad in laid().items()}
    found = first(replace(ALL, marks=MarkerSet(tuple(upside_down.items()))))
    assert (found.fault, found.grave) == ("tray_turned", False)
    one = {number: quad[[2, 3, 0, 1]] if number == 2 else quad for number, quad in laid().items()}
    found = first(replace(ALL, marks=MarkerSet(tuple(one.items()))))
    assert (found.fault, found.markers, found.grave) == ("markers_turned", (2,), False)


@pytest.mark.parametrize(
    ("loose", "words"),
    [
        (("exposure", "focus"), "setting its exposure"),
        (("colours",), "setting its colours"),
        (("focus",), "setting its focus"),
    ],
)
def test_findings_automatic_exposure_is_only_a_note(loose: tuple[Part, ...], words: str) -> None:
    (found,) = findings(replace(ALL, loose=loose))
    assert found.fault == "restless" and words in str(found.advice) and not found.grave


def of(seen: PictureMeasures = ALL, **health: object) -> PictureMeasures:
    return replace(seen, health=replace(seen.health, **health))  # type: ignore[arg-type]


SOFT = {"blur": 0.9, "px_per_mm": 1.45, "size": (640, 360)}
HALF = MarkerSet(tuple((number, quad / 2) for number, quad in laid().items() if number != 3))
LOW = MarkerSet(tuple((number, np.add(quad, (0.0, 95.0))) for number, quad in laid().items() if number != 3))
COARSE, LARGE = {"blocks": 2.1, "plain": 0.9}, {"blur": 3.0, "size": (1920, 1080)}
SEEN = ALL.marks.seen
CASES: dict[str, tuple[PictureMeasures, list[str]]] = {
    "a good picture": (ALL, []),
    "consequences of darkness": (replace(of(only(1), light=20, blur=5.0, flicker=9.0), grain=40.0), ["dark"]),
    "consequences of glare": (of(only(1), glare=0.6, blur=5.0), ["glare"]),
    "a marker missed in a blur": (of(only(0, 1, 3), blur=5.0), ["blurred"]),
    "a small picture, a little soft": (of(**SOFT), []),
    "a marker lost in a small one": (replace(of(only(0, 1, 2), **SOFT), marks=HALF), ["blurred"]),
    "cut off": (replace(only(0, 1, 2), marks=LOW), ["cut_off"]),
    "perhaps cut off, in a blur": (of(replace(only(0, 1, 2), marks=LOW), blur=5.0), ["blurred"]),
    "markers lost in a small tray": (of(only(0, 1, 2), px_per_mm=0.9), ["too_small"]),
    "oblique, and so small": (of(px_per_mm=1.0, slant=40.0), ["too_oblique"]),
    "all white": (replace(of(only(), light=255, glare=1.0), is_bare=True, contrast=0.5), ["glare"]),
    "some white and many full colours": (replace(of(glare=0.15), full=0.5), ["glare"]),
    "some white": (replace(of(glare=0.15), full=0.2), []),
    "many full colours": (replace(ALL, full=0.5), []),
    "too much light comes first": (of(glare=0.6, moved=2 * MOVED), ["glare", "moved"]),
    "softness comes last": (of(blur=5.0, moved=2 * MOVED), ["moved", "blurred"]),
    "a larger picture, softer": (of(**LARGE, px_per_mm=4.5), []),
    "a larger one without markers": (of(only(), **LARGE, px_per_mm=0.0), []),
    "as soft in a usual size": (of(only(), blur=3.0, px_per_mm=0.0), ["blurred"]),
    "a small picture, softer": (of(**SOFT | {"blur": 1.2}), ["blurred"]),
    "a small picture in blocks": (replace(of(**SOFT | {"blur": 0.3}), **COARSE), ["coarse"]),
    "as many blocks in a large one": (replace(ALL, **COARSE), []),
    "blocks with detail": (replace(ALL, blocks=4.0, plain=0.5), []),
    "a marker lost in a tapped tray": (replace(only(0, 1, 2), is_tray_known=True), []),
    "a tray without markers": (only(), []),
    "a tiny picture": (replace(only(), health=CameraHealth(light=120, size=(320, 180))), ["too_small"]),
    "printed white on black": (replace(ALL, marks=MarkerSet(SEEN, "reversed")), ["markers_reversed"]),
    "printed mirrored": (replace(ALL, marks=MarkerSet(SEEN, "mirrored")), ["markers_mirrored"]),
    "the picture mirrored": (replace(ALL, marks=MarkerSet(SEEN, "mirrored", is_picture_mirrored=True)), ["mirrored"]),
    "a white card on felt": (replace(ALL, spot=0.12, halo=80.0, fade=40.0), []),
    "a white card on a pale table": (replace(ALL, spot=0.12, halo=200.0, fade=5.0), []),
    "a white die": (replace(ALL, spot=0.06, halo=170.0, fade=40.0), []),
    "a white card in a blur": (replace(of(blur=20.0), spot=0.12, halo=180.0, fade=60.0), ["blurred"]),
}


@pytest.mark.parametrize("case", CASES)
def test_findings_are_causes_and_not_consequences(case: str) -> None:
    seen, faults = CASES[case]
    assert told(seen) == faults


SPOILT = {
    "covered": (replace(ALL, contrast=1.0), "nothing", "before the lens"),
    "capped": (replace(of(light=6), contrast=1.0), "nothing", "cap off the lens"),
    "a bare tray in the dark": (replace(of(light=20), contrast=1.0), "dark", "too dark"),
    "bare": (replace(ALL, is_bare=True), "nothing", "before the lens"),
    "grey paper": (replace(ALL, paper=60.0, ink=20.0), "dark", "too dark"),
    "pale": (replace(ALL, paper=220.0, ink=150.0), "glare", "as in fog"),
    "a spot": (replace(ALL, spot=0.25), "glare", "blinding white"),
    "a lamp in one place": (replace(ALL, spot=0.11, halo=180.0, fade=60.0), "glare", "A lamp is mirrored"),
    "a full colour": (replace(ALL, full=0.9), "glare", "blinding white"),
    "shaken": (replace(of(blur=4.0), smear=4.0), "blurred", "does not shake"),
    "grain": (replace(ALL, grain=25.0), "coarse", "full of grain"),
    "blocks": (replace(ALL, blocks=4.0, plain=0.9), "coarse", "less compressed"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_findings_name_the_remedy_of_a_spoilt_picture(what: str) -> None:
    seen, fault, words = SPOILT[what]
    (found,) = findings(seen)
    assert found.fault == fault and words in str(found.advice)
