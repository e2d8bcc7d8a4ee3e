"""Sentences of the log: what it says of each fact; empty where the page shows it."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from companion.games.mansions import facts as f
from companion.games.mansions.content import some
from companion.games.mansions.rules.skill_test import sentence
from companion.games.mansions.rules.story import START, component_title, find, place_title, plain, words
from companion.games.mansions.state import Shown, State
from companion.games.mansions.views.puzzle import tell_puzzle
from companion.schema import Seat

PHASES = {
    "fire": "The mythos phase begins.",
    "mythos": "",
    "monsters": "The monsters activate.",
    "horror": "Horror checks.",
    "end": "The round ends.",
    "investigator": "",
}
PLACED = 4  # things that are named one by one


def tell_table(s: State, fact: f.TableFact) -> str:
    """One sentence, the same for every seat; empty where the page shows it."""
    match fact:
        case f.TextRead():
            return ""
        case f.MonsterDefeated(monster):
            return f"{monster} is defeated."
        case f.MonsterSeen(monster, space):
            return f"{monster} stands in {place_title(s, space)}." if space else ""
        case f.DamageHealed(monster, number):
            return f"{monster} has {number} damage less."
        case f.FireRemoved(space):
            return f"The Fire in {place_title(s, space)} is out."
        case f.DarknessRemoved(space):
            return f"The Darkness in {place_title(s, space)} is gone."
        case _:
            return _of_seat(s, s.seats[fact.seat].name, fact)


def _of_seat(s: State, name: str, fact: f.OfSeat) -> str:
    match fact:
        case f.CluesLost(_, number):
            return f"{name} loses {some(number, 'clue')}."
        case f.ItemGained(_, item):
            return f"{name} gains {item}."
        case f.ItemDiscarded(_, item):
            return f"{name} puts {item} back."
        case f.SpellFlipped(_, spell):
            return f"{name} flips {spell} and resolves what stands on its back."
        case f.ConditionDiscarded(_, condition):
            return f"{name} is not {condition} any more."
        case f.ActionsGiven(_, number):
            return f"{name} has {some(abs(number), 'action')} {'more' if number > 0 else 'less'}."
        case f.FigurePlaced(_, space):
            return f"{name} stands in {place_title(s, space)}." if space else ""
        case f.StepsTaken():
            return ""
    assert_never(fact)


def unread(event: f.Event, _seat: Seat) -> bool:
    """Whether it is the scenario that tells it: nobody at the table has read that before."""
    return isinstance(event, f.EventShown | f.PiecesPlaced | f.ItemFound | f.MonsterCame | f.StoryEnded)


def log_sentence(s: State, event: f.Event, seat: Seat) -> str:
    """One sentence for one seat, given the state after the fact."""
    if isinstance(event, f.StoryFact):
        return tell_story(s, event)
    if isinstance(event, f.TableFact):
        return tell_table(s, event)
    if isinstance(event, f.PuzzleFact):
        return tell_puzzle(s, event)
    match event:
        case f.TestAnnounced():  # the roll says it
            return ""
        case f.DiceRolled(task, faces, used):
            by = f"{_name(s, task.seat)} rolls with the {used.lower()}: {', '.join(faces)}."
            return by if used else ""  # the answer's own line says what was rolled
        case f.DiceKept(who, kept):
            return f"{_name(s, who)} keeps {', '.join(kept) or 'no die'}."
        case f.CluesSpent(who, number):
            return f"{_name(s, who)} spends {some(number, 'clue')}."
        case f.CluesGained(who, number):
            return f"{_name(s, who)} gains {some(number, 'clue')}."
        case f.TestResolved(last):
            return sentence(s, last)
        case f.InsaneTaken(who, copy, redrawn):
            if seat != who:  # MOM-INSANE-4
                return f"{_name(s, who)} reads the back of the Insane condition."
            return f"Your Insane condition is {copy}; replaced before: {', '.join(redrawn) or 'none'}."
        case (
            f.CardsSuffered()
            | f.CardResolved()
            | f.CardsFlipped()
            | f.CardDiscarded()
            | f.ConditionGained()
            | f.FacedownDiscarded()
            | f.InvestigatorEliminated()
        ):
            return _harm(s, event)
        case _:
            return _map(s, event)


def _harm(
    s: State,
    event: f.CardsSuffered
    | f.CardResolved
    | f.CardsFlipped
    | f.CardDiscarded
    | f.ConditionGained
    | f.FacedownDiscarded
    | f.InvestigatorEliminated,
) -> str:
    name = _name(s, event.seat)
    match event:
        case f.CardsSuffered(_, injury, number, facing):
            at_once = " What says Resolve Immediately is resolved now." if facing == "up" else ""  # MOM-DMG-4
            return f"{name} takes {some(number, f'{injury} card')}, face{facing}.{at_once}"
        case f.CardResolved(_, card):
            return f"{name} resolves {card}."
        case f.CardsFlipped(_, injury, number):
            at_once = "What says Resolve Immediately is resolved now."  # MOM-DMG-4
            return f"{name} turns {some(number, f'{injury} card')} faceup, taken at random. {at_once}"
        case f.CardDiscarded(_, injury, facing):
            return f"{name} discards one face{facing} {injury} card."
        case f.ConditionGained(_, condition):
            return f"{name} is {condition} now."
        case f.FacedownDiscarded(_, injury):
            return f"{name} discards all facedown {injury} cards."
        case f.InvestigatorEliminated():
            return f"{name} is eliminated."
    assert_never(event)


OnMap = (
    f.ActionSpent
    | f.ActionForfeited
    | f.EvadeResolved
    | f.EvadeOwed
    | f.MoveBegan
    | f.Stepped
    | f.MonsterMoved
    | f.MonsterHurt
    | f.MonsterRolled
    | f.BarricadeMoved
    | f.BarricadeDestroyed
    | f.ExtinguishTested
    | f.FireDiscarded
    | f.FirePlaced
    | f.DarknessPlaced
    | f.PossessionGiven
    | f.PossessionDropped
    | f.PossessionPickedUp
    | f.MythosBegan
)


def _map(s: State, event: OnMap) -> str:
    match event:
        case f.ActionSpent(who, action):
            return f"{_name(s, who)}: {action}."
        case f.ActionForfeited(who, action):
            return f"{_name(s, who)} forfeits the action: {action}."
        case f.EvadeResolved(who, monster):
            return f"{_name(s, who)} has resolved the evade check against {monster}."
        case f.EvadeOwed(who, monster):
            return f"{_name(s, who)} meets {monster} as the story tells it."
        case f.MoveBegan():
            return ""
        case f.Stepped(who, to, _):
            return f"{_name(s, who)} moves to {place_title(s, to)}."
        case f.MonsterMoved(monster, to):
            return f"{monster} moves to {place_title(s, to)}." if to else f"Nobody says where {monster} stands."
        case f.MonsterHurt(monster, number):
            return f"{monster} suffers {number} damage."
        case f.MonsterRolled(monster, faces):
            return f"For {monster}: {', '.join(faces)}."
        case f.BarricadeMoved((a, b), blocking):
            return f"The barricade between {place_title(s, a)} and {place_title(s, b)} {'blocks the way' if blocking else 'is out of the way'}."
        case f.BarricadeDestroyed((a, b)):
            return f"The barricade between {place_title(s, a)} and {place_title(s, b)} is destroyed."
        case f.ExtinguishTested(who, successes):
            return f"{_name(s, who)} may discard Fire this round: {successes}."
        case f.FireDiscarded(_, space):
            return f"The Fire in {place_title(s, space)} is out."
        case f.FirePlaced(space):
            return f"Fire burns in {place_title(s, space)}."
        case f.DarknessPlaced(space):
            return f"Darkness lies in {place_title(s, space)}."
        case f.PossessionGiven(who, to, item):
            return f"{_name(s, who)} gives {item} to {_name(s, to)}."
        case f.PossessionDropped(who, item):
            return f"{_name(s, who)} drops {item}."
        case f.PossessionPickedUp(who, item):
            return f"{_name(s, who)} picks up {item}."
        case f.MythosBegan():
            return "The mythos phase begins."
    assert_never(event)


def _name(s: State, seat: Seat) -> str:
    return s.seats[seat].name


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
        case f.MonsterCame() | f.MonsterLeft() | f.MonsterActivated():
            return _monster(fact)
        case f.TurnBegan() | f.TurnEnded() | f.HorrorChecked() | f.EliminationReported():
            return _people(s, fact)
        case f.PhaseBegan(phase):
            return PHASES[phase]
        case f.RoundBegan(number):
            return f"Round {number} begins."
        case f.VariablesSet() | f.EventQueued() | f.EventRun() | f.ItemsChosen() | f.LineDrawn() | f.DefeatTold():
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


def _monster(fact: f.MonsterCame | f.MonsterLeft | f.MonsterActivated) -> str:
    match fact:
        case f.MonsterCame(monster):
            return f"{monster.name} comes, health {monster.health}."
        case f.MonsterLeft(monster):
            return f"{monster} leaves the map."
        case f.MonsterActivated():
            return ""
    assert_never(fact)


def _people(s: State, fact: f.TurnBegan | f.TurnEnded | f.HorrorChecked | f.EliminationReported) -> str:
    match fact:
        case f.TurnBegan(seat):
            return f"{s.seats[seat].name}'s turn."
        case f.TurnEnded(seat):
            return f"{s.seats[seat].name}'s turn is over."
        case f.HorrorChecked():
            return ""
        case f.EliminationReported(seats):
            names = ", ".join(s.seats[seat].name for seat in seats)
            return f"The elimination of {names} takes effect."
    assert_never(fact)
