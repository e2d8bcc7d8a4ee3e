"""The fit of the confidence: what it writes can be used, and its figures are of styles left out."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.kind_and_face.confidence import ANY, FaceEvidence, load_models
from vision.training.calibrate import DESK, LEAST, LEAST_ON_DESK, Fit, calibrate, left_out, sure_of, table
from vision.training.judged import Judged, Missed
from vision.training.logistic import above
from vision.training.report import confusion, points, reliability, summary

RANDOM = np.random.default_rng(11)


def guess(style: str, kind: str, level: float) -> Judged:
    """Return a guess that is right as often as it seems level."""
    truth = "4" if RANDOM.random() < level else "cocked"
    told = FaceEvidence(0.9, 0.99, 0.99, level, 1 - level, 0.0, 0.95, 0.1, 25.0, 0.8, 0.2)
    return Judged(style, "still.jpg", kind, "4", kind, truth, told)


ROWS: list[Judged | Missed] = [
    guess(f"R{style}", kind, level)
    for style in range(6)
    for kind in ("d6", "mom_d8")
    for level in RANDOM.beta(4, 0.7, 60)
]
ROWS.append(Missed("R1", "still.jpg", "d6", "3"))
GUESSES = [row for row in ROWS if isinstance(row, Judged)]


@pytest.fixture(scope="module")
def found():
    return calibrate(ROWS, "a test")


@pytest.mark.slow
def test_calibration_file_reproduces_the_fit(found, tmp_path: Path) -> None:
    path = tmp_path / "confidence.json"
    path.write_text(json.dumps(found[0]), encoding="utf-8")
    said = [load_models(path)[row.kind].probability(row.evidence) for row in GUESSES]
    assert np.corrcoef(said, found[1])[0, 1] > 0.97


@pytest.mark.slow
def test_calibration_matches_observed_frequency(found) -> None:
    said, right = np.array(found[1]), np.array([row.right for row in GUESSES])
    assert said.mean() == pytest.approx(right.mean(), abs=0.03)


def test_calibration_leaves_the_tested_style_out() -> None:
    told = table(GUESSES)
    mine = told.folds == 0
    part, how = told.parts["level"], Fit(1.0, {"d6": 10.0})
    lied = replace(part, truth=np.where(mine, 1 - part.truth, part.truth))
    assert left_out(told, lied, how)[mine] == pytest.approx(left_out(told, part, how)[mine])


def test_kinds_with_few_objects_share_one_mark() -> None:
    told = table(GUESSES)
    said = np.where(told.kinds == "d6", 0.95, 0.9999)
    few = sure_of(told, said)
    assert few["mom_d8"] == few["d6"] == few[ANY]


def test_threshold_never_accepts_improbable_values() -> None:
    right = replace(table(GUESSES), right=np.ones(len(GUESSES)))
    said = np.full(len(GUESSES), 0.99999)
    said[:3] = 0.5
    assert set(sure_of(right, said).values()) == {LEAST}


def test_threshold_rises_for_oblique_kinds() -> None:
    rows = [replace(row, style=DESK) if row.kind == "d6" else row for row in GUESSES]
    right = replace(table(rows), right=np.ones(len(rows)))
    said = np.full(len(rows), 0.99999)
    said[:3] = said[-3:] = 0.5
    sure = sure_of(right, said)
    assert (sure["d6"], sure["mom_d8"]) == (LEAST_ON_DESK, LEAST)


FREE = np.array([True, False, False])


def test_no_more_strangers_pass_than_allowed() -> None:
    said = [k / 1000 for k in range(1000)]
    assert sum(p >= above(said, 0.005) for p in said) == 5
    assert above([], 0.005) == 0.0


def test_calibration_report_shows_every_kind(found) -> None:
    said = list(zip(GUESSES, found[1], strict=True))
    missed = [row for row in ROWS if isinstance(row, Missed)]
    assert sum(n for *_, n in points(said)) == len(GUESSES)
    assert "mom_d8, n 360" in str(reliability(said)) and "all kinds, n 720" in str(reliability(said))
    assert str(confusion(said, missed, lambda _: 0.9)).startswith("<svg")
    assert "| d6 |" in summary(said, missed, lambda _: 0.9)
    assert all(kind in found[2] for kind in ("d6", "mom_d8", ANY))
