"""The composition root: the only file that knows every part. Nobody imports it but what runs it."""

from __future__ import annotations

import secrets
import threading
import time
from functools import partial
from random import SystemRandom

from companion import games
from companion.backups.keeper import Keeper
from companion.bus.access import Role
from companion.bus.bus import Bus, Message
from companion.bus.certificates import made
from companion.bus.embedded import LOOPBACK, Broker, Encrypted
from companion.bus.mqtt import Account, MqttBus
from companion.bus.readings import listen
from companion.displays.homeassistant import Announcing, withdraw
from companion.errors import LamplightError
from companion.files import sweep
from companion.folders import lock_folder
from companion.health import systemd
from companion.health.care import Care
from companion.health.metrics import Metrics
from companion.lan import address
from companion.lan import names as names_of_this_machine
from companion.photos import PhotoDesk
from companion.porting import PortDesk
from companion.record.desk import RecordDesk
from companion.record.folders import folders_of
from companion.sensors import Sensors
from companion.setting_up import SetupDesk
from companion.settings import Settings
from companion.stage import Stage, recorded_throws
from companion.tables.hall import Hall
from companion.tables.log import SqlLog
from companion.tables.tagbook import TagBook
from companion.teaching import TeachingDesk
from companion.telling import Telling
from companion.web.app import create_app
from companion.web.devices import Devices
from companion.web.doors.house import HOUSE
from companion.web.doors.readers import READERS
from companion.web.doors.setup import SETUP
from companion.web.parts import Parts
from companion.web.senses import Senses
from companion.web.server import PageServer
from companion.web.stream import STILL, Hub
from companion.wire import codec, topics
from companion.wire.public import Alarm
from companion.wire.status import Live, Look
from companion.wire.tags import load_tags
from companion.wording.languages import Languages

LOOK_AFTER = 0.5  # s between looks whether a store that failed does no more


class House:
    """One table's broker, rules, page and readers, from start to stop."""

    def __init__(
        self, settings: Settings, demo: bool = False, bus: Bus | None = None, log: SqlLog | None = None
    ) -> None:
        """`bus`: to speak on, `log`: to write, where they are not those of the settings."""
        self.settings = settings
        self.demo = demo
        self._lock = lock_folder(settings.data)
        sweep(settings.data)
        if settings.own_games:
            games.look_in(settings.own_games)  # before the hall, which opens the tables that wait
        self.tags = TagBook(load_tags(settings.tags) if settings.tags else {}, settings.data / "tags.json")
        self.metrics = Metrics()
        self.log = log or SqlLog(settings.database_url, time.time, self.metrics.wrote)
        self.devices = Devices(self.log.admitted(), time.time)
        self.hall = Hall(
            *(self.log, SystemRandom(), settings.place, self.tags, settings.camera.first_zone, self.devices.claimed),
            reading=systemd.reading,
        )
        self.backups = Keeper(settings)
        self.languages = Languages(settings.data / "words")
        self.hub = Hub()
        self.senses = Senses(self._sensed, self._heard, lambda: self.sensors.has_camera)
        self.broker = self._broker()
        self.bus = bus or self._broker_s_bus()
        self._subscribe()
        self.telling = Telling(
            *(self.hall, self.bus, settings.place, self.languages, settings.language, self.senses),
            house=self._alarms,
        )
        self.announcing = (
            Announcing(self.bus, settings.place, self.telling.say(), self._page)
            if settings.broker.home_assistant
            else None
        )
        uploads, camera = settings.data / "uploads", partial(self.senses.reader, "camera")
        self.desk = PhotoDesk(self.bus, settings.place, uploads, camera)
        self.teaching = TeachingDesk(self.bus, settings.place, uploads, camera)
        self.ports = PortDesk(self.bus, settings.place, lambda: bool(self.senses.reader("bridge")))
        camera_s = topics.reader_of(f"vision/{settings.camera.reader}")
        self.sensors = Sensors(settings, self._account("reader"), demo, self._account("reader", camera_s))
        self.setting_up = SetupDesk(settings, self.bus, self.sensors, self.hall, camera, lambda: self.hub.touch(SETUP))
        self.care = Care(
            *(settings, self.hall, self.log, self.bus, self.ear, self.senses, self.hub, self.metrics),
            broker=self.broker,
            backups=self.backups,
            is_demo=demo,
            changed=self._ails,
        )
        self._server: PageServer | None = None
        self._stopping = threading.Event()
        self._looker = threading.Thread(target=self._look_after, name="store", daemon=True)

    def start(self) -> None:
        """Everything, the page last. Raises PortTaken, BusError."""
        self.connect()
        self._server = self._serve()
        self._server.start()
        self._announce()  # the page has its address now
        self.sensors.start()
        if not self.demo:  # nobody misses one
            self.backups.start()
        self.care.start(self.port)

    def connect(self) -> None:
        """To the bus: from now on pages, displays and readers are told what changes at the tables. Raises BusError."""
        self.hall.listen(self.telling.tell)
        self.hall.listen(lambda table: self.bus.afterwards(partial(self._tell_pages, table)))
        self.hall.learn(self.teaching.correct)
        self.bus.start()
        self.telling.begin()
        self._announce()
        self._looker.start()

    def _tell_pages(self, table: str) -> None:
        """Last: a snapshot takes the processor for milliseconds, and whoever is told by the bus would wait for it."""
        self.setting_up.narrow()
        self._heard()
        self.hub.touch(table)

    def stop(self) -> None:
        """The readers first, the broker last."""
        self._stopping.set()
        self.care.stop()
        self.sensors.stop()
        self.hub.close()
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
    def promise(self) -> str:
        """Which broker runs, and what may be relied on."""
        broker = self.settings.broker
        return self.broker.promise if self.broker else f"The broker at {broker.host}:{broker.port} is used."

    def _broker(self) -> Broker | None:
        if self.settings.broker.kind == "external":
            return None
        given, place = self.settings.broker, (self.settings.place,)
        encrypted = self._encrypted() if given.tls else None
        bind = LOOPBACK if encrypted else given.bind
        broker = Broker(self.settings.data / "broker", tables=place, bind=bind, port=given.port, encrypted=encrypted)
        broker.start()
        return broker

    def _encrypted(self) -> Encrypted:
        """For displays elsewhere: under the names and addresses that this machine has today. Raises BusError."""
        given, names = self.settings.broker, {"localhost", LOOPBACK, address(), *names_of_this_machine()}
        certificates = made(self.settings.data / "broker" / "tls", names | set(self.settings.hosts))
        return Encrypted(given.bind, given.tls_port, certificates)

    def _account(self, role: Role, reader: str = "") -> Account:
        """`reader`: the one it speaks for; "" = all that have no account of their own."""
        given = self.settings.broker
        if self.broker is not None:
            return self.broker.account(role, self.settings.place, reader)
        return Account(given.host, given.port, given.user, given.password, given.tls, str(given.ca or ""))

    def _broker_s_bus(self) -> MqttBus:
        account = self._account("rules")
        return MqttBus(account, f"{account.user or 'rules'}.{self.settings.place}", lasting=True)

    def _look_after(self) -> None:
        """Tables whose store failed are read again when it does no more, whether anybody asks or not."""
        while not self._stopping.wait(LOOK_AFTER):
            self.hall.recover()

    def _subscribe(self) -> None:
        bus, place = self.bus, self.settings.place
        bus.will(topics.table_status(place), b"offline")
        take = self.metrics.timed(self.hall.take)
        self.ear = listen(bus, place, take, lambda _table, source, epoch: self.log.contiguous(source, epoch))
        for name in ("status", "description"):
            bus.subscribe(topics.of_reader(place, topics.ANY, name), self._hear)
        bus.subscribe(topics.of_reader(place, topics.ANY, "live"), self._stir)
        bus.on_connection(lambda is_there: self._greet() if is_there else None)

    def _greet(self) -> None:
        self.bus.publish(topics.table_status(self.settings.place), b"online", retain=True)

    def _hear(self, message: Message) -> None:
        message.ack()
        self.senses.hear(message.topic, message.payload)
        if not self.senses.reader("camera"):
            self.hub.stir(STILL)  # one that has vanished said nothing more

    def _sensed(self) -> None:
        self.hub.touch_all()
        self.telling.sensed()

    def _ails(self) -> None:
        """Something else is wrong with the house than before."""
        self.hub.touch(HOUSE)
        if not self.care.health.stuck:  # else whoever tells displays would wait for what hangs
            self.telling.sensed()

    def _alarms(self) -> tuple[Alarm, ...]:
        """What is wrong with the house, for displays; the telling is there before whoever looks after it."""
        return self.care.alarms()

    def _heard(self) -> None:
        for page in (READERS, SETUP):
            self.hub.touch(page)

    def _stir(self, message: Message) -> None:
        message.ack()
        live = codec.decode(Live, message.payload)
        self.hub.stir(live.tray)
        self.hall.trying.stir(live.tray)

    def _look_again(self) -> None:
        reader = self.senses.reader("camera")
        if not reader:
            raise LamplightError("The camera's reader is not running. Lay the things anew, or answer by hand.")
        self.bus.publish(topics.look(self.settings.place, reader), codec.encode(Look(secrets.token_hex(8))))

    def _announce(self) -> None:
        """Home Assistant hears of the table, or of none any more."""
        if self.announcing is not None:
            self.announcing.announce()
        else:
            withdraw(self.bus, self.settings.place)

    def _page(self) -> str:
        """Where the page is, for others in the network; "" while it is nowhere."""
        return f"http://{address()}:{self.port}" if self._server is not None else ""

    def _serve(self) -> PageServer:
        app = create_app(self._parts(), frozenset(self.settings.hosts))
        return PageServer(app, self.settings.bind, self.settings.port, move=self.demo, proxy=self.settings.proxy)

    def _parts(self) -> Parts:
        stage, settings = self._stage() if self.demo else None, self.settings
        folders = folders_of(settings)
        return Parts(
            hall=self.hall,
            hub=self.hub,
            devices=self.devices,
            at_home=self.demo,
            library=self.log.library(),
            games=lambda: tuple(games.find(name) for name in games.names()),
            senses=self.senses,
            broker=self.promise,
            pictures=settings.data / "pictures",
            look=self.desk.look,
            look_again=self._look_again,
            looks=lambda: bool(self.sensors.source),
            setup=self.setting_up,
            kept=folders.kept,
            brought=folders.brought,
            records=RecordDesk(self.hall, folders),
            frame=self.sensors.frame,
            teach=self.teaching,
            ports=self.ports,
            heard=self.senses.heard,
            demo=stage.offers if stage is not None else None,
            recorded=stage.recorded if stage is not None else (),
            throw=stage.throw if stage is not None and not settings.camera.source else None,
            lay=stage.lay if stage is not None else None,
            caring=self.care,
            languages=self.languages,
            language=settings.language,
            address=self._page,
        )

    def _stage(self) -> Stage:
        """Throws are recorded where no camera looks, tags are laid by a tap where no reader is on a line."""
        throws = () if self.settings.camera.source else recorded_throws()
        tokens = tuple((tag, meaning.value) for tag, meaning in self.tags.now.items() if meaning.kind == "token")
        tags = () if self.settings.bridge.port else tokens
        return Stage(self.bus, self.settings.place, self.senses.reader, throws, tags)
