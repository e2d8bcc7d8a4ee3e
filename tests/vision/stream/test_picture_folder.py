"""A folder of pictures as a camera."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import pytest

from tests.vision.damaged import with_lost_dice
from tests.vision.drawn import Die, Film, Scene, draw
from vision.image.frame import CameraError, Frame, shrink
from vision.stream.picture_folder import LARGEST, LOOK_S, STILL_S, PictureFolder, is_recording

FPS = 10.0
THROWS = tuple(Scene((Die(80 + 60 * k, 90 + 20 * k, "success"), Die(420 - 50 * k, 250))) for k in range(4))


class Hands:
    """A person with a clock who puts pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now, self.laid = folder, 0.0, 0
        folder.mkdir(exist_ok=True)

    def lay(self, scene: Scene, name: str = "", share: float = 1.0) -> Path:
        """A picture, or its first part; each is newer than the one before."""
        data = cv2.imencode(".jpg", draw(scene, 1))[1].tobytes()
        self.laid += 1
        path = self.folder / (name or f"throw_{self.laid}.jpg")
        path.write_bytes(data[: round(share * len(data))])
        os.utime(path, (1e9 + self.laid, 1e9 + self.laid))
        return path

    def camera(self, mark: Path | None = None) -> Iterator[Frame]:
        return PictureFolder(self.folder, FPS, mark, lambda: self.now, self.wait).frames()

    def wait(self, s: float) -> None:
        self.now += s


@pytest.fixture
def hands(tmp_path: Path) -> Hands:
    return Hands(tmp_path / "pictures")


def shows(frame: Frame, scene: Scene) -> bool:
    return int(abs(frame.small.astype(int) - shrink(draw(scene, 1)).astype(int)).max()) < 20


def seen(frames: Iterator[Frame], s: float) -> list[Frame]:
    return list(islice(frames, round(s * FPS)))


@pytest.mark.slow
def test_folder_plays_a_recording_without_cuts(hands: Hands) -> None:
    for frame in Film(fps=FPS).still(0.5).throw(THROWS[0].dice).still(1.0).frames():
        cv2.imwrite(str(hands.folder / f"frame_{frame.index:03}.png"), frame.image)
    frames = seen(hands.camera(), 4)
    assert not any(frame.is_cut for frame in frames)
    assert frames[-1].at < 5 and any(shows(frame, THROWS[0]) for frame in frames)


def test_folder_separates_recordings_from_stills(hands: Hands) -> None:
    stills = [hands.lay(scene) for scene in THROWS]
    assert not is_recording(stills)
    assert is_recording([stills[0], stills[0], stills[1], stills[1]])
    assert not is_recording(stills[:1])


@pytest.mark.slow
def test_folder_classifies_rendered_pictures(shared: Path) -> None:
    rendered = shared / "vision" / "rendered"
    for folder in sorted((rendered / "sequences").iterdir()):
        assert is_recording(sorted(folder.glob("*.jpg"))), folder.name
    for name in ("mom_d8", "tokens", "cards", "d6"):
        assert not is_recording(sorted((rendered / name / "images").glob("*.jpg"))), name
    assert not is_recording(sorted((rendered / "enrolment" / "A").glob("*.jpg")))


@pytest.mark.slow
def test_folder_shows_a_new_picture(hands: Hands) -> None:
    for scene in THROWS[:2]:
        hands.lay(scene)
    camera = hands.camera()
    seen(camera, 2)
    hands.lay(THROWS[2], "a phone's picture.jpg")
    later = seen(camera, 3 * STILL_S)
    assert not shows(later[0], THROWS[2])
    there = [frame for frame in later if shows(frame, THROWS[2])]
    assert 2 + LOOK_S < there[0].at < 2 + 3 * LOOK_S, "it was looked at twice"
    assert there == later[-len(there) :], "and stays"
    assert [frame.is_cut for frame in there[:3]] == [True, False, False]


def test_folder_replaces_a_picture_of_the_same_name(hands: Hands) -> None:
    hands.lay(THROWS[0], "tray.jpg")
    camera = hands.camera()
    for scene in THROWS[1:3]:
        seen(camera, 2)
        hands.lay(scene, "tray.jpg")
        assert shows(seen(camera, 2)[-1], scene)


def test_a_file_that_is_still_being_written_is_waited_for(hands: Hands) -> None:
    hands.lay(THROWS[0])
    camera = hands.camera()
    hands.lay(THROWS[1], "half.jpg", share=0.5)
    assert shows(seen(camera, 3)[-1], THROWS[0])
    hands.lay(THROWS[1], "half.jpg")
    assert shows(seen(camera, 3)[-1], THROWS[1])


@pytest.mark.slow
def test_folder_skips_files_devices_and_pipes(hands: Hands) -> None:
    hands.lay(THROWS[0])
    (hands.folder / "broken.jpg").write_bytes(b"no picture")
    (hands.folder / ".hidden.jpg").write_bytes(b"on its way")
    camera = hands.camera()
    assert all(shows(frame, THROWS[0]) for frame in seen(camera, 2 * STILL_S))
    (hands.folder / "later.jpg").write_bytes(b"no picture either")
    (hands.folder / "lost.jpg").write_bytes(with_lost_dice())
    assert shows(seen(camera, 3)[-1], THROWS[0])
    os.mkfifo(hands.folder / "pipe.jpg")
    (hands.folder / "endless.jpg").symlink_to("/dev/zero")
    (hands.folder / "round.jpg").symlink_to("round.jpg")
    (hands.folder / "folder.jpg").mkdir()
    with hands.lay(THROWS[1], "huge.jpg").open("ab") as huge:
        huge.truncate(LARGEST + 1)
    hands.lay(THROWS[0])
    camera = hands.camera()
    assert shows(seen(camera, 1)[-1], THROWS[0])
    os.mkfifo(hands.folder / "later pipe.jpg")
    assert shows(seen(camera, 3)[-1], THROWS[0])


def test_an_empty_folder_is_a_camera_without_a_picture_yet(hands: Hands) -> None:
    with pytest.raises(CameraError, match=r"no pictures in .* yet"):
        next(hands.camera())
    (hands.folder / "broken.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraError, match="Not one of the 1 files"):
        next(hands.camera())


def test_folder_removal_keeps_the_last_picture(hands: Hands) -> None:
    path = hands.lay(THROWS[0])
    camera = hands.camera()
    seen(camera, 1)
    path.unlink()
    hands.folder.rmdir()
    assert shows(seen(camera, 2)[-1], THROWS[0])


@pytest.mark.slow
def test_folder_restart_shows_the_newest_only(hands: Hands, tmp_path: Path) -> None:
    mark = tmp_path / "folder-camera.txt"
    for scene in THROWS[:2]:
        hands.lay(scene)
    camera = hands.camera(mark)
    seen(camera, 1)
    hands.lay(THROWS[2])
    seen(camera, 2)
    assert all(shows(frame, THROWS[2]) for frame in seen(hands.camera(mark), 2 * STILL_S))
    other = Hands(tmp_path / "another")
    other.lay(THROWS[0])
    assert shows(seen(other.camera(mark), 1)[0], THROWS[0]), "another folder is another camera"
