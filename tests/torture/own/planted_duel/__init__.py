"""Draw Your Weapon with a unique word in each of the Dealer's pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.draw_your_weapon import GAME as DUEL
from companion.games.draw_your_weapon.content import Scene


def setup(table: Any) -> Any:
    s: Any = DUEL.setup(table)
    scenes = tuple(marked(scene, n) for n, scene in enumerate(s.adventure.scenes))
    return replace(s, adventure=replace(s.adventure, scenes=scenes))


def marked(scene: Scene, n: int) -> Scene:
    calls = tuple(
        replace(call, title=f"Zqcall{n}q{k}x", passed=f"Zqpassed{n}q{k}x", failed=f"Zqfailed{n}q{k}x")
        for k, call in enumerate(scene.calls)
    )
    return replace(scene, title=f"Zqtitle{n}x", read=f"Zqread{n}x", notes=f"Zqnotes{n}x", calls=calls)


GAME = replace(DUEL, name="planted_duel", setup=setup)
