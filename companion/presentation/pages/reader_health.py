"""Track the state of readers from their messages on the bus."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from companion.errors import CodecError
from companion.i18n import NOTHING, Text, _, joined, ngettext, pgettext
from companion.presentation.responses import ReaderSummary
from companion.schema import BRIDGE, CameraHealth, ReaderDescription, ReaderStatus, Words, codec, topics

NAMES = {
    "bag": pgettext("reader", "bag"), "battery": pgettext("reader", "battery"), "board": pgettext("reader", "board"),
    "charging": pgettext("reader", "charging"), "colour": pgettext("reader", "colour"),
    "dice tower": pgettext("reader", "dice tower"), "die": pgettext("reader", "die"),
    "message": pgettext("reader", "message"), "NFC readers": pgettext("reader", "NFC readers"),
    "tag": pgettext("reader", "tag"),
}  # fmt: skip
NUMBERED = re.compile(r"(button|message|reader|tag) (\d+)")


def input_name(what: str) -> Words:
    """Return the translatable name of an input; that of an unknown driver unchanged.

    >>> str(input_name("reader 2")), input_name("lid")
    ('reader 2', 'lid')
    """
    numbered = NUMBERED.fullmatch(what)
    return _numbered_name(numbered[1], numbered[2]) if numbered is not None else NAMES.get(what, what)


def _numbered_name(what: str, number: str) -> Text:
    match what:
        case "button":
            return _("button {number}", number=number)
        case "message":
            return _("message {number}", number=number)
        case "tag":
            return _("tag {number}", number=number)
        case _any:
            return _("reader {number}", number=number)


TITLES = {
    "camera": _("Tray camera"), "rdm6300": _("Token reader"), "pn532": _("NFC reader"), "board": _("Board"),
    "lines": _("Reader"), "scanner": _("Code scanner"), "pixels": _("Pixels die"), "godice": _("GoDice die"),
}  # fmt: skip
FOUND_BY_NAME = ("camera", BRIDGE)
"""Kinds found by name; any other is a reader of tags."""


SERIAL = "bridge/"
MOST_READERS = 64  # without an account of their own: made-up names must not fill the memory
THING = re.compile(r"(tag|message|reader|die)( [0-9]+)?")
"""Inputs that are things on a reader: "tag", "tag 2", "reader 1"."""


def without_things(inputs: Iterable[tuple[str, Words]]) -> tuple[tuple[str, Words], ...]:
    """Return the inputs without things: the meaning of a tag is public, so one from a hand must stay hidden."""
    return tuple((what, how) for what, how in inputs if not THING.fullmatch(what))


@dataclass(frozen=True, slots=True)
class ReaderState:
    """Everything that one reader reports of itself."""

    reader: str
    state: Literal["ready", "retrying", "offline"]
    words: Words
    status: ReaderStatus
    description: ReaderDescription | None

    @property
    def is_serial(self) -> bool:
        return self.description is not None and self.description.source.startswith(SERIAL)


class ReaderStates:
    """The newest status and description of each reader. Thread-safe."""

    def __init__(
        self,
        changed: Callable[[], None],
        reported: Callable[[], None] = lambda: None,
        has_camera: Callable[[], bool] = lambda: True,
        own: Collection[str] = (),
    ) -> None:
        """Set up the states. `changed` is called when a summary changes, `reported` when any report changes.

        `has_camera` returns whether a camera is chosen; without one it is not missing. `own`: readers with a separate
        broker account, whose place no other account can take.
        """
        self.refused = 0  # messages of readers beyond the limit
        self._own = frozenset(own)
        self._changed, self._reported, self._has_camera = changed, reported, has_camera
        self._lock = threading.Lock()
        self._status: dict[str, ReaderStatus] = {}
        self._description: dict[str, ReaderDescription] = {}

    def update(self, topic: str, payload: bytes, *, tells: bool = True) -> None:
        """Store a status or description; an empty one removes it. Raises CodecError or TopicError for any other message.

        With `tells` False no callback is called, as while loading a table that has no viewers yet.
        """
        about = topics.parse(topic)
        with self._lock:
            before, account = self._sense(about.reader), self._reports_of(about.reader)
            if about.name not in {"status", "description"}:
                raise CodecError(f"{topic} says nothing of a reader")
            if payload:
                self._make_room(about.reader)
            if not payload:
                (self._status if about.name == "status" else self._description).pop(about.reader, None)
            elif about.name == "status":
                self._status[about.reader] = codec.decode(ReaderStatus, payload)
            else:
                self._description[about.reader] = codec.decode(ReaderDescription, payload)
            is_new, is_news = before != self._sense(about.reader), account != self._reports_of(about.reader)
        if is_new and tells:
            self._changed()
        if is_news and tells:
            self._reported()

    def summaries(self) -> tuple[ReaderSummary, ...]:
        """Return all readers by name, without the bridge, which reads nothing itself, and without a camera that was not chosen:
        its process also runs for photographs alone.
        """
        has_camera = self._has_camera()
        with self._lock:
            senses = {reader: self._sense(reader) for reader in sorted(self._status) if reader != BRIDGE}
            return tuple(
                sense
                for reader, sense in senses.items()
                if has_camera or sense.state == "ready" or not self._is_camera(reader)
            )

    def has_heard(self, reader: str) -> bool:
        with self._lock:
            return reader in self._reader_names()

    def details(self) -> tuple[ReaderState, ...]:
        """Return each reader's full report, by name."""
        with self._lock:
            return tuple(self._state_of(reader) for reader in sorted(self._status) if reader != BRIDGE)

    def find_reader(self, kind: str) -> str:
        """Return the name of a present reader, "" without one: the "camera", the "bridge" itself, or any other.

        A description is retained and outlives its reader, and requests to an absent reader are lost.
        """
        with self._lock:
            online = {name for name, status in self._status.items() if status.state == "online"}
            kinds = {name: description.kind for name, description in self._description.items() if name in online}
        wanted = {kind} if kind in FOUND_BY_NAME else {*kinds.values()} - {*FOUND_BY_NAME}
        return next((name for name in sorted(kinds) if kinds[name] in wanted), "")

    def _make_room(self, reader: str) -> None:
        """Forget an absent reader to make room for a new one. Raises CodecError if all others are present."""
        others = self._reader_names() - self._own
        if reader in self._own or reader in others or len(others) < MOST_READERS:
            return
        absent = next((name for name in others if self._sense(name).state == "offline"), None)
        if absent is None:
            self.refused += 1
            raise CodecError(f"{reader} would be one reader more than a table can have")
        self._status.pop(absent, None)
        self._description.pop(absent, None)

    def _reader_names(self) -> AbstractSet[str]:
        return self._status.keys() | self._description.keys()

    def _is_camera(self, reader: str) -> bool:
        description = self._description.get(reader)
        return description is not None and description.kind == "camera"

    def _reports_of(self, reader: str) -> tuple[ReaderStatus | None, ReaderDescription | None]:
        return self._status.get(reader), self._description.get(reader)

    def _state_of(self, reader: str) -> ReaderState:
        sense = self._sense(reader)
        return ReaderState(reader, sense.state, sense.words, self._status[reader], self._description.get(reader))

    def _sense(self, reader: str) -> ReaderSummary:
        status, description = self._status.get(reader), self._description.get(reader)
        title = TITLES.get(description.kind, description.kind) if description else reader
        health = status.health if status and status.state == "online" and status.attached else None
        return ReaderSummary(
            reader,
            title,
            _state(status) if description else "offline",
            _words(status, is_serial=description is not None and description.source.startswith(SERIAL)),
            _sees(health) if health else "",
            tuple(finding.advice for finding in health.findings if finding.grave) if health else (),
        )


def _state(status: ReaderStatus | None) -> Literal["ready", "retrying", "offline"]:
    if status is None or status.state == "offline":
        return "offline"
    return "ready" if status.attached else "retrying"


def _words(status: ReaderStatus | None, *, is_serial: bool) -> Words:
    if status is None or status.state == "offline":
        return _("not running: answer by hand")
    if not status.attached:
        return status.last_error or _("looking for it")
    if is_serial and status.last_error:
        return status.last_error
    readings = ngettext("{n} reading", "{n} readings", status.readings)
    inputs = (_("{what} {how}", what=input_name(what), how=how) for what, how in without_things(status.inputs))
    return joined(" · ", (readings, *inputs))


def _sees(health: CameraHealth) -> Text:
    """Return what a camera recognises; without markers only whether it is sharp."""
    markers = _("{n} of 4 markers", n=health.markers)
    scale = _("{scale} px a millimetre", scale=float(health.px_per_mm)) if health.px_per_mm else NOTHING
    sharp = _("sharp to {blur} px", blur=float(health.blur)) if health.blur else NOTHING
    return joined(", ", (markers, scale, sharp))
