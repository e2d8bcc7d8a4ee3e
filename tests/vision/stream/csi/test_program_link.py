"""Input from the camera program is validated before it becomes a picture."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.image.frame import CameraError
from vision.stream.csi.camera import CsiProgramLink
from vision.stream.csi.program import BGR, HEAD, HELD, MAGIC, PICTURE, SENTENCE

Ends = tuple[CsiProgramLink, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    own, its = socket.socketpair()
    with own, its:
        yield CsiProgramLink(own, "csi:0", first_s=0.05, wait_s=0.05), its


def head(kind: int = PICTURE, form: int = BGR, width: int = 2, height: int = 1, size: int = 6) -> bytes:
    return HEAD.pack(MAGIC, kind, form, width, height, size, 7.5)


def test_a_picture_comes_with_its_time(ends: Ends) -> None:
    line, its = ends
    its.sendall(head() + b"abcdef")
    taken = line.next()
    assert taken.at == 7.5 and taken.image.tobytes() == b"abcdef" and taken.image.shape == (1, 2, 3)


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


def test_half_a_picture_is_none(ends: Ends) -> None:
    line, its = ends
    its.sendall(head() + b"abc")
    with pytest.raises(CameraError, match="has given no picture"):
        line.next()


def test_program_link_reports_an_early_end(ends: Ends) -> None:
    line, its = ends
    its.sendall(head() + b"abc")
    its.close()
    with pytest.raises(CameraError, match="has ended"):
        line.next()


def test_program_link_reads_the_last_message_after_exit(ends: Ends) -> None:
    line, its = ends
    its.sendall(head(SENTENCE, 0, 0, 0, 5) + b"Gone.")
    its.close()
    with pytest.raises(CameraError, match=r"^Gone\.$"):
        line.order(b"r")


@pytest.mark.parametrize("sent", [b"{}", b"no", b"\xff\xfe"])
def test_program_link_reports_an_invalid_list(ends: Ends, sent: bytes) -> None:
    line, its = ends
    its.sendall(head(HELD, 0, 0, 0, len(sent)) + sent)
    with pytest.raises(CameraError, match="sends what is no picture"):
        line.hold()


@given(st.binary(max_size=80))
def test_random_bytes_are_a_camera_error(sent: bytes) -> None:
    own, its = socket.socketpair()
    with own, its:
        its.sendall(sent)
        its.shutdown(socket.SHUT_WR)
        with pytest.raises(CameraError):
            CsiProgramLink(own, "csi:0").next()
