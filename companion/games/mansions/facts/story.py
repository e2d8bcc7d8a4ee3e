"""Facts of a running scenario and how each changes the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.mansions.content import Item, TokenPart
from companion.games.mansions.facts.cards_and_figures import with_possession
from companion.games.mansions.facts.rounds import RoundFact, apply_round
from companion.games.mansions.state import Barricade, Monster, Shown, State, Story, Tokens, Waiting, story_of
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
        case VariablesSet(values):
            story = replace(story, variables=MappingProxyType({**story.variables, **dict(values)}))
        case PiecesPlaced(names):
            there = frozenset(story.board)
            new = tuple(name for name in names if name not in there)
            s = replace(s, tokens=_with_parts(s.tokens, _token_parts(story, names)))
            story = replace(story, board=story.board + new, fresh=story.fresh + new)
        case PiecesRemoved(names):
            s = replace(s, tokens=_without_parts(s.tokens, _token_parts(story, names)))
            story = replace(story, board=_without(story.board, names), fresh=_without(story.fresh, names))
        case EventQueued(event, seat, tapped, wished):
            s = replace(s, last=None) if tapped else s  # a tap begins something else
            unseen = 0 if tapped or wished else story.unseen
            story = replace(story, stack=(*story.stack, Waiting(event, seat, tapped)), unseen=unseen)
        case EventRun(event):
            picked = MappingProxyType({name: seats for name, seats in story.picked.items() if name != event})
            story = replace(story, stack=story.stack[:-1], picked=picked, unseen=story.unseen + 1)
        case EventsDropped():
            story = replace(story, stack=(), unseen=0)
        case EventShown(shown):
            story = replace(story, shown=shown, unseen=0)
        case EventLeft():
            story = replace(story, shown=None, fresh=())
        case InvestigatorsPicked(event, seats):
            story = replace(story, picked=MappingProxyType({**story.picked, event: seats}))
        case QuotaCounted(event, total):
            story = replace(story, quotas=MappingProxyType({**story.quotas, event: total}))
        case ItemsChosen(cards):
            story = replace(story, matched=True, items=MappingProxyType({**story.items, **dict(cards)}))
        case ItemFound(item, seat):
            story = replace(story, held=(*story.held, item), handed=(*story.handed, (item, seat)))
        case ItemTaken(item, seat, card):
            s = replace(s, items=MappingProxyType({**s.items, card.name: card}))
            s = s.with_seat(seat, with_possession(s.seats[seat], card.name)) if seat else s
            story = replace(story, handed=tuple(entry for entry in story.handed if entry[0] != item))
        case ItemLost(item, title):
            s = _without_card(s, title)
            handed = tuple(entry for entry in story.handed if entry[0] != item)
            story = replace(story, held=_without(story.held, (item,)), handed=handed)
        case MonsterCame(monster, rests):
            s = s.with_monster(monster)
            story = replace(story, resting=(*story.resting, monster.name)) if rests else story
        case MonsterLeft(name):
            return s.without_monster(name)
        case LineDrawn(pool, line):
            kept = (*story.recent.get(pool, ()), line)[-LINES_KEPT:]
            story = replace(story, recent=MappingProxyType({**story.recent, pool: kept}))
        case StoryEnded(event, sentence):
            story = replace(story, ending=event, ended=sentence)
        case _:
            assert_never(fact)
    return replace(s, story=story)


def _without_card(s: State, title: str) -> State:
    """Take a card from the first investigator that has it, if any."""
    owner = next((seat for seat, who in s.seats.items() if title in who.possessions), None)
    if owner is None:
        return s
    return s.with_seat(owner, replace(s.seats[owner], possessions=_without(s.seats[owner].possessions, (title,))))


def _without(names: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)


# --- tokens of maps with spaces: Darkness, Fire, light, passages and barricades ---------------------------------------

BARRICADE, DARKNESS, FIRE, LIGHT, PASSAGE = "TokenBarricade", "TokenDarkness", "TokenFire", "TokenLight", "TokenSecret"


def _token_parts(story: Story, names: Iterable[str]) -> Iterator[TokenPart]:
    parts = (component.part for name in names if (component := story.component(name)) is not None)
    return (part for part in parts if isinstance(part, TokenPart) and (part.space or part.between))


def _with_parts(tokens: Tokens, parts: Iterable[TokenPart]) -> Tokens:
    for part in parts:
        if part.type.startswith(BARRICADE) and part.between:
            barricade = Barricade(frozenset(part.between), part.space or part.between[0])
            tokens = replace(tokens, barricades=(*tokens.barricades, barricade))
        elif part.type == DARKNESS and part.space not in tokens.darkness:
            tokens = replace(tokens, darkness=(*tokens.darkness, part.space))
        elif part.type == FIRE and part.space not in tokens.fire:
            tokens = replace(tokens, fire=(*tokens.fire, part.space))
        elif part.type == LIGHT:
            tokens = replace(tokens, light_sources=(*tokens.light_sources, part.space))
        elif part.type.startswith(PASSAGE):
            tokens = replace(tokens, passages=(*tokens.passages, *(part.between or (part.space,))))
    return tokens


def _without_parts(tokens: Tokens, parts: Iterable[TokenPart]) -> Tokens:
    for part in parts:
        space, between = (part.space,), frozenset(part.between)
        if part.type.startswith(BARRICADE):
            others = tuple(barrier for barrier in tokens.barricades if barrier.between != between)
            tokens = replace(tokens, barricades=others)
        elif part.type == DARKNESS:
            tokens = replace(tokens, darkness=_without(tokens.darkness, space))
        elif part.type == FIRE:
            tokens = replace(tokens, fire=_without(tokens.fire, space))
        elif part.type == LIGHT:
            tokens = replace(tokens, light_sources=_without(tokens.light_sources, space))
        elif part.type.startswith(PASSAGE):
            tokens = replace(tokens, passages=_without(tokens.passages, part.between or space))
    return tokens
