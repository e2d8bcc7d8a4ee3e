"""Weigh the evidence:  python -m vision.training.measures.calibrate HELD/R128 HELD/R129 ... --photos PHOTOS

Read photographs and the stills of styles that no net was taught with, and fit for each kind how sure the reader may be:
`vision/models/confidence.json`. All figures are of sources left out of the fit, one after the other.
"""

import argparse
import json
import math
import operator
import pickle
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.system.atomic_write import write_atomically
from vision.kind_and_face.confidence import ANY, FILE, FREE, PARTS, evidence_columns
from vision.kit import load_kit
from vision.training.measures import close_ups
from vision.training.measures.judged import (
    PIPS,
    UNREADABLE,
    Judged,
    Missed,
    judged_coins,
    judged_photographs,
    judged_style,
    judged_unplaced,
    style_kits,
)
from vision.training.measures.logistic import above, brier, calibration_error, fit, probability, threshold, wilson
from vision.training.pictures import MISLABELLED, entries_of, held_out, photographs

FEW = 40
"""Guesses of a kind, right or wrong, from which on it gets its own weights."""
MANY = 200
"""Objects of a kind from which on it has its own threshold."""
PULLS = (0.3, 1.0, 3.0, 10.0)
"""Of all kinds together towards nothing; the best of them by the sources left out."""
KIND_PULLS = (3.0, 10.0, 30.0, 100.0, 300.0)
"""Priors from a kind towards all kinds; the best for each, likewise."""
SILENT, EXPECTED = 0.002, 0.02
"""Tolerated shares of silent errors: of those that were counted, and of those that the probabilities themselves expect."""
LEAST = 0.8
"""Lower bound of the threshold."""
STRANGERS = 0.003
"""Tolerated share of strangers read as something."""
MARKS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995)
PLACED, UNPLACED = ("d6_byler", "d6_penlington"), ("d6_phone",)
"""Sets of photographs of dice with pips, half of whose groups are kept from training; the labels of the last have no places."""
COINS = "coins_kaa"


@dataclass(frozen=True, slots=True)
class Part:
    """One of the questions, with what is known about each guess."""

    names: tuple[str, ...]
    x: NDArray[np.float64]
    """(N, F), each column of about the same spread."""
    spread: NDArray[np.float64]
    """(F,) by which they were divided."""
    free: NDArray[np.bool_]
    """(F,) columns whose weight may be negative."""
    truth: NDArray[np.float64]
    """(N,) 0 or 1."""
    asked: NDArray[np.bool_]
    """(N,) the guesses to which the question applies."""


@dataclass(frozen=True, slots=True)
class Table:
    """Readings as numbers: of M findings as the net reads them alone, then of the same as both readers do. N = 2 M."""

    parts: Mapping[str, Part]
    """By its name in `PARTS`."""
    right: NDArray[np.float64]
    weight: NDArray[np.float64]
    plain: NDArray[np.bool_]
    """(N,) the guesses at objects by their own kits: what the reader would tell."""
    whole: NDArray[np.bool_]
    """(N,) those that would be accepted with a sure face."""
    kinds: NDArray[np.str_]
    sources: NDArray[np.str_]
    twice: NDArray[np.bool_]
    """(N,) those that the second reader saw."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How hard the weights of one part are held, for all kinds and for each."""

    whole: float
    kinds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Told:
    """What the reader would tell of M findings, by weights that were fitted without their source."""

    chance: NDArray[np.float64]
    right: NDArray[np.bool_]
    weight: NDArray[np.float64]
    kinds: NDArray[np.str_]
    sources: NDArray[np.str_]
    plain: NDArray[np.bool_]
    twice: NDArray[np.bool_]
    """True where both readers together were surer than the net alone."""

    def of(self, rows: NDArray[np.bool_]) -> "Told":
        """Return those of `rows`."""
        return Told(*(getattr(self, name)[rows] for name in Told.__slots__))


def table(rows: Sequence[Judged]) -> Table:
    """Return the numbers of all readings."""
    readings = [(row, reading) for which in ("alone", "both") for row in rows for reading in (getattr(row, which),)]
    right = np.array([float(row.is_right(reading)) for row, reading in readings])
    there = np.array([row.is_object for row, _ in readings])
    level = np.array([row.is_level for row, _ in readings])
    matched = np.array([reading.evidence.match is not None for _, reading in readings])
    kind = np.array([row.truth_kind == reading.kind for row, reading in readings])
    questions = {
        "object": (there, np.ones(len(readings), bool)),
        "level": (level, there),
        "kind": (kind, level & ~matched),
        "kind_twice": (kind, level & matched),
        "face": (right, level & kind & ~matched),
        "face_twice": (right, level & kind & matched),
    }
    every = [evidence_columns(reading.evidence) for _, reading in readings]
    return Table(
        {name: _part(columns, every, *questions[name]) for name, columns in PARTS.items()},
        right,
        np.array([row.weight for row, _ in readings]),
        np.array([row.weight == 1 for row, _ in readings]),
        np.array([row.is_whole for row, _ in readings]),
        np.array([reading.kind for _, reading in readings]),
        np.array([row.source for row, _ in readings]),
        matched,
    )


def _part(
    names: tuple[str, ...],
    rows: Sequence[Mapping[str, float]],
    truth: NDArray[np.float64] | NDArray[np.bool_],
    asked: NDArray[np.bool_],
) -> Part:
    x = np.array([[row[name] for name in names] for row in rows])
    free = np.array([name in FREE for name in names])
    spread = x[asked].std(0) if asked.any() else x.std(0)
    spread[(spread < 1e-6) | free] = 1.0
    return Part(names, x / spread, spread, free, truth.astype(float), asked)


def fitted(told: Table, part: Part, used: NDArray[np.bool_], how: Fit) -> dict[str, NDArray[np.float64]]:
    """Weights of one part for all kinds together, and for each kind of `how`, of the guesses `used`."""

    def of(rows: NDArray[np.bool_], pull: float, towards: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        return fit(part.x[rows], part.truth[rows], told.weight[rows], part.free, pull, towards)

    asked = used & part.asked
    whole = of(asked, how.whole)
    return {ANY: whole} | {kind: of(asked & (told.kinds == kind), pull, whole) for kind, pull in how.kinds.items()}


def left_out(told: Table, part: Part, how: Fit) -> NDArray[np.float64]:
    """(N,) probabilities of one part, each said by weights that were fitted without its source."""
    said = np.zeros(len(part.x))
    for source in np.unique(told.sources):
        mine = told.sources == source
        weights = fitted(told, part, ~mine, how)
        for kind in np.unique(told.kinds[mine]):
            rows = mine & (told.kinds == kind)
            said[rows] = probability(part.x[rows], weights.get(str(kind), weights[ANY]))
    return said


def as_shipped(told: Table, part: Part, how: Fit) -> NDArray[np.float64]:
    """(N,) probabilities of one part by the weights that were fitted with all sources."""
    said = np.zeros(len(part.x))
    weights = fitted(told, part, np.ones(len(part.x), bool), how)
    for kind in np.unique(told.kinds):
        rows = told.kinds == kind
        said[rows] = probability(part.x[rows], weights.get(str(kind), weights[ANY]))
    return said


def chosen(told: Table, part: Part) -> Fit:
    """How hard to hold the weights: what fits best the sources left out."""
    whole = min(PULLS, key=lambda pull: _losses(told, part, left_out(told, part, Fit(pull, {}))).sum())
    kinds = [str(kind) for kind, count in Counter(told.kinds.tolist()).items() if count >= FEW]
    loss = {
        pull: _losses(told, part, left_out(told, part, Fit(whole, dict.fromkeys(kinds, pull)))) for pull in KIND_PULLS
    }
    return Fit(whole, {kind: min(KIND_PULLS, key=lambda pull: loss[pull][told.kinds == kind].sum()) for kind in kinds})


def _losses(told: Table, part: Part, said: NDArray[np.float64]) -> NDArray[np.float64]:
    said = np.clip(said, 1e-4, 1 - 1e-4)
    return -told.weight * part.asked * (part.truth * np.log(said) + (1 - part.truth) * np.log(1 - said))


def ceiling(n: int) -> float:
    """Return the highest confidence after n guesses of any kind: as if the next two contained one error."""
    return 1 - 1 / (n + 2)


def surest(told: Table, chances: Mapping[str, NDArray[np.float64]]) -> Told:
    """Return what would be told of each finding: the surer of its two readings."""
    face = np.where(told.twice, chances["kind_twice"] * chances["face_twice"], chances["kind"] * chances["face"])
    said = np.minimum(chances["object"] * chances["level"] * face, ceiling(len(face) // 2)) * told.whole
    alone, both = np.split(np.arange(len(said)), 2)
    twice = said[both] > said[alone]
    best = np.where(twice, both, alone)
    right = told.right[best] > 0
    return Told(said[best], right, told.weight[best], told.kinds[best], told.sources[best], told.plain[best], twice)


def document(told: Table, how: Mapping[str, Fit], sure: Mapping[str, float], recipe: str) -> dict[str, object]:
    """Return the document for `vision.kind_and_face.confidence`."""
    every = np.ones(len(told.right), bool)
    weights = {name: fitted(told, part, every, how[name]) for name, part in told.parts.items()}
    rows = {}
    for kind in weights["object"]:
        mine = ((told.kinds == kind) | (kind == ANY)) & (np.arange(len(every)) < len(every) // 2)
        rows[kind] = {name: _plain(part, weights[name][kind]) for name, part in told.parts.items()} | {
            "ceiling": round(ceiling(len(every) // 2), 5),
            "sure": math.ceil(1e4 * sure.get(kind, sure[ANY])) / 1e4,
            "guesses": int(mine.sum()),
            "right": int(told.right[mine].sum()),
        }
    return {"recipe": recipe, "kinds": rows}


def _plain(part: Part, weights: NDArray[np.float64]) -> dict[str, float]:
    return {name: round(float(value), 5) for name, value in zip(part.names, weights / part.spread, strict=True)}


def sure_of(said: Told) -> dict[str, float]:
    """Return kind -> the least probability to accept, never below `LEAST`.

    Rare kinds share one threshold. Unmeasured kinds get the highest of all.
    """
    plain = said.of(said.plain)
    strange = above(said.chance[said.weight < 1].tolist(), STRANGERS)
    counts = Counter(plain.kinds.tolist())
    few = np.isin(plain.kinds, [kind for kind, n in counts.items() if n < MANY])
    sure = {}
    for kind, count in counts.items():
        mine = plain.of((plain.kinds == kind) | (few if count < MANY else False))
        needed = threshold(mine.chance.tolist(), mine.right.tolist(), SILENT, EXPECTED)
        sure[kind] = max(LEAST, strange, needed)
    return {**sure, ANY: max(sure.values())}


def trade(said: Told, objects: Mapping[str, int]) -> str:
    """Return the effect of other thresholds: accepted rightly, in percent of all objects, and wrongly, as a number."""
    lines = ["told from" + "".join(f"{kind:>16}" for kind in [*sorted(objects), ANY])]
    for mark in MARKS:
        cells = []
        for kind in [*sorted(objects), ANY]:
            rows = said.of(((said.kinds == kind) | (kind == ANY)) & said.plain & (said.chance >= mark))
            right, n = int(rows.right.sum()), sum(objects.values()) if kind == ANY else objects[kind]
            cells.append(f"{right / n:9.1%} {len(rows.right) - right:4} x ")
        lines.append(f"{mark:9.3f}" + "".join(cells))
    return "\n".join(lines)


def summary(said: Told, sure: Mapping[str, float], objects: Mapping[str, int], by: str) -> str:
    """Return a table of what the fit reaches on sources left out. `by`: "kinds" or "sources"."""
    lines = [
        f"{by:16}{'objects':>8}{'guesses':>8}{'right':>7}{'ECE':>7}{'Brier':>7}{'sure from':>10}{'answered':>9}{'wrong':>6}  silent, 95 %"
    ]
    for name in [*sorted(objects), ANY]:
        rows = said.of(((getattr(said, by) == name) | (name == ANY)) & said.plain)
        n = sum(objects.values()) if name == ANY else objects[name]
        answered = rows.chance >= np.array([sure.get(kind, sure[ANY]) for kind in rows.kinds.tolist()])
        wrong = int((answered & ~rows.right).sum())
        low, high = wilson(wrong, n)
        of = rows.chance, rows.right.astype(float), rows.weight
        lines.append(
            f"{name:16}{n:8}{len(rows.right):8}{int(rows.right.sum()):7}{calibration_error(*of):7.3f}{brier(*of):7.3f}"
            f"{sure.get(name, sure[ANY]):10.3f}{(answered & rows.right).sum() / n:9.1%}{wrong:6}  {low:.2%} to {high:.2%}"
        )
    strange = said.of(said.weight < 1)
    accepted = int((strange.chance >= np.array([sure.get(k, sure[ANY]) for k in strange.kinds.tolist()])).sum())
    low, high = wilson(accepted, len(strange.chance))
    lines.append(f"strangers offered {len(strange.chance)}, accepted {accepted}: {low:.2%} to {high:.2%}")
    return "\n".join(lines)


Rows: TypeAlias = list[Judged | Missed]
_kits = cache(style_kits)


def gathered(folders: Sequence[Path], photos: Path | None) -> Iterator[Judged | Missed]:
    """Yield every guess on the stills of these styles, on dice photographed on desks, and on coins.

    Each core reads one source at a time.
    """
    jobs = list(_jobs(folders, photos))
    with ProcessPoolExecutor(initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for job, rows in zip(jobs, pool.map(operator.call, jobs), strict=True):
            sys.stderr.write(f"{job.args[0].name}: {len(rows)} guesses\n")
            yield from rows


def _jobs(folders: Sequence[Path], photos: Path | None) -> Iterator[partial[Rows]]:
    """Yield what is read by itself. The first argument is the folder of the source."""
    if photos is not None:
        yield from (partial(_placed, photos / name) for name in PLACED)
        yield from (partial(_unplaced, photos / name) for name in UNPLACED)
        yield partial(_close_ups, photos / close_ups.NAME)
        yield partial(_coins, photos / COINS, folders)
    for place, folder in enumerate(folders):
        yield partial(_style, folder, folders[place - 1])


def _style(folder: Path, another: Path) -> Rows:
    others = [kit for kit in _kits(another) if kit.shots] if another != folder else []
    return list(judged_style(folder, _kits(folder), others))


def _placed(folder: Path) -> Rows:
    kept = (picture for picture in photographs(folder) if held_out(picture.group))
    right = [picture for picture in kept if picture.path.name not in MISLABELLED]
    return list(judged_photographs(right, (load_kit(PIPS),)))


def _unplaced(folder: Path) -> Rows:
    kept = [entry for entry in entries_of(folder) if held_out(entry["group"])]
    return list(judged_unplaced(folder, kept, (load_kit(PIPS),)))


def _close_ups(folder: Path) -> Rows:
    runs = close_ups.close_ups(folder)
    return list(judged_unplaced(folder, runs.rest, (close_ups.enrolled(folder, runs.shown),)))


def _coins(folder: Path, styles: Sequence[Path]) -> Rows:
    tokens = [kit for style in styles for kit in _kits(style) if kit.kind == "token"]
    return list(judged_coins(folder, tokens))


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a fit gives."""

    document: Mapping[str, object]
    """For `vision/models/confidence.json`."""
    said: Told
    """What would be told of each guess that has a face, in their order."""
    words: str
    """For people."""


def calibrate(rows: Sequence[Judged | Missed], recipe: str) -> Calibration:
    """Fit the weights, choose the thresholds, and measure both on sources left out.

    A threshold must hold for the weights that are shipped as well: surer of one source, they may be surer of its errors.
    """
    told = table([row for row in rows if isinstance(row, Judged)])
    how = {name: chosen(told, part) for name, part in told.parts.items()}
    said = surest(told, {name: left_out(told, part, how[name]) for name, part in told.parts.items()})
    shipped = surest(told, {name: as_shipped(told, part, how[name]) for name, part in told.parts.items()})
    marks = sure_of(shipped)
    sure = {kind: max(mark, marks[kind]) for kind, mark in sure_of(said).items()}
    kinds, sources = _objects(rows), _sources(rows)
    words = [summary(said, sure, kinds, "kinds"), summary(said, sure, sources, "sources"), trade(said, kinds)]
    return Calibration(document(told, how, sure, recipe), said, "\n\n".join(words))


def _objects(rows: Sequence[Judged | Missed]) -> dict[str, int]:
    """Kind -> objects of it that could be read, and at least one for each kind that was guessed."""
    guesses = [row for row in rows if isinstance(row, Judged)]
    counts = Counter(row.kind for row in rows if isinstance(row, Missed))
    counts += Counter(row.truth_kind for row in guesses if row.weight == 1 and row.truth not in UNREADABLE)
    return {kind: max(1, counts[kind]) for kind in sorted({row.alone.kind for row in guesses})}


def _sources(rows: Sequence[Judged | Missed]) -> dict[str, int]:
    """Source -> objects in it that could be read; sources without any are left out."""
    return dict(
        Counter(
            row.source for row in rows if isinstance(row, Missed) or (row.weight == 1 and row.truth not in UNREADABLE)
        )
    )


def main() -> None:
    """Read the arguments, gather, fit, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("styles", nargs="+", type=Path, help="rendered styles with labels and enrolment shots")
    options.add_argument("--photos", type=Path, help="folder of the sets of photographs")
    options.add_argument("--out", type=Path, default=FILE)
    options.add_argument("--kept", type=Path, help="the guesses are kept here, for the report")
    options.add_argument("--again", type=Path, help="weigh guesses that an earlier run kept, without reading pictures")
    told = options.parse_args()
    rows = kept(told.again) if told.again else list(gathered(told.styles, told.photos))
    found = calibrate(rows, recipe(told.styles, told.photos))
    told.out.write_text(json.dumps(found.document, indent=1) + "\n", encoding="utf-8")
    if told.kept:
        write_atomically(told.kept, pickle.dumps((rows, found.said)))
    print(found.words)


def kept(path: Path) -> list[Judged | Missed]:
    """Return the guesses that an earlier run kept."""
    rows: list[Judged | Missed] = pickle.loads(path.read_bytes())[0]  # a file of one's own
    return rows


def recipe(styles: Sequence[Path], photos: Path | None) -> str:
    """Describe the data behind the weights."""
    words = f"python -m vision.training.measures.calibrate: stills of {' '.join(folder.name for folder in styles)}"
    sets = ", ".join((*PLACED, *UNPLACED))
    return words + (f"; {sets}, groups kept from training; {COINS}" if photos else "")


if __name__ == "__main__":
    main()
