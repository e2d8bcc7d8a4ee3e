"""Make the nets from nothing:  python -m vision.training PHOTOS --out WORK

Draw the pictures, train from new weights, export, quantise, weigh the evidence and measure, on two cores. The nets in
`vision/models` only place the dice of photographs whose labels do not, so keep them. After a stop the same command goes on:
what is finished is kept, a training that was stopped begins again. Needs the group `train` and the packages that
`README.md` names.
"""

import argparse
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

CORES = 2


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots of tables that are drawn quickly."""

    letter: str
    """Its lots are called by it and a number."""
    count: int
    seed: int
    mix: str
    """What lies on them, one of `vision.training.marched.contents.MIXES`."""


LOTS = (Lots("M", 5, 7000, "dice"), Lots("S", 4, 8000, "symbols"))
SCENES = 250
"""In each lot of tables, and in each of cut-outs."""
CUTOUTS = ("C1", "C2", "C3", "C4")
RENDERED, TRAYS = tuple(f"R{number}" for number in range(201, 217)), 6
"""Styles that are path traced, and crowded trays of each."""
DESKS, DESK_SCENES = tuple(f"R{number}" for number in range(301, 309)), 10
"""The same of desks seen aslant and from near."""
HELD, MEASURED = ("A", "R901", "R128"), ("R902", "R903", "R904", "R905")
"""Styles that no net sees: the evidence is weighed on the first, the reader is measured on the others."""
STILLS, ROUNDS = 36, 5
"""Stills and rounds of enrolment shots of each of them."""
SECONDS = {"finder": 2400, "faces": 3300, "look": 2400}
"""Of training."""
MODELS = Path(__file__).parents[1] / "models"


@dataclass(frozen=True, slots=True)
class Step:
    """One command, run where what it makes is not there yet."""

    name: str
    module: str
    arguments: tuple[str, ...]
    after: tuple[str, ...] = ()
    """Names of the steps that must be done before."""


class StepError(Exception):
    """A step failed; the message names it and where its words are."""


def steps(photos: Path, work: Path) -> tuple[Step, ...]:
    """Return all steps, in an order in which they can be run."""
    return (*_pictures(photos, work), *_trainings(photos, work), *_measures(photos, work))


def _pictures(photos: Path, work: Path) -> Iterator[Step]:
    for lots in LOTS:
        for number in range(1, lots.count + 1):
            yield _table(work, lots, number)
    cut = (str(photos), "--scenes", str(SCENES), "--out", str(work / "cutouts"), "--name", *CUTOUTS)
    yield Step("cutouts", "vision.training.cutouts", (*cut, "--kept", str(work / "pieces.pkl")))
    for style in RENDERED:
        yield Step(f"trays-{style}", "vision.training.trays", _rendered(work / "trays", style, "crowd", TRAYS, 500))
    for style in DESKS:
        yield Step(
            f"desks-{style}", "vision.training.trays", _rendered(work / "trays", style, "desk", DESK_SCENES, 500)
        )


def _table(work: Path, lots: Lots, number: int) -> Step:
    name = f"{lots.letter}{number}"
    words = ("--scenes", str(SCENES), "--seed", str(lots.seed + number), "--mix", lots.mix)
    return Step(f"tables-{name}", "vision.training.marched", (*words, "--out", str(work / "tables"), "--name", name))


def _rendered(out: Path, style: str, what: str, count: int, seed: int) -> tuple[str, ...]:
    return ("--style", style, "--what", what, "--n", str(count), "--seed", str(seed), "--out", str(out))


def _trainings(photos: Path, work: Path) -> Iterator[Step]:
    drawn = [str(work / "tables" / f"{lots.letter}{number}") for lots in LOTS for number in range(1, lots.count + 1)]
    drawn += [str(work / "cutouts" / name) for name in CUTOUTS]
    drawn += [str(work / "trays" / style) for style in (*RENDERED, *DESKS)]
    pictures = tuple(step.name for step in _pictures(photos, work))
    learnt = (*drawn, "--photos", str(photos))
    yield Step("face-examples", "vision.training.face_examples", (*learnt, "--out", str(work / "faces")), pictures)
    yield _training("faces", (str(work / "faces"),), work, ("face-examples",))
    yield _training("finder", learnt, work, pictures)
    yield from _exported("finder", drawn, work, ("face-examples",))
    looks = (*learnt, "--out", str(work / "looks"))
    yield Step("look-examples", "vision.training.look_examples", looks, ("quantised-finder",))
    yield _training("look", (str(work / "looks"),), work, ("look-examples",))
    yield from _exported("look", drawn, work, ())
    yield from _exported("faces", drawn, work, ("quantised-look",))


def _training(net: str, learnt: Sequence[str], work: Path, after: tuple[str, ...]) -> Step:
    words = (*learnt, "--seconds", str(SECONDS[net]), "--out", str(work / f"{net}.pt"))
    return Step(f"train-{net}", f"vision.training.train_{net}", words, after)


def _exported(net: str, drawn: Sequence[str], work: Path, after: tuple[str, ...]) -> Iterator[Step]:
    """Yield the steps that put a net in its place.

    `after`: steps that still need the net before it, or that make what it works with.
    """
    plain = str(work / f"{net}.onnx")
    yield Step(f"exported-{net}", "vision.training.export", (net, str(work / f"{net}.pt"), plain), (f"train-{net}",))
    words = (net, plain, *drawn, "--out", str(MODELS / f"{net}.onnx"))
    yield Step(f"quantised-{net}", "vision.training.quantise", words, (f"exported-{net}", *after))


def _measures(photos: Path, work: Path) -> Iterator[Step]:
    held, fresh = ([str(work / "held" / style) for style in styles] for styles in (HELD, MEASURED))
    for style in (*HELD, *MEASURED):
        shots = _rendered(work / "held", style, "enrol", ROUNDS, 900)
        stills = _rendered(work / "held", style, "stills", STILLS, 900)
        yield Step(f"shots-{style}", "vision.training.trays", shots)
        yield Step(f"stills-{style}", "vision.training.trays", (*stills, "--calm", "0.4"), (f"shots-{style}",))
    nets = tuple(f"quantised-{net}" for net in SECONDS)
    rows = str(work / "rows.pkl")
    weighed = (*held, "--photos", str(photos), "--kept", rows)
    after = (*nets, *(f"stills-{style}" for style in HELD))
    yield Step("calibrate", "vision.training.measures.calibrate", weighed, after)
    pictures = str(MODELS.parents[1] / "docs" / "pictures")
    yield Step("report", "vision.training.measures.report", (rows, "--pictures", pictures), ("calibrate",))
    measured = (str(photos), "--styles", *fresh)
    after = ("calibrate", *(f"stills-{style}" for style in MEASURED))
    yield Step("model-card", "vision.training.measures.model_card", measured, after)


def run(every: Sequence[Step], act: Callable[[Step], None], is_done: Callable[[Step], bool]) -> None:
    """Run the steps, as many at once as there are cores, each after those it needs. Raises what a step raises.

    What is done is done again where something that it needs was not.
    """
    done: set[str] = set()
    for step in every:
        if done.issuperset(step.after) and is_done(step):
            done.add(step.name)
    left = [step for step in every if step.name not in done]
    going: dict[Future[None], Step] = {}
    with ThreadPoolExecutor(CORES) as pool:
        while left or going:
            ready = [step for step in left if done.issuperset(step.after)][: CORES - len(going)]
            left = [step for step in left if step not in ready]
            going |= {pool.submit(act, step): step for step in ready}
            for future in wait(going, return_when=FIRST_COMPLETED).done:
                future.result()
                done.add(going.pop(future).name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments and run what is left to do. Returns 1 after a failure."""
    options = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    options.add_argument("photos", type=Path, help="folder of the sets of photographs")
    options.add_argument("--out", type=Path, required=True, help="pictures, examples and weights are kept here")
    told = options.parse_args(arguments)
    work = told.out.absolute()
    (work / "done").mkdir(parents=True, exist_ok=True)
    begun, talk = time.monotonic(), threading.Lock()

    def marker(step: Step) -> Path:
        return work / "done" / step.name

    def is_done(step: Step) -> bool:
        """Return whether it is finished, with the same arguments."""
        return marker(step).exists() and marker(step).read_text(encoding="utf-8") == shlex.join(step.arguments)

    def act(step: Step) -> None:
        log = work / f"{step.name}.log"
        with log.open("w", encoding="utf-8") as words:
            command = [sys.executable, "-m", step.module, *step.arguments]
            code = subprocess.run(command, stdout=words, stderr=subprocess.STDOUT, check=False).returncode
        if code:
            with talk:
                print(f"{step.name} failed. What it said is in {log}.", file=sys.stderr, flush=True)
            raise StepError(step.name)
        marker(step).write_text(shlex.join(step.arguments), encoding="utf-8")
        with talk:
            print(f"{(time.monotonic() - begun) / 60:5.1f} min  {step.name}", flush=True)

    try:
        run(steps(told.photos.absolute(), work), act, is_done)
    except StepError:
        print("The same command goes on from here.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
