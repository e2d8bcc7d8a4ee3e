"""The camera's process: settings in, parts put together."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from companion.messaging import MemoryBus
from companion.schema import codec
from vision.image.frame import CameraError
from vision.service.camera_input import camera_input, warm_up_images
from vision.service.camera_service import CameraService
from vision.service.composition import compose
from vision.service.process import end_with_parent, main
from vision.service.settings import CameraProcessSettings
from vision.stream.picture_folder import PictureFolder

pytestmark = pytest.mark.slow


def settings(folder: Path, **more: object) -> CameraProcessSettings:
    places = {"folder": str(folder), "pictures": str(folder / "pictures"), "uploads": str(folder / "uploads")}
    return CameraProcessSettings("t1", **places, **{"kits": ("d6",), **more})  # type: ignore[arg-type]


def composed(folder: Path, **more: object) -> CameraService:
    return compose(settings(folder, **more), MemoryBus())


SECRET = ("http://ann:sesame@192.168.1.7/video", "http://192.168.1.7/now.jpg?pwd=sesame")


@pytest.mark.parametrize("camera", SECRET)
def test_process_publishes_no_camera_password(tmp_path: Path, camera: str) -> None:
    service = composed(tmp_path, camera=camera)
    assert isinstance(service.sender.bus, MemoryBus)
    service.sender.bus.start()
    service.report.notices.describe(service.report.post, "e")
    told = b"".join(service.sender.bus.broker.retained.values())
    assert b"http://192.168.1.7/" in told and b"sesame" not in told


def test_process_accepts_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "phone").mkdir()
    opener = composed(tmp_path, camera=str(tmp_path / "phone")).loop.open
    assert opener is not None
    source = opener()
    assert isinstance(source, PictureFolder) and source.mark == tmp_path / "folder-camera.txt"
    with pytest.raises(CameraError, match="yet"):
        next(source.frames())


def test_a_process_whose_parent_is_gone_ends() -> None:
    ended = threading.Event()
    end_with_parent(-1, ended)
    assert ended.is_set()


@pytest.mark.parametrize(
    ("camera", "sentence"),
    [
        ("nowhere", "'nowhere' is no camera"),
        ("rtsp://ann:sesame@192.168.1.7/live", r"'rtsp://192\.168\.1\.7/live' is no camera"),
    ],
    ids=["unknown", "with a password"],
)
def test_process_refuses_a_wrong_camera(tmp_path: Path, camera: str, sentence: str) -> None:
    with pytest.raises(CameraError, match=sentence):
        composed(tmp_path, camera=camera)


def test_process_demo_plays_throws_without_a_camera_only(tmp_path: Path) -> None:
    assert composed(tmp_path, demo=True).report.post.kinds == ("d6",)
    assert camera_input(settings(tmp_path, demo=True)).demo is not None
    assert camera_input(settings(tmp_path, demo=True, camera="0")).demo is None


def test_process_settings_reach_the_loop(tmp_path: Path) -> None:
    told = settings(tmp_path, camera="0", demo=True)
    assert codec.from_json(CameraProcessSettings, codec.to_json(told)) == told
    loop = composed(tmp_path, still_s=0.7).loop
    assert (loop.open, loop.watch.patience.still_s) == (None, 0.7)
    assert len(list(warm_up_images())) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "Expecting"),
        ("{}", "table"),
        ('{"table": 7}', "table"),
        (None, "the settings cannot be read"),
        (json.dumps(codec.to_json(settings(Path("nowhere"), kits=("nothing",)))), "no kit 'nothing'"),
    ],
    ids=["broken off", "no table", "a number", "no file", "an unknown kit"],
)
def test_process_invalid_settings_end_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str | None, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        (tmp_path / "settings.json").write_text(text)
    assert main([str(tmp_path / "settings.json")]) == 1
    assert why in capsys.readouterr().err


def test_process_needs_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert "settings is needed" in capsys.readouterr().err
