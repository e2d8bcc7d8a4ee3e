"""Settings of a hall server, and of each table in it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from companion.messaging import BrokerCredentials
from companion.ops.health.metrics import metrics_token
from companion.settings import BrokerSettings, Settings, SettingsError, UpkeepSettings, data_home, load_as
from companion.system.logging_config import LogSettings

INSTALLED_CONFIG = Path("/etc/lamplight/hall/hall.toml")
"""Used without Docker by workers and commands."""
AS_THE_WORKERS = "sudo -u lamplight /opt/lamplight/.venv/bin/lamplight hall ..."


class HallSettings(BaseSettings):
    """Settings shared by all workers."""

    model_config = SettingsConfigDict(
        env_prefix="LAMPLIGHT_HALL_", env_nested_delimiter="__", extra="ignore", frozen=True, env_ignore_empty=True
    )

    database: str = ""  # an SQLAlchemy URL of PostgreSQL
    data: Path = Field(
        default_factory=lambda: data_home() / "hall"
    )  # for files apart from the logs. All workers need access
    bind: str = "0.0.0.0"  # noqa: S104 - tablets come over the LAN, or through a proxy
    port: int = Field(default=8090, ge=0, le=65535)  # port of a worker's pages
    domain: str = Field(default="hall.local", pattern=r"^[a-z0-9.-]{1,200}$")  # a table's page: http://<lamp>.<domain>/
    proxy: str = Field(default="", pattern=r"^[0-9A-Fa-f.:]*$")  # from which address requests are handed on
    language: str = Field(default="", pattern=r"^([a-z]{2,3}(_[A-Za-z]{2,4})?)?$")
    own_games: Path | None = None
    metrics_token: str = ""  # with which Prometheus reads the numbers; "" = one is made in `data`
    broker: BrokerSettings = BrokerSettings(kind="external", port=1883)
    upkeep: UpkeepSettings = UpkeepSettings()

    @property
    def logs(self) -> LogSettings:
        section = self.upkeep
        return LogSettings(
            str(self.data / "logs"), section.log_level, int(section.log_megabytes * 1_000_000), section.log_files
        )

    @property
    def token(self) -> str:
        """With which the numbers may be read. Raises OSError."""
        return self.metrics_token or metrics_token(self.data)

    @property
    def account(self) -> BrokerCredentials:
        """The broker account of the workers."""
        section = self.broker
        return BrokerCredentials(
            section.host, section.port, section.user, section.password, section.tls, str(section.ca or "")
        )

    def address_of(self, name: str) -> str:
        """Of its page."""
        return f"http://{name}.{self.domain}/"

    def of(self, name: str) -> Settings:
        """Return the settings of one table."""
        own = {"place": name, "data": self.data / "lamps" / name, "hosts": (f"{name}.{self.domain}",)}
        return self._of_all.model_copy(update=own)

    @cached_property
    def _of_all(self) -> Settings:
        """Settings shared by all tables. Cached, because reading the environment takes 5 ms."""
        return Settings(language=self.language, broker=self.broker, proxy=self.proxy)


def load_hall_settings(
    config: Path | None, port: int | None = None, installed: Path = INSTALLED_CONFIG
) -> HallSettings:
    """Load the settings from `config`, or from `installed` where that exists.

    `port` replaces the port of the settings. Raises SettingsError.
    """
    try:
        settings = load_as(HallSettings, config or (installed if _is_there(installed) else None))
    except SettingsError as error:
        if not isinstance(error.__cause__, PermissionError):
            raise
        raise SettingsError(f"{error}. Type it as the user whose file it is: {AS_THE_WORKERS}") from error
    return settings if port is None else settings.model_copy(update={"port": port})


def _is_there(path: Path) -> bool:
    """Return True also for an unreadable file, so that its error is reported."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True
