"""Skill tests: dice, clues, prevented harm, and the texts of the prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from companion.engine import Rule, choose, count, roll
from companion.games.mansions.content import BLANK, DIE, INVESTIGATION, SKILLS, SUCCESS, Item, spoken
from companion.games.mansions.facts import CluesSpent, DiceKept, DiceRolled, G, TestAnnounced, TestResolved
from companion.games.mansions.named import (
    FACE_TITLES,
    SKILL_TITLES,
    SKILL_WORDS,
    clues_of,
    dice_of,
    harm_of,
    successes,
    successes_needed,
    test_title,
)
from companion.games.mansions.rules.damage_and_horror import NO_CARDS_SEEN, TurnedCards, suffer
from companion.games.mansions.rules.map import NOT_NOW, STAY, in_darkness
from companion.games.mansions.state import State, Task, Verdict, exact, story_of
from companion.i18n import Text, _, ngettext
from companion.schema import Faces, Option, Prompt, Refusal, Seat, Words

Headings: TypeAlias = tuple[Words, Words]  # passed, failed
UNWORDED: Headings = ("", "")


def roll_title(task: Task, dice: int, again: bool = False) -> Text:
    """Return the title of a roll: "roll 3 dice, observation, 2 successes needed" or "roll 4 dice, will, against 2 horror"."""
    aim = wanted_words(task)
    if task.injury is not None:
        aim = _("against {harm}", harm=harm_of(task.amount, task.injury))
    if again:
        return _("roll again {dice}, {skill}, {aim}", dice=dice_of(dice), skill=SKILL_WORDS[task.skill], aim=aim)
    return _("roll {dice}, {skill}, {aim}", dice=dice_of(dice), skill=SKILL_WORDS[task.skill], aim=aim)


def wanted_words(task: Task) -> Text:
    if task.injury is not None:
        harm = harm_of(task.amount, task.injury)
        if task.amount == 1:
            return _("a success prevents {harm}", harm=harm)
        return _("each success prevents 1 of {harm}", harm=harm)
    return _("successes are counted") if task.needed is None else successes_needed(task.needed)


def clue_title(s: State, task: Task, most: int) -> Text:
    """Return the title of the clue prompt. On maps of tiles it reminds of Darkness (MOM-CLUE-4)."""
    if exact(s) or not any(getattr(component.part, "type", "") == "TokenDarkness" for component in story_of(s).placed):
        return ngettext(
            "turn up to {n} investigation into successes, a clue each",
            "turn up to {n} investigations into successes, a clue each",
            most,
        )
    return ngettext(
        "turn up to {n} investigation into successes, a clue each, not if {who} stands in Darkness",
        "turn up to {n} investigations into successes, a clue each, not if {who} stands in Darkness",
        most,
        who=s.seats[task.seat].name,
    )


def verdict_title(task: Task, result: int) -> Text:
    """Word the outcome of a test that the scenario does not word."""
    left = max(0, task.amount - result)
    match task.injury:
        case "damage" if left:
            return ngettext("{n} damage gets through", "{n} damage gets through", left)
        case "damage":
            return _("All damage is prevented")
        case "horror" if left:
            return ngettext("{n} horror gets through", "{n} horror gets through", left)
        case "horror":
            return _("All horror is prevented")
    if task.needed is None:
        return successes(result)
    return _("Enough") if result >= task.needed else _("Not enough")


def verdict_sentence(s: State, last: Verdict) -> Text:
    """Word a verdict: "Ann: 2 successes + 1 clue = 3, 2 needed: passed."."""
    task, name, reasons = last.task, s.seats[last.task.seat].name, successes(last.result - last.clues)
    if last.clues:
        reasons = _("{successes} + {clues} = {sum}", successes=reasons, clues=clues_of(last.clues), sum=last.result)
    if task.injury is not None:
        prevented = min(last.result, task.amount)
        harm = harm_of(task.amount, task.injury)
        return _("{who}: {reasons}, {n} of {harm} prevented.", who=name, reasons=reasons, n=prevented, harm=harm)
    if last.passed is None:
        return _("{who}: {reasons}.", who=name, reasons=reasons)
    if last.passed:
        return _("{who}: {reasons}, {needed} needed: passed.", who=name, reasons=reasons, needed=task.needed)
    return _("{who}: {reasons}, {needed} needed: failed.", who=name, reasons=reasons, needed=task.needed)


MOST_NEEDED = 5


def dice_pool(s: State, seat: Seat, skill: str, more: int = 0) -> int:
    """Return the number of dice: skill, modifiers and `more`, at least one. MOM-X-TEST-1."""
    fits = [modifier.add for modifier in s.modifiers if modifier.who in ("", seat) and modifier.skill in ("", skill)]
    return max(1, s.seats[seat].skills[skill] + sum(fits) + more)


def skill_test(g: G, task: Task, turned: TurnedCards = NO_CARDS_SEEN) -> Rule[Verdict]:
    """Roll, reroll, turn clues and count. `turned` are the cards seen when harm is suffered."""
    if g.state.task != task:  # after a restart it is announced already
        g.emit(TestAnnounced(task))
    faces = yield from g.some(roll_of(g.state, task))
    return (yield from resolve_roll(g, task, faces, turned=turned))


def roll_of(s: State, task: Task) -> Prompt:
    """Return the roll prompt of a test. MOM-X-TEST-1."""
    dice = dice_pool(s, task.seat, task.skill, task.more)
    return roll(task.seat, roll_title(task, dice), DIE.sides, dice, "MOM-X-TEST-1", of=(DIE.kind,), key="test")


def resolve_roll(
    g: G,
    task: Task,
    faces: Faces,
    titles: Headings = UNWORDED,
    texts: Headings = UNWORDED,
    turned: TurnedCards = NO_CARDS_SEEN,
) -> Rule[Verdict]:
    """Resolve a roll: rerolls, clues, verdict and unprevented harm."""
    g.emit(DiceRolled(task, faces))
    faces = yield from roll_again(g, task, faces)
    clues = yield from turn_clues(g, task, faces)
    verdict = judge(task, faces, clues, titles, texts)
    g.emit(TestResolved(verdict))
    if task.injury is not None:
        suffer(g, task.seat, task.injury, max(0, task.amount - verdict.result), task.facing, turned)  # MOM-X-TEST-2
    return verdict


def judge(task: Task, faces: Faces, clues: int, titles: Headings, texts: Headings) -> Verdict:
    """Compare successes and turned investigations with the requirement. MOM-X-TEST-1."""
    result = faces.count(SUCCESS) + clues
    passed = None if task.needed is None else result >= task.needed
    fine = result >= (task.amount if task.injury else task.needed or 0)
    worded, text = (titles[0], texts[0]) if fine else (titles[1], texts[1])
    return Verdict(task, faces, clues, result, passed, worded or verdict_title(task, result), text)


def roll_again(g: G, task: Task, faces: Faces) -> Rule[Faces]:
    """Let each possession reroll chosen dice once in a test. Other dice are kept."""
    for item in reroll_items(g.state, task):
        if not can_matter(task, faces, len(faces)):
            break
        fewest = sorted(faces, key=(BLANK, INVESTIGATION, SUCCESS).index)
        again = yield from g.some(_reroll_prompt(task.seat, item, fewest))
        if not again:
            continue
        kept = tuple((Counter(faces) - Counter(again)).elements())
        g.emit(DiceKept(task.seat, kept))
        faces = yield from g.some(_second_roll_prompt(task, item, len(faces), kept))
        g.emit(DiceRolled(task, faces, item.name))
    return faces


def _reroll_prompt(seat: Seat, item: Item, faces: Iterable[str]) -> Prompt:
    options = [Option(face, FACE_TITLES[face]) for face in faces]
    title = ngettext(
        "which die is rolled again with the {item}?",
        "which dice are, up to {n}, rolled again with the {item}?",
        item.rerolls,
        item=spoken(item.name),
    )
    return choose(seat, title, options, 0, item.rerolls, "MOM-X-TEST-1", key="test.which_again", about=item.name)


def _second_roll_prompt(task: Task, item: Item, dice: int, kept: Faces) -> Prompt:
    title = roll_title(task, dice - len(kept), again=True)
    rule, of = "MOM-X-TEST-1", (DIE.kind,)
    return roll(task.seat, title, DIE.sides, dice, rule, of=of, locked=kept, key="test.again", about=item.name)


def turn_clues(g: G, task: Task, faces: Faces) -> Rule[int]:
    """Turn investigations into successes with clues, if it matters. MOM-CLUE-2."""
    spare = spendable(g.state, task.seat, faces)
    if not spare or not can_matter(task, faces, spare):
        return 0
    title = clue_title(g.state, task, spare)
    spent = yield from g.number(count(task.seat, title, 0, spare, "MOM-CLUE-2", key="test.clues"))
    if spent:
        g.emit(CluesSpent(task.seat, spent))
    return spent


def clues_refused(s: State, seat: Seat, faces: Faces, number: int) -> Refusal | None:
    """Return why clues cannot be spent on these faces, or None. MOM-CLUE-2, MOM-CLUE-4, MOM-CLUE-5."""
    who, there = s.seats[seat], faces.count(INVESTIGATION)
    if number and in_darkness(s, who.space):
        sentence = _("{who} stands in Darkness: no clue can be spent there.", who=who.name)
        return Refusal("DARKNESS_BLOCKS_CLUES", sentence, "MOM-CLUE-4")
    if number > who.clues:
        sentence = _("{who} has {clues}, not {number}.", who=who.name, clues=clues_of(who.clues), number=number)
        return Refusal("NOT_ENOUGH_CLUES", sentence, "MOM-CLUE-5")
    if number > there:
        sentence = ngettext(
            "{n} investigation lies there, not {number}.",
            "{n} investigations lie there, not {number}.",
            there,
            number=number,
        )
        return Refusal("NOT_ENOUGH_INVESTIGATIONS", sentence, "MOM-CLUE-5")
    return None


def spendable(s: State, seat: Seat, faces: Faces) -> int:
    most = min(s.seats[seat].clues, faces.count(INVESTIGATION))
    return 0 if clues_refused(s, seat, faces, most) else most


def puzzle_steps(g: G, seat: Seat, clues: int) -> int:
    """Buy puzzle steps with clues, not in Darkness. Returns the steps. MOM-CLUE-3, MOM-CLUE-4."""
    refusal = clues_refused(g.state, seat, (INVESTIGATION,) * clues, clues)
    if refusal is not None:
        raise refusal.error()
    if clues:
        g.emit(CluesSpent(seat, clues))
    return clues


def can_matter(task: Task, faces: Faces, more: int) -> bool:
    """Return whether up to `more` further successes change the outcome."""
    have = faces.count(SUCCESS)
    if task.injury is not None:
        return have < task.amount
    if task.needed is None or task.surplus:
        return have < len(faces)
    return have < task.needed <= have + more


def reroll_items(s: State, task: Task) -> tuple[Item, ...]:
    used = s.test.used if s.test else ()
    owned = (s.items[name] for name in s.seats[task.seat].possessions if name in s.items)
    return tuple(item for item in owned if item.rerolls and task.skill in item.skills and item.name not in used)


def test_a_skill(g: G, seat: Seat) -> Rule[None]:
    """Make any test that a card asks for. It costs no action. MOM-X-TEST-1, MOM-X-TEST-2."""
    skills = g.state.seats[seat].skills
    options = [Option(skill, _("{skill} {n}", skill=SKILL_TITLES[skill], n=skills.get(skill, 0))) for skill in SKILLS]
    skill_prompt = choose(seat, _("test which skill?"), [*options, NOT_NOW], rule="MOM-X-TEST-1", key="test.skill")
    skill = yield from g.one(skill_prompt)
    if skill == STAY:
        return
    counted = Option("0", _("only count the successes"))
    numbers = [Option(str(n), successes_needed(n)) for n in range(1, MOST_NEEDED + 1)]
    title = _("{skill}, how many successes are needed?", skill=SKILL_WORDS[skill])
    number_prompt = choose(seat, title, (counted, *numbers), rule="MOM-X-TEST-2", key="test.needed")
    needed = int((yield from g.one(number_prompt)))
    yield from skill_test(g, Task(seat, skill, test_title(skill), needed or None))
