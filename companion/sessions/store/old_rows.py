"""Complete records from rows of version 0.1.0, which spelled in ids what later rows hold in fields.

No later code takes an id apart. A row of 0.1.0 is known by the lack of these fields, not by `v`: the shape of `data` has only
gained fields, and 0.1.0 reads newer rows as its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.schema.prompt import Answer
from companion.schema.reading import Reading

NEW_FIELD = "part_of"  # of answers and readings
REPEATED = "+"  # 0.1.0: "w1+17" repeats the answer "w1" after the entry 17
REST = "+"  # 0.1.0: "r7+" is the rest of the reading "r7", "r7++" the rest of that
PROMPT = ":"  # 0.1.0: "r7:p41.0" is the answer that the reading "r7" gave to that prompt by itself


def completed_answer(answer: Answer, stored: Mapping[str, Any]) -> Answer:
    """Fill in the fields that 0.1.0 did not write; `stored`: the data of its row, read only where they may be missing."""
    first = _first_id(answer.id)
    completed = replace(
        answer,
        repeats=first if first != answer.id else "",
        part_of=_whole(answer.reading),
        decided=bool(answer.reading) and first != answer.reading and not first.startswith(f"{answer.reading}{PROMPT}"),
    )
    return answer if completed == answer or NEW_FIELD in stored["answer"] else completed


def completed_reading(reading: Reading, stored: Mapping[str, Any]) -> Reading:
    """Fill in the reading of which this one, out of a stored doubt, is the rest; `stored`: its JSON."""
    return reading if NEW_FIELD in stored else replace(reading, part_of=_whole(reading.id))


def _first_id(id: str) -> str:
    """The id without the entries after which the answer was given once more.

    >>> _first_id("w1+17+20"), _first_id("r7+"), _first_id("r7++17")
    ('w1', 'r7+', 'r7+')
    """
    first, mark, seq = id.rpartition(REPEATED)
    return _first_id(first) if mark and seq.isdigit() else id


def _whole(reading: str) -> str:
    """The id of the whole reading; "" where this one is whole."""
    return reading.rstrip(REST) if reading.endswith(REST) else ""
