"""Combine the readers' evidence on one object into one calibrated probability.

"0.95" means that of a hundred such objects ninety-five show this face and are level in the tray. It is a product of
four chances: that it is an object, that it is then level and whole in the tray, that it is then of this kit, and that it
then shows this face. So a clear face cannot outweigh a lean, nor a clear outline a doubtful face. The weights of `FaceEvidence` are in `models/confidence.json`, made by
`vision/training/measures/calibrate.py`: logistic models for each kind, and for unmeasured kinds. No weight of evidence is negative:
better evidence never lowers the confidence. Reads no pictures; `vision.kind_and_face.face_guess` gathers the evidence.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.errors import LamplightError

FILE = Path(__file__).parents[1] / "models" / "confidence.json"
ANY = "any"
"""Stands in the file for all kinds together; used for those that were never measured."""

STEEP = 6.0
"""Log odds, either way, at which a share counts as certain; beyond, nets only repeat themselves."""
MATCH_LEAD = 0.06
"""Correlation by which one face must lead another to be clearly the better match."""
CHANCE_MATCH, CLEAR_MATCH, CLEAR_LEAD = 0.65, 0.8, 0.3
"""Correlation that coins have with tokens at most, and that true faces have; and a lead that chance never has."""
CHANCE_LIKENESS, CLEAR_LIKENESS = 0.8, 0.98
"""The same of the likeness that the net sees."""
LEGIBLE_PX = 24.0
"""Radius from which on a larger face is not easier to read."""
LEAN = 0.1
"""Sine of about 6 degrees: the unit of a leaning face, and what the second look is usually off by."""

FREE = frozenset({"bias", "uncounted", "unprinted", "unmeasured"})
"""Columns whose weight may be negative: each is 1 always, or where that evidence is missing, else 0."""
KIND = ("bias", "uncounted", "unprinted", "shape", "likeness", "pips", "print")
FACE = ("bias", "unprinted", "share", "print", "size")
PARTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "object": ("bias", "uncounted", "plain", "score", "pips", "likeness"),
        "level": ("bias", "unmeasured", "level", "upright", "whole", "flat"),
        "kind": KIND,
        "kind_twice": (*KIND, "match", "accord"),
        "face": FACE,
        "face_twice": (*FACE, "match", "accord"),
    }
)
"""The questions, and the columns of `evidence_columns` that tell; evidence is larger where the answer is likelier yes.

What the second reader saw too is weighed by "kind_twice" and "face_twice", anything else by "kind" and "face".
"""


@dataclass(frozen=True, slots=True)
class Chances:
    """Each 0..1, and each if the one before is so."""

    object: float
    """That it is a die or token of any set."""
    level: float
    """That it is level and whole in the tray."""
    kind: float
    """That it is of the kit of the likeliest face."""
    face: float
    """That it shows that face."""


class ConfidenceError(LamplightError):
    """The file of weights is missing or damaged; the message names it and the remedy."""

    code = "CONFIDENCEERROR"


@dataclass(frozen=True, slots=True)
class FaceEvidence:
    """Evidence on one object and its likeliest face. All shares 0..1."""

    heat: float
    """How surely the finder marked it (`DetectedObject.heat`)."""
    score: float
    """The second look's share that it is an object and no stranger (`DetectedObject.score`)."""
    shape: float
    """Share of the kit's shape (`DetectedObject.shapes`)."""
    level: float
    """Share of the state level and whole in the tray (`DetectedObject.states[0]`)."""
    cocked: float
    """`DetectedObject.states[1]`."""
    aside: float
    """Partly hidden, over the rim or outside the tray: `DetectedObject.states[2] + states[3]`."""
    share: float
    """The net's share of this face among all that may be meant, of any kit."""
    radius: float
    """Radius of the top face, px of the picture."""
    likeness: float | None = None
    """-1..1, of the likeliest face to the kit's shots. None: pips are counted."""
    pips: float | None = None
    """0..1, how surely there are pips at all. None: the kit has shots."""
    match: float | None = None
    """0..1, correlation of the same face with the kit's shots or with drawn pips: the second reader. None: it did not look."""
    match_lead: float | None = None
    """Correlation before the best of the kit's other faces it looked at; negative where the second reader prefers another.

    None: it did not look, or at one face only.
    """
    print: float | None = None
    """0..1, how surely the face net reads that very numeral or blank; None: no print was read on the kit's shots, or pips are counted."""
    lean: float | None = None
    """Sine of the angle between the top face and a level one there, 0..1; None: not measured."""


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """The logistic models of one kind."""

    parts: Mapping[str, Mapping[str, float]]
    """Name in `PARTS` -> column -> weight."""
    ceiling: float
    """Highest confidence. With n measured objects, fewer errors than about one in n cannot be known."""
    sure: float
    """Least probability to accept a value without a question, from the calibration of this kind."""

    def probability(self, evidence: FaceEvidence) -> float:
        """0..1."""
        chances = self.chances(evidence)
        return min(self.ceiling, chances.object * chances.level * chances.kind * chances.face)

    def chances(self, evidence: FaceEvidence) -> Chances:
        """Return the chances that make up the probability."""
        columns = evidence_columns(evidence)
        kind, face = ("kind", "face") if evidence.match is None else ("kind_twice", "face_twice")
        return Chances(*(_chance(self.parts[name], columns) for name in ("object", "level", kind, face)))


def confidence(kind: str, evidence: FaceEvidence) -> float:
    """Return the probability, 0..1, that kind and face are right and that it is level and whole in the tray. Raises
    ConfidenceError.
    """
    return weights_of(kind).probability(evidence)


def sure_from(kind: str) -> float:
    """Return the least confidence to accept a value of that kind without a question. Raises ConfidenceError."""
    return weights_of(kind).sure


def weights_of(kind: str) -> ConfidenceModel:
    """Return the weights of a kind, or those of all kinds together. Raises ConfidenceError."""
    models = load_models(FILE)
    return models.get(kind, models[ANY])


@lru_cache(maxsize=64)  # of each object they are asked for up to four times
def evidence_columns(evidence: FaceEvidence) -> Mapping[str, float]:
    """Return column -> number: shares as log odds, leads on a compressed scale, 0 for missing measurements."""
    columns = {
        "bias": 1.0,
        "plain": max(_odds(evidence.heat), _recognised(evidence)),
        "score": _odds(evidence.score),
        "shape": _odds(evidence.shape),
        "level": _odds(evidence.level),
        "upright": _odds(1 - evidence.cocked),
        "whole": _odds(1 - evidence.aside),
        "flat": 0.0 if evidence.lean is None else -min(5.0, evidence.lean / LEAN),
        "unmeasured": float(evidence.lean is None),
        "share": _odds(evidence.share),
        "likeness": 0.0 if evidence.likeness is None else evidence.likeness,
        "pips": 0.0 if evidence.pips is None else _odds(evidence.pips),
        "uncounted": float(evidence.pips is None),
        "match": 0.0 if evidence.match is None else evidence.match,
        "accord": 0.0 if evidence.match_lead is None else math.tanh(evidence.match_lead / MATCH_LEAD),
        "print": 0.0 if evidence.print is None else _odds(evidence.print),
        "unprinted": float(evidence.print is None),
        "size": math.log2(max(1.0, min(LEGIBLE_PX, evidence.radius)) / LEGIBLE_PX),
    }
    return MappingProxyType(columns)


def _recognised(evidence: FaceEvidence) -> float:
    """Return log odds of an object by its face alone, by either reader: a token that looks like a coin is still a token."""
    by_net = by_match = 0.0
    if evidence.likeness is not None:
        by_net = (evidence.likeness - CHANCE_LIKENESS) / (CLEAR_LIKENESS - CHANCE_LIKENESS)
    if evidence.match is not None and evidence.match_lead is not None:
        by_match = (evidence.match - CHANCE_MATCH) / (CLEAR_MATCH - CHANCE_MATCH)
        by_match = min(by_match, evidence.match_lead / CLEAR_LEAD)
    return STEEP * (2 * max(0.0, min(1.0, max(by_net, by_match))) - 1)


def _chance(weights: Mapping[str, float], columns: Mapping[str, float]) -> float:
    odds = sum(weight * columns[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


def _odds(share: float) -> float:
    """Log odds of a share, -STEEP..STEEP."""
    if share <= 0:
        return -STEEP
    return STEEP if share >= 1 else max(-STEEP, min(STEEP, math.log(share / (1 - share))))


@cache
def load_models(path: Path) -> Mapping[str, ConfidenceModel]:
    """Kind -> weights, as the file tells them; `ANY` is always there. Raises ConfidenceError."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
        models = {str(kind): _weights(row) for kind, row in table["kinds"].items()}
        if ANY not in models:
            raise ValueError(f"it has no row {ANY!r}")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfidenceError(
            f"The weights of {path} cannot be used ({error}). Install Lamplight again, or make them anew with "
            "python -m vision.training.measures.calibrate."
        ) from error
    return MappingProxyType(models)


def _weights(row: Mapping[str, Any]) -> ConfidenceModel:
    parts = {name: {column: float(row[name][column]) for column in columns} for name, columns in PARTS.items()}
    for name, columns in PARTS.items():
        if set(row[name]) != set(columns):
            raise ValueError(f"its {name} is told by {', '.join(row[name])}")
    return ConfidenceModel(MappingProxyType(parts), float(row["ceiling"]), float(row["sure"]))
