"""Rule cases of Arkham Horror: `given` becomes a State, `when` is sent through the rules, what came of it is told back.

No rule stands here: what is legal and what happens is decided by the procedures of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.games.arkham import GAME
from companion.games.arkham import actions as acts
from companion.games.arkham.checks import Consequence, commit, go_on, nothing, on_table
from companion.games.arkham.enemies import automatically_evade, move_enemy
from companion.games.arkham.events import (
    ActionsLost,
    EnemyAttacked,
    EnemyDefeated,
    EnemyEvaded,
    EnemyMoved,
    Event,
    G,
    Moved,
    SymbolResolved,
)
from companion.games.arkham.places import move_clues, moved_to
from companion.games.arkham.skill import commit_refused
from companion.games.arkham.state import (
    ELDER_SIGN,
    SKILLS,
    Card,
    Enemy,
    Investigator,
    Location,
    State,
    SymbolEffect,
    Test,
    TestModifier,
    Verdict,
)
from companion.rules.bag import Bag, without
from companion.rules.cases import CaseResult, NotCovered, Said, Trial, certain, judge, not_implemented
from companion.rules.play import Rule
from companion.wire.prompt import Refused

Facts: TypeAlias = Mapping[str, Any]
Procedure: TypeAlias = Callable[[G], Rule[Any]]
CODES = {"UNKNOWN_FACE": "TOKEN_NOT_IN_BAG", "TOO_MANY": "TOKEN_NOT_IN_BAG"}
MANY = 30  # cards in a deck of which nothing is said


class TooManyTokens(Refused):
    """More tokens lie there than the test reveals."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__("TOO_MANY_TOKENS", f"{expected} tokens are revealed, {got} were read.")
        self.expected, self.got = expected, got


@dataclass(frozen=True, slots=True)
class Message:
    """One message, with what a case says beside it."""

    when: Facts
    results: tuple[Consequence, ...]

    @property
    def actor(self) -> str:
        return str(self.when["actor"])

    @property
    def tokens(self) -> Sequence[str | None] | None:
        tokens: Sequence[str | None] | None = self.when.get("reading", {}).get("tokens")
        return tokens


def run_case(case: Facts) -> CaseResult:
    """One case against the rules; every message is taken whole or leaves the situation as it was."""
    try:
        state, when, then = situation(case["given"], case["when"]), case["when"], case["then"]
        results = tuple(
            Consequence(r["id"], r["id"], r["on"], nothing) for r in case["given"].get("test", {}).get("results", ())
        )
        if when["action"] != "sequence":
            return judge(then, send(state, Message(when, results))[0])
        steps = []
        for step in when["steps"]:
            said, state = send(state, Message(step, results))
            steps.append(said)
        return judge(then, Said(state=told(state)), steps)
    except NotCovered as missing:
        return not_implemented(str(missing))


def send(state: State, message: Message) -> tuple[Said, State]:
    """What the rules say to one message, and the situation after it."""
    before = told(state)
    try:
        tokens = certain(message.tokens or ())
        trial: Trial[State, Event, Any] = Trial(GAME, _turn_of(state, message), procedure(message))
        _answer(trial, message, tokens)
    except Refused as refused:
        return _refused(refused, state, before, message), state
    return _accepted(trial, before), trial.state


def procedure(message: Message) -> Procedure:
    """The rule that a message starts. Raises NotCovered where there is none."""
    when, who = message.when, message.actor
    match when["action"]:
        case "skill_test":
            return lambda g: _tested(g, message)
        case "commit":
            return lambda g: _commit_first(g, message)
        case "investigate":
            return lambda g: acts.investigate(g, who)
        case "fight":
            return lambda g: acts.fight(g, who, when["target"], when.get("damage_bonus", 0))
        case "evade":
            return lambda g: acts.evade(g, who, when["target"])
        case "enemy_move":
            return lambda g: move_enemy(g, who, when["to"])
        case _:
            return _at_once(message)


def _at_once(message: Message) -> Procedure:
    """The messages that ask nothing."""
    when, who = message.when, message.actor
    do: dict[str, Callable[[G], None]] = {
        "draw": lambda g: _draw(g, message),
        "engage": lambda g: acts.engage(g, who, when["target"]),
        "move": lambda g: acts.move(g, who, when["to"]),
        "play": lambda g: acts.play_card(g, who, when["card"]),
        "resource": lambda g: acts.resource(g, who),
        "end_turn": lambda g: acts.end_turn(g, who),
        "lose_actions": lambda g: g.emit(ActionsLost(who, min(when.get("n", 1), g.state.seats[who].actions))),
        "card_effect": lambda g: _card_effect(g, message),
    }
    if when["action"] not in do:
        raise NotCovered(when["action"])

    def rule(g: G) -> Rule[None]:
        do[when["action"]](g)
        yield from ()

    return rule


def _tested(g: G, message: Message) -> Rule[Verdict]:
    """The test that stands in the situation; its actor must be the one whose turn it is."""
    refused = acts.turn_refused(g.state, message.actor, 0)
    if refused is not None:
        raise refused.error()
    skill = on_table(g.state).skill
    if skill not in SKILLS:
        raise Refused("UNKNOWN_SKILL", f"There is no skill {skill}.")
    return (yield from go_on(g, *message.results))


def _commit_first(g: G, message: Message) -> Rule[Verdict]:
    yield from commit(g)
    return (yield from go_on(g, *message.results))


def _draw(g: G, message: Message) -> None:
    seen = message.when.get("reading", {}).get("cards_drawn", 1)
    if seen != 1:
        raise Refused("READING_UNCERTAIN", f"One card is drawn, {seen} were seen.")
    acts.draw_card(g, message.actor)


def _card_effect(g: G, message: Message) -> None:
    when = message.when
    match when["effect"]:
        case "automatically_evade":
            automatically_evade(g, message.actor, when["target"])
        case "moved_to":
            moved_to(g, message.actor, when["to"])
        case "move_clue":
            move_clues(g, when["source"], when["to"], when.get("n", 1))
        case other:
            raise NotCovered(other)


def _answer(trial: Trial[State, Event, Any], message: Message, tokens: tuple[str, ...]) -> None:
    """The commits to those who are asked, then the tokens one by one as they are asked for."""
    _commit(trial, message)
    for place, token in enumerate(tokens):
        prompt = trial.find("draw", rule="ST.3")
        if prompt is None:
            raise TooManyTokens(place, len(tokens))
        trial.answer(prompt, token)


def _commit(trial: Trial[State, Event, Any], message: Message) -> None:
    commits: dict[str, tuple[str, ...]] = {}
    for one in message.when.get("commits", ()):
        commits[one["by"]] = (*commits.get(one["by"], ()), one["card"])
    if commits or message.when["action"] == "commit":
        test = on_table(trial.state)
        for by, cards in commits.items():
            refusal = commit_refused(trial.state, test, by, cards)
            if refusal is not None:
                raise refusal.error()
    while (prompt := trial.find("choose", rule="ST.2")) is not None:
        trial.answer(prompt, *commits.get(prompt.seat, ()))


def _refused(refused: Refused, state: State, before: Facts, message: Message) -> Said:
    """A rejection: the situation is the one before, and a test that waits for its token goes on waiting."""
    awaiting = {"kind": "token", "of": [_performer(state, message)]} if message.tokens is not None else None
    code = CODES.get(refused.code, refused.code)
    detail = {"expected": refused.expected, "got": refused.got} if isinstance(refused, TooManyTokens) else {}
    return Said(False, code, detail, awaiting, state=told(state), before=before)


def _performer(state: State, message: Message) -> str:
    return state.test.performer if state.test is not None else message.actor


def _accepted(trial: Trial[State, Event, Any], before: Facts) -> Said:
    state = trial.state
    verdict = state.last if any(type(fact).__name__ == "TestResolved" for fact in trial.facts) else None
    return Said(
        awaiting=_awaiting(trial),
        outcome={"test_made": False, "tokens_revealed": 0} if verdict is None else _outcome(verdict),
        state=told(state),
        before=before,
        events=tuple(event for fact in trial.facts for event in _event(fact)),
    )


def _awaiting(trial: Trial[State, Event, Any]) -> Facts | None:
    if not trial.open:
        return None
    prompt = trial.open[0]
    if prompt.kind == "draw":
        return {"kind": "token", "of": [prompt.seat]}
    if prompt.rule == "ST.7":
        return {"kind": "result_order", "of": [prompt.seat], "options": [o.id for o in prompt.options]}
    raise NotCovered(prompt.title)


def _outcome(verdict: Verdict) -> Facts:
    outcome: dict[str, Any] = {
        "test_made": True,
        "value": verdict.value,
        "difficulty": verdict.difficulty,
        "success": verdict.passed,
        "by": verdict.by,
        "tokens_revealed": len(verdict.tokens),
    }
    return outcome | ({"auto": verdict.auto} if verdict.auto else {"sum": verdict.total})


def _event(fact: Event) -> list[Facts]:
    match fact:
        case SymbolResolved(symbol, who) if symbol == ELDER_SIGN:
            return [{"kind": "elder_sign_ability", "who": who, "step": "ST.4"}]
        case SymbolResolved(symbol, _):
            return [{"kind": "symbol_ability", "symbol": symbol, "step": "ST.4"}]
        case EnemyAttacked(enemy, seat, damage, horror, why):
            kind = "attack_of_opportunity" if why == "opportunity" else "retaliate"
            return [{"kind": kind, "enemy": enemy, "target": seat, "damage": damage, "horror": horror}]
        case EnemyEvaded(enemy, seat, automatic):
            return [{"kind": "evaded", "enemy": enemy, "who": seat, "automatic": automatic}]
        case Moved(seat, source, to):
            return [{"kind": "move", "who": seat, "from": source, "to": to}]
        case EnemyMoved(enemy, source, to):
            return [{"kind": "move", "who": enemy, "from": source, "to": to}]
        case EnemyDefeated(enemy):
            return [{"kind": "defeated", "enemy": enemy}]
        case _:
            return []


def _turn_of(state: State, message: Message) -> State:
    """Whose turn it is where the case does not say: the actor's."""
    return state if state.active or message.actor not in state.seats else replace(state, active=message.actor)


def situation(given: Facts, when: Facts) -> State:
    """The State that `given` lists, with the defaults of the format for the rest."""
    signs = {name: _effect(sign) for name, sign in given.get("elder_signs", {}).items()}
    hands = [card for who in given.get("investigators", {}).values() for card in who.get("hand", ())]
    cards = {card: Card() for card in hands} | {n: _card(facts) for n, facts in given.get("cards", {}).items()}
    test = _test(given["test"], when) if "test" in given else None
    bag = Bag(tuple(given.get("bag", ())))
    return State(
        seats=MappingProxyType({n: _investigator(n, who, signs) for n, who in given.get("investigators", {}).items()}),
        bag=_with_out(bag, test.revealed) if test else bag,
        locations=_locations(given),
        enemies=MappingProxyType({n: _enemy(n, foe) for n, foe in given.get("enemies", {}).items()}),
        cards=MappingProxyType(cards),
        symbols=MappingProxyType({n: _effect(facts) for n, facts in given.get("symbols", {}).items()}),
        modifiers=tuple(_modifier(facts) for facts in given.get("modifiers", ())),
        bonus_clues=given.get("bonus_clues_on_success", 0),
        phase=given.get("phase", "investigation"),
        active=given.get("active", ""),
        test=test,
    )


def _with_out(bag: Bag, revealed: tuple[str, ...]) -> Bag:
    """Tokens that were revealed lie outside; the list of the bag may still count them."""
    for token in revealed:
        inside = without(bag.inside, token) if token in bag.inside else bag.inside
        bag = replace(bag, inside=inside, out=(*bag.out, token))
    return bag


def _test(facts: Facts, when: Facts) -> Test:
    return Test(
        performer=facts.get("performer", when["actor"]),
        skill=facts["skill"],
        difficulty=facts.get("difficulty", 0),
        step=facts.get("step", "ST.1"),
        revealed=tuple(facts.get("revealed", ())),
    )


def _investigator(name: str, facts: Facts, signs: Mapping[str, SymbolEffect]) -> Investigator:
    hand = tuple(facts.get("hand", ()))
    return Investigator(
        name=name,
        location=facts.get("location", ""),
        skills=MappingProxyType(dict(facts.get("skills", {}))),
        hand=hand,
        unknown=facts.get("hand_size", len(hand)) - len(hand),
        in_play=tuple(facts.get("in_play", ())),
        discard=tuple(facts.get("discard", ())),
        deck=facts.get("deck_size"),
        resources=facts.get("resources", 0),
        clues=facts.get("clues", 0),
        actions=facts.get("actions_left", 3),
        next_actions=facts.get("actions_next_round", 3),
        health=facts.get("health"),
        sanity=facts.get("sanity"),
        damage=facts.get("damage", 0),
        horror=facts.get("horror", 0),
        elder_sign=signs.get(name),
    )


def _locations(given: Facts) -> Mapping[str, Location]:
    """A place that is only mentioned exists with defaults."""
    named = {who.get("location", "") for who in given.get("investigators", {}).values()}
    named |= {foe.get("location", "") for foe in given.get("enemies", {}).values()}
    named |= {to for facts in given.get("locations", {}).values() for to in facts.get("connects", ())}
    places = {name: Location(name) for name in sorted(named - {""})}
    return MappingProxyType(places | {n: _location(n, facts) for n, facts in given.get("locations", {}).items()})


def _location(name: str, facts: Facts) -> Location:
    return Location(
        title=name,
        shroud=facts.get("shroud", 0),
        clues=facts.get("clues", 0),
        revealed=facts.get("revealed", True),
        clue_value=facts.get("clue_value", 0),
        per_investigator=facts.get("per_investigator", False),
        connects=tuple(facts.get("connects", ())),
    )


def _enemy(name: str, facts: Facts) -> Enemy:
    return Enemy(
        title=name,
        location=facts.get("location", ""),
        fight=facts.get("fight", 0),
        evade=facts.get("evade", 0),
        health=facts.get("health"),
        damage=facts.get("damage", 0),
        exhausted=facts.get("exhausted", False),
        engaged=tuple(facts.get("engaged_with", ())),
        aloof=facts.get("aloof", False),
        retaliate=facts.get("retaliate", False),
        traits=tuple(facts.get("traits", ())),
        attack_damage=facts.get("attack_damage", 0),
        attack_horror=facts.get("attack_horror", 0),
    )


def _card(facts: Facts) -> Card:
    return Card(
        facts.get("type", "skill"), tuple(facts.get("icons", ())), facts.get("cost", 0), facts.get("fast", False)
    )


def _effect(facts: int | Facts) -> SymbolEffect:
    return SymbolEffect(modifier=facts) if isinstance(facts, int) else SymbolEffect(**facts)


def _modifier(facts: Facts) -> TestModifier:
    return TestModifier(
        source=facts.get("source", "effect"),
        add=facts.get("add", 0),
        times=Fraction(str(facts.get("mul", 1))),
        auto=facts.get("auto", ""),
        after_reveal=facts.get("timing", "before_reveal") == "after_reveal",
        active=facts.get("active", True),
    )


def told(s: State) -> Facts:
    """The situation with the keys of `given`."""
    return {
        "phase": s.phase,
        "investigators": {name: _told_investigator(who) for name, who in s.seats.items()},
        "locations": {
            name: {"revealed": p.revealed, "shroud": p.shroud, "clues": p.clues, "connects": list(p.connects)}
            for name, p in s.locations.items()
        },
        "enemies": {name: _told_enemy(foe) for name, foe in s.enemies.items()},
        "bag": list(s.bag.inside),
    }


def _told_investigator(who: Investigator) -> Facts:
    return {
        "location": who.location,
        "actions_left": who.actions,
        "actions_next_round": who.next_actions,
        "skills": dict(who.skills),
        "resources": who.resources,
        "hand": list(who.hand),
        "hand_size": len(who.hand) + who.unknown,
        "in_play": list(who.in_play),
        "discard": list(who.discard),
        "deck_size": MANY if who.deck is None else who.deck,
        "clues": who.clues,
        "health": who.health,
        "sanity": who.sanity,
        "damage": who.damage,
        "horror": who.horror,
    }


def _told_enemy(foe: Enemy) -> Facts:
    return {
        "location": foe.location,
        "health": foe.health,
        "damage": foe.damage,
        "exhausted": foe.exhausted,
        "engaged_with": list(foe.engaged),
        "zone": f"threat_area:{foe.engaged[0]}" if foe.engaged else "location",
        "traits": list(foe.traits),
    }
