"""The fit of the confidence: what it writes can be used, and its figures are of sources left out."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.kind_and_face.confidence import ANY, FaceEvidence, load_models
from vision.training.measures import calibrate as calibrating
from vision.training.measures.calibrate import LEAST, Fit, Told, calibrate, left_out, sure_of, table
from vision.training.measures.judged import Judged, Missed, Reading
from vision.training.measures.logistic import above
from vision.training.measures.report import confusion, guesses, points, reliability, summary

RANDOM = np.random.default_rng(11)


def guess(style: str, kind: str, level: float) -> Judged:
    """Return a guess that is right as often as it seems level."""
    truth = "4" if RANDOM.random() < level else "cocked"
    told = FaceEvidence(0.9, 0.99, 0.99, level, 1 - level, 0.0, 0.99, 25.0, likeness=0.95)
    alone = Reading(kind, "4", told)
    both = Reading(kind, "4", replace(told, match=0.8, match_lead=0.2))
    return Judged(style, "still.jpg", alone, both, kind, truth, is_whole=True)


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
    path.write_text(json.dumps(found.document), encoding="utf-8")
    models = load_models(path)
    said = [max(models[row.alone.kind].probability(one.evidence) for one in (row.alone, row.both)) for row in GUESSES]
    assert np.corrcoef(said, found.said.chance)[0, 1] > 0.97


@pytest.mark.slow
def test_calibration_matches_observed_frequency(found) -> None:
    right = np.array([row.is_right(row.alone) for row in GUESSES])
    assert found.said.chance.mean() == pytest.approx(right.mean(), abs=0.03)


def test_calibration_leaves_the_tested_source_out() -> None:
    told = table(GUESSES)
    mine = told.sources == "R0"
    part, how = told.parts["level"], Fit(1.0, {"d6": 10.0})
    lied = replace(part, truth=np.where(mine, 1 - part.truth, part.truth))
    assert left_out(told, lied, how)[mine] == pytest.approx(left_out(told, part, how)[mine])


def said() -> Told:
    """What would be told of every guess, all of them surely and rightly."""
    told, count = table(GUESSES), len(GUESSES)
    yes = np.ones(count, bool)
    kinds, sources = told.kinds[:count], told.sources[:count]
    return Told(np.full(count, 0.999), yes.copy(), yes.astype(float), kinds, sources, yes, ~yes)


def test_a_surely_read_kind_is_accepted_from_the_lower_bound_on() -> None:
    mostly = said()
    mostly.chance[:3] = 0.5
    assert set(sure_of(mostly).values()) == {LEAST}


def test_errors_raise_the_mark_of_their_kind_and_of_unmeasured_ones() -> None:
    some = said()
    wrong = np.flatnonzero(some.kinds == "mom_d8")[:5]
    some.right[wrong], some.chance[wrong] = False, 0.9
    sure = sure_of(some)
    assert sure["d6"] == LEAST < sure["mom_d8"] == sure[ANY]


@pytest.mark.slow
def test_a_mark_holds_for_the_shipped_weights_too(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = [dict.fromkeys(("d6", "mom_d8", ANY), mark) for mark in (0.91, 0.84)]
    for order in (marks, marks[::-1]):
        of = iter(order)
        monkeypatch.setattr(calibrating, "sure_of", lambda _, of=of: next(of))
        kinds = calibrate(ROWS, "a test").document["kinds"]
        assert {row["sure"] for row in kinds.values()} == {0.91}


def test_no_more_strangers_pass_than_allowed() -> None:
    chances = [k / 1000 for k in range(1000)]
    assert sum(p >= above(chances, 0.005) for p in chances) == 5
    assert above([], 0.005) == 0.0


def test_calibration_report_shows_every_kind(found) -> None:
    told = guesses(ROWS, found.said)
    missed = [row for row in ROWS if isinstance(row, Missed)]
    assert sum(n for *_, n in points(told)) == len(GUESSES)
    assert "mom_d8, n 360" in str(reliability(told)) and "all together, n 720" in str(reliability(told))
    assert "R3, n 120" in str(reliability(told, lambda guess: guess.row.source))
    assert str(confusion(told, missed, lambda _: 0.9)).startswith("<svg")
    assert "| d6 |" in summary(told, missed, lambda _: 0.9)
    assert all(word in found.words for word in ("d6", "mom_d8", ANY, "R5"))
