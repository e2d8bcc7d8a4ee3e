"""The sentences of prompts and verdicts. Titles are public: nothing secret stands in one."""

from __future__ import annotations

from companion.games.mansions.content.item_cards import Item
from companion.games.mansions.content.terms import some
from companion.games.mansions.state import State, Task, Verdict


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
