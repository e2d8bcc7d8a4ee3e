"""A table of Mansions that goes on by taps over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import vision
from tests.e2e.lamp import Lamp

DICE = Path(vision.__file__).parent / "throws" / "mom_d8"
TURN = "MOM-X-TURN-1"
ON = ("go", "hold", "end", "stay")
"""Options that let the round go on, the first that is there."""
MOST_TAPS = 160


def begin(lamp: Lamp, seats: int, **choices: Any) -> str:
    """A new table, with the camera ready."""
    names = ["Ann", "Ben", "Cleo", "Dora", "Emil"][:seats]
    table: str = lamp.post("/api/tables", game="mansions", seats=seats, names=names, choices=choices)["table"]
    lamp.until(lambda: "Tray camera" in lamp.ready(table))
    return table


class Mansion:
    """One table with one investigator."""

    def __init__(self, lamp: Lamp, table: str) -> None:
        self.lamp, self.table = lamp, table

    @property
    def snap(self) -> Any:
        return self.lamp.snapshot(self.table)

    def block(self, kind: str) -> Any:
        """The first block of a kind on the shared screen, or None."""
        return next((block for block in self.snap["view"] if block["kind"] == kind), None)

    def space(self, name: str) -> Any:
        """A space of the map."""
        return next(space for space in self.block("board")["spaces"] if space["id"] == name)

    def asks_for_dice(self) -> bool:
        return any(prompt["kind"] == "roll" for prompt in self.lamp.asked(self.table))

    def is_free(self) -> bool:
        """Return whether a player has the turn, with nothing to read or to roll."""
        return any(prompt["rule"] == TURN and not prompt["at"] for prompt in self.lamp.asked(self.table))

    def until(self, holds: Callable[[], Any]) -> None:
        """Answer all prompts until the condition holds or the game is over."""
        for _ in range(MOST_TAPS):
            if holds() or self.snap["over"]:
                return
            self.onward()
        raise AssertionError(f"it never came to that: {self.snap['now']}")

    def onward(self) -> None:
        """Give one answer, so that it goes on. Dice show successes."""
        prompts = [prompt for prompt in self.lamp.asked(self.table) if prompt.get("at", "") not in ("menu", "foes")]
        prompt = next((p for p in prompts if p["kind"] == "roll"), prompts[0])
        possible = ids(prompt)
        if prompt["kind"] == "roll":
            values = ["success"] * prompt["most"]
        elif prompt["kind"] == "count":
            values = [str(prompt["least"])]
        elif prompt["rule"] == TURN and "1" in possible:
            values = ["1"]
        else:
            values = ([option for option in ON if option in possible] or possible)[: max(1, prompt["least"])]
        self.lamp.tap(self.table, prompt, *values)


def ids(prompt: Any) -> list[str]:
    """The options that can be taken."""
    return [option["id"] for option in prompt["options"] if option["refused"] is None]


def still(throw: str) -> Path:
    """Return a picture of the throw at rest."""
    label = json.loads((DICE / throw / "label.json").read_text())
    return DICE / throw / f"frame_{label['settled_frame']:03}.jpg"
