"""Weighs the evidence:  python -m vision.training.calibrate RENDERS/R128 RENDERS/R129 ... --photos PHOTOS

Reads the stills of styles that no net was taught with, by the kits of their own enrolment shots, and fits for each kind
how sure the reader may be: `vision/models/confidence.json`. All figures are of styles left out of the fit.
"""

import argparse
import json
import pickle
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.confidence import ANY, FEATURES, FILE, features
from vision.guess import read_again
from vision.kit import load_kit
from vision.training.judged import (
    PIPS,
    UNREADABLE,
    Judged,
    Missed,
    judged_coins,
    judged_photographs,
    judged_style,
    style_kits,
)
from vision.training.logistic import brier, calibration_error, fit, probability, threshold, wilson
from vision.training.pictures import held_out, photographs

FOLDS = 5
FEW = 40
"""Guesses of a kind, right or wrong, from which on it gets weights of its own."""
PULL = 2.0
"""Of all kinds together towards nothing."""
PULLS = (3.0, 10.0, 30.0, 100.0, 300.0)
"""Of a kind towards all kinds; the best of them by the styles left out."""
SILENT = 0.003
"""Share of objects that may be told wrongly."""
DESK = "d6_penlington"
"""The set of photographs of which some groups are kept from training."""
COINS = "coins_kaa"
BIAS, UNMATCHED = 0, 1
COLUMNS = 2 + len(FEATURES)
FREE = np.array([column in {BIAS, UNMATCHED} for column in range(COLUMNS)])


@dataclass(frozen=True, slots=True)
class Table:
    """Guesses as numbers."""

    x: NDArray[np.float64]
    """(N, COLUMNS), each of about the same spread."""
    spread: NDArray[np.float64]
    """(COLUMNS,) by which they were divided."""
    right: NDArray[np.float64]
    weight: NDArray[np.float64]
    kinds: NDArray[np.str_]
    folds: NDArray[np.intp]
    """Which of `FOLDS` parts a guess belongs to; all of one style are in one."""


def table(rows: Sequence[Judged]) -> Table:
    """The features of all guesses."""
    x = np.array([(1.0, float(row.evidence.match is None), *features(row.evidence)) for row in rows])
    spread = x.std(0)
    spread[(spread < 1e-6) | FREE] = 1.0
    styles = sorted({row.style for row in rows})
    return Table(
        x / spread,
        spread,
        np.array([float(row.right) for row in rows]),
        np.array([row.weight for row in rows]),
        np.array([row.kind for row in rows]),
        np.array([styles.index(row.style) % FOLDS for row in rows]),
    )


def fitted(told: Table, used: NDArray[np.bool_], pulls: Mapping[str, float]) -> dict[str, NDArray[np.float64]]:
    """Weights of all kinds together, and of each kind in `pulls`, of the guesses `used`."""
    whole = fit(told.x[used], told.right[used], told.weight[used], FREE, PULL)
    weights = {ANY: whole}
    for kind, pull in pulls.items():
        mine = used & (told.kinds == kind)
        weights[kind] = (
            fit(told.x[mine], told.right[mine], told.weight[mine], FREE, pull, whole) if mine.any() else whole
        )
    return weights


def left_out(told: Table, pulls: Mapping[str, float]) -> NDArray[np.float64]:
    """(N,) probabilities, each said by weights that were fitted without its style."""
    said = np.zeros(len(told.x))
    for fold in range(FOLDS):
        mine = told.folds == fold
        if mine.any() and not mine.all():
            weights = fitted(told, ~mine, pulls)
            for kind in np.unique(told.kinds[mine]):
                rows = mine & (told.kinds == kind)
                said[rows] = probability(told.x[rows], weights.get(str(kind), weights[ANY]))
    return np.minimum(said, ceiling(len(told.x)))


def chosen(told: Table) -> dict[str, float]:
    """Kind -> how hard it is pulled towards all kinds: what fits best the styles left out."""
    kinds = [str(kind) for kind, count in Counter(told.kinds.tolist()).items() if count >= FEW]
    loss = {pull: _losses(told, left_out(told, dict.fromkeys(kinds, pull))) for pull in PULLS}
    return {kind: min(PULLS, key=lambda pull: loss[pull][told.kinds == kind].sum()) for kind in kinds}


def _losses(told: Table, said: NDArray[np.float64]) -> NDArray[np.float64]:
    said = np.clip(said, 1e-4, 1 - 1e-4)
    return -told.weight * (told.right * np.log(said) + (1 - told.right) * np.log(1 - said))


def ceiling(n: int) -> float:
    """Most that may be said after n guesses of any kind: as if the next two were to show one error."""
    return 1 - 1 / (n + 2)


def document(
    told: Table, weights: Mapping[str, NDArray[np.float64]], sure: Mapping[str, float], recipe: str
) -> dict[str, object]:
    """What `vision.confidence` loads."""
    rows = {}
    for kind, w in weights.items():
        mine = (told.kinds == kind) | (kind == ANY)
        plain = w / told.spread
        rows[kind] = {
            "bias": round(float(plain[BIAS]), 5),
            "unmatched": round(float(plain[UNMATCHED]), 5),
            "weights": dict(zip(FEATURES, (round(float(v), 5) for v in plain[2:]), strict=True)),
            "ceiling": round(ceiling(len(told.x)), 5),
            "sure": round(sure[kind], 4),
            "guesses": int(mine.sum()),
            "right": int(told.right[mine].sum()),
        }
    return {"recipe": recipe, "features": list(FEATURES), "kinds": rows}


def sure_of(told: Table, said: NDArray[np.float64], objects: Mapping[str, int]) -> dict[str, float]:
    """Kind -> the least probability to be told without asking. For kinds never measured: that of the hardest kind."""
    sure = {}
    for kind in np.unique(told.kinds):
        mine = (told.kinds == kind) & (told.weight == 1)
        sure[str(kind)] = threshold(said[mine].tolist(), (told.right[mine] > 0).tolist(), objects[str(kind)], SILENT)
    return {**sure, ANY: max(sure.values())}


def summary(told: Table, said: NDArray[np.float64], sure: Mapping[str, float], objects: Mapping[str, int]) -> str:
    """A table of what the fit reaches on styles left out."""
    lines = [
        f"{'kind':16}{'objects':>8}{'guesses':>8}{'right':>7}{'ECE':>7}{'Brier':>7}{'sure from':>10}{'answered':>9}{'wrong':>6}  silent, 95 %"
    ]
    for kind in [*sorted(objects), ANY]:
        mine = (told.kinds == kind) | (kind == ANY)
        of = told.right[mine], told.weight[mine]
        plain = mine & (told.weight == 1)
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


def gathered(folders: Sequence[Path], photos: Path | None) -> list[Judged | Missed]:
    """Every guess on the stills of these styles, and on photographs: dice that no net was taught with, and coins."""
    rows: list[Judged | Missed] = []
    kits = [style_kits(folder) for folder in folders]
    for place, folder in enumerate(folders):
        others = [kit for kit in kits[place - 1] if kit.shots] if len(folders) > 1 else []
        rows += judged_style(folder, kits[place], others, read_again)
        sys.stderr.write(f"{folder.name}: {len(rows)} guesses so far\n")
    if photos is not None:
        groups = {picture.group for picture in photographs(photos / DESK) if held_out(picture.group)}
        rows += judged_photographs(photos / DESK, (load_kit(PIPS),), groups, read_again)
        rows += judged_coins(photos / COINS, [kit for of in kits for kit in of if kit.kind == "token"], read_again)
    return rows


def calibrate(rows: Sequence[Judged | Missed], recipe: str) -> tuple[dict[str, object], list[float], str]:
    """The document, the probability of each guess by weights that never saw its style, and a summary to print."""
    guesses = [row for row in rows if isinstance(row, Judged)]
    told = table(guesses)
    pulls = chosen(told)
    said = left_out(told, pulls)
    objects = _objects(rows, guesses)
    sure = sure_of(told, said, objects)
    weights = fitted(told, np.ones(len(guesses), bool), pulls)
    return document(told, weights, sure, recipe), said.tolist(), summary(told, said, sure, objects)


def _objects(rows: Sequence[Judged | Missed], guesses: Sequence[Judged]) -> dict[str, int]:
    """Kind -> objects of it that could be read, and at least one for each kind that was guessed."""
    counts = Counter(row.kind for row in rows if isinstance(row, Missed))
    counts += Counter(row.truth_kind for row in guesses if row.weight == 1 and row.truth not in UNREADABLE)
    return {kind: max(1, counts[kind]) for kind in {row.kind for row in guesses}}


def main() -> None:
    """Reads the arguments, gathers, fits, writes."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "styles", nargs="+", type=Path, help="folders of rendered styles with labels and enrolment shots"
    )
    options.add_argument("--photos", type=Path, help=f"folder that holds {DESK} and {COINS}")
    options.add_argument("--out", type=Path, default=FILE)
    options.add_argument("--rows", type=Path, help="every guess is kept here, for vision.training.report")
    told = options.parse_args()
    cv2.setNumThreads(1)
    rows = gathered(told.styles, told.photos)
    names = " ".join(folder.name for folder in told.styles) + (
        f", {DESK} (held-out groups) and {COINS}" if told.photos else ""
    )
    found, said, words = calibrate(rows, f"python -m vision.training.calibrate, stills of {names}")
    told.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if told.rows:
        told.rows.write_bytes(pickle.dumps((rows, said)))
    print(words)


if __name__ == "__main__":
    main()
