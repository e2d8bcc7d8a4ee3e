"""Weighs the evidence:  python -m vision.training.calibrate HELD/R128 HELD/R129 ... --photos PHOTOS

Reads the stills of styles that no net was taught with, by the kits of their own enrolment shots, and fits for each kind
how sure the reader may be: `vision/models/confidence.json`. All figures are of styles left out of the fit.
"""

import argparse
import json
import math
import pickle
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kind_and_face.confidence import ANY, FILE, FREE, PARTS, evidence_columns
from vision.kind_and_face.face_guess import read_second
from vision.kit import load_kit
from vision.training.judged import (
    NO_KIND,
    PIPS,
    UNREADABLE,
    Judged,
    Missed,
    judged_coins,
    judged_crowds,
    judged_photographs,
    judged_style,
    style_kits,
)
from vision.training.logistic import above, brier, calibration_error, fit, probability, threshold, wilson
from vision.training.pictures import held_out, photographs

FOLDS = 5
FEW = 40
"""Guesses of a kind, right or wrong, from which on it gets its own weights."""
MANY = 300
"""Objects of a kind from which on it has its own threshold."""
PULLS = (0.1, 0.3, 1.0, 3.0, 10.0)
"""Of all kinds together towards nothing; the best of them by the styles left out."""
KIND_PULLS = (3.0, 10.0, 30.0, 100.0, 300.0)
"""Priors from a kind towards all kinds; the best for each, likewise."""
SILENT = 0.003
"""Tolerated share of silent errors."""
SILENT_ON_DESK = 0.01
"""The same of dice photographed from aside, without a tray: no camera above a tray sees them so."""
LEAST, LEAST_ON_DESK = 0.9, 0.95
"""Lower bounds of the threshold, the second for kinds photographed obliquely."""
STRANGERS = 0.005
"""Tolerated share of strangers read as something."""
MARKS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995)
DESK = "d6_penlington"
"""The set of photographs of which some groups are kept from training."""
COINS = "coins_kaa"


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three questions, with what is known about each guess."""

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
    """Guesses as numbers."""

    parts: Mapping[str, Part]
    """By its name in `PARTS`."""
    right: NDArray[np.float64]
    weight: NDArray[np.float64]
    plain: NDArray[np.bool_]
    """(N,) the guesses at objects by their own kits: what the reader would tell."""
    desk: NDArray[np.bool_]
    """(N,) those seen on a desk, from aside."""
    kinds: NDArray[np.str_]
    folds: NDArray[np.intp]
    """Which of `FOLDS` parts a guess belongs to; all of one style are in one."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How hard the weights of one part are held, for all kinds and for each."""

    whole: float
    kinds: Mapping[str, float]


def table(rows: Sequence[Judged]) -> Table:
    """Return the numbers of all guesses."""
    styles = sorted({row.style for row in rows})
    right = np.array([float(row.right) for row in rows])
    there, level = (np.array(found) for found in zip(*((row.is_object, row.is_level) for row in rows), strict=True))
    faced = np.array([row.kind != NO_KIND for row in rows])
    questions = {"object": (there, np.ones(len(rows), bool)), "level": (level, there), "face": (right, level & faced)}
    every = [evidence_columns(row.evidence) for row in rows]
    return Table(
        {name: _part(columns, every, *questions[name]) for name, columns in PARTS.items()},
        right,
        np.array([row.weight for row in rows]),
        faced & np.array([row.weight == 1 for row in rows]),
        np.array([row.style == DESK for row in rows]),
        np.array([row.kind for row in rows]),
        np.array([styles.index(row.style) % FOLDS for row in rows]),
    )


def _part(
    names: tuple[str, ...],
    rows: Sequence[Mapping[str, float]],
    truth: NDArray[np.float64] | NDArray[np.bool_],
    asked: NDArray[np.bool_],
) -> Part:
    x = np.array([[row[name] for name in names] for row in rows])
    free = np.array([name in FREE for name in names])
    spread = x.std(0)
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
    """(N,) probabilities of one part, each said by weights that were fitted without its style."""
    said = np.zeros(len(part.x))
    for fold in range(FOLDS):
        mine = told.folds == fold
        if mine.any() and not mine.all():
            weights = fitted(told, part, ~mine, how)
            for kind in np.unique(told.kinds[mine]):
                rows = mine & (told.kinds == kind)
                said[rows] = probability(part.x[rows], weights.get(str(kind), weights[ANY]))
    return said


def chosen(told: Table, part: Part) -> Fit:
    """How hard to hold the weights: what fits best the styles left out."""
    whole = min(PULLS, key=lambda pull: _losses(told, part, left_out(told, part, Fit(pull, {}))).sum())
    kinds = [str(kind) for kind, count in Counter(told.kinds.tolist()).items() if count >= FEW and kind != NO_KIND]
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


def document(told: Table, how: Mapping[str, Fit], sure: Mapping[str, float], recipe: str) -> dict[str, object]:
    """Return the document for `vision.kind_and_face.confidence`."""
    every = np.ones(len(told.right), bool)
    weights = {name: fitted(told, part, every, how[name]) for name, part in told.parts.items()}
    rows = {}
    for kind in weights["object"]:
        mine = (told.kinds == kind) | (kind == ANY)
        rows[kind] = {name: _plain(part, weights[name][kind]) for name, part in told.parts.items()} | {
            "ceiling": round(ceiling(len(told.right)), 5),
            "sure": math.ceil(1e4 * sure[kind]) / 1e4,
            "guesses": int(mine.sum()),
            "right": int(told.right[mine].sum()),
        }
    return {"recipe": recipe, "kinds": rows}


def _plain(part: Part, weights: NDArray[np.float64]) -> dict[str, float]:
    return {name: round(float(value), 5) for name, value in zip(part.names, weights / part.spread, strict=True)}


def sure_of(told: Table, said: NDArray[np.float64]) -> dict[str, float]:
    """Return kind -> the least probability to accept, never below `LEAST`, or `LEAST_ON_DESK` for kinds seen there.

    Rare kinds share one threshold. Unmeasured kinds get the highest of all.
    """
    strange = above(said[told.weight < 1].tolist(), STRANGERS)
    in_tray, on_desk = told.plain & ~told.desk, told.plain & told.desk

    def needed(rows: NDArray[np.bool_], share: float) -> float:
        counted = said[rows].tolist(), (told.right[rows] > 0).tolist(), int(rows.sum())
        return threshold(*counted, share) if rows.any() else LEAST

    counts = Counter(told.kinds[in_tray].tolist())
    hard = set(told.kinds[on_desk].tolist())  # doubted more, and no measure for the others
    few = np.isin(told.kinds, [kind for kind, n in counts.items() if n < MANY and kind not in hard])
    sure = {}
    for kind in np.unique(told.kinds[told.plain]).tolist():
        mine = told.kinds == kind
        tray = needed(in_tray & (mine if counts[kind] >= MANY else mine | few), SILENT)
        least = LEAST_ON_DESK if kind in hard else LEAST
        sure[kind] = max(least, strange, tray, needed(on_desk & mine, SILENT_ON_DESK))
    return {**sure, ANY: max(sure.values())}


def trade(told: Table, said: NDArray[np.float64], objects: Mapping[str, int]) -> str:
    """Return the effect of other thresholds: accepted rightly, in percent of all objects, and wrongly, as a number."""
    lines = ["told from" + "".join(f"{kind:>16}" for kind in [*sorted(objects), ANY])]
    for mark in MARKS:
        cells = []
        for kind in [*sorted(objects), ANY]:
            rows = ((told.kinds == kind) | (kind == ANY)) & told.plain & (said >= mark)
            right, n = int(told.right[rows].sum()), sum(objects.values()) if kind == ANY else objects[kind]
            cells.append(f"{right / n:9.1%} {rows.sum() - right:4} x ")
        lines.append(f"{mark:9.3f}" + "".join(cells))
    return "\n".join(lines)


def summary(told: Table, said: NDArray[np.float64], sure: Mapping[str, float], objects: Mapping[str, int]) -> str:
    """Return a table of what the fit reaches on styles left out."""
    lines = [
        f"{'kind':16}{'objects':>8}{'guesses':>8}{'right':>7}{'ECE':>7}{'Brier':>7}{'sure from':>10}{'answered':>9}{'wrong':>6}  silent, 95 %"
    ]
    for kind in [*sorted(objects), ANY]:
        mine = ((told.kinds == kind) | (kind == ANY)) & (told.kinds != NO_KIND)
        of = told.right[mine], told.weight[mine]
        plain = mine & told.plain
        level = np.array([sure.get(k, sure[ANY]) for k in told.kinds[plain].tolist()])
        answered = said[plain] >= level
        wrong = int((answered & (told.right[plain] == 0)).sum())
        n = sum(objects.values()) if kind == ANY else objects[kind]
        low, high = wilson(wrong, n)
        lines.append(
            f"{kind:16}{n:8}{plain.sum():8}{int(told.right[plain].sum()):7}{calibration_error(said[mine], *of):7.3f}"
            f"{brier(said[mine], *of):7.3f}{sure.get(kind, sure[ANY]):10.3f}"
            f"{(answered & (told.right[plain] == 1)).sum() / n:9.1%}{wrong:6}  {low:.2%} to {high:.2%}"
        )
    strange = told.weight < 1
    accepted = sum(said[strange] >= np.array([sure.get(k, sure[ANY]) for k in told.kinds[strange].tolist()]))
    low, high = wilson(accepted, strange.sum())
    lines.append(f"strangers offered {strange.sum()}, accepted {accepted}: {low:.2%} to {high:.2%}")
    return "\n".join(lines)


def gathered(folders: Sequence[Path], crowds: Sequence[Path], photos: Path | None) -> list[Judged | Missed]:
    """Return every guess on the stills of these styles, poses from crowds, dice photographed on a desk, and coins."""
    rows: list[Judged | Missed] = []
    kits = [style_kits(folder) for folder in folders]
    for place, folder in enumerate(folders):
        others = [kit for kit in kits[place - 1] if kit.shots] if len(folders) > 1 else []
        rows += judged_style(folder, kits[place], others, read_second)
        sys.stderr.write(f"{folder.name}: {len(rows)} guesses so far\n")
    for folder in crowds:
        rows += judged_crowds(folder)
        sys.stderr.write(f"{folder.name}: {len(rows)} guesses so far\n")
    if photos is not None:
        groups = {picture.group for picture in photographs(photos / DESK) if held_out(picture.group)}
        rows += judged_photographs(photos / DESK, (load_kit(PIPS),), groups, read_second)
        rows += judged_coins(photos / COINS, [kit for of in kits for kit in of if kit.kind == "token"], read_second)
    return rows


def calibrate(rows: Sequence[Judged | Missed], recipe: str) -> tuple[dict[str, object], list[float], str]:
    """Return the document, each guess's probability by weights fitted without its style, and a printable summary.

    A guess that is never accepted has the probability 0 and is not fitted.
    """
    guesses = [row for row in rows if isinstance(row, Judged)]
    passing = [place for place, row in enumerate(guesses) if row.passes]
    told = table([guesses[place] for place in passing])
    how = {name: chosen(told, part) for name, part in told.parts.items()}
    chances = [left_out(told, part, how[name]) for name, part in told.parts.items()]
    said = np.minimum(np.prod(chances, axis=0), ceiling(len(passing)))
    objects = _objects(rows)
    sure = sure_of(told, said)
    words = f"{summary(told, said, sure, objects)}\n\n{trade(told, said, objects)}"
    every = np.zeros(len(guesses))
    every[passing] = said
    return document(told, how, sure, recipe), every.tolist(), words


def _objects(rows: Sequence[Judged | Missed]) -> dict[str, int]:
    """Kind -> objects of it that could be read, and at least one for each kind that was guessed."""
    guesses = [row for row in rows if isinstance(row, Judged) and row.kind != NO_KIND]
    counts = Counter(row.kind for row in rows if isinstance(row, Missed))
    counts += Counter(row.truth_kind for row in guesses if row.weight == 1 and row.truth not in UNREADABLE)
    return {kind: max(1, counts[kind]) for kind in sorted({row.kind for row in guesses})}


def main() -> None:
    """Read the arguments, gathers, fits, writes."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("styles", nargs="+", type=Path, help="rendered styles with labels and enrolment shots")
    options.add_argument(
        "--crowds", nargs="*", type=Path, default=[], help="styles of which crowded trays were rendered"
    )
    options.add_argument("--photos", type=Path, help=f"folder that holds {DESK} and {COINS}")
    options.add_argument("--out", type=Path, default=FILE)
    options.add_argument("--kept", type=Path, help="guesses are kept here, and taken from here where they are")
    told = options.parse_args()
    cv2.setNumThreads(1)
    if told.kept and told.kept.exists():
        rows = pickle.loads(told.kept.read_bytes())[0]  # our own file
    else:
        rows = gathered(told.styles, told.crowds, told.photos)
    found, said, words = calibrate(rows, recipe(told.styles, told.crowds, told.photos))
    told.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if told.kept:
        told.kept.write_bytes(pickle.dumps((rows, said)))
    print(words)


def recipe(styles: Sequence[Path], crowds: Sequence[Path], photos: Path | None) -> str:
    """Describe the data behind the weights."""
    words = f"python -m vision.training.calibrate: stills of {' '.join(folder.name for folder in styles)}"
    words += f"; crowds of {' '.join(folder.name for folder in crowds)}" if crowds else ""
    return words + (f"; {DESK}, groups kept from training; {COINS}" if photos else "")


if __name__ == "__main__":
    main()
