from pathlib import Path

import numpy as np
import pytest

from vision.enrolment import shots
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.shots import CORRECTED, MOST_CORRECTED, MOST_PER_VALUE, newest_shots
from vision.kit import KitError, KitShotImage, is_own, load_kit


def shot(value: str, grey: int = 77, origin: str = "") -> KitShotImage:
    return KitShotImage(value, np.full((96, 96, 3), grey, np.uint8), origin=origin)


@pytest.mark.parametrize("name", ["d6", "twice"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    shots.create_kit("twice", "token", "disc", ())
    with pytest.raises(KitError, match="already"):
        shots.create_kit(name, "token", "disc", ())


@pytest.mark.parametrize("value", ["", "   ", "x" * 25, "two\nlines"])
def test_a_face_that_cannot_be_written_down_is_refused(value: str) -> None:
    with pytest.raises(KitError, match="cannot be the name of a face"):
        shots.create_kit("mine", "token", "disc", (value,))


def test_a_built_in_kit_is_copied_before_it_is_changed() -> None:
    count = len(load_kit("demo_mom_d8").shots)
    kit = shots.add_shots("demo_mom_d8", (shot("blank", origin=f"{CORRECTED} x"),))
    assert is_own("demo_mom_d8") and len(kit.shots) == count + 1
    shots.remove_kit("demo_mom_d8")
    assert len(load_kit("demo_mom_d8").shots) == count


def test_shots_keep_the_newest_and_oldest_taught() -> None:
    kept = newest_shots([shot("a", grey) for grey in range(MOST_PER_VALUE + 3)] + [shot("b")])
    assert [int(one.image[0, 0, 0]) for one in kept if one.value == "a"] == list(range(3, MOST_PER_VALUE + 3))
    assert kept[-1].value == "b"
    corrected = [shot("a", grey, f"{CORRECTED} {grey}") for grey in range(MOST_CORRECTED + 2)]
    kept = newest_shots([shot("a", 99), *corrected])
    assert [int(one.image[0, 0, 0]) for one in kept] == [99, *range(2, MOST_CORRECTED + 2)]


def test_dropped_shots_are_gone() -> None:
    shots.create_kit("mine", "token", "disc", ())
    shots.add_shots("mine", (shot("+1", origin="taught a"), shot("0", origin="taught b")))
    assert [one.value for one in shots.drop_shots("mine", lambda one: one.origin == "taught a").shots] == ["0"]
    assert shots.remove_face("mine", "0").values == ("+1",)


def test_kits_in_use_survive_a_restart(tmp_path: Path) -> None:
    shots.create_kit("mine", "token", "disc", ())
    KitsInUse(("d6",), tmp_path / "kits.json").use("mine", on=True)
    again = KitsInUse(("d6",), tmp_path / "kits.json")
    assert again.names == ("d6", "mine")
    assert [kit.name for kit in again.load()] == ["d6", "mine"]


def test_configured_kit_can_be_put_away_and_back(tmp_path: Path) -> None:
    kits = KitsInUse(("d6", "cards"), tmp_path / "kits.json")
    kits.use("d6", on=False)
    assert kits.names == ("cards",)
    kits.use("d6", on=True)
    assert kits.names == ("d6", "cards")


def test_kits_in_use_report_a_missing_configured_kit_only(tmp_path: Path) -> None:
    kits = KitsInUse(("d6",), tmp_path / "kits.json")
    kits.use("gone", on=True)
    assert [kit.name for kit in kits.load()] == ["d6"]
    with pytest.raises(KitError, match="no kit 'gone'"):
        KitsInUse(("gone",), tmp_path / "kits.json").load()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"added": 3}'])
def test_a_damaged_file_is_forgotten(tmp_path: Path, text: str) -> None:
    (tmp_path / "kits.json").write_text(text)
    assert KitsInUse(("d6",), tmp_path / "kits.json").names == ("d6",)


def test_shots_need_a_kit_of_ones_own_and_no_cards() -> None:
    with pytest.raises(KitError, match="no kit 'd6' of your own"):
        shots.remove_kit("d6")
    with pytest.raises(KitError, match="need no teaching"):
        shots.create_kit("mine", "card", "other", ())
