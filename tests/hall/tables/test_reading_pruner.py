"""What lay at a hall's tables long ago is forgotten; that it came is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.errors import StoreError
from companion.hall.tables.reading_pruner import EVERY, ReadingPruner


class Lamps:
    """Two of them, at each of which so many readings lie."""

    def __init__(self, **there: int) -> None:
        self.now, self.there, self.fails = 0.0, there, False
        self.pruner = ReadingPruner(100, lambda: self.now)
        self.served: dict[str, Any] = {
            name: SimpleNamespace(log=SimpleNamespace(prune_readings=self._of(name))) for name in there
        }

    def _of(self, name: str) -> Any:
        def thin(kept: int) -> int:
            if self.fails:
                raise StoreError("The database does not answer.")
            forgot = min(500, max(0, self.there[name] - kept))
            self.there[name] -= forgot
            return forgot

        return thin

    def look(self) -> str:
        return self.pruner.prune_next(self.served)


def test_each_table_has_its_turn_until_nothing_is_left_to_forget() -> None:
    lamps = Lamps(a=900, b=120)
    assert lamps.look() == "", "whoever has just come has time"
    lamps.now += EVERY
    looked = [lamps.look() for _ in range(6)]
    assert lamps.there == {"a": 100, "b": 100} and looked[-1] == ""


def test_where_the_store_fails_it_is_tried_again_after_the_others() -> None:
    lamps = Lamps(a=900, b=900)
    lamps.look()
    lamps.now, lamps.fails = EVERY, True
    assert lamps.look() == "a"
    lamps.fails = False
    assert [lamps.look() for _ in range(3)] == ["b", "b", "b"] and lamps.there == {"a": 900, "b": 100}
    lamps.now += EVERY
    assert lamps.look() == "a" and lamps.there["a"] == 400


def test_of_a_table_that_is_served_elsewhere_nothing_is_remembered() -> None:
    lamps = Lamps(a=900)
    lamps.look()
    lamps.pruner.prune_next({})
    lamps.now += EVERY
    assert lamps.look() == "", "it came back just now"
