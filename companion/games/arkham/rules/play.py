"""The course of the game: round by round the mythos, investigation, enemy and upkeep phases, each in small procedures."""

from __future__ import annotations

from companion.engine import Rule, choose, done
from companion.games.arkham.facts import CardsReadied, G, PhaseBegan, ResourcesChanged, RoundBegan, TurnBegan, TurnEnded
from companion.games.arkham.rules import agendas_and_acts
from companion.games.arkham.rules.actions import ACTIONS, Action, option
from companion.games.arkham.rules.agendas_and_acts import go_on, is_due, objective_reached, turn_act, turn_agenda
from companion.games.arkham.rules.corrections import chaos_bag
from companion.games.arkham.rules.endings import end
from companion.games.arkham.rules.in_play import discard, draw_cards, enemies_at, engage_somebody, free
from companion.games.arkham.rules.mythos_and_enemy_phase import enemy_phase, mythos
from companion.games.arkham.state import HAND_LIMIT, State
from companion.schema import TABLE, Option, Seat


def play(g: G) -> Rule[None]:
    """The next step of the phase; what is due by then comes first."""
    s = g.state
    if s.counted is not None:
        yield from chaos_bag.handful(g)
    elif not s.remaining:
        end(g, s.scenario.out_of_time)
        yield from done()
    elif loose := loose_enemy(s):
        yield from engage_somebody(g, loose)
    elif is_due(s):
        yield from turn_agenda(g)
    elif objective_reached(s):
        yield from turn_act(g)
    elif s.phase == "mythos":
        yield from mythos(g)
    elif s.phase == "investigation":
        yield from investigation(g)
    elif s.phase == "enemy":
        yield from enemy_phase(g)
    else:
        yield from upkeep(g)


def over(s: State) -> str:
    """Empty, or the sentence with which it ended; its story has a block of its own."""
    if s.ending is None:
        return ""
    points = f" Victory points: {s.ending.victory}." if s.ending.victory else ""
    return f"{s.ending.title}.{points}"


def loose_enemy(s: State) -> str:
    """A ready enemy that nobody is engaged with, in a place with somebody to engage: it does so at once. AH-X-ENGAGED-1."""
    return next(iter(ready_and_free(s)), "")


def investigation(g: G) -> Rule[None]:
    """Whoever wants takes the next turn, and takes it whole. AH-X-TURN-1."""
    s = g.state
    if not s.active:
        people = s.waiting
        if not people:
            g.emit(PhaseBegan("enemy"))
            yield from done()
            return
        seat = people[0] if len(people) == 1 else (yield from next_turn(g, people))
        g.emit(TurnBegan(seat))
        return
    yield from one_action(g, s.active)


def next_turn(g: G, people: tuple[Seat, ...]) -> Rule[Seat]:
    """The order is free in every round."""
    names = [Option(seat, g.state.seats[seat].name) for seat in people]
    return (yield from g.one(choose(TABLE, "Everyone: who takes the next turn?", names, rule="AH-X-TURN-1")))


def one_action(g: G, seat: Seat) -> Rule[None]:
    """One action of the seat whose turn it is; the turn ends with its last one, or where it falls."""
    who = g.state.seats[seat]
    if who.defeated:
        g.emit(TurnEnded(seat))
        yield from done()
        return
    left = f"{who.actions or 'no'} action{'' if who.actions == 1 else 's'} left"
    buttons = [option(action, g.state, seat) for action in ACTIONS if _is_shown(g.state, action)]
    name = yield from g.one(choose(seat, f"{who.name}: choose an action, {left}", buttons, rule="AH-ACT-TURN-1"))
    yield from next(a for a in ACTIONS if a.name == name).do(g, seat)
    after = g.state.seats[seat]
    if g.state.active == seat and (after.defeated or (not after.actions and not _goes_on(g.state, seat, name))):
        g.emit(TurnEnded(seat))


def _goes_on(s: State, seat: Seat, done: str) -> bool:
    """Without an action left there is still what costs none: the last clue may have come with the last action."""
    return done in FREE or agendas_and_acts.act_refused(s, seat) is None


FREE = frozenset(action.name for action in ACTIONS if not action.cost)
"""After these the turn goes on, though no action may be left."""


def _is_shown(s: State, action: Action) -> bool:
    """An act that no clues advance is no button."""
    return action.name != "act" or agendas_and_acts.needed(s) > 0


def upkeep(g: G) -> Rule[None]:
    """Ready, a card and a resource for everybody, the hand limit, and a new round. AH-X-UPKEEP-1."""
    yield from g.some(go_on("upkeep: the cards are readied", "Ready, draw a card, gain a resource", "AH-X-UPKEEP-1"))
    g.emit(CardsReadied())  # enemies that are free then engage at the next rest, see `loose_enemy`
    for seat in g.state.remaining:
        yield from draw_cards(g, seat, 1)
        if not g.state.seats[seat].defeated:
            g.emit(ResourcesChanged(seat, 1))
    for seat in g.state.remaining:
        who = g.state.seats[seat]
        yield from discard(g, seat, max(0, len(who.hand) + who.unknown - HAND_LIMIT), "AH-X-UPKEEP-1")
    g.emit(RoundBegan(g.state.round + 1))
    told = g.state.scenario
    begins = "mythos" if told.agendas or told.own or g.state.deck.all else "investigation"
    g.emit(PhaseBegan(begins))


def ready_and_free(s: State) -> tuple[str, ...]:
    """They engage as soon as they are readied. AH-X-ENGAGED-1."""
    places = dict.fromkeys(
        s.seats[seat].location for seat in s.remaining
    )  # in the order of the seats, as on every replay
    return tuple(name for place in places for name in enemies_at(s, place) if free(s, name))
