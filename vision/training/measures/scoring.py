"""Score what was read in pictures against their labels, as a player would feel it.

A picture is exact where all that can be read was read, and nothing else. It is silent where the reader claims something
that is not so, or passes over what can be read without a word. Otherwise the table asks.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from companion.schema import UNKNOWN, Box, SeenObject
from vision.training.measures.logistic import wilson

Label: TypeAlias = Mapping[str, Any]
"""One object of a labels file: kind, value, box, and in renders cocked, partial and in_tray."""
Name: TypeAlias = Callable[[str, str], Any]
"""What two values of a kind have in common where they count as the same."""
OVERLAP = 0.3
"""Least share of the common area of two boxes that are one thing."""
TAP, STRANGER_TAPS = 1, 3
"""Taps for a right first choice, and for a thing whose kind or value has to be chosen from all."""


@dataclass(frozen=True, slots=True)
class PictureScore:
    """One picture."""

    is_exact: bool
    is_silent: bool
    readable: int
    """Things that can be read."""
    told: int
    """Values that were told."""
    right: int
    """Of these."""
    taps: int
    """So many a player needs to correct and complete what was read."""


@dataclass(frozen=True, slots=True)
class SetScore:
    """A set of pictures."""

    pictures: int
    exact: int
    silent: int
    readable: int
    told: int
    right: int
    taps: float
    """Mean of a picture."""

    def row(self, name: str) -> str:
        """Return a row of a Markdown table: name, number, exact, silent, taps; percent with 95 % intervals."""
        cells = [_percent(self.exact, self.pictures), _percent(self.silent, self.pictures)]
        return f"| {name} | {self.pictures} / {self.readable} | {' | '.join(cells)} | {self.taps:.2f} |"


HEAD = "| set | pictures / things | exact | silent | taps a picture |\n|---|---|---|---|---|"


def same_value(kind: str, value: str) -> tuple[str, str]:
    """Return kind and value. A `Name`."""
    return kind, value


def same_rank(kind: str, value: str) -> tuple[str, str]:
    """Return kind and rank of a card without its suit. A `Name`."""
    return kind, value[:-1] if len(value) > 1 and value[-1] in "CDHS" else value


def score_set(pairs: Iterable[tuple[Sequence[Label], Sequence[SeenObject]]], name: Name = same_value) -> SetScore:
    """Return the score of labelled pictures and what was seen in them."""
    rows = [score_picture(labels, seen, name) for labels, seen in pairs]
    count = len(rows)
    return SetScore(
        count,
        sum(row.is_exact for row in rows),
        sum(row.is_silent for row in rows),
        sum(row.readable for row in rows),
        sum(row.told for row in rows),
        sum(row.right for row in rows),
        sum(row.taps for row in rows) / max(1, count),
    )


def score_picture(labels: Sequence[Label], seen: Sequence[SeenObject], name: Name = same_value) -> PictureScore:
    """Return the score of one picture. Labels without boxes are compared by their values alone."""
    readable = [label for label in labels if is_readable(label)]
    told = [one for one in seen if one.value is not None]
    unsure = [one for one in seen if one.value is None]
    if readable and not any(label.get("box") for label in readable):
        return _unplaced(readable, told, unsure, name)
    pairs = matched([label["box"] for label in readable], [one.box for one in told])
    right = sum(_is_same(readable[i], told[j], name) for i, j in pairs)
    rest = [label for i, label in enumerate(readable) if i not in {i for i, _ in pairs}]
    boxes = [one.box for one in unsure]
    marked = matched([label["box"] for label in rest], boxes)
    murky = [label["box"] for label in labels if label.get("in_tray", True) and not is_readable(label)]
    known = {j for _, j in marked} | {j for _, j in matched(murky, boxes)}
    stray = [one for j, one in enumerate(unsure) if j not in known and one.kind != UNKNOWN]
    is_silent = right < len(told) or len(marked) < len(rest)
    choices = sum(_is_first_choice(rest[i], unsure[j], name) for i, j in marked)
    taps = TAP * choices + STRANGER_TAPS * (len(readable) - right - choices)
    is_exact = not is_silent and right == len(readable) and not stray
    return PictureScore(is_exact, is_silent, len(readable), len(told), right, taps)


def is_readable(label: Label) -> bool:
    """Return whether a labelled object lies level and whole in the tray."""
    is_level = not label.get("cocked") and not label.get("partial")
    return bool(label.get("in_tray", True) and is_level and label.get("value") is not None)


def _unplaced(
    readable: Sequence[Label], told: Sequence[SeenObject], unsure: Sequence[SeenObject], name: Name
) -> PictureScore:
    left = Counter(name(str(label["kind"]), str(label["value"])) for label in readable)
    right = (left & Counter(name(one.kind, str(one.value)) for one in told)).total()
    left -= Counter(name(one.kind, str(one.value)) for one in told)
    missed, choices = left.total(), 0
    for one in unsure:
        if one.alternatives and left[name(one.kind, one.alternatives[0][0])] > 0:
            left[name(one.kind, one.alternatives[0][0])] -= 1
            choices += 1
    is_silent = right < len(told) or len(unsure) < missed
    taps = TAP * choices + STRANGER_TAPS * left.total()
    return PictureScore(not is_silent and not missed, is_silent, len(readable), len(told), right, taps)


def _is_same(label: Label, one: SeenObject, name: Name) -> bool:
    return bool(name(str(label["kind"]), str(label["value"])) == name(one.kind, str(one.value)))


def _is_first_choice(label: Label, one: SeenObject, name: Name) -> bool:
    return bool(one.alternatives) and _is_same(label, replace(one, value=one.alternatives[0][0]), name)


def matched(one: Sequence[Box | None], other: Sequence[Box | None]) -> list[tuple[int, int]]:
    """Return pairs of places of boxes that are one thing, the closest first, each box once."""
    near = [
        (math.dist(_centre(a), _centre(b)), i, j)
        for i, a in enumerate(one)
        for j, b in enumerate(other)
        if a and b and (_overlap(a, b) >= OVERLAP or _holds(a, _centre(b)) or _holds(b, _centre(a)))
    ]
    pairs: list[tuple[int, int]] = []
    for _, i, j in sorted(near):
        if all(i != k and j != n for k, n in pairs):
            pairs.append((i, j))
    return pairs


def _centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]


def _overlap(a: Box, b: Box) -> float:
    wide = max(0.0, min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]))
    high = max(0.0, min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]))
    return wide * high / (a[2] * a[3] + b[2] * b[3] - wide * high + 1e-9)


def _percent(hits: int, n: int) -> str:
    low, high = wilson(hits, n)
    return f"{100 * hits / max(1, n):.1f} ({100 * low:.1f}-{100 * high:.1f})"
