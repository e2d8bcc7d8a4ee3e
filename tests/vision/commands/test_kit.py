"""Enrolment from photographs on the command line, and kits as files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.vision import taught
from vision.commands.kit import enrol_command, kit_command
from vision.enrolment.labelled_tray import label_tray
from vision.kit import KitError, load_kit, own_kits

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return own_kits()


class Person:
    """A person who names objects; counts the names typed because the proposal was wrong."""

    def __init__(self, *files: str) -> None:
        self.typed = 0
        self.heard: list[str] = []
        self.answers = iter([name for file in files for name in self._names(file)])

    def _names(self, file: str) -> tuple[str, ...]:
        return taught.names(file, label_tray(taught.picture(file), "disc", None))

    def ask(self, _question: str, proposed: str) -> str:
        truth = next(self.answers) or "-"
        self.typed += truth != proposed
        return truth


def photographs(folder: Path, *files: str) -> list[Path]:
    return [Path(shutil.copy(taught.FOLDER / file, folder / file)) for file in files]


def test_kit_command_learns_from_two_photographs(tmp_path: Path) -> None:
    files = ("tokens_0.jpg", "tokens_1.jpg")
    person = Person(*files)
    enrol_command(
        "mine", photographs(tmp_path, *files), "token", taught.FACES["token"], person.ask, person.heard.append
    )
    assert len(load_kit("mine").shots) == 32
    assert person.typed <= 16 + 2
    assert (tmp_path / "tokens_0_numbered.jpg").exists()
    assert "32 shots of 16 faces, kind token, shape disc" in "\n".join(person.heard)


def test_kit_command_aborted_early_leaves_no_kit(tmp_path: Path, own: Path) -> None:
    def stop(_question: str, _proposed: str) -> str:
        raise KeyboardInterrupt

    trays = photographs(tmp_path, "tokens_0.jpg")
    with pytest.raises(KeyboardInterrupt):
        enrol_command("mine", trays, "token", (), stop, str)
    with pytest.raises(KitError, match="Nothing was named"):
        enrol_command("mine", trays, "token", (), lambda *_: "-", str)
    assert not (own / "mine").exists()


def test_an_empty_tray_makes_no_kit(tmp_path: Path, own: Path) -> None:
    person = Person()
    with pytest.raises(KitError, match="Nothing was found"):
        enrol_command("mine", photographs(tmp_path, "tokens_empty.jpg"), "token", (), person.ask, person.heard.append)
    assert not own.exists()


def test_kit_command_builds_from_a_labels_file() -> None:
    person = Person()
    enrol_command("mine", [taught.FOLDER / "labels.json"], "mom_d8", (), person.ask, person.heard.append)
    kit = load_kit("mine")
    assert (len(kit.shots), set(kit.values), kit.shape) == (12, set(taught.FACES["mom_d8"]), "octahedron")
    assert any("look alike" in line for line in person.heard)


def test_kit_command_exports_and_imports(tmp_path: Path) -> None:
    said: list[str] = []
    kit_command("export", "demo_mom_d8", tmp_path / "a.zip", said.append)
    kit_command("import", str(tmp_path / "a.zip"), None, said.append)
    kit_command("import", "theirs", tmp_path / "a.zip", said.append)
    assert len(load_kit("theirs").shots) == len(load_kit("demo_mom_d8").shots)
    kit_command("list", "", None, said.append)
    assert any(line.startswith("theirs (yours): 3 faces of kind mom_d8") for line in said)


def test_kit_command_shows_faces_or_refuses() -> None:
    said: list[str] = []
    kit_command("show", "demo_mom_d8", None, said.append)
    assert "  blank: 5 shots" in said and "alike" in said[-1]
    with pytest.raises(KitError, match="list, show, export or import"):
        kit_command("paint", "", None, print)
