"""Statistics of each die over several tables, over one person, or over one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi
from typing import TypeAlias

from companion.fairness.die_statistics import FaceStatistic, Streak, longest_streak, measure_faces
from companion.fairness.partial_counts import PartialCounts, merge_counts
from companion.fairness.played_table import DieGroup, PlayedTable
from companion.fairness.throws import LoggedThrow, RollSource
from companion.schema import TABLE, Words

FALSE_VERDICT_RATE = 0.05  # that anything fair is ever called unfair
KNOWN, LATE, PARTS = 0.95, 0.025, 0.025  # of it


def level(known: int, late: int | None = None, chance: float = FALSE_VERDICT_RATE) -> float:
    """Return the error rate of one kind. `known`: number of known kinds. `late`: index among the later ones.

    >>> level(1), round(level(1, late=0), 5)
    (0.0475, 0.00076)
    """
    return chance * KNOWN / known if late is None else chance * LATE * series_share(late)


def of_part(place: int) -> float:
    """Return the error rate of the ledger of one person or table. `place`: index by first throw."""
    return FALSE_VERDICT_RATE * PARTS * series_share(place)


def series_share(place: int) -> float:
    """Return a share of an infinite series that sums to 1.

    >>> round(sum(series_share(place) for place in range(10_000)), 3)
    1.0
    """
    return 6 / (pi * (place + 1)) ** 2


Kind: TypeAlias = tuple[str, str]
"""A game and a kind of thing that it uses."""


@dataclass(frozen=True, slots=True)
class DieStatistics:
    """Statistics of one group."""

    group: DieGroup
    rolls: int
    faces: tuple[FaceStatistic, ...]
    streak: Streak | None
    sources: Mapping[RollSource, int]  # rolls by source
    amended: int  # rolls
    undone: int
    unsure: int  # dice left out

    @property
    def count(self) -> int:
        return sum(face.count for face in self.faces)

    @property
    def accused(self) -> FaceStatistic | None:
        """Return the face with the strongest verdict, None without a verdict."""
        against = [face for face in self.faces if face.verdict]
        return max(against, key=lambda face: abs(face.share - face.expected), default=None)


@dataclass(frozen=True, slots=True)
class Ledger:
    """`known`: kinds that the games use, known before the first throw. If empty, the first kind thrown is known."""

    evenings: tuple[PlayedTable, ...]  # the oldest first
    known: tuple[Kind, ...]

    @property
    def people(self) -> tuple[Words, ...]:
        """Return the names of all seats with a throw, by first throw. Throws of the table have no name."""
        seats = ((evening, throw.seat) for evening in self.evenings for throw in evening.throws)
        return tuple(dict.fromkeys(evening.name(seat) for evening, seat in seats if seat != TABLE))

    def dice(self) -> tuple[DieStatistics, ...]:
        return self._of(self.evenings, FALSE_VERDICT_RATE)

    def of_person(self, name: Words) -> tuple[DieStatistics, ...]:
        """Return the statistics of one person, () for an unknown name."""
        if name not in self.people:
            return ()
        theirs = (replace(e, throws=tuple(t for t in e.throws if e.name(t.seat) == name)) for e in self.evenings)
        return self._of(tuple(theirs), of_part(2 * self.people.index(name)))

    def of_evening(self, id: str) -> tuple[DieStatistics, ...]:
        place = next((k for k, evening in enumerate(self.evenings) if evening.id == id), None)
        return self._of((self.evenings[place],), of_part(2 * place + 1)) if place is not None else ()

    def _of(self, evenings: Sequence[PlayedTable], chance: float) -> tuple[DieStatistics, ...]:
        unforeseen = [group for group in self._groups if not self._is_known(group)]
        dice = []
        for group in dict.fromkeys(group for evening in evenings for group in evening.counts_by_group):
            played = [evening for evening in evenings if group in evening.counts_by_group]
            throws = [throw for evening in played for throw in evening.throws_by_group[group]]
            place = None if self._is_known(group) else unforeseen.index(group)
            spends = level(max(len(self.known), 1), place, chance)
            dice.append(_measure_die(group, [evening.counts_by_group[group] for evening in played], throws, spends))
        return tuple(sorted(dice, key=lambda die: (die.group.by_app, -die.count)))

    @property
    def _groups(self) -> tuple[DieGroup, ...]:
        """Return all groups by first throw."""
        return tuple(dict.fromkeys(group for evening in self.evenings for group in evening.throws_by_group))

    def _is_known(self, group: DieGroup) -> bool:
        if group.by_app:
            return False
        if not self.known:
            return group == next(other for other in self._groups if not other.by_app)
        return any(kind == group.kind and group.game in ("", game) for game, kind in self.known)


def _measure_die(
    group: DieGroup, counts: Sequence[PartialCounts], throws: Sequence[LoggedThrow], spends: float
) -> DieStatistics:
    observations = merge_counts(counts)
    return DieStatistics(
        group=group,
        rolls=len(throws),
        faces=tuple(sorted(measure_faces(observations, spends), key=_in_order)),
        streak=longest_streak(observations),
        sources=Counter(throw.source for throw in throws),
        amended=sum(throw.amended for throw in throws),
        undone=sum(throw.undone for throw in throws),
        unsure=sum(throw.unsure for throw in throws),
    )


def _in_order(face: FaceStatistic) -> tuple[bool, float, float, str]:
    """Sort numbers ascending, other faces by likelihood."""
    digits = face.face.removeprefix("+").removeprefix("-")
    number = float(face.face) if digits.isdecimal() else 0.0
    return (not digits.isdecimal(), number, -face.expected, face.face)
