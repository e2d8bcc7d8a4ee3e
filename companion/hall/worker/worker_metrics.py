"""A worker in numbers, beside those that its lamps count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from companion.hall.database.worker_registry import Assignment
from companion.hall.tables.table_slot import TableSlot
from companion.hall.worker.liveness import WorkerLiveness
from companion.ops.health.machine import MachineInfo, free
from companion.ops.health.metrics import Gauge


class ConnectionState(Protocol):
    """What is asked of the connection to the broker."""

    @property
    def connected(self) -> bool: ...

    @property
    def reconnects(self) -> int: ...


def worker_gauges(
    liveness: WorkerLiveness,
    bus: ConnectionState,
    slots: Mapping[str, TableSlot],
    called: Callable[[], Assignment],
    failed: Callable[[], int],
    data: Path,
) -> tuple[Gauge, ...]:
    """`called`: what the last roll has found; `failed`: rounds of its threads; `data`: the folder whose disk is looked at."""
    rounds = Gauge(
        "lamplight_hall_rounds_failed_total", "Of what a worker does again and again; the log has the first.", failed
    )
    return (*_of_tables(slots, called, liveness), *_of_others(liveness, bus), rounds, *_of_the_machine(data))


def _of_tables(
    slots: Mapping[str, TableSlot], called: Callable[[], Assignment], liveness: WorkerLiveness
) -> tuple[Gauge, ...]:
    def total(count: Callable[[TableSlot], int]) -> Callable[[], float]:
        return lambda: sum(map(count, tuple(slots.values())))

    return (
        Gauge("lamplight_hall_tables", "That workers are to serve, in the whole hall.", lambda: len(called().all)),
        Gauge("lamplight_hall_tables_served", "By this worker.", lambda: len(slots)),
        Gauge("lamplight_hall_tables_lit", "Of these, read from the log.", total(lambda one: one.is_loaded)),
        Gauge("lamplight_hall_tables_unread", "Of these, waiting to be read.", total(lambda one: not one.is_loaded)),
        Gauge(
            "lamplight_hall_tables_taken_total",
            "That came to this worker since its start.",
            lambda: liveness.tables_taken,
        ),
        Gauge("lamplight_hall_pages", "That are open.", total(lambda one: one.pages)),
        Gauge("lamplight_hall_messages_waiting", "Off the bus, not dealt with.", total(lambda one: one.waiting)),
    )


def _of_others(liveness: WorkerLiveness, bus: ConnectionState) -> tuple[Gauge, ...]:
    return (
        Gauge("lamplight_hall_roll_age_seconds", "Since the last one that was called.", lambda: liveness.age),
        Gauge("lamplight_hall_database_up", "1 = the last roll was called.", lambda: float(not liveness.is_failing)),
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
