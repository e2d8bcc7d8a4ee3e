"""An uploaded photograph on its way to the camera's process and back."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from companion.messaging import MemoryBus, Message
from companion.messaging.rpc.photo_client import MOST_WAITING, PhotoClient
from companion.schema import PhotoRequest, PhotoResult, codec, topics

JPEG = b"\xff\xd8\xff and so on"


def desk_with(folder: Path, says: str | None, reader: str = "vision-cam0") -> tuple[PhotoClient, list[bytes]]:
    """A desk whose camera answers `says`; what the camera found in the folder."""
    bus, found = MemoryBus(), list[bytes]()
    desk = PhotoClient(bus, "lamp", folder, lambda: reader)

    def read(message: Message) -> None:
        name = codec.decode(PhotoRequest, message.payload).name
        found.append((folder / name).read_bytes())
        bus.publish(topics.photo_result("lamp", "vision-cam0"), codec.encode(PhotoResult(name, says or "")))

    bus.subscribe(topics.photo("lamp", "vision-cam0"), read)
    bus.start()
    return desk, found


def test_a_photograph_is_laid_where_the_camera_reads_it(tmp_path: Path) -> None:
    desk, found = desk_with(tmp_path, "")
    assert desk.look(JPEG) == "" and found == [JPEG]
    assert list(tmp_path.iterdir()) == []


def test_what_the_camera_says_is_said_on_the_page(tmp_path: Path) -> None:
    desk, _ = desk_with(tmp_path, "Nothing lies there.")
    assert desk.look(JPEG) == "Nothing lies there."


def test_a_file_that_is_no_picture_is_not_laid_down(tmp_path: Path) -> None:
    desk, found = desk_with(tmp_path, "")
    assert "JPEG, PNG or WebP picture is needed" in str(desk.look(b"%PDF-1.7")) and found == []


def test_without_a_camera_process_it_says_so(tmp_path: Path) -> None:
    desk, _ = desk_with(tmp_path, "", reader="")
    assert "not running" in str(desk.look(JPEG))


def test_whoever_comes_while_enough_wait_for_the_camera_to_start_is_told_so(tmp_path: Path) -> None:
    woken, starts = threading.Semaphore(0), threading.Event()

    def wake() -> str:
        woken.release()
        starts.wait()
        return ""

    desk = PhotoClient(MemoryBus(), "lamp", tmp_path, wake)
    with ThreadPoolExecutor(MOST_WAITING + 1) as phones:
        waiting = [phones.submit(desk.look, JPEG) for _ in range(MOST_WAITING)]
        for _ in waiting:
            woken.acquire()
        one_more = phones.submit(desk.look, JPEG)
        done, _ = wait([one_more], timeout=20)
        starts.set()
    assert done and "Several photographs" in str(one_more.result())
    assert all("not running" in str(one.result()) for one in waiting)
    assert "not running" in str(desk.look(JPEG))


@pytest.mark.parametrize("payload", [b"{", b'{"v":1,"name":"stranger"}'], ids=["rubbish", "a stranger"])
def test_an_answer_to_nobody_is_dropped(tmp_path: Path, payload: bytes) -> None:
    bus = MemoryBus()
    PhotoClient(bus, "lamp", tmp_path, lambda: "vision-cam0")
    bus.start()
    bus.publish(topics.photo_result("lamp", "vision-cam0"), payload)
    assert list(tmp_path.iterdir()) == []
