"""One physical table: its games, what its readers say, and who is told of it. Broker, page's server and sensors are somebody else's.

A house has one of them, beside the sensors on its own machine; a hall's worker has as many as it serves.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import SystemRandom

from companion.errors import LamplightError
from companion.i18n import Languages
from companion.messaging import Bus, Message, listen
from companion.messaging.displays.home_assistant import DiscoveryPublisher, remove_discovery
from companion.messaging.publisher import TablePublisher
from companion.messaging.rpc.kit_client import KitClient
from companion.messaging.rpc.photo_client import PhotoClient
from companion.messaging.rpc.port_client import PortClient
from companion.ops.health.metrics import Metrics
from companion.presentation.pages.reader_health import ReaderStates
from companion.schema import Alarm, LookAgainRequest, TrayActivity, codec, load_tags, topics
from companion.sessions import Devices, SessionCallbacks, SessionManager, SqlEventLog, TagBook
from companion.settings import Settings
from companion.system.clock_jumps import since_boot
from companion.web.routes.house import READERS, SETUP
from companion.web.sse import STILL, RenderGate, SnapshotBroadcaster


def do_nothing() -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class RuntimeHooks:
    """What a table asks whoever runs it, and tells it; the defaults are those of a table that runs by itself."""

    has_camera: Callable[[], bool] = lambda: True
    """Whether anybody would miss one."""
    alarms: Callable[[], Sequence[Alarm]] = tuple
    """What is wrong with whatever runs this."""
    narrow: Callable[[], None] = do_nothing
    """Called at each change, before pages are told."""
    page: Callable[[], str] = str
    """The page's address for others in the network."""
    reading: Callable[[str], None] = lambda _table: None
    """Hears of each game before it is read."""
    screens: RenderGate | None = None
    """Those of all tables of this process."""


ALONE = RuntimeHooks()


class TableRuntime:
    """Read from its log at once; on the bus from `connect` on. Safe for threads."""

    def __init__(
        self,
        settings: Settings,
        log: SqlEventLog,
        bus: Bus,
        languages: Languages,
        metrics: Metrics,
        hooks: RuntimeHooks = ALONE,
    ) -> None:
        """Read the games from the log. Raises StoreError."""
        self.settings, self.log, self.bus, self.languages = settings, log, bus, languages
        self._narrow = hooks.narrow
        self.tags = TagBook(load_tags(settings.tags) if settings.tags else {}, settings.data / "tags.json")
        self.devices = Devices(log.device_repository(), time.time, since_boot)
        callbacks = SessionCallbacks(self.devices.claimed, hooks.reading)
        self.hall = SessionManager(
            log, SystemRandom(), settings.place, self.tags, settings.camera.first_zone, callbacks
        )
        self.hub = SnapshotBroadcaster(hooks.screens)
        self.senses = ReaderStates(self._sensed, self.heard, hooks.has_camera)
        self._subscribe(metrics)
        self.telling = TablePublisher(self.hall, bus, languages, settings.language, self.senses, hooks.alarms)
        self._announcing = (
            DiscoveryPublisher(bus, settings.place, self.telling.translator_for(), hooks.page)
            if settings.broker.home_assistant
            else None
        )
        uploads = settings.data / "uploads"
        self.photographs = PhotoClient(bus, settings.place, uploads, self.camera)
        self.teaching = KitClient(bus, settings.place, uploads, self.camera)
        self.ports = PortClient(bus, settings.place, lambda: bool(self.senses.find_reader("bridge")))

    def connect(self) -> None:
        """To the bus: from now on pages, displays and readers are told what changes at the tables. Raises BusError."""
        self.hall.add_listener(self.telling.publish_table)
        self.hall.add_listener(lambda table: self.bus.afterwards(partial(self._tell_pages, table)))
        self.hall.add_correction_listener(self.teaching.correct)
        self.bus.start()
        self.telling.publish_initial()
        self.announce()

    def leave(self) -> None:
        """It is served elsewhere from now on: its pages ask there, and its games need no memory here."""
        self.hub.close()
        self.hall.close()
        self.ear.close()

    def announce(self) -> None:
        """Home Assistant hears of the table and where its page is now, or of none any more."""
        if self._announcing is not None:
            self._announcing.announce()
        else:
            remove_discovery(self.bus, self.settings.place)

    def camera(self) -> str:
        """The camera's reader that is there, "" = there is none."""
        return self.senses.find_reader("camera")

    def look_again(self) -> None:
        """The camera looks at its tray once more. Raises LamplightError where there is none."""
        reader = self.camera()
        if not reader:
            raise LamplightError("The camera's reader is not running. Lay the things anew, or answer by hand.")
        self.bus.publish(topics.look(self.settings.place, reader), codec.encode(LookAgainRequest(secrets.token_hex(8))))

    def heard(self) -> None:
        """A reader has said something new of itself."""
        for page in (READERS, SETUP):
            self.hub.touch(page)

    def _tell_pages(self, table: str) -> None:
        """Last: a snapshot takes the processor for milliseconds, and whoever is told by the bus would wait for it."""
        self._narrow()
        self.heard()
        self.hub.touch(table)

    def _subscribe(self, metrics: Metrics) -> None:
        bus, place = self.bus, self.settings.place
        bus.will(topics.table_status(place), b"offline")
        take = metrics.timed(self.hall.handle_reading)
        self.ear = consume_readings(bus, place, take, lambda _table, source, epoch: self.log.contiguous(source, epoch))
        for name in ("status", "description"):
            bus.subscribe(topics.of_reader(place, topics.ANY, name), self._hear)
        bus.subscribe(topics.of_reader(place, topics.ANY, "live"), self._stir)
        bus.on_connection(lambda is_there: self._greet() if is_there else None)

    def _greet(self) -> None:
        self.bus.publish(topics.table_status(self.settings.place), b"online", retain=True)

    def _hear(self, message: Message) -> None:
        message.ack()
        self.senses.update(message.topic, message.payload)
        if not self.camera():
            self.hub.stir(STILL)  # one that has vanished said nothing more

    def _sensed(self) -> None:
        self.hub.touch_all()
        self.telling.publish_alarms()

    def _stir(self, message: Message) -> None:
        message.ack()
        live = codec.decode(TrayActivity, message.payload)
        self.hub.stir(live.tray)
        self.hall.test_throws.track_motion(live.tray)
