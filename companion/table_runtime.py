"""One physical table: its games, its readers and what is published of it. Broker, page server and sensors are not part of it.

An installation has one; a hall's worker has one for each table that it serves.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Collection
from functools import partial
from random import SystemRandom

from companion.errors import LamplightError
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.messaging import Bus, Message, consume_readings
from companion.messaging.home_assistant import DiscoveryPublisher, remove_discovery
from companion.messaging.reading_consumer import Outcome
from companion.messaging.rpc import KitClient, PhotoClient, PortClient
from companion.messaging.table_publisher import AlarmSource, TablePublisher
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


class TableHost:
    """The program that runs a table. The defaults fit a table that runs alone."""

    render_gate: RenderGate | None = None
    """The gate of all tables of this process."""
    devices_fresh = FRESH
    """s after which the devices are read again; longer where the host is notified of each change."""

    def has_camera(self) -> bool:
        """Return whether a camera that is away is missed."""
        return True

    def is_camera_resting(self) -> bool:
        """Return whether the process of the camera does not run because it is not needed. Its retained status is outdated then."""
        return False

    def wake_camera(self) -> float:
        """Start the process of the camera. Return the s that it may take."""
        return 0.0

    def alarms(self) -> tuple[Alarm, ...]:
        """Return the problems of the host, for displays."""
        return ()

    def page_url(self) -> str:
        """Return the page's address for other machines of the network; empty before the page is served."""
        return ""

    def on_table_load(self, table: str) -> None:
        """React before a game is read from the log."""


class TableRuntime(SessionHost, SessionListener):
    """A table, read from its log. It is on the bus from `connect` on. Thread-safe."""

    def __init__(
        self,
        settings: Settings,
        log: SqlEventLog,
        bus: Bus,
        languages: Languages,
        metrics: Metrics,
        host: TableHost | None = None,
    ) -> None:
        """Read the games from the log. Raises StoreError."""
        self.settings, self.log, self.bus, self.languages = settings, log, bus, languages
        self._host = host = host or TableHost()
        self._reader_news = threading.Condition()
        self.tags = TagBook(load_tags(settings.tags) if settings.tags else {}, settings.data / "tags.json")
        self.devices = Devices(DeviceRepository(log.database, fresh=host.devices_fresh), time.time, since_boot)
        self.sheets = SheetLibrary(log.database, log.clock)
        self.sessions = SessionManager(log, SystemRandom(), settings.place, self.tags, settings.camera.first_zone, self)
        self.broadcaster = SnapshotBroadcaster(host.render_gate)
        camera = (topics.reader_of(f"vision/{settings.camera.reader}"),)  # the one reader with its own account
        self.reader_states = ReaderStates(self._reader_changed, self.refresh_reader_pages, host.has_camera, camera)
        self._subscribe(metrics, camera)
        self.publisher = self._make_publisher(AlarmSource(self.reader_states.summaries, host.alarms))
        self._discovery = (
            DiscoveryPublisher(bus, settings.place, self.publisher.translator_for(), host.page_url)
            if settings.broker.home_assistant
            else None
        )
        self._camera_name = topics.reader_of(f"vision/{settings.camera.reader}")
        uploads = settings.data / "uploads"
        self.photo_client = PhotoClient(bus, settings.place, uploads, self.awake_camera_reader)
        self.kit_client = KitClient(bus, settings.place, uploads, self.awake_camera_reader, self.camera_reader)
        self.port_client = PortClient(bus, settings.place, self._has_bridge)

    def connect(self) -> None:
        """Start the bus and publish the state of the table. Raises BusError."""
        self.listen()
        self.bus.start()
        self.publisher.publish_initial()
        self.announce()

    def listen(self) -> None:
        """Publish each change of the table from now on."""
        self.sessions.add_listener(self)

    def claimed_seats(self, table: str) -> frozenset[Seat]:
        return self.devices.claimed(table)

    def table_loading(self, table: str) -> None:
        self._host.on_table_load(table)

    def table_changed(self, table: str) -> None:
        self.publisher.publish_table(table)
        self._refresh_pages_later(table)

    def reading_corrected(self, correction: ReadingCorrection) -> None:
        self.kit_client.correct(correction)

    def close(self) -> None:
        """Release pages and games: another process serves the table from now on."""
        self.broadcaster.close()
        self.sessions.close()
        self.reading_consumer.close()

    def announce(self) -> None:
        """Publish the table and the address of its page to Home Assistant, or remove it there."""
        if self._discovery is not None:
            self._discovery.announce()
        else:
            remove_discovery(self.bus, self.settings.place)

    def camera_reader(self) -> str:
        """Return the reader of the camera that is online, or ""."""
        return self.reader_states.find_reader("camera")

    def awake_camera_reader(self) -> str:
        """Return the reader of the camera. Start its process and wait for it where it rests."""
        if self._host.is_camera_resting() and (other := self.camera_reader()):
            return other
        wait_s = self._host.wake_camera()
        with self._reader_news:
            self._reader_news.wait_for(self.camera_reader, wait_s)
        return self.camera_reader()

    def forget_camera(self) -> None:
        """Drop the status of the camera's reader when its process ends."""
        self.reader_states.update(topics.of_reader(self.settings.place, self._camera_name, "status"), b"")

    def look_again(self) -> None:
        """Have the camera read its tray again. Raises LamplightError without a camera."""
        reader = self.camera_reader()
        if not reader:
            raise LamplightError(_("The camera's reader is not running. Lay the things anew, or answer by hand."))
        self.bus.publish(topics.look(self.settings.place, reader), codec.encode(LookAgainRequest(secrets.token_hex(8))))

    def handle_reading(self, reading: Reading) -> Outcome:
        """Commit a reading with what it answers. Raises StoreError."""
        return self.sessions.readings.handle(reading)

    def refresh_reader_pages(self) -> None:
        """Refresh the pages that show readers."""
        for page in (READERS, SETUP):
            self.broadcaster.touch(page)

    def _make_publisher(self, alarms: AlarmSource) -> TablePublisher:
        return TablePublisher(self.sessions, self.bus, self.languages, self.settings.language, alarms)

    def _has_bridge(self) -> bool:
        return bool(self.reader_states.find_reader("bridge"))

    def _refresh_pages_later(self, table: str) -> None:
        """Render last: a snapshot takes milliseconds of the processor, for which messages would wait."""
        self.bus.afterwards(partial(self._refresh_pages, table))

    def _refresh_pages(self, table: str) -> None:
        self.refresh_reader_pages()
        self.broadcaster.touch(table)

    def _subscribe(self, metrics: Metrics, own: Collection[str]) -> None:
        bus, place = self.bus, self.settings.place
        bus.will(topics.table_status(place), b"offline")
        self.reading_consumer = consume_readings(
            bus,
            place,
            metrics.time_calls(self.handle_reading),
            self._committed_seq,
            own,
            self.sessions.readings.give_up,
        )
        for name in ("status", "description"):
            bus.subscribe(topics.of_reader(place, topics.ANY, name), self._on_reader_state)
        bus.subscribe(topics.of_reader(place, topics.ANY, "live"), self._on_tray_activity)
        bus.on_connection(self._on_connection)

    def _committed_seq(self, _table: str, source: str, epoch: str) -> int | None:
        return self.log.inbox.contiguous(source, epoch)

    def _on_connection(self, is_there: bool) -> None:
        if is_there:
            self.announce_online()

    def announce_online(self) -> None:
        """Publish that the rules of this table are online."""
        self.bus.publish(topics.table_status(self.settings.place), b"online", retain=True)

    def _on_reader_state(self, message: Message) -> None:
        message.ack()
        is_old = self._host.is_camera_resting() and topics.parse(message.topic).reader == self._camera_name
        self.reader_states.update(message.topic, b"" if is_old else message.payload)
        with self._reader_news:
            self._reader_news.notify_all()
        if not self.camera_reader():
            self.broadcaster.stir(STILL)  # a reader that vanished publishes no end of the motion

    def _reader_changed(self) -> None:
        self.broadcaster.touch_all()
        self.publisher.publish_alarms()

    def _on_tray_activity(self, message: Message) -> None:
        message.ack()
        live = codec.decode(TrayActivity, message.payload)
        self.broadcaster.stir(live.tray)
        self.sessions.test_throws.track_motion(live.tray)
