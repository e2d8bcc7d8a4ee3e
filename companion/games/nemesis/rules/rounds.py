"""Rounds of the players' phase (NEM-X-TURN-1)."""

from __future__ import annotations

from companion.engine import Rule, choose, offer_parallel
from companion.games.nemesis.facts import Passed, PhaseBegan, RoundEnded, TurnEnded
from companion.games.nemesis.rules.actions.cost import pay, secret_target
from companion.games.nemesis.rules.actions.menu import ACTIONS, menu
from companion.games.nemesis.rules.corrections import menu as corrections_menu
from companion.games.nemesis.rules.crew.health import is_aboard, wound
from companion.games.nemesis.state import G, State, actions_left, seats_aboard
from companion.i18n import _
from companion.schema import Option, Seat

PASS = "pass"  # noqa: S105  the name of a choice


def round_of(g: G, seat: Seat) -> Rule[None]:
    """Run one action or pass of the active character, unless it is not aboard."""
    if is_aboard(g.state, seat):
        yield from take_action(g, seat)
    end_round_if_over(g, seat)


def take_action(g: G, seat: Seat) -> Rule[None]:
    """Ask for an action, take its payment and perform it, or pass."""
    options = [*menu(g.state, seat), Option(PASS, _("Pass until the next turn"))]
    options.sort(key=lambda option: option.refused is not None)  # what is possible stands first
    title = _("choose an action, {left}", left=actions_left(g.state.characters[seat]))
    prompt = choose(seat, title, options, rule="NEM-GEN-2", at="graph", key="action")
    values = yield from offer_parallel(g, prompt, corrections_menu.ways(g.state))
    if not values:
        return  # a correction was made: the same character goes on
    (chosen,) = values
    if chosen == PASS:
        g.emit(Passed(seat))
        return
    name, _colon, target = chosen.partition(":")
    (action,) = (known for known in ACTIONS if known.name == name)
    if action.secret:
        secret = yield from secret_target(g, seat, action)
        if secret is None:
            return
        target = secret
    if (yield from pay(g, seat, action, target)):
        yield from action.do(g, seat, target)


def end_round_if_over(g: G, seat: Seat) -> None:
    """End the round after two actions or a pass, and the turn after the last pass."""
    character = g.state.characters[seat]
    if character.actions > 0 and not character.passed and is_aboard(g.state, seat):
        return
    if "fire" in g.state.rooms[character.room].marks:
        wound(g, seat, "light")  # NEM-X-FIRE-1
    following = next_active_seat(g.state, seat)
    if following:
        g.emit(RoundEnded(following))
    elif not seats_aboard(g.state):
        return  # the end is due
    elif g.state.settings.decks == "none":
        g.emit(TurnEnded())
    else:
        g.emit(PhaseBegan("event"))


def next_active_seat(s: State, seat: Seat) -> Seat:
    """Return the next seat in table order that is aboard and has not passed, "" if none."""
    return next((name for name in seats_after(s, seat) if is_aboard(s, name) and not s.characters[name].passed), "")


def seats_after(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats and then the seat itself, in table order."""
    seats = tuple(s.characters)
    place = seats.index(seat) + 1
    return seats[place:] + seats[:place]
