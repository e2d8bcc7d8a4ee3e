"""Photographs that pages send."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pytest

from companion.messaging import MemoryBus
from companion.schema import Expectation, ExpectedAnswer, PhotoRequest, PhotoResult, Seat, SeenObject, codec, topics
from tests.vision.damaged import with_lost_dice
from tests.vision.drawn import Die, Scene, draw, read
from tests.vision.odd import bomb, packed, turned
from vision.image.decoder import Image
from vision.kit import Kit
from vision.service.expected_faces import PhotoReader, allowed_faces, kits_for, wanted_kinds
from vision.service.requests.photo_requests import PhotoRequests
from vision.stream.tray_watch import Corners
from vision.tray.tray_plane import TrayPlane

Sent: TypeAlias = list[tuple[tuple[SeenObject, ...], Expectation, Seat]]
TWO = (Die(150, 100, "success"), Die(300, 220, "blank"))


@pytest.fixture
def sent() -> Sent:
    """Readings, and their prompts."""
    return []


@pytest.fixture
def photos(tmp_path: Path, sent: Sent) -> PhotoRequests:
    def send(
        _image: Image, seen: tuple[SeenObject, ...], _tray: TrayPlane | None, asked: Expectation, sender: Seat
    ) -> str:
        sent.append((seen, asked, sender))
        return ""

    reader = PhotoReader(lambda: Expectation("p41"), lambda image, _asked, tray: read(image, tray), send)
    return PhotoRequests(tmp_path, reader)


def values(sent: Sent) -> list[str]:
    ((seen, *_),) = sent
    return sorted(one.value or "" for one in seen)


def test_photo_damage_warning_is_overridden_by_resending(photos: PhotoRequests) -> None:
    image = np.full((720, 1280, 3), (60, 80, 70), np.uint8)
    image[256:, :640] = image[240:, 640:] = (225, 228, 230)
    (photos.folder / "a.jpg").write_bytes(packed(".jpg", image))
    assert "send the same one again if it is whole" in str(photos.read_photo(PhotoRequest("a.jpg")))
    assert "looks damaged" not in str(photos.read_photo(PhotoRequest("a.jpg")))


def test_a_photograph_outside_its_folder_is_not_opened(photos: PhotoRequests) -> None:
    (photos.folder / "a.png").write_bytes(packed(".png", draw(Scene(TWO))))
    photos.folder = photos.folder / "uploads"
    assert "not there" in str(photos.read_photo(PhotoRequest("../a.png")))


@pytest.mark.parametrize(
    "data",
    [
        turned(6, draw(Scene(TWO))),
        packed(".png", draw(Scene(TWO)).astype(np.uint16) * 257),
        packed(".webp", draw(Scene(TWO)), cv2.IMWRITE_WEBP_QUALITY, 95),
    ],
    ids=["a phone's, on its side", "16 bit", "WebP"],
)
def test_photographs_of_any_usual_kind_are_read(photos: PhotoRequests, sent: Sent, data: bytes) -> None:
    (photos.folder / "a.jpg").write_bytes(data)
    assert photos.read_photo(PhotoRequest("a.jpg")) == ""
    assert values(sent) == ["blank", "success"]


def test_photo_failure_of_reader_or_outbox_is_reported(photos: PhotoRequests) -> None:
    (photos.folder / "a.png").write_bytes(packed(".png", draw(Scene(TWO))))
    photos.reader.send = lambda *_: "The disk is full."
    assert photos.read_photo(PhotoRequest("a.png")) == "The disk is full."

    def stumble(image: Image, asked: Expectation, tray: Corners | None) -> tuple[SeenObject, ...]:
        raise cv2.error("(-215:Assertion failed)")

    (photos.folder / "a.png").write_bytes(packed(".png"))
    photos.reader.read = stumble
    assert "Take another one" in str(photos.read_photo(PhotoRequest("a.png")))


def test_photo_reading_carries_sender_and_prompt(photos: PhotoRequests, sent: Sent) -> None:
    (photos.folder / "a.png").write_bytes(packed(".png", draw(Scene(TWO))))
    photos.read_photo(PhotoRequest("a.png", "1", Expectation("t2.p7")))
    assert sent[0][1:] == (Expectation("t2.p7"), "1")


@pytest.mark.parametrize("payload", [b"", b"[]", b"{}", b"\xff"])
def test_a_senseless_wish_is_not_answered(photos: PhotoRequests, payload: bytes) -> None:
    answers: list[PhotoResult] = []
    bus = MemoryBus()
    bus.start()
    bus.subscribe(topics.photo_result("t1", "cam"), lambda m: answers.append(codec.decode(PhotoResult, m.payload)))
    photos.listen(bus, "t1", "cam")
    bus.publish(topics.photo("t1", "cam"), payload)
    photos.tick()
    assert answers == []


@pytest.mark.parametrize(
    "name", ["a\0b.png", "", "x" * 4000, "../a.png"], ids=["a NUL", "none", "a long one", "a way out"]
)
def test_photo_request_rejects_unknown_names(photos: PhotoRequests, name: str) -> None:
    bus = MemoryBus()
    photos.listen(bus, "t1", "cam0")
    bus.start()
    other = bus.peer()
    other.start()
    other.publish(topics.photo("t1", "cam0"), codec.encode(PhotoRequest(name)))
    assert bus.subscriptions.unread.total() == 1
    assert not photos._asked


KITS = tuple(Kit(kind, kind, "", ()) for kind in ("card", "token", "mom_d8"))


def names(expect: Expectation) -> list[str]:
    return [kit.name for kit in kits_for(KITS, expect)]


def test_expected_faces_join_prompts_and_leave_open_kinds() -> None:
    wants = (ExpectedAnswer("a", ("token",), ("skull",)), ExpectedAnswer("b", ("token",), ("-1",)))
    assert wanted_kinds(Expectation("p", wants)) == {"token"}
    assert allowed_faces(Expectation("p", wants)) == {"token": frozenset({"skull", "-1"})}
    assert (
        allowed_faces(Expectation("p", (ExpectedAnswer("c", ("card",)), ExpectedAnswer("d", ("card",), ("AS",))))) == {}
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "not there any more"),
        (b"x", "no picture"),
        (packed(".png", draw(Scene())), "Nothing"),
        (bomb(), "too large: 20000 x 20000 px"),
        (b"<html><script>alert(1)</script>", "it is a web page"),
        (packed(".jpg")[:300], "is a damaged JPEG picture"),
        (with_lost_dice(), "is a damaged JPEG picture"),
        (b"", "is empty"),
    ],
    ids=["missing", "no picture", "an empty tray", "bomb", "web page", "truncated", "damaged inside", "empty"],
)
def test_photo_without_a_reading_says_why(photos: PhotoRequests, sent: Sent, data: bytes | None, sentence: str) -> None:
    if data is not None:
        (photos.folder / "a.png").write_bytes(data)
    assert sentence in str(photos.read_photo(PhotoRequest("a.png")))
    assert sent == []


@pytest.mark.parametrize(
    ("kinds", "looked_for"),
    [
        ((), ["card", "token", "mom_d8"]),
        (("mom_d8",), ["token", "mom_d8"]),
        (("card", ""), ["card", "token", "mom_d8"]),
    ],
    ids=["no question", "dice", "cards"],
)
def test_expected_faces_omit_cards_where_dice_are_asked(kinds: tuple[str, ...], looked_for: list[str]) -> None:
    wants = tuple(ExpectedAnswer(f"a{n}", (kind,) if kind else ()) for n, kind in enumerate(kinds))
    assert names(Expectation("p" if kinds else "", wants)) == looked_for
