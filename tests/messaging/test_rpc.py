"""Requests over the bus to a camera's process or a bridge in memory."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from companion.messaging import MemoryBus, Message
from companion.messaging.rpc import MOST_PHOTOS, KitClient, KitRequestError, PhotoClient, PortClient, PortRequestError
from companion.schema import (
    CorrectionMessage,
    KitReply,
    KitRequest,
    PhotoRequest,
    PhotoResult,
    PortLine,
    PortList,
    PortRequestMessage,
    SeenObject,
    codec,
    topics,
)
from companion.sessions import ReadingCorrection

JPEG = b"\xff\xd8\xff and so on"
CAMERA = "vision-cam0"
LINE = PortLine("/dev/ttyUSB0", "USB serial converter", "free")


class FakeCamera:
    """Answers every request, and records it with the uploaded file."""

    def __init__(self, folder: Path, sentence: str = "", reader: str = CAMERA) -> None:
        self.bus, self.folder, self.sentence = MemoryBus(), folder, sentence
        self.requests: list[tuple[KitRequest, bytes]] = []
        self.corrections: list[CorrectionMessage] = []
        self.photos: list[bytes] = []
        self.kit_client = KitClient(self.bus, "lamp", folder, lambda: reader)
        self.photo_client = PhotoClient(self.bus, "lamp", folder, lambda: reader)
        self.bus.subscribe(topics.teach("lamp", CAMERA), self._on_kit_request)
        self.bus.subscribe(topics.correction("lamp", CAMERA), self._on_correction)
        self.bus.subscribe(topics.photo("lamp", CAMERA), self._on_photo)
        self.bus.start()

    def _on_kit_request(self, message: Message) -> None:
        request = codec.decode(KitRequest, message.payload)
        self.requests.append((request, (self.folder / request.file).read_bytes() if request.file else b""))
        reply = KitReply(request.id, self.sentence, file="here.zip")
        self.bus.publish(topics.taught("lamp", CAMERA), b"{")
        self.bus.publish(topics.taught("lamp", CAMERA), b'{"v":1,"id":"stranger"}')
        self.bus.publish(topics.taught("lamp", CAMERA), codec.encode(reply))

    def _on_correction(self, message: Message) -> None:
        self.corrections.append(codec.decode(CorrectionMessage, message.payload))

    def _on_photo(self, message: Message) -> None:
        name = codec.decode(PhotoRequest, message.payload).name
        self.photos.append((self.folder / name).read_bytes())
        self.bus.publish(topics.photo_result("lamp", CAMERA), b'{"v":1,"name":"stranger"}')
        self.bus.publish(topics.photo_result("lamp", CAMERA), codec.encode(PhotoResult(name, self.sentence)))


def test_kit_client_returns_the_reply_to_its_request(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path)
    assert camera.kit_client.ask(KitRequest("", "export", "mine")).file == "here.zip"
    assert camera.requests[0][0].kit == "mine" and camera.requests[0][0].id
    camera.sentence = "There is no kit."
    with pytest.raises(KitRequestError, match=r"There is no kit\."):
        camera.kit_client.ask(KitRequest("", "kit", "gone"))


def test_clients_report_a_camera_that_does_not_run(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path, reader="")
    with pytest.raises(KitRequestError, match="not running"):
        camera.kit_client.ask(KitRequest("", "kits"))
    assert "not running" in str(camera.photo_client.look(JPEG))


def test_kit_client_stores_an_upload_while_it_is_read(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path)
    camera.kit_client.photograph("mine", JPEG)
    camera.kit_client.take_over(b"PK\x03\x04 and so on")
    (photo, data), (parcel, _data) = camera.requests
    assert (photo.act, photo.kit, data) == ("photo", "mine", JPEG)
    assert parcel.act == "import" and parcel.file.endswith(".zip")
    assert list(tmp_path.iterdir()) == []


def test_clients_refuse_files_of_another_kind(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path)
    with pytest.raises(KitRequestError, match="no photograph"):
        camera.kit_client.photograph("mine", b"%PDF")
    with pytest.raises(KitRequestError, match="no kit"):
        camera.kit_client.take_over(b"%PDF")
    assert "JPEG, PNG or WebP picture is needed" in str(camera.photo_client.look(b"%PDF-1.7"))
    assert camera.requests == [] and camera.photos == []


def test_kit_client_publishes_corrections(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path)
    seen = (SeenObject("token", None, box=(1.0, 2.0, 3.0, 4.0)),)
    camera.kit_client.correct(ReadingCorrection("r1.jpg", seen, ("skull",)))
    camera.kit_client.correct(ReadingCorrection("r1.jpg"))
    assert camera.corrections == [
        CorrectionMessage("r1.jpg", ((1.0, 2.0, 3.0, 4.0),), ("skull",)),
        CorrectionMessage("r1.jpg", (), ()),
    ]


@pytest.mark.parametrize("sentence", ["", "Nothing lies there."])
def test_photo_client_returns_the_sentence_of_the_camera(tmp_path: Path, sentence: str) -> None:
    camera = FakeCamera(tmp_path, sentence)
    assert camera.photo_client.look(JPEG) == sentence and camera.photos == [JPEG]
    assert list(tmp_path.iterdir()) == []


def test_photo_client_limits_photographs_while_the_camera_wakes(tmp_path: Path) -> None:
    woken, starts = threading.Semaphore(0), threading.Event()

    def wake() -> str:
        woken.release()
        starts.wait()
        return ""

    client = PhotoClient(MemoryBus(), "lamp", tmp_path, wake)
    with ThreadPoolExecutor(MOST_PHOTOS + 1) as phones:
        waiting = [phones.submit(client.look, JPEG) for _ in range(MOST_PHOTOS)]
        for _ in waiting:
            woken.acquire()
        one_more = phones.submit(client.look, JPEG)
        done, _ = wait([one_more], timeout=20)
        starts.set()
    assert done and "Several photographs" in str(one_more.result())
    assert all("not running" in str(one.result()) for one in waiting)
    assert "not running" in str(client.look(JPEG))


class FakeBridge:
    """Answers every request with one port, or not at all."""

    def __init__(self, answers: bool = True, sentence: str = "", is_running: bool = True) -> None:
        self.bus, self.answers, self.sentence = MemoryBus(), answers, sentence
        self.requests: list[PortRequestMessage] = []
        self.client = PortClient(self.bus, "lamp", lambda: is_running, seconds=5.0 if answers else 0.0)
        self.bus.subscribe(topics.ports("lamp", "bridge"), self._on_request)
        self.bus.start()

    def _on_request(self, message: Message) -> None:
        request = codec.decode(PortRequestMessage, message.payload)
        self.requests.append(request)
        topic = topics.ports_told("lamp", "bridge")
        self.bus.publish(topic, b"not a reply")
        self.bus.publish(topic, codec.encode(PortList("another request")))
        if self.answers:
            self.bus.publish(topic, codec.encode(PortList(request.id, self.sentence, (LINE,))))


@pytest.mark.parametrize("sentence", ["", "ModemManager holds it."])
def test_port_client_returns_the_ports_of_the_bridge(sentence: str) -> None:
    bridge = FakeBridge(sentence=sentence)
    reply = bridge.client.ask(PortRequestMessage("", "use", "/dev/ttyUSB0"))
    assert (reply.sentence, reply.ports) == (sentence, (LINE,))
    assert bridge.requests[0].act == "use" and bridge.requests[0].id


@pytest.mark.parametrize(
    ("bridge", "why"),
    [(FakeBridge(is_running=False), "not running"), (FakeBridge(answers=False), "did not answer in time")],
    ids=["does not run", "does not answer"],
)
def test_port_client_reports_a_bridge_without_answer(bridge: FakeBridge, why: str) -> None:
    with pytest.raises(PortRequestError, match=why):
        bridge.client.ask(PortRequestMessage("", "look"))
