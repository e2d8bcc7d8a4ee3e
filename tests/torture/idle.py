"""The result of an action without an effect."""

from __future__ import annotations


class Idle(str):
    """Returned by an action without an effect, with the reason. Another action is drawn in its place."""

    __slots__ = ()
