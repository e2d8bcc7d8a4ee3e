"""Barricade, Extinguish Fire, Set Fire and the action of a card."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.mansions.facts import BarricadeMoved, ExtinguishTested, FireDiscarded, FirePlaced, G
from companion.games.mansions.rules.actions.costs_and_moves import (
    Action,
    deed_of,
    never_refused,
    perform,
    refused_without_action,
    step_after,
    token_refusal,
)
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    are_adjacent,
    is_blocked,
    offer_to_extinguish,
    places,
    set_fire_refused,
    without_light_refused,
)
from companion.games.mansions.rules.map import barricade as barricade_at
from companion.games.mansions.rules.skill_test import skill_test, test_a_skill
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import State, Task, exact
from companion.i18n import Text, _
from companion.schema import Option, Prompt, Refusal, Seat

AWAY, HAND = "away", "hand"
NEEDED_AT_BARRICADE = 2  # successes, MOM-BARRICADE-3


def set_fire(g: G, seat: Seat, space: str) -> Rule[None]:
    """Set Fire in this space or the next one, with a Light Source. MOM-SETFIRE-1 to MOM-SETFIRE-3."""
    deed = deed_of(FirePlaced(space))
    yield from perform(g, seat, _("set fire"), set_fire_refused(g.state, seat, space), deed)


def extinguish(g: G, seat: Seat) -> Rule[None]:
    """Discard a Fire for each success, here or where the seat goes this round. MOM-EXTINGUISH-1 to MOM-EXTINGUISH-3.

    On maps of tiles, players say which Fire is out.
    """

    def deed(g: G) -> Rule[bool]:
        verdict = yield from skill_test(g, Task(seat, "agility", _("Extinguish Fire"), surplus=True))
        g.emit(ExtinguishTested(seat, verdict.result))
        most = min(verdict.result, len(g.state.tokens.fire))
        if exact(g.state):
            yield from offer_to_extinguish(g, seat)
        elif most:
            options = [Option(space, place_title(g.state, space)) for space in g.state.tokens.fire]
            title = _("discard which Fire, {n} at most?", n=most)
            prompt = choose(seat, title, options, 0, most, "MOM-EXTINGUISH-2", key="fire.which")
            for space in (yield from g.some(prompt)):
                g.emit(FireDiscarded(seat, space))
        return True

    yield from perform(g, seat, _("extinguish"), None, deed)


def shift_barricade(g: G, seat: Seat, between: tuple[str, str], block: bool) -> Rule[None]:
    """Move a barricade of this side against the door or away, without a test. MOM-BARRICADE-1."""
    barrier = barricade_at(g.state, *between)
    is_near = barrier is not None and barrier.side == g.state.seats[seat].space
    deed = deed_of(BarricadeMoved(between, block))
    yield from perform(g, seat, _("barricade"), None if is_near else token_refusal(_("barricade")), deed)


def push_barricade(g: G, seat: Seat, between: tuple[str, str]) -> Rule[None]:
    """Push a barricade of the far side with two successes, then step through. MOM-BARRICADE-2 to -5."""
    here = g.state.seats[seat].space
    other = next((space for space in between if space != here), here)
    barrier = barricade_at(g.state, *between)
    is_far = here in between and barrier is not None and barrier.blocking and barrier.side == other

    def deed(g: G) -> Rule[bool]:
        if (yield from skill_test(g, _push_task(seat))).passed:
            g.emit(BarricadeMoved(between, False))
            yield from step_after(g, seat, other, "MOM-BARRICADE-4")
        return True

    yield from perform(g, seat, _("barricade"), None if is_far else token_refusal(_("barricade")), deed)


def _push_task(seat: Seat) -> Task:
    return Task(seat, "strength", _("Push the barricade"), NEEDED_AT_BARRICADE, surplus=True)


def barricade(g: G, seat: Seat) -> Rule[None]:
    """Shift a barricade of this side, or push one of the other side. MOM-BARRICADE-1, MOM-BARRICADE-2."""
    if not exact(g.state):
        yield from _barricade_by_hand(g, seat)
        return
    pairs = {f"{a}|{b}": (a, b) for a, b in barricades_in_reach(g.state, g.state.seats[seat].space)}
    options = [*(Option(key, _barricade_title(g.state, seat, pair)) for key, pair in pairs.items()), NOT_NOW]
    key = yield from g.one(_barricade_prompt(seat, options))
    if key == STAY:
        return
    barrier = barricade_at(g.state, *pairs[key])
    if barrier is not None and barrier.side == g.state.seats[seat].space:
        yield from shift_barricade(g, seat, pairs[key], not barrier.blocking)
    else:
        yield from push_barricade(g, seat, pairs[key])


def _barricade_prompt(seat: Seat, options: list[Option]) -> Prompt:
    return choose(seat, _("which barricade?"), options, rule="MOM-BARRICADE-1", key="barricade")


def _barricade_title(s: State, seat: Seat, pair: tuple[str, str]) -> Text:
    here = s.seats[seat].space
    other = place_title(s, next((space for space in pair if space != here), here))
    barrier = barricade_at(s, *pair)
    if barrier is None or barrier.side != here:
        return _("Push the one behind the door to {place}: strength, 2 successes", place=other)
    if barrier.blocking:
        return _("Move the one at the door to {place} away", place=other)
    return _("Move the one at the door to {place} against it", place=other)


def _barricade_by_hand(g: G, seat: Seat) -> Rule[None]:
    options = [
        Option(HAND, _("Move one on this side, against the door or away")),
        Option(AWAY, _("Push one on the other side: strength, 2 successes")),
        NOT_NOW,
    ]
    how = yield from g.one(_barricade_prompt(seat, options))
    if how == STAY:
        return

    def deed(g: G) -> Rule[bool]:
        if how == AWAY:
            yield from skill_test(g, _push_task(seat))
        return True

    yield from perform(g, seat, _("barricade"), None, deed)


def set_fire_somewhere(g: G, seat: Seat) -> Rule[None]:
    """Ask for the space. MOM-SETFIRE-2."""
    here = g.state.seats[seat].space
    near = [name for name in places(g.state) if not exact(g.state) or name == here or are_adjacent(g.state, here, name)]
    options = [Option(name, place_title(g.state, name), set_fire_refused(g.state, seat, name)) for name in near]
    prompt = choose(seat, _("set Fire where?"), [*options, NOT_NOW], rule="MOM-SETFIRE-2", at="board", key="fire.set")
    where = yield from g.one(prompt)
    if where != STAY:
        yield from set_fire(g, seat, where)


def card(g: G, seat: Seat) -> Rule[None]:
    """Carry out the action printed on a card by hand. MOM-COMPONENT-1."""

    def deed(g: G) -> Rule[bool]:
        title, finished = _("carry out the action of the card"), [Option("go", _("Done"))]
        yield from g.one(choose(seat, title, finished, rule="MOM-COMPONENT-1", key="card"))
        return True

    yield from perform(g, seat, _("action of a card"), None, deed)


def barricades_in_reach(s: State, here: str) -> tuple[tuple[str, str], ...]:
    """Return the borders of a space whose barricade is within reach: on this side, or blocking on the far side."""
    near = (barrier for barrier in s.tokens.barricades if here in barrier.between)
    ends = (
        tuple(sorted(barrier.between))
        for barrier in near
        if barrier.side == here or is_blocked(s, *sorted(barrier.between))
    )
    return tuple((pair[0], pair[-1]) for pair in ends)


def _barricade_refused(s: State, seat: Seat) -> Refusal | None:
    if not exact(s) or barricades_in_reach(s, s.seats[seat].space):
        return None
    return Refusal("TOKEN_NOT_REACHABLE", _("No barricade stands beside this space."), "MOM-BARRICADE-1")


def _extinguish_refused(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    if s.tokens.fire or not exact(s):
        return None
    return Refusal("NO_FIRE", _("Nothing burns."), "MOM-EXTINGUISH-2")


OTHER_ACTIONS = (
    Action("barricade", _("Barricade"), refused_without_action(_barricade_refused), barricade),
    Action("extinguish", _("Extinguish Fire"), refused_without_action(_extinguish_refused), extinguish),
    Action("set_fire", _("Set Fire"), refused_without_action(without_light_refused), set_fire_somewhere),
    Action("card", _("Action of a card"), refused_without_action(never_refused), card),
    Action("test", _("Test a skill (no action)"), never_refused, test_a_skill),
)
