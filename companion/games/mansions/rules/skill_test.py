"""The test of a skill: the dice, the clues, what damage and horror get through, and the sentences of its prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine import Modifier, Rule, choose, count, roll, total
from companion.games.mansions.content import BLANK, DIE, INVESTIGATION, SKILLS, SUCCESS, Item, some
from companion.games.mansions.facts import CluesSpent, DiceKept, DiceRolled, G, TestAnnounced, TestResolved
from companion.games.mansions.rules.damage_and_horror import NOTHING, TurnedCards, suffer
from companion.games.mansions.rules.map import NOT_NOW, STAY, in_darkness
from companion.games.mansions.state import State, Task, Verdict
from companion.schema import Faces, Option, Prompt, Refusal, Seat


def roll_title(s: State, task: Task, dice: int, again: bool = False) -> str:
    """As in "Ann: roll 3 dice, observation, 2 successes needed" and "Ben: roll 4 dice, will, against 2 horror"."""
    name, number = s.seats[task.seat].name, some(dice, "die", "dice")
    aim = wanted(task) if task.injury is None else f"against {task.amount} {task.injury}"
    if again:
        return f"{name}: roll again {number}, {task.skill}, {aim}"
    return f"{name}: roll {number}, {task.skill}, {aim}"


def wanted(task: Task) -> str:
    """What a task asks for."""
    if task.injury is not None:
        prevents = "a success prevents" if task.amount == 1 else "each success prevents 1 of"
        return f"{prevents} {task.amount} {task.injury}"
    if task.needed is None:
        return "successes are counted"
    return f"{some(task.needed, 'success', 'successes')} needed"


def reroll_title(s: State, task: Task, item: Item) -> str:
    which = "which die is" if item.rerolls == 1 else f"which dice are, up to {item.rerolls},"
    return f"{s.seats[task.seat].name}: {which} rolled again with the {item.name.lower()}?"


def clue_title(s: State, task: Task, most: int) -> str:
    """Where the map knows tiles only, people are reminded of Darkness (MOM-CLUE-4)."""
    name = s.seats[task.seat].name
    dark = f", not if {name} stands in Darkness" if _dark_somewhere(s) else ""
    return f"{name}: turn up to {some(most, 'investigation')} into successes, a clue each{dark}"


def _dark_somewhere(s: State) -> bool:
    if s.story is None or s.story.scenario.exact:
        return False
    there = (s.story.component(name) for name in s.story.board)
    return any(one is not None and getattr(one.part, "type", "") == "TokenDarkness" for one in there)


def verdict_title(task: Task, result: int) -> str:
    """For tests that the story does not word."""
    if task.injury is not None:
        left = max(0, task.amount - result)
        return f"{left} {task.injury} gets through" if left else f"All {task.injury} is prevented"
    if task.needed is None:
        return some(result, "success", "successes")
    return "Enough" if result >= task.needed else "Not enough"


def sentence(s: State, last: Verdict) -> str:
    """As in "Ann: 2 successes + 1 clue = 3, 2 needed: passed."."""
    task, name = last.task, s.seats[last.task.seat].name
    have = some(last.result - last.clues, "success", "successes")
    reasons = f"{have} + {some(last.clues, 'clue')} = {last.result}" if last.clues else have
    if task.injury is not None:
        return f"{name}: {reasons}, {min(last.result, task.amount)} of {task.amount} {task.injury} prevented."
    if last.passed is None:
        return f"{name}: {reasons}."
    return f"{name}: {reasons}, {task.needed} needed: {'passed' if last.passed else 'failed'}."


MOST_NEEDED = 5


def pool(s: State, seat: Seat, skill: str, more: int = 0) -> int:
    """How many dice: the skill with its modifiers and `more`, at least one. MOM-X-TEST-1."""
    fits = [m.add for m in s.modifiers if m.who in ("", seat) and m.skill in ("", skill)]
    return max(1, total(s.seats[seat].skills[skill], [Modifier("dice", add=add) for add in (*fits, more)]))


def skill_test(
    g: G,
    task: Task,
    titles: tuple[str, str] = ("", ""),
    texts: tuple[str, str] = ("", ""),
    turned: TurnedCards = NOTHING,
) -> Rule[Verdict]:
    """Roll, repeat what may be repeated, turn clues, count.

    `titles` and `texts` word passed and failed; `turned` are the cards that are seen when harm gets through.
    """
    if g.state.task != task:  # asked again after a restart it is announced already
        g.emit(TestAnnounced(task))
    faces = yield from g.some(roll_of(g.state, task))
    return (yield from rolled(g, task, faces, titles, texts, turned))


def roll_of(s: State, task: Task) -> Prompt:
    """The roll that a test asks for. MOM-X-TEST-1."""
    dice = pool(s, task.seat, task.skill, task.more)
    return roll(task.seat, roll_title(s, task, dice), DIE.sides, dice, "MOM-X-TEST-1", of=(DIE.kind,))


def rolled(
    g: G,
    task: Task,
    faces: Faces,
    titles: tuple[str, str] = ("", ""),
    texts: tuple[str, str] = ("", ""),
    turned: TurnedCards = NOTHING,
) -> Rule[Verdict]:
    """What follows the roll of a test: repeated dice, clues, the result, and the harm that gets through."""
    g.emit(DiceRolled(task, faces))
    faces = yield from roll_again(g, task, faces)
    clues = yield from turn_clues(g, task, faces)
    verdict = judged(task, faces, clues, titles, texts)
    g.emit(TestResolved(verdict))
    if task.injury is not None:
        suffer(g, task.seat, task.injury, max(0, task.amount - verdict.result), task.facing, turned)  # MOM-X-TEST-2
    return verdict


def judged(task: Task, faces: Faces, clues: int, titles: tuple[str, str], texts: tuple[str, str]) -> Verdict:
    """Successes and converted investigations against what is needed. MOM-X-TEST-1."""
    result = faces.count(SUCCESS) + clues
    passed = None if task.needed is None else result >= task.needed
    fine = result >= (task.amount if task.injury else task.needed or 0)
    worded, text = (titles[0], texts[0]) if fine else (titles[1], texts[1])
    return Verdict(task, faces, clues, result, passed, worded or verdict_title(task, result), text)


def roll_again(g: G, task: Task, faces: Faces) -> Rule[Faces]:
    """Each possession that allows it, once in a test: the chosen dice are rolled again, the others stay lying."""
    for item in rerolls(g.state, task):
        if not can_matter(task, faces, len(faces)):
            break
        fewest = sorted(faces, key=(BLANK, INVESTIGATION, SUCCESS).index)
        options = [Option(face, face.capitalize()) for face in fewest]
        again = yield from g.some(
            choose(task.seat, reroll_title(g.state, task, item), options, 0, item.rerolls, "MOM-X-TEST-1")
        )
        if not again:
            continue
        kept = fewer_dice(faces, again)
        g.emit(DiceKept(task.seat, kept))
        title = roll_title(g.state, task, len(again), again=True)
        faces = yield from g.some(
            roll(task.seat, title, DIE.sides, len(faces), "MOM-X-TEST-1", of=(DIE.kind,), locked=kept)
        )
        g.emit(DiceRolled(task, faces, item.name))
    return faces


def turn_clues(g: G, task: Task, faces: Faces) -> Rule[int]:
    """Clues turn as many investigations into successes. MOM-CLUE-2. Asked only where it can matter."""
    spare = spendable(g.state, task.seat, faces)
    if not spare or not can_matter(task, faces, spare):
        return 0
    spent = yield from g.number(count(task.seat, clue_title(g.state, task, spare), 0, spare, "MOM-CLUE-2"))
    if spent:
        g.emit(CluesSpent(task.seat, spent))
    return spent


def clues_refused(s: State, seat: Seat, faces: Faces, number: int) -> Refusal | None:
    """Why so many clues cannot turn investigations into successes, or None. MOM-CLUE-2, MOM-CLUE-4, MOM-CLUE-5."""
    who, there = s.seats[seat], faces.count(INVESTIGATION)
    if number and in_darkness(s, who.space):
        return Refusal(
            "DARKNESS_BLOCKS_CLUES", f"{who.name} stands in Darkness: no clue can be spent there.", "MOM-CLUE-4"
        )
    if number > who.clues:
        return Refusal("NOT_ENOUGH_CLUES", f"{who.name} has {who.clues} clues, not {number}.", "MOM-CLUE-5")
    if number > there:
        return Refusal("NOT_ENOUGH_INVESTIGATIONS", f"{there} investigations lie there, not {number}.", "MOM-CLUE-5")
    return None


def spendable(s: State, seat: Seat, faces: Faces) -> int:
    """The most clues that can be spent on these faces."""
    most = min(s.seats[seat].clues, faces.count(INVESTIGATION))
    return 0 if clues_refused(s, seat, faces, most) else most


def puzzle_steps(g: G, seat: Seat, clues: int) -> int:
    """Clues give as many further steps of a puzzle, not in Darkness. MOM-CLUE-3, MOM-CLUE-4. Returns the further steps."""
    refusal = clues_refused(g.state, seat, (INVESTIGATION,) * clues, clues)
    if refusal is not None:
        raise refusal.error()
    if clues:
        g.emit(CluesSpent(seat, clues))
    return clues


def can_matter(task: Task, faces: Faces, more: int) -> bool:
    """Can up to `more` further successes change how the test comes out?"""
    have = faces.count(SUCCESS)
    if task.injury is not None:
        return have < task.amount
    if task.needed is None or task.surplus:
        return have < len(faces)
    return have < task.needed <= have + more


def rerolls(s: State, task: Task) -> tuple[Item, ...]:
    """The possessions of the tester that repeat dice of this test and did not yet."""
    used = s.test.used if s.test else ()
    mine = (s.items[name] for name in s.seats[task.seat].possessions if name in s.items)
    return tuple(item for item in mine if item.rerolls and task.skill in item.skills and item.name not in used)


def fewer_dice(faces: Faces, taken: Iterable[str]) -> Faces:
    """What stays lying when some are taken up."""
    return tuple((Counter(faces) - Counter(taken)).elements())


def test_a_skill(g: G, seat: Seat) -> Rule[None]:
    """Any test that a card asks for; it costs no action. MOM-X-TEST-1, MOM-X-TEST-2."""
    name, skills = g.state.seats[seat].name, g.state.seats[seat].skills
    options = [Option(skill, f"{skill.capitalize()} {skills.get(skill, 0)}") for skill in SKILLS]
    skill = yield from g.one(choose(seat, f"{name}: test which skill?", [*options, NOT_NOW], rule="MOM-X-TEST-1"))
    if skill == STAY:
        return
    counted = Option("0", "only count the successes")
    numbers = [Option(str(n), f"{some(n, 'success', 'successes')} needed") for n in range(1, MOST_NEEDED + 1)]
    title = f"{name}: {skill}, how many successes are needed?"
    needed = int((yield from g.one(choose(seat, title, (counted, *numbers), rule="MOM-X-TEST-2"))))
    yield from skill_test(g, Task(seat, skill, f"A test of {skill}", needed or None))
