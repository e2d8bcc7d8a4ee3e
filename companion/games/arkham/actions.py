"""The actions of a turn. Costs first, then attacks of opportunity, then the consequences (AH-ACT-TURN-3, AH-X-AOO-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.arkham.checks import Consequence, skill_test
from companion.games.arkham.enemies import (
    engage_those_here,
    evade_refused,
    hurt_enemy,
    missed,
    opportunity,
    target_refused,
)
from companion.games.arkham.events import (
    ActionsLost,
    ActionSpent,
    CardPlayed,
    CardsDrawn,
    CluesFound,
    DeckRenewed,
    EnemyEngaged,
    EnemyEvaded,
    G,
    Hurt,
    ResourcesChanged,
    TurnEnded,
)
from companion.games.arkham.places import enter, move_refused
from companion.games.arkham.state import SKILLS, State, Verdict
from companion.rules.play import Rule, choose, count, done
from companion.wire.prompt import Option, Refusal, Seat

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


def option(action: Action, s: State, seat: Seat) -> Option:
    """The button of an action for one seat."""
    return Option(action.name, action.title, (turn_refused(s, seat, action.cost) or action.refuse(s, seat)))


def turn_refused(s: State, seat: Seat, cost: int = 1) -> Refusal | None:
    """AH-ACT-TURN-6, AH-ACT-TURN-1."""
    who = s.seats[seat]
    if s.phase != "investigation":
        return Refusal("WRONG_PHASE", f"Actions are taken in the investigation phase; this is the {s.phase} phase.")
    if s.active != seat:
        return Refusal("NOT_YOUR_TURN", f"It is not {who.name}'s turn.")
    if who.actions < cost:
        return Refusal("NO_ACTIONS_LEFT", f"{who.name} has no action left this turn.")
    return None


def spend(g: G, seat: Seat, action: str, refusal: Refusal | None = None) -> None:
    """Pay the action; raises Refused where the turn or the target does not allow it."""
    refused = turn_refused(g.state, seat) or refusal
    if refused is not None:
        raise refused.error()
    g.emit(ActionSpent(seat, action))


def investigate(g: G, seat: Seat) -> Rule[Verdict | None]:
    """An intellect test against the shroud. AH-ACT-INVESTIGATE-2."""
    spend(g, seat, "investigate")
    opportunity(g, seat)
    if g.state.seats[seat].defeated:
        return None
    here = g.state.locations[g.state.seats[seat].location]

    def found(g: G) -> Rule[None]:
        place = g.state.seats[seat].location
        clues = min(1 + g.state.bonus_clues, g.state.locations[place].clues)  # AH-ACT-INVESTIGATE-3, -6, AH-ST-7-2
        if clues:
            g.emit(CluesFound(seat, place, clues))
        yield from done()

    won = Consequence("clue", "discover a clue", "success", found)
    return (yield from skill_test(g, seat, "intellect", here.shroud, f"Investigate {here.title}", won))


def move(g: G, seat: Seat, to: str) -> None:
    """To a connecting location. AH-ACT-MOVE-2."""
    spend(g, seat, "move", move_refused(g.state, g.state.seats[seat].location, to))
    opportunity(g, seat)
    if not g.state.seats[seat].defeated:
        enter(g, seat, to)
        engage_those_here(g, seat)


def resource(g: G, seat: Seat) -> None:
    """AH-ACT-RESOURCE-2."""
    spend(g, seat, "resource")
    opportunity(g, seat)
    g.emit(ResourcesChanged(seat, 1))


def draw_card(g: G, seat: Seat) -> None:
    """One card of the own deck. AH-ACT-DRAW-2, AH-ACT-DRAW-3."""
    spend(g, seat, "draw")
    opportunity(g, seat)
    draw_from_deck(g, seat)


def draw_from_deck(g: G, seat: Seat) -> None:
    """An empty deck is made of the discard pile first, and that hurts. AH-X-DRAW-1."""
    empty = g.state.seats[seat].deck == 0
    if empty:
        g.emit(DeckRenewed(seat))
    if g.state.seats[seat].deck != 0:
        g.emit(CardsDrawn(seat, 1))
    if empty:
        g.emit(Hurt(seat, 0, 1))


def play_card(g: G, seat: Seat, card: str) -> None:
    """An asset or event of the hand, its cost paid. AH-ACT-PLAY-2."""
    spend(g, seat, "play", play_refused(g.state, seat, card))
    if g.state.cards[card].cost:
        g.emit(ResourcesChanged(seat, -g.state.cards[card].cost))
    opportunity(g, seat)
    g.emit(CardPlayed(seat, card))


def play_refused(s: State, seat: Seat, card: str) -> Refusal | None:
    """AH-ACT-PLAY-2 to AH-ACT-PLAY-5."""
    who = s.seats[seat]
    if card not in who.hand or card not in s.cards:
        return Refusal("CARD_NOT_IN_HAND", f"{card} is not in {who.name}'s hand.")
    facts = s.cards[card]
    if facts.type == "skill":
        return Refusal("SKILL_CARD_NOT_PLAYABLE", f"{card} is a skill: it is only committed to tests.")
    if facts.fast:
        return Refusal("FAST_NOT_BY_PLAY_ACTION", f"{card} is fast: it is not played with this action.")
    if facts.cost > who.resources:
        return Refusal("NOT_ENOUGH_RESOURCES", f"{card} costs {facts.cost}, {who.name} has {who.resources}.")
    return None


def engage(g: G, seat: Seat, enemy: str) -> None:
    """Any enemy here, from whomever it is with. AH-ACT-ENGAGE-2 to AH-ACT-ENGAGE-9."""
    spend(g, seat, "engage", engage_refused(g.state, seat, enemy))
    opportunity(g, seat)
    g.emit(EnemyEngaged(enemy, seat))


def engage_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    refusal = target_refused(s, seat, enemy)
    if refusal is None and seat in s.enemies[enemy].engaged:  # AH-ACT-ENGAGE-8
        return Refusal("ALREADY_ENGAGED", f"{s.seats[seat].name} is engaged with {s.enemies[enemy].title} already.")
    return refusal


def fight(g: G, seat: Seat, enemy: str, bonus: int = 0) -> Rule[Verdict]:
    """A combat test against the enemy's fight value; 1 damage and what a weapon adds. AH-ACT-FIGHT-2, -4, -5."""
    spend(g, seat, "fight", fight_refused(g.state, seat, enemy))
    foe, damage = g.state.enemies[enemy], 1 + bonus

    def hit(g: G) -> Rule[None]:
        hurt_enemy(g, enemy, damage)
        yield from done()

    def miss(g: G) -> Rule[None]:
        missed(g, seat, enemy, damage)
        yield from done()

    won = Consequence("hit", f"{damage} damage", "success", hit)
    lost = Consequence("miss", "the attack misses", "failure", miss)
    return (yield from skill_test(g, seat, "combat", foe.fight, f"Fight {foe.title}", won, lost))


def fight_refused(s: State, seat: Seat, enemy: str) -> Refusal | None:
    """Any enemy here (AH-ACT-FIGHT-9), but not a free aloof one (AH-X-ALOOF-1)."""
    refusal = target_refused(s, seat, enemy)
    if refusal is None and s.enemies[enemy].aloof and not s.enemies[enemy].engaged:
        return Refusal("ALOOF_UNENGAGED", f"{s.enemies[enemy].title} is aloof and engaged with nobody.")
    return refusal


def evade(g: G, seat: Seat, enemy: str) -> Rule[Verdict]:
    """An agility test against the enemy's evade value. AH-ACT-EVADE-2."""
    spend(g, seat, "evade", evade_refused(g.state, seat, enemy))
    foe = g.state.enemies[enemy]

    def away(g: G) -> Rule[None]:
        g.emit(EnemyEvaded(enemy, seat, automatic=False))  # AH-ACT-EVADE-3, -6, -8
        yield from done()

    won = Consequence("evade", "the enemy is evaded", "success", away)
    return (yield from skill_test(g, seat, "agility", foe.evade, f"Evade {foe.title}", won))


def end_turn(g: G, seat: Seat) -> None:
    """Whatever is left. AH-ACT-TURN-2."""
    refused = turn_refused(g.state, seat, 0)
    if refused is not None:
        raise refused.error()
    g.emit(TurnEnded(seat))


def lose_actions(g: G, seat: Seat, number: int) -> None:
    """Of what is left this round, never below zero. AH-ACT-TURN-4, AH-ACT-TURN-5."""
    g.emit(ActionsLost(seat, min(number, g.state.seats[seat].actions)))


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
    yield from investigate(g, seat)


def _move(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    places = [Option(n, p.title, move_refused(g.state, here, n)) for n, p in g.state.locations.items() if n != here]
    to = yield from g.one(choose(seat, f"{g.state.seats[seat].name}: move where?", places, rule="AH-ACT-MOVE-2"))
    move(g, seat, to)


def _nowhere(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location
    refusals = [move_refused(s, here, to) for to in s.locations if to != here]
    if None in refusals:
        return None
    return Refusal("NO_VALID_DESTINATION", "No way leads on from here.")


def _play(g: G, seat: Seat) -> Rule[None]:
    hand = [Option(card, card, play_refused(g.state, seat, card)) for card in g.state.seats[seat].hand]
    card = yield from g.one(
        choose(seat, f"{g.state.seats[seat].name}: play which card?", hand, rule="AH-ACT-PLAY-2", secret=True)
    )
    play_card(g, seat, card)


def _nothing_to_play(s: State, seat: Seat) -> Refusal | None:
    if any(play_refused(s, seat, card) is None for card in s.seats[seat].hand):
        return None
    return Refusal("NO_TARGET", "No card of this hand can be played.")


Targeted = Callable[[State, Seat, str], Refusal | None]


def _no_target(refused: Targeted, words: str) -> Callable[[State, Seat], Refusal | None]:
    def refuse(s: State, seat: Seat) -> Refusal | None:
        return None if any(refused(s, seat, e) is None for e in s.enemies) else Refusal("NO_TARGET", words)

    return refuse


def _target(g: G, seat: Seat, verb: str, refused: Targeted, rule: str) -> Rule[str]:
    """Which enemy; asked even where there is one, for the tap says what is meant."""
    there = [
        Option(name, foe.title, refused(g.state, seat, name))
        for name, foe in g.state.enemies.items()
        if not foe.defeated
    ]
    return (yield from g.one(choose(seat, f"{g.state.seats[seat].name}: {verb} which enemy?", there, rule=rule)))


def _fight(g: G, seat: Seat) -> Rule[None]:
    yield from fight(g, seat, (yield from _target(g, seat, "fight", fight_refused, "AH-ACT-FIGHT-9")))


def _evade(g: G, seat: Seat) -> Rule[None]:
    yield from evade(g, seat, (yield from _target(g, seat, "evade", evade_refused, "AH-ACT-EVADE-10")))


def _engage(g: G, seat: Seat) -> Rule[None]:
    engage(g, seat, (yield from _target(g, seat, "engage", engage_refused, "AH-ACT-ENGAGE-2")))


ACTIONS: tuple[Action, ...] = (
    Action("investigate", "Investigate", 1, "AH-ACT-INVESTIGATE-1", _always, _investigate),
    Action("move", "Move", 1, "AH-ACT-MOVE-1", _nowhere, _move),
    Action("fight", "Fight", 1, "AH-ACT-FIGHT-1", _no_target(fight_refused, "No enemy to fight is here."), _fight),
    Action("evade", "Evade", 1, "AH-ACT-EVADE-1", _no_target(evade_refused, "No enemy is engaged with you."), _evade),
    Action(
        "engage", "Engage", 1, "AH-ACT-ENGAGE-1", _no_target(engage_refused, "No enemy to engage is here."), _engage
    ),
    Action("resource", "Gain a resource", 1, "AH-ACT-RESOURCE-1", _always, _at_once(resource)),
    Action("draw", "Draw a card", 1, "AH-ACT-DRAW-1", _always, _at_once(draw_card)),
    Action("play", "Play a card", 1, "AH-ACT-PLAY-1", _nothing_to_play, _play),
    Action("test", "A skill test", 0, "ST.1", _always, free_test),
    Action("end_turn", "End the turn", 0, "AH-ACT-TURN-2", _always, _at_once(end_turn)),
)
