"""Chance without dice: "roll for me", and the seat "house" of games whose app rolls in secret. Always logged as virtual."""

from __future__ import annotations

from random import Random

from companion.schema.prompt import Answer, Faces, Prompt, Refused
from companion.schema.reading import Reading, SeenObject
from companion.sessions.prompts import question_of

SOURCE = "virtual"


def roll_virtually(prompt: Prompt, random: Random) -> Faces:
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


def reading_of(asked: Prompt, answer: Answer, table: str) -> Reading:
    """What was thrown, as if it lay there."""
    seen = tuple(SeenObject(asked.thing or "choice", value, 1.0) for value in answer.values)
    return Reading(answer.id, table, SOURCE, "virtual", 0, question_of((asked,)), asked.zone, seen)
