"""Session listeners that call a function."""

from __future__ import annotations

from collections.abc import Callable

from companion.sessions import ReadingCorrection, SessionListener


class OnChange(SessionListener):
    def __init__(self, do: Callable[[str], object]) -> None:
        self._do = do

    def table_changed(self, table: str) -> None:
        self._do(table)


class OnCorrection(SessionListener):
    def __init__(self, do: Callable[[ReadingCorrection], object]) -> None:
        self._do = do

    def reading_corrected(self, correction: ReadingCorrection) -> None:
        self._do(correction)
