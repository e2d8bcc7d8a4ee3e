"""The rounds of a turn: one action or a pass of the active character, and who is next (NEM-X-TURN-1)."""

from __future__ import annotations

from companion.engine import Rule, choose, offer_parallel
from companion.games.nemesis.facts import G, Passed, PhaseBegan, RoundEnded, TurnEnded
from companion.games.nemesis.rules.actions.cost import pay, secret_target
from companion.games.nemesis.rules.actions.menu import ACTIONS, menu
from companion.games.nemesis.rules.corrections import menu as corrections_menu
from companion.games.nemesis.rules.crew.health import is_aboard, wound
from companion.games.nemesis.state import State, aboard, actions_left
from companion.i18n import _
from companion.schema import Option, Seat

PASS = "pass"  # noqa: S105  the name of a choice


def round_of(g: G, seat: Seat) -> Rule[None]:
    """One action or pass of the active character; whoever is not aboard any more is passed over."""
    if is_aboard(g.state, seat):
        yield from take_action(g, seat)
    round_over(g, seat)


def take_action(g: G, seat: Seat) -> Rule[None]:
    """Choose, pay, do; or pass."""
    options = [*menu(g.state, seat), Option(PASS, _("Pass until the next turn"))]
    options.sort(key=lambda option: option.refused is not None)  # what is possible stands first
    title = _("choose an action, {left}", left=actions_left(g.state.characters[seat]))
    asked = choose(seat, title, options, rule="NEM-GEN-2", at="graph", key="action")
    values = yield from offer_parallel(g, asked, corrections_menu.ways(g.state))
    if not values:
        return  # something was put right: the same character goes on
    (chosen,) = values
    if chosen == PASS:
        g.emit(Passed(seat))
        return
    name, _colon, target = chosen.partition(":")
    (action,) = (a for a in ACTIONS if a.name == name)
    if action.secret:
        target = yield from secret_target(g, seat, action)
        if not target:
            return
    if (yield from pay(g, seat, action, target)):
        yield from action.do(g, seat, target)


def round_over(g: G, seat: Seat) -> None:
    """After two actions or a pass it is the next one's round; after the last pass the turn ends."""
    character = g.state.characters[seat]
    if character.actions > 0 and not character.passed and is_aboard(g.state, seat):
        return
    if "fire" in g.state.rooms[character.room].marks:
        wound(g, seat, "light")  # NEM-X-FIRE-1
    following = after(g.state, seat)
    if following:
        g.emit(RoundEnded(following))
    elif not aboard(g.state):
        return  # nobody is left to begin anything: the end is due
    elif g.state.settings.decks == "none":
        g.emit(TurnEnded())
    else:
        g.emit(PhaseBegan("event"))


def after(s: State, seat: Seat) -> Seat:
    """Who is next in the order of the table, aboard, and has not passed; "" where nobody is."""
    return next((name for name in following(s, seat) if is_aboard(s, name) and not s.characters[name].passed), "")


def following(s: State, seat: Seat) -> tuple[Seat, ...]:
    """The others and then the seat itself, in the order of the table."""
    seats = tuple(s.characters)
    place = seats.index(seat) + 1
    return seats[place:] + seats[:place]
