"""The actions of a turn. Costs first, then attacks of opportunity, then the consequences (AH-ACT-TURN-3, AH-X-AOO-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.arkham import abilities, adjust, audit, chaos, playing
from companion.games.arkham.acts import act_refused, spend_on_act
from companion.games.arkham.checks import Consequence, of_card, skill_test
from companion.games.arkham.effects import Strike
from companion.games.arkham.enemies import (
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
from companion.games.arkham.events import (
    ActionsLost,
    ActionSpent,
    CardPlayed,
    CluesFound,
    EnemyEngaged,
    EnemyEvaded,
    G,
    InvestigatorLeft,
    Modified,
    ResourcesChanged,
    TurnEnded,
    UseSpent,
)
from companion.games.arkham.outcomes import draw_cards
from companion.games.arkham.places import enter, move_refused
from companion.games.arkham.playing import OTHER, play_refused
from companion.games.arkham.skill import holdable
from companion.games.arkham.state import SKILLS, InPlay, State, TestModifier, Verdict
from companion.games.arkham.windows import fast, window
from companion.rules.play import Rule, choose, count, distinct, done
from companion.wire.prompt import Option, Refusal, Seat

MOST_DIFFICULTY = 12
MOST_BONUS = 6  # that an unknown weapon adds
BARE = "bare"
"""Without a card."""


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
        return Refusal(
            "NO_ACTIONS_LEFT",
            f"{who.name} has {who.actions or 'no'} action{'s' if who.actions > 1 else ''} left this turn.",
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
    here, strike = g.state.locations[g.state.seats[seat].location], tool.strike if tool else PLAIN

    def found(g: G) -> Rule[None]:
        place = g.state.seats[seat].location
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
    playing.pay(g, seat, card)
    if (yield from provoke(g, seat)):
        yield from playing.resolve(g, seat, card)


def play_other(g: G, seat: Seat) -> Rule[None]:
    """A card that we do not know: what it costs and what it is, its owner says."""
    cost, kind = yield from playing.other_card(g, seat)
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
    refusal = target_refused(s, seat, enemy)
    if refusal is None and seat in s.enemies[enemy].engaged:  # AH-ACT-ENGAGE-8
        return Refusal("ALREADY_ENGAGED", f"{s.seats[seat].name} is engaged with {s.enemies[enemy].title} already.")
    if refusal is None and s.enemies[enemy].has("massive"):
        return Refusal("MASSIVE", f"{s.enemies[enemy].title} is massive: it is engaged with everybody here.")
    return refusal


def fight(g: G, seat: Seat, enemy: str, bonus: int = 0, tool: Tool | None = None) -> Rule[Verdict | None]:
    """A combat test against the enemy's fight value; 1 damage and what a weapon adds. AH-ACT-FIGHT-2, -4, -5."""
    spend(g, seat, "fight", fight_refused(g.state, seat, enemy))
    _use(g, seat, tool)
    foe, damage = g.state.enemies[enemy], 1 + bonus + (tool.strike.damage if tool else 0)

    def hit(g: G) -> Rule[None]:
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
    refusal = target_refused(s, seat, enemy)
    if refusal is not None or "AH-X-ALOOF" in s.without:
        return refusal
    if s.enemies[enemy].has("aloof") and not s.enemies[enemy].engaged and not is_massive(s.enemies[enemy]):
        return Refusal("ALOOF_UNENGAGED", f"{s.enemies[enemy].title} is aloof and engaged with nobody.")
    return None


def evade(g: G, seat: Seat, enemy: str, tool: Tool | None = None) -> Rule[Verdict | None]:
    """An agility test against the enemy's evade value. AH-ACT-EVADE-2."""
    spend(g, seat, "evade", evade_refused(g.state, seat, enemy))
    _use(g, seat, tool)
    foe = g.state.enemies[enemy]

    def away(g: G) -> Rule[None]:
        g.emit(EnemyEvaded(enemy, seat, automatic=False))  # AH-ACT-EVADE-3, -6, -8
        yield from done()

    def caught(g: G) -> Rule[None]:
        yield from not_evaded(g, seat, enemy)

    results = [Consequence("evade", "the enemy is evaded", "success", away)]
    if foe.has("alert"):
        results.append(Consequence("caught", f"{foe.title} attacks", "failure", caught))
    return (yield from _tested(g, seat, "agility", foe.evade, f"Evade {foe.title}", tool, *results))


@dataclass(frozen=True, slots=True)
class Tool:
    """The card that an action is done with."""

    card: str
    strike: Strike


PLAIN = Strike("fight")


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
    one = abilities.found(g.state, seat, key)
    ability = one.ability
    if ability.actions:
        spend(g, seat, ability.kind, abilities.refused(g.state, seat, one), ability.actions)
    abilities.pay(g, seat, one)
    if ability.actions and ability.kind == "action" and not (yield from provoke(g, seat)):
        return
    if ability.skill:
        title = f"{one.where}: {ability.title}"
        yield from skill_test(g, seat, ability.skill, ability.difficulty, title, *of_card(seat, ability.effects))
    else:
        yield from abilities.resolve(g, seat, one)


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


def tools(s: State, seat: Seat, action: str) -> tuple[Tool, ...]:
    """The cards in play that this action can be done with."""
    who = s.seats[seat]
    cards = ((card, s.cards[card].strike) for card in distinct(who.in_play) if card in s.cards)
    return tuple(Tool(card, strike) for card, strike in cards if strike is not None and strike.action == action)


def tool_refused(s: State, seat: Seat, tool: Tool) -> Refusal | None:
    left = s.seats[seat].assets.get(tool.card, InPlay()).uses
    if tool.strike.uses and left < 1:
        return Refusal("NO_USES_LEFT", f"{tool.card} is empty.")
    return None


def _with(g: G, seat: Seat, action: str, verb: str) -> Rule[Tool | None]:
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


def _other_tool(g: G, seat: Seat, action: str) -> Rule[Tool]:
    """What a card adds that we do not know."""
    name = g.state.seats[seat].name
    add = yield from g.number(count(seat, f"{name}: it adds how much to the skill?", 0, MOST_BONUS, "AH-ACT-FIGHT-5"))
    more = 0
    if action != "evade":
        what = "damage" if action == "fight" else "clues"
        more = yield from g.number(count(seat, f"{name}: how many more {what}?", 0, MOST_BONUS, "AH-ACT-FIGHT-5"))
    damage, clues = (more, 0) if action == "fight" else (0, more)
    return Tool(f"{name}'s card", Strike("fight", add=add, damage=damage, clues=clues))


def _investigate(g: G, seat: Seat) -> Rule[None]:
    yield from investigate(g, seat, (yield from _with(g, seat, "investigate", "investigate")))


def _nothing_here(s: State, seat: Seat) -> Refusal | None:
    if s.seats[seat].location in s.locations:
        return None
    return Refusal("NO_TARGET", "Nobody said yet where that is: lay out a location by hand.")


def _move(g: G, seat: Seat) -> Rule[None]:
    here = g.state.seats[seat].location
    there = [(n, p) for n, p in g.state.locations.items() if n != here and not p.hidden]
    places = [Option(n, p.title, move_refused(g.state, here, n)) for n, p in there]
    to = yield from g.one(choose(seat, f"{g.state.seats[seat].name}: move where?", places, rule="AH-ACT-MOVE-2"))
    yield from move(g, seat, to)


def _nowhere(s: State, seat: Seat) -> Refusal | None:
    here = s.seats[seat].location
    refusals = [move_refused(s, here, to) for to in s.locations if to != here]
    if None in refusals:
        return None
    return Refusal("NO_VALID_DESTINATION", "No way leads on from here.")


def _play(g: G, seat: Seat) -> Rule[None]:
    who = g.state.seats[seat]
    hand = [Option(card, card, play_refused(g.state, seat, card)) for card in distinct(holdable(who))]
    hand.sort(key=lambda option: option.refused is not None)
    hand += [Option(OTHER, "another card", play_refused(g.state, seat, OTHER))]
    card = yield from g.one(choose(seat, f"{who.name}: play which card?", hand, rule="AH-ACT-PLAY-2", secret=True))
    yield from play_other(g, seat) if card == OTHER else play_card(g, seat, card)


def _nothing_to_play(s: State, seat: Seat) -> Refusal | None:
    if any(play_refused(s, seat, card) is None for card in (*holdable(s.seats[seat]), OTHER)):
        return None
    return Refusal("NO_TARGET", "No card of this hand can be played.")


def _fast(g: G, seat: Seat) -> Rule[None]:
    name = g.state.seats[seat].name
    prompt = choose(
        seat, f"{name}: which fast card or ability?", fast(g.state, seat), rule="AH-X-FASTWIN-1", secret=True
    )
    yield from window(g, seat, (yield from g.one(prompt)))


def _nothing_fast(s: State, seat: Seat) -> Refusal | None:
    if any(option.refused is None for option in fast(s, seat)):
        return None
    return Refusal("NO_TARGET", "No fast card or free ability that we know can be used.")


def usable(s: State, seat: Seat) -> tuple[Option, ...]:
    """The abilities that take actions, each with the reason why not."""
    return tuple(
        Option(one.key, _ability(one), turn_refused(s, seat, one.ability.actions) or abilities.refused(s, seat, one))
        for one in abilities.standing(s, seat)
        if one.ability.kind != "free"
    )


def _ability(one: abilities.Standing) -> str:
    test = f", {one.ability.skill} {one.ability.difficulty}" if one.ability.skill else ""
    cost = "" if one.ability.actions == 1 else f", {one.ability.actions} actions"
    return f"{one.where}: {one.ability.title}{test}{cost}"


def _activate(g: G, seat: Seat) -> Rule[None]:
    name = g.state.seats[seat].name
    others = Option(OTHER, "an ability that stands on another card")
    key = yield from g.one(
        choose(seat, f"{name}: which ability?", (*usable(g.state, seat), others), rule="AH-X-ACTIONS-1")
    )
    if key == OTHER:
        yield from _other_ability(g, seat)
    else:
        yield from activate(g, seat, key)


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
    spend(g, seat, "activate", None, number)
    if kind == "action":
        yield from provoke(g, seat)


def resign(g: G, seat: Seat) -> Rule[None]:
    """Where a card offers it. AH-X-ACTIONS-1."""
    name = g.state.seats[seat].name
    sure = [Option("stay", "No, stay"), Option("resign", "Resign: the clues stay here")]
    chosen = yield from g.one(choose(seat, f"{name}: leave the scenario?", sure, rule="AH-X-ACTIONS-1"))
    if chosen == "resign":
        spend(g, seat, "resign")
        g.emit(InvestigatorLeft(seat, "resigned"))


def _no_resign(s: State, seat: Seat) -> Refusal | None:
    """Only where a card offers it; on a table of one's own, the people know. AH-X-ACTIONS-1."""
    offered = any(one.ability.kind == "resign" for one in abilities.standing(s, seat))
    if offered or not s.scenario.agendas:
        return None
    return Refusal("NO_TARGET", "No card here lets you resign.")


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
        if foe.location and not foe.defeated
    ]
    there.sort(key=lambda option: option.refused is not None)
    return (yield from g.one(choose(seat, f"{g.state.seats[seat].name}: {verb} which enemy?", there, rule=rule)))


def _fight(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "fight", fight_refused, "AH-ACT-FIGHT-9")
    yield from fight(g, seat, enemy, tool=(yield from _with(g, seat, "fight", "fight")))


def _evade(g: G, seat: Seat) -> Rule[None]:
    enemy = yield from _target(g, seat, "evade", evade_refused, "AH-ACT-EVADE-10")
    yield from evade(g, seat, enemy, tool=(yield from _with(g, seat, "evade", "evade")))


def _engage(g: G, seat: Seat) -> Rule[None]:
    yield from engage(g, seat, (yield from _target(g, seat, "engage", engage_refused, "AH-ACT-ENGAGE-2")))


ACTIONS: tuple[Action, ...] = (
    Action("investigate", "Investigate", 1, "AH-ACT-INVESTIGATE-1", _nothing_here, _investigate),
    Action("move", "Move", 1, "AH-ACT-MOVE-1", _nowhere, _move),
    Action("fight", "Fight", 1, "AH-ACT-FIGHT-1", _no_target(fight_refused, "No enemy to fight is here."), _fight),
    Action("evade", "Evade", 1, "AH-ACT-EVADE-1", _no_target(evade_refused, "No enemy is engaged with you."), _evade),
    Action(
        "engage", "Engage", 1, "AH-ACT-ENGAGE-1", _no_target(engage_refused, "No enemy to engage is here."), _engage
    ),
    Action("resource", "Gain a resource", 1, "AH-ACT-RESOURCE-1", _always, resource),
    Action("draw", "Draw a card", 1, "AH-ACT-DRAW-1", _always, draw_card),
    Action("play", "Play a card", 1, "AH-ACT-PLAY-1", _nothing_to_play, _play),
    Action("activate", "Activate, parley", 1, "AH-X-ACTIONS-1", _always, _activate),
    Action("fast", "A fast card or ability", 0, "AH-X-FASTWIN-1", _nothing_fast, _fast),
    Action("end_turn", "End the turn", 0, "AH-ACT-TURN-2", _always, _at_once(end_turn)),
    Action("act", "Advance the act", 0, "Act", act_refused, spend_on_act),
    Action("test", "A skill test", 0, "ST.1", _always, free_test),
    Action("bag", "The chaos bag", 0, "Bag", _always, chaos.menu),
    Action("audit", "Count the bag", 0, "Bag", _always, audit.begin),
    Action("adjust", "By hand", 0, "By hand", _always, adjust.menu),
    Action("resign", "Resign", 1, "AH-X-ACTIONS-1", _no_resign, resign),
)
