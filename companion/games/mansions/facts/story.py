"""Facts of a running scenario and how each changes the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.mansions.content import Item
from companion.games.mansions.facts.cards_and_figures import with_possession
from companion.games.mansions.facts.rounds import RoundFact, apply_round
from companion.games.mansions.facts.space_tokens import laid, lifted
from companion.games.mansions.state import Monster, Shown, State, Story, Waiting, story_of
from companion.schema import Seat, Words

LINES_KEPT = 12  # of a pool: these lines do not come again


@dataclass(frozen=True, slots=True)
class VariablesSet:
    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class PiecesPlaced:
    """Tiles, tokens and other pieces come to the table."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PiecesRemoved:
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventQueued:
    """An event that runs before those that wait already."""

    event: str
    seat: Seat = ""
    tapped: bool = False
    wished: bool = False  # by a tap of a player


@dataclass(frozen=True, slots=True)
class EventRun:
    """The next event leaves the stack."""

    event: str


@dataclass(frozen=True, slots=True)
class EventsDropped:
    """A runaway scenario: all waiting events are dropped."""


@dataclass(frozen=True, slots=True)
class EventShown:
    shown: Shown


@dataclass(frozen=True, slots=True)
class EventLeft:
    """A button was taken. `label` is its text, "" = no text was shown."""

    event: str
    label: Words = ""


@dataclass(frozen=True, slots=True)
class InvestigatorsPicked:
    """The seats that an event means; later texts name them."""

    event: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class QuotaCounted:
    """Successes counted so far; 0 = reached, counting starts again."""

    event: str
    total: int


@dataclass(frozen=True, slots=True)
class ItemsChosen:
    """The card of each scenario item: (QItem, card id)."""

    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ItemFound:
    """An item is on the table until a player takes it."""

    item: str
    seat: Seat = ""  # who found it


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """An item is taken. `seat` "" = it belongs to all. `card` holds its rules."""

    item: str
    seat: Seat
    card: Item


@dataclass(frozen=True, slots=True)
class ItemLost:
    """The scenario takes an item from its owner."""

    item: str
    title: str  # name of its card


@dataclass(frozen=True, slots=True)
class MonsterCame:
    monster: Monster
    rests: bool = False  # does not activate this round


@dataclass(frozen=True, slots=True)
class MonsterLeft:
    """A monster is taken off the map."""

    monster: str


@dataclass(frozen=True, slots=True)
class LineDrawn:
    """A shipped line came; it does not come again for a while."""

    pool: str
    line: str


@dataclass(frozen=True, slots=True)
class StoryEnded:
    event: str  # "" = players closed the scenario
    sentence: Words


StoryFact: TypeAlias = (
    VariablesSet
    | PiecesPlaced
    | PiecesRemoved
    | EventQueued
    | EventRun
    | EventsDropped
    | EventShown
    | EventLeft
    | InvestigatorsPicked
    | QuotaCounted
    | ItemsChosen
    | ItemFound
    | ItemTaken
    | ItemLost
    | MonsterCame
    | MonsterLeft
    | LineDrawn
    | StoryEnded
    | RoundFact
)


def apply_story(s: State, fact: StoryFact) -> State:
    """Return the state after a fact of the scenario. Raises ValueError without one."""
    if isinstance(fact, RoundFact):
        return apply_round(s, fact)
    story = story_of(s)
    match fact:
        case ItemTaken() | ItemLost():
            return _possessed(s, story, fact)
        case EventQueued(event, seat, tapped, wished):
            unseen = 0 if tapped or wished else story.unseen
            queued = replace(story, stack=(*story.stack, Waiting(event, seat, tapped)), unseen=unseen)
            return replace(s, last=None if tapped else s.last, story=queued)  # a tap begins something else
        case PiecesPlaced(names):
            there = frozenset(story.board)
            new = tuple(name for name in names if name not in there)
            placed = replace(story, board=story.board + new, fresh=story.fresh + new)
            return replace(laid(s, story.scenario, names), story=placed)
        case PiecesRemoved(names):
            left = replace(story, board=_without(story.board, names), fresh=_without(story.fresh, names))
            return replace(lifted(s, story.scenario, names), story=left)
        case MonsterCame(monster, rests):
            resting = (*story.resting, monster.name) if rests else story.resting
            return replace(s.with_monster(monster), story=replace(story, resting=resting))
        case MonsterLeft(name):
            return s.without_monster(name)
        case _:
            return replace(s, story=_apply(story, fact))


StoryOnly: TypeAlias = (
    VariablesSet
    | EventRun
    | EventsDropped
    | EventShown
    | EventLeft
    | InvestigatorsPicked
    | QuotaCounted
    | ItemsChosen
    | ItemFound
    | LineDrawn
    | StoryEnded
)


def _apply(story: Story, fact: StoryOnly) -> Story:
    match fact:
        case VariablesSet(values):
            return replace(story, variables=MappingProxyType({**story.variables, **dict(values)}))
        case EventRun(event):
            picked = {name: seats for name, seats in story.picked.items() if name != event}
            unseen = story.unseen + 1
            return replace(story, stack=story.stack[:-1], picked=MappingProxyType(picked), unseen=unseen)
        case EventsDropped():
            return replace(story, stack=(), unseen=0)
        case EventShown(shown):
            return replace(story, shown=shown, unseen=0)
        case EventLeft():
            return replace(story, shown=None, fresh=())
        case InvestigatorsPicked(event, seats):
            return replace(story, picked=MappingProxyType({**story.picked, event: seats}))
        case QuotaCounted(event, total):
            return replace(story, quotas=MappingProxyType({**story.quotas, event: total}))
        case ItemsChosen(cards):
            return replace(story, matched=True, items=MappingProxyType({**story.items, **dict(cards)}))
        case ItemFound(item, seat):
            return replace(story, held=(*story.held, item), handed=(*story.handed, (item, seat)))
        case LineDrawn(pool, line):
            kept = (*story.recent.get(pool, ()), line)[-LINES_KEPT:]
            return replace(story, recent=MappingProxyType({**story.recent, pool: kept}))
        case StoryEnded(event, sentence):
            return replace(story, ending=event, ended=sentence)
    assert_never(fact)


def _possessed(s: State, story: Story, fact: ItemTaken | ItemLost) -> State:
    match fact:
        case ItemTaken(item, seat, card):
            handed = tuple(one for one in story.handed if one[0] != item)
            known = MappingProxyType({**s.items, card.name: card})
            taken = replace(s, items=known, story=replace(story, handed=handed))
            if not seat:
                return taken
            return taken.with_seat(seat, with_possession(taken.seats[seat], card.name))
        case ItemLost(item, title):
            handed = tuple(one for one in story.handed if one[0] != item)
            left = replace(s, story=replace(story, held=_without(story.held, (item,)), handed=handed))
            owner = next((seat for seat, who in s.seats.items() if title in who.possessions), None)
            if owner is None:
                return left
            return left.with_seat(
                owner, replace(s.seats[owner], possessions=_without(s.seats[owner].possessions, (title,)))
            )
    assert_never(fact)


def _without(names: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)
