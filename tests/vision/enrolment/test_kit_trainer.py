"""Teaching without a bus: trayfuls from a camera and from photographs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.i18n import Text
from companion.schema import KitReply, KitRequest, TrayObjects
from tests.vision import taught
from vision.enrolment.kit_library import KitLibrary
from vision.enrolment.kit_trainer import KitTrainer
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.lesson import OPEN_S, KitLesson
from vision.image.decoder import Image
from vision.image.frame import Frame
from vision.kit import Kit, load_kit
from vision.service.health.checkup import judge_picture
from vision.tray.tray_plane import find_markers

pytestmark = pytest.mark.slow


class Room:
    """A school with a clock that the test turns."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.told: list[tuple[Kit, ...]] = []
        self.uploads = folder / "uploads"
        self.uploads.mkdir()
        self.pictures = folder / "pictures"
        in_use = KitsInUse(("d6",), folder / "kits.json")
        library = KitLibrary(self.pictures, self.uploads, in_use, self.told.append)
        self.school = KitTrainer(library, judge_picture, KitLesson(lambda: self.now))

    def do(self, act: str, kit: str = "mine", **more: object) -> KitReply:
        return self.school.handle(KitRequest("w", act, kit, **more))  # type: ignore[arg-type]

    def photograph(self, file: str) -> TrayObjects:
        shutil.copy(taught.FOLDER / file, self.uploads / file)
        answer = self.do("photo", file=file)
        assert answer.trayful is not None, answer.sentence
        return answer.trayful

    def teach(self, file: str) -> KitReply:
        seen = self.photograph(file)
        names = taught.names_of_boxes(file, [one.box for one in seen.objects])
        return self.do("name", trayful=seen.id, names=names)

    def show(self, image: Image, seconds: float = 1.0) -> None:
        """Show it for so long."""
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.school.add_frame(Frame(image, self.now, 0), None)

    def look(self, last: str = "") -> KitReply | str:
        return self.school.look(KitRequest("w", "look", "mine", trayful=last))


@pytest.fixture
def lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Room(tmp_path)


@pytest.fixture
def tokens(lesson: Room) -> Room:
    lesson.do("begin", kind="token", values=taught.FACES["token"])
    return lesson


def test_trainer_named_tray_adds_shots_and_kit(tokens: Room) -> None:
    assert (tokens.pictures / tokens.photograph("tokens_0.jpg").picture).exists()
    page = tokens.teach("tokens_0.jpg").kit
    assert page is not None and page.used and page.enough
    assert [face.shots for face in page.faces] == [1] * 16
    assert all((tokens.pictures / face.picture).exists() for face in page.faces)
    assert [kit.name for kit in tokens.told[-1]] == ["d6", "mine"]
    seen = tokens.photograph("tokens_0.jpg")
    assert tokens.do("point", trayful=seen.id, at=(1e9, -1e9)).sentence == "", "outside the picture"
    assert "not known any more" in str(tokens.do("point", trayful="gone", at=(1.0, 1.0)).sentence)


def test_the_second_trayful_is_guessed_by_the_first(tokens: Room) -> None:
    tokens.teach("tokens_0.jpg")
    seen = tokens.photograph("tokens_1.jpg")
    truth = taught.names_of_boxes("tokens_1.jpg", [one.box for one in seen.objects])
    assert sum(one.sure and one.guesses[0][0] == name for one, name in zip(seen.objects, truth, strict=True)) >= 14


def test_trainer_accepts_pointed_out_objects(tokens: Room) -> None:
    seen = tokens.photograph("tokens_0.jpg")
    left, top, wide, high = next(one["box"] for one in taught.TRUTH["tokens_0.jpg"] if one["value"] == "skull")
    x, y = left + wide / 2 + 4, top + high / 2 - 3
    more = tokens.do("point", trayful=seen.id, at=(x, y)).trayful
    assert more is not None and (more.id, more.objects[:-1]) != (seen.id, ()) and len(more.objects) == 17
    box = more.objects[-1].box
    assert abs(box[0] + box[2] / 2 - x) < 12 and abs(box[1] + box[3] / 2 - y) < 12
    tokens.do("name", trayful=more.id, names=("",) * 16 + ("skull",))
    assert [shot.value for shot in load_kit("mine").shots] == ["skull"]


def test_trainer_tray_named_twice_counts_once(tokens: Room) -> None:
    seen = tokens.photograph("tokens_0.jpg")
    for value in ("skull", "cultist"):
        tokens.do("name", trayful=seen.id, names=(value,) + ("",) * (len(seen.objects) - 1))
    assert [shot.value for shot in load_kit("mine").shots] == ["cultist"]


def test_a_trayful_can_be_taken_back(tokens: Room) -> None:
    seen = tokens.photograph("tokens_0.jpg")
    tokens.do("name", trayful=seen.id, names=("skull",) * len(seen.objects))
    page = tokens.do("back", trayful=seen.id).kit
    assert page is not None and not any(face.shots for face in page.faces)


def test_trainer_refuses_names_of_a_forgotten_tray(tokens: Room) -> None:
    assert "not known any more" in str(tokens.do("name", trayful="gone", names=("skull",)).sentence)
    seen = tokens.photograph("tokens_0.jpg")
    assert "not known any more" in str(tokens.do("name", trayful=seen.id, names=("skull",)).sentence)


def test_the_face_that_was_shown_least_is_wanted_next(lesson: Room) -> None:
    lesson.do("begin", kind="mom_d8", values=taught.FACES["mom_d8"])
    seen = lesson.photograph("dice_0.jpg")
    page = lesson.do("name", trayful=seen.id, names=("success",) + ("",) * (len(seen.objects) - 1)).kit
    assert page is not None and page.wanted == "investigation" and not page.enough


def test_the_shape_of_an_unknown_kind_is_seen(lesson: Room) -> None:
    lesson.do("begin", kind="other_token")
    lesson.teach("tokens_0.jpg")
    assert load_kit("mine").shape == "disc"


def test_trainer_takes_a_tray_after_each_rest(tokens: Room) -> None:
    empty, first, second = map(taught.picture, ("tokens_empty.jpg", "tokens_0.jpg", "tokens_1.jpg"))
    assert str(tokens.look()) == "Waiting for the camera's picture."
    tokens.show(empty)
    assert "Nothing was found" in str(tokens.look())
    tokens.show(first, 0.2)
    assert str(tokens.look()) == "Something moves on the tray."
    tokens.show(first)
    taken = tokens.look()
    assert isinstance(taken, KitReply) and taken.trayful is not None and len(taken.trayful.objects) == 16
    assert str(tokens.look(taken.trayful.id)) == "Turn the things, or lay other ones."
    tokens.show(second)
    other = tokens.look(taken.trayful.id)
    assert isinstance(other, KitReply) and other.trayful is not None and other.trayful.id != taken.trayful.id


def test_trainer_lesson_ends_without_its_page(tokens: Room) -> None:
    tokens.look()
    waits = tokens.school.look(KitRequest("w", "look", "other"))
    assert "Another device teaches the kit mine" in str(waits)
    tokens.do("leave", "other")
    assert tokens.school.lesson.is_open
    tokens.do("leave")
    assert not tokens.school.lesson.is_open
    tokens.do("stay")
    tokens.now += OPEN_S + 1
    assert not tokens.school.lesson.is_open


def test_trainer_refuses_a_recording(tokens: Room) -> None:
    tokens.school.recorded = True
    assert "plays recorded throws" in str(tokens.look())
    assert tokens.school.is_blind and not tokens.school.lesson.is_open
    assert len(tokens.photograph("tokens_0.jpg").objects) == 16


def test_one_shot_that_was_named_wrong_is_taken_out_alone(tokens: Room) -> None:
    tokens.teach("tokens_0.jpg")
    seen = tokens.photograph("tokens_1.jpg")
    names = list(taught.names_of_boxes("tokens_1.jpg", [one.box for one in seen.objects]))
    names[names.index("skull")] = "cultist"
    tokens.do("name", trayful=seen.id, names=tuple(names))
    shots = tokens.do("shots", values=("cultist",)).shots
    assert len(shots) == 3 and all((tokens.pictures / shot.picture).exists() for shot in shots)
    page = tokens.do("drop", file=shots[0].picture).kit
    assert page is not None
    assert {face.value: face.shots for face in page.faces}["cultist"] == 2
    assert sum(face.shots for face in page.faces) == 31
    assert [kit.name for kit in tokens.told[-1]] == ["d6", "mine"]


def test_trainer_reports_a_missing_kit(tokens: Room) -> None:
    tokens.look()
    tokens.do("remove")
    tokens.show(taught.picture("tokens_0.jpg"))
    answer = tokens.look()
    assert isinstance(answer, KitReply)
    assert "no kit 'mine'" in str(answer.sentence)


def test_the_list_tells_what_is_taught_and_what_is_broken(tokens: Room, tmp_path: Path) -> None:
    (tmp_path / "data" / "lamplight" / "kits" / "ruin").mkdir()
    (tmp_path / "data" / "lamplight" / "kits" / "ruin" / "kit.toml").write_text("kind =")
    lines = {line.name: line for line in tokens.do("kits").kits}
    assert (lines["mine"].own, lines["mine"].faces, lines["mine"].taught) == (True, 16, 0)
    assert lines["d6"].used and not lines["d6"].own
    assert "cannot be read" in str(lines["ruin"].broken)


def test_a_kit_can_be_put_away_and_thrown_away(tokens: Room) -> None:
    tokens.teach("tokens_0.jpg")
    page = tokens.do("use", on=False).kit
    assert page is not None and not page.used
    tokens.do("use", on=True)
    assert tokens.do("remove").sentence == ""
    assert [kit.name for kit in tokens.told[-1]] == ["d6"]
    assert "no kit 'mine'" in str(tokens.do("kit").sentence)


def test_trainer_exports_and_imports_a_kit(tokens: Room) -> None:
    tokens.teach("tokens_0.jpg")
    file = tokens.do("export").file
    shutil.copy(tokens.pictures / file, tokens.uploads / "a.zip")
    second = tokens.do("import", "", file="a.zip").kit
    assert second is not None and second.name == "mine-2", "a friend's kit of the same name lies beside one's own"
    (tokens.uploads / "7f3a.zip").write_bytes(b"PK")
    assert str(tokens.do("import", "", file="7f3a.zip").sentence).startswith("This file is no kit that can be opened")
    tokens.do("remove")
    page = tokens.do("import", "", file="a.zip").kit
    assert page is not None and page.name == "mine" and page.used


@pytest.mark.parametrize("name", ["../mine", "", ".mine", "a/b"])
@pytest.mark.parametrize("act", ["kit", "begin", "photo", "use", "remove", "export", "back", "forget"])
def test_a_name_that_leads_elsewhere_is_refused(lesson: Room, act: str, name: str) -> None:
    shutil.copy(taught.FOLDER / "tokens_empty.jpg", lesson.uploads / "a.jpg")
    answer = lesson.do(act, name, kind="token", file="a.jpg", values=("a",))
    assert "cannot be the name of a kit" in str(answer.sentence)


def test_trainer_reports_unreadable_photographs(tokens: Room) -> None:
    (tokens.uploads / "a.jpg").write_bytes(b"nothing")
    assert "no picture that can be read" in str(tokens.do("photo", file="a.jpg").sentence)
    assert tokens.do("photo", file="gone.jpg").sentence


def capped(image: Image) -> Image:
    return np.full_like(image, 3)


def unlit(image: Image) -> Image:
    return (image * 0.12).astype(np.uint8)


def blurred(image: Image) -> Image:
    return cv2.GaussianBlur(image, (0, 0), 9).astype(np.uint8)


def between(one: Image, other: Image, share: float) -> Image:
    return cv2.addWeighted(one, 1 - share, other, share, 0).astype(np.uint8)


SPOILT: dict[str, tuple[Callable[[Image], Image], tuple[str, ...]]] = {
    "a cap on the lens": (capped, ("The picture is black: take the cap",)),
    "no lamp": (unlit, ("It is too dark over the tray: turn a lamp on",)),
    "no focus": (blurred, ("The picture is blurred: ", "The picture is smeared: ")),
}


@pytest.mark.parametrize("file", ["tokens_0.jpg", "tokens_empty.jpg"])
@pytest.mark.parametrize("how", SPOILT)
def test_trainer_refuses_poor_pictures_with_a_reason(tokens: Room, how: str, file: str) -> None:
    spoil, words = SPOILT[how]
    tokens.do("stay")
    tokens.show(spoil(taught.picture(file)))
    told = tokens.look()
    assert isinstance(told, Text) and str(told).startswith(words)


def test_trainer_looks_again_after_the_lens_clears(tokens: Room) -> None:
    picture = taught.picture("tokens_0.jpg")
    tokens.do("stay")
    tokens.show(blurred(picture))
    assert isinstance(tokens.look(), Text)
    for step in range(1, 41):  # so slowly that no step of it is a motion
        tokens.show(between(blurred(picture), picture, step / 40), 0.1)
    tokens.show(picture)
    found = tokens.look()
    assert isinstance(found, KitReply) and found.trayful is not None


def test_trainer_shows_camera_findings_first(tokens: Room) -> None:
    picture = taught.picture("tokens_empty.jpg")
    x, y = np.mean(find_markers(picture)[0], axis=0).astype(int)
    cv2.circle(picture, (int(x), int(y)), 60, (90, 110, 130), -1)
    tokens.do("stay")
    tokens.show(picture)
    told = tokens.look()
    assert isinstance(told, Text) and str(told).startswith("Marker 0 is not seen")
