from pathlib import Path

import pytest

from vision.enrolment import shots
from vision.enrolment.kits_in_use import KitsInUse
from vision.kit import KitError


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


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


def test_missing_added_kit_is_left_out(tmp_path: Path) -> None:
    kits = KitsInUse(("d6",), tmp_path / "kits.json")
    kits.use("gone", on=True)
    assert [kit.name for kit in kits.load()] == ["d6"]


def test_missing_configured_kit_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no kit 'gone'"):
        KitsInUse(("gone",), tmp_path / "kits.json").load()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"added": 3}'])
def test_a_damaged_file_is_forgotten(tmp_path: Path, text: str) -> None:
    (tmp_path / "kits.json").write_text(text)
    assert KitsInUse(("d6",), tmp_path / "kits.json").names == ("d6",)
