"""Shipped lines: pools, draws, numbers, and errors of their files."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content import WEAPONS, Horror, combat_lines
from companion.games.mansions.content.combat_lines import DRAWS_WITHOUT_REPEAT, FOES, Attack, Evade
from companion.games.mansions.facts.story import LINES_KEPT

POOLS = {
    **{f"attack.{weapon}": combat_lines.attacks(weapon) for weapon in WEAPONS},
    **{f"evade.{foe}": combat_lines.evades(foe) for foe in FOES},
    **{f"horror.{foe}": combat_lines.horrors(foe) for foe in FOES},
    **{f"activation.{foe}": combat_lines.activations(foe) for foe in FOES},
}


def candidates() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the candidates of each pool and kind of monster."""
    for foe in FOES:
        for weapon in WEAPONS:
            yield f"attack.{weapon} against {foe}", combat_lines.attack_lines(weapon, foe)
        for pool in ("evade", "horror", "activation"):
            yield f"{pool}.{foe}", tuple(POOLS[f"{pool}.{foe}"])


def test_line_pools_exceed_the_kept_lines():
    assert DRAWS_WITHOUT_REPEAT == LINES_KEPT
    assert not [pool for pool, there in candidates() if len(there) <= DRAWS_WITHOUT_REPEAT]


@given(st.sampled_from([there for _, there in candidates()]), st.data())
def test_line_is_not_repeated_within_twelve_draws(there, data):
    recent: tuple[str, ...] = ()
    for _ in range(40):
        drawn = data.draw(st.sampled_from(combat_lines.without_recent(recent, there)))
        assert drawn not in recent[-DRAWS_WITHOUT_REPEAT:]
        recent = (*recent, drawn)


def test_line_with_traits_excludes_other_monsters():
    assert "snout" in combat_lines.attack_lines("heavy", "beast")
    assert "snout" not in combat_lines.attack_lines("heavy", "spirit")


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
    line = Attack("A.", "B.", "C.", "strength", needed, damage)
    assert combat_lines.damage_of(line, 3, result) == suffered


def test_line_numbers_are_half_the_rating_rounded_up():
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


def test_pool_refuses_too_few_lines(tmp_path):
    path = written(tmp_path, *(entry(n) for n in range(DRAWS_WITHOUT_REPEAT)))
    with pytest.raises(ContentError, match=r"attack\.toml: heavy has 12 lines for every monster; it needs 13"):
        combat_lines.load_pool(Attack, path, "heavy")


def test_pool_ignores_lines_with_traits(tmp_path):
    path = written(tmp_path, *(entry(n, 'traits = ["beast"]') for n in range(DRAWS_WITHOUT_REPEAT + 5)))
    with pytest.raises(ContentError, match="heavy has 0 lines for every monster"):
        combat_lines.load_pool(Attack, path, "heavy")


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
def test_pool_names_the_place_of_a_faulty_line(tmp_path, more, said):
    path = written(tmp_path, entry(0, more), *(entry(n) for n in range(1, DRAWS_WITHOUT_REPEAT + 2)))
    with pytest.raises(ContentError, match=re.escape(said)):
        combat_lines.load_pool(Attack, path, "heavy")
