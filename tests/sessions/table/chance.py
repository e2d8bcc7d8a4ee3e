"""An answer to something that a table asks, by chance."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import check_answer
from companion.schema import Answer, Prompt, Refused
from companion.sessions import GameTable

TRIES = 12


def likely_answer(table: GameTable[Any, Any], id: str, random: Random) -> Answer | None:
    """One that the table takes; None where none of a few tries does."""
    asked = [prompt for prompt in table.open if prompt.at != "menu"] or list(table.open)
    for _ in range(TRIES if asked else 0):
        prompt = random.choice(asked)
        values = any_values(prompt, random)
        try:
            check_answer(prompt, values)
        except Refused:
            continue
        return Answer(id, prompt.id, values, prompt.seat, reading=f"of-{id}" if prompt.of else "", source="vision/c")
    return None


def any_values(prompt: Prompt, random: Random) -> tuple[str, ...]:
    """Return the right number of values, if there are as many; the rule may refuse them."""
    if prompt.kind == "count":
        return (str(random.randint(prompt.least, prompt.most)),)
    ids = [option.id for option in prompt.options if option.refused is None and option.id != "end"]
    if prompt.kind == "write":
        return (random.choice([*ids, "Name"]),)
    if prompt.kind == "roll":
        return prompt.locked + tuple(random.choices(ids, k=prompt.most - len(prompt.locked)))
    least = min(prompt.least, len(ids))
    return tuple(random.sample(ids, random.randint(least, max(least, min(prompt.most, len(ids))))))
