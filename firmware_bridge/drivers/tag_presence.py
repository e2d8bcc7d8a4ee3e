"""The rule when a tag that lies on a reader counts as laid again."""

from __future__ import annotations

from collections.abc import Callable


class TagPresence:
    """A tag that lies on the reader is told again and again; it is new only after it was away for `gone_after` s.

    `clock` is monotonic, in s.
    """

    def __init__(self, clock: Callable[[], float], gone_after: float) -> None:
        self.clock, self.gone_after = clock, gone_after
        self._last: dict[str, float] = {}  # id -> when it was told last, monotonic s

    def is_new(self, tag: str) -> bool:
        """Whether the tag was just laid; every call says that it was told now."""
        now = self.clock()
        self._last = {known: at for known, at in self._last.items() if now - at < self.gone_after}
        new = tag not in self._last
        self._last[tag] = now
        return new
