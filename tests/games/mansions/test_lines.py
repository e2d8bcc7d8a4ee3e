"""The lines of ours: how many, how hard, and that none comes again too soon."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content import SKILLS, WEAPONS, Horror, combat_lines
from companion.games.mansions.content.combat_lines import FOES, KEPT, Activation, Attack, Evade
from companion.games.mansions.facts.story import LINES_KEPT
from tests.games.mansions.chances import expected, harm, mean

POOLS = {
    **{f"attack.{weapon}": combat_lines.attacks(weapon) for weapon in WEAPONS},
    **{f"evade.{foe}": combat_lines.evades(foe) for foe in FOES},
    **{f"horror.{foe}": combat_lines.horrors(foe) for foe in FOES},
    **{f"activation.{foe}": combat_lines.activations(foe) for foe in FOES},
}
DICE = 4
CARRIED = {"heavy": 2, "bladed": 2, "firearm": 3, "spell": 2, "unarmed": 0}  # damage of a usual weapon
CONDITIONS = {"Dazed", "Stunned", "Restrained"}


def told() -> Iterator[tuple[str, str]]:
    """Every sentence with the place it stands in."""
    for pool, there in POOLS.items():
        for name, line in there.items():
            for field in ("text", "attack", "passed", "failed", "not_in_range"):
                if words := getattr(line, field, ""):
                    yield f"{pool}.{name}.{field}", words


def candidates() -> Iterator[tuple[str, tuple[str, ...]]]:
    """What any monster may be answered with."""
    for foe in FOES:
        for weapon in WEAPONS:
            yield f"attack.{weapon} against {foe}", combat_lines.attack_lines(weapon, foe)
        for pool in ("evade", "horror", "activation"):
            yield f"{pool}.{foe}", tuple(POOLS[f"{pool}.{foe}"])


def test_there_are_more_than_three_hundred():
    assert sum(map(len, POOLS.values())) >= 300


def test_every_pool_has_one_more_than_are_kept_back():
    assert KEPT == LINES_KEPT
    assert not [pool for pool, there in candidates() if len(there) <= KEPT]


@given(st.sampled_from([there for _, there in candidates()]), st.data())
def test_none_comes_twice_within_twelve_draws(there, data):
    recent: tuple[str, ...] = ()
    for _ in range(40):
        drawn = data.draw(st.sampled_from(combat_lines.draw(recent, there)))
        assert drawn not in recent[-KEPT:]
        recent = (*recent, drawn)


@given(st.data())
def test_a_pool_that_is_shared_by_monsters_of_all_kinds_never_runs_dry(data):
    recent: tuple[str, ...] = ()
    for _ in range(40):
        foe = data.draw(st.sampled_from(FOES))
        drawn = data.draw(st.sampled_from(combat_lines.draw(recent, combat_lines.attack_lines("bladed", foe))))
        recent = (*recent, drawn)[-LINES_KEPT:]


def test_what_came_thirteen_draws_ago_may_come_again():
    recent = tuple(f"line {n}" for n in range(KEPT + 1))
    assert combat_lines.draw(recent, recent) == ("line 0",)


def test_a_line_for_some_monsters_is_not_told_of_others():
    assert "snout" in combat_lines.attack_lines("heavy", "beast")
    assert "snout" not in combat_lines.attack_lines("heavy", "spirit")


def test_traits_without_lines_are_of_the_other_kind():
    assert combat_lines.foe_of(("small", "humanoid")) == "humanoid"
    assert combat_lines.foe_of(("snakeperson",)) == "other"
    assert combat_lines.foe_of(()) == "other"


def test_no_two_say_the_same():
    words = [words for _, words in told()]
    assert len(set(words)) == len(words)


def test_every_sentence_can_be_read_aloud():
    assert not [place for place, words in told() if not is_readable(words)]


def is_readable(words: str) -> bool:
    """Short, of one paragraph, ended, and with no mark but the monster's name, which begins a sentence with a capital."""
    marks = set(re.findall(r"\{.*?\}", words))
    misplaced = re.search(r"[.?!:]\s+\{monster\}|^\{monster\}|,\s+\{Monster\}", words)
    whole = words == " ".join(words.split()) and words[-1] in ".?!"
    return len(words) <= 420 and marks <= {"{monster}", "{Monster}"} and whole and misplaced is None


@pytest.mark.parametrize("pool", POOLS)
def test_every_effect_is_one_that_a_line_may_have(pool):
    for line in POOLS[pool].values():
        for effect in getattr(line, "effects", ()):
            assert effect.kind in {"damage", "horror", "condition", "lose_clue"}
            assert effect.who == "acting"
            assert (effect.what in CONDITIONS) == (effect.kind == "condition")
            assert 1 <= effect.amount <= 2


@pytest.mark.parametrize("pool", POOLS)
def test_the_skills_vary(pool):
    skills = {line.skill for line in POOLS[pool].values()}
    assert len(skills) >= 4
    assert skills <= set(SKILLS)


@pytest.mark.parametrize("weapon", WEAPONS)
def test_an_attack_does_about_what_a_family_expects(weapon):
    does = [
        expected(DICE, lambda n, line=line: combat_lines.damage_of(line, CARRIED[weapon], n))
        for line in combat_lines.attacks(weapon).values()
    ]
    least, most = (1.2, 2.0) if weapon == "unarmed" else (2.4, 4.0)
    assert least <= mean(does) <= most
    assert min(does) >= 1.4
    assert max(does) <= 4.5


def test_fists_add_nothing():
    assert {line.damage for line in combat_lines.attacks("unarmed").values()} <= {"result", 1, 2, 3, 4}


@pytest.mark.parametrize("foe", FOES)
@pytest.mark.parametrize("awareness", [2, 4, 7])
def test_evading_is_mostly_managed_and_hurts_a_little_where_it_is_not(foe, awareness):
    there = combat_lines.evades(foe).values()
    passes = [expected(DICE, lambda n, line=line: n >= combat_lines.needed_to_evade(line, awareness)) for line in there]
    assert 0.4 <= mean(passes) <= 0.8
    assert all(harm(line.effects) <= 2 for line in there)
    assert 0.9 <= mean(max(1, harm(line.effects)) for line in there) <= 1.5
    assert sum(line.ends_action for line in there) <= 5


@pytest.mark.parametrize("foe", FOES)
@pytest.mark.parametrize(("rating", "least", "most"), [(1, 0.2, 0.6), (4, 0.5, 1.2), (6, 0.8, 2.0), (9, 1.5, 3.2)])
def test_horror_grows_with_the_monster(foe, rating, least, most):
    suffered = [_horror(line, rating) for line in combat_lines.horrors(foe).values()]
    assert least <= mean(suffered) <= most


def _horror(line: Horror, rating: int) -> float:
    amount = combat_lines.horror_of(line, rating)
    if line.needed is not None:
        return expected(DICE, lambda n: amount * (n < line.needed))
    return expected(DICE, lambda n: max(0, amount - n))


@pytest.mark.parametrize("foe", FOES)
def test_an_activation_hurts_by_about_one(foe):
    there = combat_lines.activations(foe).values()
    suffered = [expected(DICE, lambda n, line=line: max(0, line.amount - n)) for line in there]
    assert 0.6 <= mean(suffered) <= 1.4
    assert max(line.amount for line in there) <= 4
    assert all(line.moves >= 1 for line in there)


def test_a_monster_that_is_nowhere_near_still_does_something_to_see():
    assert all(line.not_in_range for foe in FOES for line in combat_lines.activations(foe).values())


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
def test_damage_follows_the_successes(damage, needed, result, suffered):
    line = Attack("A.", "B.", "C.", "strength", needed, damage)
    assert combat_lines.damage_of(line, 3, result) == suffered


def test_awareness_and_horror_rating_count_by_half_rounded_up():
    assert [combat_lines.needed_to_evade(Evade("A.", "B.", "C.", "awareness"), n) for n in (0, 2, 3, 7)] == [1, 1, 2, 4]
    assert combat_lines.needed_to_evade(Evade("A.", "B.", "C.", 2), 7) == 2
    assert [combat_lines.horror_of(Horror("A.", "B.", "C."), n) for n in (1, 4, 9)] == [1, 2, 5]
    assert combat_lines.horror_of(Horror("A.", "B.", "C.", amount=3), 9) == 3


def written(folder, *entries: str):
    path = folder / "attack.toml"
    path.write_text("\n".join(entries), encoding="utf-8")
    return path


def entry(number: int, more: str = "") -> str:
    return f'[heavy.a{number}]\ntext = "A."\npassed = "B."\nfailed = "C."\nskill = "strength"\n{more}'


def test_a_pool_that_is_too_small_is_refused_with_its_place(tmp_path):
    path = written(tmp_path, *(entry(n) for n in range(KEPT)))
    with pytest.raises(ContentError, match=r"attack\.toml: heavy has 12 lines for every monster; it needs 13"):
        combat_lines.pool(Attack, path, "heavy")


def test_lines_for_some_monsters_do_not_fill_a_pool(tmp_path):
    path = written(tmp_path, *(entry(n, 'traits = ["beast"]') for n in range(KEPT + 5)))
    with pytest.raises(ContentError, match="heavy has 0 lines for every monster"):
        combat_lines.pool(Attack, path, "heavy")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('traits = ["dragon"]', "heavy.a0"),
        ('damage = "plenty"', "heavy.a0"),
        ("needed = 0", "needed, damage and amount are 1 or more"),
        ("neded = 1", "there is no 'neded'"),
        ('effects = [{ kind = "pain" }]', "heavy.a0"),
        ('effects = [{ kind = "damage", amount = 0 }]', "an effect has an amount of 1 or more"),
    ],
)
def test_a_line_that_the_engine_could_not_play_is_refused_with_its_place(tmp_path, more, said):
    path = written(tmp_path, entry(0, more), *(entry(n) for n in range(1, KEPT + 2)))
    with pytest.raises(ContentError, match=re.escape(said)):
        combat_lines.pool(Attack, path, "heavy")


def test_what_is_attacked_in_range_is_told_apart_from_what_is_attacked_here():
    whom = {line.whom for foe in FOES for line in combat_lines.activations(foe).values()}
    assert whom == {"here", "each_here", "in_range", "each_in_range"}
    assert all(isinstance(line, Activation) for line in combat_lines.activations("beast").values())
