"""Write painted index samples: python -m vision.training.cards.samples OUT.npz --cards N --seed S LABELS.json..."""

import argparse
from pathlib import Path

import numpy as np

from vision.training.cards.art import RANKS, SUITS, paint, random_deck
from vision.training.cards.scene import Sample, grounds, samples


def painted(count: int, seed: int, labels: list[Path]) -> list[Sample]:
    rng = np.random.default_rng(seed)
    lay_on = grounds(labels)
    found: list[Sample] = []
    for _ in range(count):
        card = paint(str(rng.choice(RANKS)), str(rng.choice(SUITS)), random_deck(rng), rng)
        for _ in range(2):
            found += samples(card, lay_on, rng)
    return found


def save(path: Path, found: list[Sample]) -> None:
    np.savez(
        path,
        cuts=np.stack([s.cut for s in found]),
        ranks=np.array([s.rank for s in found], np.int64),
        suits=np.array([s.suit for s in found], np.int64),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--cards", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    save(given.out, painted(given.cards, given.seed, given.labels))


if __name__ == "__main__":
    main()
