"""Find the test in a text, by marks and words: "({observation}; 2)", "Test {lore}", "({will}-1 negates)".

Works on raw texts, in the languages of `test_words`. In doubt it finds nothing: a number must be plain, and a skill without
a test ("the one with the least {lore}") is no test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.mansions.content import test_words as words
from companion.games.mansions.content.scenario import SKILLS, Facing, Injury

Kind: TypeAlias = Literal["needed", "negates", "counted"]


@dataclass(frozen=True, slots=True)
class SkillTestMark:
    """One test."""

    skill: str
    more: int = 0  # dice added; below zero: fewer
    needed: int | None = None  # successes; None = they are only counted


@dataclass(frozen=True, slots=True)
class SkillTestMention:
    """The test of a text. With several `tests`, players choose one."""

    tests: tuple[SkillTestMark, ...]
    kind: Kind
    injury: Injury | None = None  # "negates": harm of which each success prevents one
    amount: int | None = None  # amount of harm; None without a plain number
    facing: Facing = "up"
    each: bool = False  # several investigators make it
    passed: int | None = None  # index of the button, None = players choose
    failed: int | None = None

    @property
    def test(self) -> SkillTestMark:
        return self.tests[0]


@dataclass(frozen=True, slots=True)
class _Mention:
    """A skill symbol that is a test, with its sentence so far."""

    wanted: SkillTestMark
    before: str
    negates: bool


SKILL = r"\{(" + "|".join(SKILLS) + r")\}"
_MORE = r"\s*(?P<more>[+\-−–]\s*\d+)?"
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|\[/?[bBiI]\]")
_PLAIN = str.maketrans("；：，（）。！？", ";:,().!?")
_BRACKETED = re.compile(
    rf"\((?P<lead>[^(){{}}]{{0,30}}?)\s*{SKILL}{_MORE}\s*(?:[;:,]\s*(?P<needed>\d+))?(?P<rest>[^(){{}}]{{0,40}})\)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"{SKILL}{_MORE}\s*(?:[;:]\s*(?P<needed>\d+)|\(\s*(?P<own>\d+)\s*\))?", re.IGNORECASE)
_ALTERNATIVE = re.compile(rf"\s*(?:/|,|\b(?:{words.OR})\b)[^.{{}}\n]{{0,12}}$", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?\n]\s*")
_NUMBER = re.compile(r"\d+|\b(?:" + "|".join(words.NUMBERS) + r")\b", re.IGNORECASE)
_LONE = re.compile(r"(?:^|[.!?>\n\"”»])\s*$")


def asked(text: str, buttons: Sequence[str] = (), *, quota: bool = False) -> SkillTestMention | None:
    """Return the test in `text`, or None without a plain one.

    `buttons` are the labels below it. With `quota` the event counts successes, so a symbol at its end is the rolled skill.

    >>> asked("The door is jammed ({strength}; 2).", ["Pass", "Fail"])
    SkillTestMention(tests=(SkillTestMark(skill='strength', more=0, needed=2),), kind='needed', injury=None, amount=None, facing='up', \
each=False, passed=0, failed=1)
    """
    plain = _TAG.sub("", text.translate(_PLAIN).replace("\\n", "\n").replace("\u00a0", " "))
    passed, failed = find_outcome_buttons(buttons)
    mentions = _find_in_brackets(plain) or _find_in_words(plain, last=quota or passed is not None)
    if not mentions:
        return None
    each = any(words.EACH.search(mention.before) for mention in mentions)
    return _judge(mentions, each=each, passed=passed, failed=failed)


def find_outcome_buttons(buttons: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the indexes of the buttons for "passed" and "failed", by their words."""
    meanings = [words.meaning(label) for label in buttons]
    passed = [place for place, meaning in enumerate(meanings) if meaning == "pass"]
    failed = [place for place, meaning in enumerate(meanings) if meaning == "fail"]
    if not passed and len(failed) == 1 and len(buttons) == 2:  # "Continue" and "Fail" are a pair as well
        passed = [place for place, meaning in enumerate(meanings) if meaning == "on"]
    if len(passed) == len(failed) == 1:
        return passed[0], failed[0]
    return None, None


def _judge(mentions: Sequence[_Mention], *, each: bool, passed: int | None, failed: int | None) -> SkillTestMention:
    """Judge all mentions: prevented harm first, then numbers, then counted successes."""
    if negating := [mention for mention in mentions if mention.negates]:
        injury, amount, facing = _harm(negating[0].before) if len(negating) == 1 else (None, None, "up")
        tests = _first_of_each_skill([mention.wanted for mention in negating])
        return SkillTestMention(tests, "negates", injury, amount, facing, each)
    numbered = tuple(dict.fromkeys(mention.wanted for mention in mentions if mention.wanted.needed is not None))
    if not numbered:
        tests = _first_of_each_skill([mention.wanted for mention in mentions])
        return SkillTestMention(tests, "counted", each=each, passed=passed, failed=failed)
    if len({test.skill for test in numbered}) < len(numbered):  # numbers that depend on possessions
        return SkillTestMention(_first_of_each_skill(numbered), "counted", each=each, passed=passed, failed=failed)
    return SkillTestMention(numbered, "needed", each=each, passed=passed, failed=failed)


def _first_of_each_skill(tests: Sequence[SkillTestMark]) -> tuple[SkillTestMark, ...]:
    """Return the first mention of each skill, only counted: a second one is for owners of something."""
    first = {test.skill: test for test in reversed(tests)}
    return tuple(SkillTestMark(test.skill, test.more) for test in tests if first[test.skill] is test)


def _find_in_brackets(text: str) -> list[_Mention]:
    mentions = []
    for match in _BRACKETED.finditer(text):
        before = _sentence_before(text, match.start())
        lead, rest = match["lead"].strip(), match["rest"].strip(" .;:,")
        if match["needed"] is None and (words.PUZZLE.search(before) or words.COMPARED.search(f"{lead} {rest}")):
            continue
        negates = bool(words.NEGATES.search(f"{lead} {rest}"))
        if rest and re.search(r"\d", rest):  # "({lore} 2+)": a number that stands for we do not know what
            mentions.append(_Mention(SkillTestMark(match[2].lower(), _added_dice(match["more"])), before, negates))
            continue
        mentions.append(_Mention(_mark_of(match, match["needed"], match[2]), before, negates))
    return mentions


def _find_in_words(text: str, *, last: bool) -> list[_Mention]:
    """Find skills in running text: next to the word for a test, with a number, or at the end if `last`."""
    mentions: list[_Mention] = []
    end = 0
    for match in _BARE.finditer(text):
        before, after = _sentence_before(text, match.start()), _SENTENCE.split(text[match.end() :])[0]
        chained = bool(mentions) and bool(_ALTERNATIVE.fullmatch(text[end : match.start()]))
        if chained or _is_test_in_words(before, after, match) or _stands_alone(before, text, match, last=last):
            wanted = _mark_of(match, match["needed"] or match["own"], match[1])
            mentions.append(_Mention(wanted, before, bool(words.NEGATES.match(after.strip()))))
            end = match.end()
    return mentions


def _is_test_in_words(before: str, after: str, match: re.Match[str]) -> bool:
    if words.PUZZLE.search(before + after) or words.WHENEVER.search(before):
        return False
    if words.NEGATES.match(after.strip()) or words.TEST_BEFORE.search(before) or words.TEST_AFTER.match(after):
        return True
    return (match["needed"] or match["own"]) is not None and not _is_comparison(before, after) and not after.strip(" )")


def _stands_alone(before: str, text: str, match: re.Match[str], *, last: bool) -> bool:
    """Return whether a skill is all of its sentence, or ends the text where a test is certain."""
    if text[match.end() :].strip(" .!)\n") or words.PUZZLE.search(before) or _is_comparison(before, ""):
        return False
    return last or bool(_LONE.search(text[: match.start()]))


def _is_comparison(before: str, after: str) -> bool:
    """Return whether the skill describes the target."""
    return bool(words.COMPARED.search(before[-30:]) or words.COMPARED.search(after[:25]))


def _mark_of(match: re.Match[str], needed: str | None, skill: str) -> SkillTestMark:
    """Build the mark. A number that no pool reaches is a misprint."""
    number = int(needed) if needed is not None and 1 <= int(needed[:3]) <= 9 else None
    return SkillTestMark(skill.lower(), _added_dice(match["more"]), number)


def _added_dice(more: str | None) -> int:
    """Return the added dice. Absurd numbers are misprints."""
    digits = re.sub(r"\s", "", more or "0").replace("−", "-").replace("–", "-")
    return int(digits) if len(digits) <= len("+9") else 0


def _sentence_before(text: str, end: int) -> str:
    """Return the sentence up to `end`, or the one before if it starts there."""
    parts = [part for part in _SENTENCE.split(text[:end]) if part.strip()]
    return parts[-1] if parts else ""


def _harm(sentence: str) -> tuple[Injury | None, int | None, Facing]:
    """Return the harm of a sentence, if it is one number of one kind."""
    damage, horror = words.DAMAGE.search(sentence), words.HORROR.search(sentence)
    if bool(damage) == bool(horror):
        return None, None, "up"
    numbers = _NUMBER.findall(sentence)
    amount = words.number(numbers[0]) if len(numbers) == 1 else None
    return ("damage" if damage else "horror"), amount, "down" if words.FACE_DOWN.search(sentence) else "up"
