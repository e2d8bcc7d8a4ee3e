"""What is read for sure answers, all of it or nothing; what the rule itself refuses of it is asked about."""

from __future__ import annotations

from typing import Any

from companion.schema.prompt import Refused
from companion.schema.reading import Reading
from companion.sessions.matching.candidates import objects_for
from companion.sessions.matching.outcome import WHOSE, Doubt, Taken
from companion.sessions.table import Table


def answer_all(table: Table[Any, Any], taken: Taken) -> None:
    """Raises Refused and Stumbled, perhaps in the midst of it."""
    for answer in taken.answers:
        table.answer(answer)


def refused(table: Table[Any, Any], reading: Reading, taken: Taken, no: Refused) -> Doubt:
    """Together with what lies there already it cannot be: why, is said where it is asked."""
    last = taken.answers[-1]
    prompt = table.run.prompt(last.prompt)
    return Doubt(reading, (prompt,), objects_for(prompt, reading), no.sentence, refused=last.values)


def ask(table: Table[Any, Any], reading: Reading, taken: Taken) -> Doubt:
    """It is sure, and nobody was there to take it in when it was: the one it may be of says so."""
    prompt = table.run.prompt(taken.answer.prompt)
    return Doubt(reading, (prompt,), objects_for(prompt, reading), WHOSE)
