from pathlib import Path

import numpy as np
import pytest

from vision.enrolment import shots
from vision.enrolment.shots import CORRECTED, MOST_CORRECTED, MOST_PER_VALUE, newest_shots
from vision.kit import KitError, KitShotImage, is_own, load_kit, own_kits


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return own_kits()


def shot(value: str, grey: int = 77, origin: str = "") -> KitShotImage:
    return KitShotImage(value, np.full((96, 96, 3), grey, np.uint8), origin=origin)


def test_a_kit_begins_with_faces_and_without_shots() -> None:
    kit = shots.create_kit("mine", "token", "disc", ("+1", "skull", "+1"))
    assert (kit.values, kit.shots, is_own("mine")) == (("+1", "skull"), (), True)


@pytest.mark.parametrize("name", ["d6", "twice"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    shots.create_kit("twice", "token", "disc", ())
    with pytest.raises(KitError, match="already"):
        shots.create_kit(name, "token", "disc", ())


@pytest.mark.parametrize("value", ["", "   ", "x" * 25, "two\nlines"])
def test_a_face_that_cannot_be_written_down_is_refused(value: str) -> None:
    with pytest.raises(KitError, match="cannot be the name of a face"):
        shots.create_kit("mine", "token", "disc", (value,))


def test_signs_of_all_kinds_can_name_a_face() -> None:
    shots.create_kit("mine", "token", "disc", ("☠", '"', "\\", "−1", "💀"))
    assert load_kit("mine").values == ("☠", '"', "\\", "−1", "💀")


def test_shots_keep_their_order() -> None:
    shots.create_kit("mine", "token", "disc", ("+1",))
    shots.add_shots("mine", (shot("+1", 10), shot("skull", 20)))
    kit = shots.add_shots("mine", (shot("+1", 30, "taught a"),))
    assert [one.value for one in kit.shots] == ["+1", "skull", "+1"]
    assert kit.values == ("+1", "skull")
    assert kit.shots[2].origin == "taught a"


def test_a_shot_is_compressed_once_in_its_life(own: Path) -> None:
    shots.create_kit("mine", "token", "disc", ("+1",))
    shots.add_shots("mine", (shot("+1", 10),))
    before = (own / "mine" / "shots" / "000.jpg").read_bytes()
    shots.add_shots("mine", (shot("+1", 20),))
    assert (own / "mine" / "shots" / "000.jpg").read_bytes() == before


def test_a_built_in_kit_is_copied_before_it_is_changed() -> None:
    count = len(load_kit("demo_mom_d8").shots)
    kit = shots.add_shots("demo_mom_d8", (shot("blank", origin=f"{CORRECTED} x"),))
    assert is_own("demo_mom_d8") and len(kit.shots) == count + 1
    shots.remove_kit("demo_mom_d8")
    assert len(load_kit("demo_mom_d8").shots) == count


def test_of_a_face_the_newest_shots_stay() -> None:
    kept = newest_shots([shot("a", grey) for grey in range(MOST_PER_VALUE + 3)] + [shot("b")])
    assert [int(one.image[0, 0, 0]) for one in kept if one.value == "a"] == list(range(3, MOST_PER_VALUE + 3))
    assert kept[-1].value == "b"


def test_the_oldest_correction_goes_first() -> None:
    corrected = [shot("a", grey, f"{CORRECTED} {grey}") for grey in range(MOST_CORRECTED + 2)]
    kept = newest_shots([shot("a", 99), *corrected])
    assert [int(one.image[0, 0, 0]) for one in kept] == [99, *range(2, MOST_CORRECTED + 2)]


def test_dropped_shots_are_gone() -> None:
    shots.create_kit("mine", "token", "disc", ())
    shots.add_shots("mine", (shot("+1", origin="taught a"), shot("0", origin="taught b")))
    assert [one.value for one in shots.drop_shots("mine", lambda one: one.origin == "taught a").shots] == ["0"]
    assert shots.remove_face("mine", "0").values == ("+1",)


def test_a_built_in_kit_cannot_be_thrown_away() -> None:
    with pytest.raises(KitError, match="no kit 'd6' of your own"):
        shots.remove_kit("d6")


def test_cards_are_not_taught() -> None:
    with pytest.raises(KitError, match="need no teaching"):
        shots.create_kit("mine", "card", "other", ())
