"""A worker in numbers, beside those that its tables count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.hall.tables.table_cache import TableCache
from companion.hall.tables.table_queue import TableQueue
from companion.hall.worker.change_listener import ChangeListener
from companion.messaging import MqttBus
from companion.ops.health.machine import MachineInfo, free
from companion.ops.health.metrics import Gauge


def worker_gauges(
    tables: TableCache,
    queue: TableQueue,
    bus: MqttBus,
    listener: ChangeListener,
    failed: Callable[[], int],
    data: Path,
) -> tuple[Gauge, ...]:
    """`failed`: rounds of its threads; `data`: the folder whose disk is looked at."""

    def pages() -> float:
        return sum(table.broadcaster.streams for table in tables.tables)

    return (
        Gauge("lamplight_hall_tables_at_hand", "That this worker has in memory.", lambda: len(tables)),
        Gauge("lamplight_hall_tables_read_total", "Read from the database.", lambda: tables.loaded),
        Gauge("lamplight_hall_pages", "That are open.", pages),
        Gauge("lamplight_hall_messages_waiting", "Off the bus, not dealt with.", lambda: queue.length),
        Gauge("lamplight_hall_database_up", "1 = it is reached.", lambda: float(listener.is_listening)),
        Gauge("lamplight_bus_connected", "1 = the broker is reached.", lambda: float(bus.connected)),
        Gauge("lamplight_bus_reconnects_total", "It was reached again.", lambda: bus.reconnects),
        Gauge("lamplight_hall_rounds_failed_total", "Of what a worker does again and again; see its log.", failed),
        *_of_the_machine(data),
    )


def _of_the_machine(data: Path) -> tuple[Gauge, ...]:
    machine = MachineInfo()
    return (
        Gauge("lamplight_disk_free_bytes", "On the disk of the data folder.", lambda: free(data)),
        Gauge("lamplight_memory_bytes", "Resident.", lambda: machine.memory),
        Gauge("lamplight_handles", "Open files and sockets.", lambda: machine.handles),
        Gauge("lamplight_threads", "Threads of the worker.", lambda: machine.threads),
    )
