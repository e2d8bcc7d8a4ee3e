"""Shipped lines and mythos events: pools, draws, numbers, errors of their files, and each of them played."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions import GAME
from companion.games.mansions import content as c
from companion.games.mansions.content.combat_lines import DRAWS_WITHOUT_REPEAT, FOES, Attack, Evade
from companion.games.mansions.content.mythos_events import FLAGS
from companion.games.mansions.facts import LineDrawn, MonsterHurt, TextRead
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.rules.monsters.attacks_on_monsters import Arm, strike
from companion.games.mansions.rules.monsters.evade_and_horror import check_horror_against, evade
from companion.games.mansions.rules.monsters.moves_and_attacks import activate_monster
from companion.games.mansions.state import Harm, Story, Waiting
from companion.schema import HOUSE, Answer
from tests.games.course import alone
from tests.games.course import possible as possible_answer
from tests.games.mansions.manor import RAT, hall, house, situation, start, tiles

CANDIDATES = {
    **{f"attack.{weapon} of {foe}": c.combat_lines.attack_lines(weapon, foe) for weapon in c.WEAPONS for foe in FOES},
    **{f"evade.{foe}": tuple(c.combat_lines.evades(foe)) for foe in FOES},
    **{f"horror.{foe}": tuple(c.combat_lines.horrors(foe)) for foe in FOES},
    **{f"activation.{foe}": tuple(c.combat_lines.activations(foe)) for foe in FOES},
}


@pytest.mark.slow
@given(st.sampled_from(list(CANDIDATES.values())), st.data())
def test_line_is_not_repeated_within_twelve_draws(there, data):
    recent: tuple[str, ...] = ()
    for _ in range(40):
        drawn = data.draw(st.sampled_from(c.combat_lines.without_recent(recent, there)))
        assert drawn not in recent[-DRAWS_WITHOUT_REPEAT:]
        recent = (*recent, drawn)


@pytest.mark.parametrize(
    ("damage", "needed", "result", "suffered"),
    [
        ("weapon+result", None, 2, 5),
        ("weapon+result", None, 0, 0),
        ("weapon", 1, 3, 3),
        ("result", None, 2, 2),
        (4, 2, 1, 0),
        (4, 2, 2, 4),
    ],
)
def test_line_damage_follows_the_successes(damage, needed, result, suffered):
    assert c.combat_lines.damage_of(Attack("A.", "B.", "C.", "strength", needed, damage), 3, result) == suffered


def test_line_numbers_are_half_the_rating_rounded_up():
    assert [c.combat_lines.needed_to_evade(Evade("A.", "B.", "C.", "awareness"), n) for n in (0, 2, 3, 7)] == [
        1,
        1,
        2,
        4,
    ]
    assert c.combat_lines.needed_to_evade(Evade("A.", "B.", "C.", 2), 7) == 2
    assert [c.combat_lines.horror_of(c.Horror("A.", "B.", "C."), n) for n in (1, 4, 9)] == [1, 2, 5]
    assert c.combat_lines.horror_of(c.Horror("A.", "B.", "C.", amount=3), 9) == 3


@pytest.mark.parametrize(
    ("first", "others", "fault"),
    [
        ("", 11, "heavy has 12 lines for every monster; it needs 13"),
        ('traits = ["beast"]', 11, "heavy has 11 lines for every monster"),
        ('traits = ["dragon"]', 13, "heavy.a0"),
        ('damage = "plenty"', 13, "heavy.a0"),
        ("needed = 0", 13, "needed, damage and amount are 1 or more"),
        ("neded = 1", 13, "there is no 'neded'"),
        ('effects = [{ kind = "pain" }]', 13, "heavy.a0"),
        ('effects = [{ kind = "damage", amount = 0 }]', 13, "an effect has an amount of 1 or more"),
    ],
)
def test_pool_names_the_place_of_a_fault(tmp_path, first, others, fault):
    line = 'text = "A."\npassed = "B."\nfailed = "C."\nskill = "strength"\n'
    path = tmp_path / "attack.toml"
    path.write_text(f"[heavy.a0]\n{line}{first}\n" + "".join(f"[heavy.a{n + 1}]\n{line}" for n in range(others)))
    with pytest.raises(ContentError, match=re.escape(fault)):
        c.combat_lines.load_pool(Attack, path, "heavy")


# --- each line played -------------------------------------------------------------------------------------------------

DAMAGE = 2  # of each weapon


def play_line(state, procedure, line: str, face: str = "", seed: int = 1):
    """Run a procedure with this line drawn. Dice show `face`, or are random."""
    random, run = Random(seed), alone(GAME, state, procedure)
    for number in range(40):
        if not run.open:
            assert [fact.line for fact in run.facts if isinstance(fact, LineDrawn)] == [line]
            return run
        prompt = run.open[0]
        values = possible_answer(prompt, random)
        if prompt.seat == HOUSE and line in [option.id for option in prompt.options]:
            values = (line,)
        elif prompt.kind == "roll" and face:
            values = (face,) * prompt.most
        elif prompt.kind == "count" and prompt.key == "attack.printed":
            values = (str(DAMAGE),)
        run.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
    raise AssertionError(f"{line} does not end")


def harm(run) -> int:
    return run.state.seats["1"].damage.total + run.state.seats["1"].horror.total


def harm_of(line) -> int:
    return sum(effect.amount for effect in line.effects if effect.kind in {"damage", "horror"})


def monster(foe: str):
    return replace(RAT, traits=(foe,), health=30)


def evading(g):
    return evade(g, "1", g.state.monsters["Rat"])


def seeing(g):
    return check_horror_against(g, "1", g.state.monsters["Rat"])


def activating(g):
    return activate_monster(g, "Rat")


@pytest.mark.parametrize("weapon", c.WEAPONS)
def test_attack_lines_apply_damage_or_harm(weapon):
    arm = Arm(weapon, weapon, None if weapon != "unarmed" else 0, ranged=False)
    for name, line in c.combat_lines.attacks(weapon).items():
        state = hall(monster((line.traits or FOES)[0]))
        good = play_line(state, lambda g: strike(g, "1", g.state.monsters["Rat"], arm), name, c.SUCCESS)
        verdict = next(fact.verdict for fact in good.facts if isinstance(fact, Resolved))
        hurt = [fact.number for fact in good.facts if isinstance(fact, MonsterHurt)]
        assert hurt == [c.combat_lines.damage_of(line, 0 if weapon == "unarmed" else DAMAGE, verdict.result)]
        assert str(verdict.text) == line.passed.replace("{monster}", "the Rat").replace("{Monster}", "The Rat")
        bad = play_line(state, lambda g: strike(g, "1", g.state.monsters["Rat"], arm), name, c.BLANK)
        assert not [fact for fact in bad.facts if isinstance(fact, MonsterHurt)]
        assert harm(bad) == harm_of(line)


@pytest.mark.parametrize("foe", FOES)
def test_evade_and_horror_lines_apply_their_harm(foe):
    for name, line in c.combat_lines.evades(foe).items():
        assert harm(play_line(hall(monster(foe)), evading, name, c.SUCCESS)) == 0
        assert harm(play_line(hall(monster(foe)), evading, name, c.BLANK)) == harm_of(line)
    for name, line in c.combat_lines.horrors(foe).items():
        assert harm(play_line(hall(monster(foe)), seeing, name, c.SUCCESS)) == 0
        bad = play_line(hall(monster(foe)), seeing, name, c.BLANK)
        assert harm(bad) == c.combat_lines.horror_of(line, RAT.horror_rating)
        assert (bad.state.seats["1"].horror.down > 0) == (line.facing == "down")


@pytest.mark.parametrize("foe", FOES)
def test_activation_lines_apply_unprevented_harm(foe):
    for name, line in c.combat_lines.activations(foe).items():
        play_line(hall(replace(monster(foe), space="A3")), activating, name, seed=len(name))
        run = play_line(hall(monster(foe)), activating, name, c.BLANK)
        met = [who for who in run.state.seats.values() if who.harm(line.injury).total >= line.amount]
        assert len(met) == (2 if line.whom.startswith("each") else 1) or line.toward == "own"


@pytest.mark.parametrize("foe", FOES)
def test_lines_read_aloud_contain_no_marks(foe):
    for pool, procedure in (("evade", evading), ("horror", seeing), ("activation", activating)):
        for name in CANDIDATES[f"{pool}.{foe}"]:
            run = play_line(tiles(monster(foe)), procedure, name, seed=len(name))
            read = [str(fact.text) for fact in run.facts if isinstance(fact, TextRead) and fact.text]
            assert read and not [text for text in read if "onster}" in text]


# --- mythos events ----------------------------------------------------------------------------------------------------


def set_flags(*flags: str) -> MappingProxyType[str, float]:
    return MappingProxyType({f"$mythos{flag}": 1.0 for flag in flags})


def test_peril_needs_its_degree_and_place():
    assert c.possible({}, ()) == c.possible(set_flags("Kitchen"), ()) == c.possible({"$mythosMinor": 0.0}, ()) == ()
    assert "peril.cook" in c.possible(set_flags("Minor", "Kitchen"), ())
    assert "peril.cook" not in c.possible(set_flags("Minor"), ())
    assert "peril.cook" not in c.possible(set_flags("Major", "Kitchen"), ())


def play_peril(name: str, seed: int):
    """Return the run of a peril with two seats, played at random to its end."""
    random = Random(seed)
    story = Story(c.Scenario("A"), variables=set_flags(*FLAGS[name]), stack=(Waiting(name),), counted_actions=False)
    run = start(situation(story=story))
    for number in range(40):
        if not (run.state.story.stack or run.state.story.shown):
            return run
        prompt = next(p for p in run.open if not p.options or any(o.refused is None for o in p.options))
        run.answer(Answer(f"a{number}", prompt.id, possible_answer(prompt, random), prompt.seat))
        house(run)
    raise AssertionError(f"{name} does not end")


@pytest.mark.parametrize("name", FLAGS)
def test_peril_comes_to_an_end(name):
    for seed in range(3):
        play_peril(name, seed)


def test_peril_harm_is_prevented_seat_by_seat():
    run = play_peril("peril.glass", 1)
    verdicts = [fact.verdict for fact in run.facts if isinstance(fact, Resolved)]
    assert [verdict.task.seat for verdict in verdicts] == ["1", "2"]
    for verdict in verdicts:
        assert run.state.seats[verdict.task.seat].damage == Harm(0, max(0, 2 - verdict.result))


PERIL = {"flags": ["Minor"], "title": "A", "text": "B."}
TEST = {"skill": "will", "needed": 1}
ENDS = {"passed": {"text": "C."}, "failed": {"text": "D."}}


@pytest.mark.parametrize(
    ("changes", "fault"),
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
def test_peril_names_the_place_of_a_fault(changes, fault):
    with pytest.raises(ContentError, match=rf"here: a: .*{fault}"):
        c.mythos_events.components({"a": {**PERIL, **changes}}, "here")
