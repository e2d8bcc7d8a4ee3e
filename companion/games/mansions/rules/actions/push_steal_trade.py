"""Attack, Push, Steal and Trade: whom and what is chosen on the way, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine import Rule, choose, done, without
from companion.games.mansions.facts import ActionSpent, G, PossessionDropped, PossessionGiven, PossessionPickedUp
from companion.games.mansions.rules.actions.costs_and_moves import (
    Action,
    acting,
    gets_away,
    no_action_left,
    perform,
    step_after,
    things_beside,
)
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    UNSAID,
    attack_refused,
    beside,
    burn,
    companions,
    enter,
    known,
    nothing_in_reach,
    people,
    refuse,
    same_space,
    step,
    way_refused,
)
from companion.games.mansions.rules.monsters import FISTS, arm_of, attack_somebody, by_hand
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.state import State, Task, Verdict, exact
from companion.schema import Option, Refusal, Seat

CLUE = "clue"
FLOOR, DONE, BY_HAND = "", "go", "hand"
STEALABLE = ("strength", "agility", "observation")  # MOM-STEAL-5


@dataclass(frozen=True, slots=True)
class Transfer:
    """One exchange of a trade."""

    kind: Literal["give", "drop", "pick_up"]
    who: Seat
    item: str
    to: Seat = ""


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
        yield from take_possessions(g, seat, other, most)
        return True

    yield from perform(g, seat, "steal", refusal, deed)
    return (verdicts[0], verdicts[1]) if verdicts else None


def take_possessions(g: G, seat: Seat, other: Seat, most: int) -> Rule[None]:
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


def push(g: G, seat: Seat) -> Rule[None]:
    """Whom, and where to. MOM-PUSH-1."""
    here = yield from same_space(g, seat)
    others = people(g.state, companions(g.state, seat))
    options = [*(Option(f"monster:{m.name}", m.name) for m in here), *others, NOT_NOW]
    whom = yield from g.one(choose(seat, f"{g.state.seats[seat].name}: push whom?", options, rule="MOM-PUSH-1"))
    if whom == STAY:
        return
    asked = f"{g.state.seats[seat].name}: push where?"
    toward = yield from g.one(choose(seat, asked, things_beside(g.state, seat), rule="MOM-PUSH-1", at="board"))
    if toward == STAY:
        return
    to = "" if toward == UNSAID else toward
    if whom.startswith("monster:"):
        yield from push_monster(g, seat, whom.removeprefix("monster:"), to)
    else:
        yield from push_investigator(g, seat, whom, to)


def steal_from_somebody(g: G, seat: Seat) -> Rule[None]:
    """From whom, and with which skill. MOM-STEAL-1, MOM-STEAL-2."""
    others = [*people(g.state, companions(g.state, seat)), NOT_NOW]
    whom = yield from g.one(choose(seat, f"{g.state.seats[seat].name}: steal from whom?", others, rule="MOM-STEAL-1"))
    if whom == STAY:
        return
    skills = [Option(skill, skill.capitalize()) for skill in STEALABLE]
    skill = yield from g.one(
        choose(seat, f"{g.state.seats[seat].name}: steal with which skill?", skills, rule="MOM-STEAL-2")
    )
    yield from steal(g, seat, whom, skill)


def _nobody_else(s: State, seat: Seat) -> Refusal | None:
    if companions(s, seat):
        return None
    return Refusal("NOT_SAME_PLACE", f"No other investigator is in the space of {s.seats[seat].name}.", "MOM-STEAL-1")


def _nobody_to_push(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].space
    if companions(s, seat) or any(m.space == here or not exact(s) for m in s.monsters.values()):
        return None
    return Refusal("NOT_SAME_PLACE", f"Nobody is in the space of {s.seats[seat].name}.", "MOM-PUSH-1")


def _nothing_to_trade(s: State, seat: Seat) -> Refusal | None:
    lying = s.spaces[s.seats[seat].space].items if s.seats[seat].space in s.spaces else ()
    if companions(s, seat) or lying or s.seats[seat].possessions:
        return None
    return Refusal("NOTHING_TO_TRADE", f"{s.seats[seat].name} has nothing, and nothing lies here.", "MOM-TRADE-1")


def trade_with_somebody(g: G, seat: Seat) -> Rule[None]:
    """Give, drop and pick up, in any order, any number of times. MOM-TRADE-1."""
    here = (seat, *(yield from beside(g, seat)))
    held = belongings(g.state, seat, here)
    transfers: list[Transfer] = []
    while True:
        source, item = yield from _what(g, seat, held, len(transfers))
        if item in (DONE, BY_HAND, STAY):
            break
        target = yield from _to_whom(g, seat, here, source, item, len(transfers))
        if target == source:
            continue
        held[source], held[target] = without(held[source], item), (*held[target], item)
        transfers.append(_transfer(source, item, target))
    if item != STAY:
        yield from trade(g, seat, tuple(transfers))


def belongings(s: State, seat: Seat, here: tuple[Seat, ...]) -> dict[Seat, tuple[str, ...]]:
    """Who has what, and what lies there."""
    place = s.seats[seat].space
    lying = s.spaces[place].items if place in s.spaces else ()
    return {**{who: s.seats[who].possessions for who in here}, FLOOR: lying}


def _what(g: G, seat: Seat, held: dict[Seat, tuple[str, ...]], number: int) -> Rule[tuple[Seat, str]]:
    there = [(owner, item) for owner, items in held.items() for item in items]
    options = [Option(str(place), f"{item} ({_owner(g.state, who)})") for place, (who, item) in enumerate(there)]
    by_hand = Option(BY_HAND, "Trade by hand, with cards the page does not know")
    done = Option(DONE, "Trade like this") if number else by_hand
    title = f"{g.state.seats[seat].name}: trade, what changes hands?{_so_far(number)}"
    said = yield from g.one(choose(seat, title, [*options, done, Option(STAY, "Not now")], rule="MOM-TRADE-1"))
    return there[int(said)] if said.isdigit() else ("", said)


def _so_far(number: int) -> str:
    return f" {number} so far" if number else ""


def _owner(s: State, who: Seat) -> str:
    return s.seats[who].name if who else "lies here"


def _to_whom(g: G, seat: Seat, here: tuple[Seat, ...], source: Seat, item: str, number: int) -> Rule[Seat]:
    options = [Option(f"seat:{who}", g.state.seats[who].name) for who in here if who != source]
    floor = [Option("seat:", "Nobody: it lies down here")] if source else []
    title = f"{g.state.seats[seat].name}: who gets {item}?{_so_far(number)}"
    back = Option(f"seat:{source}", "Nobody else")
    said = yield from g.one(choose(seat, title, [*options, *floor, back], rule="MOM-TRADE-1"))
    return said.removeprefix("seat:")


def _transfer(source: Seat, item: str, target: Seat) -> Transfer:
    if not source:
        return Transfer("pick_up", target, item)
    return Transfer("give", source, item, target) if target else Transfer("drop", source, item)


FIGURE_ACTIONS = (
    Action("attack", "Attack", acting(nothing_in_reach), attack_somebody),
    Action("trade", "Trade", acting(_nothing_to_trade), trade_with_somebody),
    Action("push", "Push", acting(_nobody_to_push), push),
    Action("steal", "Steal", acting(_nobody_else), steal_from_somebody),
)


def attack(g: G, seat: Seat, monster: str, weapon: str = "unarmed") -> Rule[None]:
    """One attack, when all is chosen; no evade check is due. MOM-ATTACK-1 to MOM-ATTACK-5, MOM-EVADE-6."""
    arm = arm_of(g.state.items[weapon]) if weapon in g.state.items else FISTS
    refuse(no_action_left(g.state, seat) or attack_refused(g.state, seat, monster, ranged=arm.ranged))
    g.emit(ActionSpent(seat, "attack"))
    yield from by_hand(g, seat, "app's test of the attack on", monster, "MOM-ATTACK-5")
    yield from burn(g, seat)
