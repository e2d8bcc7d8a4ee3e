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


@pytest.mark.parametrize(
    ("shape", "gone", "text", "sentence"),
    [
        ("disc", "shots/000.jpg", None, r"000\.jpg is missing"),
        ("disc", None, "kind = ", r"mine cannot be read"),
        ("banana", None, None, r"no shape 'banana'"),
    ],
    ids=["a missing shot", "damaged", "an unknown shape"],
)
def test_kit_that_cannot_be_used_says_why(
    own: Path, shape: str, gone: str | None, text: str | None, sentence: str
) -> None:
    (own / "mine").mkdir()
    write(own / "mine", "token", shape, [shot("0")])
    if gone:
        (own / "mine" / gone).unlink()
    if text:
        (own / "mine" / "kit.toml").write_text(text)
    with pytest.raises(KitError, match=sentence):
        load_kit("mine")
