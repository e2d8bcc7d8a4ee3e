"""Sources of frames."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.damaged import with_lost_dice
from tests.vision.drawn import Scene, draw
from vision.image.frame import CameraError, Frame
from vision.stream import sources
from vision.stream.csi.camera import CsiCamera
from vision.stream.frame_rate import MOST_FPS, FrameRateLimiter
from vision.stream.http_camera import HttpCamera
from vision.stream.local_camera import LocalCamera
from vision.stream.recording import LoopedRecording, PictureSequence, pictures_in
from vision.stream.sources import LatestFrame, open_source


def store(folder: Path, count: int) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        cv2.imwrite(str(folder / f"frame_{index:03d}.jpg"), draw(Scene(), index))
    return folder


def test_a_video_is_played_in_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 360))
    for index in range(3):
        writer.write(draw(Scene(), index))
    writer.release()
    assert [frame.at for frame in open_source(str(path)).frames()] == pytest.approx([0, 0.2, 0.4])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("0", LocalCamera),
        ("/dev/v4l/by-id/some-camera", LocalCamera),
        ("http://cam.local/stream", HttpCamera),
        ("csi:0", CsiCamera),
        ("csi:imx708_wide", CsiCamera),
    ],
)
def test_a_name_says_what_kind_of_camera_it_is(name: str, kind: type) -> None:
    assert isinstance(open_source(name), kind)


class Broken:
    """A source that is pulled out after two frames."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def frames(self) -> Iterator[Frame]:
        for index in range(2):
            yield Frame(np.zeros((2, 2, 3), np.uint8), float(index), index)
        raise self.error


def test_the_newest_frame_is_handed_out_last(tmp_path: Path) -> None:
    newest = LatestFrame(PictureSequence(pictures_in(store(tmp_path, 20)), 10))
    frames = [frame.index for frame in newest.frames()]
    assert frames == sorted(frames)
    assert frames[-1] == 19
    assert len(frames) + newest.dropped == 20


@pytest.mark.parametrize("error", [CameraError("It is gone."), OSError("It is gone."), cv2.error("It is gone.")])
def test_source_reports_a_loss_after_the_last_frame(error: Exception) -> None:
    seen = []
    with pytest.raises(CameraError, match="It is gone"):
        seen.extend(frame.index for frame in LatestFrame(Broken(error)).frames())


class Hung:
    """A source whose driver does not come back from its second picture, until it is `freed`."""

    def __init__(self) -> None:
        self.freed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        yield Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)
        self.freed.wait(20)


@pytest.mark.slow
def test_source_gives_up_a_silent_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "WAIT_S", 0.01)
    source = Hung()
    newest, seen = LatestFrame(source, longest_s=0.05), list[int]()
    with pytest.raises(CameraError, match="has sent no picture for 0 s; it is opened anew"):
        seen.extend(frame.index for frame in newest.frames())
    assert seen == [0] and newest.is_held
    source.freed.set()
    newest._thread.join(20)
    assert not newest.is_held


def test_source_stops_with_its_reader(tmp_path: Path) -> None:
    frames = LatestFrame(PictureSequence(pictures_in(store(tmp_path, 20)), 10)).frames()
    next(frames)
    frames.close()  # type: ignore[attr-defined]
    assert "camera" not in [thread.name for thread in threading.enumerate()]


def test_source_loops_a_recording_at_its_pace() -> None:
    now, waits = [5.0], list[float]()

    def wait(seconds: float) -> None:
        waits.append(round(seconds, 3))
        now[0] += seconds

    class Two:
        def frames(self) -> Iterator[Frame]:
            for index in range(2):
                yield Frame(np.zeros((2, 2, 3), np.uint8), index / 10, index)

    frames = list(islice(LoopedRecording(Two(), lambda: now[0], wait).frames(), 34))
    assert [frame.index for frame in frames] == list(range(34))
    assert waits == ([0.1] * 15 + [0.0, 0.1]) * 2 and frames[-1].at == pytest.approx(5.0 + 2 * 1.6)


AUTOMATICS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)


class Capture:
    """A local camera without automatics, as OpenCV presents it, with given frames; `settings`: the requested ones."""

    def __init__(self, *pictures: np.ndarray, unpacked: np.ndarray | None = None) -> None:
        self.pictures, self.unpacked = list(pictures), unpacked
        self.settings: dict[int, float] = {}
        self.retrieved = 0

    def set(self, prop: int, value: float) -> bool:
        self.settings[prop] = value
        return prop not in AUTOMATICS

    def get(self, _prop: int) -> float:
        return -1.0

    def grab(self) -> bool:
        return bool(self.pictures)

    def retrieve(self) -> tuple[bool, np.ndarray]:
        self.retrieved += 1
        picture = self.pictures.pop(0)
        raw = self.settings[cv2.CAP_PROP_CONVERT_RGB] == 0
        return True, picture if raw or self.unpacked is None else self.unpacked


def jpeg() -> np.ndarray:
    return cv2.imencode(".jpg", draw(Scene()))[1].reshape(1, -1)


def test_local_camera_skips_damage_and_gives_up() -> None:
    lost = np.frombuffer(with_lost_dice(), np.uint8).reshape(1, -1)
    frames = LocalCamera(0, count().__next__).follow(Capture(jpeg()[:, :2000], lost, jpeg()))  # type: ignore[arg-type]
    assert [frame.index for frame in frames] == [0]
    frames = LocalCamera(0, count().__next__).follow(Capture(*[jpeg()[:, :2000]] * 40))  # type: ignore[arg-type]
    with pytest.raises(CameraError, match="camera 0 sends nothing that can be read"):
        next(frames)


def test_source_decodes_raw_cameras_with_opencv() -> None:
    grain = np.zeros((360, 640, 2), np.uint8)
    capture = Capture(grain, grain, unpacked=draw(Scene()))
    (frame,) = LocalCamera(0, count().__next__).follow(capture)  # type: ignore[arg-type]
    assert frame.image.shape == (360, 640, 3)


def test_of_thirty_pictures_a_second_every_other_one_is_unpacked() -> None:
    now = [0.0]

    class Quick(Capture):
        def grab(self) -> bool:
            now[0] += 1 / 30
            if self.pictures:
                self.pictures.pop(0)
            return bool(self.pictures)

        def retrieve(self) -> tuple[bool, np.ndarray]:
            self.retrieved += 1
            return True, jpeg()

    capture = Quick(*[jpeg()] * 31)
    assert len(list(LocalCamera(0, lambda: now[0]).follow(capture))) == capture.retrieved == 15  # type: ignore[arg-type]


def test_a_camera_that_is_not_punctual_loses_nothing() -> None:
    times = [0.0, 0.09, 0.21, 0.29, 0.41]
    pace = FrameRateLimiter(iter(times).__next__)
    assert all(pace.is_due() for _ in times)
    assert MOST_FPS >= 10


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere", r"'nowhere' is no camera\. Give 0"),
        *((name, r"is no camera\. The first one on the ribbon is csi:0") for name in ("csi:", "csi:0 1", "csi:../0")),
    ],
)
def test_source_refuses_unknown_names(name: str, sentence: str) -> None:
    with pytest.raises(CameraError, match=sentence):
        open_source(name)


@pytest.mark.parametrize(
    ("file", "data", "sentence"),
    [("a.jpg", b"", "Not one of the 1 files"), ("film.mp4", b"nothing", "no video"), ("", b"", "no pictures in")],
    ids=["damaged pictures", "a damaged video", "an empty folder"],
)
def test_source_without_pictures_is_an_error(tmp_path: Path, file: str, data: bytes, sentence: str) -> None:
    if file:
        (tmp_path / file).write_bytes(data)
    with pytest.raises(CameraError, match=sentence):
        list(open_source(str(tmp_path / "film.mp4" if file == "film.mp4" else tmp_path)).frames())


@pytest.mark.slow
def test_source_reports_an_unplugged_camera() -> None:
    with pytest.raises(CameraError, match="Is it plugged in"):
        next(LocalCamera("/dev/video-that-is-not-there", lambda: 0.0).frames())
