"""One settings model, from a TOML file and the environment (LAMPLIGHT_PORT=8080, LAMPLIGHT_CAMERA__SOURCE=0)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings import SettingsError as NotRead

from companion.errors import LamplightError
from companion.schema import first_reason
from companion.system.logging_config import Level, LogSettings
from companion.system.safe_load import toml_of

Told = TypeVar("Told", bound=BaseSettings)

SEGMENT = r"^[a-z0-9_-]{1,32}$"
SHORT_SEGMENT = r"^[a-z0-9][a-z0-9_-]{0,23}$"  # of a name that "bridge-" is put before

FILE = "LAMPLIGHT_CONFIG"
"""Environment variable with the settings file of an installation, for commands without --config."""
ADDRESS = r"^[0-9A-Za-z.:-]+$"  # becomes part of a line of the broker's settings


class SettingsError(LamplightError):
    """The settings file cannot be used; names the file, the line's name and what is wrong with it."""

    code = "SETTINGSERROR"


class Strict(BaseModel):
    """Settings that refuse unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BrokerSettings(Strict):
    """The broker. "embedded": we start our own."""

    kind: Literal["embedded", "external"] = "embedded"
    host: str = "127.0.0.1"
    port: int = Field(default=0, ge=0, le=65535)  # 0: a free one, for the embedded broker alone
    bind: str = Field(
        default="127.0.0.1", pattern=ADDRESS
    )  # of the embedded one: "0.0.0.0" = displays elsewhere may come
    user: str = ""
    password: str = ""
    tls: bool = False  # displays elsewhere come encrypted alone; an external one is spoken to encrypted
    tls_port: int = Field(default=8883, ge=1, le=65535)  # of the embedded one
    ca: Path | None = None  # of an external one: who has signed its certificate, where the system does not know it
    home_assistant: bool = True  # announce the table to it


class CameraSettings(Strict):
    """The camera over the tray."""

    source: str = ""  # "0", "/dev/v4l/by-id/...", "http://...", a video file or a folder; "" = no camera
    this_machine: bool = False  # an address that is typed in on the page may lead to this machine itself
    kits: tuple[str, ...] = ("cards", "d6")
    reader: str = Field(default="cam0", pattern=SEGMENT)
    tray: Path | None = None  # the four corners, where the tray has no markers
    still_s: float = Field(default=0.3, gt=0, le=10)  # how long the dice must be at rest
    first_zone: Literal["left", "right", "top", "bottom"] = (
        "left"  # of the tray as the camera sees it: the first seat's
    )
    doubts_days: float = Field(default=7, ge=0, le=365)  # for which pictures of doubtful readings are kept; 0 = none


Reading = Literal["board", "rdm6300", "pn532", "scanner", "lines", "pixels", "godice"]
"""Devices on a serial line or over Bluetooth; see docs/readers.md."""


class SerialReader(Strict):
    """A further reader on a serial line."""

    port: str = Field(min_length=1)
    driver: Reading = "board"
    reader: str = Field(pattern=SHORT_SEGMENT)
    zone: str = Field(default="bag", pattern=SEGMENT)
    prefix: str = ""


class BridgeSettings(Strict):
    """The readers on serial lines; others can be set up on the page."""

    port: str = ""  # "/dev/serial/by-id/...", "/dev/ttyUSB0", "socket://host:port"; "" = none
    driver: Reading = "rdm6300"
    reader: str = Field(default="bag", pattern=SHORT_SEGMENT)
    zone: str = Field(default="bag", pattern=SEGMENT)
    prefix: str = ""  # of a scanner's codes
    readers: tuple[SerialReader, ...] = ()  # further ones
    lines: tuple[str, ...] = ()  # lines that the system does not list, allowed on the page

    @model_validator(mode="after")
    def _each_alone(self) -> Self:
        """Require distinct names and lines: two readers of one name or line would lose readings."""
        names = [one.reader for one in self.readers] + ([self.reader] if self.port else [])
        lines = [one.port for one in self.readers] + ([self.port] if self.port else [])
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"two readers are named {twice!r}: give one of them another name")
        if twice := next((line for line in lines if lines.count(line) > 1), ""):
            raise ValueError(f"two readers are at {twice}: a line is read by one alone, give one of them another port")
        return self


class UpkeepSettings(Strict):
    """Logs and readings: how much is kept."""

    log_level: Level = "info"
    log_megabytes: float = Field(default=5, gt=0, le=1000)  # of one file
    log_files: int = Field(default=5, ge=2, le=100)  # of each process; the oldest goes
    readings: int = Field(default=1000, ge=100)  # of each table, kept with their objects


class BackupSettings(Strict):
    """Backups, made while the application runs."""

    every_min: float = Field(default=10, ge=0, le=1440)  # min at least between two; 0 = only on request
    most_mb: float = Field(default=500, ge=10)  # MB of all of them, in each place
    folder: Path | None = None  # a second place, of another disk


class HallLink(Strict):
    """The hall that keeps a copy of this table."""

    url: str = Field(default="", pattern=r"^(https?://[^\s/]+/?)?$")  # "https://hall.example", "" = none
    key: str = ""  # printed by ./table hall invite NAME at the hall
    name: str = Field(default="", pattern=r"^([a-z0-9_-]{1,32})?$")  # of this table there; "" = as it is called here


class Settings(BaseSettings):
    """All of one table."""

    model_config = SettingsConfigDict(
        env_prefix="LAMPLIGHT_", env_nested_delimiter="__", extra="ignore", frozen=True, env_ignore_empty=True
    )

    place: str = Field(default="lamp", pattern=SEGMENT)  # the physical table, as topics name it
    data: Path = Field(default_factory=lambda: data_home() / "table")
    database: str = ""  # an SQLAlchemy URL; "" = SQLite in the data folder
    bind: str = "0.0.0.0"  # noqa: S104 - phones at the table come over the LAN
    port: int = Field(default=8080, ge=0, le=65535)
    language: str = Field(
        default="", pattern=r"^([a-z]{2,3}(_[A-Za-z]{2,4})?)?$"
    )  # of devices and displays; "" = the browser's
    hosts: tuple[str, ...] = ()  # further names the page answers to
    proxy: str = Field(default="", pattern=r"^[0-9A-Fa-f.:]*$")  # address of a trusted reverse proxy; "" = none
    tags: Path | None = None  # tag table: which tag is which token
    own_games: Path | None = None  # a folder of further games, a folder each
    broker: BrokerSettings = BrokerSettings()
    camera: CameraSettings = CameraSettings()
    bridge: BridgeSettings = BridgeSettings()
    upkeep: UpkeepSettings = UpkeepSettings()
    backup: BackupSettings = BackupSettings()
    hall: HallLink = HallLink()

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'log.db'}"

    @property
    def logs(self) -> LogSettings:
        """Settings of the log files of all processes."""
        told = self.upkeep
        return LogSettings(str(self.data / "logs"), told.log_level, int(told.log_megabytes * 1_000_000), told.log_files)

    @property
    def kept(self) -> Path:
        """Folder for the pictures of imported scenarios."""
        return self.data / "kept"


def data_home() -> Path:
    """Return the folder of this user's data."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "lamplight"


def demo_data(wished: Settings) -> Path:
    """Return the data folder of a demo, unless the settings name one."""
    return wished.data if "data" in wished.model_fields_set else data_home() / "demo"


def load(path: Path | None = None, *, demo: bool = False) -> Settings:
    """Return the settings of a TOML file, over the defaults and under the environment. Raises SettingsError.

    Without a path it is the file that LAMPLIGHT_CONFIG names, or none. `demo`: with the data folder of the demo.
    """
    named = os.environ.get(FILE)
    settings = load_as(Settings, path or (Path(named) if named else None))
    return settings.model_copy(update={"data": demo_data(settings)}) if demo else settings


def load_as(kind: type[Told], path: Path | None) -> Told:
    """Return settings of another kind, in the same way. Raises SettingsError."""
    try:
        data = _read(path) if path else {}
        unknown = sorted(set(data) - set(kind.model_fields))
        if unknown:
            raise SettingsError(
                f"{path}: there is no setting {unknown[0]!r}; there are {', '.join(kind.model_fields)}."
            )
        return kind(**data)
    except ValidationError as error:
        raise SettingsError(f"{path or 'The environment'}: {first_reason(error)}") from error
    except (NotRead, RecursionError) as error:  # no JSON for a list or a table
        raise SettingsError(f"The environment: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return toml_of(path)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {error}") from error
