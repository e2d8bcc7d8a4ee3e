"""Rule cases of Mansions of Madness: `given` becomes a State, `when` is sent through the rules, the result is compared.

No rule stands here: what is legal and what happens is decided by the procedures of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.engine import Rule
from companion.games.mansions import GAME
from companion.games.mansions.content import SUCCESS
from companion.games.mansions.facts import (
    ActionForfeited,
    CardResolved,
    CardsSuffered,
    Event,
    G,
    InsaneTaken,
    InvestigatorEliminated,
    MonsterRolled,
    TestResolved,
)
from companion.games.mansions.rules.actions import barricades_and_fire, costs_and_moves, push_steal_trade, tokens
from companion.games.mansions.rules.damage_and_horror import (
    InsaneCopy,
    TurnedCards,
    discard,
    flip_faceup,
    gain_condition,
    look_refused,
    suffer,
)
from companion.games.mansions.rules.map import fire, monsters, place_darkness
from companion.games.mansions.rules.monsters import evade_and_horror
from companion.games.mansions.rules.skill_test import clues_refused, puzzle_steps, skill_test
from companion.games.mansions.state import (
    State,
    Task,
    Verdict,
)
from companion.games.mansions.views import log_sentence
from companion.schema import Faces, Prompt, Refused
from tests.cases.judge import CaseOutcome, CaseResult, CaseRun, NotCoveredError, certain, judge, not_implemented
from tests.cases.mansions.situation import situation, state_to_given

Facts: TypeAlias = Mapping[str, Any]
Case: TypeAlias = CaseRun[State, Event, Any]
Procedure: TypeAlias = Callable[[G], Rule[Any]]
AWAITED = {
    "MOM-EVADE-5": "evade_check",
    "MOM-HORROR-1": "horror_check",
    "MOM-ATTACK-5": "attack_test",
    "MOM-EVADE-4": "choose_monster",
    "MOM-HORROR-2": "choose_monster",
    "MOM-SIGHT-1": "resolve_or_decline",
    "MOM-FIRE-7": "fire_spread",
}
AGAINST = ("evade_check", "horror_check", "attack_test")


class WrongDice(Refused):
    """Another number of dice was read than rolled."""

    def __init__(self, seat: str, expected: int, got: int) -> None:
        super().__init__("WRONG_DIE_COUNT", f"{expected} dice are rolled, {got} were read.")
        self.seat, self.expected, self.got = seat, expected, got


def run_case(case: Facts) -> CaseResult:
    """Run one case. Every message is taken whole or leaves the situation unchanged."""
    try:
        state, when, then = situation(case["given"]), case["when"], case["then"]
        if when["action"] != "sequence":
            return judge(then, send(state, when)[0])
        steps = []
        for step in when["steps"]:
            said, state = send(state, step)
            steps.append(said)
        return judge(then, CaseOutcome(state=state_to_given(state)), steps)
    except NotCoveredError as missing:
        return not_implemented(str(missing))


def send(state: State, when: Facts) -> tuple[CaseOutcome, State]:
    """Return the rules' result of one message, and the new situation."""
    before = state_to_given(state)
    try:
        trial: Case = CaseRun(GAME, state, procedure(when))
        _answer(trial, when)
    except Refused as refused:
        return _refused(refused, state, before, when), state
    return _accepted(trial, before), trial.state


def procedure(when: Facts) -> Procedure:
    """Return the rule that a message starts. Raises NotCoveredError without one."""
    if when["action"] in _ASKING:
        return _ASKING[when["action"]](when)
    if when["action"] not in _AT_ONCE:
        raise NotCoveredError(when["action"])
    do = _AT_ONCE[when["action"]]

    def rule(g: G) -> Rule[Any]:
        outcome = do(g, when)
        yield from ()
        return outcome

    return rule


def _push(when: Facts) -> Procedure:
    who, target, toward = when["actor"], when["target"], when["toward"]

    def rule(g: G) -> Rule[Any]:
        if target in g.state.seats:
            yield from push_steal_trade.push_investigator(g, who, target, toward)
        else:
            yield from push_steal_trade.push_monster(g, who, target, toward)
        return _contest(g, who)

    return rule


def _steal(when: Facts) -> Procedure:
    def rule(g: G) -> Rule[Any]:
        yield from push_steal_trade.steal(g, when["actor"], when["target"], when["skill"])
        return _contest(g, when["actor"])

    return rule


def _contest(g: G, seat: str) -> Facts:
    """Return the outcome of a push or a theft, by its facts."""
    verdicts = {fact.verdict.task.seat: fact.verdict for fact in g.facts if isinstance(fact, TestResolved)}
    outcome: dict[str, Any] = {"forfeited": any(isinstance(fact, ActionForfeited) for fact in g.facts)}
    outcome |= _verdict(verdicts[seat]) if seat in verdicts else {"test_made": False}
    for who, verdict in verdicts.items():
        if who != seat:
            outcome |= {"target_result": verdict.result, "max_take": max(0, verdicts[seat].result - verdict.result)}
    return outcome


def _shift(when: Facts) -> Procedure:
    def rule(g: G) -> Rule[Any]:
        yield from barricades_and_fire.shift_barricade(g, when["actor"], tuple(when["between"]), when["block"])
        return {"test_made": False}

    return rule


def _transfers(when: Facts) -> tuple[push_steal_trade.Transfer, ...]:
    return tuple(push_steal_trade.Transfer(t["kind"], t["who"], t["item"], t.get("to", "")) for t in when["transfers"])


def _monster_move(when: Facts) -> Procedure:
    path, more, clues = tuple(when["path"]), when.get("pool_modifier", 0), sum(when.get("spend_clues", {}).values())

    def rule(g: G) -> Rule[Any]:
        yield from monsters.monster_moves(g, when["actor"], path, when.get("roller", "table"), more, clues)
        rolls = [fact.faces for fact in g.facts if isinstance(fact, MonsterRolled)]
        results = [(len(faces), faces.count(SUCCESS)) for faces in rolls[-1:]]
        success = monsters.NEEDED_TO_DESTROY
        return {k: v for n, r in results for k, v in {"pool": n, "result": r, "success": r >= success}.items()}

    return rule


_ASKING: Mapping[str, Callable[[Facts], Procedure]] = MappingProxyType(
    {
        "test": lambda when: lambda g: skill_test(g, _task(when), turned=_turned(when)),
        "push": _push,
        "steal": _steal,
        "barricade_near": _shift,
        "barricade_far": lambda when: (
            lambda g: barricades_and_fire.push_barricade(g, when["actor"], tuple(when["between"]))
        ),
        "monster_move": _monster_move,
        "monster_activation": lambda when: lambda g: monsters.activate(g, when["actor"], tuple(when["path"])),
        "move": lambda when: lambda g: costs_and_moves.move(g, when["actor"], tuple(when["path"])),
        "continue_move": lambda when: lambda g: costs_and_moves.continue_move(g, when["actor"], tuple(when["path"])),
        "search": lambda when: lambda g: tokens.search(g, when["actor"], when["token"]),
        "explore": lambda when: lambda g: tokens.explore(g, when["actor"], when["token"]),
        "sight": lambda when: lambda g: tokens.sight(g, when["actor"], when["token"]),
        "extinguish": lambda when: lambda g: barricades_and_fire.extinguish(g, when["actor"]),
        "set_fire": lambda when: lambda g: barricades_and_fire.set_fire(g, when["actor"], when["space"]),
        "mythos_begin": lambda when: fire.begin_mythos,
        "trade": lambda when: lambda g: push_steal_trade.trade(g, when["actor"], _transfers(when)),
        "attack": lambda when: (
            lambda g: push_steal_trade.attack(g, when["actor"], when["target"], when.get("weapon", "unarmed"))
        ),
        "horror_check": lambda when: lambda g: evade_and_horror.check_horror(g, when["actor"]),
    }
)


def _task(when: Facts) -> Task:
    negate = when.get("negate", {})
    return Task(
        seat=when["actor"],
        skill=when["skill"],
        title=f"A test of {when['skill']}",
        needed=when.get("difficulty"),
        injury=negate.get("kind"),
        amount=negate.get("amount", 0),
        surplus=True,  # a case names the whole result
    )


def _turned(when: Facts) -> TurnedCards:
    reading = when.get("reading", {})
    copies = tuple(InsaneCopy(c["id"], c["required"]) for c in reading.get("insane_cards", ()))
    return TurnedCards(tuple(reading.get("cards", ())), copies)


def _chosen(when: Facts) -> bool:
    return bool(when.get("selection", "random") == "chosen")


def _look(g: G, when: Facts) -> None:
    refusal = look_refused(g.state, when["actor"], when["owner"], when["card"])
    if refusal is not None:
        raise refusal.error()


def _puzzle(g: G, when: Facts) -> Facts:
    return {"extra_steps": puzzle_steps(g, when["actor"], when.get("spend_clues", {}).get(when["actor"], 0))}


def _suffer(g: G, when: Facts) -> None:
    suffer(g, when["actor"], when["kind"], when.get("amount", 1), when.get("facing", "up"), _turned(when))


def _flip(g: G, when: Facts) -> None:
    flip_faceup(g, when["actor"], when["kind"], when.get("n", 1), _chosen(when), _turned(when))


_AT_ONCE: Mapping[str, Callable[[G, Facts], Any]] = MappingProxyType(
    {
        "puzzle": _puzzle,
        "suffer": _suffer,
        "flip_faceup": _flip,
        "discard_damage": lambda g, w: discard(g, w["actor"], w["kind"], w.get("facing", "up"), _chosen(w)),
        "gain_condition": lambda g, w: {"gained": gain_condition(g, w["actor"], w["condition"])},
        "place_darkness": lambda g, w: place_darkness(g, w["space"]),
        "fire_spreads": lambda g, w: fire.spread(g, w["space"]),
        "view": _look,
    }
)


def _answer(trial: Case, when: Facts) -> None:
    """A message's answers to the prompts as they open: dice of each roller, clues, choices."""
    given: Mapping[str, Sequence[str | None]] = when.get("reading", {}).get("dice", {})
    for faces in given.values():
        certain(faces)
    choices = _choices(when)
    while trial.open:
        prompt = trial.open[0]
        if prompt.kind == "roll" and prompt.seat in given:
            _roll(trial, prompt, certain(given[prompt.seat]), when.get("spend_clues", {}))
        elif prompt.kind == "count":
            trial.answer(prompt, str(when.get("spend_clues", {}).get(prompt.seat, 0)))
        elif prompt.kind == "choose" and (values := choices(prompt)) is not None:
            _choose(trial, prompt, values)
        else:
            break
    for seat in set(when.get("spend_clues", {})) - set(given) if given else ():
        _clues(trial, seat, (), when["spend_clues"][seat])


def _choose(trial: Case, prompt: Prompt, values: Faces) -> None:
    try:
        trial.answer(prompt, *values)
    except Refused as refused:
        if prompt.rule != "MOM-STEAL-3":
            raise
        raise Refused("TAKE_LIMIT", refused.sentence) from refused


def _choices(when: Facts) -> Callable[[Prompt], Faces | None]:
    """The choices a message makes, by the paragraph that asks; None where it makes none."""
    checked = [True] if when.get("evade_check") == "resolved" else []  # one check was made before

    def choice(prompt: Prompt) -> Faces | None:
        match prompt.rule:
            case "MOM-EVADE-4" if checked:
                return (prompt.options[0].id,)
            case "MOM-EVADE-5" if checked:
                checked.clear()
                return (prompt.options[0].id,)
            case "MOM-PUSH-2" if "target_choice" in when:
                return (when["target_choice"],)
            case "MOM-PUSH-6":
                return ("go",) if when.get("follow") else ("stay",)
            case "MOM-BARRICADE-4":
                return ("go",) if when.get("then_move") else ("stay",)
            case "MOM-EXTINGUISH-2":
                space = prompt.options[0].id
                return (space,) if space in when.get("remove_fire", ()) else ("leave",)
            case "MOM-STEAL-3":
                return tuple(when.get("take", ()))
            case _:
                return None

    return choice


def _roll(trial: Case, prompt: Prompt, faces: Faces, clues: Mapping[str, int]) -> None:
    if len(faces) != prompt.most:
        raise WrongDice(prompt.seat, prompt.most, len(faces))
    _clues(trial, prompt.seat, faces, clues.get(prompt.seat, 0))
    trial.answer(prompt, *faces)


def _clues(trial: Case, seat: str, faces: Faces, number: int) -> None:
    refusal = clues_refused(trial.state, seat, faces, number) if number else None
    if refusal is not None:
        raise refusal.error()


def _refused(refused: Refused, state: State, before: Facts, when: Facts) -> CaseOutcome:
    """A rejection: the situation is the one before, and a roll that was not readable goes on being waited for."""
    detail = {"expected": refused.expected, "got": refused.got} if isinstance(refused, WrongDice) else {}
    dice: Mapping[str, Sequence[str | None]] = when.get("reading", {}).get("dice", {})
    unsure = [seat for seat, faces in dice.items() if None in faces]
    waits = [refused.seat] if isinstance(refused, WrongDice) else unsure or list(dice)
    awaiting = {"kind": "dice", "of": waits} if waits else None
    return CaseOutcome(False, refused.code, detail, awaiting, state=state_to_given(state), before=before)


def _accepted(trial: Case, before: Facts) -> CaseOutcome:
    outcome: dict[str, Any] = {}
    for fact in trial.facts:
        outcome |= _outcome(fact)
    outcome |= trial.result if isinstance(trial.result, Mapping) else {}
    return CaseOutcome(
        awaiting=_awaiting(trial),
        outcome=outcome,
        state=state_to_given(trial.state),
        before=before,
        events=tuple(event for fact in trial.facts for event in _event(fact)),
        shown_to=_shown(trial),
    )


def _outcome(fact: Event) -> Facts:
    match fact:
        case TestResolved(verdict):
            return _verdict(verdict)
        case InsaneTaken(_, copy, redrawn):
            return {"insane_card": copy, "redrawn": list(redrawn)}
        case _:
            return {}


def _verdict(verdict: Verdict) -> Facts:
    needed = verdict.task.needed
    told_of = {"test_made": True, "result": verdict.result}
    return told_of if needed is None else told_of | {"difficulty": needed, "success": bool(verdict.passed)}


def _awaiting(trial: Case) -> Facts | None:
    if not trial.open:
        return None
    prompt = trial.open[0]
    if prompt.kind == "roll":
        return {"kind": "dice", "of": [p.seat for p in trial.open]}
    if prompt.rule not in AWAITED:
        raise NotCoveredError(prompt.title)
    kind, ids = AWAITED[prompt.rule], [option.id for option in prompt.options]
    more = {"against": ids[0]} if kind in AGAINST else {"options": ids}
    return {"kind": kind, "of": [prompt.seat], **more}


def _event(fact: Event) -> list[Facts]:
    match fact:
        case CardsSuffered(seat, injury, number, facing):
            return [{"kind": "draw_card", "who": seat, "deck": injury, "n": number, "facing": facing}]
        case CardResolved(seat, card):
            return [{"kind": "resolve_card", "who": seat, "card": card}]
        case InvestigatorEliminated(seat):
            what = {"what": "investigator_eliminated", "at": "end_of_next_investigator_phase", "who": seat}
            return [{"kind": "app_report", **what}]
        case _:
            return []


def _shown(trial: Case) -> frozenset[str]:
    """Return the seats that learn which copy of a secret card was kept."""
    secrets = [fact for fact in trial.facts if isinstance(fact, InsaneTaken)]
    return frozenset(
        s for s in trial.state.seats for fact in secrets if fact.copy in str(log_sentence(trial.state, fact, s))
    )
