"""`./table bench hall`: cost per answer for 1, 10, 100 and 500 tables. Writes the plot of docs/scale.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from math import log10
from pathlib import Path
from typing import Any

from tests.hall.convention import EVERY, GAMES
from tests.hall.costs import Costs
from tests.hall.evening import check
from tests.hall.measured import outside, part
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


# Line plots with a logarithmic x axis, as SVG

WIDE, TALL, LEFT, TOP, BOTTOM = 880, 300, 90, 60, 50
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Colours of Okabe and Ito; each line is labelled too."""
STYLE = "text{font:15px sans-serif;fill:currentColor}.t{font-weight:700;font-size:17px}line,path{fill:none;stroke-width:2}.g{stroke:#888;stroke-width:.6}"
ROOM = 200  # px for the labels of the lines
LINE = 17  # px from one label to the next


def plot(title: str, unit: str, lines: Mapping[str, Mapping[int, float]]) -> Sequence[str]:
    """Return the parts of one plot. `lines` maps names to values by x, with the same x for all."""
    xs = sorted({x for line in lines.values() for x in line})
    most = max(y for line in lines.values() for y in line.values()) * 1.1 or 1.0
    parts = [f'<text class="t" x="{LEFT}" y="28">{title}</text>', f'<text x="{LEFT}" y="48">{unit}</text>']
    for share in (0, 0.5, 1):
        y = _y(share * most, most)
        parts += [
            f'<line class="g" x1="{LEFT}" x2="{WIDE - ROOM}" y1="{y}" y2="{y}"/>',
            f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{_number(share * most)}</text>',
        ]
    parts += [f'<text x="{_x(x, xs)}" y="{TALL - 18}" text-anchor="middle">{x}</text>' for x in xs]
    ends = _apart({name: _y(line[xs[-1]], most) for name, line in lines.items()})
    for colour, (name, line) in zip(COLOURS, lines.items(), strict=False):
        points = [(_x(x, xs), _y(line[x], most)) for x in sorted(line)]
        path = " L".join(f"{x} {y}" for x, y in points)
        parts.append(f'<path stroke="{colour}" d="M{path}"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{points[-1][0] + 12}" y="{ends[name] + 5}" style="fill:{colour}">{name}</text>')
    return parts


def picture(title: str, plots: Sequence[Sequence[str]]) -> str:
    """Several plots, one below the other."""
    inner = "".join(f'<g transform="translate(0 {k * TALL})">{"".join(parts)}</g>' for k, parts in enumerate(plots))
    size = f'viewBox="0 0 {WIDE} {len(plots) * TALL}" width="{WIDE}" height="{len(plots) * TALL}"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" color="#222"><title>{title}</title><style>{STYLE}</style>{ground}{inner}</svg>\n'


def _apart(ends: Mapping[str, float]) -> Mapping[str, float]:
    """Return the label height of each line, moved up where labels would overlap.

    >>> _apart({"a": 100.0, "b": 98.0, "c": 20.0})
    {'a': 100.0, 'b': 83.0, 'c': 20.0}
    """
    found: dict[str, float] = {}
    below = float("inf")
    for name, y in sorted(ends.items(), key=lambda end: -end[1]):
        found[name] = below = min(y, below - LINE)
    return found


def _x(x: int, xs: Sequence[int]) -> float:
    span = log10(xs[-1] / xs[0]) or 1.0
    return round(LEFT + (WIDE - ROOM - LEFT) * log10(x / xs[0]) / span, 1)


def _y(y: float, most: float) -> float:
    return round(TALL - BOTTOM - (TALL - BOTTOM - TOP) * y / most, 1)


def _number(value: float) -> str:
    """Format a number for an axis.

    >>> _number(1908.3), _number(0.3905)
    ('1908', '0.391')
    """
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
