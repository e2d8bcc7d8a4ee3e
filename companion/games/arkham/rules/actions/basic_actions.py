"""The basic actions: move, investigate, fight, evade, engage, draw, take a resource."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import Rule, choose, count, distinct, done
from companion.games.arkham.content import Strike, Tested
from companion.games.arkham.facts import (
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
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.card_play import OTHER, play_refused
from companion.games.arkham.rules.in_play import (
    draw_cards,
    engage_those_here,
    enter,
    evade_refused,
    hurt_enemy,
    is_massive,
    missed,
    misses_hurt,
    move_refused,
    not_evaded,
    opportunity,
    target_refused,
)
from companion.games.arkham.rules.skill_test import Consequence, of_card, skill_test
from companion.games.arkham.state import InPlay, State, TestModifier, Verdict
from companion.schema import Option, Refusal, Seat

MOST_BONUS = 6  # that an unknown weapon adds


BARE = "bare"
"""Without a card."""


@dataclass(frozen=True, slots=True)
class Tool:
    """The card that an action is done with."""

    card: str
    strike: Strike


PLAIN = Strike("fight")
"""Without a card; of whatever action, it changes nothing."""


def tools(s: State, seat: Seat, action: Tested) -> tuple[Tool, ...]:
    """The cards in play that this action can be done with."""
    who = s.seats[seat]
    cards = ((card, s.cards[card].strike) for card in distinct(who.in_play) if card in s.cards)
    return tuple(Tool(card, strike) for card, strike in cards if strike is not None and strike.action == action)


def tool_refused(s: State, seat: Seat, tool: Tool) -> Refusal | None:
    left = s.seats[seat].assets.get(tool.card, InPlay()).uses
    if tool.strike.uses and left < 1:
        return Refusal("NO_USES_LEFT", f"{tool.card} is empty.", "AH-ACT-TURN-3")
    return None


def choose_tool(g: G, seat: Seat, action: Tested, verb: str) -> Rule[Tool | None]:
    """With which card; asked only of those who have one, or an asset that we do not know."""
    who, known = g.state.seats[seat], tools(g.state, seat, action)
    unknown = [card for card in who.in_play if card not in g.state.cards]
    if not known and not unknown:
        return None
    cards = [Option(t.card, t.card, tool_refused(g.state, seat, t)) for t in known]
    other = [Option(OTHER, "with another card")] if unknown else []
    title = f"{who.name}: {verb} with what?"
    chosen = yield from g.one(
        choose(seat, title, [*cards, *other, Option(BARE, "without a card")], rule="AH-ACT-FIGHT-5")
    )
    if chosen == OTHER:
        return (yield from _other_tool(g, seat, action))
    return next((tool for tool in known if tool.card == chosen), None)


def _other_tool(g: G, seat: Seat, action: Tested) -> Rule[Tool]:
    """What a card adds that we do not know."""
    name = g.state.seats[seat].name
    add = yield from g.number(count(seat, f"{name}: it adds how much to the skill?", 0, MOST_BONUS, "AH-ACT-FIGHT-5"))
    more = 0
    if action != "evade":
        what = "damage" if action == "fight" else "clues"
        more = yield from g.number(count(seat, f"{name}: how many more {what}?", 0, MOST_BONUS, "AH-ACT-FIGHT-5"))
    damage, clues = (more, 0) if action == "fight" else (0, more)
    return Tool(f"{name}'s card", Strike(action, add=add, damage=damage, clues=clues))


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
    card_play.pay_card(g, seat, card)
    if (yield from provoke(g, seat)):
        yield from card_play.play_card(g, seat, card)


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
    one = card_play.find_ability(g.state, seat, key)
    ability = one.ability
    if ability.actions:
        spend(g, seat, ability.title, card_play.refused(g.state, seat, one), ability.actions)
    card_play.pay_ability(g, seat, one)
    if ability.actions and ability.kind == "action" and not (yield from provoke(g, seat)):
        return
    yield from card_play.resolve_ability(g, seat, one)
    if ability.skill and not g.state.seats[seat].defeated:
        title = f"{one.where}: {ability.title}"
        yield from skill_test(g, seat, ability.skill, ability.difficulty, title, *of_card(seat, ability.effects))


def end_turn(g: G, seat: Seat) -> None:
    """Whatever is left. AH-ACT-TURN-2."""
    refused = turn_refused(g.state, seat, 0)
    if refused is not None:
        raise refused.error()
    g.emit(TurnEnded(seat))
