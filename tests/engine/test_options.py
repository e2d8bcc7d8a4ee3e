"""Options of free play, and what follows the first answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from companion.engine import OpenOption, Play, Rule, Run, choose, done, offer, offer_parallel
from companion.schema import Faces
from tests.fakes import TOY
from tests.games.course import give


@dataclass
class Taken:
    """An option was taken, in the toy game."""

    values: Faces = ()
    beside: Faces | None = None


def way(taken: Taken, seat: str, title: str) -> OpenOption:
    def take(_: Play, values: Faces) -> Rule[None]:
        taken.values = (seat, *values)
        yield from done()

    return OpenOption(choose(seat, f"{title}: what now?", ("left", "right")), take)


def begun(rule) -> Run:
    asked = []

    def play(g: Play) -> Rule[None]:
        yield from rule(g)
        asked.append(True)

    return Run(replace(TOY, play=play, over=lambda _: "done" if asked else ""), TOY.setup(TOY.sample))


def test_the_way_whose_prompt_was_answered_is_taken():
    taken = Taken()
    run = begun(lambda g: offer(g, (way(taken, "1", "Ann"), way(taken, "2", "Ben"))))
    assert [prompt.title for prompt in run.open] == ["Ann: what now?", "Ben: what now?"]
    give(run, "right", seat="2")
    assert taken.values == ("2", "right") and run.over


@pytest.mark.parametrize(("seat", "values", "took"), [("1", ("go",), ()), ("2", (), ("2", "left"))])
def test_beside_a_question_a_way_may_be_taken_instead(seat, values, took):
    taken = Taken()

    def rule(g: Play) -> Rule[None]:
        taken.beside = yield from offer_parallel(g, choose("1", "Ann: go on?", ("go",)), (way(taken, "2", "Ben"),))

    run = begun(rule)
    give(run, "go" if seat == "1" else "left", seat=seat)
    assert (taken.beside, taken.values) == (values, took)
