"""Sentences of the log, and cues for sound and light."""

from __future__ import annotations

from typing import assert_never

from companion.games.mansions.content import INSANE, some
from companion.games.mansions.facts import (
    EventShown,
    ItemFound,
    MonsterCame,
    PiecesPlaced,
    PuzzleFact,
    StoryEnded,
    StoryFact,
    TableFact,
)
from companion.games.mansions.facts import cards_and_figures as t
from companion.games.mansions.facts import events as e
from companion.games.mansions.facts import investigators as i
from companion.games.mansions.facts import puzzles as p
from companion.games.mansions.facts import rounds as r
from companion.games.mansions.facts import story as f
from companion.games.mansions.rules.skill_test import sentence
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import State
from companion.games.mansions.views.monsters import of_monster
from companion.games.mansions.views.puzzle import tell_puzzle
from companion.games.mansions.views.story_log_text import tell_story
from companion.schema import TABLE, Air, Cue, Seat


def tell_table(s: State, fact: t.TableFact) -> str:
    """One sentence, the same for every seat; empty where the page shows it."""
    match fact:
        case t.TextRead():
            return ""
        case t.MonsterDefeated(monster):
            return f"{monster} is defeated."
        case t.MonsterSeen(monster, space):
            return f"{monster} stands in {place_title(s, space)}." if space else ""
        case t.DamageHealed(monster, number):
            return f"{monster} has {number} damage less."
        case t.FireRemoved(space):
            return f"The Fire in {place_title(s, space)} is out."
        case t.DarknessRemoved(space):
            return f"The Darkness in {place_title(s, space)} is gone."
        case _:
            return _of_seat(s, s.seats[fact.seat].name, fact)


def _of_seat(s: State, name: str, fact: t.OfSeat) -> str:
    match fact:
        case t.CluesLost(_, number):
            return f"{name} loses {some(number, 'clue')}."
        case t.ItemGained(_, item):
            return f"{name} gains {item}."
        case t.ItemDiscarded(_, item):
            return f"{name} puts {item} back."
        case t.SpellFlipped(_, spell):
            return f"{name} flips {spell} and resolves what stands on its back."
        case t.ConditionDiscarded(_, condition):
            return f"{name} is not {condition} any more."
        case t.ActionsGiven(_, number):
            return f"{name} has {some(abs(number), 'action')} {'more' if number > 0 else 'less'}."
        case t.FigurePlaced(_, space):
            return f"{name} stands in {place_title(s, space)}." if space else ""
        case t.StepsTaken():
            return ""
    assert_never(fact)


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


AIRS: dict[str, Air] = {"fire": "tense", "mythos": "dread", "monsters": "dread", "horror": "dread"}
HEARD = ("fire", "monsters", "horror")  # phases whose beginning is told


def cue(s: State, event: e.Event) -> Cue | None:
    """What is staged of a fact, given the state after it; None = nothing."""
    match event:
        case f.MonsterCame(monster):
            return Cue("monster", tell(s, event, TABLE), "bad", drawing=of_monster(monster))
        case r.MonsterActivated(name) if name in s.monsters:
            return Cue("attack", f"{name} activates.", "bad", drawing=of_monster(s.monsters[name]))
        case t.MonsterDefeated():
            return Cue("triumph", tell(s, event, TABLE), "good")
        case i.ConditionGained(seat, condition) if condition in ("Wounded", INSANE):
            return Cue("fall", tell(s, event, TABLE), "bad", seat=seat)
        case i.InvestigatorEliminated(seat):
            return Cue("fall", tell(s, event, TABLE), "bad", seat=seat)
        case p.PuzzleSolved():
            return Cue("clue", tell(s, event, TABLE), "good")
        case r.PhaseBegan(phase) if phase in HEARD:
            return Cue("phase", tell(s, event, TABLE), "bad")
        case e.FirePlaced():
            return Cue("alarm", tell(s, event, TABLE), "bad")
        case f.StoryEnded(_, sentence):
            return Cue("end", sentence)
    return None


def air(s: State) -> Air:
    """How the house feels now: monsters on the map are never calm."""
    phase = s.story.phase if s.story else s.phase
    return AIRS.get(phase, "tense" if s.monsters else "calm")


NEAR = 1  # one more card is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next damage or horror would be as much as this investigator bears. The cards are counted, not read."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.eliminated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken.total <= NEAR for most, taken in harms)
