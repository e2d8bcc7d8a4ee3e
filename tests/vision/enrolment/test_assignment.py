from itertools import permutations

import numpy as np
import pytest

from vision.enrolment.assignment import assign


def best_sum(table: np.ndarray) -> float:
    """By trying everything."""
    wide = table if table.shape[0] <= table.shape[1] else table.T
    rows = range(wide.shape[0])
    return max(
        sum(wide[row, column] for row, column in zip(rows, order, strict=True))
        for order in permutations(range(wide.shape[1]), len(rows))
    )


@pytest.mark.parametrize("seed", range(30))
def test_no_other_assignment_has_a_greater_sum(seed: int) -> None:
    random = np.random.default_rng(seed)
    table = random.normal(size=tuple(random.integers(1, 6, 2)))
    found = assign(table)
    taken = [column for column in found if column >= 0]
    assert len(set(taken)) == len(taken) == min(table.shape)
    assert sum(table[row, column] for row, column in enumerate(found) if column >= 0) == pytest.approx(best_sum(table))


def test_assignment_without_places_leaves_all() -> None:
    assert assign(np.zeros((3, 0))) == (-1, -1, -1)
    assert assign(np.zeros((0, 3))) == ()
