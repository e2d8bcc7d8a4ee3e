"""Mythos events of ours: which may come, what they do, and how bad that is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Run
from companion.errors import ContentError
from companion.games.mansions import GAME
from companion.games.mansions.content import PERILS, SKILLS, Component, Scenario, mythos_events, possible
from companion.games.mansions.content.mythos_events import DEGREES, FLAGS
from companion.games.mansions.facts import ConditionGained
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.facts.story import LINES_KEPT
from companion.games.mansions.rules.story import holds
from companion.games.mansions.state import Harm, Shown, Story, Waiting
from companion.games.mansions.views.log_text import read_out
from companion.schema import Answer
from companion.sessions import roll_virtually
from tests.games.mansions.chances import expected, harm, mean
from tests.games.mansions.evening import house
from tests.games.mansions.table import situation

DICE = 3
PLACES = {
    "Alley", "AlleyCorner", "AtticStorage", "Ballroom", "Bathroom", "Beach", "Bedroom", "Chapel", "Classroom", "Crypt",
    "Darkness", "DiningRoom", "DiscardItem", "Dock", "Exhibit", "Graveyard", "Hall", "HallStairs", "Indoors", "Key",
    "Kitchen", "Library", "Lounge", "Morgue", "Office", "Outdoors", "Pier", "River", "Stairs", "StorageRoom", "Street",
    "StreetCorner", "Study", "TownSquare",
}  # fmt: skip


def of(degree: str) -> list[str]:
    return [name for name, flags in FLAGS.items() if flags[0] == degree]


def follow(name: str) -> Iterator[Component]:
    """A peril and all that it may lead to."""
    one = PERILS[name]
    yield one
    for button in one.buttons:
        for after in button.next:
            yield from follow(after)


def set_flags(*flags: str) -> MappingProxyType[str, float]:
    return MappingProxyType({f"$mythos{flag}": 1.0 for flag in flags})


def test_there_are_more_than_sixty_and_thirteen_of_each_degree_fit_any_place():
    assert len(FLAGS) >= 60
    for degree in DEGREES:
        assert len([name for name in of(degree) if len(FLAGS[name]) == 1]) > LINES_KEPT


def test_without_a_flag_nothing_comes():
    assert possible({}, ()) == ()
    assert possible(set_flags("Kitchen"), ()) == ()
    assert possible({"$mythosMinor": 0.0}, ()) == ()


def test_a_peril_comes_where_its_degree_and_its_place_are_asked_for():
    assert "peril.cook" in possible(set_flags("Minor", "Kitchen"), ())
    assert "peril.cook" not in possible(set_flags("Minor"), ())
    assert "peril.cook" not in possible(set_flags("Major", "Kitchen"), ())


def test_every_place_that_scenarios_are_known_to_flag_has_its_own():
    assert {flag for flags in FLAGS.values() for flag in flags[1:]} == PLACES


@given(st.sampled_from(DEGREES), st.data())
def test_none_comes_twice_within_twelve(degree, data):
    recent: tuple[str, ...] = ()
    for _ in range(30):
        drawn = data.draw(st.sampled_from(possible(set_flags(degree), recent)))
        assert drawn not in recent
        recent = (*recent, drawn)[-LINES_KEPT:]


@pytest.mark.parametrize("degree", DEGREES)
def test_the_condition_of_the_event_says_the_same_as_its_flags(degree):
    story = Story(Scenario("A"), variables=set_flags(degree))
    state = situation(story=story)
    assert [name for name in FLAGS if holds(state, PERILS[name].condition)] == list(possible(story.variables, ()))


def test_every_way_on_is_there_and_every_test_is_of_a_skill():
    for name in FLAGS:
        for one in follow(name):
            assert one.kind == "event"
            assert one.title
            assert one.buttons
            assert one.trial is None or one.trial.skill in SKILLS


def test_none_is_left_that_no_peril_leads_to():
    assert {one.name for name in FLAGS for one in follow(name)} == set(PERILS)


def test_every_text_can_be_read_aloud_and_is_told_once():
    words = [one.text.split("\n\n")[0] for one in PERILS.values()]
    assert len(set(words)) == len(words)
    assert all(len(text) <= 420 and text[-1] in ".?!" and text == " ".join(text.split()) for text in words)


def test_what_happens_stands_below_the_words():
    name = "peril.wet_matches.failed"
    assert str(read_out(situation(), PERILS[name], Shown(name))).endswith("\n\n<b>You lose 1 clue.</b>")


def harmless(one: Component) -> bool:
    return harm(one.effects) == 0 and (one.trial is None or one.trial.injury is None)


@pytest.mark.parametrize("name", of("Minor"))
def test_a_minor_peril_never_takes_damage_or_horror_that_nobody_chose(name):
    one = PERILS[name]
    assert harmless(one)
    after = [PERILS[way] for button in one.buttons for way in button.next]
    chosen = one.trial is None and len(after) > 1
    assert all(map(harmless, after)) or (chosen and any(map(harmless, after)))


@pytest.mark.parametrize("name", [*of("Flavor"), *of("Help")])
def test_words_and_help_hurt_nobody(name):
    assert all(harmless(one) for one in follow(name))
    assert all(effect.kind not in {"condition", "lose_clue"} for one in follow(name) for effect in one.effects)


@pytest.mark.parametrize("name", of("Flavor"))
def test_mere_words_ask_for_nothing(name):
    (one,) = follow(name)
    assert one.trial is None
    assert not one.effects


@pytest.mark.parametrize("name", of("Help"))
def test_help_helps(name):
    assert any(effect.kind in {"heal_damage", "heal_horror", "clue"} for one in follow(name) for effect in one.effects)


def worst(name: str) -> float:
    """What a peril takes from the one it meets hardest, before or beside the dice: damage and horror."""
    one = PERILS[name]
    if one.trial is not None and one.trial.injury is not None:
        return expected(DICE, lambda n: max(0, one.trial.amount - n))
    after = [PERILS[way] for button in one.buttons for way in button.next]
    if one.trial is not None:
        missed = expected(DICE, lambda n: n < one.trial.needed)
        return missed * harm(after[1].effects)
    return mean(harm(way.effects) for way in after) if after else harm(one.effects)


def test_the_degrees_are_in_their_order():
    minor, major, deadly = (mean(map(worst, of(degree))) for degree in ("Minor", "Major", "Deadly"))
    assert minor < 0.4
    assert 0.6 <= major <= 1.4
    assert 1.4 <= deadly <= 2.4


def test_deadly_spares_nobody():
    each = [n for n in of("Deadly") if PERILS[n].trial is not None and PERILS[n].trial.who == "each"]
    assert len(each) >= 10


def played(name: str, seed: int):
    """The run of a peril at a table of two, tapped through by chance, up to where it is over."""
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
def test_every_peril_is_played_to_its_end(name):
    for seed in range(3):
        played(name, seed)


def test_whoever_fails_a_test_is_the_one_it_meets():
    runs = [played("peril.cobweb", seed) for seed in range(12)]
    met = {fact.seat for run in runs for fact in run.facts if isinstance(fact, ConditionGained)}
    tested = {fact.verdict.task.seat for run in runs for fact in run.facts if isinstance(fact, Resolved)}
    assert met
    assert met <= tested


def test_each_prevents_for_oneself():
    run = played("peril.glass", 1)
    verdicts = [fact.verdict for fact in run.facts if isinstance(fact, Resolved)]
    assert [verdict.task.seat for verdict in verdicts] == ["1", "2"]
    for verdict in verdicts:
        assert run.state.seats[verdict.task.seat].damage == Harm(0, max(0, 2 - verdict.result))


PERIL = {"flags": ["Minor"], "title": "A", "text": "B."}
TEST = {"skill": "will", "needed": 1}
ENDS = {"passed": {"text": "C."}, "failed": {"text": "D."}}


def test_a_peril_becomes_events_of_the_engine():
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
def test_a_peril_that_the_engine_could_not_play_is_refused_with_its_place(changes, said):
    with pytest.raises(ContentError, match=rf"here: a: .*{said}"):
        mythos_events.components({"a": {**PERIL, **changes}}, "here")
