"""Attack, Push, Steal and Trade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine import Rule, choose, without
from companion.games.mansions.facts import ActionSpent, G, PossessionDropped, PossessionGiven, PossessionPickedUp
from companion.games.mansions.named import SKILL_TITLES, SKILL_WORDS, monster_name
from companion.games.mansions.rules.actions.costs_and_moves import (
    Action,
    action_refused,
    deed_of,
    neighbour_options,
    perform,
    refused_without_action,
    step_after,
    try_to_leave,
)
from companion.games.mansions.rules.map import (
    NOT_NOW,
    STAY,
    UNSAID,
    any_attack_refused,
    attack_refused,
    burn,
    companions,
    enter,
    find_companions,
    known_monster,
    refuse,
    same_space,
    seat_options,
    step,
    way_refused,
)
from companion.games.mansions.rules.monsters import FISTS, arm_of, attack_somebody, resolve_by_hand
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.state import State, Task, exact
from companion.i18n import Text, _, from_data, listed
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

    @property
    def fact(self) -> PossessionGiven | PossessionDropped | PossessionPickedUp:
        if self.kind == "give":
            return PossessionGiven(self.who, self.to, self.item)
        return (PossessionDropped if self.kind == "drop" else PossessionPickedUp)(self.who, self.item)


def push_monster(g: G, seat: Seat, monster: str, toward: str) -> Rule[None]:
    """Push a monster with a strength test against its brawn. MOM-PUSH-1, MOM-PUSH-3, MOM-PUSH-5, MOM-PUSH-6."""
    target = known_monster(g.state, monster)
    here = g.state.seats[seat].space
    away = exact(g.state) and target.space != here
    foe = monster_name(monster)
    not_here = Refusal("NOT_SAME_PLACE", _("{monster} is not in this space.", monster=foe), "MOM-PUSH-1")

    def deed(g: G) -> Rule[bool]:
        if monster not in g.state.monsters:  # it fell during the evade check
            return False
        title = _("Push {monster}", monster=foe)
        verdict = yield from skill_test(g, Task(seat, "strength", title, target.brawn, surplus=True))
        if verdict.passed:
            yield from enter(g, monster, toward)
            yield from step_after(g, seat, toward, "MOM-PUSH-6")
        return bool(verdict.passed)

    yield from perform(g, seat, _("push"), not_here if away else way_refused(g.state, here, toward), deed)


def push_investigator(g: G, seat: Seat, other: Seat, toward: str) -> Rule[None]:
    """Push a willing investigator, or test strength against a resisting one. MOM-PUSH-2, MOM-PUSH-4 to -7."""
    here = g.state.seats[seat].space

    def deed(g: G) -> Rule[bool]:
        if (yield from _ask_to_resist(g, other)):
            if not (yield from _test_both(g, seat, other)):
                return False
        elif not (yield from try_to_leave(g, other)):  # a willing move is voluntary
            return True
        yield from step(g, other, toward)
        yield from step_after(g, seat, toward, "MOM-PUSH-6")
        return True

    yield from perform(
        g, seat, _("push"), _seat_refused(g.state, seat, other) or way_refused(g.state, here, toward), deed
    )


def _ask_to_resist(g: G, other: Seat) -> Rule[bool]:
    options = [Option("willing", _("go willingly")), Option("resist", _("resist"))]
    title = _("go willingly, or resist the push?")
    return (yield from g.one(choose(other, title, options, rule="MOM-PUSH-2", key="push.resist"))) == "resist"


def _test_both(g: G, seat: Seat, other: Seat) -> Rule[bool]:
    """Return whether the push beats the resistance. MOM-PUSH-4, MOM-PUSH-5, MOM-PUSH-7."""
    resisted = yield from skill_test(g, Task(other, "strength", _("Resist the push"), surplus=True))
    pushed = yield from skill_test(g, Task(seat, "strength", _("Push"), resisted.result + 1, surplus=True))
    return bool(pushed.passed)


def _seat_refused(s: State, seat: Seat, other: Seat) -> Refusal | None:
    """Return why the other seat is not in the same space, or None. MOM-PUSH-1, MOM-STEAL-1."""
    if other not in companions(s, seat):
        return Refusal("NOT_SAME_PLACE", _("The other investigator is not in this space."), "MOM-STEAL-1")
    return None


def steal(g: G, seat: Seat, other: Seat, skill: str) -> Rule[None]:
    """Test both seats; take a possession for each success above the victim's. MOM-STEAL-1 to MOM-STEAL-5.

    The thief's test is resolved first, with clues, then the victim's.
    """
    refusal = _seat_refused(g.state, seat, other)
    if refusal is None and skill not in STEALABLE:
        skills = listed((SKILL_WORDS[name] for name in STEALABLE), ", ")
        refusal = Refusal("SKILL_NOT_ALLOWED", _("One steals with {skills}.", skills=skills), "MOM-STEAL-5")

    def deed(g: G) -> Rule[bool]:
        stolen = yield from skill_test(g, Task(seat, skill, _("Steal"), surplus=True))
        held = yield from skill_test(g, Task(other, skill, _("Hold on to it"), surplus=True))
        most = stolen.result - held.result
        if most <= 0:  # MOM-STEAL-4
            return False
        yield from take_possessions(g, seat, other, most)
        return True

    yield from perform(g, seat, _("steal"), refusal, deed)


def take_possessions(g: G, seat: Seat, other: Seat, most: int) -> Rule[None]:
    """Choose the stolen possessions, by hand if the page does not list them. MOM-STEAL-3."""
    items, victim = g.state.seats[other].possessions, g.state.seats[other].name
    if not items and g.state.story is not None:
        title = _("take up to {n} of the cards of {who}", n=most, who=victim)
        yield from g.one(choose(seat, title, [Option("go", _("Done"))], rule="MOM-STEAL-3", key="steal.by_hand"))
        return
    title = _("take up to {n} from {who}", n=most, who=victim)
    options = [Option(item, from_data(item)) for item in items]
    prompt = choose(seat, title, options, 0, min(most, len(items)), "MOM-STEAL-3", key="steal.what")
    for item in (yield from g.some(prompt)):
        g.emit(PossessionGiven(other, seat, item))


def trade(g: G, seat: Seat, transfers: tuple[Transfer, ...]) -> Rule[None]:
    """Give, drop and pick up, in any order. MOM-TRADE-1."""
    deed = deed_of(*(transfer.fact for transfer in transfers))
    yield from perform(g, seat, _("trade"), transfers_refused(g.state, seat, transfers), deed)


def transfers_refused(s: State, seat: Seat, transfers: tuple[Transfer, ...]) -> Refusal | None:
    """Return why these exchanges are not possible one after the other, or None. MOM-TRADE-1, MOM-CLUE-1."""
    held = {name: s.seats[name].possessions for name in (seat, *companions(s, seat))}
    held[FLOOR] = _items_on_floor(s, seat)
    for transfer in transfers:
        source, target = {
            "give": (transfer.who, transfer.to),
            "drop": (transfer.who, ""),
            "pick_up": ("", transfer.who),
        }[transfer.kind]
        if transfer.item == CLUE:
            return Refusal("CLUES_NOT_TRADABLE", _("Clues are neither traded nor dropped."), "MOM-CLUE-1")
        if source not in held or target not in held or transfer.item not in held[source]:
            sentence = _("{item} cannot be exchanged here.", item=from_data(transfer.item))
            return Refusal("NOT_SAME_PLACE", sentence, "MOM-TRADE-1")
        held[source], held[target] = without(held[source], transfer.item), (*held[target], transfer.item)
    return None


def _items_on_floor(s: State, seat: Seat) -> tuple[str, ...]:
    space = s.spaces.get(s.seats[seat].space)
    return space.items if space is not None else ()


def push(g: G, seat: Seat) -> Rule[None]:
    """Ask whom to push, and where to. MOM-PUSH-1."""
    here = yield from same_space(g, seat)
    others = seat_options(g.state, companions(g.state, seat))
    options = [*(Option(f"monster:{monster.name}", monster_name(monster.name)) for monster in here), *others, NOT_NOW]
    whom = yield from g.one(choose(seat, _("push whom?"), options, rule="MOM-PUSH-1", key="push.whom"))
    if whom == STAY:
        return
    near = neighbour_options(g.state, seat)
    prompt = choose(seat, _("push where?"), near, rule="MOM-PUSH-1", at="board", key="push.where")
    toward = yield from g.one(prompt)
    if toward == STAY:
        return
    to = "" if toward == UNSAID else toward
    if whom.startswith("monster:"):
        yield from push_monster(g, seat, whom.removeprefix("monster:"), to)
    else:
        yield from push_investigator(g, seat, whom, to)


def steal_from_somebody(g: G, seat: Seat) -> Rule[None]:
    """Ask from whom to steal, and with which skill. MOM-STEAL-1, MOM-STEAL-2."""
    others = [*seat_options(g.state, companions(g.state, seat)), NOT_NOW]
    whom = yield from g.one(choose(seat, _("steal from whom?"), others, rule="MOM-STEAL-1", key="steal.whom"))
    if whom == STAY:
        return
    skills = [Option(skill, SKILL_TITLES[skill]) for skill in STEALABLE]
    prompt = choose(seat, _("steal with which skill?"), skills, rule="MOM-STEAL-2", key="steal.skill")
    yield from steal(g, seat, whom, (yield from g.one(prompt)))


def _steal_refused(s: State, seat: Seat) -> Refusal | None:
    if companions(s, seat):
        return None
    sentence = _("No other investigator is in the space of {who}.", who=s.seats[seat].name)
    return Refusal("NOT_SAME_PLACE", sentence, "MOM-STEAL-1")


def _push_refused(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].space
    if companions(s, seat) or any(monster.space == here or not exact(s) for monster in s.monsters.values()):
        return None
    return Refusal("NOT_SAME_PLACE", _("Nobody is in the space of {who}.", who=s.seats[seat].name), "MOM-PUSH-1")


def _trade_refused(s: State, seat: Seat) -> Refusal | None:
    if companions(s, seat) or _items_on_floor(s, seat) or s.seats[seat].possessions:
        return None
    sentence = _("{who} has nothing, and nothing lies here.", who=s.seats[seat].name)
    return Refusal("NOTHING_TO_TRADE", sentence, "MOM-TRADE-1")


def trade_with_somebody(g: G, seat: Seat) -> Rule[None]:
    """Ask for exchanges, in any order and number. MOM-TRADE-1."""
    here = (seat, *(yield from find_companions(g, seat)))
    held = {**{who: g.state.seats[who].possessions for who in here}, FLOOR: _items_on_floor(g.state, seat)}
    transfers: list[Transfer] = []
    while True:
        source, item = yield from _ask_what(g, seat, held, len(transfers))
        if item in (DONE, BY_HAND, STAY):
            break
        target = yield from _ask_to_whom(g, seat, here, source, item, len(transfers))
        if target == source:
            continue
        held[source], held[target] = without(held[source], item), (*held[target], item)
        if not source:
            transfers.append(Transfer("pick_up", target, item))
        else:
            transfers.append(Transfer("give" if target else "drop", source, item, target))
    if item != STAY:
        yield from trade(g, seat, tuple(transfers))


def _ask_what(g: G, seat: Seat, held: dict[Seat, tuple[str, ...]], number: int) -> Rule[tuple[Seat, str]]:
    there = [(owner, item) for owner, items in held.items() for item in items]
    options = [Option(str(place), _card_and_owner(g.state, who, item)) for place, (who, item) in enumerate(there)]
    by_hand = Option(BY_HAND, _("Trade by hand, with cards the page does not know"))
    done = Option(DONE, _("Trade like this")) if number else by_hand
    title = _("trade, what changes hands? {n} so far", n=number) if number else _("trade, what changes hands?")
    all_options, key = [*options, done, NOT_NOW], "trade.what"
    chosen = yield from g.one(choose(seat, title, all_options, rule="MOM-TRADE-1", key=key, about=str(number)))
    return there[int(chosen)] if chosen.isdigit() else ("", chosen)


def _card_and_owner(s: State, who: Seat, item: str) -> Text:
    if not who:
        return _("{item} (lies here)", item=from_data(item))
    return _("{item} ({who})", item=from_data(item), who=s.seats[who].name)


def _ask_to_whom(g: G, seat: Seat, here: tuple[Seat, ...], source: Seat, item: str, number: int) -> Rule[Seat]:
    options = [Option(f"seat:{who}", g.state.seats[who].name) for who in here if who != source]
    floor = [Option("seat:", _("Nobody: it lies down here"))] if source else []
    back = Option(f"seat:{source}", _("Nobody else"))
    title, key, about = _("who gets {item}?", item=from_data(item)), "trade.whom", str(number)
    if number:
        title = _("who gets {item}? {n} so far", item=from_data(item), n=number)
    prompt = choose(seat, title, [*options, *floor, back], rule="MOM-TRADE-1", key=key, about=about)
    return (yield from g.one(prompt)).removeprefix("seat:")


FIGURE_ACTIONS = (
    Action("attack", _("Attack"), refused_without_action(any_attack_refused), attack_somebody),
    Action("trade", _("Trade"), refused_without_action(_trade_refused), trade_with_somebody),
    Action("push", _("Push"), refused_without_action(_push_refused), push),
    Action("steal", _("Steal"), refused_without_action(_steal_refused), steal_from_somebody),
)


def attack(g: G, seat: Seat, monster: str, weapon: str = "unarmed") -> Rule[None]:
    """Resolve one attack without an evade check. MOM-ATTACK-1 to MOM-ATTACK-5, MOM-EVADE-6."""
    arm = arm_of(g.state.items[weapon]) if weapon in g.state.items else FISTS
    refuse(action_refused(g.state, seat) or attack_refused(g.state, seat, monster, ranged=arm.ranged))
    g.emit(ActionSpent(seat, _("attack")))
    title = _("resolve the app's test of the attack on {monster}", monster=monster_name(monster))
    yield from resolve_by_hand(g, seat, title, monster, "MOM-ATTACK-5")
    yield from burn(g, seat)
