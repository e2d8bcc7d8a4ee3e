"""Results of a run: waiting times of readings, and cost per answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TICKS = 100  # clock ticks per second


@dataclass(frozen=True, slots=True)
class Span:
    """A monotonic time span in s."""

    begin: float
    end: float

    def has(self, at: float) -> bool:
        return self.begin <= at <= self.end


def outside(laid: Iterable[Mapping[str, Any]], spans: Sequence[Span], until: str = "acked") -> list[float]:
    """Sorted durations in s from a reading until it was "acked" or "shown", except those that overlap a span."""
    found = (one for one in laid if one[until])
    return sorted(
        one[until] - one["at"]
        for one in found
        if not any(span.begin <= one[until] and one["at"] <= span.end for span in spans)
    )


def part(sorted_: Sequence[float], share: float) -> float:
    """Return the quantile in ms, of values in s.

    >>> part([0.001, 0.002, 0.003, 0.004], 0.5)
    3.0
    """
    return round(1000 * sorted_[min(len(sorted_) - 1, int(share * len(sorted_)))], 1) if sorted_ else 0.0


def processor(pid: int) -> float:
    """Processor time of a process and its threads in s; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def children(pid: int) -> tuple[int, ...]:
    """The living children of a process."""
    try:
        return tuple(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except OSError:
        return ()


def processor_of_children(pid: int) -> float:
    """Processor time of a process, its descendants and the children that it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / TICKS + sum(map(processor, children(pid)))


def memory(pid: int) -> int:
    """Private memory of a process plus its share of shared memory, in bytes."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def carried(pid: int) -> int:
    """Bytes that a process has read and written with read and write, over the network too."""
    told = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(told["rchar"]) + int(told["wchar"])
