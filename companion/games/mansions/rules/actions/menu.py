"""What an investigator may do in their turn: one card with a button for each action, and for the end of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.play import Rule, choose
from companion.games.mansions.content.terms import SKILLS, some
from companion.games.mansions.facts.events import G
from companion.games.mansions.facts.story import TurnEnded
from companion.games.mansions.rules.actions import action_prompts, attacks, trade
from companion.games.mansions.rules.actions.basic_actions import no_action_left
from companion.games.mansions.rules.actions.destinations import barred, things_here
from companion.games.mansions.rules.map.positions import NOT_NOW, STAY, companions
from companion.games.mansions.rules.map.spaces import light_sources
from companion.games.mansions.rules.options import Way
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.state import State, Task, exact
from companion.schema.prompt import Faces, Option, Refusal, Seat

MOST_NEEDED = 5
END, GO = "end", "go"


@dataclass(frozen=True, slots=True)
class Action:
    """One button. `refuse` is None, or the sentence for the grey button."""

    name: str
    title: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]


def ways(s: State) -> tuple[Way, ...]:
    """The card of whose turn it is. MOM-X-TURN-1."""
    story = s.story
    if story is None or story.phase != "investigator" or story.active not in s.seats:
        return ()
    seat = story.active
    options = sorted(menu(s, seat), key=lambda option: option.refused is not None)  # what is possible stands first
    prompt = choose(seat, headline(s, seat), [*options, _end(s, seat)], rule="MOM-X-TURN-1")

    def take(g: G, values: Faces) -> Rule[None]:
        yield from act(g, seat, values[0])

    return (Way(prompt, take),)


def act(g: G, seat: Seat, name: str) -> Rule[None]:
    """Carry out a button of the card."""
    if name in (END, GO):
        g.emit(TurnEnded(seat))
        return
    action = next(one for one in ACTIONS if one.name == name)
    yield from action.do(g, seat)


def menu(s: State, seat: Seat) -> Iterator[Option]:
    """A button for each action; the rest of a move only where one was interrupted, nothing for who was eliminated."""
    for action in () if s.seats[seat].eliminated else ACTIONS:
        if action.name != "finish" or s.seats[seat].steps_left:
            yield Option(action.name, action.title, action.refuse(s, seat))


def headline(s: State, seat: Seat) -> str:
    """As in "Ann: 1 action left and 1 space to go; Fire burns here"."""
    who = s.seats[seat]
    counted = s.story is None or s.story.counted_actions
    left = f"{some(who.actions, 'action')} left" if who.actions else "no action left"
    rest = f" and {some(who.steps_left, 'space')} to go" if who.steps_left and exact(s) else ""
    notes = "".join(f"; {note}" for note in things_here(s, who.space)) if exact(s) else ""
    return f"{who.name}: {left}{rest}{notes}" if counted else f"{who.name}: what is done?"


def _end(s: State, seat: Seat) -> Option:
    """Golden where nothing else is left."""
    who = s.seats[seat]
    spent = who.eliminated or (no_action_left(s, seat) is not None and not (exact(s) and who.steps_left))
    return Option(GO if spent else END, "End the turn")


def _nobody_else(s: State, seat: Seat) -> Refusal | None:
    if companions(s, seat):
        return None
    return Refusal("NOT_SAME_PLACE", f"No other investigator is in the space of {s.seats[seat].name}.", "MOM-STEAL-1")


def _nobody_to_push(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].space
    if companions(s, seat) or any(m.space == here or not exact(s) for m in s.monsters.values()):
        return None
    return Refusal("NOT_SAME_PLACE", f"Nobody is in the space of {s.seats[seat].name}.", "MOM-PUSH-1")


def _no_monster(s: State, seat: Seat) -> Refusal | None:
    return attacks.nothing_in_reach(s, seat)


def _nothing_to_trade(s: State, seat: Seat) -> Refusal | None:
    lying = s.spaces[s.seats[seat].space].items if s.seats[seat].space in s.spaces else ()
    if companions(s, seat) or lying or s.seats[seat].possessions:
        return None
    return Refusal("NOTHING_TO_TRADE", f"{s.seats[seat].name} has nothing, and nothing lies here.", "MOM-TRADE-1")


def _no_barricade(s: State, seat: Seat) -> Refusal | None:
    if not exact(s) or barred(s, s.seats[seat].space):
        return None
    return Refusal("TOKEN_NOT_REACHABLE", "No barricade stands beside this space.", "MOM-BARRICADE-1")


def _no_fire(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    if s.tokens.fire or not exact(s):
        return None
    return Refusal("NO_FIRE", "Nothing burns.", "MOM-EXTINGUISH-2")


def _no_light(s: State, seat: Seat) -> Refusal | None:
    who = s.seats[seat]
    if light_sources(s) & set(who.possessions) or not exact(s):
        return None
    return Refusal("LIGHT_SOURCE_REQUIRED", f"{who.name} has no Light Source.", "MOM-SETFIRE-1")


def _nothing(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    return None


def _acting(refuse: Callable[[State, Seat], Refusal | None]) -> Callable[[State, Seat], Refusal | None]:
    """The same, of an action that must be left."""
    return lambda s, seat: no_action_left(s, seat) or refuse(s, seat)


def test_a_skill(g: G, seat: Seat) -> Rule[None]:
    """Any test that a card asks for; it costs no action. MOM-X-TEST-1, MOM-X-TEST-2."""
    name, skills = g.state.seats[seat].name, g.state.seats[seat].skills
    options = [Option(skill, f"{skill.capitalize()} {skills.get(skill, 0)}") for skill in SKILLS]
    skill = yield from g.one(choose(seat, f"{name}: test which skill?", [*options, NOT_NOW], rule="MOM-X-TEST-1"))
    if skill == STAY:
        return
    counted = Option("0", "only count the successes")
    numbers = [Option(str(n), f"{some(n, 'success', 'successes')} needed") for n in range(1, MOST_NEEDED + 1)]
    title = f"{name}: {skill}, how many successes are needed?"
    needed = int((yield from g.one(choose(seat, title, (counted, *numbers), rule="MOM-X-TEST-2"))))
    yield from skill_test(g, Task(seat, skill, f"A test of {skill}", needed or None))


ACTIONS: tuple[Action, ...] = (
    Action("finish", "Finish the move", _nothing, action_prompts.finish),
    Action("move", "Move", _acting(_nothing), action_prompts.move),
    Action("attack", "Attack", _acting(_no_monster), attacks.attack_somebody),
    Action("trade", "Trade", _acting(_nothing_to_trade), trade.trade),
    Action("push", "Push", _acting(_nobody_to_push), action_prompts.push),
    Action("steal", "Steal", _acting(_nobody_else), action_prompts.steal),
    Action("barricade", "Barricade", _acting(_no_barricade), action_prompts.barricade),
    Action("extinguish", "Extinguish Fire", _acting(_no_fire), action_prompts.extinguish),
    Action("set_fire", "Set Fire", _acting(_no_light), action_prompts.set_fire),
    Action("card", "Action of a card", _acting(_nothing), action_prompts.card),
    Action("test", "Test a skill (no action)", _nothing, test_a_skill),
)
