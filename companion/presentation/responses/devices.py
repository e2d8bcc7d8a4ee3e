"""The page of devices, and the one of a device that was not let in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """How a browser stands that asks to be let in."""

    inside: bool  # it was let in already
    claimable: bool  # the house never had a tablet: it may be that
    lamp: str  # what its hall calls this table, "" = a house serves it
    was_in: bool = False  # it was let in once, and has been sent away
    demo: bool = False  # another command lets devices into it


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device that was let in."""

    id: str
    role: Literal["table", "keeper", "wall", "dealer", "seat"]
    seat: Seat  # of the table, "" = it sits nowhere
    table: str  # "" = the whole house
    title: Words  # of the table's game, "" = the whole house
    sits: Words  # who sits there, "" = nobody
    name: str
    at: float  # s, Unix; when it was let in
    seen: float  # s, Unix; when it was here last
    ends: float  # s, Unix; when it counts no more, unless it is here again
    here: bool  # it is the one that asks
    watching: bool  # one of its pages is open now


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    seat: Seat
    name: Words


@dataclass(frozen=True, slots=True)
class TableToJoin:
    """A table to whose seats phones can be invited."""

    table: str
    title: Words
    seats: tuple[SeatOfTable, ...]


@dataclass(frozen=True, slots=True)
class DevicesPage:
    assets: str
    devices: tuple[KnownDevice, ...]  # the oldest first
    tables: tuple[TableToJoin, ...]
    keeper: bool  # a device of its own keeps the house: the tablet does not any more
    tablets: int  # that could let others in
    demo: bool  # this very machine is the tablet without being let in
    lamp: str  # what its hall calls this table, "" = a house serves it
    now: float  # s, Unix: what "seen" is reckoned from; a device's own clock may be wrong
