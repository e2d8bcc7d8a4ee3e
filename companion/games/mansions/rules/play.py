"""The course of a scenario, one procedure after the other: what is shown, what waits, and else the next step of the round."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.mansions.facts import G
from companion.games.mansions.rules import dialogs, phases
from companion.games.mansions.rules.story import effects, event_stack, puzzle_visit
from companion.games.mansions.state import State, story_of


def play(g: G) -> Rule[None]:
    """From a rest to the next."""
    story = story_of(g.state)
    if not story.matched:
        yield from effects.choose_cards(g)
    elif story.shown is not None:
        yield from dialogs.dialog(g)
    elif story.open_puzzle:
        yield from puzzle(g, story.open_puzzle)
    elif story.defeated:
        yield from phases.defeat(g)
    elif story.handed:
        yield from effects.hand_out(g)
    elif story.stack and event_stack.circles(g.state):
        yield from event_stack.drop(g)
    elif story.stack:
        yield from event_stack.run_next(g)
    else:
        yield from phases.phase(g)


def puzzle(g: G, name: str) -> Rule[None]:
    """One step of it; when it is solved, its first button is what happens."""
    seat = story_of(g.state).puzzles[name].seat
    yield from puzzle_visit.procedure(g)
    one = event_stack.find(g.state, name)
    if name not in story_of(g.state).puzzles and one is not None:
        yield from event_stack.press(g, one, 0, seat, "")


def over(s: State) -> str:
    """Empty, or the sentence with which it ended."""
    return s.story.ended if s.story else ""
