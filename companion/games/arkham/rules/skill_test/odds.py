"""Exact odds of a skill test before the draw, over all tokens of ST.3 and ST.4.

Enumerating sequences is too slow. Tokens that reveal another token or have an effect at once are followed draw by
draw, because their order matters. For all other tokens only their number is followed, and the choice of faces is
counted at the end, because all orders have the same chance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, perm
from typing import Literal, TypeAlias

from companion.engine import Play, Rule, apply_fact
from companion.games.arkham.content import NUMBERS, Auto, Effect
from companion.games.arkham.names import UNKNOWN
from companion.games.arkham.rules.card_and_token_effects import carry_out
from companion.games.arkham.rules.skill_test.skill_values import (
    REVEAL_STEPS,
    automatic,
    effect,
    further_tokens,
    is_drawn,
    judge,
    still_to_reveal,
    token_modifier,
)
from companion.games.arkham.state import Committed, G, Investigator, State, Test, TestModifier
from companion.schema import Faces, Prompt

TokenResult: TypeAlias = tuple[int, Auto]
"""The sum of the modifiers of revealed tokens and the automatic result. The sum is 0 with such a result."""
Node: TypeAlias = tuple[tuple[int, ...], int, int]
"""How many of each telling token were drawn, how many plain ones, and the moment they led to."""
Ways: TypeAlias = Mapping[TokenResult, int]
"""The number of draws that lead to each result."""
Key: TypeAlias = tuple[object, ...]

NO_CHANGE: TokenResult = (0, "")
FAILURE: TokenResult = (0, "fail")
AS_PRINTED = Effect()


def reveal_face(s: State, test: Test, face: str) -> tuple[State, Test]:
    """Return state and test after this token's ability."""
    after = replace(_after_ability(after_open_abilities(s, test), test, face), bag=s.bag.drawn(face))
    faces = (*test.revealed, face)
    return after, replace(test, revealed=faces, resolved=len(faces), step="ST.4")


def spread(s: State, test: Test) -> Mapping[TokenResult, Fraction]:
    """Return the chance of each result of all tokens. A performer who is defeated by one has failed."""
    return _Reveals(after_open_abilities(s, test), test).spread()


def after_open_abilities(s: State, test: Test) -> State:
    """Return the state after the abilities of all revealed tokens. The last ability may still be open."""
    for token in test.revealed[test.resolved :]:
        s = _after_ability(s, test, token)
    return s


class _Reveals:
    """The walk through the bag.

    A moment is a state after effects, by number, and 0 is the given state. Telling tokens reveal another token or change the
    moment. Plain tokens do neither.
    """

    def __init__(self, s: State, test: Test) -> None:
        inside = Counter(s.bag.inside)
        telling = {face: there for face, there in inside.items() if _is_telling(s, test, face)}
        self._test = test
        self._faces, self._there = tuple(telling), tuple(telling.values())
        self._asks = tuple(further_tokens(s, test, face) for face in telling)
        self._plain = {face: there for face, there in inside.items() if face not in telling}
        self._all, self._plains = inside.total(), sum(self._plain.values())
        self._owed = still_to_reveal(s, test) if is_drawn(s, test) else 0
        self._moments = [s]
        self._numbers = {_key(s): 0}
        self._steps: dict[tuple[int, str], int] = {}
        self._worths: dict[int, tuple[TokenResult, tuple[tuple[TokenResult, ...], ...]]] = {}
        self._choices: dict[tuple[int, int], Ways] = {}

    def spread(self) -> Mapping[TokenResult, Fraction]:
        chances: defaultdict[TokenResult, Fraction] = defaultdict(Fraction)
        for (telling, plain), ways_by_result in self._by_number().items():
            orders = perm(self._all, telling + plain) * comb(self._plains, plain)
            for result, ways in ways_by_result.items():
                chances[result] += Fraction(ways, orders)
        return chances

    def _by_number(self) -> Mapping[tuple[int, int], Ways]:
        """Map the numbers of followed and plain tokens to the results of all tokens."""
        by_number: defaultdict[tuple[int, int], defaultdict[TokenResult, int]] = defaultdict(lambda: defaultdict(int))
        for (telling, plain, moment), followed in self._ends().items():
            into = by_number[telling, plain]
            for result, ways in combine(followed, self._plain_ways(moment, plain)).items():
                into[result] += ways
        return by_number

    def _ends(self) -> Mapping[tuple[int, int, int], Ways]:
        """Map the numbers of tokens and the moment to the results of the followed tokens."""
        ends: defaultdict[tuple[int, int, int], defaultdict[TokenResult, int]] = defaultdict(lambda: defaultdict(int))
        for (drawn, plain, moment), orders in self._courses():
            ends[sum(drawn), plain, moment][self._result_of(drawn, moment)] += orders
        return ends

    def _courses(self) -> Iterator[tuple[Node, int]]:
        """Return every end of the draws with the number of token orders that reach it."""
        level: Mapping[Node, int] = {((0,) * len(self._faces), 0, 0): 1}
        while level:
            further: defaultdict[Node, int] = defaultdict(int)
            for node, orders in level.items():
                if self._is_end(node):
                    yield node, orders
                    continue
                for then, ways in self._draws(node):
                    further[then] += orders * ways
            level = further

    def _draws(self, node: Node) -> Iterator[tuple[Node, int]]:
        """Yield the nodes after one more token, with the number of tokens that lead there."""
        drawn, plain, moment = node
        for place, there in enumerate(self._there):
            number = drawn[place]
            if there > number:
                more = (*drawn[:place], number + 1, *drawn[place + 1 :])
                yield (more, plain, self._step(moment, self._faces[place])), there - number
        if self._plains > plain:
            yield (drawn, plain + 1, moment), self._plains - plain

    def _is_end(self, node: Node) -> bool:
        """AH-ST-3-1, AH-X-REVEAL-1. A test also ends with the performer's defeat or with an empty bag."""
        drawn, plain, moment = node
        out = sum(drawn) + plain
        enough = self._owed + sum(map(int.__mul__, drawn, self._asks)) <= out
        return enough or out == self._all or self._is_fallen(moment)

    def _is_fallen(self, moment: int) -> bool:
        return bool(self._moments[moment].seats[self._test.performer].left)

    def _result_of(self, drawn: tuple[int, ...], moment: int) -> TokenResult:
        """Return the result of the followed tokens and of those revealed before."""
        if self._is_fallen(moment):
            return FAILURE
        if moment not in self._worths:
            self._worths[moment] = self._results_at(moment)
        result, worths = self._worths[moment]
        for number, by_number in zip(drawn, worths, strict=True):
            result = add_results(result, by_number[number])
        return result

    def _results_at(self, moment: int) -> tuple[TokenResult, tuple[tuple[TokenResult, ...], ...]]:
        """Return, for a moment, the result of other tokens, and of each number of every followed face."""
        s, lying = self._moments[moment], Counter(self._test.revealed)
        others = NO_CHANGE
        for face in lying.keys() - set(self._faces):
            others = add_results(others, worth(s, self._test, face, lying[face]))
        numbers = zip(self._faces, self._there, strict=True)
        return others, tuple(
            tuple(worth(s, self._test, face, lying[face] + number) for number in range(there + 1))
            for face, there in numbers
        )

    def _plain_ways(self, moment: int, number: int) -> Ways:
        """Map each result of `number` plain tokens to the number of choices that lead to it."""
        at = moment, number
        if at not in self._choices:
            s = self._moments[moment]
            chosen: list[Ways] = [{NO_CHANGE: 1}, *({} for _ in range(number))]
            for face, there in self._plain.items():
                copies = [{worth(s, self._test, face, n): comb(there, n)} for n in range(min(there, number) + 1)]
                chosen = [_with_copies(chosen, copies, size) for size in range(number + 1)]
            self._choices[at] = chosen[number]
        return self._choices[at]

    def _step(self, moment: int, face: str) -> int:
        """Return the moment after the ability of a token."""
        at = moment, face
        if at not in self._steps:
            after = _after_ability(self._moments[moment], self._test, face)
            number = self._numbers.setdefault(_key(after), len(self._moments))
            if number == len(self._moments):
                self._moments.append(after)
            self._steps[at] = number
        return self._steps[at]


def add_results(one: TokenResult, other: TokenResult) -> TokenResult:
    """Add results. Failure beats success, and both beat any sum. AH-ST-6-3, AH-ST-6-5.

    >>> add_results((-2, ""), (1, "")), add_results((0, "success"), (0, "fail"))
    ((-1, ''), (0, 'fail'))
    """
    if not one[1] and not other[1]:
        return one[0] + other[0], ""
    return FAILURE if "fail" in (one[1], other[1]) else (0, "success")


def combine(some: Ways, others: Ways) -> Ways:
    """Combine each result of one with each of the other."""
    combined: defaultdict[TokenResult, int] = defaultdict(int)
    for one, ways in some.items():
        for other, more in others.items():
            combined[add_results(one, other)] += ways * more
    return combined


def _with_copies(chosen: Sequence[Ways], copies: Sequence[Ways], size: int) -> Ways:
    """Extend the choices of tokens by copies of one more face."""
    extended: defaultdict[TokenResult, int] = defaultdict(int)
    for number, some in enumerate(copies[: size + 1]):
        for result, ways in combine(chosen[size - number], some).items():
            extended[result] += ways
    return extended


def worth(s: State, test: Test, face: str, number: int) -> TokenResult:
    """Return the result of `number` tokens of one face. ST.5."""
    auto = automatic(s, replace(test, revealed=(face,) * number)) if number else ""
    return (0, auto) if auto else (number * token_modifier(s, test, face), "")


def _is_telling(s: State, test: Test, face: str) -> bool:
    ability = effect(s, test, face)
    return ability is not None and (ability.reveal > 0 or not all(map(_is_idle, ability.effects)))


def _is_idle(sentence: Effect) -> bool:
    """Return whether the effect changes nothing at the reveal. `skill_values.judge` reads modifiers and results later."""
    only = replace(sentence, by=0, condition=None, times=None, modifier=0, auto="", text="", all=False)
    return sentence.when != "now" or only == AS_PRINTED


def _after_ability(s: State, test: Test, face: str) -> State:
    """Return the state after the token's ability at its reveal. ST.4."""
    ability = effect(s, test, face)
    at_once = [e for e in ability.effects if e.when == "now"] if ability else []
    return _run_rule(s, lambda g: carry_out(g, test.performer, at_once)) if at_once else s


def _run_rule(s: State, rule: Callable[[G], Rule[None]]) -> State:
    """Run a rule with the answers of `least_answer`."""
    g: G = Play(s, apply_fact)
    course = rule(g)
    try:
        question = next(course)
        while True:
            question = course.send({place: least_answer(prompt) for place, prompt in enumerate(question.prompts)})
    except StopIteration:
        return g.state


def least_answer(prompt: Prompt) -> Faces:
    """Return the smallest answer, or the first one."""
    if prompt.kind == "count":
        return (str(prompt.least),)
    return tuple(option.id for option in prompt.options if option.refused is None)[: prompt.least]


def _key(s: State) -> Key:
    """Return all state that effects change and rules read later. Equal keys mean equal chances."""
    people = tuple(map(_person, s.seats.values()))
    return s.doom, people, tuple(s.locations.items()), tuple(s.enemies.items())


def _person(who: Investigator) -> Key:
    harm = who.damage, who.horror, who.left
    held = who.resources, who.clues, len(who.hand) + who.unknown, who.deck, len(who.discard)
    return who.location, harm, held


Passes: TypeAlias = Literal["yes", "no", "depends"]


def chance(s: State, test: Test, more: int = 0) -> Fraction:
    """Return the exact chance that the test passes, with `more` further icons.

    The effects of revealed tokens are over. Those of further tokens run through the rules, and a defeated performer does
    not pass. Prompts of effects get the smallest answer, or the first option: no asset takes harm for its owner, cards
    are discarded by number, and the first enemy is hit. Players play no cards and cancel no tokens.
    """
    if test.step not in REVEAL_STEPS:
        return Fraction(judge(s, test).passed if s.last is None else s.last.passed)
    return _pass_chance(s, _with_icons(test, more), spread(s, test))


def table(s: State, test: Test, icons: Iterable[int]) -> tuple[tuple[int, Fraction], ...]:
    """Return the chance for each total number of committed icons."""
    tokens, bare = spread(s, test), replace(test, committed=())  # results of tokens do not depend on icons
    return tuple((number, _pass_chance(s, _with_icons(bare, number), tokens)) for number in icons)


def needed(s: State, test: Test) -> str | None:
    """Return the worst number token that passes, as in "pull -2 or better"; None without one, or without a draw."""
    if not is_drawn(s, test):
        return None
    passing = (n for n in reversed(NUMBERS) if judge(s, replace(test, revealed=(*test.revealed, n))).passed)
    return next(passing, None)


def by_token(s: State, test: Test) -> tuple[tuple[str, int, Passes], ...]:
    """Return each face of the bag with its number and whether the test passes with it now.

    Empty where no token is drawn.
    """
    if not is_drawn(s, test):
        return ()
    inside = Counter(s.bag.inside)
    return tuple((face, number, _passes(*reveal_face(s, test, face))) for face, number in inside.items())


def _passes(s: State, test: Test) -> Passes:
    now = chance(s, test)
    return "yes" if now == 1 else "depends" if now else "no"


def _with_icons(test: Test, icons: int) -> Test:
    """Return the test with a committed card of so many matching icons."""
    if not icons:
        return test
    return replace(test, committed=(*test.committed, Committed(test.performer, f"{UNKNOWN}{icons}")))


def _pass_chance(s: State, test: Test, tokens: Mapping[TokenResult, Fraction]) -> Fraction:
    """Return the chance of passing. A higher sum never fails where a lower one passes, so search the edge."""
    sums = sorted(add for add, auto in tokens if not auto)
    failing = set(sums[: bisect_left(sums, True, key=lambda add: _is_passed(s, test, (add, "")))])
    passing = (
        p for (add, auto), p in tokens.items() if (_is_passed(s, test, (0, auto)) if auto else add not in failing)
    )
    return sum(passing, Fraction(0))


def _is_passed(s: State, test: Test, result: TokenResult) -> bool:
    """Judge the test by the rules (ST.5, ST.6) with all tokens as one modifier."""
    tokens = TestModifier("", add=result[0], auto=result[1])
    return judge(replace(s, modifiers=(*s.modifiers, tokens)), replace(test, revealed=())).passed
