"""A worker in numbers, beside those that its lamps count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from companion.hall.berth import Berth
from companion.hall.pulse import Pulse
from companion.hall.roll import Called
from companion.ops.health.machine import MachineInfo, free
from companion.ops.health.metrics import Gauge


class Connected(Protocol):
    """What is asked of the connection to the broker."""

    @property
    def connected(self) -> bool: ...

    @property
    def reconnects(self) -> int: ...


def numbers(
    pulse: Pulse,
    bus: Connected,
    berths: Mapping[str, Berth],
    called: Callable[[], Called],
    failed: Callable[[], int],
    data: Path,
) -> tuple[Gauge, ...]:
    """`called`: what the last roll has found; `failed`: rounds of its threads; `data`: the folder whose disk is looked at."""
    rounds = Gauge(
        "lamplight_hall_rounds_failed_total", "Of what a worker does again and again; the log has the first.", failed
    )
    return (*_of_tables(berths, called, pulse), *_of_others(pulse, bus), rounds, *_of_the_machine(data))


def _of_tables(berths: Mapping[str, Berth], called: Callable[[], Called], pulse: Pulse) -> tuple[Gauge, ...]:
    def told(count: Callable[[Berth], int]) -> Callable[[], float]:
        return lambda: sum(map(count, tuple(berths.values())))

    return (
        Gauge("lamplight_hall_tables", "That workers are to serve, in the whole hall.", lambda: len(called().all)),
        Gauge("lamplight_hall_tables_served", "By this worker.", lambda: len(berths)),
        Gauge("lamplight_hall_tables_lit", "Of these, read from the log.", told(lambda one: one.is_lit)),
        Gauge("lamplight_hall_tables_unread", "Of these, waiting to be read.", told(lambda one: not one.is_lit)),
        Gauge("lamplight_hall_tables_taken_total", "That came to this worker since its start.", lambda: pulse.taken),
        Gauge("lamplight_hall_pages", "That are open.", told(lambda one: one.pages)),
        Gauge("lamplight_hall_messages_waiting", "Off the bus, not dealt with.", told(lambda one: one.waiting)),
    )


def _of_others(pulse: Pulse, bus: Connected) -> tuple[Gauge, ...]:
    return (
        Gauge("lamplight_hall_roll_age_seconds", "Since the last one that was called.", lambda: pulse.age),
        Gauge("lamplight_hall_database_up", "1 = the last roll was called.", lambda: float(not pulse.fails)),
        Gauge("lamplight_bus_connected", "1 = the broker is reached.", lambda: float(bus.connected)),
        Gauge("lamplight_bus_reconnects_total", "It was reached again.", lambda: bus.reconnects),
    )


def _of_the_machine(data: Path) -> tuple[Gauge, ...]:
    machine = MachineInfo()
    return (
        Gauge("lamplight_disk_free_bytes", "On the disk of the data folder.", lambda: free(data)),
        Gauge("lamplight_memory_bytes", "Resident.", lambda: machine.memory),
        Gauge("lamplight_handles", "Open files and sockets.", lambda: machine.handles),
        Gauge("lamplight_threads", "Threads of the worker.", lambda: machine.threads),
    )
