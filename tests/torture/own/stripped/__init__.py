"""The cellar with a fault of design: its view is the whole state, and a list of fields that are taken out of it for others."""

from __future__ import annotations

from dataclasses import fields, replace

from companion.games.cellar import GAME as CELLAR  # type: ignore[import-untyped]
from companion.games.cellar import State

from companion.schema import Paragraph, Seat, View

SECRET = frozenset({"hands", "wishes"})  # and the newest field was forgotten


def view(s: State, _seat: Seat) -> View:
    shown = (f"{one.name} {getattr(s, one.name)}" for one in fields(s) if one.name not in SECRET)
    return (Paragraph(", ".join(shown)),)


GAME = replace(CELLAR, name="stripped", view=view)
