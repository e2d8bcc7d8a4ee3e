"""Scenario engine: texts, effects and the stack of events."""

from __future__ import annotations

from companion.games.mansions.rules.story.due_tests import DueTest, find_deciding_button, find_due_task, skill_test_due
from companion.games.mansions.rules.story.effects import carry_out, choose_cards, hand_out
from companion.games.mansions.rules.story.event_stack import (
    PERIL_POOL,
    drop_circle,
    holds,
    is_possible,
    possible_perils,
    press,
    queue,
    run_next,
    successors,
    trigger,
    value,
)
from companion.games.mansions.rules.story.placement import START
from companion.games.mansions.rules.story.puzzle_visit import part_of, puzzle_title, visit_puzzle
from companion.games.mansions.rules.story.silent_chain import runs_in_circle
from companion.games.mansions.rules.story.texts import (
    beginning,
    component_name,
    component_title,
    find_component,
    name_of,
    place_option,
    place_title,
    plain,
    raw_text,
    resolve_text,
    title_of,
    titled_kind,
)
