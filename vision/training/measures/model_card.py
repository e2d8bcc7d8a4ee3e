"""Measure the reader on labelled pictures:  python -m vision.training.measures.model_card PHOTOS --styles RENDERED HELD/R9*

Print the tables of the model card in `vision/models/README.md`: exact, silent, and taps a picture, with 95 % intervals.
Whole sets are half taught, and wrong labels count. The confidence was fitted on the photographs that were kept from
training: `calibrate` prints figures without that.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.schema import SeenObject
from vision.cards.card_reader import read_cards
from vision.commands.read import load_picture
from vision.enrolment import kit_of_labels
from vision.kind_and_face import read_tray
from vision.kit import CARD, Kit, load_kits
from vision.training.measures import close_ups
from vision.training.measures.scoring import HEAD, Label, Name, SetScore, same_rank, same_value, score_set
from vision.training.pictures import held_out

PIPS = "d6"
DICE = ("d6_penlington", "d6_byler", "d6_phone")
"""Sets of photographs of dice with pips, read without enrolment."""
RANKS, COMPOSITES, COINS = "cards_edje_rank", "cards_synth_composite", "coins_kaa"
CALM = {"hand", "coin", "pen"}
"""Things in a picture that is not calm."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One labelled picture."""

    path: Path
    labels: tuple[Label, ...]
    group: str = ""
    is_calm: bool = True


def entries(labels: Path) -> list[Entry]:
    """Return the pictures of a labels file, beside it or in its folder `images`."""
    rows = json.loads(labels.read_text(encoding="utf-8"))
    return [
        Entry(_path(labels.parent, row["file"]), tuple(row["objects"]), row.get("group", ""), _is_calm(row))
        for row in rows
        if _path(labels.parent, row["file"]).exists()
    ]


def _path(folder: Path, name: str) -> Path:
    return folder / name if (folder / name).exists() else folder / "images" / name


def _is_calm(row: dict[str, Any]) -> bool:
    """Return whether nothing leans, lies on the rim, or lies about."""
    scene = row.get("scene", {})
    return not scene.get("special") and not CALM & set(scene.get("distractors", ()))


def measure(pictures: Sequence[Entry], kits: Sequence[Kit]) -> SetScore:
    """Return the score of pictures that are read with these kits."""
    return score_set((entry.labels, read_tray(load_picture(entry.path), kits)) for entry in pictures)


def measure_cards(pictures: Sequence[Entry], name: Name, is_once: bool) -> SetScore:
    """Return the score of pictures of cards; `is_once`: each card counts once, wherever its corners are labelled."""
    return score_set(((_as_cards(entry.labels, is_once), _cards_in(entry.path, is_once)) for entry in pictures), name)


def _as_cards(labels: Sequence[Label], is_once: bool) -> list[Label]:
    cards = [{**label, "kind": CARD} for label in labels]
    return list({label["value"]: {**label, "box": None} for label in cards}.values()) if is_once else list(cards)


def _cards_in(path: Path, is_once: bool) -> Sequence[SeenObject]:
    seen = read_cards(load_picture(path))
    told = {one.value: one for one in seen if one.value is not None}
    return [*told.values(), *(one for one in seen if one.value is None)] if is_once else seen


def style_kits(enrolment: Path) -> tuple[Kit, ...]:
    """Return a kit of each kind among the enrolment shots of a style, and those that need none."""
    kinds = {label["kind"] for entry in entries(enrolment) for label in entry.labels} - {CARD, PIPS}
    return (*(kit_of_labels(f"own_{kind}", enrolment, kind) for kind in sorted(kinds)), *load_kits([PIPS, "cards"]))


def rows_of_style(folder: Path) -> Iterator[str]:
    """Yield the rows of a rendered style, all pictures and the calm ones."""
    (enrolment,) = folder.glob("enrolment/**/labels.json")
    kits = style_kits(enrolment)
    folders = (path.parent for path in sorted(folder.glob("*/labels.json")) if path != enrolment)
    pictures = [entry for place in folders for entry in entries(place / "labels.json")]
    yield measure(pictures, kits).row(f"rendered, {folder.name}")
    yield measure([entry for entry in pictures if entry.is_calm], kits).row(f"rendered, {folder.name}, calm")


def rows_of_dice(photos: Path) -> Iterator[str]:
    """Yield the rows of photographs of dice with pips, read by the built-in kit."""
    for name in DICE:
        every = entries(photos / name / "labels.json")
        kept = [entry for entry in every if held_out(entry.group)]
        yield measure(every, load_kits([PIPS])).row(name)
        yield measure(kept, load_kits([PIPS])).row(f"{name}, kept from training")


def row_of_close_ups(photos: Path) -> str:
    """Return the row of a d20 that is enrolled from the first run of each face and read on the others."""
    folder = photos / close_ups.NAME
    runs = close_ups.close_ups(folder)
    rest = [Entry(folder / "images" / entry["file"], tuple(entry["objects"]), entry["group"]) for entry in runs.rest]
    score = measure(rest, (close_ups.enrolled(folder, runs.shown),))
    return score.row(f"{close_ups.NAME}, {close_ups.SHOTS} shots a face")


def rows_of_cards(photos: Path) -> Iterator[str]:
    """Yield the rows of cards: ranks of photographs, and composites."""
    yield measure_cards(entries(photos / RANKS / "labels.json"), same_rank, is_once=False).row(f"{RANKS}, ranks")
    composites = entries(photos / COMPOSITES / "labels.json")
    yield measure_cards(composites, same_value, is_once=True).row(COMPOSITES)


def row_of_coins(photos: Path, kits: Sequence[Kit]) -> str:
    """Return how many of the coins that are kept from training were taken for something."""
    kept = [entry for entry in entries(photos / COINS / "labels.json") if held_out(entry.group)]
    seen = [read_tray(load_picture(entry.path), kits) for entry in kept]
    taken = sum(any(one.value is not None for one in objects) for objects in seen)
    return f"{taken} of {len(seen)} coins are taken for something."


def main() -> None:
    """Read the arguments, measure, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("photos", type=Path, help="folder of the sets of photographs")
    options.add_argument("--styles", nargs="*", type=Path, default=[], help="rendered styles with enrolment shots")
    told = options.parse_args()
    cv2.setNumThreads(1)
    print(HEAD)
    for folder in told.styles:
        print(*rows_of_style(folder), sep="\n", flush=True)
    print(*rows_of_dice(told.photos), row_of_close_ups(told.photos), *rows_of_cards(told.photos), sep="\n", flush=True)
    print(row_of_coins(told.photos, load_kits(["demo_token", "demo_nemesis_noise", PIPS])))


if __name__ == "__main__":
    main()
