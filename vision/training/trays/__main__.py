"""Render labelled pictures of trays:  python -m vision.training.trays --style R201 --what crowd --n 20 --out trays/

With --styles every style is rendered in a separate process. Existing pictures are skipped. A process keeps about one
core busy: set --processes to the number of cores.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.errors import LamplightError
from vision.training.trays.scenes.jobs import KINDS, WHAT, Job, is_finished, run
from vision.training.trays.styles.by_name import names_in

USUAL = ", ".join(f"{count} for {what}" for what, count in WHAT.items())


class UnknownKindError(LamplightError):
    """No kind of piece or tray of this name."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m vision.training.trays", description=__doc__)
    style = made.add_mutually_exclusive_group(required=True)
    style.add_argument("--style", help="A, or R<number> for a random style")
    style.add_argument("--styles", help="many styles: A,R7 or R201-R300")
    made.add_argument("--out", type=Path, default=Path("trays"), help="pictures go to <out>/<style>/")
    made.add_argument("--what", default="stills", choices=tuple(WHAT))
    made.add_argument("--n", type=int, help=f"how many; without it {USUAL}")
    made.add_argument("--seed", type=int, default=1, help="another seed gives other pictures beside the old ones")
    made.add_argument("--kinds", default="", help=f"only these, comma between them: {', '.join(KINDS)}")
    made.add_argument("--calm", type=float, default=0.0, help="share of stills without cocked dice, hand, coin, pen")
    made.add_argument("--plates", type=int, help="number of views of the empty tray; default: grows with --n")
    made.add_argument("--processes", type=int, default=1, help="with --styles: how many at once")
    return made


def jobs_of(chosen: argparse.Namespace) -> list[Job]:
    """One job a style; raises `UnknownStyleError` and `UnknownKindError`."""
    kinds = tuple(kind for kind in chosen.kinds.split(",") if kind)
    if set(kinds) - set(KINDS):
        raise UnknownKindError(
            f"There are no {', '.join(sorted(set(kinds) - set(KINDS)))}: take of {', '.join(KINDS)}."
        )
    count = WHAT[chosen.what] if chosen.n is None else chosen.n
    return [
        Job(name, chosen.what, chosen.out, count, chosen.seed, kinds, chosen.calm, chosen.plates)
        for name in names_in(chosen.styles or chosen.style)
    ]


def command_of(job: Job) -> list[str]:
    """Return the command that runs this job in a separate process."""
    command = [sys.executable, "-m", "vision.training.trays", "--style", job.style, "--what", job.what]
    command += ["--out", str(job.out), "--n", str(job.count), "--seed", str(job.seed), "--calm", str(job.calm)]
    command += ["--kinds", ",".join(job.kinds)] if job.kinds else []
    return command + (["--plates", str(job.plates)] if job.plates else [])


def run_apart(job: Job) -> bool:
    """Run an unfinished job in a separate process, so that a crash affects no other style. Returns whether it
    succeeded.
    """
    return is_finished(job) or subprocess.run(command_of(job), check=False).returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    made = parser()
    chosen = made.parse_args(arguments)
    try:
        jobs = jobs_of(chosen)
        if chosen.style:
            run(jobs[0])
            return 0
    except LamplightError as refused:
        made.error(str(refused))
    except ModuleNotFoundError as missing:
        made.error(f"Rendering needs the package {missing.name}: uv sync --group train, see vision/training/README.md.")
    with ThreadPoolExecutor(chosen.processes) as pool:
        went_well = list(pool.map(run_apart, jobs))
    failed = [job.style for job, is_well in zip(jobs, went_well, strict=True) if not is_well]
    if failed:
        print(
            f"Not finished: {', '.join(failed)}. The lines above say why; run the same command again.", file=sys.stderr
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
