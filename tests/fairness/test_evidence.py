"""Error rates and power of the sequential test."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from companion.fairness.die_statistics import Observations, measure_faces
from companion.fairness.ledger import FALSE_VERDICT_RATE, level
from tests.bench.fairness import accused
from tests.fairness.chances import ever_ruled_out

ONE = level(1)


def die(came: np.ndarray, faces: int = 6) -> Observations:
    """Return observations of one die, one throw per roll."""
    nothing = np.zeros(len(came), np.int64)
    urns = np.full((1, faces), 1 / faces)
    return Observations(tuple(str(face + 1) for face in range(faces)), came, nothing, urns, np.arange(len(came)))


@pytest.mark.parametrize("share", [9 / 10, 1 / 2, 3 / 8, 1 / 6, 1 / 12, 1 / 20, 1 / 52])
@pytest.mark.parametrize(
    ("part", "information"),
    [(1, 150), pytest.param(1, 900, marks=pytest.mark.slow), pytest.param(1 / 20, 900, marks=pytest.mark.slow)],
)
def test_fair_face_is_ruled_out_within_its_level(share: float, part: float, information: int) -> None:
    spends = part * ONE * min(share, 1 - share)
    assert ever_ruled_out(share, spends, int(min(10_000, information / (share * (1 - share))))) <= spends


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [(6,), (6, 10, 2)])
def test_fair_ledgers_are_accused_in_five_percent_at_most(kinds: tuple[int, ...]) -> None:
    """A ledger that holds several dice as a whole keeps to one in twenty."""
    random, found = np.random.default_rng(1), np.zeros(5000, bool)
    for faces in kinds:
        found |= accused(random.integers(0, faces, (5000, 600), np.int8), faces, level(len(kinds)))
    assert 0.01 < found.mean() <= FALSE_VERDICT_RATE


@pytest.mark.slow
@pytest.mark.parametrize(("throws", "true", "power"), [(50, 3 / 6, 0.85), (400, 1.5 / 6, 0.93), (4000, 1.2 / 6, 0.9)])
def test_biased_face_is_found_in_time(throws: int, true: float, power: float) -> None:
    assert ever_ruled_out(1 / 6, ONE / 6, throws, true=true) > power


def test_face_that_never_comes_is_reported() -> None:
    came = measure_faces(die(np.arange(100) % 5), ONE)
    assert [face.verdict for face in came] == ["", "", "", "", "", "seldom"]


@pytest.mark.parametrize("seed", range(12))
def test_verdict_equals_the_vectorised_count(seed: int) -> None:
    random = np.random.default_rng(seed)
    throws = random.choice(6, 300, p=[0.13, 0.13, 0.13, 0.13, 0.13, 0.35])
    by_counts = accused(throws[None, :], 6, ONE)[0]
    assert any(face.verdict for face in measure_faces(die(throws), ONE)) == by_counts


@pytest.mark.parametrize("seed", range(12))
def test_verdict_equals_expected_share_outside_band(seed: int) -> None:
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(5, 4.0))
    for face in measure_faces(die(random.choice(5, 250, p=weights), 5), ONE):
        assert (face.verdict == "often") == (face.expected < face.low)
        assert (face.verdict == "seldom") == (face.expected > face.high)


def test_ruled_out_tilt_stays_ruled_out() -> None:
    """A later look gives the same result as an earlier one."""
    random = np.random.default_rng(5)
    throws = random.choice(6, 900, p=[0.15] * 5 + [0.25])
    bands = [measure_faces(die(throws[:n]), ONE)[5] for n in (100, 250, 400, 600, 900)]
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
        faces = measure_faces(Observations(("skull", "other"), came, urn, urns, np.arange(300)), ONE)
        found += any(face.verdict for face in faces)
    assert found <= 150 * FALSE_VERDICT_RATE


def test_roll_is_looked_at_as_a_whole() -> None:
    """Readers sort dice, so the order within a roll is not a streak."""
    came = die(np.repeat(np.arange(6), 6))
    rolls = Observations(came.faces, came.came, came.urn, came.urns, np.zeros(36, np.int64))
    assert list(rolls.looks) == [36]
    assert not any(face.verdict for face in measure_faces(rolls, ONE))


def test_looks_become_rare_after_600_throws() -> None:
    looks = die(np.zeros(100_000, np.int64)).looks
    assert list(looks[:600]) == list(range(1, 601))
    assert len(looks) < 1200
    assert np.all(np.diff(looks[700:]) / looks[700:-1] < 0.02)


def test_contradicting_looks_keep_the_first_verdict() -> None:
    """A die that changed: for a hundred throws a six each time, then never again."""
    came = np.concatenate([np.full(100, 5), np.arange(2000) % 5])
    six = measure_faces(die(came), ONE)[5]
    assert six.verdict == "often"
    assert six.low <= six.high


def test_impossible_face_carries_no_evidence() -> None:
    """A face that is impossible in one bag and certain in the other."""
    urns = np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    urn = np.arange(400) % 2
    came = np.where(urn == 1, 2, np.arange(400) // 2 % 2)
    faces = measure_faces(Observations(("a", "b", "c"), came, urn, urns, np.arange(400)), ONE)
    assert [face.verdict for face in faces] == ["", "", ""]
    assert [face.expected for face in faces] == pytest.approx([0.25, 0.25, 0.5])
