"""Who asks: what the holder of some keys is in the house, and at each of its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema import TABLE, Seat
from companion.sessions import WALL, Device

Kept: TypeAlias = Literal["table", "seat", "dealer", "keeper", "wall"]
Role: TypeAlias = Kept | Literal["stranger"]

STRANGER: frozenset[Role] = frozenset({"stranger"})
SHOWS: frozenset[Role] = frozenset({"wall"})


@dataclass(frozen=True, slots=True)
class Identity:
    """One browser; it may sit at one table and be the tablet of the others."""

    devices: tuple[Device, ...] = ()
    is_here: bool = False  # the very machine that plays a demo: it needs no key to be the tablet
    is_wall: bool = False  # it says so itself, and is nothing else then

    def seat(self, table: str) -> Seat:
        """Whose things it shows at a table: a seat's own, else the tablet's; a wall's where it is neither."""
        own = [device.role for device in self.devices if device.table == table and not self.is_wall]
        house = TABLE if "table" in self._of_house() and not self.is_wall else WALL
        return own[-1] if own and table else house

    def roles(self, table: str = "") -> frozenset[Role]:
        """What it is at a table; "" = in the house, where whoever sits at any of its tables is a seat."""
        own = frozenset(role_of(device.role) for device in self.devices if device.table and table in ("", device.table))
        found = own | (self._of_house() - {"table"} if own and table else self._of_house())
        if not found:
            return STRANGER
        return SHOWS if self.is_wall else found

    def _of_house(self) -> frozenset[Role]:
        here: frozenset[Role] = frozenset({"table"}) if self.is_here else frozenset()
        return here | {role_of(device.role) for device in self.devices if not device.table}


def role_of(role: str) -> Kept:
    """Of what a device is kept as: a seat is called by its own name.

    >>> role_of("keeper"), role_of("dealer"), role_of("3")
    ('keeper', 'dealer', 'seat')
    """
    match role:
        case "table" | "keeper" | "wall" | "dealer":
            return role
        case _:
            return "seat"
