"""What one seat sees: the round, what is shown, the map, the monsters, the seats. Backs of cards are told to nobody but their owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.games.mansions.content import SKILLS, Component, meaning
from companion.games.mansions.rules.story import find, part_of, plain, puzzle_title, title_of, words
from companion.games.mansions.state import Investigator, State, Story
from companion.games.mansions.views.map import board, overlay
from companion.games.mansions.views.monsters import foes
from companion.games.mansions.views.puzzle import drawn
from companion.games.mansions.views.skill_test import test_blocks
from companion.schema import Block, Card, Cards, Count, Counters, Heading, Seat, Step, Steps, View
from companion.schema import Story as Told

PHASES = (
    ("investigator", "Investigators"),
    ("fire", "Fire"),
    ("mythos", "Mythos"),
    ("monsters", "Monsters"),
    ("horror", "Horror"),
)
RULES = {
    "investigator": "MOM-X-TURN-1",
    "fire": "MOM-FIRE-7",
    "mythos": "MOM-X-PHASE-1",
    "monsters": "MOM-X-PHASE-1",
    "horror": "MOM-HORROR-1",
}
"""The clauses of the phases."""
INSANE_BACK = "insane back"
OPEN_TEXT = "The story goes on."


def view(s: State, seat: Seat) -> View:
    """The round and its phase, the test now with its chances, the story, the map, the monsters, the seats."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """What may be for this seat alone: which Insane condition it has."""
    return (_possessions(s, seat, s.seats[seat], mine=True),) if seat in s.seats else ()


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    yield from _phases(s)
    yield from test_blocks(s)
    if s.story is not None:
        yield from _story(s, s.story)
        yield from _map(s)
    for other, who in s.seats.items():
        yield _counters(other, who)
        yield _possessions(s, other, who, mine=other == seat)


def _heading(s: State) -> Heading:
    if s.story is None:
        return Heading("Mansions of Madness", "")
    story = s.story
    if story.ended:
        return Heading(story.scenario.title, f"Over in round {story.round}")
    whose = f" · {s.seats[story.active].name}'s turn" if story.active else ""
    return Heading(story.scenario.title, f"Round {story.round} · {PHASE_TITLES[story.phase]}{whose}")


def _phases(s: State) -> Iterator[Steps]:
    """Where the round stands."""
    if s.story is None or s.story.ended:
        return
    names = [name for name, _ in PHASES]
    now = names.index(s.story.phase) if s.story.phase in names else len(names)
    steps = (Step(title, _reached(place, now), rule=RULES[name]) for place, (name, title) in enumerate(PHASES))
    yield Steps(f"Round {s.story.round}", tuple(steps))


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def _story(s: State, story: Story) -> Iterator[Block]:
    """What is read aloud, and the puzzle that is open."""
    if story.aloud is not None:
        yield Told(story.aloud.title, words(s, story.aloud.text))
    if story.shown is not None and (one := find(s, story.shown.event)) is not None:
        yield Told(_title(s, one), words(s, one.text, story.shown) or _unsaid(s, one), _picture(story, one))
    elif story.ended:
        one = story.component(story.ending)
        yield Told("The end", words(s, one.text) if one is not None else story.ended)
    if story.open_puzzle:
        yield _puzzle(s, story, story.open_puzzle)


def _puzzle(s: State, story: Story, name: str) -> Block:
    one = story.component(name)
    picture = story.scenario.pictures.get(part_of(story, name).picture, "")
    return drawn(story.puzzles[name], puzzle_title(story, name), picture, words(s, one.text) if one else "")


def _title(s: State, one: Component) -> str:
    story = s.story
    if one.kind in ("token", "spawn", "item") and story is not None:
        return plain(title_of(story, one))
    return plain(words(s, one.title))


def _unsaid(s: State, one: Component) -> str:
    """For a monster that comes without a word of the scenario."""
    if one.kind != "spawn" or s.story is None:
        return OPEN_TEXT if one.kind == "event" else ""
    return f"{title_of(s.story, one)}: put it on the map."


def _picture(story: Story, one: Component) -> str:
    file = getattr(one.part, "picture", "")
    return story.scenario.pictures.get(file, "")


def _map(s: State) -> Iterator[Block]:
    """The map is there from the first page on: an empty one says to the page that a map will come."""
    yield board(s)
    over = overlay(s)
    if over is not None:
        yield over
    if s.monsters:
        yield foes(s)


PHASE_TITLES = {"end": "End of the round", **{name: f"{title} phase" for name, title in PHASES}}


def _counters(seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Clues", who.clues, icon="clue"),
        Count("Damage", who.damage.total, who.health, "damage"),
        Count("Horror", who.horror.total, who.sanity, "horror"),
    )
    return Counters(who.name, items, seat)


def _possessions(s: State, seat: Seat, who: Investigator, *, mine: bool) -> Cards:
    """What lies before an investigator; the back of an Insane condition is its owner's alone. MOM-INSANE-4."""
    cards = tuple(Card(name, name, _note(s, name)) for name in who.possessions)
    conditions = (Card(name, name, meaning(name) or "condition") for name in who.conditions)
    back = (Card(INSANE_BACK, who.insane, "the back of your Insane condition"),) if mine and who.insane else ()
    return Cards(f"Before {who.name}", (_skills(who), *cards, *conditions, *back), seat)


def _skills(who: Investigator) -> Card:
    """As in "strength 3 · agility 4": whoever has no card of theirs looks it up here."""
    return Card("skills", "Skills", " · ".join(f"{skill} {who.skills.get(skill, 0)}" for skill in SKILLS))


def _note(s: State, name: str) -> str:
    item = s.items.get(name)
    if item is None:
        return ""
    arm = f"{item.weapon}, {item.damage} damage" if item.weapon and item.damage else ""
    light = "" if item.text else "light source" if item.light_source else ""
    return " · ".join(part for part in (arm, item.text, light) if part)


def where(s: State) -> str:
    """The round and its phase."""
    if s.story is None:
        return ""
    if s.story.ended:
        return f"Over in round {s.story.round}"
    return f"Round {s.story.round} · {PHASE_TITLES[s.story.phase]}"


def round_of(s: State) -> int | None:
    """Return the number of the round; None before the story begins and after it has ended."""
    return s.story.round if s.story is not None and not s.story.ended else None
