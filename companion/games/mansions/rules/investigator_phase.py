"""The investigator phase: choose a turn, then one card with the actions and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule, choose, done, offer
from companion.games.mansions.facts import GONE, REPORTED, EliminationReported, G, PhaseBegan, TurnBegan, TurnEnded, Way
from companion.games.mansions.named import choose_together
from companion.games.mansions.rules.actions import (
    FIGURE_ACTIONS,
    MOVE_ACTIONS,
    OTHER_ACTIONS,
    Action,
    action_refused,
    drawer_ways,
    headline,
    token_ways,
)
from companion.games.mansions.rules.corrections import correction_ways, report_ways
from companion.games.mansions.rules.story import trigger, value
from companion.games.mansions.state import State, exact, story_of
from companion.i18n import _, listed
from companion.schema import Faces, Option, Seat

HOLD = "hold"  # this button is held, to avoid ending a phase by accident
END, GO = "end", "go"
ACTIONS: tuple[Action, ...] = (*MOVE_ACTIONS, *FIGURE_ACTIONS, *OTHER_ACTIONS)


def investigators(g: G) -> Rule[None]:
    """Offer turns in any order, tokens, monsters and the menu. MOM-X-TURN-1."""
    s = g.state
    yield from offer(g, (*_card_ways(s), *token_ways(s), *drawer_ways(s), *report_ways(s), *correction_ways(s)))


def _card_ways(s: State) -> tuple[Way, ...]:
    story = story_of(s)
    if story.active:
        return turn_ways(s)
    left = [seat for seat in s.standing if seat not in story.had_turn or not story.counted_actions]
    waits = [s.seats[seat].name for seat in left] if story.counted_actions else []
    end = _("End the phase without {names}", names=listed(waits, ", ")) if waits else _("End the investigator phase")
    options = [*(Option(seat, s.seats[seat].name) for seat in left), Option(HOLD, end)]
    title = _("whose turn is it?") if left else _("all have had a turn")
    if not story.counted_actions:
        title = _("the investigator phase, who acts?")
    return (Way(choose_together(title, options, rule="MOM-X-TURN-1", key="whose_turn"), _begin_turn_or_end),)


def _begin_turn_or_end(g: G, values: Faces) -> Rule[None]:
    if values != (HOLD,):
        g.emit(TurnBegan(values[0]))
        yield from done()
        return
    g.emit(PhaseBegan("fire"))
    trigger(g, "EndInvestigatorTurn")
    report_elimination(g)
    yield from done()


def turn_ways(s: State) -> tuple[Way, ...]:
    """Return the card of the active seat. MOM-X-TURN-1."""
    story = s.story
    if story is None or story.phase != "investigator" or story.active not in s.seats:
        return ()
    seat = story.active
    options = sorted(action_options(s, seat), key=lambda option: option.refused is not None)  # possible actions first
    prompt = choose(seat, headline(s, seat), [*options, _end_of_turn(s, seat)], rule="MOM-X-TURN-1", key="turn")

    def press_button(g: G, values: Faces) -> Rule[None]:
        if values[0] in (END, GO):
            g.emit(TurnEnded(seat))
        else:
            yield from next(action for action in ACTIONS if action.name == values[0]).do(g, seat)

    return (Way(prompt, press_button),)


def action_options(s: State, seat: Seat) -> Iterator[Option]:
    """Yield a button for each action. Finish needs an interrupted move; an eliminated seat has none."""
    for action in () if s.seats[seat].eliminated else ACTIONS:
        if action.name != "finish" or s.seats[seat].steps_left:
            yield Option(action.name, action.title, action.refuse(s, seat))


def _end_of_turn(s: State, seat: Seat) -> Option:
    """Return the end button, golden where nothing else is left."""
    who = s.seats[seat]
    spent = who.eliminated or (action_refused(s, seat) is not None and not (exact(s) and who.steps_left))
    return Option(GO if spent else END, _("End the turn"))


def report_elimination(g: G) -> None:
    """Announce an elimination that is a whole investigator phase old. MOM-ELIM-4."""
    if value(g.state, GONE) and not value(g.state, REPORTED):
        g.emit(EliminationReported(tuple(seat for seat, who in g.state.seats.items() if who.eliminated)))
        trigger(g, "Eliminated")
