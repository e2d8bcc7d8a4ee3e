"""Objects at rest that a sensor detected, and what it should look for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.prompt import TABLE, WALL, Seat, Sender

UNKNOWN = "unknown"  # the kind of a stranger: a coin, a finger, a die of no kit

Box = tuple[float, float, float, float]  # x, y, w, h in pixels of the picture
Corner = tuple[float, float]  # x, y in pixels of the picture


@dataclass(frozen=True, slots=True)
class SeenObject:
    """One object in a reading. Labels, predictions, payloads and the page use the same record."""

    kind: str  # "d6", "d20", "token", "card", "tag", "press", "unknown"
    value: str | None = None  # None: not sure, cocked or partial
    conf: float = 0.0  # 0..1
    alternatives: tuple[tuple[str, float], ...] = ()  # other values, likeliest first, each with its conf
    box: Box | None = None
    cocked: bool = False  # it leans
    partial: bool = False  # half hidden, cut by the picture's edge or over the rim


@dataclass(frozen=True, slots=True)
class Reading:
    """A settled arrangement. The same id (or epoch and seq of a source) a second time changes nothing."""

    id: str
    table: str
    source: str  # "vision/cam0", "bridge/bag", "virtual"
    epoch: str  # of the source's outbox; seq counts inside it
    seq: int
    expect: str = ""  # id of the question open when it settled, "" if none was
    zone: str = "tray"  # "tray", "bag", "pile", "seat-2"
    objects: tuple[SeenObject, ...] = ()
    settled_at: float = 0.0  # s, Unix; for display only, never for a decision
    picture: str = ""  # name of a stored crop, or ""
    tray: tuple[Corner, ...] = ()  # its four inner corners, in order; of the picture where the tray is unknown
    part_of: str = ""  # id of the reading of which this is the rest, made by the table; no sensor sets it
    sender: Sender = ""  # of who sent it by a page; "" = the table's own camera or reader perceived it

    @property
    def whole(self) -> str:
        """The id of the reading as a sensor told it."""
        return self.part_of or self.id

    @property
    def is_of_seat(self) -> bool:
        """Return whether a seat's device sent it, or a device that answers for no seat."""
        return self.sender not in ("", TABLE)

    def may_answer(self, seat: Seat) -> bool:
        """Return whether it can answer a prompt of this seat: its sender can."""
        return not self.is_of_seat or (self.sender != WALL and seat in (self.sender, TABLE))


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The expected answer to one open prompt."""

    prompt: str  # id of the prompt
    kinds: tuple[str, ...] = ()  # "d6", "token", "tag"
    faces: tuple[str, ...] = ()  # the values that can be meant; () = all of the kind
    count: int = 1  # objects, at most
    zone: str = ""  # "tray", "bag"; "" = anywhere


@dataclass(frozen=True, slots=True)
class LockedObject:
    """An object that stays on the tray. Readings contain it, too."""

    kind: str
    value: str | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """The question in force: a reading carries its id and can answer no other."""

    expect: str = ""  # id of the question, "" = no question is open
    wants: tuple[ExpectedAnswer, ...] = ()
    locked: tuple[LockedObject, ...] = ()
