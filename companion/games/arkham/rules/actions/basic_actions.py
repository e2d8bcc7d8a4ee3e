"""The basic actions: move, investigate, fight, evade, engage, draw, gain a resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.engine import Rule, choose, require_allowed
from companion.games.arkham.facts import (
    ActionSpent,
    CluesFound,
    EnemyEngaged,
    EnemyEvaded,
    Modified,
    ResourcesChanged,
    TurnEnded,
)
from companion.games.arkham.names import PHASE_NAMES, damage_text
from companion.games.arkham.rules.actions.tools import PLAIN_STRIKE, Tool, choose_tool, use_tool
from companion.games.arkham.rules.in_play import (
    attackers_of_opportunity,
    draw_cards,
    engage_those_here,
    enter,
    evade_refusal,
    fail_evasion,
    hurt_enemy,
    is_massive,
    miss_attack,
    misses_hurt,
    move_refused,
    opportunity,
    target_refusal,
)
from companion.games.arkham.rules.skill_test import Consequence, skill_test
from companion.games.arkham.state import G, State, TestModifier, Verdict
from companion.i18n import Text, _, from_data, listed, ngettext
from companion.schema import Option, Refusal, Seat, Words


def turn_refusal(s: State, seat: Seat, cost: int = 1) -> Refusal | None:
    """AH-ACT-TURN-6, AH-ACT-TURN-1."""
    who = s.seats[seat]
    if s.phase != "investigation":
        return Refusal(
            "WRONG_PHASE",
            _("Actions are taken in the investigation phase; this is the {phase} phase.", phase=PHASE_NAMES[s.phase]),
            "AH-ACT-TURN-6",
        )
    if s.active != seat:
        return Refusal("NOT_YOUR_TURN", _("It is not {who}'s turn.", who=who.name), "AH-ACT-TURN-6")
    if who.actions < cost:
        return Refusal("NO_ACTIONS_LEFT", _too_few(who.name, who.actions), "AH-ACT-TURN-1")
    return None


def _too_few(who: str, actions: int) -> Text:
    if not actions:
        return _("{who} has no action left this turn.", who=who)
    return ngettext("{who} has {n} action left this turn.", "{who} has {n} actions left this turn.", actions, who=who)


def spend(g: G, seat: Seat, action: str, refusal: Refusal | None = None, number: int = 1) -> None:
    """Pay the action. Raises Refused where the turn or the target does not allow it."""
    require_allowed(turn_refusal(g.state, seat, number) or refusal)
    g.emit(ActionSpent(seat, action, number))


def with_warning(s: State, seat: Seat, action: Text) -> Text:
    """Return the action with a warning of attacks of opportunity, as in "Move: The Wet Porter strikes first". AH-X-AOO-1."""
    first = [from_data(s.enemies[name].title) for name in attackers_of_opportunity(s, seat)]
    if not first:
        return action
    names = {"action": action, "enemies": listed(first)}
    return ngettext("{action}: {enemies} strikes first", "{action}: {enemies} strike first", len(first), **names)


def provoke(g: G, seat: Seat) -> Rule[bool]:
    """Resolve attacks of opportunity. Return whether the investigator can go on. AH-X-AOO-1."""
    yield from opportunity(g, seat)
    return not g.state.seats[seat].defeated


def choose_investigate(g: G, seat: Seat) -> Rule[None]:
    yield from investigate(g, seat, (yield from choose_tool(g, seat, "investigate")))


def cannot_investigate(s: State, seat: Seat) -> Refusal | None:
    if s.seats[seat].location in s.locations:
        return None
    return Refusal("NO_TARGET", _("Nobody said yet where that is: lay out a location by hand."), "AH-ACT-MOVE-14")


def investigate(g: G, seat: Seat, tool: Tool | None = None) -> Rule[Verdict | None]:
    """Test intellect against the shroud. AH-ACT-INVESTIGATE-2."""
    spend(g, seat, "investigate")
    use_tool(g, seat, tool)
    if not (yield from provoke(g, seat)):
        return None
    place, strike = g.state.seats[seat].location, tool.strike if tool else PLAIN_STRIKE
    here = g.state.locations[place]

    def find_clues(g: G) -> None:  # a token may have moved the performer since
        wanted = 1 + strike.clues + g.state.bonus_clues
        clues = min(wanted, g.state.locations[place].clues)  # AH-ACT-INVESTIGATE-3, -6, AH-ST-7-2
        if clues:
            g.emit(CluesFound(seat, place, clues))

    won = Consequence("clue", _("discover a clue"), "success", find_clues)
    title = _("Investigate {place}", place=from_data(here.title))
    return (yield from _test_action(g, seat, "intellect", here.shroud, title, tool, won))


def choose_move(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    there = [(n, p) for n, p in g.state.locations.items() if n != here and not p.hidden]
    places = [Option(n, from_data(p.title), move_refused(g.state, here, n)) for n, p in there]
    to = yield from g.one(choose(seat, _("move where?"), places, rule="AH-ACT-MOVE-2", key="move"))
    yield from move(g, seat, to)


def cannot_move(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location
    refusals = [move_refused(s, here, to) for to in s.locations if to != here]
    if None in refusals:
        return None
    return Refusal("NO_VALID_DESTINATION", _("No way leads on from here."), "AH-ACT-MOVE-14")


def move(g: G, seat: Seat, to: str) -> Rule[None]:
    """Move to a connecting location. AH-ACT-MOVE-2."""
    spend(g, seat, "move", move_refused(g.state, g.state.seats[seat].location, to))
    if (yield from provoke(g, seat)):
        enter(g, seat, to)
        engage_those_here(g, seat)


def resource(g: G, seat: Seat) -> Rule[None]:
    """AH-ACT-RESOURCE-2."""
    spend(g, seat, "resource")
    if (yield from provoke(g, seat)):
        g.emit(ResourcesChanged(seat, 1))


def draw_card(g: G, seat: Seat) -> Rule[None]:
    """Draw one card. AH-ACT-DRAW-2, AH-ACT-DRAW-3."""
    spend(g, seat, "draw")
    if (yield from provoke(g, seat)):
        yield from draw_cards(g, seat, 1)


def choose_engage(g: G, seat: Seat) -> Rule[None]:
    yield from engage(g, seat, (yield from _target(g, seat, "engage", engage_refusal)))


def cannot_engage(s: State, seat: Seat) -> Refusal | None:
    if any(engage_refusal(s, seat, enemy) is None for enemy in s.enemies):
        return None
    is_engaged = any(seat in foe.engaged for foe in s.enemies.values())
    sentence = _("No other enemy to engage is here.") if is_engaged else _("No enemy to engage is here.")
    return Refusal("NO_TARGET", sentence, "AH-ACT-ENGAGE-2")


def engage(g: G, seat: Seat, enemy: str) -> Rule[None]:
    """Engage any enemy at the location, also one that is engaged with another seat. AH-ACT-ENGAGE-2 to AH-ACT-ENGAGE-9."""
    spend(g, seat, "engage", engage_refusal(g.state, seat, enemy))
    if (yield from provoke(g, seat)):
        g.emit(EnemyEngaged(enemy, seat))


def engage_refusal(s: State, seat: Seat, enemy: str) -> Refusal | None:
    refusal = target_refusal(s, seat, enemy, "AH-ACT-ENGAGE-2")
    if refusal is not None:
        return refusal
    foe, name = s.enemies[enemy], from_data(s.enemies[enemy].title)
    if seat in foe.engaged:  # AH-ACT-ENGAGE-8
        sentence = _("{who} is engaged with {enemy} already.", who=s.seats[seat].name, enemy=name)
        return Refusal("ALREADY_ENGAGED", sentence, "AH-ACT-ENGAGE-8")
    if foe.has("massive"):
        sentence = _("{enemy} is massive: it is engaged with everybody here.", enemy=name)
        return Refusal("MASSIVE", sentence, "AH-X-MASSIVE-1")
    return None


def choose_fight(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "fight", fight_refusal)
    yield from fight(g, seat, enemy, tool=(yield from choose_tool(g, seat, "fight")))


def cannot_fight(s: State, seat: Seat) -> Refusal | None:
    return _no_target(s, seat, fight_refusal, _("No enemy to fight is here."), "AH-ACT-FIGHT-9")


def fight(g: G, seat: Seat, enemy: str, bonus: int = 0, tool: Tool | None = None) -> Rule[Verdict | None]:
    """Test combat against the fight value. A hit deals 1 damage and the bonus of a weapon. AH-ACT-FIGHT-2, -4, -5."""
    spend(g, seat, "fight", fight_refusal(g.state, seat, enemy))
    use_tool(g, seat, tool)
    foe, damage = g.state.enemies[enemy], 1 + bonus + (tool.strike.damage if tool else 0)

    def hit(g: G) -> None:
        if not g.state.enemies[enemy].defeated:  # a card may have defeated it during the test
            hurt_enemy(g, enemy, damage)

    def miss(g: G) -> Rule[None]:
        yield from miss_attack(g, seat, enemy, damage)

    results = [Consequence("hit", damage_text(damage), "success", hit)]
    if misses_hurt(foe, seat):
        results.append(Consequence("miss", _("the attack misses"), "failure", miss))
    title = _("Fight {enemy}", enemy=from_data(foe.title))
    return (yield from _test_action(g, seat, "combat", foe.fight, title, tool, *results))


def fight_refusal(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Accept any enemy here (AH-ACT-FIGHT-9), except a free aloof one (AH-X-ALOOF-1)."""
    refusal = target_refusal(s, seat, enemy, "AH-ACT-FIGHT-10")
    if refusal is not None or "AH-X-ALOOF" in s.without:
        return refusal
    if s.enemies[enemy].has("aloof") and not s.enemies[enemy].engaged and not is_massive(s.enemies[enemy]):
        sentence = _("{enemy} is aloof and engaged with nobody.", enemy=from_data(s.enemies[enemy].title))
        return Refusal("ALOOF_UNENGAGED", sentence, "AH-X-ALOOF-1")
    return None


def choose_evade(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "evade", evade_refusal)
    yield from evade(g, seat, enemy, tool=(yield from choose_tool(g, seat, "evade")))


def cannot_evade(s: State, seat: Seat) -> Refusal | None:
    return _no_target(s, seat, evade_refusal, _("No enemy is engaged with you."), "AH-ACT-EVADE-10")


def evade(g: G, seat: Seat, enemy: str, tool: Tool | None = None) -> Rule[Verdict | None]:
    """Test agility against the evade value. AH-ACT-EVADE-2."""
    spend(g, seat, "evade", evade_refusal(g.state, seat, enemy))
    use_tool(g, seat, tool)
    foe = g.state.enemies[enemy]

    def slip_away(g: G) -> None:
        if not g.state.enemies[enemy].defeated:
            g.emit(EnemyEvaded(enemy, seat, automatic=False))  # AH-ACT-EVADE-3, -6, -8

    def stay(g: G) -> Rule[None]:
        yield from fail_evasion(g, seat, enemy)

    results = [Consequence("evade", _("the enemy is evaded"), "success", slip_away)]
    if foe.has("alert"):
        attacks = _("{enemy} attacks", enemy=from_data(foe.title))
        results.append(Consequence("caught", attacks, "failure", stay))
    title = _("Evade {enemy}", enemy=from_data(foe.title))
    return (yield from _test_action(g, seat, "agility", foe.evade, title, tool, *results))


def _test_action(
    g: G, seat: Seat, skill: str, difficulty: int, title: Words, tool: Tool | None, *results: Consequence
) -> Rule[Verdict]:
    """Return the test of an action, changed by its tool."""
    strike = tool.strike if tool else PLAIN_STRIKE
    if tool is not None and strike.add:
        g.emit(Modified(TestModifier(tool.name, add=strike.add, test=True)))
    against = max(0, difficulty - strike.less)
    return (yield from skill_test(g, seat, strike.skill or skill, against, title, *results))


Targeted = Callable[[State, Seat, str], Refusal | None]


def _no_target(s: State, seat: Seat, refused: Targeted, words: Words, rule: str) -> Refusal | None:
    return None if any(refused(s, seat, e) is None for e in s.enemies) else Refusal("NO_TARGET", words, rule)


TARGET_TITLES: Mapping[str, tuple[Text, str]] = MappingProxyType(
    {
        "engage": (_("engage which enemy?"), "AH-ACT-ENGAGE-2"),
        "fight": (_("fight which enemy?"), "AH-ACT-FIGHT-9"),
        "evade": (_("evade which enemy?"), "AH-ACT-EVADE-10"),
    }
)
"""The target prompt of an action, and its clause."""


def _target(g: G, seat: Seat, action: str, refused: Targeted) -> Rule[str]:
    """Ask for the enemy, also where there is only one, so that a tap is deliberate."""
    there = [
        Option(name, from_data(foe.title), refused(g.state, seat, name))
        for name, foe in g.state.enemies.items()
        if foe.location and not foe.defeated
    ]
    there.sort(key=lambda option: option.refused is not None)
    title, rule = TARGET_TITLES[action]
    return (yield from g.one(choose(seat, title, there, rule=rule, key=f"{action}.enemy")))


def end_turn(g: G, seat: Seat) -> None:
    """End the turn with any number of actions left. AH-ACT-TURN-2."""
    require_allowed(turn_refusal(g.state, seat, 0))
    g.emit(TurnEnded(seat))
