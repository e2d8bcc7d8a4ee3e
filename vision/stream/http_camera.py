"""A network camera: a Motion JPEG stream, or an address that returns a new picture for each request.

Name and password precede the host, as in `http://name:password@192.168.1.23:8080/video`. No message repeats them, or
the query string.
"""

import base64
import http.client
import ssl
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from companion.i18n import _, from_data
from companion.schema import hide_secrets
from companion.system.outgoing_connection import address_refusal, connect
from vision.image import CameraError, Clock, Frame, PictureError, scan_at
from vision.stream.frame_rate import MOST_BAD, FrameRateLimiter

SNAPSHOT_S = 0.1
"""s between two requests of a camera that gives single pictures."""
WAIT_S = 5.0
"""s without a byte after which a stream counts as lost."""
PICTURE_S = 10.0
"""s for a whole picture. Otherwise a camera that sends single bytes would never count as lost."""
LARGEST = 8_000_000
"""Bytes of one picture; a stream without an end of picture is damaged."""
SPELLING = _(
    "Write it as http://name:password@host:port/video, and in the name and the password @ as %40, / as %2F, ? as %3F and # as %23."
)
REMEDY = _(
    "Is the camera on, and in this network? Give the address of its MJPEG stream or snapshot, as its app shows it,"
    " with the name and password that it wants: http://name:password@host:port/video."
)
"""The same for every reason, so that typed addresses reveal no machines or ports."""
REDIRECTS = (301, 302, 303, 307, 308)
MOST_REDIRECTS = 3
PIECE = 65536
"""Bytes that are read at a time."""


@dataclass(frozen=True, slots=True)
class HttpCamera:
    """Frames of the camera behind an address."""

    url: str
    clock: Clock
    may_be_here: bool = True
    """True if the address may lead to this machine."""

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the stream ends. Raises CameraError, with the same message for every network failure."""
        pace, index, bad = FrameRateLimiter(self.clock), 0, 0
        for data in self._pictures():
            if not pace.is_due():
                continue
            try:
                frame = Frame(data, self.clock(), index)
            except PictureError as error:
                bad += 1
                if bad >= MOST_BAD:
                    raise self._failed(f"it sends nothing that can be read: {error}") from error
                continue
            yield frame
            index, bad = index + 1, 0
        if not index:
            raise self._failed("it closed the stream before the first picture")

    def _pictures(self) -> Iterator[bytes]:
        try:
            with self._ask() as answer:
                kind = answer.headers.get_content_type()
                if kind.startswith("multipart/"):
                    yield from split_stream(answer.read1)
                    return
                if not kind.startswith("image/"):
                    raise self._failed(f"it sends {kind}, no pictures")
                yield read_picture(answer.read1)
            while True:
                time.sleep(SNAPSHOT_S)
                with self._ask() as answer:
                    yield read_picture(answer.read1)
        except CameraError:
            raise
        except (http.client.HTTPException, OSError, ValueError) as error:
            raise self._failed(str(error)) from error

    @property
    def name(self) -> str:
        """The address without what is secret of it."""
        return hide_secrets(self.url)

    def _failed(self, detail: str) -> CameraError:
        return CameraError(_("{camera} sends no picture. {remedy}", camera=self.name, remedy=REMEDY), detail)

    def _ask(self) -> http.client.HTTPResponse:
        """Its answer; it may send us on to another place of the same host."""
        if not self.url.startswith(("http://", "https://")):
            raise CameraError(
                _("{camera} is no address of a camera; it begins with http:// or https://.", camera=repr(self.name))
            )
        try:
            where, key = _parted(self.url)
        except ValueError:  # its own words may repeat a part of the password
            raise CameraError(
                _("{camera} is no address of a camera. {spelling}", camera=self.name, spelling=SPELLING)
            ) from None
        if not self.may_be_here and (why := address_refusal(where.hostname or "")):
            raise CameraError(from_data(why))
        headers = {"Authorization": key} if key else {}
        for _try in range(1 + MOST_REDIRECTS):
            answer = self._answer_of(where, headers)
            if answer.status not in REDIRECTS:
                break
            where, headers = self._redirected(where, answer), {}  # the password is for where it was typed in alone
        if answer.status != http.client.OK:
            answer.close()
            raise self._failed(f"it refuses: {answer.status}")
        return answer

    def _redirected(
        self, where: urllib.parse.SplitResult, answer: http.client.HTTPResponse
    ) -> urllib.parse.SplitResult:
        with closing(answer):
            target = urllib.parse.urljoin(where.geturl(), answer.headers.get("Location", ""))
        there = urllib.parse.urlsplit(target)
        if there.scheme not in ("http", "https") or there.hostname != where.hostname:
            raise self._failed(f"it sends us on to {hide_secrets(target)}, which is another host")
        return there._replace(netloc=there.netloc.rpartition("@")[2])

    def _answer_of(self, where: urllib.parse.SplitResult, headers: dict[str, str]) -> http.client.HTTPResponse:
        host, is_safe = where.hostname or "", where.scheme == "https"
        line = connect(host, where.port or (443 if is_safe else 80), WAIT_S, may_be_here=self.may_be_here)
        with closing(line):  # the response keeps its own reference to it
            if is_safe:
                line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            asking = http.client.HTTPConnection(where.netloc)
            asking.sock = line
            with closing(line):
                place = where._replace(scheme="", netloc="", fragment="").geturl() or "/"
                asking.request("GET", place, headers={**headers, "Connection": "close"})
                return asking.getresponse()


def _parted(url: str) -> tuple[urllib.parse.SplitResult, str]:
    """Return an address without its name and password, and what shows that one may look; "" where it has none. Raises
    ValueError.
    """
    address = urllib.parse.urlsplit(url)
    secret, at, host = address.netloc.rpartition("@")
    bare = address._replace(netloc=host)
    if not bare.hostname or not f"{bare.path}{bare.query}".isascii() or any(letter.isspace() for letter in url):
        raise ValueError("an address has a host, and no letter that a line of HTTP cannot hold")
    bare.port  # noqa: B018 - it raises for what is no number
    credentials = base64.b64encode(urllib.parse.unquote_to_bytes(secret)).decode()
    return bare, f"Basic {credentials}" if at else ""


def split_stream(read: Callable[[int], bytes], clock: Clock = time.monotonic) -> Iterator[bytes]:
    """Yield the pictures of a stream until it ends. Raises TimeoutError where one does not become whole."""
    cutter, since = MjpegSplitter(), clock()
    while data := read(PIECE):
        for picture in cutter.feed(data):
            yield picture
            since = clock()
        _look_at_time(since, clock)


def read_picture(read: Callable[[int], bytes], clock: Clock = time.monotonic) -> bytes:
    """Return a single picture, of at most so many bytes. Raises TimeoutError where it does not become whole."""
    picture, since = bytearray(), clock()
    while len(picture) < LARGEST and (data := read(min(PIECE, LARGEST - len(picture)))):
        picture += data
        _look_at_time(since, clock)
    return bytes(picture)


def _look_at_time(since: float, clock: Clock) -> None:
    if clock() - since > PICTURE_S:
        raise TimeoutError(f"no whole picture came in {PICTURE_S:.0f} s")


@dataclass(slots=True)
class MjpegSplitter:
    """Split a stream into JPEG pictures by their start and end marks. Drops anything in between."""

    _kept: bytes = field(default=b"")

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures that are complete now."""
        self._kept += data
        pictures = []
        while (picture := self._first()) is not None:
            pictures.append(picture)
        if len(self._kept) > LARGEST:
            self._kept = b""
        return pictures

    def _first(self) -> bytes | None:
        """Return the first picture, taken from what is kept; None while it has not arrived whole."""
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
