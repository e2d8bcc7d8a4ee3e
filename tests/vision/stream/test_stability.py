"""Stillness and the vote of several looks."""

from __future__ import annotations

import numpy as np
import pytest

from companion.schema import SeenObject
from vision.stream.stability import RestDetector, combine_looks, is_near, looks_agree

BOX = (100.0, 100.0, 30.0, 30.0)


def die(
    value: str | None, conf: float = 0.95, box: tuple[float, float, float, float] = BOX, **more: object
) -> SeenObject:
    return SeenObject("mom_d8", value, conf, box=box, **more)  # type: ignore[arg-type]


def picture(x: int) -> np.ndarray:
    grey = np.full((180, 320), 60, np.uint8)
    grey[80:95, x : x + 15] = 200
    return grey


def test_the_first_picture_is_not_still() -> None:
    assert RestDetector().follow(picture(10), 0.0) is None


def test_stillness_counts_from_the_last_motion() -> None:
    settle = RestDetector()
    ages = [settle.follow(picture(x), at / 10) for at, x in enumerate((10, 40, 70, 70, 70))]
    assert ages[:3] == [None, None, None]
    assert ages[3:] == pytest.approx([0.1, 0.2])


def test_stability_rejects_slow_motion() -> None:
    """A pixel every 0.2 s is too little from frame to frame, but not since it seemed to rest."""
    settle = RestDetector()
    ages = [settle.follow(picture(10 + at // 2), at / 10) for at in range(30)]
    assert all(age is None or age < 0.3 for age in ages)


def test_a_face_that_every_look_names_is_taken() -> None:
    (seen,) = combine_looks([[die("blank")]] * 3, 2)
    assert (seen.value, seen.conf, seen.box) == ("blank", pytest.approx(0.95), BOX)


def test_one_unsure_look_of_three_does_not_spoil_the_face() -> None:
    (seen,) = combine_looks([[die("blank")], [die(None, 0.5)], [die("blank")]], 2)
    assert seen.value == "blank"


def test_stability_disagreeing_looks_give_a_doubt() -> None:
    (seen,) = combine_looks([[die("blank")], [die("success", 0.9)], [die("blank")]], 2)
    assert seen.value is None
    assert [value for value, _ in seen.alternatives] == ["blank", "success"]


def test_one_sure_look_of_three_is_a_doubt() -> None:
    (seen,) = combine_looks([[die("blank")], [die(None, 0.5)], [die(None, 0.5)]], 2)
    assert seen.value is None


def test_stability_single_sighting_is_doubtful() -> None:
    looks = [[die("blank")], [die("blank"), die("success", box=(200.0, 50.0, 30.0, 30.0))], [die("blank")]]
    assert [seen.value for seen in combine_looks(looks, 2)] == ["blank", None]


def test_two_dice_side_by_side_stay_two() -> None:
    other = (131.0, 100.0, 30.0, 30.0)
    looks = [[die("blank"), die("success", box=other)], [die("success", box=other), die("blank")]]
    assert sorted(seen.value or "" for seen in combine_looks(looks, 2)) == ["blank", "success"]


def test_a_die_that_most_looks_call_cocked_has_no_face() -> None:
    (seen,) = combine_looks([[die(None, 0.8, cocked=True)], [die(None, 0.8, cocked=True)], [die("blank")]], 2)
    assert (seen.value, seen.cocked) == (None, True)


def test_one_look_is_enough_where_there_is_one() -> None:
    (seen,) = combine_looks([[die("blank")]], 2)
    assert seen.value == "blank"


def test_no_looks_see_nothing() -> None:
    assert combine_looks([[], []], 2) == ()


def test_things_without_a_place_are_never_near() -> None:
    assert not is_near(SeenObject("card", "AS"), SeenObject("card", "AS"), 1.0)


def test_looks_of_one_mind_agree() -> None:
    assert looks_agree([[die("blank")], [die("blank")]])


@pytest.mark.parametrize(
    "other", [[], [die("success")], [die(None)], [die("blank", box=(300.0, 10.0, 30.0, 30.0))]], ids=str
)
def test_looks_that_differ_in_anything_do_not_agree(other: list[SeenObject]) -> None:
    assert not looks_agree([[die("blank")], other])


def test_looks_that_are_unsure_alike_do_not_agree() -> None:
    assert not looks_agree([[die(None)], [die(None)]])


def test_looks_at_an_empty_tray_agree() -> None:
    assert looks_agree([[], []])
