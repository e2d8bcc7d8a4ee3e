"""The actions of the investigator phase. Checked first, then an evade check where one is due, then spent and done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.engine.bag import without
from companion.engine.play import Rule, choose, done
from companion.games.mansions.facts.events import (
    ActionForfeited,
    ActionSpent,
    BarricadeMoved,
    ExtinguishTested,
    FirePlaced,
    G,
    PossessionDropped,
    PossessionGiven,
    PossessionPickedUp,
)
from companion.games.mansions.rules.actions.move_action import STEPS, begin_move, path_refused
from companion.games.mansions.rules.actions.steps_and_fire import (
    burn,
    offer_to_extinguish,
    refuse,
    set_fire_refused,
    step,
)
from companion.games.mansions.rules.map.positions import companions
from companion.games.mansions.rules.map.spaces import barricade, light_sources, way_refused
from companion.games.mansions.rules.monsters.evade_checks import evade_check
from companion.games.mansions.rules.monsters.monsters import enter, known
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.state import State, Task, Verdict, exact
from companion.schema.prompt import Option, Refusal, Seat

CLUE = "clue"
STEALABLE = ("strength", "agility", "observation")  # MOM-STEAL-5
NEEDED_AT_BARRICADE = 2  # successes, MOM-BARRICADE-3
Deed = Callable[[G], Rule[bool]]  # False: the action is forfeited


@dataclass(frozen=True, slots=True)
class Transfer:
    """One exchange of a trade."""

    kind: Literal["give", "drop", "pick_up"]
    who: Seat
    item: str
    to: Seat = ""


def perform(g: G, seat: Seat, action: str, refusal: Refusal | None, deed: Deed) -> Rule[None]:
    """An action other than attack and move. MOM-EVADE-1, MOM-FIRE-2, MOM-FIRE-4."""
    refuse(no_action_left(g.state, seat) or refusal)
    evaded = yield from evade_check(g, seat)
    if evaded == "waiting" or g.state.seats[seat].eliminated:
        return
    g.emit(ActionSpent(seat, action))
    if evaded == "caught" or not (yield from deed(g)):
        g.emit(ActionForfeited(seat, action))
    yield from burn(g, seat)


def no_action_left(s: State, seat: Seat) -> Refusal | None:
    """None too where the people count actions themselves."""
    if s.story is not None and not s.story.counted_actions:
        return None
    if s.seats[seat].actions < 1:
        return Refusal("NO_ACTIONS_LEFT", f"{s.seats[seat].name} has no action left.", "MOM-X-TURN-1")
    return None


def move(g: G, seat: Seat, path: tuple[str, ...]) -> Rule[None]:
    """Up to two spaces. MOM-MOVE-1."""
    refuse(no_action_left(g.state, seat) or path_refused(g.state, seat, path, STEPS))
    g.emit(ActionSpent(seat, "move"))
    yield from begin_move(g, seat, path)


def search(g: G, seat: Seat, token: str) -> Rule[None]:
    """A Search token of the own space; the app tells what it holds. MOM-SEARCH-1."""
    here = g.state.tokens.search.get(token) == g.state.seats[seat].space
    yield from perform(g, seat, "search", None if here else _out_of_reach(token), _by_the_app)


def explore(g: G, seat: Seat, token: str) -> Rule[None]:
    """An Explore token of the own space or on a door beside it. MOM-EXPLORE-1."""
    here, at = g.state.seats[seat].space, g.state.tokens.explore.get(token)
    doors = g.state.spaces[here].doors if here in g.state.spaces else ()
    yield from perform(g, seat, "explore", None if at == here or at in doors else _out_of_reach(token), _by_the_app)


def sight(g: G, seat: Seat, token: str) -> Rule[None]:
    """No action; then the player decides. MOM-SIGHT-1."""
    refuse(None if token in g.state.tokens.sight else _out_of_reach(token))
    options = [Option("resolve", "resolve the effects"), Option("decline", "leave it")]
    yield from g.one(choose(seat, f"{g.state.seats[seat].name}: resolve what is seen?", options, rule="MOM-SIGHT-1"))


def _out_of_reach(token: str) -> Refusal:
    return Refusal("TOKEN_NOT_REACHABLE", f"The token {token} is not where it can be used.", "MOM-EXPLORE-1")


def _by_the_app(g: G) -> Rule[bool]:  # noqa: ARG001  the app tells what happens
    yield from done()
    return True


def set_fire(g: G, seat: Seat, space: str) -> Rule[None]:
    """With a Light Source, here or beside. MOM-SETFIRE-1 to MOM-SETFIRE-3."""

    def deed(g: G) -> Rule[bool]:
        g.emit(FirePlaced(space))
        yield from done()
        return True

    yield from perform(g, seat, "set fire", set_fire_refused(g.state, seat, space, light_sources(g.state)), deed)


def extinguish(g: G, seat: Seat) -> Rule[None]:
    """Each success may discard one Fire, here or where one goes this round. MOM-EXTINGUISH-1 to MOM-EXTINGUISH-3."""

    def deed(g: G) -> Rule[bool]:
        verdict = yield from skill_test(g, Task(seat, "agility", "Extinguish Fire", surplus=True))
        g.emit(ExtinguishTested(seat, verdict.result))
        yield from offer_to_extinguish(g, seat)
        return True

    yield from perform(g, seat, "extinguish", None, deed)


def shift_barricade(g: G, seat: Seat, between: tuple[str, str], block: bool) -> Rule[None]:
    """On the own side, against the door or away from it; no test. MOM-BARRICADE-1."""
    one = barricade(g.state, *between)
    mine = one is not None and one.side == g.state.seats[seat].space

    def deed(g: G) -> Rule[bool]:
        g.emit(BarricadeMoved(between, block))
        yield from done()
        return True

    yield from perform(g, seat, "barricade", None if mine else _out_of_reach("barricade"), deed)


def push_barricade(g: G, seat: Seat, between: tuple[str, str]) -> Rule[Verdict | None]:
    """On the far side of a blocked door: two successes of strength, then a step if one likes. MOM-BARRICADE-2 to -5."""
    here = g.state.seats[seat].space
    other = next((space for space in between if space != here), here)
    one = barricade(g.state, *between)
    far = here in between and one is not None and one.blocking and one.side == other
    verdicts: list[Verdict] = []

    def deed(g: G) -> Rule[bool]:
        task = Task(seat, "strength", "Push the barricade", NEEDED_AT_BARRICADE, surplus=True)
        verdict = yield from skill_test(g, task)
        verdicts.append(verdict)
        if verdict.passed:
            g.emit(BarricadeMoved(between, False))
            yield from step_after(g, seat, other, "MOM-BARRICADE-4")
        return True

    yield from perform(g, seat, "barricade", None if far else _out_of_reach("barricade"), deed)
    return verdicts[0] if verdicts else None


def step_after(g: G, seat: Seat, to: str, rule: str) -> Rule[None]:
    """One space if one likes; leaving a monster asks for an evade check. MOM-EVADE-2."""
    name = g.state.seats[seat].name
    options = [
        Option("go", f"move to {to}", way_refused(g.state, g.state.seats[seat].space, to)),
        Option("stay", "stay"),
    ]
    said = yield from g.one(choose(seat, f"{name}: move one space to {to}?", options, rule=rule))
    if said == "go" and (yield from gets_away(g, seat)):
        yield from step(g, seat, to)


def gets_away(g: G, seat: Seat) -> Rule[bool]:
    """Out of a space of one's own will: not who is held there, nor who did not live through the check. MOM-EVADE-2."""
    evaded = yield from evade_check(g, seat)
    return evaded == "free" and not g.state.seats[seat].eliminated


def push_monster(g: G, seat: Seat, monster: str, toward: str) -> Rule[Verdict | None]:
    """A strength test against its brawn. MOM-PUSH-1, MOM-PUSH-3, MOM-PUSH-5, MOM-PUSH-6."""
    target = known(g.state, monster)
    here = g.state.seats[seat].space
    away = exact(g.state) and target.space != here
    refusal = Refusal("NOT_SAME_PLACE", f"{monster} is not in this space.", "MOM-PUSH-1") if away else None
    verdicts: list[Verdict] = []

    def deed(g: G) -> Rule[bool]:
        if monster not in g.state.monsters:  # it fell during the evade check
            return False
        verdict = yield from skill_test(g, Task(seat, "strength", f"Push {monster}", target.brawn, surplus=True))
        verdicts.append(verdict)
        if verdict.passed:
            yield from enter(g, monster, toward)
            yield from step_after(g, seat, toward, "MOM-PUSH-6")
        return bool(verdict.passed)

    yield from perform(g, seat, "push", refusal or way_refused(g.state, here, toward), deed)
    return verdicts[0] if verdicts else None


def push_investigator(g: G, seat: Seat, other: Seat, toward: str) -> Rule[tuple[Verdict, Verdict] | None]:
    """Willingly without a test, or a strength test against the resister's result + 1. MOM-PUSH-2, MOM-PUSH-4 to -7."""
    here = g.state.seats[seat].space
    verdicts: list[Verdict] = []

    def deed(g: G) -> Rule[bool]:
        if (yield from _resists(g, other)):
            verdicts.extend((yield from _struggle(g, seat, other)))
            if not verdicts[1].passed:
                return False
        elif not (yield from gets_away(g, other)):  # a willing move is voluntary
            return True
        yield from step(g, other, toward)
        yield from step_after(g, seat, toward, "MOM-PUSH-6")
        return True

    yield from perform(g, seat, "push", _not_here(g.state, seat, other) or way_refused(g.state, here, toward), deed)
    return (verdicts[0], verdicts[1]) if verdicts else None


def _resists(g: G, other: Seat) -> Rule[bool]:
    options = [Option("willing", "go willingly"), Option("resist", "resist")]
    title = f"{g.state.seats[other].name}: go willingly, or resist the push?"
    return (yield from g.one(choose(other, title, options, rule="MOM-PUSH-2"))) == "resist"


def _struggle(g: G, seat: Seat, other: Seat) -> Rule[tuple[Verdict, Verdict]]:
    """MOM-PUSH-4, MOM-PUSH-5, MOM-PUSH-7."""
    resisted = yield from skill_test(g, Task(other, "strength", "Resist the push", surplus=True))
    needed = resisted.result + 1
    return resisted, (yield from skill_test(g, Task(seat, "strength", "Push", needed, surplus=True)))


def _not_here(s: State, seat: Seat, other: Seat) -> Refusal | None:
    """MOM-PUSH-1, MOM-STEAL-1: another investigator in the own space."""
    if other not in companions(s, seat):
        return Refusal("NOT_SAME_PLACE", "The other investigator is not in this space.", "MOM-STEAL-1")
    return None


def steal(g: G, seat: Seat, other: Seat, skill: str) -> Rule[tuple[Verdict, Verdict] | None]:
    """Both test; a possession for each success above the victim's result. MOM-STEAL-1 to MOM-STEAL-5.

    The thief's test is resolved first, clues included, then the victim's.
    """
    refusal = _not_here(g.state, seat, other)
    if refusal is None and skill not in STEALABLE:
        refusal = Refusal("SKILL_NOT_ALLOWED", f"One steals with {', '.join(STEALABLE)}.", "MOM-STEAL-5")
    verdicts: list[Verdict] = []

    def deed(g: G) -> Rule[bool]:
        for who, title in ((seat, "Steal"), (other, "Hold on to it")):
            verdicts.append((yield from skill_test(g, Task(who, skill, title, surplus=True))))
        most = verdicts[0].result - verdicts[1].result
        if most <= 0:  # MOM-STEAL-4
            return False
        yield from take(g, seat, other, most)
        return True

    yield from perform(g, seat, "steal", refusal, deed)
    return (verdicts[0], verdicts[1]) if verdicts else None


def take(g: G, seat: Seat, other: Seat, most: int) -> Rule[None]:
    """MOM-STEAL-3. Of cards that the page does not know, by hand."""
    items = g.state.seats[other].possessions
    if not items and g.state.story is not None:
        by_hand = f"{g.state.seats[seat].name}: take up to {most} of the cards of {g.state.seats[other].name}"
        yield from g.one(choose(seat, by_hand, [Option("go", "Done")], rule="MOM-STEAL-3"))
        return
    title = f"{g.state.seats[seat].name}: take up to {most} from {g.state.seats[other].name}"
    for item in (yield from g.some(choose(seat, title, items, 0, min(most, len(items)), "MOM-STEAL-3"))):
        g.emit(PossessionGiven(other, seat, item))


def trade(g: G, seat: Seat, transfers: tuple[Transfer, ...]) -> Rule[None]:
    """Give, drop and pick up, in any order. MOM-TRADE-1."""

    def deed(g: G) -> Rule[bool]:
        for one in transfers:
            _exchange(g, one)
        yield from done()
        return True

    yield from perform(g, seat, "trade", trade_refused(g.state, seat, transfers), deed)


def _exchange(g: G, one: Transfer) -> None:
    match one.kind:
        case "give":
            g.emit(PossessionGiven(one.who, one.to, one.item))
        case "drop":
            g.emit(PossessionDropped(one.who, one.item))
        case "pick_up":
            g.emit(PossessionPickedUp(one.who, one.item))


def trade_refused(s: State, seat: Seat, transfers: tuple[Transfer, ...]) -> Refusal | None:
    """Why these exchanges cannot be made one after the other, or None. MOM-TRADE-1, MOM-CLUE-1."""
    here = s.seats[seat].space
    held = {name: s.seats[name].possessions for name in (seat, *companions(s, seat))}
    held[""] = s.spaces[here].items if here in s.spaces else ()
    for one in transfers:
        source, target = {"give": (one.who, one.to), "drop": (one.who, ""), "pick_up": ("", one.who)}[one.kind]
        if one.item == CLUE:
            return Refusal("CLUES_NOT_TRADABLE", "Clues are neither traded nor dropped.", "MOM-CLUE-1")
        if source not in held or target not in held or one.item not in held[source]:
            return Refusal("NOT_SAME_PLACE", f"{one.item} cannot be exchanged here.", "MOM-TRADE-1")
        held[source], held[target] = without(held[source], one.item), (*held[target], one.item)
    return None
