"""The ribbon camera: a real child process, with a fake of the Raspberry Pi's library."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.image.frame import CameraError, Frame
from vision.stream import exposure
from vision.stream.csi.camera import CsiCamera, CsiProgramLink
from vision.stream.csi.program import BGR, HEAD, HELD, MAGIC, PICTURE, SENTENCE
from vision.stream.exposure import ExposureControl

FAKE = Path(__file__).parent / "fake"


class Ribbon:
    """A Raspberry Pi with one such camera."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._told, self._patch = folder / "told", patch
        patch.setenv("PYTHONPATH", str(FAKE))
        patch.setenv("FAKE_TOLD", str(self._told))
        self.steering = ExposureControl()

    def frames(self, how: str = "", which: str = "0", wait_s: float = 30.0) -> Iterator[Frame]:
        self._patch.setenv("FAKE_CAMERA", how)
        return CsiCamera(which, self.steering, sys.executable, wait_s=wait_s).frames()

    def told(self, name: str) -> list[Any]:
        """Return the camera's calls of this name, in order."""
        lines = self._told.read_text(encoding="utf-8").splitlines() if self._told.exists() else []
        return [one[name] for one in map(json.loads, lines) if name in one]


@pytest.fixture
def ribbon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ribbon:
    monkeypatch.setattr(exposure, "LEAST_S", 0.05)  # the child's pictures come in real time
    monkeypatch.setattr(exposure, "CALM_S", 0.2)
    monkeypatch.setattr(exposure, "PROOF_S", 0.0)
    return Ribbon(tmp_path, monkeypatch)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is left to find a light: the first pictures count."""
    monkeypatch.setattr(exposure, "LEAST_S", 0.0)
    monkeypatch.setattr(exposure, "MOST_S", 0.0)


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text(encoding="utf-8").split())


@pytest.mark.slow
@pytest.mark.parametrize("which", ["0", "imx708_wide"])
def test_its_pictures_come_in_order_and_blue_first(ribbon: Ribbon, which: str) -> None:
    frames = list(islice(ribbon.frames(which=which), 3))
    assert [frame.index for frame in frames] == [0, 1, 2]
    assert frames[0].at < frames[1].at < frames[2].at <= time.monotonic()
    assert frames[0].image.shape == (720, 1280, 3) and tuple(frames[0].image[0, 0]) == (200, 90, 90)
    assert ribbon.told("opened") == [1]  # the one on USB, which libcamera counts too, is skipped


@pytest.mark.slow
def test_csi_discovery_is_repeated_on_request(ribbon: Ribbon) -> None:
    frames = ribbon.frames()
    next(frames)
    ribbon.steering.request()
    next(frames)
    assert ribbon.told("AeEnable") == [True, False] * 2 and ribbon.told("AfMode") == [2, 0] * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "wait_s", "sentence"),
    [
        ("stops", 0.3, "has given no picture for 0 s; it is opened anew"),
        ("dies", 30.0, "has ended; it is started again"),
        ("fails", 30.0, "Camera frontend has timed out!"),
        ("talks", 30.0, "sends what is no picture"),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_csi_lost_camera_ends_its_program(ribbon: Ribbon, how: str, wait_s: float, sentence: str) -> None:
    before = children()
    with pytest.raises(CameraError, match=sentence):
        list(ribbon.frames(how, wait_s=wait_s))
    assert children() == before


@pytest.mark.slow
def test_csi_program_ends_with_its_reader(ribbon: Ribbon) -> None:
    before, frames = children(), ribbon.frames()
    next(frames)
    assert len(children()) == len(before) + 1
    frames.close()  # type: ignore[attr-defined]
    assert children() == before


@pytest.mark.slow
def test_the_program_goes_with_who_started_it(ribbon: Ribbon) -> None:
    """Killed without a last word, only the socket closes: a hanging camera is released too."""
    own, its = socket.socketpair()
    with own:
        with its:
            child = CsiCamera("0", python=sys.executable)._started(its)
        CsiProgramLink(own, "csi:0").next()
    assert child.wait(30) == 0


Ends = tuple[CsiProgramLink, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    own, its = socket.socketpair()
    with own, its:
        yield CsiProgramLink(own, "csi:0", first_s=0.05, wait_s=0.05), its


def head(kind: int = PICTURE, form: int = BGR, width: int = 2, height: int = 1, size: int = 6) -> bytes:
    return HEAD.pack(MAGIC, kind, form, width, height, size, 7.5)


@pytest.mark.parametrize(
    "sent",
    [
        b"x" * HEAD.size,
        head(form=9) + b"abcdef",
        head(width=3) + b"abcdef",
        head(width=0, height=0, size=0),
        head(width=5000, height=5000, size=75_000_000),
        head(size=4_000_000_000),
        head(kind=HELD, size=5000),
        head(kind=HELD, size=2) + b"[]",
    ],
    ids=["no head", "format", "too short", "nothing", "too wide", "endless", "a long list", "no picture"],
)
def test_program_link_reports_invalid_frames(ends: Ends, sent: bytes) -> None:
    line, its = ends
    its.sendall(sent)
    with pytest.raises(CameraError, match="sends what is no picture"):
        line.next()


def test_program_link_reads_the_last_message_after_exit(ends: Ends) -> None:
    line, its = ends
    its.sendall(head(SENTENCE, 0, 0, 0, 5) + b"Gone.")
    its.close()
    with pytest.raises(CameraError, match=r"^Gone\.$"):
        line.order(b"r")


@given(st.binary(max_size=80))
def test_random_bytes_are_a_camera_error(sent: bytes) -> None:
    own, its = socket.socketpair()
    with own, its:
        its.sendall(sent)
        its.shutdown(socket.SHUT_WR)
        with pytest.raises(CameraError):
            CsiProgramLink(own, "csi:0").next()


@pytest.mark.slow
def test_light_and_focus_are_found_and_then_kept(ribbon: Ribbon) -> None:
    next(ribbon.frames())
    assert ribbon.told("mode") == [[2304, 1296]], "the whole sensor"
    assert ribbon.told("AeEnable") == ribbon.told("AwbEnable") == [True, False] and ribbon.told("AfMode") == [2, 0]
    assert ribbon.told("ExposureTime") == [9000] and ribbon.told("ColourGains") == [[1.8, 1.6]]
    assert ribbon.told("LensPosition") == [2.0] and ribbon.steering.loose == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "which", "sentence"),
    [
        ("none", "0", r"There is no camera csi:0 on this Raspberry Pi; there is: none"),
        ("busy", "0", r"csi:0 cannot be opened \(Device or resource busy\)\. Is nobody else using it"),
        ("", "imx219", "no camera csi:imx219 on this Raspberry Pi; there is: imx708_wide"),
    ],
)
def test_csi_open_failure_names_the_remedy(ribbon: Ribbon, how: str, which: str, sentence: str) -> None:
    with pytest.raises(CameraError, match=sentence):
        next(ribbon.frames(how, which))


def test_csi_missing_library_or_system_is_named(ribbon: Ribbon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "")
    with pytest.raises(CameraError, match="sudo apt-get install python3-picamera2"):
        next(ribbon.frames())
    with pytest.raises(CameraError, match="only a Raspberry Pi with Raspberry Pi OS has such a camera"):
        next(CsiCamera("0", python="/no/python3").frames())


@pytest.mark.parametrize(("is_shut", "sentence"), [(False, "has given no picture"), (True, "has ended")])
def test_program_link_reports_half_a_picture(ends: Ends, is_shut: bool, sentence: str) -> None:
    line, its = ends
    its.sendall(head() + b"abc")
    if is_shut:
        its.close()
    with pytest.raises(CameraError, match=sentence):
        line.next()


@pytest.mark.parametrize("sent", [b"{}", b"no", b"\xff\xfe"])
def test_program_link_reports_an_invalid_list(ends: Ends, sent: bytes) -> None:
    line, its = ends
    its.sendall(head(HELD, 0, 0, 0, len(sent)) + sent)
    with pytest.raises(CameraError, match="sends what is no picture"):
        line.hold()
