"""Corrections become shots, and never wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.schema import Box, CorrectionMessage, SeenObject
from tests.vision import taught
from vision.enrolment import corrections as module
from vision.enrolment import shots
from vision.enrolment.corrections import ReadingCorrections
from vision.enrolment.labelled_tray import label_tray, shots_of
from vision.enrolment.shots import MOST_CORRECTED
from vision.kit import Kit, is_own, load_kit

pytestmark = pytest.mark.slow

PICTURE = "abc.jpg"


class Learner:
    """A kit that was taught with one trayful, and a picture of another one of which the reader was not sure."""

    def __init__(self) -> None:
        shots.create_kit("mine", "token", "disc", taught.FACES["token"])
        lie = label_tray(taught.picture("tokens_0.jpg"), "disc", None)
        shots.add_shots("mine", shots_of(lie, taught.names("tokens_0.jpg", lie), "taught a"))
        self.names = ["mine"]
        self.corrections = ReadingCorrections(self.kits)
        self.image = taught.picture("tokens_1.jpg")

    def kits(self) -> tuple[Kit, ...]:
        return tuple(load_kit(name) for name in self.names)

    def box(self, value: str) -> Box:
        x, y, w, h = next(one["box"] for one in taught.TRUTH["tokens_1.jpg"] if one["value"] == value)
        return x, y, w, h

    def read(self, *seen: SeenObject, picture: str = PICTURE) -> None:
        self.corrections.remember(picture, self.image, seen)

    def said(self, *told: tuple[str, str], picture: str = PICTURE) -> tuple[str, ...]:
        """Return the objects (place of a token, corrected value)."""
        boxes = tuple(self.box(where) for where, _ in told)
        return self.corrections.learn(CorrectionMessage(picture, boxes, tuple(value for _, value in told)))

    def corrected(self, kit: str = "mine") -> list[str]:
        return [shot.value for shot in load_kit(kit).shots if shot.origin.startswith(shots.CORRECTED)]


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learner:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return Learner()


def unsure(learner: Learner, value: str, *, cocked: bool = False) -> SeenObject:
    return SeenObject("token", None, 0.4, ((value, 0.4),), learner.box(value), cocked)


def test_a_doubt_that_was_settled_becomes_a_shot(learner: Learner) -> None:
    learner.read(unsure(learner, "skull"), unsure(learner, "-3"))
    assert learner.said(("skull", "skull"), ("-3", "-3")) == ("mine",)
    assert sorted(learner.corrected()) == ["-3", "skull"]


def test_a_tap_that_went_astray_is_not_believed(learner: Learner) -> None:
    same = label_tray(learner.image, "disc", None)
    shots.add_shots("mine", shots_of(same, taught.names("tokens_1.jpg", same), "taught b"))
    learner.read(unsure(learner, "skull"))
    assert learner.said(("skull", "cultist")) == ()


def test_correction_taken_back_is_unlearned(learner: Learner) -> None:
    learner.read(unsure(learner, "skull"))
    learner.said(("skull", "skull"))
    assert learner.said() == ("mine",)
    assert learner.corrected() == []


def test_the_last_word_counts(learner: Learner) -> None:
    learner.read(unsure(learner, "skull"), unsure(learner, "-3"))
    learner.said(("skull", "skull"))
    learner.said(("-3", "-3"))
    assert learner.corrected() == ["-3"]


def test_of_a_face_only_some_corrections_are_kept(learner: Learner) -> None:
    for number in range(MOST_CORRECTED + 2):
        learner.read(unsure(learner, "skull"), picture=f"{number}.jpg")
        learner.said(("skull", "skull"), picture=f"{number}.jpg")
    assert learner.corrected() == ["skull"] * MOST_CORRECTED
    newest = [shot.origin for shot in load_kit("mine").shots if shot.origin.startswith(shots.CORRECTED)]
    assert newest[-1].endswith(f"{MOST_CORRECTED + 1}.jpg")


def test_a_built_in_kit_is_copied_before_it_learns(learner: Learner) -> None:
    learner.names = ["demo_token"]
    learner.read(unsure(learner, "skull"))
    assert not is_own("demo_token")
    assert learner.said(("skull", "skull")) == ("demo_token",)
    assert is_own("demo_token") and learner.corrected("demo_token") == ["skull"]


def test_correction_of_an_early_reading_teaches(learner: Learner) -> None:
    learner.read(unsure(learner, "skull"))
    for k in range(40):
        learner.read(unsure(learner, "-1"), picture=f"{k}.jpg")
    assert learner.said(("skull", "skull")) == ("mine",)


def test_only_the_newest_pictures_are_kept(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    learner.read(unsure(learner, "skull"), picture="a.jpg")
    monkeypatch.setattr(module, "MOST_BYTES", 2 * learner.corrections.held)
    for picture in ("b.jpg", "c.jpg"):
        learner.read(unsure(learner, "skull"), picture=picture)
    assert learner.said(("skull", "skull"), picture="a.jpg") == ()
    assert learner.said(("skull", "skull"), picture="b.jpg") == ("mine",)


def test_correctable_pictures_stay_off_disk(learner: Learner, tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*"))
    learner.read(unsure(learner, "skull"))
    assert set(tmp_path.rglob("*")) == before


def test_correction_of_an_unknown_picture_reads_no_disk(learner: Learner) -> None:
    assert learner.said(("skull", "skull"), picture="../../kit.toml") == ()


def test_correction_teaches_only_doubtful_level_objects(learner: Learner) -> None:
    learner.read(SeenObject("token", "skull", 0.9, (), learner.box("skull")))
    assert learner.said(("skull", "skull")) == (), "it was right"
    learner.read(unsure(learner, "skull", cocked=True))
    assert learner.said(("skull", "skull")) == ()
    nowhere = (2.0, 2.0, 30.0, 30.0)
    learner.read(SeenObject("token", None, 0.4, (), nowhere))
    assert learner.corrections.learn(CorrectionMessage(PICTURE, (nowhere,), ("skull",))) == (), "an empty spot"
    learner.names = ["d6"]
    learner.read(SeenObject("d6", None, 0.4, (), learner.box("skull")))
    assert learner.said(("skull", "3")) == (), "a kit without shots"
