"""What the log says of a fact of the scenario; empty where the screen says it."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from companion.games.mansions.facts import rounds as r
from companion.games.mansions.facts import story as f
from companion.games.mansions.rules.story import START, component_title, find, plain, words
from companion.games.mansions.state import Shown, State

PHASES = {
    "fire": "The mythos phase begins.",
    "mythos": "",
    "monsters": "The monsters activate.",
    "horror": "Horror checks.",
    "end": "The round ends.",
    "investigator": "",
}
PLACED = 4  # things that are named one by one


def tell_story(s: State, fact: f.StoryFact) -> str:
    """One sentence, given the state after the fact; the same for every seat."""
    match fact:
        case f.PiecesPlaced(names):
            return _several(s, "Placed", names)
        case f.PiecesRemoved(names):
            return _several(s, "Taken away", names)
        case f.EventShown(shown):
            return _read_aloud(s, shown) if not shown.tested and shown.which is None else ""
        case f.EventLeft(_, label):
            return f"{label}." if label not in ("", "Continue") else ""
        case f.InvestigatorsPicked(_, seats):
            return f"Picked: {', '.join(s.seats[seat].name for seat in seats) or 'nobody'}."
        case f.QuotaCounted(_, total):
            return f"Counted so far: {total}." if total else ""
        case f.EventsDropped():
            return "The scenario ran in a circle: what waited there is dropped."
        case f.StoryEnded(_, sentence):
            return sentence
        case f.ItemFound() | f.ItemTaken() | f.ItemLost():
            return _item(s, fact)
        case f.MonsterCame() | f.MonsterLeft() | r.MonsterActivated():
            return _monster(fact)
        case r.TurnBegan() | r.TurnEnded() | r.HorrorChecked() | r.EliminationReported():
            return _people(s, fact)
        case r.PhaseBegan(phase):
            return PHASES[phase]
        case r.RoundBegan(number):
            return f"Round {number} begins."
        case f.VariablesSet() | f.EventQueued() | f.EventRun() | f.ItemsChosen() | f.LineDrawn() | r.DefeatTold():
            return ""
    assert_never(fact)


def _several(s: State, verb: str, names: tuple[str, ...]) -> str:
    """What is laid down or taken off the table; not what lies over the map, nor the place where people begin."""
    often = Counter(component_title(s, name) for name in names if _is_a_thing(s, name))
    if not often:
        return ""
    titles = [f"{number} × {title}" if number > 1 else title for title, number in often.items()]
    more = f" and {len(titles) - PLACED} more" if len(titles) > PLACED else ""
    return f"{verb}: {', '.join(titles[:PLACED])}{more}."


def _is_a_thing(s: State, name: str) -> bool:
    one = s.story.component(name) if s.story else None
    return one is None or (one.kind != "ui" and getattr(one.part, "type", "") != START)


def _read_aloud(s: State, shown: Shown) -> str:
    """The first words of what is shown, with the names that stand on the screen."""
    one = find(s, shown.event)
    text = plain(words(s, one.text, shown)) if one else ""
    return text if len(text) <= 120 else f"{text[:117]}…"


def _item(s: State, fact: f.ItemFound | f.ItemTaken | f.ItemLost) -> str:
    match fact:
        case f.ItemFound(item):
            return f"Found: {component_title(s, item)}."
        case f.ItemTaken(_, seat, card):
            return f"{s.seats[seat].name} takes {card.name}." if seat else f"{card.name} stays on the table."
        case f.ItemLost(_, title):
            return f"Lost: {title}."
    assert_never(fact)


def _monster(fact: f.MonsterCame | f.MonsterLeft | r.MonsterActivated) -> str:
    match fact:
        case f.MonsterCame(monster):
            return f"{monster.name} comes, health {monster.health}."
        case f.MonsterLeft(monster):
            return f"{monster} leaves the map."
        case r.MonsterActivated():
            return ""
    assert_never(fact)


def _people(s: State, fact: r.TurnBegan | r.TurnEnded | r.HorrorChecked | r.EliminationReported) -> str:
    match fact:
        case r.TurnBegan(seat):
            return f"{s.seats[seat].name}'s turn."
        case r.TurnEnded(seat):
            return f"{s.seats[seat].name}'s turn is over."
        case r.HorrorChecked():
            return ""
        case r.EliminationReported(seats):
            names = ", ".join(s.seats[seat].name for seat in seats)
            return f"The elimination of {names} takes effect."
    assert_never(fact)
