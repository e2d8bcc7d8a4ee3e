"""The investigation phase: the order of turns, and the actions of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine import Rule, choose, never_refused
from companion.games.arkham.facts import PhaseBegan, TurnBegan, TurnEnded
from companion.games.arkham.names import EVERYONE
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.actions.basic_actions import (
    cannot_engage,
    cannot_evade,
    cannot_fight,
    cannot_investigate,
    cannot_move,
    choose_engage,
    choose_evade,
    choose_fight,
    choose_investigate,
    choose_move,
    with_warning,
)
from companion.games.arkham.rules.actions.card_actions import (
    cannot_play,
    cannot_play_fast,
    cannot_resign,
    choose_ability,
    choose_card,
    choose_fast,
    free_test,
    resign,
)
from companion.games.arkham.rules.agendas_and_acts import act_refusal, spend_on_act
from companion.games.arkham.rules.corrections import adjust, begin_count, change_bag
from companion.games.arkham.state import G, State, clues_needed
from companion.i18n import Text, _, ngettext
from companion.schema import TABLE, Option, Refusal, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat. `refuse` returns the reason of a grey button, or None."""

    name: str
    title: Text
    cost: int  # number of actions
    rule: str
    do: Callable[[G, Seat], Rule[None] | None]
    refuse: Callable[[State, Seat], Refusal | None] = never_refused
    provokes: bool = False  # AH-X-AOO-1


def option(action: Action, s: State, seat: Seat) -> Option:
    """Return the button of an action, with a warning of attacks of opportunity."""
    refused = basic_actions.turn_refusal(s, seat, action.cost) or action.refuse(s, seat)
    is_warned = action.provokes and refused is None
    return Option(action.name, with_warning(s, seat, action.title) if is_warned else action.title, refused)


ACTIONS: tuple[Action, ...] = (
    Action(
        "investigate",
        _("Investigate"),
        1,
        "AH-ACT-INVESTIGATE-1",
        choose_investigate,
        cannot_investigate,
        provokes=True,
    ),
    Action("move", _("Move"), 1, "AH-ACT-MOVE-1", choose_move, cannot_move, provokes=True),
    Action("fight", _("Fight"), 1, "AH-ACT-FIGHT-1", choose_fight, cannot_fight),
    Action("evade", _("Evade"), 1, "AH-ACT-EVADE-1", choose_evade, cannot_evade),
    Action("engage", _("Engage"), 1, "AH-ACT-ENGAGE-1", choose_engage, cannot_engage, provokes=True),
    Action("resource", _("Gain a resource"), 1, "AH-ACT-RESOURCE-1", basic_actions.resource, provokes=True),
    Action("draw", _("Draw a card"), 1, "AH-ACT-DRAW-1", basic_actions.draw_card, provokes=True),
    Action("play", _("Play a card"), 1, "AH-ACT-PLAY-1", choose_card, cannot_play, provokes=True),
    Action("activate", _("Activate, parley"), 1, "AH-X-ACTIONS-1", choose_ability),
    Action("fast", _("A fast card or ability"), 0, "AH-X-FASTWIN-1", choose_fast, cannot_play_fast),
    Action("end_turn", _("End the turn"), 0, "AH-ACT-TURN-2", basic_actions.end_turn),
    Action("act", _("Advance the act"), 0, "Act", spend_on_act, act_refusal),
    Action("test", _("A skill test"), 0, "ST.1", free_test),
    Action("bag", _("The chaos bag"), 0, "Bag", change_bag),
    Action("audit", _("Count the bag"), 0, "Bag", begin_count),
    Action("adjust", _("By hand"), 0, "By hand", adjust),
    Action("resign", _("Resign"), 1, "AH-X-ACTIONS-1", resign, cannot_resign),
)


def investigation(g: G) -> Rule[None]:
    """Ask for the next seat, then let it take its whole turn. AH-X-TURN-1."""
    s = g.state
    if not s.active:
        people = s.waiting
        if not people:
            g.emit(PhaseBegan("enemy"))
            return
        seat = people[0] if len(people) == 1 else (yield from next_turn(g, people))
        g.emit(TurnBegan(seat))
        return
    yield from one_action(g, s.active)


def next_turn(g: G, people: tuple[Seat, ...]) -> Rule[Seat]:
    """Ask for the next seat, because the order is free in every round."""
    names = [Option(seat, g.state.seats[seat].name) for seat in people]
    title = _("who takes the next turn?")
    return (yield from g.one(choose(TABLE, title, names, rule="AH-X-TURN-1", key="turn", whom=EVERYONE)))


def one_action(g: G, seat: Seat) -> Rule[None]:
    """Take one action of the active seat. The turn ends with the last action, or with defeat."""
    who = g.state.seats[seat]
    if who.defeated:
        g.emit(TurnEnded(seat))
        return
    buttons = [option(action, g.state, seat) for action in ACTIONS if _is_shown(g.state, action)]
    name = yield from g.one(choose(seat, _actions_left(who.actions), buttons, rule="AH-ACT-TURN-1", key="action"))
    yield from next(a for a in ACTIONS if a.name == name).do(g, seat) or ()
    after = g.state.seats[seat]
    if g.state.active == seat and (after.defeated or (not after.actions and not _goes_on(g.state, seat, name))):
        g.emit(TurnEnded(seat))


def _actions_left(actions: int) -> Text:
    if not actions:
        return _("choose an action, no actions left")
    return ngettext("choose an action, {n} action left", "choose an action, {n} actions left", actions)


def _goes_on(s: State, seat: Seat, done: str) -> bool:
    """Return whether free actions remain. The last clue may have come with the last action."""
    return done in FREE_ACTIONS or act_refusal(s, seat) is None


FREE_ACTIONS = frozenset(action.name for action in ACTIONS if not action.cost)
"""After these the turn goes on, though no action may be left."""


def _is_shown(s: State, action: Action) -> bool:
    """Hide the act's button where no clues advance it."""
    return action.name != "act" or clues_needed(s) > 0
