"""Plan the pictures of one style, skip finished ones, and render the rest."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator

from vision.training.trays.rendering.renderer import Renderer
from vision.training.trays.scenes import crowds, desks, enrolment, stills
from vision.training.trays.scenes.plates import Plates, draw_desk, draw_view
from vision.training.trays.scenes.sequences import write_sequence
from vision.training.trays.scenes.shelf import Shelf
from vision.training.trays.scenes.stills import COUNTS, DICE_OF
from vision.training.trays.shapes.tray import DICE, LATER_TOKENS
from vision.training.trays.styles.by_name import seed_of

WHAT = {"stills": 100, "crowd": 20, "desk": 20, "enrol": 5, "sequences": 4}
"""Kinds of output with their default number: pictures, trays, rounds, sequences."""
SINGLE = {"nemesis_noise": "nemesis", "nemesis_combat": "nemesis", "token": "tokens", "card": "cards"}
"""Trays by the kind of their pieces."""
MEMBERS = {
    "nemesis": ("nemesis_noise", "nemesis_combat"),
    "tokens": ("token",),
    "cards": ("card",),
    "mixed": (*DICE, "token", "card"),
}
"""The kinds of pieces on a kind of tray, where they are not called the same."""
KINDS = (*COUNTS, *SINGLE)
SAVED_EVERY = 5
CROWD_LOT = SEQUENCE_LOT = 4242


@dataclass(frozen=True, slots=True)
class Job:
    """One style's pictures, in `out`/`style`."""

    style: str
    what: str
    out: Path
    count: int
    seed: int
    kinds: tuple[str, ...] = ()
    """() for all; see `KINDS`."""
    calm: float = 0.0
    """Share of calm stills."""
    plates: int | None = None
    """Number of empty views; None: grows with `count`."""

    @property
    def folder(self) -> Path:
        return self.out / self.style

    @property
    def tray_kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(SINGLE.get(kind, kind) for kind in self.kinds))

    @property
    def piece_kinds(self) -> set[str]:
        return {piece for kind in self.kinds or ("mixed",) for piece in MEMBERS.get(kind, (kind,))}

    @property
    def views(self) -> int:
        if self.plates:
            return self.plates
        return max(3, self.count // 5) if self.what in ("crowd", "desk") else min(16, max(4, self.count // 6))

    def rng(self, *lots: int) -> Generator:
        return np.random.default_rng([self.seed, seed_of(self.style), *lots])


@dataclass(frozen=True, slots=True)
class Still:
    """The `number`-th still of its kind."""

    kind: str
    number: int

    def name(self, job: Job) -> str:
        return f"images/{job.style}_{self.kind}_s{job.seed}_{self.number:04d}.jpg"


def run(job: Job) -> int:
    """Render missing pictures and print the progress. Returns the number of new pictures or sequences."""
    if is_finished(job):
        print(f"{job.style} {job.what}: all there", flush=True)
        return 0
    started = time.monotonic()
    made = 0
    for _ in MAKERS[job.what](job, Renderer(job.style, job.seed)):
        made += 1
        if made % SAVED_EVERY == 0:
            print(f"{job.style} {job.what}: {made}, {(time.monotonic() - started) / made:.2f} s each", flush=True)
    print(f"{job.style} {job.what}: {made} made in {time.monotonic() - started:.0f} s", flush=True)
    return made


def is_finished(job: Job) -> bool:
    """Return whether all pictures exist."""
    if job.what == "sequences":
        return all((folder / "label.json").exists() for folder in _sequence_folders(job))
    shelves: dict[Path, Shelf] = {}
    return all(shelves.setdefault(folder, Shelf(folder)).has(name) for folder, name in _pictures(job))


def _pictures(job: Job) -> Iterator[tuple[Path, str]]:
    """Folder and name of every picture."""
    if job.what == "stills":
        yield from ((job.folder / still.kind, still.name(job)) for still in _stills(job))
    elif job.what in ("crowd", "desk"):
        yield from ((job.folder / job.what, name) for i in range(job.count) for name in _crowd_names(job, i))
    else:
        yield from ((job.folder / "enrolment", shot.name) for shot in _shots(job))


def _stills(job: Job) -> Iterator[Still]:
    numbers: dict[str, int] = {}
    for kind in stills.rounds(job.tray_kinds or tuple(COUNTS), job.count):
        numbers[kind] = numbers.get(kind, -1) + 1
        yield Still(kind, numbers[kind])


def _shots(job: Job) -> Iterator[enrolment.Shot]:
    return enrolment.shots(job.count, job.piece_kinds, LATER_TOKENS.get(job.style, ()))


def _crowd_names(job: Job, number: int) -> list[str]:
    return [f"images/{job.style}_{job.what}_s{job.seed}_{number:04d}_{k}.jpg" for k in range(crowds.DEVELOPED)]


def _sequence_folders(job: Job) -> list[Path]:
    return [job.folder / "sequences" / f"{job.style}_s{job.seed}_seq_{i:02d}" for i in range(job.count)]


def _make_stills(job: Job, renderer: Renderer) -> Iterator[None]:
    plates = Plates(renderer, job.seed, job.views)
    shelves: dict[str, Shelf] = {}
    for still in _stills(job):
        shelf = shelves.setdefault(still.kind, Shelf(job.folder / still.kind))
        if shelf.has(still.name(job)):
            continue
        rng = job.rng(seed_of(still.kind), still.number)
        is_calm = bool(rng.random() < job.calm)
        shelf.add(still.name(job), stills.take(plates, still.kind, rng, is_calm))
        shelf.save()
        yield


def _make_crowds(job: Job, renderer: Renderer) -> Iterator[None]:
    draw, arrange = (draw_desk, desks.arrange) if job.what == "desk" else (draw_view, crowds.arrange)
    plates = Plates(renderer, job.seed, job.views, draw=draw)
    shelf = Shelf(job.folder / job.what)
    for number in range(job.count):
        names = _crowd_names(job, number)
        if all(shelf.has(name) for name in names):
            continue
        for name, picture in zip(names, crowds.take(plates, job.rng(CROWD_LOT, number), arrange), strict=True):
            shelf.add(name, picture)
        shelf.save()
        yield from (None for _ in names)


def _make_enrolment(job: Job, renderer: Renderer) -> Iterator[None]:
    shelf = Shelf(job.folder / "enrolment")
    around: enrolment.Round | None = None
    for shot in _shots(job):
        if shelf.has(shot.name):
            continue
        if around is None or around.number != shot.round:
            around = enrolment.set_up(renderer, job.seed, shot.round)
        shelf.add(shot.name, enrolment.take(renderer, job.seed, shot, around))
        shelf.save()
        yield


def _make_sequences(job: Job, renderer: Renderer) -> Iterator[None]:
    kinds = tuple(kind for kind in job.tray_kinds if kind in DICE_OF or kind == "mixed")
    for number, folder in enumerate(_sequence_folders(job)):
        if (folder / "label.json").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        write_sequence(renderer, folder, job.rng(SEQUENCE_LOT, number), number, kinds)
        yield


MAKERS = {
    "stills": _make_stills,
    "crowd": _make_crowds,
    "desk": _make_crowds,
    "enrol": _make_enrolment,
    "sequences": _make_sequences,
}
