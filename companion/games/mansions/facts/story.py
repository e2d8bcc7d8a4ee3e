"""The facts of a scenario under way, and what each does to the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.mansions.content.item_cards import Item
from companion.games.mansions.facts.space_tokens import laid, lifted
from companion.games.mansions.scenario_state import Phase, Shown, Story, Waiting
from companion.games.mansions.state import Monster, State, story_of
from companion.schema.prompt import Seat

REPORTED = "#eliminatedcomplete"  # a variable that scenarios read
LINES_KEPT = 12  # of a pool: none of these comes again so soon


@dataclass(frozen=True, slots=True)
class VariablesSet:
    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class PiecesPlaced:
    """Tiles, tokens and what else the people lay down now."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PiecesRemoved:
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventQueued:
    """It runs before what waits already."""

    event: str
    seat: Seat = ""
    tapped: bool = False
    wished: bool = False  # by the people, who touched something


@dataclass(frozen=True, slots=True)
class EventRun:
    """It waits no more."""

    event: str


@dataclass(frozen=True, slots=True)
class EventsDropped:
    """The scenario ran in a circle: nothing waits any more."""


@dataclass(frozen=True, slots=True)
class EventShown:
    shown: Shown


@dataclass(frozen=True, slots=True)
class EventLeft:
    """A button was taken; `label` as it was read, "" = nothing was shown."""

    event: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class InvestigatorsPicked:
    """Whom an event means; later texts name them."""

    event: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class QuotaCounted:
    """So many successes in all; 0 = reached, it begins again."""

    event: str
    total: int


@dataclass(frozen=True, slots=True)
class ItemsChosen:
    """Which card each item of the scenario is: (QItem, id of the card)."""

    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ItemFound:
    """It lies on the table until somebody takes it."""

    item: str
    seat: Seat = ""  # who found it


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """`seat` "" = it stays with all. `card`: what the rules know of it."""

    item: str
    seat: Seat
    card: Item


@dataclass(frozen=True, slots=True)
class ItemLost:
    """By the story: nobody has it any more."""

    item: str
    title: str


@dataclass(frozen=True, slots=True)
class MonsterCame:
    monster: Monster
    rests: bool = False  # it does not activate this round


@dataclass(frozen=True, slots=True)
class MonsterLeft:
    """It is taken off the map."""

    monster: str


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody has two actions again."""

    number: int


@dataclass(frozen=True, slots=True)
class MonsterActivated:
    monster: str


@dataclass(frozen=True, slots=True)
class HorrorChecked:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DefeatTold:
    """What waits for the defeat of this monster was queued."""

    monster: tuple[str, str]  # kind, spawn


@dataclass(frozen=True, slots=True)
class EliminationReported:
    """MOM-ELIM-4."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LineDrawn:
    """A text of ours came; it does not come again for a while."""

    pool: str
    line: str


@dataclass(frozen=True, slots=True)
class StoryEnded:
    event: str  # "" = the people closed it
    sentence: str


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
    | TurnBegan
    | TurnEnded
    | PhaseBegan
    | RoundBegan
    | MonsterActivated
    | HorrorChecked
    | DefeatTold
    | EliminationReported
    | LineDrawn
    | StoryEnded
)


def apply_story(s: State, fact: StoryFact) -> State:
    """The state after a fact of the scenario. Raises ValueError where no scenario is under way."""
    story = story_of(s)
    match fact:
        case ItemTaken() | ItemLost():
            return _possessed(s, story, fact)
        case EventQueued(tapped=True) | TurnEnded():  # something else begins
            return replace(s, last=None, story=_apply(story, fact))
        case PiecesPlaced(names):
            return replace(laid(s, story.scenario, names), story=_apply(story, fact))
        case PiecesRemoved(names):
            return replace(lifted(s, story.scenario, names), story=_apply(story, fact))
        case MonsterCame(monster, rests):
            resting = (*story.resting, monster.name) if rests else story.resting
            return replace(s.let(monster), story=replace(story, resting=resting))
        case MonsterLeft(name):
            return _gone(s, story, name)
        case TurnBegan(seat):
            return replace(s, story=replace(story, active=seat, unseen=0), last=None)
        case RoundBegan(number):
            return _new_round(s, story, number)
        case PhaseBegan(phase):
            return replace(s, phase=phase, story=_phase(s, story, phase))
        case _:
            return replace(s, story=_apply(story, fact))


Inner: TypeAlias = (
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
    | TurnEnded
    | MonsterActivated
    | HorrorChecked
    | DefeatTold
    | EliminationReported
    | LineDrawn
    | StoryEnded
)


def _apply(story: Story, fact: Inner) -> Story:
    match fact:
        case VariablesSet(values):
            return replace(story, variables=MappingProxyType({**story.variables, **dict(values)}))
        case PiecesPlaced(names):
            new = tuple(name for name in names if name not in story.board)
            return replace(story, board=story.board + new, fresh=story.fresh + new)
        case PiecesRemoved(names):
            board, fresh = _without(story.board, names), _without(story.fresh, names)
            return replace(story, board=board, fresh=fresh)
        case EventQueued(event, seat, tapped, wished):
            unseen = 0 if tapped or wished else story.unseen
            return replace(story, stack=(*story.stack, Waiting(event, seat, tapped)), unseen=unseen)
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
        case TurnEnded(seat):
            return replace(story, active="", had_turn=(*story.had_turn, seat))
        case MonsterActivated(monster):
            return replace(story, to_activate=_without(story.to_activate, (monster,)))
        case HorrorChecked(seat):
            return replace(story, to_check=_without(story.to_check, (seat,)))
        case DefeatTold(monster):
            place = story.defeated.index(monster)  # two may be defeated at once
            return replace(story, defeated=story.defeated[:place] + story.defeated[place + 1 :])
        case EliminationReported():
            return replace(story, variables=MappingProxyType({**story.variables, REPORTED: 1.0}))
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
            who = taken.seats[seat]
            return taken.sit(seat, replace(who, possessions=(*who.possessions, card.name)))
        case ItemLost(item, title):
            handed = tuple(one for one in story.handed if one[0] != item)
            left = replace(s, story=replace(story, held=_without(story.held, (item,)), handed=handed))
            return _nobody_has(left, title)
    assert_never(fact)


def _nobody_has(s: State, title: str) -> State:
    for seat, who in s.seats.items():
        if title in who.possessions:
            return s.sit(seat, replace(who, possessions=_without(who.possessions, (title,))))
    return s


def _gone(s: State, story: Story, name: str) -> State:
    others = MappingProxyType({key: monster for key, monster in s.monsters.items() if key != name})
    return replace(s, monsters=others, story=story.without(name))


def _phase(s: State, story: Story, phase: Phase) -> Story:
    """Who is waited for in it."""
    standing = s.standing
    begun = replace(story, phase=phase, unseen=0)
    match phase:
        case "fire":
            return replace(begun, active="")
        case "monsters":
            return replace(begun, to_activate=_without(tuple(s.monsters), story.resting))
        case "horror":
            return replace(begun, to_check=standing if s.monsters else ())
        case _:
            return begun


def _new_round(s: State, story: Story, number: int) -> State:
    """MOM-X-TURN-1; what was left of Extinguish and of a move is gone (MOM-EXTINGUISH-3)."""
    fresh = {
        seat: replace(who, actions=2, steps_left=0, extinguish_left=0, evaded=False) for seat, who in s.seats.items()
    }
    begun = replace(story, round=number, phase="investigator", active="", had_turn=(), resting=())
    return replace(s, seats=MappingProxyType(fresh), phase="investigator", story=begun)


def _without(names: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)
