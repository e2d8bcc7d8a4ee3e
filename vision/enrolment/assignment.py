"""Assign each row one column so that the sum of likenesses is greatest (the Hungarian method)."""

import numpy as np
from numpy.typing import NDArray

NONE = 0  # rows and columns of the solver are counted from 1


def assign(likeness: NDArray[np.floating]) -> tuple[int, ...]:
    """Return the column of each row, each column at most once; -1 for rows that are left over.

    `likeness`: (n, m), any finite numbers.

    >>> assign(np.array([[0.9, 0.8], [0.9, 0.1]]))
    (1, 0)
    """
    rows, columns = (int(side) for side in likeness.shape)
    if rows == 0 or columns == 0:
        return (-1,) * rows
    if rows > columns:
        row_of_column = assign(likeness.T)
        return tuple(row_of_column.index(row) if row in row_of_column else -1 for row in range(rows))
    return _assign_cheapest(-likeness.astype(float))


def _assign_cheapest(cost: NDArray[np.float64]) -> tuple[int, ...]:
    """Return the column of each row of a cost matrix (n, m) with n <= m, by shortest augmenting paths.

    As in the textbook, rows and columns are counted from 1 inside. Column 0 is a start column that holds the row to
    be assigned next. `owner` is the row of each column, NONE for a free one. The prices are the dual variables: no
    reduced cost, which is cost - row price - column price, is below 0.
    """
    rows, columns = cost.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, int)
    for row in range(1, rows + 1):
        owner[0] = row
        predecessor, column = _cheapest_path(cost, owner, row_price, column_price)
        while column:  # each column on the path takes the row of its predecessor
            before = int(predecessor[column])
            owner[column], column = owner[before], before
    column_of = {int(owner[column]): column - 1 for column in range(1, columns + 1) if owner[column] != NONE}
    return tuple(column_of[row] for row in range(1, rows + 1))


def _cheapest_path(
    cost: NDArray[np.float64],
    owner: NDArray[np.int_],
    row_price: NDArray[np.float64],
    column_price: NDArray[np.float64],
) -> tuple[NDArray[np.int_], int]:
    """Return the predecessor of each column on the cheapest path from column 0, and the free column at its end.

    Both prices are updated in place.
    """
    columns = cost.shape[1]
    distance = np.full(columns + 1, np.inf)
    predecessor = np.zeros(columns + 1, int)
    visited = np.zeros(columns + 1, bool)
    column = 0
    while owner[column] != NONE:
        visited[column] = True
        row = int(owner[column])
        is_open = ~visited[1:]
        reduced_cost = cost[row - 1] - row_price[row] - column_price[1:]
        is_nearer = is_open & (reduced_cost < distance[1:])
        distance[1:][is_nearer], predecessor[1:][is_nearer] = reduced_cost[is_nearer], column
        step = distance[1:][is_open].min()
        row_price[owner[visited]] += step
        column_price[visited] -= step
        distance[~visited] -= step
        column = 1 + int(np.where(is_open, distance[1:], np.inf).argmin())
    return predecessor, column
