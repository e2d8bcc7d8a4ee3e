"""`./table bench hall`: cost per answer for 1, 10, 100 and 500 tables. Writes the plot of docs/scale.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.hall.convention import EVERY, GAMES
from tests.hall.costs import Costs
from tests.hall.evening import check
from tests.hall.measured import outside, part
from tests.hall.plot import picture, plot
from tests.hall.stage import Stage

TABLES = (1, 10, 100, 500)
WORKERS = 3
SECONDS = 60.0
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def measured(tables: int, seconds: float = SECONDS) -> Mapping[str, Any]:
    """Measure one run without kills."""
    stage = Stage(tables, WORKERS, GAMES)
    try:
        stage.wait_ready()
        costs = Costs(stage)
        said = stage.crowd(seconds, EVERY).said()
        readings = check(stage, said)
        took = outside(said["laid"], ())
        answers = readings["answered"] + said["counts"].get("tapped", 0)
        return {"answers": answers, "ms": {"median": part(took, 0.5), "p99": part(took, 0.99)}, **costs.of(answers)}
    finally:
        stage.stop()


def main() -> None:
    """Print one JSON line per number of tables, and write the plot."""
    found: dict[int, Mapping[str, Any]] = {}
    for tables in TABLES:
        found[tables] = measured(tables)
        print(json.dumps({"tables": tables, **found[tables]}), flush=True)
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "hall-growth.svg").write_text(drawn(found), encoding="utf-8")


def drawn(found: Mapping[int, Mapping[str, Any]]) -> str:
    """Three plots, one below the other."""
    costs = {
        who: {n: one["ms of a processor an answer"][who] for n, one in found.items()}
        for who in ("workers", "postgresql", "broker")
    }
    waits = {name: {n: one["ms"][name] for n, one in found.items()} for name in ("median", "p99")}
    busy = {"all of them": {n: one["processors busy"] for n, one in found.items()}}
    return picture(
        "A hall, as it grows",
        (
            plot("What an answer costs", "ms of a processor, by number of tables", costs),
            plot("How long a reading waits for its resolution", "ms, by number of tables", waits),
            plot("How busy the machine is", "processors, of 2, by number of tables", busy),
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
