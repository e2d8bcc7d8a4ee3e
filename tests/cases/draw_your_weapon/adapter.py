"""Rule cases of this game: a situation as a real state, one message through the real rules, and what came of it.

No rule lives here. A message is played as the table would play it: a choice from the menu, then each prompt that opens
is answered with what the message brings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from companion.engine import DECK, Rule, offer
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import (
    AttackMade,
    CardDrawn,
    Dashed,
    FeatureUsed,
    RequirementFixed,
    RestBegan,
    SpeedChanged,
    StatGiven,
    StatRegained,
    TestCalled,
)
from companion.games.draw_your_weapon.rules.actions import ACTIONS, rest_ways
from companion.games.draw_your_weapon.rules.actions.attacks import cannot_use_weapon
from companion.games.draw_your_weapon.rules.actions.defend_and_move import cannot_free_move
from companion.games.draw_your_weapon.rules.cards import possible
from companion.games.draw_your_weapon.rules.cards.played_cards import cannot_lay
from companion.games.draw_your_weapon.rules.checks import cannot_elect
from companion.games.draw_your_weapon.rules.play import play
from companion.games.draw_your_weapon.state import Action, Event, G, Played, State
from companion.schema import DEALER, Prompt, Refusal, Refused
from tests.cases.draw_your_weapon.messages import Message, brought, read, whose
from tests.cases.draw_your_weapon.situation import situation, state_to_given
from tests.cases.judge import CaseOutcome, CaseResult, CaseRun, Facts, NotCoveredError, certain, judge, not_implemented

Tried: TypeAlias = CaseRun[State, Event, None]

TESTS = ("skill_test", "contest")
DEALER_NAME = "Dealer"  # the format's word for the seat

AWAITED: Mapping[str, str] = MappingProxyType(
    {
        "DYW-SKILL-2": "card",
        "DYW-CONTEST-2": "card",
        "DYW-SURPRISE-3": "card",
        "DYW-CONTEST-9": "random_tie_break",
        "DYW-SURPRISE-4": "take_played_card",
        "DYW-TEST-3": "dealer_decision",
        "DYW-SKILL-3": "dealer_decision",
        "DYW-X-ZONES-4": "dealer_decision",
        "DYW-REST-3": "dealer_decision",
        "DYW-STRIKE-4": "card",
        "DYW-WEAPON-5": "card",
    }
)
"""Paragraph of a prompt -> what the format calls the input."""


def run_case(case: Facts) -> CaseResult:
    """Play one case; actions that this game has not got yet answer `not implemented`."""
    given, when = case["given"], case["when"]
    try:
        if when["action"] != "sequence":
            return judge(case["then"], Sitting(given, when).send(when))
        sitting = Sitting(given, when)
        steps = [sitting.send(step) for step in when["steps"]]
        return judge(case["then"], CaseOutcome(state=sitting.told()), steps)
    except NotCoveredError as lacking:
        return not_implemented(str(lacking))


class Sitting:
    """One situation and the messages that reach it, one after another."""

    def __init__(self, given: Facts, when: Message) -> None:
        self._given = given
        self._rest = situation(given, [when, *when.get("steps", ())])  # the last state with nothing under way
        self._used: list[Message] = []  # what was accepted since
        self._state = self._rest

    def told(self) -> Facts:
        """The situation now, in the words of the format."""
        return state_to_given(self._given, self._state)

    def send(self, when: Message) -> CaseOutcome:
        """One message: all of it is used, or nothing changes. Raises NotCoveredError."""
        before, state = self.told(), self._state
        if when["action"] in _LOOKS and not (self._used and when["action"] == "set_requirement"):
            return _LOOKS[when["action"]](self, when)
        try:
            trial = self._tried([*self._used, when])
        except _RejectedError as no:
            awaiting = _dealer() if no.code == "LIBRARY_EMPTY" else self._still_awaited(when)
            return CaseOutcome(False, no.code, {}, awaiting, state=before, before=before)
        self._state = trial.state
        self._used = [*self._used, when] if trial.open else []
        self._rest = self._rest if trial.open else trial.state
        shown_to = _shown_to(state, trial, when)
        return CaseOutcome(True, "", {}, awaited(trial), _outcome(trial), self.told(), before, shown_to=shown_to)

    def look(self, when: Message) -> CaseOutcome:
        """Check whether the views show the secret number to a seat."""
        test = self._state.test
        other = replace(self._state, test=replace(test, required=0)) if test else self._state
        seat = DEALER if when["actor"] == DEALER_NAME else when["actor"]
        shows = GAME.view(self._state, seat) != GAME.view(other, seat)
        return CaseOutcome(shows, "" if shows else "HIDDEN", state=self.told(), before=self.told())

    def fix(self, when: Message) -> CaseOutcome:
        """The Dealer states another number; a fact that the state does not take is refused whole."""
        before = self.told()
        if self._state.test is None:  # the card was played and the test is over
            return CaseOutcome(False, "REQUIREMENT_LOCKED", state=before, before=before)
        try:
            self._state = self._rest = RequirementFixed(when["required"]).apply(self._state)
        except Refused as no:
            return CaseOutcome(False, no.code, state=before, before=before)
        return CaseOutcome(state=self.told(), before=before)

    def stroll(self, _: Message) -> CaseOutcome:
        """Slow walking is not an Action: it needs no prompt and changes nothing (DYW-MOVE-2)."""
        return CaseOutcome(outcome={"is_action": False}, state=self.told(), before=self.told())

    def _tried(self, messages: list[Message]) -> Tried:
        """The procedure under way, gone through with all its messages. Raises _RejectedError."""
        trial = CaseRun(GAME, self._rest, _slept if messages[0]["action"] == "rest" else play)
        try:
            command(trial, messages[0])
            for message in messages:
                if message["action"] == "set_requirement" and trial.find("count") is None:
                    trial.answer(_numbers_way(trial), "number")
                answer_all(trial, message)
            _came_to_something(trial, messages[-1])
        except Refused as no:
            raise _RejectedError(_code(no, trial.open)) from no
        return trial

    def _still_awaited(self, when: Message) -> Facts | None:
        """Return the open prompts while the readings cannot be used, or None if the command itself is refused."""
        silent = {key: value for key, value in when.items() if key != "reading"}
        try:
            return awaited(self._tried(self._used or [silent]))
        except _RejectedError:
            return None


def _slept(g: G) -> Rule[None]:
    """A Rest is two procedures: the start, and its end by the Dealer."""
    yield from play(g)
    yield from offer(g, rest_ways(g.state))


_LOOKS = {"view": Sitting.look, "set_requirement": Sitting.fix, "slow_walk": Sitting.stroll}
"""Messages that are not choices from a menu."""


def _numbers_way(trial: Tried) -> Prompt:
    """The Dealer fixes another number while the card is awaited. Raises Refused when that is too late."""
    way = trial.find("choose", DEALER, "DYW-SKILL-6")
    if way is None:
        raise Refused("REQUIREMENT_LOCKED", "The required Result cannot change once the card lies there.")
    return way


def _came_to_something(trial: Tried, when: Message) -> None:
    """A strike that does not reach, a trade that is declined: then nothing happened. Raises Refused."""
    if when["action"] == "take_played_card" and trial.open:
        raise Refused("CANNOT_TAKE_ON_FAILURE", "Only who succeeds may keep the card.")
    if not trial.open and not trial.facts:
        code = "CONSENT_MISSING" if when["action"] == "breather" else "OUT_OF_REACH"
        raise Refused(code, "Nothing happened.")
    wished = sum(n for spent in when.get("spends", {}).values() for n in spent.values())
    if wished > sum(fact.amount for fact in trial.facts if isinstance(fact, StatGiven)):
        raise Refused("TRADE_AMOUNT_TOO_HIGH", "Nothing more than the value of the higher card can be shared.")


class _RejectedError(Exception):
    """A message that was refused, with the code of the format."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


CODES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("DYW-SURPRISE-3", "WRONG_COUNT"): "LIBRARY_EMPTY",
        ("DYW-BREATH-3", "WRONG_COUNT"): "ONE_SUBACTION",
        ("DYW-RECOVER-1", "WRONG_COUNT"): "CHOOSE_TWO_STATS",
        ("DYW-RECOVER-1", "TOO_MANY"): "CHOOSE_TWO_STATS",
        ("DYW-RECOVER-1", "UNKNOWN_FACE"): "CHOOSE_TWO_STATS",
        ("DYW-BTRADE-4", "WRONG_COUNT"): "ONE_CARD_PER_PLAYER",
        ("DYW-BTRADE-4", "UNKNOWN_FACE"): "CARD_NOT_IN_HAND",
        ("DYW-BTRADE-5", "OUT_OF_RANGE"): "TRADE_AMOUNT_TOO_HIGH",
        ("DYW-RECOVER-2", "OUT_OF_RANGE"): "AMOUNT_TOO_HIGH",
    }
)
"""Paragraph of a prompt and our code of a refusal -> the code of the case format."""


def _code(no: Refused, open_now: tuple[Prompt, ...]) -> str:
    """Our code of a refusal in the words of the format."""
    prompt = open_now[0] if open_now else None
    if prompt is None:
        return no.code
    if no.code == "UNKNOWN_FACE" and prompt.kind in {"draw", "show"}:
        return "UNKNOWN_CARD"
    return CODES.get((prompt.rule, no.code), no.code)


def command(trial: Tried, when: Message) -> None:
    """Choose from the menu. Raises Refused, or NotCoveredError for what the menu has not got."""
    action, who = when["action"], when["actor"]
    if action == "take_played_card":  # the rules have no such prompt
        raise Refused("CANNOT_TAKE_ON_FAILURE", "Only who succeeds may keep the card.")
    if action in TESTS:
        surprising = {"skill_test": "surprise_test", "contest": "surprise_contest"}
        menu = next(p for p in trial.open if p.seat == DEALER)
        trial.answer(menu, surprising[action] if when.get("surprise") else action)
        return
    if when.get("subactions") == ["trade"]:
        action = "breather_trade"
    own = next((a for a in ACTIONS if a.name == action), None)
    if own is None:
        raise NotCoveredError(action)
    refusal = _cannot(trial.state, own, when)
    if refusal is not None:
        raise refusal.error()
    trial.answer(next(p for p in trial.open if p.seat == who), action)


def _cannot(s: State, action: Action, when: Message) -> Refusal | None:
    """Return the rules' refusal of this message before a choice is offered."""
    who = when["actor"]
    if action.name == "weapon_attack":
        return _cannot_use(s, who, when)
    if action.name == "free_move":
        return cannot_free_move(s, who, when["distance"])
    return action.refuse(s, who)


def _cannot_use(s: State, who: str, when: Message) -> Refusal | None:
    """Return the weapon. If no card of the hand is in its range, raise the refusal of the given card."""
    no = cannot_use_weapon(s, who, when["weapon"])
    came = certain(read(when, "played").values())
    if no is None or no.code != "VALUE_OUT_OF_RANGE" or not came:
        return no
    weapon = next(w for w in s.characters[who].weapons if w.name == when["weapon"])
    if came[0] not in DECK:
        return Refusal("UNKNOWN_CARD", f"There is no card {came[0]}.")
    return cannot_lay(s, who, came[0], possible(s, who), weapon)


def answer_all(trial: Tried, when: Message) -> None:
    """Answer each open prompt with what the message brings, until nothing fits any more. Raises Refused."""
    for who in when.get("elect_normal", ()):
        no = cannot_elect(trial.state, who)
        if no is not None:
            raise no.error()
    _contradicts(when)
    while True:
        fitting = [(p, values) for p in trial.open if (values := brought(trial.state, p, when)) is not None]
        if not fitting:
            _not_yet(trial, when)
            return
        trial.answer(fitting[0][0], *fitting[0][1])


def _contradicts(when: Message) -> None:
    """The same card read twice cannot be true. Raises Refused."""
    seen = certain([*read(when, "played").values(), *read(when, "flipped").values()])
    if len(set(seen)) < len(seen):
        raise Refused("DUPLICATE_CARD", "The same card was read twice: there is only one.")


def _not_yet(trial: Tried, when: Message) -> None:
    """A card came before the Dealer has stated everything. Raises Refused."""
    rules = {prompt.rule for prompt in trial.open}
    if rules & {"DYW-TEST-3", "DYW-X-ATTR-1"}:
        raise Refused("ATTRIBUTE_NOT_ASSIGNED", "The Dealer has not named an Attribute and a Suit.")
    if "DYW-SKILL-3" in rules and when.get("reading"):
        raise Refused("REQUIREMENT_NOT_SET", "The required Result is fixed before the card is played.")


def awaited(trial: Tried) -> Facts | None:
    """The input the rules wait for, in the words of the format; None = nothing."""
    open_now = [prompt for prompt in trial.open if prompt.rule in AWAITED]
    if not open_now:
        return None
    kind = AWAITED[open_now[0].rule]
    if kind == "dealer_decision":
        return _dealer()
    if kind == "random_tie_break":
        return {"kind": kind, "of": [option.id for option in open_now[0].options]}
    return {"kind": kind, "of": [whose(trial.state, prompt) for prompt in open_now]}


def _dealer() -> Facts:
    return {"kind": "dealer_decision", "of": [DEALER_NAME]}


def _outcome(trial: Tried) -> Facts:
    """Computed values; nothing of a test before all cards are in."""
    s = trial.state
    drawn = {"draws": dict(Counter(fact.who for fact in trial.facts if isinstance(fact, CardDrawn)))}
    for fact in trial.facts:
        match fact:
            case TestCalled():
                return {**_of_test(s), **drawn}
            case AttackMade():
                return {"result": max(0, fact.base + fact.bonus), "damage": fact.damage}
            case FeatureUsed():
                return {"counts_as": fact.counts_as, "is_action": fact.counts_as != "part_of_test"}
            case SpeedChanged(who, to):
                return {"is_action": to == s.characters[who].max_speed}
            case Dashed():
                return {"is_action": True}
            case RestBegan():
                healed = sum(f.by for f in trial.facts if isinstance(f, StatRegained))
                return {"heal": healed, **drawn}
            case _:
                pass
    return {}


def _of_test(s: State) -> Facts:
    test = s.test or (s.last.test if s.last else None)
    if test is None:
        return {}
    results = {p.who: p.result for p in test.played}
    winners = s.last.winners if s.last else ()
    if test.kind == "skill_test":
        return {"results": results, **(_of_skill_test(test.played, winners) if s.last else {})}
    tie = s.last.tie if s.last else "random" if results else ""
    return {"results": results, "winner": winners[0] if winners else None, **({"tie_break": tie} if tie else {})}


def _of_skill_test(played: tuple[Played, ...], winners: tuple[str, ...]) -> Facts:
    return {"result": played[0].result, "success": bool(winners)}


def _shown_to(before: State, trial: Tried, when: Message) -> frozenset[str]:
    """Return the seats that see a chosen card while others still owe theirs."""
    s = trial.state
    chosen = read(when, "played") if s.test is not None and not s.test.played else {}
    people = [*(who for who, c in s.characters.items() if c.is_player), DEALER]
    seeing = {
        who for who in people for card in chosen.values() if card in _seen(s, who) and card not in _seen(before, who)
    }
    return frozenset(DEALER_NAME if who == DEALER else who for who in seeing)


def _seen(s: State, who: str) -> str:
    return repr(GAME.view(s, who))
