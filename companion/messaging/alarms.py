"""Gather what is wrong with the readers and with the house, as displays show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.presentation import alarms_of
from companion.presentation.responses import ReaderSummary
from companion.schema import Alarm


class AlarmSource:
    """The alarms of now. Remembers which readers were there once. Not thread-safe."""

    def __init__(
        self,
        readers: Callable[[], Sequence[ReaderSummary]] = tuple,
        house: Callable[[], Sequence[Alarm]] = tuple,
    ) -> None:
        """`readers`: how they are; `house`: what is wrong with the house beside them."""
        self._readers, self._house = readers, house
        self._met: frozenset[str] = frozenset()  # readers that were there once since the start

    def __call__(self) -> tuple[Alarm, ...]:
        readers = self._readers()
        self._met |= {reader.reader for reader in readers if reader.state == "ready"}
        return (*alarms_of(readers, self._met), *self._house())
