"""The composition root: the only file that knows every part. Nobody imports it but the command line."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import secrets
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import IO, Any

import segno

from companion import games
from companion.bus.bus import Message
from companion.bus.embedded import Broker
from companion.bus.mqtt import Account, MqttBus
from companion.bus.readings import listen
from companion.children import Child
from companion.displays import displays
from companion.displays.lights import Lights
from companion.errors import CodecError, LamplightError
from companion.expecting import expect_of
from companion.lighting import lights_of
from companion.photos import PhotoDesk
from companion.porting import PortDesk
from companion.settings import Settings, data_home, load
from companion.tables.hall import Hall
from companion.tables.log import SqlLog
from companion.tables.pictures import Pictures
from companion.tables.tagbook import TagBook
from companion.teaching import TeachingDesk
from companion.web.app import create_app
from companion.web.devices import Devices
from companion.web.parts import Corners, Parts
from companion.web.readers import READERS
from companion.web.recorded import Recorded
from companion.web.senses import Senses
from companion.web.sent.snapshot import Demo
from companion.web.server import PageServer
from companion.web.stream import STILL, Hub
from companion.web.views import view_of
from companion.wire import codec, topics
from companion.wire.demo import Demo as DemoWish
from companion.wire.prompt import TABLE
from companion.wire.status import Live, Look
from companion.wire.tags import load_tags
from companion.wire.topics import TopicError
from companion.wording.languages import Languages
from companion.wording.record import Say

logger = logging.getLogger(__name__)

DEMO_KITS = ("demo_mom_d8", "demo_token", "demo_nemesis_noise", "demo_nemesis_combat", "cards", "d6")
DEMO_TAGS = Path(__file__).parents[1] / "firmware_bridge" / "tags" / "demo.toml"


class InUse(LamplightError):
    """Another Lamplight uses the data folder."""


@dataclass(frozen=True, slots=True)
class DemoOptions:
    game: str = ""  # open a table of this game at once
    port: int = 8080
    open_page: bool = True
    camera: str = ""  # "" = recorded throws


class House:
    """One table's broker, rules, page and readers, from start to stop."""

    def __init__(self, settings: Settings, demo: bool = False) -> None:
        self.settings = settings
        self.demo = demo
        self.is_staged = demo and not settings.camera.source  # the camera shows recorded throws
        self._lock = _lock_folder(settings.data)
        if settings.own_games:
            games.look_in(settings.own_games)  # before the hall, which opens the tables that wait
        self.tags = TagBook(load_tags(settings.tags) if settings.tags else {}, settings.data / "tags.json")
        self.log = SqlLog(settings.database_url, time.time)
        self.hall = Hall(
            self.log, SystemRandom(), settings.place, self.tags, settings.camera.first_zone, self.log.claimed
        )
        self.languages = Languages(settings.data / "words")
        self._telling = threading.Lock()
        self.hub = Hub()
        self.senses = Senses(self.hub.touch_all, lambda: self.hub.touch(READERS))
        self.broker = self._broker()
        self.bus = self._bus()
        self._lights = Lights(self.bus, settings.place)
        self.desk = PhotoDesk(self.bus, settings.place, settings.data / "uploads", lambda: self.senses.reader("camera"))
        self.teaching = TeachingDesk(
            self.bus, settings.place, settings.data / "uploads", lambda: self.senses.reader("camera")
        )
        self.ports = PortDesk(self.bus, settings.place, lambda: bool(self.senses.reader("bridge")))
        self._eye = self._camera()
        self.children = self._children()
        self._server: PageServer | None = None

    def start(self) -> None:
        """Everything, the page last. Raises PortTaken, BusError."""
        self.hall.listen(self.hub.touch)
        self.hall.listen(lambda _table: self.hub.touch(READERS))
        self.hall.listen(self._tell)
        self.hall.learn(self.teaching.correct)
        self.bus.start()
        self._tell(self.hall.lit)
        if not self.hall.lit:
            self._lights.show({})  # of the evening before
        self._server = self._serve()
        self._server.start()
        for child in self.children:
            child.start()

    def stop(self) -> None:
        """The readers first, the broker last."""
        for child in self.children:
            child.stop()
        self.hub.close()
        if self._server is not None:
            self._server.stop()
        self.bus.stop()
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
        broker = Broker(self.settings.data / "broker", port=self.settings.broker.port)
        broker.start()
        return broker

    def _account(self, role: str) -> Account:
        given = self.settings.broker
        if self.broker is not None:
            return self.broker.account("rules" if role == "rules" else "reader")
        return Account(given.host, given.port, given.user, given.password)

    def _bus(self) -> MqttBus:
        account, place = self._account("rules"), self.settings.place
        bus = MqttBus(account, f"{account.user or 'rules'}.{place}", lasting=True)
        bus.will(topics.table_status(place), b"offline")
        listen(bus, place, self.hall.take, lambda _table, source, epoch: self.log.contiguous(source, epoch))
        for name in ("status", "description"):
            bus.subscribe(topics.of_reader(place, topics.ANY, name), self._hear)
        bus.subscribe(topics.of_reader(place, topics.ANY, "live"), self._stir)
        bus.on_connection(lambda is_there: self._greet() if is_there else None)
        return bus

    def _greet(self) -> None:
        self.bus.publish(topics.table_status(self.settings.place), b"online", retain=True)

    def _hear(self, message: Message) -> None:
        message.ack()
        try:
            self.senses.hear(message.topic, message.payload)
        except (CodecError, TopicError) as error:
            logger.warning("what a reader says of itself cannot be read: %s", error)
        if not self.senses.reader("camera"):
            self.hub.stir(STILL)  # one that has vanished said nothing more

    def _stir(self, message: Message) -> None:
        message.ack()
        try:
            self.hub.stir(codec.decode(Live, message.payload).tray)
        except CodecError as error:
            logger.warning("what happens over the tray cannot be read: %s", error)

    def _look_again(self) -> None:
        reader = self.senses.reader("camera")
        if not reader:
            raise LamplightError("The camera's reader is not running. Lay the things anew, or answer by hand.")
        self.bus.publish(topics.look(self.settings.place, reader), codec.encode(Look(secrets.token_hex(8))))

    def _tell(self, name: str) -> None:
        """What is asked at the game under the lamp, to the readers; what everybody may see, to the displays."""
        with self._telling:  # two changes at once: the newer picture must be the one that is retained
            if not name or name != self.hall.lit:
                return
            picture = self.hall.picture(name)
            self.bus.publish(topics.expect(self.settings.place), codec.encode(expect_of(picture)), retain=True)
            view, names = view_of(picture, TABLE), frozenset(picture.setup.names.values())
            displays.publish(self.bus, self.settings.place, picture.rev, view, self._say(picture.game.name, names))
            self._lights.show(lights_of(picture))

    def _say(self, game: str, names: frozenset[str]) -> Say:
        """The words of displays: they have no browser whose language could be asked."""
        loaded = self.languages.of(self.settings.language)
        return partial(loaded.tongue(game).say, kept=names) if loaded is not None else str

    def _serve(self) -> PageServer:
        app = create_app(self._parts(), frozenset(self.settings.hosts))
        return PageServer(app, self.settings.bind, self.settings.port, move=self.demo)

    def _parts(self) -> Parts:
        return Parts(
            hall=self.hall,
            hub=self.hub,
            devices=Devices(self.log, time.monotonic),
            library=self.log.library(),
            games=lambda: tuple(games.find(name) for name in games.names()),
            senses=self.senses,
            broker=self.promise,
            pictures=self.settings.data / "pictures",
            look=self.desk.look,
            look_again=None if self.is_staged or not self.settings.camera.source else self._look_again,
            kept=Pictures(self.settings.kept),
            frame=self._frame,
            teach=self.teaching,
            ports=self.ports,
            heard=self.senses.heard,
            demo=self._offers(),
            recorded=self._recorded(),
            throw=self._wish("camera", lambda kind: DemoWish(throw=kind)) if self.is_staged else None,
            lay=self._wish("bag", lambda tag: DemoWish(tag=tag)) if self.demo else None,
            languages=self.languages,
            language=self.settings.language,
            address=lambda: f"http://{_address()}:{self.port}",
        )

    def _offers(self) -> Demo | None:
        if not self.demo:
            return None
        throws = tuple(dict.fromkeys(kind for kind, _ in self._recorded()))
        tags = tuple((tag, meaning.value) for tag, meaning in self.tags.now.items() if meaning.kind == "token")
        return Demo(throws, tags if not self.settings.bridge.port else ())

    def _recorded(self) -> Recorded:
        if not (self.demo and self.is_staged):
            return ()
        from vision.demo import load_throws  # OpenCV is loaded for the demo's list alone

        return tuple((throw.kind, throw.faces) for throw in load_throws())

    def _wish(self, kind: str, wish: Callable[[str], DemoWish]) -> Callable[[str], None]:
        def ask(what: str) -> None:
            reader = self.senses.reader(kind)
            if not reader:
                raise LamplightError("The reader is not running yet. Wait a moment and try again.")
            self.bus.publish(topics.demo(self.settings.place, reader), codec.encode(wish(what)))

        return ask

    def _children(self) -> tuple[Child, ...]:
        """Both always run: without a camera the one reads photographs, without a port the other finds readers."""
        return (self._eye, self._bridge())

    def _camera(self) -> Child:
        command = (sys.executable, "-m", "vision", "-")
        quiet = {
            "OPENCV_LOG_LEVEL": "ERROR",  # a camera that is away is said once, on the page
            "OPENCV_IO_MAX_IMAGE_PIXELS": str(50_000_000),  # as vision.decode, which looks at the size before
            **os.environ,
        }
        return Child("camera", command, quiet, lambda: json.dumps(self._camera_settings()))

    def _camera_settings(self) -> dict[str, Any]:
        told, data = self.settings.camera, self.settings.data
        tray = told.tray or (self._corners if self._corners.exists() else "")
        return {
            "table": self.settings.place,
            "folder": str(_folder(data / "vision")),
            "pictures": str(_folder(data / "pictures")),
            "uploads": str(_folder(data / "uploads")),
            "account": codec.to_json(self._account("reader")),
            "name": told.reader,
            "camera": told.source,
            "kits": told.kits,
            "tray": str(tray),
            "still_s": told.still_s,
            "doubts_days": told.doubts_days,
            "demo": self.is_staged,
            "with_parent": True,
        }

    @property
    def _corners(self) -> Path:
        """Where the tray's four tapped corners are kept."""
        return self.settings.data / "tray.json"

    def _frame(self, corners: Corners) -> None:
        """The people have shown where the tray is; none: its markers say it again. The camera's process begins anew with it."""
        from vision.plane import Tray, save_tray  # OpenCV is loaded for this alone

        if corners:
            one, two, three, four = corners
            save_tray(Tray((one, two, three, four)), self._corners)
        else:
            self._corners.unlink(missing_ok=True)
        self._eye.renew()

    def _bridge(self) -> Child:
        settings = {
            "table": self.settings.place,
            "folder": str(_folder(self.settings.data / "bridge")),
            "account": codec.to_json(self._account("reader")),
            "readers": self._serial_readers(),
            "lines": self.settings.bridge.lines,
            "with_parent": True,
        }
        command = (sys.executable, "-m", "firmware_bridge", "-")
        return Child("bridge of the serial readers", command, dict(os.environ), lambda: json.dumps(settings))

    def _serial_readers(self) -> list[dict[str, str]]:
        """Those of the settings; in a demo without one, a reader that only pretends."""
        told = self.settings.bridge
        pretends = self.demo and told.reader not in {one.reader for one in told.readers}
        first = (told,) if told.port or pretends else ()
        return [
            {"name": one.reader, "driver": one.driver, "port": one.port, "zone": one.zone, "prefix": one.prefix}
            for one in (*first, *told.readers)
        ]


def demo(options: DemoOptions) -> None:
    """A table with sample seats, recorded throws and its page, until ^C."""
    wished = load()
    data = wished.data if "data" in wished.model_fields_set else data_home() / "demo"
    camera = wished.camera.model_copy(update={"source": options.camera, "kits": DEMO_KITS})
    changes = {"data": data, "port": options.port, "camera": camera, "tags": wished.tags or DEMO_TAGS}
    house = House(wished.model_copy(update=changes), demo=True)
    _run(house, lambda: _welcome(house, options))


def serve(config: Path | None) -> None:
    """The real thing, until it is told to stop."""
    house = House(load(config))
    _run(house, lambda: print(f"Lamplight listens at http://{_address()}:{house.port}/. {house.promise}", flush=True))


def _run(house: House, started: Callable[[], None]) -> None:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        house.start()
        started()
        ended.wait()
    finally:
        house.stop()


def _welcome(house: House, options: DemoOptions) -> None:
    path = f"/t/{house.hall.open(options.game)}" if options.game else "/"
    url = f"http://{_address()}:{house.port}{path}"
    print(f"\nLamplight is lit. {house.promise}\n", flush=True)
    if house.port != options.port:
        print(f"Port {options.port} is taken, so the page is at port {house.port}.\n", flush=True)
    segno.make(url).terminal(compact=True)
    print(
        f"\nOn this machine:  http://127.0.0.1:{house.port}{path}\nOn the same Wi-Fi: {url}\nEnd it with ^C.",
        flush=True,
    )
    if options.open_page:
        webbrowser.open(f"http://127.0.0.1:{house.port}{path}")


def _address() -> str:
    """This machine's address on the LAN; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _lock_folder(data: Path) -> IO[str]:
    """The data folder, for this process alone; raises InUse."""
    lock = (_folder(data) / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InUse(f"Another Lamplight uses {data}. Stop it, or set LAMPLIGHT_DATA to another folder.") from error
    return lock
