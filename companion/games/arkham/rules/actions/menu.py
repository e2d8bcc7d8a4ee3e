"""What a seat may choose in its turn: the buttons with their reasons, and the questions each of them asks first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine import Rule, choose, count, distinct, done
from companion.games.arkham.content import SKILLS
from companion.games.arkham.facts import G, InvestigatorLeft
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.actions.basic_actions import choose_tool
from companion.games.arkham.rules.agendas_and_acts import act_refused, spend_on_act
from companion.games.arkham.rules.card_play import OTHER, play_refused
from companion.games.arkham.rules.corrections import chaos_bag, menu
from companion.games.arkham.rules.in_play import evade_refused, move_refused, provoked
from companion.games.arkham.rules.skill_test import fast, skill_test, window
from companion.games.arkham.state import State, holdable, names_are_secret
from companion.schema import Option, Refusal, Seat

MOST_DIFFICULTY = 12


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat may choose. `refuse` is None, or the code and the sentence for the grey button."""

    name: str
    title: str
    cost: int  # actions
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]
    provokes: bool = False  # AH-X-AOO-1


def option(action: Action, s: State, seat: Seat) -> Option:
    """The button of an action for one seat; who would strike first is said before."""
    refused = basic_actions.turn_refused(s, seat, action.cost) or action.refuse(s, seat)
    warned = action.provokes and refused is None
    return Option(action.name, f"{action.title}{warning(s, seat) if warned else ''}", refused)


def warning(s: State, seat: Seat) -> str:
    """As in ": The Wet Porter strikes first"; empty where nobody would. AH-X-AOO-1."""
    first = provoked(s, seat)
    names = " and ".join(s.enemies[name].title for name in first)
    return f": {names} strike{'s' if len(first) == 1 else ''} first" if first else ""


def free_test(g: G, seat: Seat) -> Rule[None]:
    """A test that a card on the table asks for: any skill, any difficulty. AH-ST-GEN-2."""
    name = g.state.seats[seat].name
    values = g.state.seats[seat].skills
    skills = [Option(skill, f"{skill} {values[skill]}") for skill in SKILLS]
    skill = yield from g.one(choose(seat, f"{name}: which skill is tested?", skills, rule="ST.1"))
    difficulty = yield from g.number(
        count(seat, f"{name}: {skill} against which difficulty?", 0, MOST_DIFFICULTY, "ST.1")
    )
    yield from skill_test(g, seat, skill, difficulty, f"A test of {skill}")


def _always(s: State, seat: Seat) -> Refusal | None:  # noqa: ARG001  of every action's shape
    return None


def _at_once(do: Callable[[G, Seat], None]) -> Callable[[G, Seat], Rule[None]]:
    """An action that asks nothing."""

    def rule(g: G, seat: Seat) -> Rule[None]:
        do(g, seat)
        yield from done()

    return rule


def _investigate(g: G, seat: Seat) -> Rule[None]:
    yield from basic_actions.investigate(g, seat, (yield from choose_tool(g, seat, "investigate", "investigate")))


def _nothing_here(s: State, seat: Seat) -> Refusal | None:
    if s.seats[seat].location in s.locations:
        return None
    return Refusal("NO_TARGET", "Nobody said yet where that is: lay out a location by hand.", "AH-ACT-MOVE-14")


def _move(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    there = [(n, p) for n, p in g.state.locations.items() if n != here and not p.hidden]
    places = [Option(n, p.title, move_refused(g.state, here, n)) for n, p in there]
    to = yield from g.one(choose(seat, f"{g.state.seats[seat].name}: move where?", places, rule="AH-ACT-MOVE-2"))
    yield from basic_actions.move(g, seat, to)


def _nowhere(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location
    refusals = [move_refused(s, here, to) for to in s.locations if to != here]
    if None in refusals:
        return None
    return Refusal("NO_VALID_DESTINATION", "No way leads on from here.", "AH-ACT-MOVE-14")


def _play(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    hand = [Option(card, card, play_refused(g.state, seat, card)) for card in distinct(holdable(g.state, seat))]
    hand.sort(key=lambda option: option.refused is not None)
    hand += [Option(OTHER, "another card", play_refused(g.state, seat, OTHER))]
    card = yield from g.one(
        choose(seat, f"{who.name}: play which card?", hand, rule="AH-ACT-PLAY-2", secret=names_are_secret(g.state))
    )
    yield from basic_actions.play_other(g, seat) if card == OTHER else basic_actions.play_card(g, seat, card)


def _nothing_to_play(s: State, seat: Seat) -> Refusal | None:
    if any(play_refused(s, seat, card) is None for card in (*holdable(s, seat), OTHER)):
        return None
    return Refusal("NO_TARGET", "No card of this hand can be played.", "AH-ACT-PLAY-2")


def _fast(g: G, seat: Seat) -> Rule[None]:
    name = g.state.seats[seat].name
    prompt = choose(
        seat,
        f"{name}: which fast card or ability?",
        fast(g.state, seat),
        rule="AH-X-FASTWIN-1",
        secret=names_are_secret(g.state),
    )
    yield from window(g, seat, (yield from g.one(prompt)))


def _nothing_fast(s: State, seat: Seat) -> Refusal | None:
    if any(option.refused is None for option in fast(s, seat)):
        return None
    return Refusal("NO_TARGET", "No fast card or free ability that we know can be used.", "AH-X-FASTWIN-1")


def usable(s: State, seat: Seat) -> tuple[Option, ...]:
    """The abilities that take actions, each with the reason why not."""
    return tuple(
        Option(
            one.key,
            _ability(s, seat, one),
            basic_actions.turn_refused(s, seat, one.ability.actions) or card_play.refused(s, seat, one),
        )
        for one in card_play.standing(s, seat)
        if one.ability.kind != "free"
    )


def _ability(s: State, seat: Seat, one: card_play.AbilityInPlay) -> str:
    test = f", {one.ability.skill} {one.ability.difficulty}" if one.ability.skill else ""
    cost = "" if one.ability.actions == 1 else f", {one.ability.actions} actions"
    first = warning(s, seat) if one.ability.kind == "action" else ""
    return f"{one.where}: {one.ability.title}{test}{cost}{first}"


def _activate(g: G, seat: Seat) -> Rule[None]:
    name = g.state.seats[seat].name
    others = Option(OTHER, "an ability that stands on another card")
    key = yield from g.one(
        choose(seat, f"{name}: which ability?", (*usable(g.state, seat), others), rule="AH-X-ACTIONS-1")
    )
    if key == OTHER:
        yield from _other_ability(g, seat)
    else:
        yield from basic_actions.activate(g, seat, key)


def _other_ability(g: G, seat: Seat) -> Rule[None]:
    """One that we do not know: the actions are spent here, the rest happens with the cards. AH-X-AOO-3."""
    who = g.state.seats[seat]
    number = yield from g.number(
        count(seat, f"{who.name}: it takes how many actions?", 1, who.actions, "AH-X-ACTIONS-1")
    )
    kinds = [
        Option("action", "Activate: ready enemies attack first"),
        Option("marked", "it says fight, evade, parley or resign: nobody attacks"),
    ]
    kind = yield from g.one(choose(seat, f"{who.name}: what kind of ability?", kinds, rule="AH-X-AOO-3"))
    basic_actions.spend(g, seat, "activate", None, number)
    if kind == "action":
        yield from basic_actions.provoke(g, seat)


def resign(g: G, seat: Seat) -> Rule[None]:
    """Where a card offers it. AH-X-ACTIONS-1."""
    name = g.state.seats[seat].name
    sure = [Option("stay", "No, stay"), Option("resign", "Resign: the clues stay here")]
    chosen = yield from g.one(choose(seat, f"{name}: leave the scenario?", sure, rule="AH-X-ACTIONS-1"))
    if chosen == "resign":
        basic_actions.spend(g, seat, "resign")
        g.emit(InvestigatorLeft(seat, "resigned"))


def _no_resign(s: State, seat: Seat) -> Refusal | None:
    """Only where a card offers it; on a table of one's own, the people know. AH-X-ACTIONS-1."""
    offered = any(one.ability.kind == "resign" for one in card_play.standing(s, seat))
    if offered or not s.scenario.agendas:
        return None
    return Refusal("NO_TARGET", "No card here lets you resign.", "AH-X-ACTIONS-1")


def _no_engage(s: State, seat: Seat) -> Refusal | None:
    if any(basic_actions.engage_refused(s, seat, enemy) is None for enemy in s.enemies):
        return None
    mine = any(seat in foe.engaged for foe in s.enemies.values())
    return Refusal("NO_TARGET", f"{'No other enemy' if mine else 'No enemy'} to engage is here.", "AH-ACT-ENGAGE-2")


Targeted = Callable[[State, Seat, str], Refusal | None]


def _no_target(refused: Targeted, words: str, rule: str) -> Callable[[State, Seat], Refusal | None]:
    def refuse(s: State, seat: Seat) -> Refusal | None:
        return None if any(refused(s, seat, e) is None for e in s.enemies) else Refusal("NO_TARGET", words, rule)

    return refuse


def _target(g: G, seat: Seat, verb: str, refused: Targeted, rule: str) -> Rule[str]:
    """Which enemy; asked even where there is one, for the tap says what is meant."""
    there = [
        Option(name, foe.title, refused(g.state, seat, name))
        for name, foe in g.state.enemies.items()
        if foe.location and not foe.defeated
    ]
    there.sort(key=lambda option: option.refused is not None)
    return (yield from g.one(choose(seat, f"{g.state.seats[seat].name}: {verb} which enemy?", there, rule=rule)))


def _fight(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "fight", basic_actions.fight_refused, "AH-ACT-FIGHT-9")
    yield from basic_actions.fight(g, seat, enemy, tool=(yield from choose_tool(g, seat, "fight", "fight")))


def _evade(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "evade", evade_refused, "AH-ACT-EVADE-10")
    yield from basic_actions.evade(g, seat, enemy, tool=(yield from choose_tool(g, seat, "evade", "evade")))


def _engage(g: G, seat: Seat) -> Rule[None]:
    yield from basic_actions.engage(
        g, seat, (yield from _target(g, seat, "engage", basic_actions.engage_refused, "AH-ACT-ENGAGE-2"))
    )


ACTIONS: tuple[Action, ...] = (
    Action("investigate", "Investigate", 1, "AH-ACT-INVESTIGATE-1", _nothing_here, _investigate, provokes=True),
    Action("move", "Move", 1, "AH-ACT-MOVE-1", _nowhere, _move, provokes=True),
    Action(
        "fight",
        "Fight",
        1,
        "AH-ACT-FIGHT-1",
        _no_target(basic_actions.fight_refused, "No enemy to fight is here.", "AH-ACT-FIGHT-9"),
        _fight,
    ),
    Action(
        "evade",
        "Evade",
        1,
        "AH-ACT-EVADE-1",
        _no_target(evade_refused, "No enemy is engaged with you.", "AH-ACT-EVADE-10"),
        _evade,
    ),
    Action("engage", "Engage", 1, "AH-ACT-ENGAGE-1", _no_engage, _engage, provokes=True),
    Action("resource", "Gain a resource", 1, "AH-ACT-RESOURCE-1", _always, basic_actions.resource, provokes=True),
    Action("draw", "Draw a card", 1, "AH-ACT-DRAW-1", _always, basic_actions.draw_card, provokes=True),
    Action("play", "Play a card", 1, "AH-ACT-PLAY-1", _nothing_to_play, _play, provokes=True),
    Action("activate", "Activate, parley", 1, "AH-X-ACTIONS-1", _always, _activate),
    Action("fast", "A fast card or ability", 0, "AH-X-FASTWIN-1", _nothing_fast, _fast),
    Action("end_turn", "End the turn", 0, "AH-ACT-TURN-2", _always, _at_once(basic_actions.end_turn)),
    Action("act", "Advance the act", 0, "Act", act_refused, spend_on_act),
    Action("test", "A skill test", 0, "ST.1", _always, free_test),
    Action("bag", "The chaos bag", 0, "Bag", _always, chaos_bag.menu),
    Action("audit", "Count the bag", 0, "Bag", _always, chaos_bag.begin),
    Action("adjust", "By hand", 0, "By hand", _always, menu.menu),
    Action("resign", "Resign", 1, "AH-X-ACTIONS-1", _no_resign, resign),
)
