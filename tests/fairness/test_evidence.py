"""Error rates and power of the sequential test."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from companion.fairness.die_statistics import Observations, measured
from companion.fairness.evidence import FaceCounts, tilted, tilts
from companion.fairness.familywise_error import CHANCE, KNOWN, level
from tests.bench.fairness import accused
from tests.fairness.chances import ever_ruled_out

ONE = level(1)


def die(came: np.ndarray, faces: int = 6) -> Observations:
    """Return observations of one die, one throw per roll."""
    nothing = np.zeros(len(came), np.int64)
    urns = np.full((1, faces), 1 / faces)
    return Observations(tuple(str(face + 1) for face in range(faces)), came, nothing, urns, np.arange(len(came)))


@pytest.mark.parametrize("share", [1 / 2, 3 / 8, 1 / 6, 1 / 20], ids=["coin", "three of eight", "d6", "d20"])
def test_fair_face_is_ruled_out_within_its_level(share: float) -> None:
    throws = int(150 / (share * (1 - share)))
    assert ever_ruled_out(share, ONE * share, throws) <= ONE * share


@pytest.mark.slow
@pytest.mark.parametrize("share", [9 / 10, 1 / 2, 1 / 6, 1 / 12, 1 / 52])
@pytest.mark.parametrize("part", [1, 1 / 20], ids=["alone", "one of twenty"])
def test_nor_in_ten_thousand_throws(share: float, part: float) -> None:
    spends = part * ONE * min(share, 1 - share)
    assert ever_ruled_out(share, spends, int(min(10_000, 900 / (share * (1 - share))))) <= spends


@pytest.mark.slow
def test_fair_ledgers_are_accused_in_five_percent_at_most() -> None:
    random = np.random.default_rng(1)
    found = [accused(random.integers(0, 6, (1000, 1000), np.int8), 6, ONE) for _ in range(10)]
    share = np.concatenate(found).mean()
    assert 0.01 < share <= CHANCE


def test_nor_of_ledgers_that_hold_several_dice() -> None:
    """A d6, a d10 and a coin, thrown in turns: the ledger as a whole keeps to one in twenty."""
    random = np.random.default_rng(2)
    found = np.zeros(2000, bool)
    for faces in (6, 10, 2):
        throws = random.integers(0, faces, (2000, 600), np.int8)
        found |= accused(throws, faces, level(3))
    assert found.mean() <= CHANCE


def test_biased_face_is_found_within_400_throws() -> None:
    """Exactly: the chance that a look within 400 throws finds it. The bar is 0.90."""
    assert ever_ruled_out(1 / 6, ONE / 6, 400, true=1.5 / 6) > 0.93


@pytest.mark.slow
def test_and_so_the_ledger_itself_finds_it() -> None:
    random = np.random.default_rng(3)
    shares = np.array([0.15] * 5 + [0.25])
    found = [measured(die(random.choice(6, 400, p=shares)), ONE)[5].verdict for _ in range(100)]
    assert found.count("often") >= 90


def test_strong_bias_is_found_within_50_throws() -> None:
    assert ever_ruled_out(1 / 6, ONE / 6, 50, true=1 / 2) > 0.85


def test_small_faults_are_found_in_the_end() -> None:
    assert ever_ruled_out(1 / 6, ONE / 6, 4000, true=1.2 / 6) > 0.9


def test_a_face_that_never_comes_is_missed() -> None:
    came = measured(die(np.arange(100) % 5), ONE)
    assert [face.verdict for face in came] == ["", "", "", "", "", "seldom"]


@pytest.mark.parametrize("seed", range(12))
def test_the_ledger_accuses_exactly_where_a_count_crosses_the_curve(seed: int) -> None:
    random = np.random.default_rng(seed)
    throws = random.choice(6, 300, p=[0.13, 0.13, 0.13, 0.13, 0.13, 0.35])
    by_counts = accused(throws[None, :], 6, ONE)[0]
    assert any(face.verdict for face in measured(die(throws), ONE)) == by_counts


@pytest.mark.parametrize("seed", range(12))
def test_verdict_equals_expected_share_outside_band(seed: int) -> None:
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(5, 4.0))
    for face in measured(die(random.choice(5, 250, p=weights), 5), ONE):
        assert (face.verdict == "often") == (face.expected < face.low)
        assert (face.verdict == "seldom") == (face.expected > face.high)


def test_ruled_out_tilt_stays_ruled_out() -> None:
    """A later look gives the same result as an earlier one."""
    random = np.random.default_rng(5)
    throws = random.choice(6, 900, p=[0.15] * 5 + [0.25])
    bands = [measured(die(throws[:n]), ONE)[5] for n in (100, 250, 400, 600, 900)]
    assert all(later.low >= before.low - 1e-9 for before, later in pairwise(bands))


@pytest.mark.slow
def test_draws_are_measured_by_their_bag() -> None:
    """The expected share follows the contents of the bag."""
    random = np.random.default_rng(6)
    urns = np.array([[0.1, 0.9], [0.5, 0.5], [0.8, 0.2]])
    found = 0
    for _ in range(150):
        urn = random.integers(0, 3, 300)
        came = (random.random(300) > urns[urn, 0]).astype(np.int64)
        faces = measured(Observations(("skull", "other"), came, urn, urns, np.arange(300)), ONE)
        found += any(face.verdict for face in faces)
    assert found <= 150 * CHANCE


def test_certain_face_carries_no_evidence() -> None:
    nothing = np.zeros(50, np.int64)
    (face,) = measured(Observations(("skull",), nothing, nothing, np.array([[1.0]]), np.arange(50)), ONE)
    assert (face.count, face.expected, face.high, face.verdict) == (50, 1.0, 1.0, "")


def test_roll_is_looked_at_as_a_whole() -> None:
    """Readers sort dice, so the order within a roll is not a streak."""
    came = die(np.repeat(np.arange(6), 6))
    rolls = Observations(came.faces, came.came, came.urn, came.urns, np.zeros(36, np.int64))
    assert list(rolls.looks) == [36]
    assert not any(face.verdict for face in measured(rolls, ONE))


def test_after_six_hundred_throws_each_hundredth_more_is_looked_at() -> None:
    looks = die(np.zeros(100_000, np.int64)).looks
    assert list(looks[:600]) == list(range(1, 601))
    assert len(looks) < 1200
    assert np.all(np.diff(looks[700:]) / looks[700:-1] < 0.02)


def test_tilted_odds_are_multiplied() -> None:
    assert tilted(np.array([0.2]), np.log(2))[0] == pytest.approx(1 / 3)


def test_no_throws_rule_out_nothing() -> None:
    band = tilts(FaceCounts(np.array([1.0]), np.array([[1.0]]), np.array([0.5])), 0.01)
    assert band.low < 0 < band.high


def test_all_that_may_be_spent_is_one_in_twenty() -> None:
    assert 3 * level(3) == pytest.approx(CHANCE * KNOWN)


def test_contradicting_looks_keep_the_first_verdict() -> None:
    """A die that changed: for a hundred throws a six each time, then never again."""
    came = np.concatenate([np.full(100, 5), np.arange(2000) % 5])
    six = measured(die(came), ONE)[5]
    assert six.verdict == "often"
    assert six.low <= six.high


def test_impossible_face_carries_no_evidence() -> None:
    urns = np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    urn = np.arange(400) % 2
    came = np.where(urn == 1, 2, np.arange(400) // 2 % 2)
    faces = measured(Observations(("a", "b", "c"), came, urn, urns, np.arange(400)), ONE)
    assert [face.verdict for face in faces] == ["", "", ""]
    assert [face.expected for face in faces] == pytest.approx([0.25, 0.25, 0.5])
