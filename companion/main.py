"""Run the demo or the server from the command to ^C."""

from __future__ import annotations

import signal
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

from companion import games
from companion.app import Application
from companion.errors import own_command
from companion.hall_link.reporting_application import ReportingApplication
from companion.ops.pairing_command import show
from companion.ops.recovery import run_recovery
from companion.schema import TABLE
from companion.settings import Settings, demo_data, load
from companion.system.data_dir import lock_data_folder, must_be_writable
from companion.system.logging_config import configure_logging
from companion.system.network import is_for_this_machine, page_host

KITS = Path(__file__).parents[1] / "vision" / "kits"
DEMO = "demo_"
"""Prefix of the kits that read the recorded throws."""
COMMON_KITS = ("cards", "d6")
DEMO_TAGS = Path(__file__).parents[1] / "firmware_bridge" / "tags" / "demo.toml"


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """Options of the demo."""

    game: str = ""  # open a table of this game at once
    port: int = 8080
    open_page: bool = True
    camera: str = ""  # "" = recorded throws


def run_demo(options: DemoOptions) -> None:
    """Run a table with sample seats and recorded throws until ^C."""
    wished = load()
    data = demo_data(wished)
    camera = wished.camera.model_copy(update={"source": options.camera, "kits": demo_kits()})
    changes = {"data": data, "port": options.port, "camera": camera, "tags": wished.tags or DEMO_TAGS}
    settings = wished.model_copy(update=changes)
    _make_sure_of(options.game, settings)
    _run(settings, options)


def demo_kits() -> tuple[str, ...]:
    """Return the kits that can read the recorded throws, those of the games first."""
    return (*sorted(folder.name for folder in KITS.glob(f"{DEMO}*")), *COMMON_KITS)


def _make_sure_of(game: str, settings: Settings) -> None:
    """Raise UnknownGameError before anything is started."""
    if settings.own_games:
        games.look_in(settings.own_games)
    if game:
        games.find(game)


def run_server(config: Path | None) -> None:
    """Serve the table of these settings until a signal ends it."""
    _run(load(config))


def _run(settings: Settings, demo: DemoOptions | None = None) -> None:
    """Serve until a signal. A damaged database is recovered before the application opens it."""
    must_be_writable(settings.data)
    lock_data_folder(settings.data)
    configure_logging("house", settings.logs)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    if not run_recovery(settings, ended):
        return
    house = ReportingApplication(settings, demo=demo is not None)
    try:
        house.start()
        if demo is None:
            _say_where(house)
        else:
            _welcome(house, demo)
        ended.wait()
    finally:
        house.stop()


def _say_where(house: Application) -> None:
    url = f"http://{page_host(house.settings.bind)}:{house.port}"
    print(f"Lamplight listens at {url}/. {house.broker_description!s}\nSet up your table at {url}/setup", flush=True)
    _say_who_reaches_it(house.settings)
    if house.devices.is_claimed:
        print(
            f"Further devices: on the tablet, Menu, then Devices. Without a tablet: {own_command('pair')}", flush=True
        )
    else:
        show(f"{url}/")
        print("Open it on the tablet in the middle first: whoever says so there, lets all others in.", flush=True)


def _say_who_reaches_it(settings: Settings) -> None:
    if is_for_this_machine(settings.bind):
        print(
            f'Only this machine reaches the page: the settings say bind = "{settings.bind}". For phones and tablets: bind = "0.0.0.0"',
            flush=True,
        )


def _welcome(house: Application, options: DemoOptions) -> None:
    path = f"/t/{house.sessions.open(options.game)}" if options.game else "/"
    base = f"http://{page_host(house.settings.bind)}:{house.port}"
    here = base if is_for_this_machine(house.settings.bind) else f"http://127.0.0.1:{house.port}"
    print(f"\nLamplight is lit. {house.broker_description!s}\n", flush=True)
    if house.port != options.port:
        print(f"Port {options.port} is taken, so the page is at port {house.port}.\n", flush=True)
    join = f"{base}/join#{house.devices.invite('', TABLE)}"
    show(join)
    print(
        f"\nOn this machine:  {here}{path}\nOn the same Wi-Fi: {base}{path}\nTo let a device in: {join}\n"
        "The code lets one device in, within two minutes; further ones: Menu, then Devices.\nEnd it with ^C.",
        flush=True,
    )
    _say_who_reaches_it(house.settings)
    if options.open_page:
        webbrowser.open(f"{here}{path}")
