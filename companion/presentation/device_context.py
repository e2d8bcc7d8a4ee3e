"""The room around a table: what the page knows beside the table itself."""

from __future__ import annotations

from dataclasses import dataclass

from companion.presentation.demo_throws import Recorded
from companion.presentation.responses.event import SharedEvent
from companion.presentation.responses.snapshot import DemoOffers, ReaderSummary
from companion.schema.prompt import Seat


@dataclass(frozen=True, slots=True)
class DeviceContext:
    """What the page knows beside the table itself."""

    boot: str  # of this process; a snapshot of another boot is older
    version: int  # rises with every change of the table or of the room
    assets: str
    claimed: frozenset[Seat]  # seats with a device of their own
    watching: dict[Seat, int]  # open streams by seat
    senses: tuple[ReaderSummary, ...]
    broker: str
    demo: DemoOffers | None
    looks: bool = False  # a camera can be asked to look again
    recorded: Recorded = ()
    language: str = "en"  # of the device
    keeps: bool = False  # this device keeps the house
    event: SharedEvent | None = None  # of many tables
    staff: bool | None = None  # whether the hall's staff was called; None: there is none
