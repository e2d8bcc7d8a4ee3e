"""Shipped mythos events: selection and effects."""

from __future__ import annotations

from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Run
from companion.errors import ContentError
from companion.games.mansions import GAME
from companion.games.mansions.content import PERILS, Scenario, mythos_events, possible
from companion.games.mansions.content.mythos_events import DEGREES, FLAGS
from companion.games.mansions.facts import ConditionGained
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.facts.story import LINES_KEPT
from companion.games.mansions.rules.story import holds
from companion.games.mansions.state import Harm, Shown, Story, Waiting
from companion.games.mansions.views.log_text import read_out
from companion.schema import Answer
from companion.sessions import roll_virtually
from tests.games.mansions.manor import house, situation


def set_flags(*flags: str) -> MappingProxyType[str, float]:
    return MappingProxyType({f"$mythos{flag}": 1.0 for flag in flags})


def test_peril_needs_a_flag():
    assert possible({}, ()) == ()
    assert possible(set_flags("Kitchen"), ()) == ()
    assert possible({"$mythosMinor": 0.0}, ()) == ()


def test_peril_needs_its_degree_and_place():
    assert "peril.cook" in possible(set_flags("Minor", "Kitchen"), ())
    assert "peril.cook" not in possible(set_flags("Minor"), ())
    assert "peril.cook" not in possible(set_flags("Major", "Kitchen"), ())


@given(st.sampled_from(DEGREES), st.data())
def test_peril_is_not_repeated_within_twelve(degree, data):
    recent: tuple[str, ...] = ()
    for _ in range(30):
        drawn = data.draw(st.sampled_from(possible(set_flags(degree), recent)))
        assert drawn not in recent
        recent = (*recent, drawn)[-LINES_KEPT:]


@pytest.mark.parametrize("degree", DEGREES)
def test_peril_condition_matches_its_flags(degree):
    story = Story(Scenario("A"), variables=set_flags(degree))
    state = situation(story=story)
    assert [name for name in FLAGS if holds(state, PERILS[name].condition)] == list(possible(story.variables, ()))


def test_peril_text_ends_with_its_effects():
    name = "peril.wet_matches.failed"
    assert str(read_out(situation(), PERILS[name], Shown(name))).endswith("\n\n<b>You lose 1 clue.</b>")


def played(name: str, seed: int):
    """Return the run of a peril with two seats, played at random to its end."""
    random = Random(seed)
    story = Story(Scenario("A"), variables=set_flags(*FLAGS[name]), stack=(Waiting(name),), counted_actions=False)
    run = Run(GAME, situation(story=story))
    house(run)
    for number in range(40):
        if not (run.state.story.stack or run.state.story.shown):
            return run
        prompt = next(p for p in run.open if not p.options or any(o.refused is None for o in p.options))
        run.answer(Answer(f"a{number}", prompt.id, _values(prompt, random), prompt.seat))
        house(run)
    raise AssertionError(f"{name} does not end")


def _values(prompt, random: Random) -> tuple[str, ...]:
    if prompt.kind == "roll":
        return roll_virtually(prompt, random)
    if prompt.kind == "count":
        return (str(prompt.least),)
    free = [option.id for option in prompt.options if option.refused is None]
    return tuple(random.sample(free, max(1, prompt.least)))


@pytest.mark.parametrize("name", FLAGS)
def test_perils_come_to_an_end(name):
    for seed in range(3):
        played(name, seed)


def test_peril_meets_the_seat_that_failed():
    runs = [played("peril.cobweb", seed) for seed in range(12)]
    met = {fact.seat for run in runs for fact in run.facts if isinstance(fact, ConditionGained)}
    tested = {fact.verdict.task.seat for run in runs for fact in run.facts if isinstance(fact, Resolved)}
    assert met
    assert met <= tested


def test_peril_harm_is_prevented_seat_by_seat():
    run = played("peril.glass", 1)
    verdicts = [fact.verdict for fact in run.facts if isinstance(fact, Resolved)]
    assert [verdict.task.seat for verdict in verdicts] == ["1", "2"]
    for verdict in verdicts:
        assert run.state.seats[verdict.task.seat].damage == Harm(0, max(0, 2 - verdict.result))


PERIL = {"flags": ["Minor"], "title": "A", "text": "B."}
TEST = {"skill": "will", "needed": 1}
ENDS = {"passed": {"text": "C."}, "failed": {"text": "D."}}


def test_peril_becomes_events_of_the_engine():
    flags, parts = mythos_events.components({"a": {**PERIL, "test": TEST, **ENDS}}, "here")
    assert flags == {"peril.a": ("Minor",)}
    assert [button.next for button in parts["peril.a"].buttons] == [("peril.a.passed",), ("peril.a.failed",)]
    assert parts["peril.a.failed"].text == "D."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"flags": ["Kitchen"]}, "the first flag, and no other"),
        ({"flags": ["Minor", "Major"]}, "the first flag, and no other"),
        ({"test": TEST}, "passed and failed belong to a test"),
        (ENDS, "passed and failed belong to a test"),
        ({"test": {**TEST, "skill": "luck"}, **ENDS}, "test.skill is luck"),
        ({"test": {"skill": "will"}}, "a test without needed prevents"),
        ({"test": TEST, **ENDS, "effects": [{"kind": "clue"}]}, "a test, or a choice, or effects"),
        ({"titel": "A"}, "there is no 'titel'"),
    ],
)
def test_peril_names_the_place_of_a_fault(changes, said):
    with pytest.raises(ContentError, match=rf"here: a: .*{said}"):
        mythos_events.components({"a": {**PERIL, **changes}}, "here")
