"""The reader alone: how long a settled frame takes, idle watching, and how often it is right when it says how sure it is.

Times are of the processor, one thread, each compared with decoding and halving the same picture.
"""

from __future__ import annotations

import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, permutations
from statistics import mean
from time import thread_time
from typing import TypeAlias

import cv2
import numpy as np

from companion.schema import UNKNOWN, SeenObject
from tests.bench import floors
from tests.bench.frames import Labelled, settled
from tests.bench.line import BenchLine, Share, make_line
from vision.commands.read import load_picture
from vision.image.decoder import Image
from vision.image.frame import Frame
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import Kit, kit_names, load_kits
from vision.stream.demo_camera import RecordedThrow, load_throws
from vision.stream.tray_watch import Corners, TrayWatch

EACH = 5
"""Looks at a picture."""
IDLE = 60
"""Frames of an empty evening, after as many to warm up."""
TWENTY = 20
"""Kits of a collector's shelf."""
MOST_MB = 200.0
"""Memory of a process that reads with twenty kits."""
FPS = 10.0
NOISE = 2.0
"""Grey levels by which two pictures of a tray at rest differ, and no two pictures of a camera are the same."""
QUALITY = 90
"""JPEG, as cameras send it."""
LOOKS = 2
"""Frames of every recorded rest that are read."""
STEPS = (0.5, 0.8, 0.9, 0.95, 0.98)
"""Limits between the confidence classes."""
Said: TypeAlias = tuple[float, bool]
"""The stated confidence of a value, and whether it was right."""


def lines() -> Iterator[BenchLine | Share]:
    """Everything."""
    cv2.setNumThreads(1)
    kits = load_kits(kit_names())
    yield from times(kits)
    yield idle()
    yield memory()
    yield from reliability(said(load_throws(), kits))


def times(kits: Sequence[Kit]) -> Iterator[BenchLine]:
    """A settled frame with six dice: with the kit of its dice, with all kits there are, and with twenty."""
    for name, act in readers(kits).items():
        samples, bare = [], []
        for frame in settled():
            one = [kit for kit in kits if kit.kind == frame.kind][:1]
            took, floor = looks(frame, lambda image, act=act, one=one: act(image, one))  # type: ignore[misc]
            samples += took
            bare += floor
        yield make_line(f"vision.six_dice.{name}", "ms", samples, bare)


def readers(kits: Sequence[Kit]) -> dict[str, Callable[[Image, Sequence[Kit]], object]]:
    """A timed function of the picture and the kit of its dice."""
    many = shelf_of(kits)
    return {
        "one_kit": read_tray,
        "all_kits": lambda image, _: read_tray(image, kits),
        "twenty_kits": lambda image, _: read_tray(image, many),
    }


def shelf_of(kits: Sequence[Kit]) -> tuple[Kit, ...]:
    """Return twenty kits: these, and sets of the same kinds in other colours."""
    shown = [kit for kit in kits if kit.shots]
    others = (_recoloured(kit, hues) for hues in permutations(range(3)) if hues != (0, 1, 2) for kit in shown)
    return (*kits, *islice(others, TWENTY - len(kits)))


def _recoloured(kit: Kit, hues: Sequence[int]) -> Kit:
    """Return the kit with its shots' colours in another order."""
    shots = (replace(shot, image=np.ascontiguousarray(shot.image[..., list(hues)])) for shot in kit.shots)
    return replace(kit, name=f"{kit.name}_{''.join(map(str, hues))}", shots=tuple(shots))


def looks(frame: Labelled, read: Callable[[Image], object]) -> tuple[list[float], list[float]]:
    """Milliseconds of the processor for each look, and for each floor between them; the first look fetches nets and shots."""
    read(frame.image)
    samples, bare = [], []
    for _ in range(EACH):
        bare += floors.timed(floors.decoding(frame.path), 1, thread_time)
        samples += floors.timed(lambda: read(frame.image), 1, thread_time)
    return samples, bare


def idle() -> BenchLine:
    """Share of one core for watching a tray in which nothing happens, 10 pictures of 1280x720 a second, decoded too."""
    pictures = noisy(settled()[0].image, 5)
    watch = TrayWatch(read=_nothing)
    samples, bare = [], []
    for index in range(2 * IDLE):
        data = pictures[index % len(pictures)]
        took = floors.timed(partial(_fed, watch, data, index), 1, thread_time)
        floor = floors.timed(floors.unpacking(data), 1, thread_time)
        if index >= IDLE:
            samples += took
            bare += floor
    share = 100 * FPS / 1000
    return make_line("vision.idle", "% of a core", [share * ms for ms in samples], [share * ms for ms in bare], mean)


def memory() -> BenchLine:
    """Return the most memory of a process that reads with twenty kits; the floor is one that only loads the libraries."""
    floor, most = (_held_by(*kits) for kits in ((), (str(TWENTY),)))
    line = make_line("vision.memory.twenty_kits", "MB", [most], [floor])
    return line.limited(MOST_MB / floor).explained(f"bar {MOST_MB:g} MB")


def _held_by(*kits: str) -> float:
    command = [sys.executable, "-m", "tests.bench.reader_memory", *kits]
    return float(subprocess.check_output(command, text=True))


def _fed(watch: TrayWatch, data: bytes, index: int) -> None:
    watch.feed(Frame(data, index / FPS, index))


def _nothing(image: Image, tray: Corners | None) -> tuple[SeenObject, ...]:
    assert image is not None, tray
    return ()


def noisy(image: Image, count: int) -> list[bytes]:
    """So many JPEG pictures of the same, as a camera would send them."""
    random = np.random.default_rng(7)
    made = []
    for _ in range(count):
        grain = random.normal(0, NOISE, image.shape)
        grainy = np.clip(image + grain, 0, 255).astype(np.uint8)
        made.append(cv2.imencode(".jpg", grainy, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes())
    return made


def said(throws: Sequence[RecordedThrow], kits: Sequence[Kit]) -> list[Said]:
    """Yield every guess at the recorded throws at rest, sure or not. Each real object is right once."""
    rows: list[Said] = []
    for throw in throws:
        for rest in throw.rests:
            for path in throw.frames[rest.first : rest.last + 1][:LOOKS]:
                rows += judged(read_tray(load_picture(path), kits), rest.values)
    return rows


def judged(objects: Sequence[SeenObject], truth: Sequence[tuple[str, str]]) -> Iterator[Said]:
    """The guesses among what was seen, surest first."""
    left = Counter(truth)
    for seen in sorted(objects, key=lambda seen: -seen.conf):
        value = seen.value or (seen.alternatives[0][0] if seen.alternatives else None)
        if seen.kind != UNKNOWN and value is not None:
            right = left[seen.kind, value] > 0
            left[seen.kind, value] -= right
            yield seen.conf, right


def reliability(rows: Sequence[Said]) -> Iterator[Share]:
    """Return the share of correct values per confidence class."""
    bins: dict[int, list[Said]] = {}
    for row in rows:
        bins.setdefault(bisect_right(STEPS, row[0]), []).append(row)
    for place, inside in sorted(bins.items()):
        low, high = (0.0, *STEPS)[place], (*STEPS, 1.0)[place]
        hits = sum(right for _, right in inside)
        yield Share(
            f"vision.right_of_said.{low:g}_{high:g}", hits, len(inside), mean(conf for conf, _ in inside), "said"
        )
