"""Every shipped line played, on maps of spaces and of tiles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import BLANK, SUCCESS, WEAPONS, combat_lines
from companion.games.mansions.content.combat_lines import FOES
from companion.games.mansions.facts import LineDrawn, MonsterHurt, TextRead
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.rules.monsters.attacks_on_monsters import Arm, strike
from companion.games.mansions.rules.monsters.evade_and_horror import check_horror_against, evade
from companion.games.mansions.rules.monsters.moves_and_attacks import activate_monster
from companion.schema import HOUSE, Answer
from tests.games.course import alone, possible
from tests.games.mansions.manor import RAT, hall, tiles

DAMAGE = 2  # of each weapon


def played(state, procedure, line: str, face: str = "", seed: int = 1):
    """Run a procedure with this line drawn. Dice show `face`, or are random."""
    random, run = Random(seed), alone(GAME, state, procedure)
    for number in range(40):
        if not run.open:
            return run
        prompt = run.open[0]
        ids = [option.id for option in prompt.options]
        values = possible(prompt, random)
        if prompt.seat == HOUSE and line in ids:
            values = (line,)
        elif prompt.kind == "roll" and face:
            values = (face,) * prompt.most
        elif prompt.kind == "count" and prompt.key == "attack.printed":
            values = (str(DAMAGE),)
        run.answer(Answer(f"a{number}", prompt.id, values, prompt.seat))
    raise AssertionError(f"{line} does not end")


def drawn(run) -> list[str]:
    return [fact.line for fact in run.facts if isinstance(fact, LineDrawn)]


def said(run) -> list[str]:
    return [str(fact.text) for fact in run.facts if isinstance(fact, TextRead) and fact.text]


def verdict(run):
    return next(fact.verdict for fact in run.facts if isinstance(fact, Resolved))


def monster(foe: str):
    return replace(RAT, traits=(foe,), health=30)


def attack(weapon: str, name: str):
    arm = Arm(weapon, weapon, None if weapon != "unarmed" else 0, ranged=False)
    return lambda g: strike(g, "1", g.state.monsters[name], arm)


@pytest.mark.parametrize("weapon", WEAPONS)
def test_attack_lines_apply_damage_or_harm(weapon):
    for name, line in combat_lines.attacks(weapon).items():
        foe = monster((line.traits or FOES)[0])
        good = played(hall(foe), attack(weapon, foe.name), name, SUCCESS)
        hurt = [fact.number for fact in good.facts if isinstance(fact, MonsterHurt)]
        carried = 0 if weapon == "unarmed" else DAMAGE
        assert drawn(good) == [name]
        assert hurt == [combat_lines.damage_of(line, carried, verdict(good).result)]
        assert str(verdict(good).text) == line.passed.replace("{monster}", "the Rat").replace("{Monster}", "The Rat")
        bad = played(hall(foe), attack(weapon, foe.name), name, BLANK)
        assert not [fact for fact in bad.facts if isinstance(fact, MonsterHurt)]
        assert suffered(bad) == sum(e.amount for e in line.effects if e.kind in {"damage", "horror"})


def suffered(run) -> int:
    return run.state.seats["1"].damage.total + run.state.seats["1"].horror.total


@pytest.mark.parametrize("foe", FOES)
def test_evade_lines_free_or_harm(foe):
    for name, line in combat_lines.evades(foe).items():
        good = played(hall(monster(foe)), lambda g: evade(g, "1", g.state.monsters["Rat"]), name, SUCCESS)
        assert (drawn(good), suffered(good)) == ([name], 0)
        bad = played(hall(monster(foe)), lambda g: evade(g, "1", g.state.monsters["Rat"]), name, BLANK)
        assert suffered(bad) == sum(e.amount for e in line.effects if e.kind in {"damage", "horror"})


@pytest.mark.parametrize("foe", FOES)
def test_horror_lines_apply_their_harm(foe):
    for name, line in combat_lines.horrors(foe).items():
        bad = played(hall(monster(foe)), lambda g: check_horror_against(g, "1", g.state.monsters["Rat"]), name, BLANK)
        assert suffered(bad) == combat_lines.horror_of(line, RAT.horror_rating)
        assert (bad.state.seats["1"].horror.down > 0) == (line.facing == "down")
        good = played(
            hall(monster(foe)), lambda g: check_horror_against(g, "1", g.state.monsters["Rat"]), name, SUCCESS
        )
        assert suffered(good) == 0


@pytest.mark.parametrize("foe", FOES)
@pytest.mark.parametrize("space", ["A1", "A3"])
def test_activation_lines_come_to_an_end(foe, space):
    for name in combat_lines.activations(foe):
        run = played(
            hall(replace(monster(foe), space=space)), lambda g: activate_monster(g, "Rat"), name, seed=len(name)
        )
        assert drawn(run) == [name]


@pytest.mark.parametrize("foe", FOES)
def test_activation_lines_apply_unprevented_harm(foe):
    for name, line in combat_lines.activations(foe).items():
        run = played(hall(monster(foe)), lambda g: activate_monster(g, "Rat"), name, BLANK)
        met = [who for who in run.state.seats.values() if who.harm(line.injury).total >= line.amount]
        assert len(met) == (2 if line.whom.startswith("each") else 1) or line.toward == "own"


@pytest.mark.parametrize("foe", FOES)
def test_lines_read_aloud_contain_no_marks(foe):
    for pool, procedure in (
        (combat_lines.evades(foe), lambda g: evade(g, "1", g.state.monsters["Rat"])),
        (combat_lines.horrors(foe), lambda g: check_horror_against(g, "1", g.state.monsters["Rat"])),
        (combat_lines.activations(foe), lambda g: activate_monster(g, "Rat")),
    ):
        for name in pool:
            run = played(tiles(monster(foe)), procedure, name, seed=len(name))
            assert not [text for text in said(run) if "onster}" in text]
            assert len(said(run)) >= 1
