"""What a seat hears of a fact: one sentence of the log, empty where counters say it."""

from __future__ import annotations

from typing import assert_never

from companion.games.mansions.content.terms import some
from companion.games.mansions.facts import events as e
from companion.games.mansions.facts import investigators as i
from companion.games.mansions.facts.cards_and_figures import TableFact
from companion.games.mansions.facts.puzzles import PuzzleFact
from companion.games.mansions.facts.story import EventShown, ItemFound, MonsterCame, PiecesPlaced, StoryEnded, StoryFact
from companion.games.mansions.rules.story.text_markup import place_title
from companion.games.mansions.rules.titles import sentence
from companion.games.mansions.state import State
from companion.games.mansions.views.cards_log_text import tell_table
from companion.games.mansions.views.puzzle_log_text import tell_puzzle
from companion.games.mansions.views.story_log_text import tell_story
from companion.schema.prompt import Seat


def unread(event: e.Event, _seat: Seat) -> bool:
    """Whether it is the scenario that tells it: nobody at the table has read that before."""
    return isinstance(event, EventShown | PiecesPlaced | ItemFound | MonsterCame | StoryEnded)


def tell(s: State, event: e.Event, seat: Seat) -> str:
    """One sentence for one seat, given the state after the fact."""
    if isinstance(event, StoryFact):
        return tell_story(s, event)
    if isinstance(event, TableFact):
        return tell_table(s, event)
    if isinstance(event, PuzzleFact):
        return tell_puzzle(s, event)
    match event:
        case i.TestAnnounced():  # the roll says it
            return ""
        case i.DiceRolled(task, faces, used):
            by = f"{_name(s, task.seat)} rolls with the {used.lower()}: {', '.join(faces)}."
            return by if used else ""  # the answer's own line says what was rolled
        case i.DiceKept(who, kept):
            return f"{_name(s, who)} keeps {', '.join(kept) or 'no die'}."
        case i.CluesSpent(who, number):
            return f"{_name(s, who)} spends {some(number, 'clue')}."
        case i.CluesGained(who, number):
            return f"{_name(s, who)} gains {some(number, 'clue')}."
        case i.TestResolved(last):
            return sentence(s, last)
        case i.InsaneTaken(who, copy, redrawn):
            if seat != who:  # MOM-INSANE-4
                return f"{_name(s, who)} reads the back of the Insane condition."
            return f"Your Insane condition is {copy}; replaced before: {', '.join(redrawn) or 'none'}."
        case (
            i.CardsSuffered()
            | i.CardResolved()
            | i.CardsFlipped()
            | i.CardDiscarded()
            | i.ConditionGained()
            | i.FacedownDiscarded()
            | i.InvestigatorEliminated()
        ):
            return _harm(s, event)
        case _:
            return _map(s, event)


def _harm(
    s: State,
    event: i.CardsSuffered
    | i.CardResolved
    | i.CardsFlipped
    | i.CardDiscarded
    | i.ConditionGained
    | i.FacedownDiscarded
    | i.InvestigatorEliminated,
) -> str:
    name = _name(s, event.seat)
    match event:
        case i.CardsSuffered(_, injury, number, facing):
            at_once = " What says Resolve Immediately is resolved now." if facing == "up" else ""  # MOM-DMG-4
            return f"{name} takes {some(number, f'{injury} card')}, face{facing}.{at_once}"
        case i.CardResolved(_, card):
            return f"{name} resolves {card}."
        case i.CardsFlipped(_, injury, number):
            at_once = "What says Resolve Immediately is resolved now."  # MOM-DMG-4
            return f"{name} turns {some(number, f'{injury} card')} faceup, taken at random. {at_once}"
        case i.CardDiscarded(_, injury, facing):
            return f"{name} discards one face{facing} {injury} card."
        case i.ConditionGained(_, condition):
            return f"{name} is {condition} now."
        case i.FacedownDiscarded(_, injury):
            return f"{name} discards all facedown {injury} cards."
        case i.InvestigatorEliminated():
            return f"{name} is eliminated."
    assert_never(event)


OnMap = (
    e.ActionSpent
    | e.ActionForfeited
    | e.EvadeResolved
    | e.EvadeOwed
    | e.MoveBegan
    | e.Stepped
    | e.MonsterMoved
    | e.MonsterHurt
    | e.MonsterRolled
    | e.BarricadeMoved
    | e.BarricadeDestroyed
    | e.ExtinguishTested
    | e.FireDiscarded
    | e.FirePlaced
    | e.DarknessPlaced
    | e.PossessionGiven
    | e.PossessionDropped
    | e.PossessionPickedUp
    | e.MythosBegan
)


def _map(s: State, event: OnMap) -> str:
    match event:
        case e.ActionSpent(who, action):
            return f"{_name(s, who)}: {action}."
        case e.ActionForfeited(who, action):
            return f"{_name(s, who)} forfeits the action: {action}."
        case e.EvadeResolved(who, monster):
            return f"{_name(s, who)} has resolved the evade check against {monster}."
        case e.EvadeOwed(who, monster):
            return f"{_name(s, who)} meets {monster} as the story tells it."
        case e.MoveBegan():
            return ""
        case e.Stepped(who, to, _):
            return f"{_name(s, who)} moves to {place_title(s, to)}."
        case e.MonsterMoved(monster, to):
            return f"{monster} moves to {place_title(s, to)}." if to else f"Nobody says where {monster} stands."
        case e.MonsterHurt(monster, number):
            return f"{monster} suffers {number} damage."
        case e.MonsterRolled(monster, faces):
            return f"For {monster}: {', '.join(faces)}."
        case e.BarricadeMoved((a, b), blocking):
            return f"The barricade between {place_title(s, a)} and {place_title(s, b)} {'blocks the way' if blocking else 'is out of the way'}."
        case e.BarricadeDestroyed((a, b)):
            return f"The barricade between {place_title(s, a)} and {place_title(s, b)} is destroyed."
        case e.ExtinguishTested(who, successes):
            return f"{_name(s, who)} may discard Fire this round: {successes}."
        case e.FireDiscarded(_, space):
            return f"The Fire in {place_title(s, space)} is out."
        case e.FirePlaced(space):
            return f"Fire burns in {place_title(s, space)}."
        case e.DarknessPlaced(space):
            return f"Darkness lies in {place_title(s, space)}."
        case e.PossessionGiven(who, to, item):
            return f"{_name(s, who)} gives {item} to {_name(s, to)}."
        case e.PossessionDropped(who, item):
            return f"{_name(s, who)} drops {item}."
        case e.PossessionPickedUp(who, item):
            return f"{_name(s, who)} picks up {item}."
        case e.MythosBegan():
            return "The mythos phase begins."
    assert_never(event)


def _name(s: State, seat: Seat) -> str:
    return s.seats[seat].name
