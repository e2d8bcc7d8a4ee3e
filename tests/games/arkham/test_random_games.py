"""Whole evenings that chance plays, of every set-up: they run to an end or to a limit, and nothing is lost in them.

`LAMPLIGHT_GAMES=2000` plays so many of them; see docs/development.md.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import AUTO_FAIL
from companion.schema import Answer
from companion.sessions import AnswerGiven, Fact, GameTable, to_entry, to_row
from tests.games.arkham.evening import ROUNDS, BagCounted, any_prompt, any_setup, any_values, played

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("LAMPLIGHT_GAMES", "75"))
BLOCK = 50
TABLES = range(12)


@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_evenings_of_chance_come_to_an_end_or_a_limit(first):
    for seed in range(first, min(first + BLOCK, GAMES)):
        bag = BagCounted(GAME.setup(any_setup(Random(seed))).bag.all)
        for run, facts in played(seed):
            bag.hear(facts)
            assert bag.is_whole(run.state), f"game {seed}: {run.state.bag}"
        assert bool(run.over) == (not run.open), f"game {seed}"


@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_random_games_keep_counters_at_zero_or_more(first):
    for seed in range(first, min(first + BLOCK, GAMES), 5):
        for run, _ in played(seed):
            s = run.state
            for seat, who in s.seats.items():
                counters = (who.resources, who.clues, who.actions, who.damage, who.horror, who.unknown)
                assert min(counters) >= 0, f"game {seed}: {seat} {who}"
                assert not who.left or not any(p.seat == seat for p in run.open), f"game {seed}: {seat} is gone"
            assert min([s.doom, *(place.clues for place in s.locations.values())]) >= 0, f"game {seed}"


def test_all_scenarios_difficulties_and_numbers_of_people_come_up():
    setups = [any_setup(Random(seed)) for seed in range(GAMES)]
    assert {len(setup.seats) for setup in setups} == {1, 2, 3, 4}
    for choice, number in (("scenario", 2), ("difficulty", 4), ("pause", 3), ("audit", 2)):
        assert len({setup.choices[choice] for setup in setups}) >= number


def test_chance_plays_on_through_rounds_and_ends():
    """Random games are not trivial: most have several rounds, tests and attacks, and some end."""
    kinds: Counter[str] = Counter()
    ends = 0
    for seed in range(40):
        evening = list(played(seed))
        kinds.update(type(fact).__name__ for _, facts in evening for fact in facts)
        ends += bool(evening[-1][0].over)
    wanted = ("RoundBegan", "TestResolved", "TokenCancelled", "EnemyAttacked", "CardPlayed", "AuditEnded", "AssetHurt")
    assert all(kinds[kind] for kind in wanted), kinds
    assert 0 < ends < 40


def table_of(seed: int, answers: int = 150) -> GameTable:
    """The same on a table with its log."""
    random = Random(seed)
    table = GameTable.begin(GAME, any_setup(random))
    for number in range(answers):
        if not table.open or table.run.state.round > ROUNDS:
            break
        prompt = any_prompt(table.open, random)
        table.answer(Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat))
    return table


@pytest.mark.parametrize("seed", TABLES)
def test_a_table_loaded_from_its_rows_stands_as_it_stood(seed):
    table = table_of(seed)
    again = GameTable(GAME, [to_entry(GAME, to_row(entry)) for entry in table.log])
    assert again.run.state == table.run.state
    assert (again.open, again.seq, again.run.over) == (table.open, table.seq, table.run.over)


@pytest.mark.parametrize("seed", TABLES)
def test_same_answers_emit_the_same_facts(seed):
    table = table_of(seed)
    fresh = Run(GAME, GAME.setup(table.setup))
    for entry in table.log:
        if isinstance(entry.what, AnswerGiven):
            asked = next(p for p in fresh.open if p.asks == entry.what.prompt.asks)
            fresh.answer(Answer("", asked.id, entry.what.answer.values, asked.seat))
    assert fresh.facts == tuple(entry.what.event for entry in table.log if isinstance(entry.what, Fact))
    assert fresh.state == table.run.state


@pytest.mark.parametrize("seed", TABLES)
def test_undone_answers_replay_to_the_same_state(seed):
    table = table_of(seed, 60)
    state, random = table.run.state, Random(seed)
    given = [entry for entry in table.log if isinstance(entry.what, AnswerGiven)]
    entry = random.choice(given)
    table.amend(entry.seq, entry.what.answer.values)
    assert table.run.state == state
    assert table.trail.aside == ()


def test_an_automatic_failure_fails_in_every_evening():
    for seed in range(20):
        for run, _ in played(seed):
            last = run.state.last
            assert last is None or AUTO_FAIL not in last.tokens or not last.passed
