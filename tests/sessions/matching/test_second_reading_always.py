"""Two readers in any order, with any restarts: the game has what was really drawn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from companion import games
from companion.schema import Box, Faces, SeenObject
from companion.sessions import ReadingConflict, Which
from tests.sessions.bags import BAGS
from tests.sessions.matching.test_second_reading import TAGS, Desk

MANY = int(os.environ.get("LAMPLIGHT_GAMES", "25"))
TAG_OF = {face: tag for tag, face in TAGS.items()}
PLANS = (
    *(
        "tag",
        "camera",
        "tag camera",
        "tag camera-late",
        "camera tag",
        "camera tag-late",
        "unsure tag",
        "tag unsure-late",
    ),
    *("tag wrong", "tag wrong-late", "wrong tag", "wrong tag-late"),
)
"""Readers of a draw in order, and which settles under the next question; a wrong camera is sure of another face."""
WRONG = {"skull": "cultist", "cultist": "-1", "-1": "-2", "-2": "skull"}

faces = st.sampled_from(("skull", "cultist", "-1", "-2"))
plans = st.sampled_from(PLANS)
draws = st.tuples(st.sampled_from(("one", "again", "apart")), st.tuples(faces, faces), st.tuples(plans, plans))


class Evening:
    """Players that draw, two readers that see it, and a player who settles conflicts."""

    def __init__(self, desk: Desk, restarts: Iterator[bool], twice: Iterator[bool]) -> None:
        self.desk, self.restarts, self.twice = desk, restarts, twice
        self.places = count()

    def box(self) -> Box:
        """Return a new place for each object."""
        return (60.0 * next(self.places), 0.0, 40.0, 40.0)

    def tell(self, who: str, lying: Faces, question: str) -> None:
        at = "" if who.endswith("-late") else question
        if who.startswith("tag"):
            reading = self.desk.tag(TAG_OF[lying[-1]], at=at)
        else:
            shown = (*lying[:-1], WRONG[lying[-1]]) if who.startswith("wrong") else lying
            things = [SeenObject("token", face, 0.97) for face in shown]
            if who.startswith("unsure"):
                things[-1] = SeenObject("token", None, 0.5, ((lying[-1], 0.5), ("-2", 0.3)))
            reading = self.desk.camera(*things, at=at, boxes=tuple(self.box() for _ in things))
        if next(self.twice):
            assert self.desk.hall.readings.handle(reading) == "duplicate"
        if next(self.restarts):
            self.desk.restart()

    def truly(self, both: ReadingConflict, question: str, face: str, is_told: bool) -> tuple[Which, Faces]:
        """Return the decision of a player who saw the draw."""
        if question.removeprefix("t1.") in both.draw.questions:
            return ("counts", ()) if both.draw.values == (face,) else ("was", (face,))
        is_next = not is_told and both.next is not None and both.next.values == (face,)
        return ("next" if is_next else "counts"), ()

    def draw(self, plan: str, lying: Faces) -> None:
        """Lay one object and report it; settle conflicts by the truth."""
        question, drawn = self.desk.question, len(self.desk.drawn)
        for who in plan.split():
            self.tell(who, lying, question)
        for both in self.desk.both:
            event("two readers are asked about")
            self.desk.hall.decisions.decide(
                "t1", both.reading.id, *self.truly(both, question, lying[-1], len(self.desk.drawn) > drawn)
            )
        if len(self.desk.drawn) == drawn:
            event("it is given by hand")
            self.desk.tap(lying[-1])


@pytest.fixture(autouse=True)
def bags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: BAGS)


@pytest.mark.slow
@settings(
    max_examples=MANY, deadline=None, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck)
)
@given(
    st.lists(draws, min_size=1, max_size=4), st.lists(st.booleans(), max_size=40), st.lists(st.booleans(), max_size=40)
)
def test_the_game_is_what_lay_there(
    told: list[tuple[str, Faces, Faces]], restarts: list[bool], twice: list[bool]
) -> None:
    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        evening = Evening(desk, _then_never(restarts), _then_never(twice))
        truth: list[Faces] = []
        for what, (first, other_face), (plan, next_plan) in told:
            desk.tap(what)
            evening.draw(plan, (first,))
            truth.append((first,))
            if what != "one":
                second = "skull" if what == "again" and other_face == first else other_face  # two are in the bag
                # a reader that missed the first draw is taken to be late for it: only the other one is used then
                other = "tag" if second == first and len(plan.split()) == 1 and "wrong" in next_plan else next_plan
                evening.draw(other, (first, second) if what == "again" else (second,))
                truth.append((second,))
            assert desk.drawn == tuple(truth), "told falsely, and nobody was asked"
            desk.tap("go")
        assert desk.both == () and desk.hall.snapshot("t1").doubt is None
        for log in desk.logs:
            log.close()


def _then_never(told: list[bool]) -> Iterator[bool]:
    yield from told
    while True:
        yield False
