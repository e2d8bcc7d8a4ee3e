"""Plugged-in cameras, by their stable names."""

from pathlib import Path

import pytest

from companion.presentation.responses import CameraChoice
from companion.setup.camera_discovery import list_cameras


def plug(folder: Path, node: str, name: str, index: int, by_id: str = "") -> None:
    told = folder / "sys" / node
    told.mkdir(parents=True)
    (told / "name").write_text(f"{name}\n")
    (told / "index").write_text(f"{index}\n")
    (folder / "dev" / "v4l" / "by-id").mkdir(parents=True, exist_ok=True)
    (folder / "dev" / node).touch()
    if by_id:
        (folder / "dev" / "v4l" / "by-id" / by_id).symlink_to(folder / "dev" / node)


def listed(folder: Path) -> tuple[CameraChoice, ...]:
    return list_cameras(folder / "sys", folder / "dev")


def test_camera_is_listed_by_its_lasting_name(tmp_path: Path) -> None:
    plug(tmp_path, "video0", "HD Pro Webcam C920: HD Pro Webc", 0, "usb-046d_C920-video-index0")
    where = tmp_path / "dev" / "v4l" / "by-id" / "usb-046d_C920-video-index0"
    assert listed(tmp_path) == (CameraChoice(str(where), "HD Pro Webcam C920"),)


def test_metadata_node_is_not_listed(tmp_path: Path) -> None:
    plug(tmp_path, "video1", "HD Pro Webcam C920", 1)
    assert listed(tmp_path) == ()


def test_cameras_without_lasting_names_are_sorted_by_number(
    tmp_path: Path,
) -> None:
    for node in ("video10", "video2"):
        plug(tmp_path, node, "", 0)
    assert [one.name for one in listed(tmp_path)] == ["video2", "video10"]
    assert listed(tmp_path)[0].where == str(tmp_path / "dev" / "video2")


def test_machine_without_cameras_lists_none(tmp_path: Path) -> None:
    assert listed(tmp_path) == ()


def sense(folder: Path, *names: str) -> None:
    """Sensors and lenses on ribbon cables."""
    for number, name in enumerate(names):
        told = folder / "sys" / f"v4l-subdev{number}"
        told.mkdir(parents=True)
        (told / "name").write_text(f"{name}\n")


def test_ribbon_camera_is_listed_by_its_sensor(tmp_path: Path) -> None:
    sense(tmp_path, "rp1-cfe-csi2", "imx708_wide 10-001a", "dw9807 10-000c")
    assert listed(tmp_path) == (CameraChoice("csi:imx708_wide", "IMX708"),)


def test_equal_ribbon_cameras_are_listed_by_number(tmp_path: Path) -> None:
    sense(tmp_path / "twins", "imx219 10-0010", "imx219 11-0010")
    sense(tmp_path / "others", "imx219 10-0010", "ov5647 11-0036")
    assert [one.where for one in listed(tmp_path / "twins")] == ["csi:0", "csi:1"]
    assert [one.where for one in listed(tmp_path / "others")] == ["csi:imx219", "csi:ov5647"]


@pytest.mark.parametrize(
    "name",
    ["unicam-image", "rp1-cfe-csi2_ch0", "pispbe-input", "bcm2835-codec-decode", "bcm2835-isp-output0", "rpi-hevc-dec"],
)
def test_codec_nodes_are_not_listed(tmp_path: Path, name: str) -> None:
    plug(tmp_path, "video0", name, 0)
    assert listed(tmp_path) == ()
