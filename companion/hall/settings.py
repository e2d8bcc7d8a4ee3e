"""The settings of a hall, and of each lamp in it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from companion.messaging import BrokerCredentials
from companion.ops.health.metrics import metrics_token
from companion.settings import BrokerSettings, Settings, SettingsError, UpkeepSettings, data_home, load_as
from companion.system.logging_config import LogSettings

INSTALLED = Path("/etc/lamplight/hall/hall.toml")
"""Of a hall without Docker: its workers and its commands read the same."""
AS_THE_WORKERS = "sudo -u lamplight /opt/lamplight/.venv/bin/lamplight hall ..."


class HallSettings(BaseSettings):
    """All of one hall; every worker has the same."""

    model_config = SettingsConfigDict(
        env_prefix="LAMPLIGHT_HALL_", env_nested_delimiter="__", extra="ignore", frozen=True, env_ignore_empty=True
    )

    database: str = ""  # an SQLAlchemy URL of PostgreSQL
    data: Path = Field(default_factory=lambda: data_home() / "hall")  # what lies beside the logs; all workers reach it
    bind: str = "0.0.0.0"  # noqa: S104 - tablets come over the LAN, or through a proxy
    port: int = Field(default=8090, ge=0, le=65535)  # of a worker's pages
    domain: str = Field(default="hall.local", pattern=r"^[a-z0-9.-]{1,200}$")  # a table's page: http://<lamp>.<domain>/
    proxy: str = Field(default="", pattern=r"^[0-9A-Fa-f.:]*$")  # from which address requests are handed on
    language: str = Field(default="", pattern=r"^([a-z]{2,3}(_[A-Za-z]{2,4})?)?$")
    own_games: Path | None = None
    metrics_token: str = ""  # with which Prometheus reads the numbers; "" = one is made in `data`
    broker: BrokerSettings = BrokerSettings(kind="external", port=1883)
    upkeep: UpkeepSettings = UpkeepSettings()

    @property
    def logs(self) -> LogSettings:
        """Where a worker writes down what it does."""
        told = self.upkeep
        return LogSettings(str(self.data / "logs"), told.log_level, int(told.log_megabytes * 1_000_000), told.log_files)

    @property
    def token(self) -> str:
        """With which the numbers may be read. Raises OSError."""
        return self.metrics_token or metrics_token(self.data)

    @property
    def account(self) -> BrokerCredentials:
        """Of the workers, at the broker."""
        told = self.broker
        return BrokerCredentials(told.host, told.port, told.user, told.password, told.tls, str(told.ca or ""))

    def address_of(self, lamp: str) -> str:
        """Of its page."""
        return f"http://{lamp}.{self.domain}/"

    def of(self, lamp: str) -> Settings:
        """What a lamp in it is told."""
        own = {"place": lamp, "data": self.data / "lamps" / lamp, "hosts": (f"{lamp}.{self.domain}",)}
        return self._of_all.model_copy(update=own)

    @cached_property
    def _of_all(self) -> Settings:
        """What every lamp is told: made once, for to look at what the environment says takes 5 ms."""
        return Settings(language=self.language, broker=self.broker, proxy=self.proxy)


def load_hall_settings(config: Path | None, port: int | None = None, installed: Path = INSTALLED) -> HallSettings:
    """The settings of a hall: of the file that is named, else of the one that is `installed`, where there is one.

    `port`: another one than they say. Raises SettingsError.
    """
    try:
        settings = load_as(HallSettings, config or (installed if _is_there(installed) else None))
    except SettingsError as error:
        if not isinstance(error.__cause__, PermissionError):
            raise
        raise SettingsError(f"{error}. Type it as the user whose file it is: {AS_THE_WORKERS}") from error
    return settings if port is None else settings.model_copy(update={"port": port})


def _is_there(path: Path) -> bool:
    """Also where it may not be read: then that is said, and not that there are no settings."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
