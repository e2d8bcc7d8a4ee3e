"""Events and variables of a scenario. Events are queued, run one by one and left by a button. The last queued runs first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fmod, isfinite

from companion.engine import Rule, draw
from companion.games.mansions.content import (
    COMPARED,
    END,
    FIRE,
    FLAG_MARKS,
    Button,
    Compare,
    Component,
    Condition,
    Names,
    Operation,
)
from companion.games.mansions.content import possible as not_lately
from companion.games.mansions.facts import (
    EventLeft,
    EventQueued,
    EventRun,
    EventsDropped,
    EventShown,
    G,
    StoryEnded,
    VariablesSet,
)
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.story import placement
from companion.games.mansions.rules.story.placement import draw_monster
from companion.games.mansions.rules.story.puzzle_visit import begin, draw_seed
from companion.games.mansions.rules.story.texts import component_title, find_component, first_sentence, resolve_text
from companion.games.mansions.state import Shown, State, story_of
from companion.i18n import _
from companion.schema import HOUSE, Option, Seat, Words

RANDOM_PREFIX = "#rand"
MOST_VALUE = 1e12  # limit of the absolute value of a variable
MOST_SIDES = 10_000  # of "#rand"; larger dice are cut


def value(s: State, name: str) -> float:
    """Return the value of a variable or of a number. "inf" and "nan" count as variables."""
    try:
        number = float(name)
    except ValueError:
        return _variable(s, name)
    return _clamp(number) if isfinite(number) else _variable(s, name)


def _variable(s: State, name: str) -> float:
    """Return the value of a variable. Scenarios read those of the table, "#round", and never set them."""
    story = s.story
    if story is None or not name.startswith("#"):
        return story.variables.get(name, 0.0) if story is not None else 0.0
    match name:
        case "#fire":  # an alias
            return story.variables.get(FIRE, 0.0)
        case "#round":
            return float(story.round)
        case "#heroes":
            return float(len(s.seats))
        case "#monsters":
            return float(len(s.monsters))
        case "#eliminated":
            return float(any(who.eliminated for who in s.seats.values()))
        case "#eliminatedprev" | "#eliminatedcomplete":
            return story.variables.get(name, 0.0)
    return float(name[1:] in story.boxes or name == "#MoMBase")


def holds(s: State, condition: Condition) -> bool:
    """Evaluate a condition strictly from left to right, without precedence."""
    return _evaluate(s, iter(condition))


def _evaluate(s: State, parts: Iterator[Compare | str]) -> bool:
    result, joined = True, "AND"
    for part in parts:
        match part:
            case "AND" | "OR":
                joined = part
            case ")":
                return result
            case _:
                here = _evaluate(s, parts) if part == "(" else _compare(s, part)
                result = (result and here) if joined == "AND" else (result or here)
                joined = "AND"
    return result


def _compare(s: State, test: Compare | str) -> bool:
    if isinstance(test, str):
        raise TypeError(f"{test} is no comparison")
    return bool(COMPARED[test.op](value(s, test.name), value(s, test.value)))


def random_sides(operations: Sequence[Operation]) -> tuple[int, ...]:
    """Return the sides of each random number, in the order of the operations."""
    sides = (
        operation.value.removeprefix(RANDOM_PREFIX)
        for operation in operations
        if operation.value.startswith(RANDOM_PREFIX)
    )
    return tuple(min(max(1, int(number[:9])), MOST_SIDES) if number.isdecimal() else 1 for number in sides)


def apply_operations(s: State, operations: Sequence[Operation], rolled: Sequence[int]) -> Mapping[str, float]:
    """Return the changed variables. `rolled` holds the random numbers."""
    chance, new = iter(rolled), dict[str, float]()
    for operation in operations:
        if operation.name.startswith("#"):
            continue  # read-only
        name, operand = operation.name, operation.value
        other = float(next(chance)) if operand.startswith(RANDOM_PREFIX) else new.get(operand, value(s, operand))
        new[name] = _clamp(_result(new.get(name, value(s, name)), operation.op, other))
    return new


def _clamp(number: float) -> float:
    return max(-MOST_VALUE, min(MOST_VALUE, number))


def _result(before: float, op: str, other: float) -> float:
    match op:
        case "=":
            return other
        case "+":
            return before + other
        case "-":
            return before - other
        case "*":
            return before * other
        case "/":
            return before / other if other else 0.0
        case "%":
            return fmod(before, other) if other else 0.0
    raise ValueError(f"{op} is no operation; there are = + - * / %")


PERIL_POOL = "perils"
RANDOM_HERO = "{rnd:hero"


def possible_perils(s: State) -> Names:
    """Return the shipped mythos events that fit the flags and did not come lately."""
    story = story_of(s)
    return not_lately(story.variables, story.recent.get(PERIL_POOL, ()))


def queue(g: G, name: str, seat: Seat = "", *, tapped: bool = False, wished: bool = False) -> bool:
    """Queue an event. Return False and drop it if it is missing or its condition fails."""
    component = find_component(g.state, name)
    if component is None or not is_possible(g.state, component):
        return False
    g.emit(EventQueued(name, seat, tapped, wished))
    return True


def is_possible(s: State, component: Component) -> bool:
    """Return whether the condition holds. Tokens ignore theirs."""
    return component.kind == "token" or holds(s, component.condition)


def trigger(g: G, name: str) -> None:
    """Queue every event of a trigger, the last one to run first."""
    components = story_of(g.state).scenario.components.values()
    for event in [component.name for component in components if component.trigger == name]:
        if story_of(g.state).is_crowded:
            return  # a runaway scenario: nothing of it will run
        queue(g, event)


def drop_circle(g: G) -> Rule[None]:
    """Show a runaway scenario to players and drop the waiting events."""
    event = component_title(g.state, story_of(g.state).stack[-1].event)
    title = _("the scenario runs in a circle at “{event}”; go on without what waits there", event=event)
    yield from g.one(choose_together(title, [Option("go", _("Go on"))], key="circle"))
    g.emit(EventsDropped())


def run_next(g: G) -> Rule[None]:
    """Run the last queued event, up to what it shows."""
    waiting = story_of(g.state).stack[-1]
    component = find_component(g.state, waiting.event)
    if component is None:
        raise ValueError(f"the scenario has no {waiting.event}")
    if not is_possible(g.state, component):  # earlier events have changed that
        g.emit(EventRun(component.name))
        return
    rolled = yield from _draw_numbers(g, component)
    monster = yield from draw_monster(g, component)
    hero = yield from _draw_investigator(g, component)
    seed = yield from draw_seed(g, component)
    orders = [] if shows_text(component) else (yield from _successor_orders(g, component))
    g.emit(EventRun(component.name))
    if changed := apply_operations(g.state, component.operations, rolled):
        g.emit(VariablesSet(tuple(changed.items())))
    if monster is not None:
        g.emit(monster)
    placement.place(g, component.add, waiting.seat)
    placement.remove(g, component.remove)
    if component.kind == "puzzle":
        begin(g, component.name, waiting.seat, seed)
    elif shows_text(component):
        g.emit(EventShown(Shown(component.name, waiting.seat, hero, waiting.tapped)))
    else:
        able = (place for place, button in enumerate(component.buttons) if holds(g.state, button.condition))
        place = next(able, None)
        leave(g, component, waiting.seat, orders[place] if place is not None else ())


def shows_text(component: Component) -> bool:
    """Return whether the event shows a text. Effects on seats are always announced."""
    return component.display or bool(component.effects) or bool(component.trial)


def press(g: G, component: Component, place: int, seat: Seat, label: Words) -> Rule[None]:
    buttons = component.buttons
    order = (yield from _successor_order(g, component, buttons[place])) if place < len(buttons) else ()
    leave(g, component, seat, order, label)


def leave(g: G, component: Component, seat: Seat, order: Names, label: Words = "") -> None:
    """Queue the first successor that exists and whose condition holds."""
    g.emit(EventLeft(component.name, label))
    for name in order:
        if queue(g, name, seat):
            break
    settle(g, component)


def successors(s: State, button: Button) -> Names:
    candidates = ((name, find_component(s, name)) for name in button.next)
    return tuple(name for name, component in candidates if component is not None and is_possible(s, component))


def settle(g: G, component: Component) -> None:
    """End the scenario if it is over, and fire raised flags."""
    if value(g.state, END):
        g.emit(
            StoryEnded(component.name, first_sentence(resolve_text(g.state, component.text)) or _("The story is over."))
        )
        return
    for name in [n for n, number in story_of(g.state).variables.items() if n.startswith(FLAG_MARKS) and number > 0]:
        g.emit(VariablesSet(((name, 0.0),)))
        trigger(g, f"Var{name[1:]}")  # "@alarm" sets off "Varalarm"


def _draw_numbers(g: G, component: Component) -> Rule[tuple[int, ...]]:
    rolled: list[int] = []
    for place, sides in enumerate(random_sides(component.operations), 1):
        faces, title = [str(n) for n in range(1, sides + 1)], _("the story draws a number, {n}", n=place)
        rolled.append(int((yield from g.one(draw(HOUSE, title, faces, key="story.number", about=str(place))))))
    return tuple(rolled)


def _draw_investigator(g: G, component: Component) -> Rule[str]:
    texts = (component.text, *(button.label for button in component.buttons))
    standing = g.state.standing
    if not standing or not any(RANDOM_HERO in text for text in texts):
        return ""
    seat = yield from g.one(draw(HOUSE, _("the story picks an investigator"), standing, key="story.anybody"))
    return g.state.seats[seat].name


def _successor_orders(g: G, component: Component) -> Rule[list[Names]]:
    """Return the successor order of each button. Draws come before any change."""
    orders: list[Names] = []
    for place, button in enumerate(component.buttons):
        orders.append((yield from _successor_order(g, component, button, place)))
    return orders


def _successor_order(g: G, component: Component, button: Button, place: int = 0) -> Rule[Names]:
    """Return the successors as written, or shuffled."""
    if not component.at_random or len(button.next) < 2:
        return button.next
    title, about = _("the story goes on, one way or another, {n}", n=place + 1), str(place + 1)
    prompt = draw(HOUSE, title, button.next, count=len(button.next), key="story.order", about=about)
    return (yield from g.some(prompt))
