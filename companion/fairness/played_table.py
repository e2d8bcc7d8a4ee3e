"""One table of the ledger: its throws, seats and times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from companion.fairness.partial_counts import PartialCounts, count_throws
from companion.fairness.throws import LoggedThrow
from companion.i18n import _
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class DieGroup:
    """Objects that share one statistic: all dice of a kind, or the bag or deck of one game. The app's own are apart."""

    kind: str  # "d6", "token"
    game: str = ""  # of a bag or deck; "" for dice, which go from game to game
    by_app: bool = False  # random numbers of the app

    @property
    def is_rolled(self) -> bool:
        """Return whether these are dice, with the same chances at each throw."""
        return not self.game


@dataclass(frozen=True)  # no slots: cached properties
class PlayedTable:
    """The throws of one table, with the names of its seats."""

    id: str
    game: str
    title: Words  # of the game
    names: Mapping[Seat, Words]
    throws: tuple[LoggedThrow, ...]  # the oldest first
    began: float = 0.0  # s, Unix
    times: Mapping[int, float] = field(default_factory=dict)  # seq of a throw -> s, Unix

    def name(self, seat: Seat) -> Words:
        """Return the name of a seat as it is shown."""
        return self.names.get(seat, _("Seat {number}", number=seat))

    @cached_property
    def counts_by_group(self) -> Mapping[DieGroup, PartialCounts]:
        """Return the counts of each group, by first throw."""
        return {group: count_throws(throws, self.times) for group, throws in self.throws_by_group.items()}

    @cached_property
    def throws_by_group(self) -> Mapping[DieGroup, Sequence[LoggedThrow]]:
        """Return the throws of each group, by first throw."""
        throws: dict[DieGroup, list[LoggedThrow]] = {}
        for throw in self.throws:
            throws.setdefault(self._group_of(throw), []).append(throw)
        return throws

    def _group_of(self, throw: LoggedThrow) -> DieGroup:
        return DieGroup(throw.kind, "" if throw.is_rolled else self.game, throw.source == "virtual")
