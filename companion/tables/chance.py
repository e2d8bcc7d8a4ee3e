"""Chance without dice: "roll for me", and the seat "house" of games whose app rolls in secret. Always logged as virtual."""

from __future__ import annotations

from random import Random

from companion.wire.prompt import Faces, Prompt, Refused

SOURCE = "virtual"


def throw(prompt: Prompt, random: Random) -> Faces:
    """Values for a prompt that chance can answer; raises Refused where only a person can."""
    possible = tuple(option.id for option in prompt.options if option.refused is None)
    if prompt.kind == "roll":
        sides = prompt.sides or possible
        rolled = random.choices(sides, k=prompt.most - len(prompt.locked))
        return prompt.locked + tuple(rolled)
    if prompt.kind == "draw":
        return tuple(random.sample(possible, prompt.most))
    if prompt.seat == "house" and prompt.kind == "choose":
        return tuple(random.sample(possible, prompt.least))
    raise Refused("NOT_BY_CHANCE", f"{prompt.title}: this cannot be left to chance.")
