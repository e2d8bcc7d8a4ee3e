"""Where an evening stands, in a few words: what the lines of the log are grouped by."""

from __future__ import annotations

from companion.games.draw_your_weapon.state import State, scene_of


def where(s: State) -> str:
    """The scene, or the round of a fight in it."""
    if s.in_combat:
        return f"Combat · Round {s.round}"
    scene = scene_of(s)
    return scene.title if scene is not None else ""


def round_of(s: State) -> int | None:
    """Return the number of the round; only a fight has rounds."""
    return s.round if s.in_combat else None
