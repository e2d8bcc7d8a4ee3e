"""Draw the results of a calibration:  python -m vision.training.measures.report rows.pkl --pictures docs/pictures

`reliability.svg`, `reliability_sources.svg`: accuracy by confidence for each kind, and for each set of pictures. `confusion.svg`: accepted value by true value for each kind.
Every probability comes from weights fitted without the set that the picture is of. Prints a table."""

import argparse
import math
import pickle
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from statistics import fmean

import numpy as np

from vision.kind_and_face.confidence import ANY, FILE, load_models
from vision.training.measures.calibrate import Told
from vision.training.measures.judged import NOTHING, UNREADABLE, Judged, Missed, Reading
from vision.training.measures.logistic import brier, calibration_error, wilson


@dataclass(slots=True)
class Drawing:
    """White paper of so many px."""

    width: float
    height: float
    _parts: list[str] = field(default_factory=list)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str = "#888") -> None:
        self._parts.append(f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str, edge: str) -> None:
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{edge}"/>'
        )

    def dot(self, x: float, y: float, radius: float, colour: str, title: str) -> None:
        """`title` is shown where a pointer rests on it."""
        self._parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"><title>{escape(title)}</title></circle>'
        )

    def text(self, x: float, y: float, words: str, anchor: str, size: float) -> None:
        """`anchor`: "start", "middle" or "end" of the words stands at x."""
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def slanted(self, x: float, y: float, words: str, size: float) -> None:
        """Words that begin at x, y and go up to the right."""
        place = f'transform="translate({x:.1f} {y:.1f}) rotate(-55)"'
        self._parts.append(f'<text {place} font-size="{size:g}">{escape(words)}</text>')

    def __str__(self) -> str:
        size = f'width="{self.width:g}" height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}"'
        paper = '<rect width="100%" height="100%" fill="#fff"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" fill="#222">'
        return "\n".join([head, paper, *self._parts, "</svg>", ""])

    def save(self, path: Path) -> None:
        path.write_text(str(self), encoding="utf-8")


PANEL = 240
"""Px, side of one diagram."""
EDGE = 46
TICKS = (0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.995)
"""Ticks of a reliability diagram, which are even in log odds: the range near 1 matters most."""
ACROSS = 3
CELL = 22
"""Px of one cell of a confusion matrix."""
ASKED, OTHER_KIND, UNSEEN = "asked", "other kind", "not seen"


STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Guess:
    """What would be told of one finding, and the truth."""

    row: Judged
    reading: Reading
    chance: float
    """By weights that were fitted without its source."""

    @property
    def is_right(self) -> bool:
        """Return whether kind and value are true."""
        return self.row.is_right(self.reading)


Said = Sequence[Guess]


def guesses(rows: Sequence[Judged | Missed], told: Told) -> list[Guess]:
    """Return what a calibration would tell of its rows."""
    judged = [row for row in rows if isinstance(row, Judged)]
    return [
        Guess(row, row.both if twice else row.alone, float(chance))
        for row, twice, chance in zip(judged, told.twice, told.chance, strict=True)
    ]


def reliability(said: Said, group: Callable[[Guess], str] = lambda guess: guess.reading.kind) -> Drawing:
    """Return a diagram for each group, and one for all, with 95 % intervals."""
    plain = [guess for guess in said if guess.row.weight == 1 and guess.row.is_whole]
    kinds = [ANY, *sorted({group(guess) for guess in plain})]
    drawing = Drawing(ACROSS * (PANEL + EDGE) + 20, math.ceil(len(kinds) / ACROSS) * (PANEL + 2 * EDGE))
    for place, kind in enumerate(kinds):
        x, y = EDGE + place % ACROSS * (PANEL + EDGE), 30 + place // ACROSS * (PANEL + 2 * EDGE)
        mine = [guess for guess in plain if kind in {ANY, group(guess)}]
        _diagram(drawing, x, y, "all together" if kind == ANY else kind, mine)
    return drawing


def _diagram(drawing: Drawing, left: float, top: float, kind: str, said: Said) -> None:
    bottom = top + PANEL
    drawing.text(left + PANEL / 2, top - 10, f"{kind}, n {len(said)}", "middle", 13)
    drawing.box(left, top, PANEL, PANEL, "none", "#888")
    for tick in TICKS:
        along = _along(tick)
        drawing.line(left + along, bottom, left + along, bottom + 4)
        drawing.line(left - 4, bottom - along, left, bottom - along)
        drawing.text(left - 6, bottom - along + 3, f"{tick:g}", "end", 8)
        drawing.text(left + along, bottom + 13, f"{tick:g}", "middle", 8)
    drawing.line(left, bottom, left + PANEL, top, "#bbb")
    drawing.text(left + PANEL / 2, bottom + 27, "said", "middle", 10)
    for mean, share, low, high, n in points(said):
        x = left + _along(mean)
        drawing.line(x, bottom - _along(low), x, bottom - _along(high), "#2a6f97")
        drawing.dot(x, bottom - _along(share), 2 + min(5.0, math.sqrt(n) / 4), "#2a6f97", f"{n} guesses")
        drawing.text(x - 4, bottom - _along(low) - 2, str(n), "end", 8)


def points(said: Said) -> list[tuple[float, float, float, float, int]]:
    """Return for each stretch between two ticks: mean confidence, accuracy, its 95 % interval, count."""
    stretches: dict[int, list[Guess]] = {}
    for guess in said:
        stretches.setdefault(bisect(TICKS, guess.chance), []).append(guess)
    found = []
    for _, inside in sorted(stretches.items()):
        hits, n = sum(guess.is_right for guess in inside), len(inside)
        found.append((fmean(guess.chance for guess in inside), hits / n, *wilson(hits, n), n))
    return found


def _along(share: float) -> float:
    """Px from the beginning of an axis."""
    first, last = (math.log(end / (1 - end)) for end in (0.1, 0.999))
    odds = math.log(max(share, 1e-6) / max(1 - share, 1e-6))
    return PANEL * min(1.0, max(0.0, (odds - first) / (last - first)))


def confusion(said: Said, missed: Sequence[Missed], sure: Callable[[str], float]) -> Drawing:
    """Draw a matrix for each kind: truth in rows, accepted values in columns."""
    matrices = {kind: counted(kind, said, missed, sure) for kind in sorted({guess.reading.kind for guess in said})}
    sizes = {
        kind: (len(columns(counts)) * CELL + 170, len({truth for truth, _ in counts}) * CELL + 130)
        for kind, counts in matrices.items()
    }
    wide = max(width for width, _ in sizes.values())
    tops, places = [0, 0], {}
    for kind in sorted(sizes, key=lambda kind: -sizes[kind][1]):
        side = tops.index(min(tops))
        places[kind] = side * wide, tops[side]
        tops[side] += sizes[kind][1]
    drawing = Drawing(2 * wide, max(tops))
    for kind, (left, top) in places.items():
        _matrix(drawing, left, top, kind, matrices[kind])
    return drawing


def counted(kind: str, said: Said, missed: Sequence[Missed], sure: Callable[[str], float]) -> Counter[tuple[str, str]]:
    """Count (truth, accepted) pairs whose truth or guess has this kind."""
    counts = Counter((row.value, UNSEEN) for row in missed if row.kind == kind)
    for guess in said:
        row, reading = guess.row, guess.reading
        if row.weight != 1:
            continue
        told = guess.chance >= sure(reading.kind)
        if row.truth_kind == kind:
            counts[row.truth, (reading.value if reading.kind == kind else OTHER_KIND) if told else ASKED] += 1
        elif reading.kind == kind:
            truth = STRANGER if row.truth_kind or row.truth == NOTHING else row.truth
            counts[truth, reading.value if told else ASKED] += 1
    return counts


def columns(counts: Counter[tuple[str, str]]) -> list[str]:
    """Return the accepted values, faces first."""
    return _ordered({told for _, told in counts} | {truth for truth, _ in counts} - UNREADABLE - {STRANGER})


def _ordered(names: set[str]) -> list[str]:
    last = (*sorted(UNREADABLE), STRANGER, OTHER_KIND, ASKED, UNSEEN)
    return sorted(names, key=lambda name: (name in last, last.index(name) if name in last else 0, _number(name), name))


def _number(name: str) -> float:
    return float(name) if name.lstrip("+-").isdigit() else math.inf


def _matrix(drawing: Drawing, start: float, top: float, kind: str, counts: Counter[tuple[str, str]]) -> None:
    told, truths = columns(counts), _ordered({truth for truth, _ in counts})
    left, first = start + 130, top + 90
    drawing.text(start + 4, top + 20, f"{kind}, n {sum(counts.values())}", "start", 13)
    for column, name in enumerate(told):
        drawing.slanted(left + column * CELL + CELL / 2, first - 6, name, 10)
    for row, truth in enumerate(truths):
        y = first + row * CELL
        whole = sum(n for (of, _), n in counts.items() if of == truth)
        drawing.text(left - 6, y + CELL / 2 + 3, truth, "end", 10)
        for column, name in enumerate(told):
            n = counts[truth, name]
            colour = shade(n / whole, is_fine=name in {truth, ASKED} or (name == UNSEEN and truth in UNREADABLE))
            drawing.box(left + column * CELL, y, CELL, CELL, colour, "#ccc")
            if n:
                drawing.text(left + column * CELL + CELL / 2, y + CELL / 2 + 3, str(n), "middle", 9)


def shade(share: float, is_fine: bool) -> str:
    """Return blue for right or doubtful, red for wrong or missed; deeper for a larger share of a row."""
    if not share:
        return "#fff"
    pale = round(255 - 150 * math.sqrt(share))
    return f"#{pale:02x}{(pale + 255) // 2:02x}ff" if is_fine else f"#ff{pale:02x}{pale:02x}"


def summary(said: Said, missed: Sequence[Missed], sure: Callable[[str], float]) -> str:
    """Return a table in Markdown."""
    lines = ["| kind | objects | told, right | told, wrong (95 %) | asked or not seen | told from | ECE | Brier |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for kind in sorted({guess.reading.kind for guess in said}):
        mine = [g for g in said if g.reading.kind == kind and g.row.weight == 1 and g.row.is_whole]
        objects = sum(g.row.truth_kind == kind and g.row.truth not in UNREADABLE for g in said if g.row.weight == 1)
        objects += sum(row.kind == kind for row in missed)
        told = [g for g in mine if g.chance >= sure(kind)]
        right = sum(g.is_right for g in told)
        low, high = wilson(len(told) - right, max(1, objects))
        p, truth = np.array([g.chance for g in mine]), np.array([float(g.is_right) for g in mine])
        even = np.ones(len(mine))
        lines.append(
            f"| {kind} | {objects} | {right / max(1, objects):.1%} | {len(told) - right} ({low:.2%} to {high:.2%}) "
            f"| {1 - right / max(1, objects):.1%} | {sure(kind):.3f} "
            f"| {calibration_error(p, truth, even):.3f} | {brier(p, truth, even):.3f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Read the arguments, draws, prints."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("rows", type=Path, help="what vision.training.measures.calibrate kept")
    options.add_argument("--weights", type=Path, default=FILE)
    options.add_argument("--pictures", type=Path, required=True, help="folder of the drawings")
    told = options.parse_args()
    rows, calibrated = pickle.loads(told.rows.read_bytes())  # our own file
    said = guesses(rows, calibrated)
    missed = [row for row in rows if isinstance(row, Missed)]
    weights = load_models(told.weights)
    levels = {g.reading.kind: weights.get(g.reading.kind, weights[ANY]).sure for g in said}
    reliability(said).save(told.pictures / "reliability.svg")
    reliability(said, lambda guess: guess.row.source).save(told.pictures / "reliability_sources.svg")
    confusion(said, missed, levels.__getitem__).save(told.pictures / "confusion.svg")
    print(summary(said, missed, levels.__getitem__))


if __name__ == "__main__":
    main()
