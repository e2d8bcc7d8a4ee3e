"""The composition root: the only file that knows every part. Nobody imports it but what runs it."""

from __future__ import annotations

import ipaddress
import logging
import threading
import time

from companion import games
from companion.archive.images import folders_of
from companion.archive.service import ArchiveService
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.messaging import BrokerCredentials, Bus, BusError, MqttBus
from companion.messaging.broker.accounts import Role
from companion.messaging.broker.certificates import last_address, made
from companion.messaging.broker.embedded import LOOPBACK, EmbeddedBroker, TlsListener, usual_kind
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
from companion.system.network import address
from companion.system.network import names as names_of_this_machine
from companion.table_runtime import RuntimeHooks, TableRuntime
from companion.web.app import create_app
from companion.web.routes.house import HOUSE, SETUP
from companion.web.server import PageServer
from companion.web.services import Corners, PageAddress, PageImages, Services

logger = logging.getLogger(__name__)

LOOK_AFTER = 0.5  # s between looks whether a store that failed does no more
RECOVERS = 300.0  # s of such a look: where it fails no more every table may have to be read again


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


class Application:
    """One table's broker, rules, page and readers, from start to stop."""

    def __init__(
        self, settings: Settings, demo: bool = False, bus: Bus | None = None, log: SqlEventLog | None = None
    ) -> None:
        """`bus`: to speak on, `log`: to write, where they are not those of the settings."""
        self.settings = settings
        self.demo = demo
        self._lock = lock_folder(settings.data)
        sweep(settings.data)
        if settings.own_games:
            games.look_in(settings.own_games)  # before the hall, which opens the tables that wait
        self.metrics = Metrics()
        self.log = log or SqlEventLog(settings.database_url, time.time, self.metrics.wrote)
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
        self.table_runtime = lamp = TableRuntime(
            settings,
            self.log,
            self.bus,
            self.languages,
            self.metrics,
            RuntimeHooks(
                has_camera=lambda: self.sensors.has_camera,
                alarms=self._alarms,
                on_table_change=self._on_table_change,
                page_url=self._page_url,
                on_table_load=systemd.reading,
                is_camera_resting=lambda: self.sensors.is_camera_resting,
                wake_camera=self.sensors.wake_camera,
            ),
        )
        self.sessions, self.broadcaster, self.devices, self.reader_states = (
            lamp.sessions,
            lamp.broadcaster,
            lamp.devices,
            lamp.reader_states,
        )
        self.publisher, self.reading_consumer = lamp.publisher, lamp.reading_consumer
        self.camera_check = CameraCheck(
            self.bus, self.sessions, lamp.camera_reader, lambda: self.broadcaster.touch(SETUP), settings.place
        )
        self.camera_setup = CameraSetup(
            self.sensors,
            self.camera_check,
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
        """Everything, the page last. Raises PortInUseError, ListenAddressError, BusError."""
        self.connect()
        self._server = self._serve()
        self.page_address.port = self.port
        self._server.start()
        note_port(self.settings.data, self.port)
        self.table_runtime.announce()  # the page has its address now
        self.sensors.start()
        if not self.demo:  # nobody misses one
            self.backups.start()
        self.health_monitor.start(self.port, self._server.connect)

    def connect(self) -> None:
        """To the bus: from now on pages, displays and readers are told what changes at the tables. Raises BusError."""
        self.table_runtime.connect()
        self._recovery_thread.start()

    def stop(self) -> None:
        """The readers first, the broker last."""
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
        """Of the page; known after the start."""
        assert self._server is not None, "the page has no port before the start"
        return self._server.port

    @property
    def broker_description(self) -> Words:
        """Which broker runs, and what may be relied on."""
        broker = self.settings.broker
        return (
            self.broker.description
            if self.broker
            else _("The broker at {host}:{port} is used.", host=broker.host, port=str(broker.port))
        )

    def _broker(self) -> EmbeddedBroker | None:
        if self.settings.broker.kind == "external":
            return None
        given, kind = self.settings.broker, usual_kind(self.demo)
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
        """For displays elsewhere: under the names and addresses that this machine has today. Raises BusError."""
        given, folder = self.settings.broker, self.settings.data / "broker" / "tls"
        names = {"localhost", LOOPBACK, last_address(folder, address()), *names_of_this_machine()}
        certificates = made(folder, names | set(self.settings.hosts))
        return TlsListener(given.bind, given.tls_port, certificates)

    def _account(self, role: Role, reader: str = "") -> BrokerCredentials:
        """`reader`: the one it speaks for; "" = all that have no account of their own."""
        given = self.settings.broker
        if self.broker is not None:
            return self.broker.account(role, self.settings.place, reader)
        return BrokerCredentials(given.host, given.port, given.user, given.password, given.tls, str(given.ca or ""))

    def _open_bus(self) -> MqttBus:
        account = self._account("rules")
        return MqttBus(account, f"{account.user or 'rules'}.{self.settings.place}", lasting=True)

    def _recover_tables(self) -> None:
        """Tables whose store failed are read again when it does no more, whether anybody asks or not."""
        while not self._stopping.wait(LOOK_AFTER):
            with self._recovery_thread.busy.at_it():
                self.sessions.tables.recover()

    def _forget_camera(self) -> None:
        """Its process goes to rest; the table is there only after the sensors are."""
        self.table_runtime.forget_camera()

    def _on_table_change(self) -> None:
        """The set-up's camera may have to show less: a game is on."""
        self.camera_check.narrow()

    def _follow_address(self) -> None:
        """Tell the address of this machine anew where it is another one, as after a start before the network is there."""
        now = address()
        if now == self._address or ipaddress.ip_address(now).is_loopback:
            return
        self._address = now
        self.table_runtime.announce()
        if self.broker is not None and self.broker.encrypted is not None:
            try:
                self._encrypted()  # at the place of the one before
            except BusError as error:
                logger.warning("displays cannot check the broker at %s: %s", now, error)
                return
            self.broker.renew()

    def _health_changed(self) -> None:
        """Something else is wrong with the house than before."""
        self.broadcaster.touch(HOUSE)
        self.publisher.expect_alarms()
        if not self.health_monitor.health.stuck:  # else whoever tells displays would wait for what hangs
            self.publisher.publish_alarms()

    def _alarms(self) -> tuple[Alarm, ...]:
        """What is wrong with the house, for displays; the telling is there before whoever looks after it."""
        return self.health_monitor.health.alarms()

    def _page_url(self) -> str:
        return self.page_address.url

    def _serve(self) -> PageServer:
        app = create_app(self.services(), frozenset(self.settings.hosts))
        return PageServer(app, self.settings.bind, self.settings.port, move=self.demo, proxy=self.settings.proxy)

    def services(self) -> Services:
        """What the page needs of this table."""
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
        """Throws are recorded where no camera looks, tags are laid by a tap where no reader is on a line."""
        throws = () if self.settings.camera.source else recorded_throws()
        tokens = tuple(
            (tag, meaning.value) for tag, meaning in self.table_runtime.tags.now.items() if meaning.kind == "token"
        )
        tags = () if self.settings.bridge.port else tokens
        return DemoStage(self.bus, self.settings.place, self.reader_states.find_reader, throws, tags)
