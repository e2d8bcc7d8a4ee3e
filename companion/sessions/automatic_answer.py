"""What is read for sure answers, all of it or nothing; what the rule itself refuses of it is asked about."""

from __future__ import annotations

from typing import Any

from companion.schema.prompt import Refused
from companion.schema.reading import Reading
from companion.sessions.matching.candidates import objects_for
from companion.sessions.matching.outcome import WHOSE, AmbiguousReading, MatchedReading
from companion.sessions.table import GameTable


def answer_all(table: GameTable[Any, Any], taken: MatchedReading) -> None:
    """Raises Refused and RuleError, perhaps in the midst of it."""
    for answer in taken.answers:
        table.answer(answer)


def refused(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading, no: Refused) -> AmbiguousReading:
    """Together with what lies there already it cannot be: why, is said where it is asked."""
    last = taken.answers[-1]
    prompt = table.run.prompt(last.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), no.sentence, refused=last.values)


def ask_player(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading) -> AmbiguousReading:
    """It is sure, and nobody was there to take it in when it was: the one it may be of says so."""
    prompt = table.run.prompt(taken.answer.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), WHOSE)
