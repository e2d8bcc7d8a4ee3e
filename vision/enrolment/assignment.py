"""Assign each object one place so that the sum of likenesses is the greatest (the Hungarian method)."""

import numpy as np
from numpy.typing import NDArray


def assign(likeness: NDArray[np.floating]) -> tuple[int, ...]:
    """Return for each row its column, each column at most once; -1 for rows that are left over.

    `likeness`: (n, m), any finite numbers.

    >>> assign(np.array([[0.9, 0.8], [0.9, 0.1]]))
    (1, 0)
    """
    rows, columns = (int(side) for side in likeness.shape)
    if rows == 0 or columns == 0:
        return (-1,) * rows
    if rows > columns:
        turned = assign(likeness.T)
        return tuple(turned.index(row) if row in turned else -1 for row in range(rows))
    return _cheapest(-likeness.astype(float))


def _cheapest(cost: NDArray[np.float64]) -> tuple[int, ...]:
    """One column for each row of a cost matrix that is at least as wide as high, by shortest augmenting paths.

    Rows and columns are counted from 1, and 0 stands for none, as in the textbook.
    """
    rows, columns = cost.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0] = row
        came_from = _path(cost, owner, row_price, column_price)
        at = int(came_from[-1])
        while at:  # along the path every column goes to the row before it
            before = int(came_from[at])
            owner[at], at = owner[before], before
    found = {int(owner[column]): column - 1 for column in range(1, columns + 1) if owner[column]}
    return tuple(found[row] for row in range(1, rows + 1))


def _path(
    cost: NDArray[np.float64],
    owner: NDArray[np.int_],
    row_price: NDArray[np.float64],
    column_price: NDArray[np.float64],
) -> NDArray[np.int_]:
    """Return for each column its predecessor on the cheapest path from column 0, and last the free column at its end."""
    columns = cost.shape[1]
    least, came_from, used = np.full(columns + 1, np.inf), np.zeros(columns + 2, int), np.zeros(columns + 1, bool)
    at = 0
    while owner[at]:
        used[at] = True
        row = int(owner[at])
        open_ = ~used[1:]
        reduced = cost[row - 1] - row_price[row] - column_price[1:]
        nearer = open_ & (reduced < least[1:])
        least[1:][nearer], came_from[1:-1][nearer] = reduced[nearer], at
        step = least[1:][open_].min()
        row_price[owner[used]] += step
        column_price[used] -= step
        least[~used] -= step
        at = 1 + int(np.where(open_, least[1:], np.inf).argmin())
    came_from[-1] = at
    return came_from
