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


def test_a_good_picture_is_left_alone() -> None:
    assert told(ALL) == []


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


@pytest.mark.parametrize(
    ("seen", "fault", "words"),
    [
        (replace(ALL, contrast=1.0), "nothing", "before the lens"),
        (replace(ALL, contrast=1.0, health=replace(GOOD, light=6)), "nothing", "cap off the lens"),
        (replace(ALL, contrast=1.0, health=replace(GOOD, light=20)), "dark", "too dark"),
        (replace(ALL, is_bare=True), "nothing", "before the lens"),
        (replace(ALL, paper=60.0, ink=20.0), "dark", "too dark"),
        (replace(ALL, paper=220.0, ink=150.0), "glare", "as in fog"),
        (replace(ALL, spot=0.25), "glare", "blinding white"),
        (replace(ALL, spot=0.11, halo=180.0, fade=60.0), "glare", "A lamp is mirrored"),
        (replace(ALL, full=0.9), "glare", "blinding white"),
        (replace(ALL, health=replace(GOOD, blur=4.0), smear=4.0), "blurred", "does not shake"),
        (replace(ALL, grain=25.0), "coarse", "full of grain"),
        (replace(ALL, blocks=4.0, plain=0.9), "coarse", "less compressed"),
    ],
    ids=[
        "covered",
        "capped",
        "a bare tray in the dark",
        "bare",
        "grey paper",
        "pale",
        "a spot",
        "a lamp in one place",
        "a full colour",
        "shaken",
        "grain",
        "blocks",
    ],
)
def test_each_way_to_spoil_a_picture_has_its_remedy(seen: PictureMeasures, fault: str, words: str) -> None:
    (found,) = findings(seen)
    assert found.fault == fault and words in str(found.advice)


def test_findings_omit_consequences_of_darkness() -> None:
    dark = replace(only(1), health=replace(GOOD, light=20, blur=5.0, flicker=9.0), grain=40.0)
    assert told(dark) == ["dark"]


def test_findings_omit_consequences_of_glare() -> None:
    assert told(replace(only(1), health=replace(GOOD, glare=0.6, blur=5.0))) == ["glare"]


def test_in_a_blurred_picture_no_marker_is_missed() -> None:
    assert told(replace(only(0, 1, 3), health=replace(GOOD, blur=5.0))) == ["blurred"]


def test_findings_blurred_marker_is_not_missing() -> None:
    soft = replace(GOOD, blur=0.9, px_per_mm=1.45, size=(640, 360))
    assert told(replace(ALL, health=soft)) == []
    half = MarkerSet(tuple((number, quad / 2) for number, quad in laid().items() if number != 3))
    assert told(replace(only(0, 1, 2), health=soft, marks=half)) == ["blurred"]


def test_findings_cut_off_tray_needs_a_sure_marker() -> None:
    pushed = {number: np.add(quad, (0.0, 95.0)) for number, quad in laid().items() if number != 3}
    near = replace(only(0, 1, 2), marks=MarkerSet(tuple(pushed.items())))
    assert told(near) == ["cut_off"]
    assert told(replace(near, health=replace(GOOD, blur=5.0))) == ["blurred"]


def test_findings_small_tray_hides_lost_markers() -> None:
    assert told(replace(only(0, 1, 2), health=replace(GOOD, px_per_mm=0.9))) == ["too_small"]


def test_findings_oblique_tray_is_not_small() -> None:
    assert told(replace(ALL, health=replace(GOOD, px_per_mm=1.0, slant=40.0))) == ["too_oblique"]


def test_findings_white_picture_is_too_bright() -> None:
    white = replace(only(), is_bare=True, contrast=0.5, health=replace(GOOD, light=255, glare=1.0))
    assert told(white) == ["glare"]


def test_some_white_and_many_full_colours_are_together_too_much() -> None:
    some = replace(ALL, health=replace(GOOD, glare=0.15))
    assert told(replace(some, full=0.5)) == ["glare"]
    assert told(replace(some, full=0.2)) == told(replace(ALL, full=0.5)) == []


def test_too_much_light_stands_first_and_softness_last() -> None:
    assert told(replace(ALL, health=replace(GOOD, glare=0.6, moved=2 * MOVED))) == ["glare", "moved"]


def test_two_causes_are_two_sentences() -> None:
    assert told(replace(ALL, health=replace(GOOD, blur=5.0, moved=2 * MOVED))) == ["moved", "blurred"]


def test_a_larger_picture_may_be_softer() -> None:
    large = replace(GOOD, blur=3.0, size=(1920, 1080))
    assert told(replace(ALL, health=replace(large, px_per_mm=4.5))) == []
    assert told(replace(only(), health=replace(large, px_per_mm=0.0))) == []
    assert told(replace(only(), health=replace(large, px_per_mm=0.0, size=(1280, 720)))) == ["blurred"]


def test_in_a_small_picture_less_is_too_much() -> None:
    small = replace(ALL, health=replace(GOOD, blur=1.2, px_per_mm=1.45, size=(640, 360)))
    assert told(small) == ["blurred"]
    assert told(replace(small, health=replace(small.health, blur=0.9))) == []
    assert told(replace(small, health=replace(small.health, blur=0.3), blocks=2.1, plain=0.9)) == ["coarse"]
    assert told(replace(ALL, blocks=2.1, plain=0.9)) == told(replace(ALL, blocks=4.0, plain=0.5)) == []


def test_a_marker_that_is_covered_is_named() -> None:
    covered = first(only(0, 1, 2))
    assert (covered.fault, covered.markers) == ("markers_missing", (3,))
    assert str(covered.advice) == "Marker 3 is not seen: uncover it, or tap the tray's four corners."
    assert first(only(0, 2)).markers == (1, 3)


def test_findings_missing_markers_need_no_tapped_tray() -> None:
    assert told(replace(only(0, 1, 2), is_tray_known=True)) == []
    assert told(only()) == [], "a tray without markers is no fault"


@pytest.mark.parametrize(
    "by", [(-420.0, 0.0), (420.0, 0.0), (0.0, -260.0), (0.0, 260.0)], ids=["left", "right", "up", "down"]
)
def test_findings_half_visible_tray_is_cut_off(by: tuple[float, float]) -> None:
    pushed = {number: quad + by for number, quad in laid().items()}
    left = {n: quad for n, quad in pushed.items() if (quad > 0).all() and (quad < SIZE).all()}
    found = first(replace(only(*left), marks=MarkerSet(tuple(left.items()))))
    assert len(left) == 2
    assert found.fault == "cut_off" and set(found.markers) == {0, 1, 2, 3} - set(left)


def test_findings_tiny_picture_reports_its_size() -> None:
    assert told(replace(only(), health=CameraHealth(light=120, size=(320, 180)))) == ["too_small"]


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


def test_findings_separate_misprint_from_mirror() -> None:
    marks = ALL.marks.seen
    assert told(replace(ALL, marks=MarkerSet(marks, "reversed"))) == ["markers_reversed"]
    assert told(replace(ALL, marks=MarkerSet(marks, "mirrored"))) == ["markers_mirrored"]
    assert told(replace(ALL, marks=MarkerSet(marks, "mirrored", is_picture_mirrored=True))) == ["mirrored"]


CARDS = {
    "a white card on felt": replace(ALL, spot=0.12, halo=80.0, fade=40.0),
    "a white card on a pale table": replace(ALL, spot=0.12, halo=200.0, fade=5.0),
    "a white die": replace(ALL, spot=0.06, halo=170.0, fade=40.0),
}


@pytest.mark.parametrize("what", CARDS)
def test_findings_white_object_is_not_a_lamp(what: str) -> None:
    assert told(CARDS[what]) == []


def test_in_a_blurred_picture_a_white_card_is_no_lamp() -> None:
    soft = replace(ALL, spot=0.12, halo=180.0, fade=60.0, health=replace(ALL.health, blur=20.0))
    assert told(soft) == ["blurred"]


def test_a_turned_tray_and_a_turned_marker_are_hints() -> None:
    upside_down = {(number + 2) % 4: quad[[2, 3, 0, 1]] for number, quad in laid().items()}
    found = first(replace(ALL, marks=MarkerSet(tuple(upside_down.items()))))
    assert (found.fault, found.grave) == ("tray_turned", False)
    one = {number: quad[[2, 3, 0, 1]] if number == 2 else quad for number, quad in laid().items()}
    found = first(replace(ALL, marks=MarkerSet(tuple(one.items()))))
    assert (found.fault, found.markers, found.grave) == ("markers_turned", (2,), False)


def test_findings_quarter_turned_marker_is_not_upside_down() -> None:
    one = {number: quad[[1, 2, 3, 0]] if number == 2 else quad for number, quad in laid().items()}
    assert str(first(replace(ALL, marks=MarkerSet(tuple(one.items())))).advice).startswith("Marker 2 is turned: ")


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
