"""The camera's process: settings in, parts put together."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from companion.messaging import MemoryBus
from companion.schema import codec
from vision.image.frame import CameraError
from vision.kit import KitError
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


def test_process_refuses_a_wrong_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="'nowhere' is no camera"):
        composed(tmp_path, camera="nowhere")


SECRET = ("http://ann:sesame@192.168.1.7/video", "http://192.168.1.7/now.jpg?pwd=sesame")


@pytest.mark.parametrize("camera", SECRET)
def test_process_publishes_no_camera_password(tmp_path: Path, camera: str) -> None:
    service = composed(tmp_path, camera=camera)
    assert isinstance(service.sender.bus, MemoryBus)
    service.sender.bus.start()
    service.report.notices.describe(service.report.post, "e")
    told = b"".join(service.sender.bus.broker.retained.values())
    assert b"http://192.168.1.7/" in told and b"sesame" not in told


def test_process_errors_hide_the_camera_password(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"'rtsp://192\.168\.1\.7/live' is no camera"):
        composed(tmp_path, camera="rtsp://ann:sesame@192.168.1.7/live")


def test_process_refuses_an_unknown_kit(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no kit 'nothing'"):
        composed(tmp_path, kits=("nothing",))


def test_a_demo_without_a_camera_plays_throws(tmp_path: Path) -> None:
    service = composed(tmp_path, demo=True)
    assert camera_input(settings(tmp_path, demo=True)).demo is not None
    assert service.report.post.kinds == ("d6",)


def test_a_demo_with_a_camera_does_not_listen_to_wishes(tmp_path: Path) -> None:
    assert camera_input(settings(tmp_path, demo=True, camera="0")).demo is None


def test_without_a_camera_nothing_is_opened(tmp_path: Path) -> None:
    assert composed(tmp_path).loop.open is None


def test_process_accepts_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "phone").mkdir()
    opener = composed(tmp_path, camera=str(tmp_path / "phone")).loop.open
    assert opener is not None
    source = opener()
    assert isinstance(source, PictureFolder) and source.mark == tmp_path / "folder-camera.txt"
    with pytest.raises(CameraError, match="yet"):
        next(source.frames())


def test_the_wait_for_stillness_can_be_set(tmp_path: Path) -> None:
    assert composed(tmp_path, still_s=0.7).loop.watch.patience.still_s == 0.7


def test_settings_travel_as_json(tmp_path: Path) -> None:
    told = settings(tmp_path, camera="0", demo=True)
    assert codec.from_json(CameraProcessSettings, codec.to_json(told)) == told


@pytest.mark.parametrize(("text", "why"), [("{", "Expecting"), ("{}", "table"), ('{"table": 7}', "table")])
def test_damaged_settings_are_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert main([str(tmp_path / "settings.json")]) == 1
    assert why in capsys.readouterr().err


def test_no_settings_are_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert "settings is needed" in capsys.readouterr().err


def test_the_sentence_about_settings_says_that_it_is_about_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "missing.json")]) == 1
    assert "the settings cannot be read" in capsys.readouterr().err


def test_an_unknown_kit_ends_the_process_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(codec.to_json(settings(tmp_path, kits=("nothing",)))))
    assert main([str(tmp_path / "settings.json")]) == 1
    assert "no kit 'nothing'" in capsys.readouterr().err


def test_a_process_whose_parent_is_gone_ends() -> None:
    ended = threading.Event()
    end_with_parent(-1, ended)
    assert ended.is_set()


def test_the_pictures_that_warm_the_nets_are_there() -> None:
    assert len(list(warm_up_images())) == 2
