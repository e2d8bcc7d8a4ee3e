"""Odds before the draw: the exact chance that a skill test passes, over everything that can still come out of the bag.

Sequences are not walked one by one. A token that asks for another one, or does something at its reveal (ST.4), is
followed draw by draw, for its order matters; of all the others only how many come is followed, and which ones is
counted at the end: they lie in any order with the same chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb, perm
from typing import Literal, TypeAlias

from companion.games.arkham.apply import apply
from companion.games.arkham.effects import Auto, Effect
from companion.games.arkham.events import UNKNOWN, G
from companion.games.arkham.outcomes import carry_out
from companion.games.arkham.skill import automatic, effect, judged, known_before, still_to_reveal, token_modifier
from companion.games.arkham.state import NUMBERS, Committed, Investigator, State, Test, TestModifier
from companion.rules.play import Play
from companion.wire.prompt import Faces, Prompt

Passes: TypeAlias = Literal["yes", "no", "depends"]
Said: TypeAlias = tuple[int, Auto]
"""What revealed tokens say together: the sum of their modifiers, 0 where a result comes by itself."""
Drawn: TypeAlias = tuple[tuple[int, ...], int, int]
"""How many of each telling token were drawn, how many plain ones, and the moment they led to."""
Key: TypeAlias = tuple[object, ...]

BEFORE_RESULT = ("ST.1", "ST.2", "ST.3", "ST.4")
FAILED: Said = (0, "fail")
AS_PRINTED = Effect()


def chance(s: State, test: Test, more: int = 0) -> Fraction:
    """The chance that the test passes from here on, with `more` further icons: exact over what is in the bag.

    The tokens that lie revealed have had their effects. Those to come have theirs by the rule itself, and the performer
    who falls by one does not pass. Whoever is asked something by an effect is taken to answer as little as can be,
    and what comes first: no asset takes harm for its owner, cards are discarded by number, the first enemy is hit.
    Nobody plays a card or cancels a token.
    """
    return _passing(s, _helped(test, more), spread(s, test))


def table(s: State, test: Test, icons: Iterable[int]) -> tuple[tuple[int, Fraction], ...]:
    """The chance for each number of icons committed in all, whatever is committed now."""
    bare = replace(test, committed=())
    tokens = spread(s, bare)
    return tuple((number, _passing(s, _helped(bare, number), tokens)) for number in icons)


def needed(s: State, test: Test) -> str | None:
    """The worst number token that passes by itself, as in "pull -2 or better"; None where none does or none is drawn."""
    if not _is_drawn(s, test):
        return None
    worst = (n for n in reversed(NUMBERS) if judged(s, replace(test, revealed=(*test.revealed, n))).passed)
    return next(worst, None)


def by_token(s: State, test: Test) -> tuple[tuple[str, int, Passes], ...]:
    """Each face in the bag, how often it is there, and whether the test passes if it comes now; none where no token is drawn."""
    if not _is_drawn(s, test):
        return ()
    inside = Counter(s.bag.inside)
    return tuple((face, number, _passes(*_revealed(s, test, face))) for face, number in inside.items())


def spread(s: State, test: Test) -> Mapping[Said, Fraction]:
    """What the tokens say when the last one lies there -> its chance. It knows nothing of icons and difficulty."""
    if test.step not in BEFORE_RESULT:
        passed = judged(s, test).passed if s.last is None else s.last.passed
        return {(0, "success" if passed else "fail"): Fraction(1)}
    return _Reveals(s, test).spread()


def _is_drawn(s: State, test: Test) -> bool:
    """Is another token revealed?"""
    skipped = not test.revealed and known_before(s)  # AH-X-AUTO-1
    here = test.step in BEFORE_RESULT and not s.seats[test.performer].left
    return here and not skipped and still_to_reveal(s, test) > 0 and bool(s.bag.inside)


def _helped(test: Test, icons: int) -> Test:
    return replace(test, committed=(*test.committed, Committed(test.performer, f"{UNKNOWN}{icons}"))) if icons else test


def _passing(s: State, test: Test, tokens: Mapping[Said, Fraction]) -> Fraction:
    return sum((p for said, p in tokens.items() if _is_passed(s, test, said)), Fraction(0))


def _is_passed(s: State, test: Test, said: Said) -> bool:
    """By the rule's own judgement (ST.5, ST.6), the tokens being one modifier more."""
    tokens = TestModifier("tokens", add=said[0], auto=said[1])
    return judged(replace(s, modifiers=(*s.modifiers, tokens)), replace(test, revealed=())).passed


def _passes(s: State, test: Test) -> Passes:
    now = chance(s, test)
    return "yes" if now == 1 else "depends" if now else "no"


def _revealed(s: State, test: Test, face: str) -> tuple[State, Test]:
    """The table and the test once this token lies there and its ability is over."""
    after = replace(_after(s, test, face), bag=s.bag.drawn(face))
    return after, replace(test, revealed=(*test.revealed, face), step="ST.4")


def _after(s: State, test: Test, face: str) -> State:
    """What the ability of a token makes of the table at its reveal, ST.4."""
    ability = effect(s, test, face)
    g: G = Play(s, apply)
    course = carry_out(g, test.performer, _at_once(ability.effects if ability else ()))
    try:
        question = next(course)
        while True:
            question = course.send({place: _least(prompt) for place, prompt in enumerate(question.prompts)})
    except StopIteration:
        return g.state


def _at_once(effects: Iterable[Effect]) -> Iterator[Effect]:
    return (e for e in effects if e.when == "now")


def _least(prompt: Prompt) -> Faces:
    """As little as can be answered, and what comes first."""
    if prompt.kind == "count":
        return (str(prompt.least),)
    return tuple(option.id for option in prompt.options if option.refused is None)[: prompt.least]


def _is_idle(sentence: Effect) -> bool:
    """Does it change nothing on its reveal? Modifiers and results are read from what lies there, see `judged`."""
    only = replace(sentence, by=0, condition=None, times=None, modifier=0, auto="", text="", all=False)
    return sentence.when != "now" or only == AS_PRINTED


def _together(one: Said, other: Said) -> Said:
    """Failure wins over success, and either over any sum. AH-ST-6-3, AH-ST-6-5."""
    for auto in (one[1], other[1]):
        if auto == "fail":
            return FAILED
    auto = one[1] or other[1]
    return (0, auto) if auto else (one[0] + other[0], "")


class _Reveals:
    """All that may be revealed in one test, from here on.

    A moment is a table as effects left it, by number; 0 is the one that is given. Telling tokens ask for another
    token or change the moment, plain ones do neither.
    """

    def __init__(self, s: State, test: Test) -> None:
        self._test = test
        self._moments = [s]
        self._numbers = {_key(s): 0}
        self._steps: dict[tuple[int, str], int] = {}
        self._worth: dict[tuple[int, str, int], Said] = {}
        self._plain_spreads: dict[tuple[int, int], Mapping[Said, int]] = {}
        inside = Counter(s.bag.inside)
        self._telling = tuple(face for face in inside if self._is_telling(face))
        self._there = tuple(inside[face] for face in self._telling)
        self._plain = {face: number for face, number in inside.items() if face not in self._telling}
        self._plains = sum(self._plain.values())
        self._all = len(s.bag.inside)
        abilities = (effect(s, test, face) for face in self._telling)
        self._asks = tuple(ability.reveal if ability else 0 for ability in abilities)
        self._owed = still_to_reveal(s, test) if _is_drawn(s, test) else 0

    def spread(self) -> Mapping[Said, Fraction]:
        """What is said at the end -> its chance; who fell has failed."""
        found: defaultdict[Said, Fraction] = defaultdict(Fraction)
        for (telling, plain), ends in self._ends().items():
            orders = perm(self._all, telling + plain) * comb(self._plains, plain)
            for said, ways in ends.items():
                found[said] += Fraction(ways, orders)
        return found

    def _ends(self) -> Mapping[tuple[int, int], Mapping[Said, int]]:
        """By how many telling and how many plain tokens lie there: what they say -> in how many ways."""
        ends: defaultdict[tuple[int, int], defaultdict[Said, int]] = defaultdict(lambda: defaultdict(int))
        for (drawn, plain, moment), orders in self._courses():
            into, said = ends[sum(drawn), plain], self._told(drawn, moment)
            for others, ways in self._plain_spread(moment, plain).items():
                into[_together(said, others)] += orders * ways
        return ends

    def _courses(self) -> Iterator[tuple[Drawn, int]]:
        """Every end of the draws, and in how many orders of single tokens it is reached."""
        level: Mapping[Drawn, int] = {((0,) * len(self._telling), 0, 0): 1}
        while level:
            further: defaultdict[Drawn, int] = defaultdict(int)
            for at, orders in level.items():
                if self._is_end(at):
                    yield at, orders
                    continue
                for then, ways in self._draws(at):
                    further[then] += orders * ways
            level = further

    def _draws(self, at: Drawn) -> Iterator[tuple[Drawn, int]]:
        """What one more token leads to, and how many tokens lead there."""
        drawn, plain, moment = at
        for place, face in enumerate(self._telling):
            left = self._there[place] - drawn[place]
            if left:
                more = (*drawn[:place], drawn[place] + 1, *drawn[place + 1 :])
                yield (more, plain, self._step(moment, face)), left
        if self._plains > plain:
            yield (drawn, plain + 1, moment), self._plains - plain

    def _is_end(self, at: Drawn) -> bool:
        """AH-ST-3-1, AH-X-REVEAL-1; a test ends with who falls in it, and an empty bag gives nothing."""
        drawn, plain, moment = at
        out = sum(drawn) + plain
        owed = self._owed - out + sum(map(int.__mul__, drawn, self._asks))
        return owed < 1 or out == self._all or bool(self._moments[moment].seats[self._test.performer].left)

    def _told(self, drawn: tuple[int, ...], moment: int) -> Said:
        """What the telling tokens say, and those that lay there before."""
        if self._moments[moment].seats[self._test.performer].left:
            return FAILED
        lying = Counter(self._test.revealed)
        for face, number in zip(self._telling, drawn, strict=True):
            lying[face] += number
        said: Said = (0, "")
        for face, number in lying.items():
            said = _together(said, self._worths(moment, face, number))
        return said

    def _plain_spread(self, moment: int, number: int) -> Mapping[Said, int]:
        """What so many plain tokens say -> how many choices of them say so."""
        if (moment, number) not in self._plain_spreads:
            self._count_plain(moment, number)
        return self._plain_spreads[moment, number]

    def _count_plain(self, moment: int, most: int) -> None:
        chosen: list[dict[Said, int]] = [{(0, ""): 1}, *({} for _ in range(most))]
        for face, there in self._plain.items():
            for number in range(most, 0, -1):
                self._add_copies(chosen, number, moment, face, there)
        self._plain_spreads |= {(moment, number): choices for number, choices in enumerate(chosen)}

    def _add_copies(self, chosen: list[dict[Said, int]], number: int, moment: int, face: str, there: int) -> None:
        """Choices of `number` tokens in which some copies of one more face are."""
        into = chosen[number]
        for copies in range(1, min(number, there) + 1):
            worth = self._worths(moment, face, copies)
            for said, ways in chosen[number - copies].items():
                both = _together(said, worth)
                into[both] = into.get(both, 0) + ways * comb(there, copies)

    def _worths(self, moment: int, face: str, number: int) -> Said:
        """What so many tokens of one face say at a moment: as the rule reads them where they lie. ST.5."""
        at = moment, face, number
        if at not in self._worth:
            s, test = self._moments[moment], replace(self._test, revealed=(face,) * number)
            auto = automatic(s, test) if number else ""
            self._worth[at] = (0, auto) if auto else (number * token_modifier(s, test, face), "")
        return self._worth[at]

    def _step(self, moment: int, face: str) -> int:
        """The moment after the ability of a token."""
        at = moment, face
        if at not in self._steps:
            after = _after(self._moments[moment], self._test, face)
            number = self._numbers.setdefault(_key(after), len(self._moments))
            if number == len(self._moments):
                self._moments.append(after)
            self._steps[at] = number
        return self._steps[at]

    def _is_telling(self, face: str) -> bool:
        ability = effect(self._moments[0], self._test, face)
        return ability is not None and (ability.reveal > 0 or not all(map(_is_idle, ability.effects)))


def _key(s: State) -> Key:
    """All of a table that effects change and that anything reads afterwards: equal keys, equal odds."""
    people = tuple(map(_person, s.seats.values()))
    places = tuple((place.clues, place.revealed) for place in s.locations.values())
    foes = tuple((name, e.location, e.engaged, e.damage, e.exhausted, e.defeated) for name, e in s.enemies.items())
    return s.doom, people, places, foes


def _person(who: Investigator) -> Key:
    harm = who.damage, who.horror, who.left
    held = who.resources, who.clues, len(who.hand) + who.unknown, who.deck, len(who.discard)
    return who.location, harm, held
