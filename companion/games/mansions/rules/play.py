"""Order of play: which step comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import Rule, done
from companion.games.mansions.facts import DefeatTold, G
from companion.games.mansions.rules import dialogs, investigator_phase, mythos_phase
from companion.games.mansions.rules.story import (
    choose_cards,
    drop_circle,
    find_component,
    hand_out,
    press,
    run_next,
    runs_in_circle,
    trigger,
    visit_puzzle,
)
from companion.games.mansions.state import State, story_of
from companion.schema import Words

PHASES: Mapping[str, Callable[[G], Rule[None]]] = {
    "investigator": investigator_phase.investigators,
    "fire": mythos_phase.fire,
    "mythos": mythos_phase.mythos,
    "monsters": mythos_phase.monsters,
    "horror": mythos_phase.horror,
    "end": mythos_phase.end,
}


def play(g: G) -> Rule[None]:
    """Play from one rest to the next."""
    story = story_of(g.state)
    if not story.matched:
        yield from choose_cards(g)
    elif story.shown is not None:
        yield from dialogs.dialog(g)
    elif story.open_puzzle:
        yield from puzzle(g, story.open_puzzle)
    elif story.defeated:
        yield from tell_of_defeat(g)
    elif story.handed:
        yield from hand_out(g)
    elif story.stack and runs_in_circle(g.state):
        yield from drop_circle(g)
    elif story.stack:
        yield from run_next(g)
    else:
        yield from phase(g)


def phase(g: G) -> Rule[None]:
    yield from PHASES[story_of(g.state).phase](g)


def puzzle(g: G, name: str) -> Rule[None]:
    """Run one step of a puzzle. Once solved, take its first button."""
    seat = story_of(g.state).puzzles[name].seat
    yield from visit_puzzle(g)
    component = find_component(g.state, name)
    if name not in story_of(g.state).puzzles and component is not None:
        yield from press(g, component, 0, seat, "")


def tell_of_defeat(g: G) -> Rule[None]:
    kind, spawn = story_of(g.state).defeated[0]
    g.emit(DefeatTold((kind, spawn)))
    trigger(g, f"Defeated{spawn}")
    trigger(g, f"Defeated{kind}")
    yield from done()


def over(s: State) -> Words:
    return s.story.ended if s.story else ""
