"""One physical table: its games, what its readers say, and who is told of it. Broker, page's server and sensors are somebody else's.

A house has one of them, beside the sensors on its own machine; a hall's worker has as many as it serves.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from random import SystemRandom

from companion.errors import LamplightError
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.messaging import Bus, Message, consume_readings
from companion.messaging.alarms import AlarmSource
from companion.messaging.displays.home_assistant_discovery import DiscoveryPublisher, remove_discovery
from companion.messaging.reading_consumer import Outcome
from companion.messaging.rpc.kit_client import KitClient
from companion.messaging.rpc.photo_client import PhotoClient
from companion.messaging.rpc.port_client import PortClient
from companion.messaging.table_publisher import TablePublisher
from companion.ops.health.metrics import Metrics
from companion.presentation import ReaderStates
from companion.schema import Alarm, LookAgainRequest, Reading, Seat, TrayActivity, codec, load_tags, topics
from companion.sessions import (
    FRESH,
    DeviceRepository,
    Devices,
    ReadingCorrection,
    SessionHost,
    SessionListener,
    SessionManager,
    SheetLibrary,
    SqlEventLog,
    TagBook,
)
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
    on_table_change: Callable[[], None] = do_nothing
    """Called at each change, before pages are told."""
    page_url: Callable[[], str] = str
    """The page's address for others in the network."""
    on_table_load: Callable[[str], None] = lambda _table: None
    """Hears of each game before it is read."""
    is_camera_resting: Callable[[], bool] = lambda: False
    """Whether the camera's process does not run because nobody needs it: what the broker kept of it is old."""
    wake_camera: Callable[[], float] = float
    """Somebody needs it: the s that it may take until it is there."""
    render_gate: RenderGate | None = None
    """Those of all tables of this process."""
    devices_fresh: float = FRESH
    """s after which the devices are read anew; longer where whoever runs this hears of each change."""
    publisher: Callable[..., TablePublisher] = TablePublisher
    """Makes what tells the bus of the table."""


ALONE = RuntimeHooks()


class TableRuntime(SessionHost, SessionListener):
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
        self._on_table_change, self._on_table_load = hooks.on_table_change, hooks.on_table_load
        self._is_camera_resting, self._wake_camera = hooks.is_camera_resting, hooks.wake_camera
        self._reader_news = threading.Condition()
        self.tags = TagBook(load_tags(settings.tags) if settings.tags else {}, settings.data / "tags.json")
        self.devices = Devices(DeviceRepository(log.database, fresh=hooks.devices_fresh), time.time, since_boot)
        self.sheets = SheetLibrary(log.database, log.clock)
        self.sessions = SessionManager(log, SystemRandom(), settings.place, self.tags, settings.camera.first_zone, self)
        self.broadcaster = SnapshotBroadcaster(hooks.render_gate)
        camera = (topics.reader_of(f"vision/{settings.camera.reader}"),)  # the one reader with an account of its own
        self.reader_states = ReaderStates(self._reader_changed, self.refresh_reader_pages, hooks.has_camera, camera)
        self._subscribe(metrics, camera)
        self.publisher = hooks.publisher(
            self.sessions, bus, languages, settings.language, AlarmSource(self.reader_states.summaries, hooks.alarms)
        )
        self._discovery = (
            DiscoveryPublisher(bus, settings.place, self.publisher.translator_for(), hooks.page_url)
            if settings.broker.home_assistant
            else None
        )
        self._camera_name = topics.reader_of(f"vision/{settings.camera.reader}")
        uploads = settings.data / "uploads"
        self.photo_client = PhotoClient(bus, settings.place, uploads, self.awake_camera_reader)
        self.kit_client = KitClient(bus, settings.place, uploads, self.awake_camera_reader, self.camera_reader)
        self.port_client = PortClient(bus, settings.place, lambda: bool(self.reader_states.find_reader("bridge")))

    def connect(self) -> None:
        """To the bus: from now on pages, displays and readers are told what changes at the tables. Raises BusError."""
        self.listen()
        self.bus.start()
        self.publisher.publish_initial()
        self.announce()

    def listen(self) -> None:
        """Pages, displays and readers are told what changes at the tables."""
        self.sessions.add_listener(self)

    def claimed_seats(self, table: str) -> frozenset[Seat]:
        return self.devices.claimed(table)

    def table_loading(self, table: str) -> None:
        self._on_table_load(table)

    def table_changed(self, table: str) -> None:
        self.publisher.publish_table(table)
        self.bus.afterwards(partial(self._refresh_pages, table))

    def reading_corrected(self, correction: ReadingCorrection) -> None:
        self.kit_client.correct(correction)

    def close(self) -> None:
        """It is served elsewhere from now on: its pages ask there, and its games need no memory here."""
        self.broadcaster.close()
        self.sessions.close()
        self.reading_consumer.close()

    def announce(self) -> None:
        """Home Assistant hears of the table and where its page is now, or of none any more."""
        if self._discovery is not None:
            self._discovery.announce()
        else:
            remove_discovery(self.bus, self.settings.place)

    def camera_reader(self) -> str:
        """The camera's reader that is there, "" = there is none."""
        return self.reader_states.find_reader("camera")

    def awake_camera_reader(self) -> str:
        """The same, started and waited for where its process rests."""
        if self._is_camera_resting() and (other := self.camera_reader()):
            return other
        wait_s = self._wake_camera()
        with self._reader_news:
            self._reader_news.wait_for(self.camera_reader, wait_s)
        return self.camera_reader()

    def forget_camera(self) -> None:
        """Its process ends: what it said of itself holds no more, and the next one is waited for."""
        self.reader_states.update(topics.of_reader(self.settings.place, self._camera_name, "status"), b"")

    def look_again(self) -> None:
        """The camera looks at its tray once more. Raises LamplightError where there is none."""
        reader = self.camera_reader()
        if not reader:
            raise LamplightError(_("The camera's reader is not running. Lay the things anew, or answer by hand."))
        self.bus.publish(topics.look(self.settings.place, reader), codec.encode(LookAgainRequest(secrets.token_hex(8))))

    def handle_reading(self, reading: Reading) -> Outcome:
        """A reading off the bus: what it is, and what it answers, is on disk when this returns. Raises StoreError."""
        return self.sessions.readings.handle(reading)

    def refresh_reader_pages(self) -> None:
        """A reader has said something new of itself."""
        for page in (READERS, SETUP):
            self.broadcaster.touch(page)

    def _refresh_pages(self, table: str) -> None:
        """Last: a snapshot takes the processor for milliseconds, and whoever is told by the bus would wait for it."""
        self._on_table_change()
        self.refresh_reader_pages()
        self.broadcaster.touch(table)

    def _subscribe(self, metrics: Metrics, own: Collection[str]) -> None:
        bus, place = self.bus, self.settings.place
        bus.will(topics.table_status(place), b"offline")
        take = metrics.timed(self.handle_reading)
        self.reading_consumer = consume_readings(
            bus,
            place,
            take,
            lambda _table, source, epoch: self.log.inbox.contiguous(source, epoch),
            own,
            self.sessions.readings.give_up,
        )
        for name in ("status", "description"):
            bus.subscribe(topics.of_reader(place, topics.ANY, name), self._on_reader_state)
        bus.subscribe(topics.of_reader(place, topics.ANY, "live"), self._on_tray_activity)
        bus.on_connection(lambda is_there: self.announce_online() if is_there else None)

    def announce_online(self) -> None:
        """Whoever hears of this table knows that its rules are there."""
        self.bus.publish(topics.table_status(self.settings.place), b"online", retain=True)

    def _on_reader_state(self, message: Message) -> None:
        message.ack()
        is_old = self._is_camera_resting() and topics.parse(message.topic).reader == self._camera_name
        self.reader_states.update(message.topic, b"" if is_old else message.payload)
        with self._reader_news:
            self._reader_news.notify_all()
        if not self.camera_reader():
            self.broadcaster.stir(STILL)  # one that has vanished said nothing more

    def _reader_changed(self) -> None:
        self.broadcaster.touch_all()
        self.publisher.publish_alarms()

    def _on_tray_activity(self, message: Message) -> None:
        message.ack()
        live = codec.decode(TrayActivity, message.payload)
        self.broadcaster.stir(live.tray)
        self.sessions.test_throws.track_motion(live.tray)
