"""One table in the ledger: its throws, seats and times."""

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
    """A unit of measurement: dice of one kind, the bag or deck of one game, or the app's random numbers."""

    kind: str  # "d6", "token"
    game: str = ""  # of a bag or deck
    by_app: bool = False

    @property
    def is_rolled(self) -> bool:
        return not self.game


@dataclass(frozen=True)  # no slots: cached properties
class PlayedTable:
    """A table with its throws."""

    id: str
    game: str
    title: Words  # of the game
    names: Mapping[Seat, Words]
    throws: tuple[LoggedThrow, ...]  # the oldest first
    began: float = 0.0  # s, Unix
    times: Mapping[int, float] = field(default_factory=dict)  # seq of a throw -> s, Unix

    def name(self, seat: Seat) -> Words:
        return self.names.get(seat, _("Seat {number}", number=seat))

    @cached_property
    def pieces(self) -> Mapping[DieGroup, PartialCounts]:
        """Return the counts of each group of all seats, in the order of first throws."""
        return {thing: piece(throws, self.times) for thing, throws in self.by_thing.items()}

    @cached_property
    def by_thing(self) -> Mapping[DieGroup, Sequence[LoggedThrow]]:
        found: dict[DieGroup, list[LoggedThrow]] = {}
        for throw in self.throws:
            found.setdefault(self.thing(throw), []).append(throw)
        return found

    def thing(self, throw: LoggedThrow) -> DieGroup:
        return DieGroup(throw.kind, "" if throw.is_rolled else self.game, throw.source == "virtual")


@dataclass(frozen=True, slots=True)
class FaceResult:
    """One face of a throw: a row of the spreadsheet."""

    evening: PlayedTable
    throw: LoggedThrow
    face: str
    expected: float  # share among the faces possible at that moment

    @property
    def source(self) -> RollSource:
        return self.throw.source


def results(evening: PlayedTable) -> Iterator[FaceResult]:
    """Yield every face of every throw, the oldest first."""
    for throw in evening.throws:
        left = list(throw.urn)
        for face in throw.values:
            yield FaceResult(evening, throw, face, left.count(face) / len(left) if left else 0.0)
            if not throw.is_rolled and face in left:
                left.remove(face)
