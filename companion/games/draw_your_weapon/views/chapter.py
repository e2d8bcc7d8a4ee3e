"""Where an evening stands, in a few words: what the lines of the log are grouped by."""

from __future__ import annotations

from companion.games.draw_your_weapon.state import State, scene_of


def where(s: State) -> str:
    """The scene, or the round of a fight in it."""
    if s.in_combat:
        return f"Combat · Round {s.round}"
    scene = scene_of(s)
    return scene.title if scene is not None else ""
