"""One evening as the ledger counts it: what was thrown, by whom and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.fairness.partial_counts import PartialCounts, piece
from companion.fairness.throws import LoggedThrow, RollSource
from companion.i18n import _
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class DieGroup:
    """What is measured by itself: dice of one kind, whoever asks for them; the bag or deck of one game; the app's chance of it."""

    kind: str  # "d6", "token"
    game: str = ""  # of what is drawn
    by_app: bool = False

    @property
    def is_rolled(self) -> bool:
        return not self.game


@dataclass(frozen=True)  # no slots: what is counted of it is kept with it
class PlayedTable:
    """A table, waiting or over."""

    id: str
    game: str
    title: Words  # of the game
    names: Mapping[Seat, Words]
    throws: tuple[LoggedThrow, ...]  # the oldest first
    began: float = 0.0  # s, Unix
    times: Mapping[int, float] = field(default_factory=dict)  # when each throw was told, by its seq; s, Unix

    def name(self, seat: Seat) -> Words:
        """What people call a seat."""
        return self.names.get(seat, _("Seat {number}", number=seat))

    @cached_property
    def pieces(self) -> Mapping[DieGroup, PartialCounts]:
        """What came of each thing, whoever threw it, in the order of their first throws."""
        return {thing: piece(throws, self.times) for thing, throws in self.by_thing.items()}

    @cached_property
    def by_thing(self) -> Mapping[DieGroup, Sequence[LoggedThrow]]:
        """The throws of each thing."""
        found: dict[DieGroup, list[LoggedThrow]] = {}
        for throw in self.throws:
            found.setdefault(self.thing(throw), []).append(throw)
        return found

    def thing(self, throw: LoggedThrow) -> DieGroup:
        """What was thrown."""
        return DieGroup(throw.kind, "" if throw.is_rolled else self.game, throw.source == "virtual")


@dataclass(frozen=True, slots=True)
class FaceResult:
    """One face that came: a line of the spreadsheet."""

    evening: PlayedTable
    throw: LoggedThrow
    face: str
    expected: float  # its share in what could come then

    @property
    def source(self) -> RollSource:
        return self.throw.source


def results(evening: PlayedTable) -> Iterator[FaceResult]:
    """Every face that came, the oldest first."""
    for throw in evening.throws:
        left = list(throw.urn)
        for face in throw.values:
            yield FaceResult(evening, throw, face, left.count(face) / len(left) if left else 0.0)
            if not throw.is_rolled and face in left:
                left.remove(face)
