"""Cameras in the network."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, islice, pairwise
from pathlib import Path

import cv2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.damaged import with_lost_dice
from tests.vision.drawn import Scene, draw
from vision.image.frame import CameraError
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import load_kits
from vision.stream.http_camera import LARGEST, PICTURE_S, HttpCamera, MjpegSplitter, read_picture, split_stream

JPEG = cv2.imencode(".jpg", draw(Scene()))[1].tobytes()
asked: list[str] = []
"""Requested paths with their query strings."""
keys: list[str | None] = []
"""And what was shown to be let in."""


@contextmanager
def camera(kind: str, *parts: bytes, key: str = "", to: str = "", port: int = 0) -> Iterator[str]:
    """Yield the address of a camera that sends this. `key`: required name and password; `to`: target of a redirect."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            keys.append(self.headers["Authorization"])
            wanted = f"Basic {base64.b64encode(key.encode()).decode()}"
            self.send_response(302 if to else 200 if not key or self.headers["Authorization"] == wanted else 401)
            if to:
                self.send_header("Location", to)
            self.send_header("Content-Type", kind)
            self.end_headers()
            for part in parts:
                self.wfile.write(part)

        def log_message(self, *_: object) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def part(data: bytes) -> bytes:
    return b"--x\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n"


@pytest.mark.parametrize("data", [b"\xff\xd8\xff\x00\xff\xd9", with_lost_dice()], ids=["no picture", "damaged inside"])
def test_a_damaged_picture_of_a_stream_is_left_out(data: bytes) -> None:
    with camera("multipart/x-mixed-replace; boundary=x", part(data), part(JPEG)) as url:
        assert len(list(HttpCamera(url, count().__next__).frames())) == 1


@pytest.mark.slow
def test_an_address_of_single_pictures_is_asked_again() -> None:
    with camera("image/jpeg", JPEG) as url:
        assert len(list(islice(HttpCamera(url, count().__next__).frames(), 2))) == 2


STREAM = "multipart/x-mixed-replace; boundary=x"


@pytest.mark.parametrize(("secret", "key"), [("ann:open", "ann:open"), ("ann:a%40b%2Fc", "ann:a@b/c")])
def test_http_camera_supports_basic_auth(secret: str, key: str) -> None:
    with camera(STREAM, part(JPEG), key=key) as url:
        frames = list(HttpCamera(url.replace("//", f"//{secret}@"), count().__next__).frames())
    assert [frame.image.shape for frame in frames] == [(360, 640, 3)]


def test_http_camera_wrong_password_names_the_remedy() -> None:
    with camera(STREAM, part(JPEG), key="ann:open") as url, pytest.raises(CameraError, match="that it wants") as told:
        next(HttpCamera(url.replace("//", "//ann:guess@"), count().__next__).frames())
    assert "guess" not in f"{told.value}{told.value.detail}"
    assert url in str(told.value) and told.value.detail == "it refuses: 401"


@pytest.mark.slow
def test_http_stream_delivers_frames_unchanged() -> None:
    """Dice that a camera at this machine would read are read over the network."""
    tray = Path(__file__).parents[2] / "pictures" / "d6__1.2.6.6__green_warm_lamp.jpg"
    with camera(STREAM, part(tray.read_bytes())) as url:
        (frame,) = HttpCamera(url, count().__next__).frames()
    assert sorted(one.value or "" for one in read_tray(frame.image, load_kits(["d6"]))) == ["1", "2", "6", "6"]


UNASKABLE = (
    "http://ann:sesame@[::1/video",
    "http://ann:sesame/x@192.168.1.7/video",
    "http://ann:sesame\N{CARE OF}@192.168.1.7/video",
    "http://ann:se same@192.168.1.7/vi deo",
)


@pytest.mark.parametrize("url", UNASKABLE)
def test_http_camera_invalid_address_shows_the_format(url: str) -> None:
    with pytest.raises(CameraError, match="%40") as told:
        next(HttpCamera(url, count().__next__).frames())
    assert "sesame" not in str(told.value) and "se same" not in str(told.value)


def test_http_camera_query_stays_out_of_messages() -> None:
    with camera("text/html", b"<html>") as url, pytest.raises(CameraError, match="sends no picture") as told:
        next(HttpCamera(f"{url}snapshot.cgi?user=ann&pwd=sesame", count().__next__).frames())
    assert f"{url}snapshot.cgi?…" in str(told.value) and "sesame" not in str(told.value)
    assert asked[-1] == "/snapshot.cgi?user=ann&pwd=sesame"


def test_http_camera_redirect_drops_the_password() -> None:
    with camera(STREAM, part(JPEG)) as other, camera("text/html", to=other) as url:
        keys.clear()
        next(HttpCamera(url.replace("//", "//ann:sesame@"), count().__next__).frames())
    assert [bool(key) for key in keys] == [True, False]


@pytest.mark.slow
def test_however_an_address_fails_the_page_reads_the_same() -> None:
    """Else it would tell who types in addresses which machines and doors there are."""
    said, details = set[str](), set[str]()
    with socket.create_server(("127.0.0.1", 0)) as shut:
        gone = f"http://127.0.0.1:{shut.getsockname()[1]}/"
    ways = (("text/html", b"<html>", ""), (STREAM, b"", ""), (STREAM, b"", "ann:open"), ("image/jpeg", b"GIF89a", ""))
    with ExitStack() as stack:
        urls = [stack.enter_context(camera(kind, data, key=key)) for kind, data, key in ways]
        for url in (*urls, stack.enter_context(camera("text/html", to="http://example.com/")), gone):
            with pytest.raises(CameraError) as told:
                list(islice(HttpCamera(url, count().__next__).frames(), 1))
            said.add(str(told.value).replace(url, "ADDRESS"))
            details.add(told.value.detail)
    assert len(said) == 1 and len(details) == len(ways) + 2


@pytest.mark.slow
def test_a_camera_sends_one_on_to_its_own_host_alone() -> None:
    with camera(STREAM, part(JPEG)) as other:
        with camera("text/html", to=other) as url:
            assert len(list(HttpCamera(url, count().__next__).frames())) == 1
        elsewhere = (
            other.replace("127.0.0.1", "localhost"),
            "file:///etc/hostname",
            "/",
        )  # the last one: round and round
        for to, why in zip(elsewhere, ("another host", "another host", "it refuses: 302"), strict=True):
            with camera("text/html", to=to) as url, pytest.raises(CameraError) as told:
                next(HttpCamera(url, count().__next__).frames())
            assert why in told.value.detail


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", f"{socket.gethostname().partition('.')[0]}.local"])
def test_http_camera_local_address_names_the_setting(host: str) -> None:
    asked.clear()
    with camera(STREAM, part(JPEG)) as url, pytest.raises(CameraError, match=r"this_machine = true below \[camera\]"):
        next(HttpCamera(url.replace("127.0.0.1", host), count().__next__, may_be_here=False).frames())
    assert asked == []


def test_http_camera_hides_names_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    here = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))]
    monkeypatch.setattr(
        "companion.system.outgoing_connection.socket.getaddrinfo", lambda *_, flags=0, **__: [] if flags else here
    )
    with pytest.raises(CameraError, match="sends no picture") as told:
        next(HttpCamera("http://camera.example/", count().__next__, may_be_here=False).frames())
    assert "which is this machine" in told.value.detail


@given(st.lists(st.integers(1, len(JPEG)), max_size=6))
def test_a_stream_is_cut_the_same_however_it_arrives(cuts: list[int]) -> None:
    data = part(JPEG) * 2
    edges = [0, *sorted(cuts), len(data)]
    cutter = MjpegSplitter()
    assert [p for a, b in pairwise(edges) for p in cutter.feed(data[a:b])] == [JPEG, JPEG]


def test_http_camera_reconnects_at_its_address() -> None:
    with camera(STREAM, part(JPEG)) as url:
        assert len(list(HttpCamera(url, count().__next__).frames())) == 1
    with pytest.raises(CameraError, match="sends no picture"):
        next(HttpCamera(url, count().__next__).frames())
    with camera(STREAM, part(JPEG), port=int(url.rpartition(":")[2].strip("/"))) as again:
        assert again == url and len(list(HttpCamera(url, count().__next__).frames())) == 1


def test_http_stream_must_deliver_whole_pictures_in_time() -> None:
    data, now = iter(JPEG), count()
    with pytest.raises(TimeoutError, match="no whole picture came in 10 s"):
        list(split_stream(lambda _most: bytes((next(data),)), now.__next__))
    assert len(JPEG) - len(list(data)) <= PICTURE_S + 1
    pieces = iter([JPEG] * 40 + [b""])
    assert len(list(split_stream(lambda _most: next(pieces), count().__next__))) == 40


@pytest.mark.parametrize(
    ("kind", "sent", "detail"),
    [("text/html", b"<html>", "it sends text/html, no pictures"), (STREAM, None, "Connection refused")],
    ids=["a page", "it is off"],
)
def test_http_camera_failure_tells_the_detail_without_password(kind: str, sent: bytes | None, detail: str) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(camera(kind, sent or b""))
        if sent is None:
            stack.close()
        with pytest.raises(CameraError, match="sends no picture") as told:
            next(HttpCamera(url.replace("//", "//ann:sesame@"), count().__next__).frames())
    assert detail in told.value.detail and "sesame" not in f"{told.value}{told.value.detail}"


@given(st.binary(max_size=400))
def test_http_stream_splitter_survives_any_bytes(data: bytes) -> None:
    MjpegSplitter().feed(data)
    assert MjpegSplitter().feed(b"\xff\xd8\xff\x00 nothing" + JPEG) == [JPEG]


def test_http_single_picture_is_limited_in_time_and_size() -> None:
    data, now = iter(JPEG), count()
    with pytest.raises(TimeoutError, match="no whole picture"):
        read_picture(lambda _most: bytes((next(data),)), now.__next__)
    assert len(read_picture(lambda most: b"x" * most, lambda: 0.0)) == LARGEST


def test_http_stream_gives_up_a_picture_without_an_end() -> None:
    cutter = MjpegSplitter()
    cutter.feed(b"\xff\xd8\xff" + bytes(8_000_001))
    assert cutter.feed(JPEG) == [JPEG]


def test_http_camera_refuses_files() -> None:
    with pytest.raises(CameraError, match="begins with http"):
        next(HttpCamera("file:///etc/hostname", count().__next__).frames())
