"""What each action does. Costs first, then attacks of opportunity, then the consequences (AH-ACT-TURN-3, AH-X-AOO-2)."""

from __future__ import annotations

from companion.engine.play import Rule, done
from companion.games.arkham.facts.events import (
    ActionSpent,
    CardPlayed,
    CluesFound,
    EnemyEngaged,
    EnemyEvaded,
    G,
    Modified,
    ResourcesChanged,
    TurnEnded,
    UseSpent,
)
from companion.games.arkham.rules.actions import abilities, card_play
from companion.games.arkham.rules.actions.action_tools import PLAIN, Tool
from companion.games.arkham.rules.actions.card_play import OTHER, play_refused
from companion.games.arkham.rules.card_effects import draw_cards
from companion.games.arkham.rules.enemies import (
    engage_those_here,
    evade_refused,
    hurt_enemy,
    is_massive,
    missed,
    misses_hurt,
    not_evaded,
    opportunity,
    target_refused,
)
from companion.games.arkham.rules.locations import enter, move_refused
from companion.games.arkham.rules.skill_test.steps import Consequence, of_card, skill_test
from companion.games.arkham.state import State, TestModifier, Verdict
from companion.schema.prompt import Refusal, Seat


def turn_refused(s: State, seat: Seat, cost: int = 1) -> Refusal | None:
    """AH-ACT-TURN-6, AH-ACT-TURN-1."""
    who = s.seats[seat]
    if s.phase != "investigation":
        return Refusal(
            "WRONG_PHASE",
            f"Actions are taken in the investigation phase; this is the {s.phase} phase.",
            "AH-ACT-TURN-6",
        )
    if s.active != seat:
        return Refusal("NOT_YOUR_TURN", f"It is not {who.name}'s turn.", "AH-ACT-TURN-6")
    if who.actions < cost:
        return Refusal(
            "NO_ACTIONS_LEFT",
            f"{who.name} has {who.actions or 'no'} action{'s' if who.actions > 1 else ''} left this turn.",
            "AH-ACT-TURN-1",
        )
    return None


def spend(g: G, seat: Seat, action: str, refusal: Refusal | None = None, number: int = 1) -> None:
    """Pay the action; raises Refused where the turn or the target does not allow it."""
    refused = turn_refused(g.state, seat, number) or refusal
    if refused is not None:
        raise refused.error()
    g.emit(ActionSpent(seat, action, number))


def provoke(g: G, seat: Seat) -> Rule[bool]:
    """The attacks of opportunity; whether the investigator can go on. AH-X-AOO-1."""
    yield from opportunity(g, seat)
    return not g.state.seats[seat].defeated


def investigate(g: G, seat: Seat, tool: Tool | None = None) -> Rule[Verdict | None]:
    """An intellect test against the shroud. AH-ACT-INVESTIGATE-2."""
    spend(g, seat, "investigate")
    _use(g, seat, tool)
    if not (yield from provoke(g, seat)):
        return None
    place, strike = g.state.seats[seat].location, tool.strike if tool else PLAIN
    here = g.state.locations[place]

    def found(g: G) -> Rule[None]:  # there, wherever a token has moved the performer since
        wanted = 1 + strike.clues + g.state.bonus_clues
        clues = min(wanted, g.state.locations[place].clues)  # AH-ACT-INVESTIGATE-3, -6, AH-ST-7-2
        if clues:
            g.emit(CluesFound(seat, place, clues))
        yield from done()

    won = Consequence("clue", "discover a clue", "success", found)
    return (yield from _tested(g, seat, "intellect", here.shroud, f"Investigate {here.title}", tool, won))


def move(g: G, seat: Seat, to: str) -> Rule[None]:
    """To a connecting location. AH-ACT-MOVE-2."""
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
    """One card of the own deck. AH-ACT-DRAW-2, AH-ACT-DRAW-3."""
    spend(g, seat, "draw")
    if (yield from provoke(g, seat)):
        yield from draw_cards(g, seat, 1)


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """An asset or event of the hand, its cost paid. AH-ACT-PLAY-2."""
    spend(g, seat, "play", play_refused(g.state, seat, card))
    card_play.pay(g, seat, card)
    if (yield from provoke(g, seat)):
        yield from card_play.resolve(g, seat, card)


def play_other(g: G, seat: Seat) -> Rule[None]:
    """A card that we do not know: what it costs and what it is, its owner says."""
    cost, kind = yield from card_play.other_card(g, seat)
    spend(g, seat, "play", play_refused(g.state, seat, OTHER))
    if cost:
        g.emit(ResourcesChanged(seat, -cost))
    if (yield from provoke(g, seat)):
        g.emit(CardPlayed(seat, f"{kind} for {cost}", kind))


def engage(g: G, seat: Seat, enemy: str) -> Rule[None]:
    """Any enemy here, from whomever it is with. AH-ACT-ENGAGE-2 to AH-ACT-ENGAGE-9."""
    spend(g, seat, "engage", engage_refused(g.state, seat, enemy))
    if (yield from provoke(g, seat)):
        g.emit(EnemyEngaged(enemy, seat))


def engage_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    refusal = target_refused(s, seat, enemy, "AH-ACT-ENGAGE-2")
    if refusal is None and seat in s.enemies[enemy].engaged:  # AH-ACT-ENGAGE-8
        return Refusal(
            "ALREADY_ENGAGED",
            f"{s.seats[seat].name} is engaged with {s.enemies[enemy].title} already.",
            "AH-ACT-ENGAGE-8",
        )
    if refusal is None and s.enemies[enemy].has("massive"):
        return Refusal(
            "MASSIVE", f"{s.enemies[enemy].title} is massive: it is engaged with everybody here.", "AH-X-MASSIVE-1"
        )
    return refusal


def fight(g: G, seat: Seat, enemy: str, bonus: int = 0, tool: Tool | None = None) -> Rule[Verdict | None]:
    """A combat test against the enemy's fight value; 1 damage and what a weapon adds. AH-ACT-FIGHT-2, -4, -5."""
    spend(g, seat, "fight", fight_refused(g.state, seat, enemy))
    _use(g, seat, tool)
    foe, damage = g.state.enemies[enemy], 1 + bonus + (tool.strike.damage if tool else 0)

    def hit(g: G) -> Rule[None]:
        if not g.state.enemies[enemy].defeated:  # by a card, in the test
            hurt_enemy(g, enemy, damage)
        yield from done()

    def miss(g: G) -> Rule[None]:
        yield from missed(g, seat, enemy, damage)

    results = [Consequence("hit", f"{damage} damage", "success", hit)]
    if misses_hurt(foe, seat):
        results.append(Consequence("miss", "the attack misses", "failure", miss))
    return (yield from _tested(g, seat, "combat", foe.fight, f"Fight {foe.title}", tool, *results))


def fight_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Any enemy here (AH-ACT-FIGHT-9), but not a free aloof one (AH-X-ALOOF-1)."""
    refusal = target_refused(s, seat, enemy, "AH-ACT-FIGHT-10")
    if refusal is not None or "AH-X-ALOOF" in s.without:
        return refusal
    if s.enemies[enemy].has("aloof") and not s.enemies[enemy].engaged and not is_massive(s.enemies[enemy]):
        return Refusal("ALOOF_UNENGAGED", f"{s.enemies[enemy].title} is aloof and engaged with nobody.", "AH-X-ALOOF-1")
    return None


def evade(g: G, seat: Seat, enemy: str, tool: Tool | None = None) -> Rule[Verdict | None]:
    """An agility test against the enemy's evade value. AH-ACT-EVADE-2."""
    spend(g, seat, "evade", evade_refused(g.state, seat, enemy))
    _use(g, seat, tool)
    foe = g.state.enemies[enemy]

    def away(g: G) -> Rule[None]:
        if not g.state.enemies[enemy].defeated:
            g.emit(EnemyEvaded(enemy, seat, automatic=False))  # AH-ACT-EVADE-3, -6, -8
        yield from done()

    def caught(g: G) -> Rule[None]:
        yield from not_evaded(g, seat, enemy)

    results = [Consequence("evade", "the enemy is evaded", "success", away)]
    if foe.has("alert"):
        results.append(Consequence("caught", f"{foe.title} attacks", "failure", caught))
    return (yield from _tested(g, seat, "agility", foe.evade, f"Evade {foe.title}", tool, *results))


def _tested(
    g: G, seat: Seat, skill: str, difficulty: int, title: str, tool: Tool | None, *results: Consequence
) -> Rule[Verdict]:
    """The test of an action, as its tool changes it."""
    strike = tool.strike if tool else PLAIN
    if tool is not None and strike.add:
        g.emit(Modified(TestModifier(tool.card, add=strike.add, test=True)))
    against = max(0, difficulty - strike.less)
    return (yield from skill_test(g, seat, strike.skill or skill, against, title, *results))


def _use(g: G, seat: Seat, tool: Tool | None) -> None:
    if tool is not None and tool.strike.uses:
        g.emit(UseSpent(seat, tool.card))


def activate(g: G, seat: Seat, key: str) -> Rule[None]:
    """An ability of a card, an enemy or a place. AH-X-ACTIONS-1; parleying and resigning provoke nobody (AH-X-AOO-1)."""
    one = abilities.find_ability(g.state, seat, key)
    ability = one.ability
    if ability.actions:
        spend(g, seat, ability.title, abilities.refused(g.state, seat, one), ability.actions)
    abilities.pay(g, seat, one)
    if ability.actions and ability.kind == "action" and not (yield from provoke(g, seat)):
        return
    yield from abilities.resolve(g, seat, one)
    if ability.skill and not g.state.seats[seat].defeated:
        title = f"{one.where}: {ability.title}"
        yield from skill_test(g, seat, ability.skill, ability.difficulty, title, *of_card(seat, ability.effects))


def end_turn(g: G, seat: Seat) -> None:
    """Whatever is left. AH-ACT-TURN-2."""
    refused = turn_refused(g.state, seat, 0)
    if refused is not None:
        raise refused.error()
    g.emit(TurnEnded(seat))
