"""The composition root: it builds all parts of one table. Import it only to run it."""

from __future__ import annotations

import ipaddress
import logging
import threading
import time
from functools import partial

from companion import games
from companion.archive.images import folders_of
from companion.archive.service import ArchiveService
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.messaging import BrokerCredentials, Bus, BusError, MqttBus
from companion.messaging.broker.accounts import Role
from companion.messaging.broker.certificates import last_address, make_certificates
from companion.messaging.broker.embedded import LOOPBACK, EmbeddedBroker, TlsListener, choose_kind
from companion.ops.backup import BackupScheduler
from companion.ops.health import systemd
from companion.ops.health.collector import MonitoredParts
from companion.ops.health.metrics import Metrics
from companion.ops.health.monitor import HealthMonitor
from companion.ops.health.upkeep import MonitoredServices
from companion.schema import Alarm, Expectation, Seat, Words, topics
from companion.sessions import SqlEventLog
from companion.settings import Settings
from companion.setup.camera_check import CameraCheck
from companion.setup.camera_setup import CameraSetup
from companion.setup.demo import DemoStage, recorded_throws
from companion.setup.sensor_processes import SensorProcesses
from companion.system.atomic_write import sweep
from companion.system.data_dir import lock_folder, memory_folder, note_port
from companion.system.monitored_thread import MonitoredThread
from companion.system.network import address, own_names
from companion.table_runtime import TableHost, TableRuntime
from companion.web.app import create_app
from companion.web.routes.house import HOUSE, SETUP
from companion.web.server import PageServer
from companion.web.services import Corners, PageAddress, PageImages, Services

logger = logging.getLogger(__name__)

LOOK_AFTER = 0.5  # s between two looks at a store that failed
RECOVERS = 300.0  # s that one look may take: after a failure each table may have to be read again


class TrayCamera:
    """The camera of this machine, as the page uses it."""

    def __init__(self, table: TableRuntime, sensors: SensorProcesses) -> None:
        self._table, self._sensors = table, sensors

    @property
    def is_there(self) -> bool:
        return bool(self._sensors.source)

    def look_again(self) -> None:
        self._table.look_again()

    def read_photograph(self, photograph: bytes, sender: Seat, expect: Expectation) -> Words:
        return self._table.photo_client.look(photograph, sender, expect)

    def set_corners(self, corners: Corners) -> None:
        self._sensors.frame(corners)


class Application(TableHost):
    """One table's broker, rules, page and readers, from start to stop."""

    def __init__(
        self, settings: Settings, demo: bool = False, bus: Bus | None = None, log: SqlEventLog | None = None
    ) -> None:
        """`bus` and `log` replace those of the settings."""
        self.settings = settings
        self.demo = demo
        self._lock = lock_folder(settings.data)
        sweep(settings.data)
        if settings.own_games:
            games.look_in(settings.own_games)  # before the sessions, which load the open tables
        self.metrics = Metrics()
        self.log = log or SqlEventLog(settings.database_url, time.time, self.metrics.count_write)
        self.backups = BackupScheduler(settings)
        self.languages = Languages(settings.data / "words")
        self.broker = self._broker()
        self.bus = bus or self._open_bus()
        camera_name = topics.reader_of(f"vision/{settings.camera.reader}")
        self.sensors = SensorProcesses(
            settings,
            self._account("reader"),
            demo,
            self._account("reader", camera_name),
            camera_rests=self._forget_camera,
        )
        self.table_runtime = runtime = TableRuntime(settings, self.log, self.bus, self.languages, self.metrics, self)
        self.sessions, self.broadcaster, self.devices = runtime.sessions, runtime.broadcaster, runtime.devices
        self.reader_states, self.publisher = runtime.reader_states, runtime.publisher
        self.reading_consumer = runtime.reading_consumer
        check = CameraCheck(
            self.bus, self.sessions, runtime.camera_reader, partial(self.broadcaster.touch, SETUP), settings.place
        )
        self.camera_setup = CameraSetup(
            self.sensors,
            check,
            self.publisher.expect_alarms,
            self.broker.kind if self.broker else "external",
        )
        self.health_monitor = HealthMonitor(
            MonitoredParts(
                self.sessions, self.log, self.bus, self.reading_consumer, self.reader_states, self.broadcaster
            ),
            MonitoredServices(settings, self.broker, self.backups),
            self.metrics,
            changed=self._health_changed,
            looked=self._follow_address,
        )
        self._address, self.page_address = address(), PageAddress(settings.bind)
        self._server: PageServer | None = None
        self._stopping = threading.Event()
        self._recovery_thread = MonitoredThread(self._recover_tables, "store", RECOVERS)

    def start(self) -> None:
        """Start all parts, the page last. Raises PortInUseError, ListenAddressError, BusError."""
        self.connect()
        self._server = self._serve()
        self.page_address.port = self.port
        self._server.start()
        note_port(self.settings.data, self.port)
        self.table_runtime.announce()  # again: now with the address of the page
        self.sensors.start()
        if not self.demo:  # a demo needs no backups
            self.backups.start()
        self.health_monitor.start(self.port, self._server.connect)

    def connect(self) -> None:
        """Connect to the bus and publish changes from now on. Raises BusError."""
        self.table_runtime.connect()
        self._recovery_thread.start()

    def stop(self) -> None:
        """Stop all parts, the sensors first and the broker last."""
        self._stopping.set()
        self.health_monitor.stop()
        self.sensors.stop()
        self.broadcaster.close()
        if self._server is not None:
            self._server.stop()
        self.bus.stop()
        self.backups.stop()
        if self.broker is not None:
            self.broker.stop()
        self.log.close()
        self._lock.close()

    @property
    def port(self) -> int:
        """Port of the page. Valid after `start`."""
        assert self._server is not None, "the page has no port before the start"
        return self._server.port

    @property
    def broker_description(self) -> Words:
        """Return which broker runs."""
        broker = self.settings.broker
        return (
            self.broker.description
            if self.broker
            else _("The broker at {host}:{port} is used.", host=broker.host, port=str(broker.port))
        )

    def _broker(self) -> EmbeddedBroker | None:
        if self.settings.broker.kind == "external":
            return None
        given, kind = self.settings.broker, choose_kind(self.demo)
        encrypted = self._encrypted() if given.tls and kind == "mosquitto" else None
        bind = LOOPBACK if encrypted or kind == "amqtt" else given.bind
        broker = EmbeddedBroker(
            self.settings.data / "broker",
            tables=(self.settings.place,),
            bind=bind,
            port=given.port,
            kind=kind,
            encrypted=encrypted,
        )
        broker.start()
        return broker

    def _encrypted(self) -> TlsListener:
        """Return the TLS listener for displays on other machines, certified for the current names and addresses. Raises BusError."""
        given, folder = self.settings.broker, self.settings.data / "broker" / "tls"
        names = {"localhost", LOOPBACK, last_address(folder, address()), *own_names()}
        certificates = make_certificates(folder, names | set(self.settings.hosts))
        return TlsListener(given.bind, given.tls_port, certificates)

    def _account(self, role: Role, reader: str = "") -> BrokerCredentials:
        """Return the account of a role. `reader`: "" for all readers without an account of their own."""
        given = self.settings.broker
        if self.broker is not None:
            return self.broker.account(role, self.settings.place, reader)
        return BrokerCredentials(given.host, given.port, given.user, given.password, given.tls, str(given.ca or ""))

    def _open_bus(self) -> MqttBus:
        account = self._account("rules")
        return MqttBus(account, f"{account.user or 'rules'}.{self.settings.place}", lasting=True)

    def _recover_tables(self) -> None:
        """Load tables again once a store that failed works again."""
        while not self._stopping.wait(LOOK_AFTER):
            with self._recovery_thread.busy.timed():
                self.sessions.tables.recover()

    def _forget_camera(self) -> None:
        """Forget the camera's reader. Called when its process ends."""
        self.table_runtime.forget_camera()

    def has_camera(self) -> bool:
        return self.sensors.has_camera

    def is_camera_resting(self) -> bool:
        return self.sensors.is_camera_resting

    def wake_camera(self) -> float:
        return self.sensors.wake_camera()

    def alarms(self) -> tuple[Alarm, ...]:
        return self.health_monitor.health.alarms()

    def page_url(self) -> str:
        return self.page_address.url

    def on_table_load(self, table: str) -> None:
        systemd.notify_of_table(table)

    def _follow_address(self) -> None:
        """Announce the address of this machine again when it changes, as after a start without a network."""
        now = address()
        if now == self._address or ipaddress.ip_address(now).is_loopback:
            return
        self._address = now
        self.table_runtime.announce()
        if self.broker is not None and self.broker.encrypted is not None:
            try:
                self._encrypted()  # replaces the certificate in the same files
            except BusError as error:
                logger.warning("displays cannot check the broker at %s: %s", now, error)
                return
            self.broker.renew()

    def _health_changed(self) -> None:
        """Publish a changed set of health problems."""
        self.broadcaster.touch(HOUSE)
        self.publisher.expect_alarms()
        if not self.health_monitor.health.stuck:  # publishing would wait for the part that hangs
            self.publisher.publish_alarms()

    def _serve(self) -> PageServer:
        app = create_app(self.services(), frozenset(self.settings.hosts))
        return PageServer(app, self.settings.bind, self.settings.port, move=self.demo, proxy=self.settings.proxy)

    def services(self) -> Services:
        """Return what the page needs of this table."""
        settings = self.settings
        folders = folders_of(settings)
        return Services(
            sessions=self.sessions,
            broadcaster=self.broadcaster,
            devices=self.devices,
            trusts_this_machine=self.demo,
            library=self.table_runtime.sheets,
            games=tuple(map(games.find, games.names())),
            readers=self.reader_states,
            broker=self.broker_description,
            camera=TrayCamera(self.table_runtime, self.sensors),
            images=PageImages(folders.crops, memory_folder(settings.data), folders.kept, folders.brought),
            setup=self.camera_setup,
            records=ArchiveService(self.sessions, folders),
            kits=self.table_runtime.kit_client,
            ports=self.table_runtime.port_client,
            demo=self._stage() if self.demo else None,
            health=self.health_monitor,
            languages=self.languages,
            language=settings.language,
            address=self.page_address,
        )

    def _stage(self) -> DemoStage:
        """Return the demo's replacements for a camera and a tag reader that are not there."""
        throws = () if self.settings.camera.source else recorded_throws()
        tokens = tuple(
            (tag, meaning.value) for tag, meaning in self.table_runtime.tags.now.items() if meaning.kind == "token"
        )
        tags = () if self.settings.bridge.port else tokens
        return DemoStage(self.bus, self.settings.place, self.reader_states.find_reader, throws, tags)
