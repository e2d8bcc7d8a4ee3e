"""Wishes about kits on their way to the camera's process and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.messaging import MemoryBus, Message
from companion.messaging.rpc.kit_client import KitClient, KitRequestError
from companion.schema import CorrectionMessage, KitReply, KitRequest, SeenObject, codec, topics
from companion.sessions import ReadingCorrection

JPEG = b"\xff\xd8\xff and so on"


class Camera:
    """A camera's process that answers every wish, and remembers what it was asked."""

    def __init__(self, folder: Path, sentence: str = "", reader: str = "vision-cam0") -> None:
        self.bus = MemoryBus()
        self.asked: list[tuple[KitRequest, bytes]] = []
        self.corrections: list[CorrectionMessage] = []
        self.folder, self.sentence = folder, sentence
        self.desk = KitClient(self.bus, "lamp", folder, lambda: reader)
        self.bus.subscribe(topics.teach("lamp", "vision-cam0"), self._hear)
        self.bus.subscribe(topics.correction("lamp", "vision-cam0"), self._learn)
        self.bus.start()

    def _hear(self, message: Message) -> None:
        wish = codec.decode(KitRequest, message.payload)
        self.asked.append((wish, (self.folder / wish.file).read_bytes() if wish.file else b""))
        answer = KitReply(wish.id, self.sentence, file="here.zip")
        self.bus.publish(topics.taught("lamp", "vision-cam0"), codec.encode(answer))

    def _learn(self, message: Message) -> None:
        self.corrections.append(codec.decode(CorrectionMessage, message.payload))


def test_a_wish_comes_back_with_its_answer(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    assert camera.desk.ask(KitRequest("", "export", "mine")).file == "here.zip"
    assert camera.asked[0][0].kit == "mine" and camera.asked[0][0].id


def test_what_cannot_be_done_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KitRequestError, match=r"There is no kit\."):
        Camera(tmp_path, "There is no kit.").desk.ask(KitRequest("", "kit", "gone"))


def test_without_a_camera_process_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(KitRequestError, match="not running"):
        Camera(tmp_path, reader="").desk.ask(KitRequest("", "kits"))


def test_a_photograph_lies_in_the_folder_while_it_is_looked_at(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    camera.desk.photograph("mine", JPEG)
    wish, data = camera.asked[0]
    assert (wish.act, wish.kit, data) == ("photo", "mine", JPEG)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("take", ["photograph", "take_over"])
def test_a_file_that_is_neither_is_not_laid_down(tmp_path: Path, take: str) -> None:
    camera = Camera(tmp_path)
    with pytest.raises(KitRequestError, match=r"no photograph|no kit"):
        camera.desk.photograph("mine", b"%PDF") if take == "photograph" else camera.desk.take_over(b"%PDF")
    assert camera.asked == []


def test_a_kit_of_others_is_handed_on(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    camera.desk.take_over(b"PK\x03\x04 and so on")
    assert camera.asked[0][0].act == "import" and camera.asked[0][0].file.endswith(".zip")


def test_what_people_said_of_a_reading_is_told_to_the_camera(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    camera.desk.correct(ReadingCorrection("r1.jpg", (SeenObject("token", None, box=(1.0, 2.0, 3.0, 4.0)),), ("skull",)))
    camera.desk.correct(ReadingCorrection("r1.jpg"))
    assert camera.corrections == [
        CorrectionMessage("r1.jpg", ((1.0, 2.0, 3.0, 4.0),), ("skull",)),
        CorrectionMessage("r1.jpg", (), ()),
    ]


@pytest.mark.parametrize("payload", [b"{", b'{"v":1,"id":"stranger"}'], ids=["rubbish", "a stranger"])
def test_an_answer_to_nobody_is_dropped(tmp_path: Path, payload: bytes) -> None:
    camera = Camera(tmp_path)
    camera.bus.publish(topics.taught("lamp", "vision-cam0"), payload)
    assert camera.desk.ask(KitRequest("", "kits")).file == "here.zip"
