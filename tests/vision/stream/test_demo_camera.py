"""The demo camera and its recorded throws."""

from __future__ import annotations

import json
import random
from itertools import islice, pairwise
from pathlib import Path

import pytest

from companion.schema import Expectation, ExpectedAnswer, SeenObject
from tests.examples import some
from vision.image.decoder import decode
from vision.image.frame import CameraError
from vision.kind_and_face.confidence import sure_from
from vision.kit import load_kits
from vision.service.expected_faces import make_reader
from vision.stream.demo_camera import (
    FPS,
    HANDFUL,
    HOLD_S,
    THROWS,
    DemoCamera,
    RecordedThrow,
    load_throws,
    matching_throws,
)
from vision.stream.tray_watch import TrayWatch

pytestmark = pytest.mark.slow

KITS = ["demo_token", "demo_mom_d8", "demo_nemesis_noise", "demo_nemesis_combat", "d6"]
BAG = ("+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4", "skull", "skull", "cultist", "tablet")
BAG += ("auto_fail", "elder_sign")
LATER = ("elder_thing", "bless", "curse", "frost")
FACES = tuple(dict.fromkeys((*BAG, *LATER)))
AUDIT = ("bag_1", "bag_2", "bag_3")
TOO_MANY = ("bag_1", "bag_2", "bag_3_one_too_many")


def asks(kind: str, count: int, *faces: str) -> Expectation:
    return Expectation("p1", (ExpectedAnswer("p1.0", (kind,), faces, count, "tray"),))


class Hands:
    """A clock that only moves during waits."""

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
    assert matching_throws(load_throws(), kind, asks(kind, count))


def test_demo_throws_are_level_and_separate() -> None:
    for path in THROWS.glob("*/*/label.json"):
        assert not any(seen["cocked"] or seen["partial"] for seen in json.loads(path.read_text())["reading"]), path


def test_demo_lays_a_card_for_each_seat() -> None:
    two = Expectation("p1", tuple(ExpectedAnswer(f"p1.{n}", ("card",), (), 1, f"seat-{n}") for n in (1, 2)))
    assert {len(throw.faces) for throw in matching_throws(load_throws(), "card", two)} == {2}
    one_left = Expectation("p1", two.wants[1:])
    assert {len(throw.faces) for throw in matching_throws(load_throws(), "card", one_left)} == {1}


def test_demo_plays_a_whole_throw(camera: DemoCamera) -> None:
    throw = camera.throw("mom_d8", asks("mom_d8", 3))
    frames = played(camera, len(throw.frames) + round(HOLD_S * FPS) + 3)
    assert frames[-1] == frames[-2]
    still = set(frames[throw.rests[0].first : throw.rests[0].last + round(HOLD_S * FPS)])
    assert len(still) == throw.rests[0].last - throw.rests[0].first + 1


def test_demo_second_throw_follows_soon(camera: DemoCamera) -> None:
    first, second = (camera.throw("token", asks("token", 1, face)) for face in ("skull", "-1"))
    frames = played(camera, len(first.frames) + len(second.frames) + round(HOLD_S * FPS) + 2)
    assert frames[-1] == frames[-2]


def test_each_frame_of_a_throw_is_its_senders(camera: DemoCamera) -> None:
    first = camera.throw("token", asks("token", 1, "skull"), sender="1")
    camera.throw("token", asks("token", 1, "-1"), sender="2")
    senders = [frame.sender for frame in islice(camera.frames(), len(first.frames) + 2)]
    assert senders[: len(first.frames)] == ["1"] * len(first.frames) and set(senders[len(first.frames) :]) == {"2"}


def test_the_same_throw_does_not_come_twice_running(camera: DemoCamera) -> None:
    names = [camera.throw("mom_d8", asks("mom_d8", 2)).name for _ in range(12)]
    assert all(one != other for one, other in pairwise(names))


def test_demo_reports_a_missing_throw(camera: DemoCamera) -> None:
    with pytest.raises(CameraError, match=r"\(40 mom_d8\)\. Tap the answer"):
        camera.throw("mom_d8", asks("mom_d8", 40))


def handfuls() -> dict[str, RecordedThrow]:
    return {throw.name: throw for throw in load_throws() if throw.kind == HANDFUL}


def laid(camera: DemoCamera, times: int, expect: Expectation) -> tuple[str, ...]:
    return tuple(camera.throw(HANDFUL, expect).name for _ in range(times))


def test_an_ordinary_draw_never_gets_a_handful(camera: DemoCamera) -> None:
    assert not matching_throws(load_throws(), HANDFUL, asks("token", 1))
    with pytest.raises(CameraError, match="No recorded throw fits"):
        camera.throw(HANDFUL, asks("token", 2))
    assert {throw.kind for throw in matching_throws(load_throws(), "token", asks("token", 1))} == {"token"}


def test_demo_shows_a_handful_of_expected_tokens() -> None:
    assert {throw.name for throw in matching_throws(load_throws(), HANDFUL, asks("token", 40))} == {*AUDIT, *TOO_MANY}
    assert {throw.name for throw in matching_throws(load_throws(), HANDFUL, asks("token", 40, "+1", "0", "-1"))} == {
        "bag_1"
    }
    assert {throw.name for throw in matching_throws(load_throws(), HANDFUL, asks("token", 5))} == {"bag_2", "bag_3"}


def test_handfuls_are_laid_down_one_after_another(camera: DemoCamera) -> None:
    assert laid(camera, 7, asks("token", 40)) == (*AUDIT, *TOO_MANY, "bag_1")


def test_a_count_that_was_broken_off_begins_anew(camera: DemoCamera) -> None:
    assert laid(camera, 2, Expectation()) == AUDIT[:2]
    camera.throw("token", asks("token", 1))
    assert laid(camera, 3, Expectation()) == TOO_MANY


def read_as_live(camera: DemoCamera, kind: str, name: str, expect: Expectation) -> tuple[SeenObject, ...]:
    """Return the live reader's only reading of a recording, with every kit of the demo."""
    read = make_reader(load_kits(KITS))
    watch = TrayWatch(lambda image, tray: read(image, expect, tray))
    frames = camera.frames()
    watch.feed(next(frames))
    throw = camera.throw(kind, Expectation(), name)
    length = len(throw.frames) + round(HOLD_S * FPS) + 20
    (settled,) = [told for frame in islice(frames, length) if (told := watch.feed(frame)) is not None]
    return settled.objects


NAMES = {"+1": "p1", "-1": "m1", "-2": "m2", "-3": "m3", "-4": "m4"}


@pytest.mark.parametrize("face", some(FACES, 3))
def test_demo_token_is_read_with_certainty(camera: DemoCamera, face: str) -> None:
    (token,) = read_as_live(camera, "token", NAMES.get(face, face), asks("token", 1, *FACES))
    assert (token.kind, token.value) == ("token", face)
    assert token.conf >= sure_from("token")


CAN_BE_MEANT = {"any face": (), "the faces of the bag": FACES}


@pytest.mark.parametrize(
    ("name", "meant"), some([(name, meant) for meant in CAN_BE_MEANT for name in (*AUDIT, TOO_MANY[-1])], 3)
)
def test_every_token_of_a_handful_is_read_for_sure(camera: DemoCamera, name: str, meant: str) -> None:
    tokens = read_as_live(camera, HANDFUL, name, asks("token", 40, *CAN_BE_MEANT[meant]))
    assert {token.kind for token in tokens} == {"token"}
    assert sorted(token.value or "" for token in tokens) == sorted(handfuls()[name].faces)
    assert min(token.conf for token in tokens) >= sure_from("token")


@pytest.mark.parametrize("patience", [0, 60], ids=["at once", "after the hand took them"])
def test_demo_bag_is_counted_in_three_handfuls(camera: DemoCamera, patience: int) -> None:
    """Requested right after the previous one, or later."""
    read, expect = make_reader(load_kits(KITS)), asks("token", 40)
    watch = TrayWatch(lambda image, tray: read(image, expect, tray))
    frames, told = camera.frames(), []
    watch.feed(next(frames))
    for _ in AUDIT:
        camera.throw(HANDFUL, expect)
        told += [next(one for frame in frames if (one := watch.feed(frame)) is not None)]
        assert [frame for frame in islice(frames, patience) if watch.feed(frame) is not None] == []
    assert sorted(token.value or "" for one in told for token in one.objects) == sorted(BAG)


@pytest.mark.parametrize(("kind", "name"), [*(("token", face) for face in LATER), *((HANDFUL, name) for name in AUDIT)])
def test_one_still_frame_is_enough_to_read_it(kind: str, name: str) -> None:
    """Frame 010 of what was recorded briefly, as a picture that is sent in."""
    path = THROWS / kind / name / "frame_010.jpg"
    seen = make_reader(load_kits(KITS))(decode(path.read_bytes()), asks("token", 40), None)
    (throw,) = (one for one in load_throws() if (one.kind, one.name) == (kind, name))
    assert sorted(str(token.value) for token in seen) == sorted(throw.faces)


def test_demo_throws_fit_the_question(camera: DemoCamera) -> None:
    found = matching_throws(load_throws(), "token", asks("token", 1, "skull", "-1"))
    assert {throw.faces for throw in found} == {("skull",), ("-1",)}
    assert len(matching_throws(load_throws(), "mom_d8", Expectation())) > 5
    assert camera.throw("token", asks("mom_d8", 2), "skull").faces == ("skull",)


def test_demo_empty_tray_stands_still(camera: DemoCamera) -> None:
    frames = list(islice(camera.frames(), 5))
    assert len({frame.image.tobytes() for frame in frames}) == 1
    assert [frame.at for frame in frames[:3]] == pytest.approx([0, 0.1, 0.2])


def test_demo_damage_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no recorded throws"):
        load_throws(tmp_path)
    (tmp_path / "token" / "skull").mkdir(parents=True)
    (tmp_path / "token" / "skull" / "label.json").write_text("{}")
    with pytest.raises(CameraError, match="no usable label"):
        load_throws(tmp_path)
    (tmp_path / "frame.jpg").write_bytes(b"")
    with pytest.raises(CameraError, match=r"frame.jpg is empty.*recorded throw"):
        next(DemoCamera((RecordedThrow("token", "x", (tmp_path / "frame.jpg",), ()),)).frames())


def test_demo_handfuls_are_the_bag_and_one_token_too_many() -> None:
    assert sorted(face for name in AUDIT for face in handfuls()[name].faces) == sorted(BAG)
    right, wrong = (sorted(handfuls()[name].faces) for name in ("bag_3", "bag_3_one_too_many"))
    assert wrong == sorted([*right, "-3"])
