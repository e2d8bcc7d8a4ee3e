"""What the page needs of the rest of the house, handed over by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.rules.game import Game
from companion.tables.hall import Hall
from companion.web.devices import Devices
from companion.web.snapshot import Demo, Sense
from companion.web.stream import Hub

Corners: TypeAlias = tuple[tuple[float, float], ...]  # px of the camera's picture; () = none


@dataclass(frozen=True, slots=True)
class Parts:
    hall: Hall
    hub: Hub
    devices: Devices
    games: Callable[[], tuple[Game, ...]]  # type: ignore[type-arg]  # the shelf shows games of any state
    senses: Callable[[], tuple[Sense, ...]]
    broker: str  # which broker runs and what it promises
    pictures: Path  # annotated crops of the readings
    frame: Callable[[Corners], None]  # four corners of the tray, all the way round; () = its markers say it
    look: Callable[[bytes], str]  # an uploaded photograph; "" or the sentence why it is no reading
    demo: Demo | None = None
    throw: Callable[[str], None] | None = None  # demo: play a recorded throw of that kind
    lay: Callable[[str], None] | None = None  # demo: lay the tag on the reader
    address: Callable[[], str] | None = (
        None  # "http://192.168.1.5:8080", for a QR code asked for on this machine itself
    )
