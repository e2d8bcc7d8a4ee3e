"""Tests that an event asks for: written explicitly in our scenarios, found in the words of community texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.mansions.content import Component, SkillTestMark, SkillTestMention, Trial, asked
from companion.games.mansions.named import test_title
from companion.games.mansions.rules.story.puzzle_visit import puzzle_test
from companion.games.mansions.rules.story.texts import find_component, plain, raw_text
from companion.games.mansions.state import Shown, State, Task, story_of
from companion.schema import Seat

PASSED, FAILED = 0, 1  # indexes of the buttons of an explicit test


@dataclass(frozen=True, slots=True)
class DueTest:
    """A test still to be made. Players choose who makes it if `seat` is "", and which if there are several `trials`."""

    seat: Seat
    trials: tuple[Trial, ...]

    def task(self, component: Component, shown: Shown) -> Task:
        """Return the roll for the test, once the seat is known."""
        trial = self.trials[0]
        return Task(
            seat=self.seat,
            skill=trial.skill,
            title=plain(component.title) or test_title(trial.skill),
            needed=None if trial.injury else trial.needed,
            injury=trial.injury,
            amount=trial.amount,
            surplus=bool(component.quota),
            event=shown.event,
            more=trial.more,
            facing=trial.facing,
        )


def skill_test_due(s: State, component: Component, shown: Shown) -> DueTest | None:
    """Return the test that the event on the screen still asks for, or None."""
    trials = (component.trial,) if component.trial else _trials_in_text(s, component, shown)
    standing = s.standing
    if not trials or not standing:
        return None
    chosen = trials if shown.which is None else (trials[shown.which],)
    if trials[0].who == "each":
        left = [seat for seat in standing if seat not in shown.tested]
        return DueTest(left[0], chosen) if left else None
    return None if shown.tested else DueTest(_tested_seat(s, trials[0], shown), chosen)


def _tested_seat(s: State, trial: Trial, shown: Shown) -> Seat:
    """Return who makes the test, "" where players choose."""
    is_open = trial.who == "chosen" and shown.which is None
    seat = "" if is_open else shown.seat or story_of(s).active
    if seat in s.standing:
        return seat
    return s.standing[0] if len(s.standing) == 1 else ""


def _trials_in_text(s: State, component: Component, shown: Shown) -> tuple[Trial, ...]:
    """Find the tests in the words of an event.

    A token mostly describes a test that the event of its button asks for. A puzzle asks by itself.
    """
    mention = _mention_of(s, component)
    if mention is None or shown.item or (shown.cancel and not component.quota and mention.passed is None):
        return ()
    followers = (story_of(s).component(name) for button in component.buttons for name in button.next)
    if any(follower is not None and follower.kind == "puzzle" for follower in followers):
        return ()
    return tuple(_trial_of_mention(mention, test) for test in mention.tests)


def _trial_of_mention(mention: SkillTestMention, test: SkillTestMark) -> Trial:
    who: Literal["acting", "each"] = "each" if mention.each else "acting"
    if mention.kind == "negates" and mention.injury is not None and mention.amount is not None:
        return Trial(test.skill, None, who, test.more, mention.injury, mention.amount, mention.facing)
    return Trial(test.skill, test.needed if mention.kind == "needed" else None, who, test.more)


def find_deciding_button(s: State, component: Component, shown: Shown) -> str:
    """Return the index of the button that follows from the outcome; "" where players decide."""
    if shown.passed is None:
        return ""
    if component.trial:
        return str(PASSED if shown.passed else FAILED) if len(component.buttons) > FAILED else ""
    mention = _mention_of(s, component)
    if mention is None:
        return ""
    index = mention.passed if shown.passed else mention.failed
    return "" if index is None else str(index)


def _mention_of(s: State, component: Component) -> SkillTestMention | None:
    labels = [raw_text(s, button.label) for button in component.buttons]
    return asked(raw_text(s, component.text), labels, quota=bool(component.quota))


def find_due_task(s: State) -> Task | None:
    """Return the test to roll now: the current one, or one that the story asks for. None without a test."""
    if s.task is not None or s.story is None:
        return s.task
    if s.story.shown is None:
        return puzzle_test(s) if s.story.open_puzzle else None
    component = find_component(s, s.story.shown.event)
    if component is None:
        return None
    test = skill_test_due(s, component, s.story.shown)
    return test.task(component, s.story.shown) if test is not None and test.seat else None
