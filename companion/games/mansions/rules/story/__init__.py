"""The story: texts, effects, and the stack of events."""

from __future__ import annotations

from companion.games.mansions.rules.story.effects import carry_out, inspected
from companion.games.mansions.rules.story.event_stack import (
    FIRE,
    PERIL_POOL,
    find,
    holds,
    possible,
    possible_perils,
    press,
    queue,
    successors,
    trigger,
    value,
)
from companion.games.mansions.rules.story.event_tests import DueTest, announced, decided_by, skill_test_due
from companion.games.mansions.rules.story.placement import START
from companion.games.mansions.rules.story.puzzle_visit import part_of, puzzle_title
from companion.games.mansions.rules.story.texts import (
    component_title,
    place_option,
    place_title,
    plain,
    title_of,
    words,
)

__all__ = [
    "FIRE",
    "PERIL_POOL",
    "START",
    "DueTest",
    "announced",
    "carry_out",
    "component_title",
    "decided_by",
    "find",
    "holds",
    "inspected",
    "part_of",
    "place_option",
    "place_title",
    "plain",
    "possible",
    "possible_perils",
    "press",
    "puzzle_title",
    "queue",
    "skill_test_due",
    "successors",
    "title_of",
    "trigger",
    "value",
    "words",
]
