"""The cameras that are plugged in, by the names that stay."""

from pathlib import Path

from companion.cameras import cameras
from companion.web.sent.setup import Camera


def plug(folder: Path, node: str, name: str, index: int, by_id: str = "") -> None:
    told = folder / "sys" / node
    told.mkdir(parents=True)
    (told / "name").write_text(f"{name}\n")
    (told / "index").write_text(f"{index}\n")
    (folder / "dev" / "v4l" / "by-id").mkdir(parents=True, exist_ok=True)
    (folder / "dev" / node).touch()
    if by_id:
        (folder / "dev" / "v4l" / "by-id" / by_id).symlink_to(folder / "dev" / node)


def listed(folder: Path) -> tuple[Camera, ...]:
    return cameras(folder / "sys", folder / "dev")


def test_a_camera_is_named_as_its_maker_does_and_found_again_in_another_socket(tmp_path: Path) -> None:
    plug(tmp_path, "video0", "HD Pro Webcam C920: HD Pro Webc", 0, "usb-046d_C920-video-index0")
    where = tmp_path / "dev" / "v4l" / "by-id" / "usb-046d_C920-video-index0"
    assert listed(tmp_path) == (Camera(str(where), "HD Pro Webcam C920"),)


def test_what_only_tells_of_a_camera_is_none(tmp_path: Path) -> None:
    plug(tmp_path, "video1", "HD Pro Webcam C920", 1)
    assert listed(tmp_path) == ()


def test_one_without_a_lasting_name_is_known_by_its_number_and_the_second_comes_before_the_tenth(
    tmp_path: Path,
) -> None:
    for node in ("video10", "video2"):
        plug(tmp_path, node, "", 0)
    assert [one.name for one in listed(tmp_path)] == ["video2", "video10"]
    assert listed(tmp_path)[0].where == str(tmp_path / "dev" / "video2")


def test_a_machine_without_cameras_has_none(tmp_path: Path) -> None:
    assert listed(tmp_path) == ()
