"""A logistic model with no weight below zero, and measures of calibration."""

import numpy as np
import pytest

from vision.training.logistic import above, bins, brier, calibration_error, fit, probability, threshold, wilson

RANDOM = np.random.default_rng(5)
FREE = np.array([True, False, False])


def sample(n: int, truth: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    x = np.column_stack([np.ones(n), RANDOM.normal(size=(n, 2))])
    return x, (RANDOM.random(n) < probability(x, np.array(truth))).astype(float)


def test_the_weights_that_made_the_truth_are_found() -> None:
    x, right = sample(20_000, (-0.5, 1.5, 0.7))
    assert fit(x, right, np.ones(len(x)), FREE, 0.0) == pytest.approx([-0.5, 1.5, 0.7], abs=0.1)


def test_a_weight_that_would_be_negative_is_none() -> None:
    x, right = sample(2000, (0.2, 1.0, -1.0))
    bias, _, against = fit(x, right, np.ones(len(x)), FREE, 0.0)
    assert against == 0
    assert bias != 0


def test_logistic_strong_prior_holds() -> None:
    x, right = sample(500, (-0.5, 1.5, 0.7))
    home = np.array([1.0, 0.3, 0.2])
    assert fit(x, right, np.ones(len(x)), FREE, 1e6, home) == pytest.approx(home, abs=0.01)


def test_a_sample_that_counts_for_nothing_changes_nothing() -> None:
    x, right = sample(400, (0.0, 1.0, 1.0))
    weight = np.r_[np.ones(200), np.zeros(200)]
    half = fit(x[:200], right[:200], np.ones(200), FREE, 1.0)
    assert fit(x, right, weight, FREE, 1.0) == pytest.approx(half, abs=1e-3)


def test_errors_that_never_happen_do_not_make_it_endless() -> None:
    x, _ = sample(100, (0.0, 1.0, 1.0))
    assert np.isfinite(fit(x, np.ones(100), np.ones(100), FREE, 1.0)).all()


def test_a_reader_that_says_what_is_so_is_calibrated() -> None:
    said = RANDOM.random(50_000)
    right = (RANDOM.random(50_000) < said).astype(float)
    assert calibration_error(said, right, np.ones(50_000)) < 0.01


def test_calibration_error_of_a_half_right_reader() -> None:
    right = np.array([0.0, 1.0] * 50)
    assert calibration_error(np.ones(100), right, np.ones(100)) == pytest.approx(0.5)
    assert brier(np.ones(100), right, np.ones(100)) == pytest.approx(0.5)


def test_every_guess_is_in_one_bin_and_equals_stay_together() -> None:
    said = np.array([0.9] * 30 + [0.2, 0.3, 0.99])
    found = bins(said, 5)
    assert sorted(np.concatenate(found).tolist()) == list(range(len(said)))
    assert any(len(rows) >= 30 for rows in found)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (5, 10), (10, 10)])
def test_an_interval_holds_its_share(hits: int, n: int) -> None:
    low, high = wilson(hits, n)
    assert low <= hits / n <= high


def test_a_threshold_lets_no_more_wrong_ones_pass_than_allowed() -> None:
    said = [0.9999] * 500 + [0.999, 0.99, 0.98, 0.97, 0.5]
    right = [True] * 500 + [False, False, False, False, True]
    assert threshold(said, right, 500, 0.003) == 0.99


def test_logistic_small_samples_stay_modest() -> None:
    assert threshold([0.999] * 100 + [0.7] * 200, [True] * 300, 300, 0.003) == 0.999
    assert threshold([0.7] * 200, [True] * 200, 200, 0.0) == 1.0


def test_no_more_strangers_pass_than_allowed() -> None:
    said = [k / 1000 for k in range(1000)]
    assert sum(p >= above(said, 0.005) for p in said) == 5
    assert above([], 0.005) == 0.0
