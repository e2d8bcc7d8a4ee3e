"""The actions as the page leads through them: what is chosen on the way, then the rule in `deeds`."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.mansions.facts.cards_and_figures import FigurePlaced
from companion.games.mansions.facts.events import ActionSpent, ExtinguishTested, FireDiscarded, G, MoveBegan
from companion.games.mansions.rules.actions import basic_actions
from companion.games.mansions.rules.actions.destinations import barred, destinations, things_beside, ways_from
from companion.games.mansions.rules.actions.move_action import STEPS, continue_move
from companion.games.mansions.rules.actions.steps_and_fire import refuse, set_fire_refused, step
from companion.games.mansions.rules.map.positions import NOT_NOW, STAY, UNSAID, companions, people, places, same_space
from companion.games.mansions.rules.map.spaces import adjacent, light_sources
from companion.games.mansions.rules.map.spaces import barricade as barricade_at
from companion.games.mansions.rules.monsters.evade_checks import evade_check
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.rules.story.text_markup import place_title
from companion.games.mansions.state import State, Task, exact
from companion.schema.prompt import Option, Seat

AGAINST, AWAY, HAND = "against", "away", "hand"


def move(g: G, seat: Seat) -> Rule[None]:
    """Up to two spaces, one tap. MOM-MOVE-1."""
    to = yield from _where(g, seat, f"{_name(g, seat)}: move where?", STEPS)
    if to == STAY:
        return
    if exact(g.state):
        yield from basic_actions.move(g, seat, ways_from(g.state, g.state.seats[seat].space, STEPS)[to])
        return
    refuse(basic_actions.no_action_left(g.state, seat))
    g.emit(ActionSpent(seat, "move"))
    g.emit(MoveBegan(seat, STEPS))
    yield from _arrive(g, seat, to)


def finish(g: G, seat: Seat) -> Rule[None]:
    """The rest of an interrupted move. MOM-MOVE-2."""
    left = g.state.seats[seat].steps_left
    to = yield from _where(g, seat, f"{_name(g, seat)}: finish the move where?", left)
    if to == STAY:
        return
    if exact(g.state):
        yield from continue_move(g, seat, ways_from(g.state, g.state.seats[seat].space, left)[to])
    else:
        yield from _arrive(g, seat, to)


def _where(g: G, seat: Seat, asked: str, steps: int) -> Rule[str]:
    options = destinations(g.state, seat, steps)
    return (yield from g.one(choose(seat, asked, options, rule="MOM-MOVE-1", at="board")))


def _arrive(g: G, seat: Seat, to: str) -> Rule[None]:
    """On a map that knows tiles only: the people count the spaces."""
    evaded = yield from evade_check(g, seat)
    if evaded == "caught":
        g.emit(MoveBegan(seat, 0))
    if evaded != "free" or g.state.seats[seat].eliminated:
        return
    if to == UNSAID:
        g.emit(FigurePlaced(seat, ""))
        g.emit(MoveBegan(seat, g.state.seats[seat].steps_left - 1))
    else:
        yield from step(g, seat, to, counts=True)


def push(g: G, seat: Seat) -> Rule[None]:
    """Whom, and where to. MOM-PUSH-1."""
    here = yield from same_space(g, seat)
    others = people(g.state, companions(g.state, seat))
    options = [*(Option(f"monster:{m.name}", m.name) for m in here), *others, NOT_NOW]
    whom = yield from g.one(choose(seat, f"{_name(g, seat)}: push whom?", options, rule="MOM-PUSH-1"))
    if whom == STAY:
        return
    asked = f"{_name(g, seat)}: push where?"
    toward = yield from g.one(choose(seat, asked, things_beside(g.state, seat), rule="MOM-PUSH-1", at="board"))
    if toward == STAY:
        return
    to = "" if toward == UNSAID else toward
    if whom.startswith("monster:"):
        yield from basic_actions.push_monster(g, seat, whom.removeprefix("monster:"), to)
    else:
        yield from basic_actions.push_investigator(g, seat, whom, to)


def steal(g: G, seat: Seat) -> Rule[None]:
    """From whom, and with which skill. MOM-STEAL-1, MOM-STEAL-2."""
    others = [*people(g.state, companions(g.state, seat)), NOT_NOW]
    whom = yield from g.one(choose(seat, f"{_name(g, seat)}: steal from whom?", others, rule="MOM-STEAL-1"))
    if whom == STAY:
        return
    skills = [Option(skill, skill.capitalize()) for skill in basic_actions.STEALABLE]
    skill = yield from g.one(choose(seat, f"{_name(g, seat)}: steal with which skill?", skills, rule="MOM-STEAL-2"))
    yield from basic_actions.steal(g, seat, whom, skill)


def barricade(g: G, seat: Seat) -> Rule[None]:
    """A barricade of this side is shifted, one of the other side is pushed. MOM-BARRICADE-1, MOM-BARRICADE-2."""
    if not exact(g.state):
        yield from _barricade_by_hand(g, seat)
        return
    pairs = {f"{a}|{b}": (a, b) for a, b in barred(g.state, g.state.seats[seat].space)}
    options = [*(Option(key, _barricade_title(g.state, seat, pair)) for key, pair in pairs.items()), NOT_NOW]
    key = yield from g.one(choose(seat, f"{_name(g, seat)}: which barricade?", options, rule="MOM-BARRICADE-1"))
    if key == STAY:
        return
    one = barricade_at(g.state, *pairs[key])
    if one is not None and one.side == g.state.seats[seat].space:
        yield from basic_actions.shift_barricade(g, seat, pairs[key], not one.blocking)
    else:
        yield from basic_actions.push_barricade(g, seat, pairs[key])


def _barricade_title(s: State, seat: Seat, pair: tuple[str, str]) -> str:
    here = s.seats[seat].space
    other = place_title(s, next((space for space in pair if space != here), here))
    one = barricade_at(s, *pair)
    if one is None or one.side != here:
        return f"Push the one behind the door to {other}: strength, 2 successes"
    return f"Move the one at the door to {other} {'away' if one.blocking else 'against it'}"


def _barricade_by_hand(g: G, seat: Seat) -> Rule[None]:
    options = [
        Option(HAND, "Move one on this side, against the door or away"),
        Option(AWAY, "Push one on the other side: strength, 2 successes"),
        NOT_NOW,
    ]
    how = yield from g.one(choose(seat, f"{_name(g, seat)}: which barricade?", options, rule="MOM-BARRICADE-1"))
    if how == STAY:
        return

    def deed(g: G) -> Rule[bool]:
        if how == AWAY:
            task = Task(seat, "strength", "Push the barricade", basic_actions.NEEDED_AT_BARRICADE, surplus=True)
            yield from skill_test(g, task)
        return True

    yield from basic_actions.perform(g, seat, "barricade", None, deed)


def extinguish(g: G, seat: Seat) -> Rule[None]:
    """On a map that knows spaces Fire is discarded here and where one goes; else the people say which. MOM-EXTINGUISH-2."""
    if exact(g.state):
        yield from basic_actions.extinguish(g, seat)
        return

    def deed(g: G) -> Rule[bool]:
        verdict = yield from skill_test(g, Task(seat, "agility", "Extinguish Fire", surplus=True))
        g.emit(ExtinguishTested(seat, verdict.result))
        fires = g.state.tokens.fire
        most = min(verdict.result, len(fires))
        if most:
            asked = f"{_name(g, seat)}: discard which Fire, {most} at most?"
            options = [Option(space, place_title(g.state, space)) for space in fires]
            for space in (yield from g.some(choose(seat, asked, options, 0, most, "MOM-EXTINGUISH-2"))):
                g.emit(FireDiscarded(seat, space))
        return True

    yield from basic_actions.perform(g, seat, "extinguish", None, deed)


def set_fire(g: G, seat: Seat) -> Rule[None]:
    """Where. MOM-SETFIRE-2."""
    here, lights = g.state.seats[seat].space, light_sources(g.state)
    near = [name for name in places(g.state) if not exact(g.state) or name == here or adjacent(g.state, here, name)]
    options = [Option(name, place_title(g.state, name), set_fire_refused(g.state, seat, name, lights)) for name in near]
    asked = f"{_name(g, seat)}: set Fire where?"
    where = yield from g.one(choose(seat, asked, [*options, NOT_NOW], rule="MOM-SETFIRE-2", at="board"))
    if where != STAY:
        yield from basic_actions.set_fire(g, seat, where)


def card(g: G, seat: Seat) -> Rule[None]:
    """What stands on a card is carried out by hand. MOM-COMPONENT-1."""

    def deed(g: G) -> Rule[bool]:
        asked = f"{_name(g, seat)}: carry out the action of the card"
        yield from g.one(choose(seat, asked, [Option("go", "Done")], rule="MOM-COMPONENT-1"))
        return True

    yield from basic_actions.perform(g, seat, "action of a card", None, deed)


def _name(g: G, seat: Seat) -> str:
    return g.state.seats[seat].name
