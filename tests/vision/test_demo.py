"""The demo camera and its recorded throws."""

from __future__ import annotations

import json
import random
from itertools import islice, pairwise
from pathlib import Path

import pytest

from companion.wire.expect import Expect, Want
from vision.demo import FPS, HOLD_S, THROWS, DemoCamera, Throw, fitting, load_throws
from vision.frame import CameraError
from vision.kit import load_kits
from vision.live.wanted import reader_of
from vision.watch import Watch

LARGEST = 8_000_000


def asks(kind: str, count: int, *faces: str) -> Expect:
    return Expect("p1", (Want("p1.0", (kind,), faces, count, "tray"),))


class Hands:
    """A clock that only moves when somebody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def camera() -> DemoCamera:
    hands = Hands()
    return DemoCamera(load_throws(), hands, hands.wait, random.Random(1))


def played(camera: DemoCamera, count: int) -> list[bytes]:
    return [frame.image.tobytes() for frame in islice(camera.frames(), count)]


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        *(("mom_d8", n) for n in range(1, 7)),
        ("nemesis_noise", 1),
        ("nemesis_combat", 1),
        ("token", 1),
        ("card", 1),
        ("card", 2),
        ("d6", 3),
    ],
)
def test_there_is_a_throw_for_what_the_games_ask(kind: str, count: int) -> None:
    assert fitting(load_throws(), kind, asks(kind, count))


def test_the_throws_are_small_enough_to_travel_with_the_program() -> None:
    assert sum(path.stat().st_size for path in THROWS.rglob("*") if path.is_file()) < LARGEST


def test_every_throw_lies_level_and_alone() -> None:
    for path in THROWS.glob("*/*/label.json"):
        assert not any(seen["cocked"] or seen["partial"] for seen in json.loads(path.read_text())["reading"]), path


def test_only_throws_with_faces_that_can_be_meant_fit() -> None:
    found = fitting(load_throws(), "token", asks("token", 1, "skull", "-1"))
    assert {throw.faces for throw in found} == {("skull",), ("-1",)}


def test_without_a_question_any_throw_of_the_kind_fits() -> None:
    assert len(fitting(load_throws(), "mom_d8", Expect())) > 5


def test_the_empty_tray_stands_still_between_throws(camera: DemoCamera) -> None:
    assert len(set(played(camera, 5))) == 1


def test_frames_come_in_their_time(camera: DemoCamera) -> None:
    assert [frame.at for frame in islice(camera.frames(), 3)] == pytest.approx([0, 0.1, 0.2])


def test_a_throw_is_played_whole_and_lies_for_a_while(camera: DemoCamera) -> None:
    throw = camera.throw("mom_d8", asks("mom_d8", 3))
    frames = played(camera, len(throw.frames) + round(HOLD_S * FPS) + 3)
    assert frames[-1] == frames[-2]
    still = set(frames[throw.rests[0].first : throw.rests[0].last + round(HOLD_S * FPS)])
    assert len(still) == throw.rests[0].last - throw.rests[0].first + 1


def test_a_second_throw_does_not_wait_for_the_first_to_lie_long(camera: DemoCamera) -> None:
    first, second = (camera.throw("token", asks("token", 1, face)) for face in ("skull", "-1"))
    frames = played(camera, len(first.frames) + len(second.frames) + round(HOLD_S * FPS) + 2)
    assert frames[-1] == frames[-2]


def test_the_same_throw_does_not_come_twice_running(camera: DemoCamera) -> None:
    names = [camera.throw("mom_d8", asks("mom_d8", 2)).name for _ in range(12)]
    assert all(one != other for one, other in pairwise(names))


def test_a_throw_can_be_named(camera: DemoCamera) -> None:
    assert camera.throw("token", asks("mom_d8", 2), "skull").faces == ("skull",)


def test_what_no_throw_fits_is_said(camera: DemoCamera) -> None:
    with pytest.raises(CameraError, match=r"\(40 mom_d8\)\. Tap the answer"):
        camera.throw("mom_d8", asks("mom_d8", 40))


def test_a_reroll_rests_twice() -> None:
    throws = [throw for throw in load_throws() if throw.kind == "reroll"]
    assert throws
    assert all(len(throw.rests) == 2 for throw in throws)


def test_a_folder_without_throws_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no recorded throws"):
        load_throws(tmp_path)


def test_a_damaged_label_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "token" / "skull").mkdir(parents=True)
    (tmp_path / "token" / "skull" / "label.json").write_text("{}")
    with pytest.raises(CameraError, match="no usable label"):
        load_throws(tmp_path)


def test_a_damaged_frame_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "frame.jpg").write_bytes(b"")
    throw = Throw("token", "x", (tmp_path / "frame.jpg",), ())
    with pytest.raises(CameraError, match=r"frame.jpg is empty.*recorded throw"):
        next(DemoCamera((throw,)).frames())


NAMES = {"+1": "p1", "-1": "m1", "-2": "m2", "-3": "m3", "-4": "m4"}
BAG = ("+1", "0", "-1", "-2", "-3", "-4", "skull", "cultist", "tablet", "auto_fail", "elder_sign")


@pytest.mark.parametrize("face", BAG)
def test_a_token_of_the_demo_is_read_for_sure_where_those_of_its_bag_can_be_meant(camera: DemoCamera, face: str) -> None:
    """As the live reader sees it: with every kit of the demo, told which faces are in the bag."""
    read = reader_of(load_kits(["demo_token", "demo_mom_d8", "demo_nemesis_noise", "demo_nemesis_combat", "d6"]))
    watch = Watch(lambda image, tray: read(image, asks("token", 1, *BAG), tray))
    frames = camera.frames()
    watch.feed(next(frames))
    camera.throw("token", Expect(), NAMES.get(face, face))
    (settled,) = [told for frame in islice(frames, 40) if (told := watch.feed(frame)) is not None][:1]
    (token,) = settled.objects
    assert (token.kind, token.value) == ("token", face)
    assert token.conf >= 0.9
