"""Rule cases of Arkham Horror: `given` becomes a State, `when` is sent through the rules, the result is compared.

No rule stands here: what is legal and what happens is decided by the procedures of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.engine import Rule
from companion.games.arkham import GAME
from companion.games.arkham.content import ELDER_SIGN, SKILLS
from companion.games.arkham.facts import EnemyAttacked, EnemyDefeated, EnemyEvaded, EnemyMoved, Moved, SymbolResolved
from companion.games.arkham.rules.actions import basic_actions as acts
from companion.games.arkham.rules.actions import card_actions
from companion.games.arkham.rules.card_and_token_effects import lose_actions
from companion.games.arkham.rules.in_play import automatically_evade, move_by_card, move_clues
from companion.games.arkham.rules.in_play.enemies import move_enemy
from companion.games.arkham.rules.skill_test import Consequence
from companion.games.arkham.rules.skill_test.skill_values import commit_refusal
from companion.games.arkham.rules.skill_test.steps import commit, go_on, nothing, on_table
from companion.games.arkham.state import Event, G, State, Verdict
from companion.schema import Refused
from tests.cases.arkham.situation import situation, state_to_given
from tests.cases.judge import CaseOutcome, CaseResult, CaseRun, NotCoveredError, certain, judge, not_implemented

Facts: TypeAlias = Mapping[str, Any]
Procedure: TypeAlias = Callable[[G], Rule[Any]]
CODES = {"UNKNOWN_FACE": "TOKEN_NOT_IN_BAG", "TOO_MANY": "TOKEN_NOT_IN_BAG"}


class TooManyTokens(Refused):
    """More tokens than the test reveals."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__("TOO_MANY_TOKENS", f"{expected} tokens are revealed, {got} were read.")
        self.expected, self.got = expected, got


@dataclass(frozen=True, slots=True)
class Message:
    """One message, with the other keys of its case."""

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
    """Run one case. Every message is taken whole or leaves the situation unchanged."""
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
        return judge(then, CaseOutcome(state=state_to_given(state)), steps)
    except NotCoveredError as missing:
        return not_implemented(str(missing))


def send(state: State, message: Message) -> tuple[CaseOutcome, State]:
    """Return the rules' result of one message, and the new situation."""
    before = state_to_given(state)
    try:
        tokens = certain(message.tokens or ())
        trial: CaseRun[State, Event, Any] = CaseRun(GAME, _turn_of(state, message), procedure(message))
        _answer(trial, message, tokens)
    except Refused as refused:
        return _refused(refused, state, before, message), state
    return _accepted(trial, before), trial.state


def procedure(message: Message) -> Procedure:
    """Return the rule that a message starts. Raises NotCoveredError without one."""
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
    """The messages that ask nothing themselves."""
    when, who = message.when, message.actor
    do: dict[str, Procedure] = {
        "draw": lambda g: _draw(g, message),
        "engage": lambda g: acts.engage(g, who, when["target"]),
        "move": lambda g: acts.move(g, who, when["to"]),
        "play": lambda g: card_actions.play_card(g, who, when["card"]),
        "resource": lambda g: acts.resource(g, who),
        "end_turn": lambda g: _done(lambda: acts.end_turn(g, who)),
        "lose_actions": lambda g: _done(lambda: lose_actions(g, who, when.get("n", 1))),
        "card_effect": lambda g: _done(lambda: _card_effect(g, message)),
    }
    if when["action"] not in do:
        raise NotCoveredError(when["action"])
    return do[when["action"]]


def _done(do: Callable[[], None]) -> Rule[None]:
    do()
    yield from ()


def _tested(g: G, message: Message) -> Rule[Verdict]:
    """The test that stands in the situation; its actor must be the one whose turn it is."""
    refused = acts.turn_refusal(g.state, message.actor, 0)
    if refused is not None:
        raise refused.error()
    skill = on_table(g.state).skill
    if skill not in SKILLS:
        raise Refused("UNKNOWN_SKILL", f"There is no skill {skill}.")
    return (yield from go_on(g, *message.results))


def _commit_first(g: G, message: Message) -> Rule[Verdict]:
    yield from commit(g)
    return (yield from go_on(g, *message.results))


def _draw(g: G, message: Message) -> Rule[None]:
    seen = message.when.get("reading", {}).get("cards_drawn", 1)
    if seen != 1:
        raise Refused("READING_UNCERTAIN", f"One card is drawn, {seen} were seen.")
    yield from acts.draw_card(g, message.actor)


def _card_effect(g: G, message: Message) -> None:
    when = message.when
    match when["effect"]:
        case "automatically_evade":
            automatically_evade(g, message.actor, when["target"])
        case "moved_to":
            move_by_card(g, message.actor, when["to"])
        case "move_clue":
            move_clues(g, when["source"], when["to"], when.get("n", 1))
        case other:
            raise NotCoveredError(other)


def _answer(trial: CaseRun[State, Event, Any], message: Message, tokens: tuple[str, ...]) -> None:
    """Yield the commits in the order of the prompts, then the tokens one by one."""
    _commit(trial, message)
    for place, token in enumerate(tokens):
        prompt = trial.find("draw", rule="ST.3")
        if prompt is None:
            raise TooManyTokens(place, len(tokens))
        trial.answer(prompt, token)


def _commit(trial: CaseRun[State, Event, Any], message: Message) -> None:
    commits: dict[str, tuple[str, ...]] = {}
    for one in message.when.get("commits", ()):
        commits[one["by"]] = (*commits.get(one["by"], ()), one["card"])
    if commits or message.when["action"] == "commit":
        test = on_table(trial.state)
        for by, cards in commits.items():
            refusal = commit_refusal(trial.state, test, by, cards)
            if refusal is not None:
                raise refusal.error()
    while (prompt := trial.find("choose", rule="ST.2")) is not None:
        trial.answer(prompt, *commits.get(prompt.seat, ()))


def _refused(refused: Refused, state: State, before: Facts, message: Message) -> CaseOutcome:
    """A rejection: the situation is the one before, and a test that waits for its token goes on waiting."""
    awaiting = {"kind": "token", "of": [_performer(state, message)]} if message.tokens is not None else None
    code = CODES.get(refused.code, refused.code)
    detail = {"expected": refused.expected, "got": refused.got} if isinstance(refused, TooManyTokens) else {}
    return CaseOutcome(False, code, detail, awaiting, state=state_to_given(state), before=before)


def _performer(state: State, message: Message) -> str:
    return state.test.performer if state.test is not None else message.actor


def _accepted(trial: CaseRun[State, Event, Any], before: Facts) -> CaseOutcome:
    state = trial.state
    verdict = state.last if any(type(fact).__name__ == "TestResolved" for fact in trial.facts) else None
    return CaseOutcome(
        awaiting=_awaiting(trial),
        outcome={"test_made": False, "tokens_revealed": 0} if verdict is None else _outcome(verdict),
        state=state_to_given(state),
        before=before,
        events=tuple(event for fact in trial.facts for event in _event(fact)),
    )


def _awaiting(trial: CaseRun[State, Event, Any]) -> Facts | None:
    if not trial.open:
        return None
    prompt = trial.open[0]
    if prompt.kind == "draw":
        return {"kind": "token", "of": [prompt.seat]}
    if prompt.rule == "ST.7":
        return {"kind": "result_order", "of": [prompt.seat], "options": [o.id for o in prompt.options]}
    raise NotCoveredError(str(prompt.title))


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
    """Return the seat with the turn. A case without one means the actor."""
    return state if state.active or message.actor not in state.seats else replace(state, active=message.actor)
