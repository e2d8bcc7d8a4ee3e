"""Rule cases of this game: a situation as a real state, one message through the real rules, and what came of it.

No rule lives here. The case format ends where the attack cards and the exploration tokens of the box begin, so a case
plays with both switched off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.engine import Bag, GameSetup, Rule
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import ActionCard, CraftedItem, Effect, Item, Section, Settings, Ship, Tile
from companion.games.nemesis.facts import ActionPaid, ContaminationGained, NoiseRolled, RollBegan, Swapped, TokenDrawn
from companion.games.nemesis.rules.actions.cost import Action, cannot_take_action
from companion.games.nemesis.rules.actions.item_exchange import is_available
from companion.games.nemesis.rules.actions.menu import ACTIONS
from companion.games.nemesis.rules.crew.hands import gain
from companion.games.nemesis.rules.intruders.noise import encounter
from companion.games.nemesis.rules.rounds import take_action
from companion.games.nemesis.state import Character, Corridor, Event, G, HeavyObject, Intruder, Room, State, Weapon
from companion.schema import Faces, Prompt, Refused
from tests.cases.judge import CaseOutcome, CaseResult, CaseRun, Facts, NotCoveredError, certain, judge, not_implemented

Message: TypeAlias = Mapping[str, Any]
Tried: TypeAlias = CaseRun[State, Event, None]

CODES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("NEM-COST-1", "WRONG_COUNT"): "WRONG_COST",
        ("NEM-COST-1", "UNKNOWN_FACE"): "CARD_NOT_IN_HAND",
        ("NEM-COST-1", "TOO_MANY"): "CARD_NOT_IN_HAND",
        ("NEM-GEN-2", "WRONG_COUNT"): "ONE_OBJECT_PER_ACTION",
        ("NEM-ACARD-5", "WRONG_COUNT"): "CHOOSE_ONE_OPTION",
        ("NEM-ACARD-5", "UNKNOWN_FACE"): "CHOOSE_ONE_OPTION",
        ("NEM-TRADE-1", "UNKNOWN_FACE"): "NOT_SAME_PLACE",
        ("NEM-TRADE-2", "WRONG_COUNT"): "AMMO_NOT_TRADABLE",
        ("NEM-TRADE-2", "UNKNOWN_FACE"): "CARD_NOT_IN_HAND",
        ("NEM-TRADE-2", "TOO_MANY"): "CARD_NOT_IN_HAND",
        ("NEM-CAREFUL-2", "UNKNOWN_FACE"): "CORRIDOR_NOT_CONNECTED_TO_ROOM",
        ("NEM-X-NOISE-1", "WRONG_COUNT"): "WRONG_DIE_COUNT",
        ("NEM-X-COMBATDIE-1", "WRONG_COUNT"): "WRONG_DIE_COUNT",
        ("NEM-X-ENC-1", "UNKNOWN_FACE"): "TOKEN_NOT_IN_BAG",
    }
)
"""Paragraph of a prompt and our code of a refusal -> the code of the case format."""

AWAITED: Mapping[str, str] = MappingProxyType(
    {"NEM-X-NOISE-1": "noise_die", "NEM-X-COMBATDIE-1": "combat_die", "NEM-X-ENC-1": "intruder_token"}
)


def run_case(case: Facts) -> CaseResult:
    """Play one case; actions that this game has not got yet answer `not implemented`."""
    try:
        return judge(case["then"], send(case["given"], case["when"]))
    except NotCoveredError as lacking:
        return not_implemented(str(lacking))


def send(given: Facts, when: Message) -> CaseOutcome:
    """One message: all of it is used, or nothing changes. Raises NotCoveredError."""
    state = situation(given, when)
    trial: Tried = CaseRun(GAME, state, _procedure(when))
    before = state_to_given(given, state)
    try:
        command(trial, when)
        answer_all(trial, when)
    except Refused as no:
        return _rejected(no, trial, before, len(when.get("pay", ())))
    awaiting = next((w for p in trial.open if (w := awaited(p))), None)
    events = tuple(_event(fact) for fact in trial.facts if isinstance(fact, ContaminationGained))
    return CaseOutcome(
        awaiting=awaiting,
        outcome=outcome(trial),
        state=state_to_given(given, trial.state),
        before=before,
        events=events,
    )


def _rejected(no: Refused, trial: Tried, before: Facts, paid: int) -> CaseOutcome:
    """The situation stays; a roll that was waiting for its reading waits on."""
    if not trial.open:
        return CaseOutcome(False, no.code, state=before, before=before)
    prompt = trial.open[0]
    code = CODES.get((prompt.rule, no.code), no.code)
    detail = {"expected": prompt.most, "got": paid} if code == "WRONG_COST" else {}
    return CaseOutcome(False, code, detail, awaited(prompt), state=before, before=before)


def _procedure(when: Message) -> Callable[[G], Rule[None]]:
    seat = when["actor"]
    if when["action"] == "encounter":
        return lambda g: encounter(g, seat)
    if when["action"] == "gain_item":
        return lambda g: gain(g, seat, when["item"])
    if _action(when["action"]) is None:
        raise NotCoveredError(when["action"])
    return lambda g: take_action(g, seat)


def _action(name: str) -> Action | None:
    return next((a for a in ACTIONS if a.name == name), None)


def command(trial: Tried, when: Message) -> None:
    """Choose from the menu what the message commands. Raises Refused with the reason of the rules."""
    action = _action(when["action"])
    if action is None:
        return  # an encounter and an item that is found begin by themselves
    targets = targets_of(trial.state, when)
    for target in targets:
        no = cannot_take_action(trial.state, when["actor"], action, target)
        if no is not None:
            raise no.error()
    if action.secret:
        trial.answer(trial.open[0], action.name)
        trial.answer(trial.open[0], *targets)
    else:
        trial.answer(trial.open[0], *(f"{action.name}:{t}" if t else action.name for t in targets))
    if when.get("pay") and not (trial.open and trial.open[0].rule == "NEM-COST-1"):
        raise Refused("WRONG_COST", "This costs no card.")
    sections = trial.state.ship.cards[when["card"]].sections if when["action"] == "action_card" else ()
    if {*when.get("options", ())} - {section.id for section in sections}:
        raise Refused("CHOOSE_ONE_OPTION", "The card has no such section.")


def targets_of(s: State, when: Message) -> Faces:
    """Return the object of the action as the menu names it."""
    match when["action"]:
        case "shoot":
            return (f"{when.get('weapon')}/{when['target']}",)
        case "pick_up_heavy":
            return tuple(when["objects"])
        case "trade":
            return ("",)
        case "craft":
            held = list(s.characters[when["actor"]].items)
            parts = sorted(when["components"], key=lambda part: held.index(part) if part in held else len(held))
            return ("/".join([when["item"], *parts]),)
        case "action_card":
            return (when["card"],)
        case "item_action":
            return (when["item"],)
        case "room_action":
            return (when["room"],)
        case _:
            return (str(when.get("to", when.get("target"))),)


def answer_all(trial: Tried, when: Message) -> None:
    """Answer each prompt with what the message brings, until something is missing. Raises Refused."""
    swaps = Swaps(when)
    while trial.open:
        prompt = trial.open[0]
        values = swaps.brought(prompt) if prompt.rule.startswith("NEM-TRADE") else brought(prompt, when)
        if values is None:
            return
        trial.answer(prompt, *values)


class Swaps:
    """The swaps of a Trade, one after the other."""

    def __init__(self, when: Message) -> None:
        self._left = list(when.get("swaps", ()))
        self._consent = when.get("consent", ())
        self._now: Message = {}

    def brought(self, prompt: Prompt) -> Faces:
        """Return the message's answer to a prompt of the trade."""
        if prompt.rule == "NEM-TRADE-1":
            return self._next(prompt)
        if prompt.rule == "NEM-TRADE-2":
            return tuple(self._now.get("a_gives" if prompt.seat == self._now["a"] else "b_gives", ()))
        return ("yes",) if prompt.seat in self._consent else ("no",)

    def _next(self, prompt: Prompt) -> Faces:
        if not self._left:
            return ("done",)
        self._now = self._left.pop(0)
        a, b = self._now["a"], self._now["b"]
        offered = {option.id for option in prompt.options}
        return (f"{b}/{a}",) if f"{b}/{a}" in offered else (f"{a}/{b}",)


def brought(prompt: Prompt, when: Message) -> Faces | None:
    """Return a message's answer to a prompt, None without one."""
    reading = when.get("reading", {})
    token = reading.get("intruder_token", {})
    if token is None:
        token = {"type": None, "number": None}  # something was drawn, and not recognised
    match prompt.rule, prompt.kind:
        case "NEM-COST-1", _:
            return tuple(when.get("pay", ()))
        case "NEM-ACARD-5", _:
            return tuple(when.get("options", ()))
        case "NEM-CAREFUL-2", _:
            return (when["noise_corridor"],) if "noise_corridor" in when else None
        case "NEM-X-NOISE-1", _:
            return _dice(reading, "noise_dice")
        case "NEM-X-COMBATDIE-1", _:
            return _dice(reading, "combat_dice")
        case "NEM-X-ENC-1", "draw":
            return certain((token["type"],)) if "type" in token else None
        case "NEM-X-ENC-1", "count":
            return certain((_face(token["number"]),)) if "number" in token else None
    return None


def _dice(reading: Message, name: str) -> Faces | None:
    if name not in reading:
        return None
    faces = (None,) if reading[name] is None else reading[name]
    return certain(_face(face) for face in faces)


def _face(read: Any) -> str | None:
    """Return a reading in the page's words. None stays unrecognised."""
    return None if read is None else str(read)


def awaited(prompt: Prompt) -> Facts | None:
    """The input a prompt waits for, in the words of the format; None for what belongs to the command."""
    return {"kind": AWAITED[prompt.rule], "of": [prompt.seat]} if prompt.rule in AWAITED else None


def outcome(trial: Tried) -> Facts:
    """Computed values of the message."""
    facts = trial.facts
    rolled = next((fact for fact in facts if isinstance(fact, NoiseRolled)), None)
    token = next((fact for fact in facts if isinstance(fact, TokenDrawn)), None)
    values: dict[str, Any] = {
        "noise_roll": any(isinstance(fact, RollBegan) and fact.kind == "noise" for fact in facts),
        "encounter": rolled is not None and rolled.counts == "encounter",
    }
    if any(fact.action == "trade" for fact in facts if isinstance(fact, ActionPaid)):
        values["swaps_done"] = sum(isinstance(fact, Swapped) for fact in facts)
    if rolled is not None and rolled.counts in {"danger", "silence"}:
        values["noise_result"] = rolled.counts
    if token is not None:
        values |= {"intruder_placed": token.intruder or None, "surprise_attack": token.surprise}
    return values


def _event(fact: ContaminationGained) -> Facts:
    return {"kind": "contamination_gained", "who": fact.seat, "n": 1}


def situation(given: Facts, when: Message) -> State:
    """A real state with what is given; the rest as the format says."""
    cards = given.get("cards", {})
    base = GAME.setup(GameSetup(seats=(when["actor"],)))
    return replace(
        base,
        ship=_ship(base.ship, given, when["actor"]),
        characters=MappingProxyType({n: _character(n, c) for n, c in given["characters"].items()}),
        rooms=MappingProxyType(_rooms(given)),
        corridors=MappingProxyType({n: _corridor(c) for n, c in given.get("corridors", {}).items()}),
        intruders=MappingProxyType({n: _intruder(i) for n, i in given.get("intruders", {}).items()}),
        bag=Bag(tuple(given.get("bag", ()))),
        active=given.get("active", when["actor"]),
        contamination=tuple(n for n, c in cards.items() if c.get("kind") == "contamination") or base.contamination,
        objects=MappingProxyType(
            {n: HeavyObject(o["kind"], o.get("room") or "") for n, o in given.get("objects", {}).items()}
        ),
        item_discard=tuple(given.get("item_discard", ())),
    )


def _ship(base: Ship, given: Facts, actor: str) -> Ship:
    """Convert the content of a case: costs, items, cards, rooms. Nothing beyond the text."""
    listed = {**_mentioned(given, "hand"), **given.get("cards", {})}
    cards = {n: c for n, c in listed.items() if c.get("kind", "action") == "action"}
    items = {**_mentioned(given, "items"), **given.get("items", {})}
    crafted = {n: CraftedItem(tuple(c["needs"]), c.get("available", True)) for n, c in given.get("crafted", {}).items()}
    own = given.get("rooms", {}).get(given["characters"][actor].get("room"), {})
    return replace(
        base,
        costs=MappingProxyType({**base.costs, **given.get("costs", {})}),
        items=MappingProxyType({n: _item(i) for n, i in items.items()}),
        cards=MappingProxyType({n: _card(c, broken=own.get("malfunction", False)) for n, c in cards.items()}),
        crafted=MappingProxyType(crafted),
        tiles=tuple(Tile(name, name, action="Room action", allowed="any") for name in _rooms(given)),
        settings=Settings(decks="none", two_hands=False),
    )


def _mentioned(given: Facts, key: str) -> dict[str, Facts]:
    """Create held things, with defaults for undescribed ones."""
    return {name: {} for c in given["characters"].values() for name in c.get(key, ())}


def _character(name: str, facts: Facts) -> Character:
    weapons = tuple(Weapon(w, held.get("ammo", 0)) for w, held in facts.get("weapons", {}).items())
    return Character(
        name,
        facts.get("room", ""),
        tuple(facts.get("hand", ())),
        discard=tuple(facts.get("discard", ())),
        actions=facts.get("actions_left", 2),
        weapons=weapons,
        items=tuple(facts.get("items", ())),
        heavy=tuple(facts.get("heavy", ())),
        slime=facts.get("slime", False),
        serious_wounds=facts.get("serious_wounds", 0),
    )


def _item(facts: Facts) -> Item:
    """The format does not describe its action, so nothing is done and nothing discarded."""
    icons, allowed = tuple(facts.get("craft_icons", ())), facts.get("allowed", "any")
    heavy, cost = facts.get("heavy", False), facts.get("cost", 0)
    return Item(icons=icons, acts=True, cost=cost, allowed=allowed, heavy=heavy, once=False)


def _card(facts: Facts, *, broken: bool) -> ActionCard:
    sections = tuple(_section(name, broken=broken) for name in facts.get("options", ()))
    return ActionCard(facts.get("cost", 0), facts.get("allowed", "any"), sections)


def _section(name: str, *, broken: bool) -> Section:
    """Take an existing marker. The format has no engines."""
    takes = name == "discard_malfunction" and broken
    return Section(name, effects=(Effect("discard_malfunction"),) if takes else ())


def _rooms(given: Facts) -> dict[str, Room]:
    """All that are listed or mentioned."""
    ends = [end for c in given.get("corridors", {}).values() for end in c["rooms"]]
    standing = [c["room"] for c in given["characters"].values() if "room" in c]
    listed = given.get("rooms", {})
    return {name: _room(name, listed.get(name, {})) for name in dict.fromkeys([*listed, *ends, *standing])}


def _room(name: str, facts: Facts) -> Room:
    marks = ("malfunction",) if facts.get("malfunction") else ()
    return Room(name, explored=facts.get("explored", True), marks=marks, tile=name)


def _corridor(facts: Facts) -> Corridor:
    numbers = {room: tuple(str(n) for n in printed) for room, printed in facts.get("numbers", {}).items()}
    one, other = facts["rooms"]
    return Corridor((one, other), MappingProxyType(numbers), facts.get("noise", False))


def _intruder(facts: Facts) -> Intruder:
    return Intruder(facts["type"], facts.get("room", ""), facts.get("injuries", 0))


def state_to_given(given: Facts, s: State) -> Facts:
    """The situation in the words of the format; what the rules do not keep stands as given."""
    people = given["characters"]
    return {
        **given,
        "active": s.active,
        "characters": {n: {**people[n], **_character_told(c)} for n, c in s.characters.items()},
        "rooms": {n: {"explored": r.explored, "malfunction": "malfunction" in r.marks} for n, r in s.rooms.items()},
        "corridors": {n: {**given["corridors"][n], "noise": c.noise} for n, c in s.corridors.items()},
        "intruders": {n: {"type": i.kind, "room": i.room, "injuries": i.injuries} for n, i in s.intruders.items()},
        "objects": {n: {"kind": o.kind, "room": o.room or None} for n, o in s.objects.items()},
        "crafted": {n: {"needs": list(c.needs), "available": is_available(s, n)} for n, c in s.ship.crafted.items()},
        "item_discard": list(s.item_discard),
        "bag": [token.partition("-")[0] for token in s.bag.inside],  # the format knows kinds alone
    }


def _character_told(c: Character) -> Facts:
    return {
        "room": c.room,
        "actions_left": c.actions,
        "hand": list(c.hand),
        "discard": list(c.discard),
        "weapons": {w.name: {"ammo": w.ammo} for w in c.weapons},
        "items": list(c.items),
        "heavy": list(c.heavy),
        "slime": c.slime,
        "serious_wounds": c.serious_wounds,
    }
