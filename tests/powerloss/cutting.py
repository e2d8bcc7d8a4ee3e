"""Cuts the power of a recorded workload at many moments, and checks what is left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.powerloss.checks import as_after_a_cut
from tests.powerloss.disk import images
from tests.powerloss.journal import Op


@dataclass(frozen=True, slots=True)
class Loss:
    """A power cut after which a check failed."""

    workload: str
    moment: int  # number of changes before it
    why: str


def losses(workload: str, journal: Sequence[Op], place: Path, seed: int, how_many: int) -> Iterator[Loss]:
    """Cut the power this number of times. `place`: a folder for one image after the other."""
    chance = Random(seed)
    for number, (moment, disk) in enumerate(images(journal, chance, how_many)):
        folder = place / f"{workload}{number}"
        disk.cut(folder, chance)
        try:
            as_after_a_cut(workload.partition("-")[0], folder, tuple(disk.told))
        except Exception as error:  # noqa: BLE001 - any error: the code should have started
            yield Loss(workload, moment, f"{type(error).__name__}: {error}")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
