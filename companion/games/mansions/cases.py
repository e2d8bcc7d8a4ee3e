"""Rule cases of Mansions of Madness: `given` becomes a State, `when` is sent through the rules, what came of it is told back.

No rule stands here: what is legal and what happens is decided by the procedures of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.games.mansions import GAME
from companion.games.mansions.checks import clues_refused, puzzle_steps, skill_test
from companion.games.mansions.events import (
    CardResolved,
    CardsSuffered,
    Event,
    G,
    InsaneTaken,
    InvestigatorEliminated,
    TestResolved,
)
from companion.games.mansions.harm import (
    InsaneCopy,
    Turned,
    discard,
    flip_faceup,
    gain_condition,
    look_refused,
    suffer,
)
from companion.games.mansions.space import place_darkness
from companion.games.mansions.state import (
    Harm,
    Investigator,
    Item,
    PoolModifier,
    Space,
    State,
    Task,
    Tokens,
    Verdict,
)
from companion.games.mansions.view import tell
from companion.rules.cases import CaseResult, NotCovered, Said, Trial, certain, judge, not_implemented
from companion.rules.play import Rule
from companion.wire.prompt import Faces, Refused

Facts: TypeAlias = Mapping[str, Any]
Case: TypeAlias = Trial[State, Event, Any]


class WrongDice(Refused):
    """Another number of dice was read than rolled."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__("WRONG_DIE_COUNT", f"{expected} dice are rolled, {got} were read.")
        self.expected, self.got = expected, got


def run_case(case: Facts) -> CaseResult:
    """One case against the rules; every message is taken whole or leaves the situation as it was."""
    try:
        state, when, then = situation(case["given"]), case["when"], case["then"]
        if when["action"] != "sequence":
            return judge(then, send(state, when)[0])
        steps = []
        for step in when["steps"]:
            said, state = send(state, step)
            steps.append(said)
        return judge(then, Said(state=told(state)), steps)
    except NotCovered as missing:
        return not_implemented(str(missing))


def send(state: State, when: Facts) -> tuple[Said, State]:
    """What the rules say to one message, and the situation after it."""
    before = told(state)
    try:
        trial: Case = Trial(GAME, state, procedure(when))
        _answer(trial, when)
    except Refused as refused:
        return _refused(refused, state, before, when), state
    return _accepted(trial, before), trial.state


def procedure(when: Facts) -> Callable[[G], Rule[Any]]:
    """The rule that a message starts. Raises NotCovered where there is none."""
    who = when["actor"]
    if when["action"] == "test":
        return lambda g: skill_test(g, _task(when), turned=_turned(when))
    do: dict[str, Callable[[G], Any]] = {
        "puzzle": lambda g: {"extra_steps": puzzle_steps(g, who, when.get("spend_clues", {}).get(who, 0))},
        "suffer": lambda g: suffer(
            g, who, when["kind"], when.get("amount", 1), when.get("facing", "up"), _turned(when)
        ),
        "flip_faceup": lambda g: flip_faceup(g, who, when["kind"], when.get("n", 1), _chosen(when), _turned(when)),
        "discard_damage": lambda g: discard(g, who, when["kind"], when.get("facing", "up"), _chosen(when)),
        "gain_condition": lambda g: {"gained": gain_condition(g, who, when["condition"])},
        "place_darkness": lambda g: place_darkness(g, when["space"]),
        "view": lambda g: _look(g, when),
    }
    if when["action"] not in do:
        raise NotCovered(when["action"])

    def rule(g: G) -> Rule[Any]:
        outcome = do[when["action"]](g)
        yield from ()
        return outcome

    return rule


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


def _turned(when: Facts) -> Turned:
    reading = when.get("reading", {})
    copies = tuple(InsaneCopy(c["id"], c["required"]) for c in reading.get("insane_cards", ()))
    return Turned(tuple(reading.get("cards", ())), copies)


def _chosen(when: Facts) -> bool:
    return bool(when.get("selection", "random") == "chosen")


def _look(g: G, when: Facts) -> None:
    refusal = look_refused(g.state, when["actor"], when["owner"], when["card"])
    if refusal is not None:
        raise refusal.error()


def _answer(trial: Case, when: Facts) -> None:
    """The dice of each roller as they are asked for, then the clues."""
    given: Mapping[str, Sequence[str | None]] = when.get("reading", {}).get("dice", {})
    for faces in given.values():
        certain(faces)
    clues: Mapping[str, int] = when.get("spend_clues", {})
    while trial.open and (prompt := trial.open[0]).kind in ("roll", "count"):
        if prompt.kind == "count":
            trial.answer(prompt, str(clues.get(prompt.seat, 0)))
        elif prompt.seat in given:
            _roll(trial, certain(given[prompt.seat]), clues)
        else:
            return


def _roll(trial: Case, faces: Faces, clues: Mapping[str, int]) -> None:
    prompt = trial.open[0]
    if len(faces) != prompt.most:
        raise WrongDice(prompt.most, len(faces))
    for seat, number in clues.items():
        refusal = clues_refused(trial.state, seat, faces if seat == prompt.seat else (), number)
        if refusal is not None:
            raise refusal.error()
    trial.answer(prompt, *faces)


def _refused(refused: Refused, state: State, before: Facts, when: Facts) -> Said:
    detail = {"expected": refused.expected, "got": refused.got} if isinstance(refused, WrongDice) else {}
    waits = "dice" in when.get("reading", {})
    awaiting = {"kind": "dice", "of": list(when["reading"]["dice"])} if waits else None
    return Said(False, refused.code, detail, awaiting, state=told(state), before=before)


def _accepted(trial: Case, before: Facts) -> Said:
    outcome: dict[str, Any] = dict(trial.result) if isinstance(trial.result, Mapping) else {}
    for fact in trial.facts:
        outcome |= _outcome(fact)
    return Said(
        awaiting=_awaiting(trial),
        outcome=outcome,
        state=told(trial.state),
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
    told_of = {"test_made": True, "result": verdict.result}
    return told_of | ({"difficulty": verdict.task.needed, "success": verdict.passed} if verdict.task.needed else {})


def _awaiting(trial: Case) -> Facts | None:
    if not trial.open:
        return None
    prompt = trial.open[0]
    if prompt.kind == "roll":
        return {"kind": "dice", "of": [p.seat for p in trial.open]}
    raise NotCovered(prompt.title)


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
    """Whoever hears which copy of a secret card was kept."""
    secrets = [fact for fact in trial.facts if isinstance(fact, InsaneTaken)]
    return frozenset(s for s in trial.state.seats for fact in secrets if fact.copy in tell(trial.state, fact, s))


def situation(given: Facts) -> State:
    """The State that `given` lists, with the defaults of the format for the rest."""
    seats = {name: _investigator(name, facts) for name, facts in given.get("investigators", {}).items()}
    return State(
        seats=MappingProxyType(seats),
        items=MappingProxyType({name: _item(name, facts) for name, facts in given.get("items", {}).items()}),
        spaces=MappingProxyType({name: _space(facts) for name, facts in given.get("spaces", {}).items()}),
        tokens=_tokens(given.get("tokens", {})),
        cards=MappingProxyType({name: facts["trait"] for name, facts in given.get("cards", {}).items()}),
        modifiers=tuple(_modifier(facts) for facts in given.get("modifiers", ())),
        players=given.get("players", len(seats)),
    )


def _investigator(name: str, facts: Facts) -> Investigator:
    return Investigator(
        name=name,
        skills=MappingProxyType(dict(facts.get("skills", {}))),
        space=facts.get("space", ""),
        health=facts.get("health"),
        sanity=facts.get("sanity"),
        clues=facts.get("clues", 0),
        actions=facts.get("actions_left", 2),
        damage=Harm(**facts.get("damage", {})),
        horror=Harm(**facts.get("horror", {})),
        possessions=tuple(facts.get("possessions", ())),
        conditions=tuple(facts.get("conditions", ())),
        eliminated=facts.get("eliminated", False),
    )


def _item(name: str, facts: Facts) -> Item:
    return Item(name, light_source=facts.get("light_source", False), spell=facts.get("kind", "item") == "spell")


def _space(facts: Facts) -> Space:
    return Space(*(tuple(facts.get(key, ())) for key in ("adjacent", "doors", "impassable", "items")))


def _tokens(facts: Facts) -> Tokens:
    return Tokens(*(tuple(facts.get(key, ())) for key in ("fire", "darkness", "light_sources", "passages")))


def _modifier(facts: Facts) -> PoolModifier:
    return PoolModifier(facts.get("add", 0), facts.get("who", ""), facts.get("skill", ""))


def told(s: State) -> Facts:
    """The situation with the keys of `given`."""
    return {
        "players": s.players,
        "investigators": {name: _told_investigator(who) for name, who in s.seats.items()},
        "spaces": {name: {"items": list(space.items)} for name, space in s.spaces.items()},
        "tokens": {
            "fire": list(s.tokens.fire),
            "darkness": list(s.tokens.darkness),
            "light_sources": list(s.tokens.light_sources),
            "passages": list(s.tokens.passages),
        },
    }


def _told_investigator(who: Investigator) -> Facts:
    return {
        "space": who.space,
        "actions_left": who.actions,
        "skills": dict(who.skills),
        "clues": who.clues,
        "health": who.health,
        "sanity": who.sanity,
        "damage": {"up": who.damage.up, "down": who.damage.down},
        "horror": {"up": who.horror.up, "down": who.horror.down},
        "conditions": list(who.conditions),
        "possessions": list(who.possessions),
        "eliminated": who.eliminated,
    }
