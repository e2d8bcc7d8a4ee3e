from pathlib import Path

import numpy as np
import pytest

from vision.enrolment import shots
from vision.kit import Kit, KitError, KitShotImage, kit_names, load_kit, own_kits


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's kits in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own_kits().mkdir(parents=True)
    return own_kits()


def shot(value: str) -> KitShotImage:
    return KitShotImage(value, np.full((96, 96, 3), 77, np.uint8))


def write(folder: Path, kind: str, shape: str, faces: list[KitShotImage]) -> None:
    values = tuple(dict.fromkeys(face.value for face in faces))
    shots.write_kit(folder, Kit(folder.name, kind, shape, values, tuple(faces)), folder)


def test_kit_round_trip_keeps_all_shots(own: Path) -> None:
    (own / "mine").mkdir()
    write(own / "mine", "token", "disc", [shot("+1"), shot("-4"), shot("+1"), shot('a "name" \\ here')])
    kit = load_kit("mine")
    assert (kit.kind, kit.shape, kit.values) == ("token", "disc", ("+1", "-4", 'a "name" \\ here'))
    assert [one.value for one in kit.shots] == ["+1", "-4", "+1", 'a "name" \\ here']
    assert (abs(kit.shots[1].image.astype(int) - 77) < 3).all()


def test_the_built_in_dice_need_no_shots() -> None:
    kit = load_kit("d6")
    assert kit.shots == ()
    assert kit.values == ("1", "2", "3", "4", "5", "6")


def test_an_unknown_kit_is_refused_with_the_names_there_are(own: Path) -> None:
    with pytest.raises(KitError, match=r"no kit 'nonsense'.*d6.*table enrol nonsense"):
        load_kit("nonsense")


@pytest.mark.parametrize("name", ["", "..", "../d6", "a/b"])
def test_a_name_never_leads_out_of_the_folder_of_kits(own: Path, name: str) -> None:
    with pytest.raises(KitError):
        load_kit(name)


def test_a_kit_of_ones_own_hides_the_built_in_one(own: Path) -> None:
    (own / "d6").mkdir()
    write(own / "d6", "d6", "cube", [shot("1")])
    assert load_kit("d6").values == ("1",)
    assert kit_names().count("d6") == 1


def test_a_kit_with_a_missing_shot_says_which(own: Path) -> None:
    (own / "mine").mkdir()
    write(own / "mine", "token", "disc", [shot("0")])
    (own / "mine" / "shots" / "000.jpg").unlink()
    with pytest.raises(KitError, match=r"000\.jpg is missing"):
        load_kit("mine")


def test_a_damaged_kit_says_so(own: Path) -> None:
    (own / "mine").mkdir()
    (own / "mine" / "kit.toml").write_text("kind = ")
    with pytest.raises(KitError, match=r"mine cannot be read"):
        load_kit("mine")


def test_kit_refuses_an_unknown_shape(own: Path) -> None:
    (own / "mine").mkdir()
    write(own / "mine", "token", "banana", [shot("0")])
    with pytest.raises(KitError, match=r"no shape 'banana'"):
        load_kit("mine")


def test_own_kits_move_with_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert own_kits() == tmp_path / "home" / "lamplight" / "kits"
    monkeypatch.setenv("LAMPLIGHT_DATA", str(tmp_path / "stick"))
    assert own_kits() == tmp_path / "stick" / "kits"


def test_kits_in_the_old_data_folder_are_found(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own / "mine").mkdir()
    write(own / "mine", "token", "disc", [shot("0")])
    monkeypatch.setenv("LAMPLIGHT_DATA", str(tmp_path / "stick"))
    assert "mine" in kit_names()
    assert load_kit("mine").values == ("0",)
    shots.add_shots("mine", [shot("1")])
    assert load_kit("mine").values == ("0", "1") and (own_kits() / "mine" / "kit.toml").is_file()
    shots.remove_kit("mine")
    assert "mine" not in kit_names()
