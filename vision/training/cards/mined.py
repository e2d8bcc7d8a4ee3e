"""Take index samples from labelled pictures: python -m vision.training.cards.mined OUT.npz LABELS.json...

The labels name the card, not the place of its index. The existing net proposes places: one becomes a sample of the
label if the net half believes it, and junk if it overlaps a taken place.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.cards.index_crop import Image, index_cut, ink_plane, pyramid
from vision.cards.index_finder import IndexCandidate, find_candidates
from vision.cards.index_net import RANKS, SUITS, IndexProbabilities, classify_indexes, red_chance
from vision.training.cards.samples import save
from vision.training.cards.scene import JUNK_RANK, JUNK_SUIT, OPEN, STORED, Sample, half, picture

BELIEVED = 0.25  # least chance of the labelled rank at a place that is taken
DENIED = 0.95  # highest chance of a false suit; above it the place is hardly an index, whatever its rank
EASY = 8  # places per picture that are surely nothing


def mined(labels: Path, entry: dict[str, Any], rng: np.random.Generator) -> list[Sample]:
    """Sample of one picture."""
    image = picture(labels, entry)
    levels = pyramid(ink_plane(image))
    pairs = find_candidates(levels)
    chance = classify_indexes(levels, pairs)
    taken: list[tuple[int, int, int]] = []
    closed: list[Sequence[float]] = []  # boxes in which no index is left that was not taken
    for thing in entry["objects"]:
        if thing["kind"].startswith("card") and thing.get("value") and thing.get("box"):
            own = _of_card(image, thing, pairs, chance)
            taken += own
            closed += [thing["box"]] if len(own) == 2 else []
    places = {place for place, _, _ in taken}
    found = [_sample(levels, pairs[place], rank, suit) for place, rank, suit in taken]
    index = (1 - chance.rank[:, -1]) * (1 - chance.suit[:, -1])
    across = [i for i, pair in enumerate(pairs) if i not in places and any(_across(pair, pairs[p]) for p in places)]
    nothing = [i for i in np.nonzero(index < 0.05)[0] if i not in places]
    boxes = [thing["box"] for thing in entry["objects"] if thing["kind"].startswith("card") and thing.get("box")]
    cornered = any(thing["kind"] == "card_corner" for thing in entry["objects"])
    deceiving = [
        i
        for i in np.nonzero(index >= 0.05)[0]
        if not cornered
        and i not in places
        and not any(_across(pairs[i], pairs[p]) for p in places)
        and (any(_inside(pairs[i], box) for box in closed) or not any(_touches(pairs[i], box) for box in boxes))
    ]
    picked = [*across[: 4 * len(taken)], *rng.permutation(nothing)[:EASY], *deceiving]
    return found + [_sample(levels, pairs[int(i)], JUNK_RANK, JUNK_SUIT) for i in picked]


def _of_card(
    image: Image, thing: dict[str, Any], pairs: Sequence[IndexCandidate], chance: IndexProbabilities
) -> list[tuple[int, int, int]]:
    """(place, rank, suit) of the pairs inside the box that the net half believes to be this card's index."""
    rank, suit = _named(thing["value"])
    found: list[tuple[int, int, int]] = []
    order = np.argsort(-chance.rank[:, rank]) if len(pairs) else []
    for place in order:
        pair = pairs[int(place)]
        told = chance.suit[place]
        if chance.rank[place, rank] < BELIEVED or told[-1] > DENIED or not _inside(pair, thing["box"]):
            continue
        if suit != OPEN and told[suit] < 0.1:
            continue
        if not any(_across(pair, pairs[other]) for other, _, _ in found):
            found.append((int(place), rank, suit if suit != OPEN else _believed_suit(image, pair, told)))
    return found[:2]


def _named(value: str) -> tuple[int, int]:
    if value[-1] in SUITS and value[:-1] in RANKS:
        return RANKS.index(value[:-1]), SUITS.index(value[-1])
    return RANKS.index(value), OPEN


def _believed_suit(image: Image, pair: IndexCandidate, told: np.ndarray) -> int:
    """Return the suit on which shape and colour agree, else OPEN."""
    suit = int(told[:-1].argmax())
    red = red_chance(image, pair)
    agrees = red > 0.8 if SUITS[suit] in "HD" else red < 0.2
    return suit if told[suit] > 0.8 and agrees else OPEN


def _inside(pair: IndexCandidate, box: Sequence[float]) -> bool:
    x, y, w, h = box
    rim = 0.15 * pair.unit
    return all(x - rim <= p[0] <= x + w + rim and y - rim <= p[1] <= y + h + rim for p in (pair.rank_at, pair.suit_at))


def _touches(pair: IndexCandidate, box: Sequence[float]) -> bool:
    x, y, w, h = box
    return any(x <= p[0] <= x + w and y <= p[1] <= y + h for p in (pair.rank_at, pair.suit_at))


def _across(a: IndexCandidate, b: IndexCandidate) -> bool:
    """Return whether both cover the same ink."""
    mine, theirs = ((np.array(p.rank_at) + p.suit_at) / 2 for p in (a, b))
    return float(np.hypot(*(mine - theirs))) < 0.75 * max(a.unit, b.unit)


def _sample(levels: Sequence[Image], pair: IndexCandidate, rank: int, suit: int) -> Sample:
    return Sample(index_cut(levels, pair.rank_at, pair.suit_at, STORED), rank, suit)


def _entries(labels: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(labels.read_text(encoding="utf-8"))
    return half(labels, learning=True) if "group" in entries[0] else entries


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("labels", type=Path, nargs="+")
    given = parser.parse_args()
    rng = np.random.default_rng(5)
    found = [sample for labels in given.labels for entry in _entries(labels) for sample in mined(labels, entry, rng)]
    kinds = np.array([sample.rank for sample in found])
    print(f"{(kinds < JUNK_RANK).sum()} indexes, {(kinds == JUNK_RANK).sum()} places that are none")
    save(given.out, found)


if __name__ == "__main__":
    main()
