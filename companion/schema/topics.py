"""The names of the topics: built and parsed here and nowhere else, every segment checked before it becomes part of a name.

Private data of a seat have no topic. For payloads, publishers and subscribers of each topic see `channels`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.errors import LamplightError

ROOT = "lamplight/v1"
HOME_ASSISTANT = "homeassistant"  # Home Assistant's discovery prefix, unless it was changed there
ANY = "+"  # in place of a segment: a pattern to subscribe to, never a topic to publish on
SEGMENT = re.compile(r"[a-z0-9_-]{1,32}")
OF_A_TABLE = frozenset({"status", "expect", "public/state", "public/event"})
OF_A_READER = frozenset(
    [
        "status",
        "description",
        "reading",
        "ack",
        "demo",
        "photo",
        "photo_result",
        "teach",
        "taught",
        "correction",
        "ports",
        "ports_told",
        "live",
        "look",
        "check",
        "sight",
    ]
)


class TopicError(LamplightError):
    """A name that cannot be part of a topic, or a topic that is not of Lamplight."""

    code = "TOPICERROR"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic taken apart: `lamplight/v1/t1/reader/vision-cam0/ack` is table t1, reader vision-cam0, name "ack"."""

    table: str
    name: str  # "status", "expect", "public/state", "public/event", "public/light", "reading", ... of OF_A_READER
    reader: str = ""  # "" = the topic is the table's
    seat: str = ""  # of "public/light" alone


def table_status(table: str) -> str:
    """Retained: "online" or "offline" (last will) of the rules service of a table. Readers that hear "online", not retained, say
    again what they are.
    """
    return f"{ROOT}/{segment(table)}/status"


def expect(table: str) -> str:
    """Retained: what a reader should look for."""
    return f"{ROOT}/{segment(table)}/expect"


def public_state(table: str) -> str:
    """Retained: the public view and its rev."""
    return f"{ROOT}/{segment(table)}/public/state"


def public_event(table: str) -> str:
    """Something happened: for animation and sound, never retained."""
    return f"{ROOT}/{segment(table)}/public/event"


def public_light(table: str, seat: str) -> str:
    """Retained: colour and mood of a seat's edge."""
    return f"{ROOT}/{segment(table)}/public/light/{segment(seat)}"


def reader_status(table: str, reader: str) -> str:
    """Retained, last will: whether the reader is there, and its counters."""
    return of_reader(table, reader, "status")


def reader_description(table: str, reader: str) -> str:
    """Retained: kind, model, epoch and what the reader can read."""
    return of_reader(table, reader, "description")


def reading(table: str, reader: str) -> str:
    """Return a settled arrangement, never retained; the rules service alone may read it."""
    return of_reader(table, reader, "reading")


def ack(table: str, reader: str) -> str:
    """Retained: epoch and highest contiguous seq that the rules service has committed."""
    return of_reader(table, reader, "ack")


def demo(table: str, reader: str) -> str:
    """Demo only: ask the reader to play a throw or a tag."""
    return of_reader(table, reader, "demo")


def photo(table: str, reader: str) -> str:
    """Ask the camera's process to read an uploaded picture."""
    return of_reader(table, reader, "photo")


def photo_result(table: str, reader: str) -> str:
    """Return the result of an uploaded picture, as a sentence."""
    return of_reader(table, reader, "photo_result")


def teach(table: str, reader: str) -> str:
    """Return a wish of the page about kits, to the camera's process."""
    return of_reader(table, reader, "teach")


def taught(table: str, reader: str) -> str:
    """Return the answer to such a wish."""
    return of_reader(table, reader, "taught")


def correction(table: str, reader: str) -> str:
    """Return a correction of the objects of a reading by a player, or its withdrawal."""
    return of_reader(table, reader, "correction")


def ports(table: str, reader: str) -> str:
    """Return a wish of the page about serial readers, to the bridge's process."""
    return of_reader(table, reader, "ports")


def ports_told(table: str, reader: str) -> str:
    """Return the answer to such a wish."""
    return of_reader(table, reader, "ports_told")


def live(table: str, reader: str) -> str:
    """Activity over a camera's tray, never retained."""
    return of_reader(table, reader, "live")


def look(table: str, reader: str) -> str:
    """Asks a camera to look at its tray once more."""
    return of_reader(table, reader, "look")


def check(table: str, reader: str) -> str:
    """Asks a camera to say how well it sees, twice a second for the next seconds."""
    return of_reader(table, reader, "check")


def sight(table: str, reader: str) -> str:
    """Return the topic of a camera's current health, on request; never retained."""
    return of_reader(table, reader, "sight")


def discovery(table: str) -> str:
    """Retained: how Home Assistant finds the table by itself."""
    return f"{HOME_ASSISTANT}/device/lamplight_{segment(table)}/config"


def birth() -> str:
    """Home Assistant says here that it has started, and wants to hear the discovery once more."""
    return f"{HOME_ASSISTANT}/status"


def of_reader(table: str, reader: str, name: str) -> str:
    """Return a topic of a reader."""
    return f"{ROOT}/{segment(table)}/reader/{segment(reader)}/{name}"


def reader_of(source: str) -> str:
    """Return the segment that names a source: "vision/cam0" is the reader `vision-cam0`. Raises TopicError."""
    return segment(source.replace("/", "-"))


def is_of(table: str, topic: str) -> bool:
    """Return whether a topic belongs to a table, its Home Assistant discovery included.

    >>> is_of("t1", expect("t1")), is_of("t1", discovery("t1")), is_of("t1", expect("t10"))
    (True, True, False)
    """
    return topic.startswith(f"{ROOT}/{segment(table)}/") or topic == discovery(table)


def segment(name: str) -> str:
    """`name` itself where it may be a segment (or ANY); raises TopicError."""
    if name != ANY and not SEGMENT.fullmatch(name):
        raise TopicError(f'"{name[:40]}" cannot be part of a topic: 1 to 32 of a-z, 0-9, "_" and "-" are needed')
    return name


def parse(topic: str) -> Topic:
    """Parse a topic. Raises TopicError where it is not of Lamplight."""
    match topic.removeprefix(f"{ROOT}/").split("/"):
        case [table, "reader", reader, name] if name in OF_A_READER:
            parsed = Topic(table, name, reader=reader)
        case [table, "public", "light", seat]:
            parsed = Topic(table, "public/light", seat=seat)
        case [table, *rest] if "/".join(rest) in OF_A_TABLE:
            parsed = Topic(table, "/".join(rest))
        case _:
            raise TopicError(f'"{topic[:120]}" is no topic of Lamplight')
    if not topic.startswith(f"{ROOT}/") or not all(map(SEGMENT.fullmatch, topic.split("/")[2:])):
        raise TopicError(f'"{topic[:120]}" is no topic of Lamplight')
    return parsed
