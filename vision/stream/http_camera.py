"""A camera in the network: a Motion JPEG stream, or an address that gives a new picture at every request.

A name and password stand before the host, as in `http://name:password@192.168.1.23:8080/video`; no message repeats them, nor
what is asked behind a question mark.
"""

import base64
import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.schema import shown
from vision.image import CameraError, Clock, Frame, PictureError, scan_at
from vision.stream.frame_rate import MOST_BAD, FrameRateLimiter

SNAPSHOT_S = 0.1
"""s between two requests of a camera that gives single pictures."""
WAIT_S = 5.0
"""s without a byte after which a stream counts as lost."""
PICTURE_S = 10.0
"""s in which a picture must have come whole; who sends a byte now and then never counts as lost otherwise."""
LARGEST = 8_000_000
"""Bytes of one picture; a stream without an end of picture is damaged."""
SPELLING = "Write it as http://name:password@host:port/video, and in the name and the password @ as %40, / as %2F, ? as %3F and # as %23."
PIECE = 65536
"""Bytes that are read at a time."""


@dataclass(frozen=True, slots=True)
class HttpCamera:
    """Frames of the camera behind an address."""

    url: str
    clock: Clock

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where it does not answer or sends nothing that can be read; ends where it closes the stream."""
        pace, index, bad = FrameRateLimiter(self.clock), 0, 0
        for data in self._pictures():
            if not pace.is_due():
                continue
            try:
                frame = Frame(data, self.clock(), index)
            except PictureError as error:
                bad += 1
                if bad >= MOST_BAD:
                    raise CameraError(f"{self.name} sends nothing that can be read. {error}") from error
                continue
            yield frame
            index, bad = index + 1, 0

    def _pictures(self) -> Iterator[bytes]:
        try:
            with self._ask() as answer:
                kind = answer.headers.get_content_type()
                if kind.startswith("multipart/"):
                    yield from split_stream(answer.read1)
                    return
                if not kind.startswith("image/"):
                    raise CameraError(
                        f"{self.name} sends {kind}, no pictures. Give the address of its MJPEG stream or snapshot."
                    )
                yield read_picture(answer.read1)
            while True:
                time.sleep(SNAPSHOT_S)
                with self._ask() as answer:
                    yield read_picture(answer.read1)
        except urllib.error.HTTPError as error:
            error.close()
            raise CameraError(f"{self.name} refuses ({error}). {_remedy(error.code)}") from error
        except (ValueError, http.client.InvalidURL):  # its own words may repeat a part of the password
            raise CameraError(f"{self.name} is no address of a camera. {SPELLING}") from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            raise CameraError(
                f"{self.name} does not answer ({_why(error)}). Is the camera on, and in this network?"
            ) from error

    @property
    def name(self) -> str:
        """The address without what is secret of it."""
        return shown(self.url)

    def _ask(self) -> http.client.HTTPResponse:
        if not self.url.startswith(("http://", "https://")):
            raise CameraError(f"{self.name!r} is no address of a camera; it begins with http:// or https://.")
        bare, key = _parted(self.url)
        asked = urllib.request.Request(bare)  # noqa: S310  the scheme is checked above
        if key:
            asked.add_unredirected_header("Authorization", key)  # of this camera alone, wherever it sends us
        answer = urllib.request.urlopen(asked, timeout=WAIT_S)  # noqa: S310  as above
        assert isinstance(answer, http.client.HTTPResponse)
        return answer


def _parted(url: str) -> tuple[str, str]:
    """An address without its name and password, and what shows that one may look; "" where it has none. Raises ValueError."""
    address = urllib.parse.urlsplit(url)
    secret, at, host = address.netloc.rpartition("@")
    told = base64.b64encode(urllib.parse.unquote_to_bytes(secret)).decode()
    return address._replace(netloc=host).geturl(), f"Basic {told}" if at else ""


def _why(error: Exception) -> str:
    """What the system says of it, without what Python puts around."""
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)


def _remedy(status: int) -> str:
    if status in (401, 403):
        return "It wants a name and a password: write them into the address, http://name:password@host, or switch them off in its app."
    return "Give the address of its MJPEG stream or snapshot, as its app shows it."


def split_stream(read: Callable[[int], bytes], clock: Clock = time.monotonic) -> Iterator[bytes]:
    """The pictures of a stream until it ends. Raises TimeoutError where one does not become whole."""
    cutter, since = MjpegSplitter(), clock()
    while data := read(PIECE):
        for picture in cutter.feed(data):
            yield picture
            since = clock()
        _look_at_time(since, clock)


def read_picture(read: Callable[[int], bytes], clock: Clock = time.monotonic) -> bytes:
    """A single picture, of at most so many bytes. Raises TimeoutError where it does not become whole."""
    found, since = bytearray(), clock()
    while len(found) < LARGEST and (data := read(min(PIECE, LARGEST - len(found)))):
        found += data
        _look_at_time(since, clock)
    return bytes(found)


def _look_at_time(since: float, clock: Clock) -> None:
    if clock() - since > PICTURE_S:
        raise TimeoutError(f"no whole picture came in {PICTURE_S:.0f} s")


@dataclass(slots=True)
class MjpegSplitter:
    """Cuts a stream into JPEG pictures by their start and end marks. What lies between them is dropped."""

    _kept: bytes = field(default=b"")

    def feed(self, data: bytes) -> list[bytes]:
        """The pictures that are complete now."""
        self._kept += data
        found = []
        while (picture := self._first()) is not None:
            found.append(picture)
        if len(self._kept) > LARGEST:
            self._kept = b""
        return found

    def _first(self) -> bytes | None:
        """The first picture, taken from what is kept; None while it has not arrived whole."""
        while (start := self._kept.find(b"\xff\xd8\xff")) >= 0:
            scan = scan_at(self._kept, start)
            if scan == -1:
                self._kept = self._kept[start + 2 :]
                continue
            end = -1 if scan is None else self._kept.find(b"\xff\xd9", scan)
            if end < 0:
                return None
            picture, self._kept = self._kept[start : end + 2], self._kept[end + 2 :]
            return picture
        return None
