"""Doing nothing, which is no step."""

from __future__ import annotations


class Idle(str):
    """What a deed returns that found nothing to do: why. Another one is drawn in its place."""

    __slots__ = ()
