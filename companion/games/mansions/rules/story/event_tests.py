"""Which test something shown asks for: written down by us, or found in the words of a community's text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.mansions.content import Component, SkillTestMark, SkillTestMention, Trial, asked
from companion.games.mansions.rules.story.event_stack import find
from companion.games.mansions.rules.story.puzzle_visit import puzzle_test
from companion.games.mansions.rules.story.texts import plain, words
from companion.games.mansions.state import Shown, State, Task, story_of
from companion.schema import Seat

PASSED, FAILED = 0, 1  # places of the buttons of a test of ours


@dataclass(frozen=True, slots=True)
class DueTest:
    """A test that is still to be made. `seat` "" or several `trials`: the people say who makes which."""

    seat: Seat
    trials: tuple[Trial, ...]

    def task(self, one: Component, shown: Shown) -> Task:
        """As the rules make it."""
        trial = self.trials[0]
        return Task(
            seat=self.seat,
            skill=trial.skill,
            title=plain(one.title) or f"A test of {trial.skill}",
            needed=None if trial.injury else trial.needed,
            injury=trial.injury,
            amount=trial.amount,
            surplus=bool(one.quota),
            event=shown.event,
            more=trial.more,
            facing=trial.facing,
        )


def skill_test_due(s: State, one: Component, shown: Shown) -> DueTest | None:
    """The test that is due now; None where there is none, or it was made."""
    trials = (one.trial,) if one.trial else skill_test_in_text(s, one, shown)
    standing = s.standing
    if not trials or not standing:
        return None
    chosen = trials if shown.which is None else (trials[shown.which],)
    if trials[0].who == "each":
        left = [seat for seat in standing if seat not in shown.tested]
        return DueTest(left[0], chosen) if left else None
    return None if shown.tested else DueTest(_whose(s, trials[0], shown, standing), chosen)


def _whose(s: State, trial: Trial, shown: Shown, standing: tuple[Seat, ...]) -> Seat:
    to_choose = trial.who == "chosen" and shown.which is None  # nobody was chosen yet
    seat = "" if to_choose else shown.seat or story_of(s).active
    return seat if seat in standing else standing[0] if len(standing) == 1 else ""


def skill_test_in_text(s: State, one: Component, shown: Shown) -> tuple[Trial, ...]:
    """What the words ask for. Mostly a token only tells, and the event behind its button asks; a puzzle asks itself."""
    asks = _asked(s, one)
    if (
        _leads_to_a_puzzle(s, one)
        or asks is None
        or shown.item
        or (shown.cancel and not one.quota and asks.passed is None)
    ):
        return ()
    return tuple(_trial(asks, test) for test in asks.tests)


def _trial(asks: SkillTestMention, test: SkillTestMark) -> Trial:
    who: Literal["acting", "each"] = "each" if asks.each else "acting"
    if asks.kind == "negates" and asks.injury is not None and asks.amount is not None:
        return Trial(test.skill, None, who, test.more, asks.injury, asks.amount, asks.facing)
    return Trial(test.skill, test.needed if asks.kind == "needed" else None, who, test.more)


def decided_by(s: State, one: Component, shown: Shown) -> str:
    """The place of the button that follows from how the test came out; "" where the people have to say."""
    if shown.passed is None:
        return ""
    if one.trial is not None:
        return str(PASSED if shown.passed else FAILED) if len(one.buttons) > FAILED else ""
    asks = _asked(s, one)
    place = None if asks is None else asks.passed if shown.passed else asks.failed
    return "" if place is None else str(place)


def _leads_to_a_puzzle(s: State, one: Component) -> bool:
    behind = (story_of(s).component(name) for button in one.buttons for name in button.next)
    return any(other is not None and other.kind == "puzzle" for other in behind)


def _asked(s: State, one: Component) -> SkillTestMention | None:
    return asked(words(s, one.text), [words(s, button.label) for button in one.buttons], quota=bool(one.quota))


def announced(s: State) -> Task | None:
    """The test that is to be rolled now, if one is."""
    if s.task is not None or s.story is None:
        return s.task
    if s.story.shown is None:
        return puzzle_test(s) if s.story.open_puzzle else None
    one = find(s, s.story.shown.event)
    test = skill_test_due(s, one, s.story.shown) if one is not None else None
    return test.task(one, s.story.shown) if one is not None and test is not None and test.seat else None
