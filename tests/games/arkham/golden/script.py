"""Golden games of Arkham Horror: scripts as in `tests.games.golden`, with excerpts of the log in their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.arkham import GAME
from companion.games.arkham.state import State
from companion.schema import Faces, Prompt
from tests.games import golden


class Evening(golden.Course):
    """A script that is being played. What an earlier scenario hands on comes before its own choices."""

    def __init__(self, told: golden.Script, carried: Mapping[str, Any] | None = None) -> None:
        super().__init__(GAME, replace(told, choices={**(carried or {}), **told.choices}))
        self.asked = {len(self.table.log): self.table.open}  # entries of the log -> what was open after them

    @property
    def state(self) -> State:
        return self.table.run.state

    def check_log(self) -> None:
        for part, lines in zip(self.script.part, self.told, strict=True):
            rest = iter(lines)
            for sentence in part.log:
                assert any(sentence in line for line in rest), f"{part.what}: nobody said {sentence!r}; {lines}"

    def value(self, place: str) -> Any:
        """Return the value at a place, as "Ann.clues", "porter.location", "stacks.clues" or "doom". Tuples become lists."""
        owner, _, name = place.rpartition(".")
        there: Any = self.state
        if owner:
            people = {who.name: who for who in self.state.seats.values()}
            there = people.get(owner) or self.state.enemies.get(owner) or self.state.locations.get(owner)
            assert there is not None, f"there is nobody and nothing called {owner}"
        came = len(self.state.bag.all) if name == "tokens" else getattr(there, name)
        return list(came) if isinstance(came, tuple) else came

    def _answer(self, prompt: Prompt, values: Faces) -> str:
        code = super()._answer(prompt, values)
        self.asked[len(self.table.log)] = self.table.open
        return code


def script(name: str) -> golden.Script:
    return golden.script("arkham", name)
