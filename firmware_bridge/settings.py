"""The settings of the bridge process."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import LamplightError
from companion.i18n import _
from companion.messaging import BrokerCredentials, Bus
from companion.schema import BRIDGE, topics
from companion.system.logging_config import LogSettings

READER_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,23}")  # with "bridge-" before it, one segment of a topic
MOST_LETTERS = 200  # letters of a line's name, a zone or a prefix

BusFactory = Callable[[BrokerCredentials, str], Bus]
"""Makes a client of the bus: account, name of the client."""


class BridgeSettingsError(LamplightError):
    """The bridge is configured with something that it cannot do."""

    code = "SETTINGSERROR"


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """One reader at one line."""

    name: str = "bag"  # its source is "bridge/<name>"
    driver: str = "rdm6300"
    port: str = (
        ""  # a path, /dev/serial/by-id/..., socket://host:port, ble:...; "" = one that only pretends, for the demo
    )
    zone: str = "bag"  # zone of the objects that it reads
    prefix: str = ""  # prefix of a scanner's codes

    @property
    def source(self) -> str:
        return f"bridge/{self.name}"

    @property
    def reader(self) -> str:
        """As topics name it."""
        return topics.reader_of(self.source)


@dataclass(frozen=True, slots=True)
class BridgeProcessSettings:
    """The settings of the bridge of one table."""

    table: str
    folder: str  # for the outboxes, and the readers set up on the page
    account: BrokerCredentials = field(default_factory=BrokerCredentials)
    readers: tuple[ReaderSettings, ...] = ()
    lines: tuple[str, ...] = ()  # that the system does not list and the page may use
    logs: LogSettings = field(default_factory=LogSettings)
    parent: int | None = None  # the process whose child it is, and with which it ends; None: it stands by itself

    @property
    def client(self) -> str:
        """Name of the bridge's own client of the bus."""
        return f"{self.account.user}.{BRIDGE}"


def check_reader(config: ReaderSettings) -> ReaderSettings:
    """Return the same where it can be used; raises BridgeSettingsError with the remedy."""
    if not READER_NAME.fullmatch(config.name):
        raise BridgeSettingsError(
            _(
                '"{name}" cannot be the name of a reader: 1 to 24 of a-z, 0-9, "_" and "-" are needed',
                name=config.name[:40],
            )
        )
    if not topics.SEGMENT.fullmatch(config.zone):
        raise BridgeSettingsError(
            _('"{zone}" is no place: bag, tray, pile, or a word of a-z, 0-9, "_" and "-"', zone=config.zone[:40])
        )
    if any(len(word) > MOST_LETTERS or not word.isprintable() for word in (config.port, config.prefix)):
        raise BridgeSettingsError(_("a line's name and a prefix are at most {n} printable letters", n=MOST_LETTERS))
    return config
