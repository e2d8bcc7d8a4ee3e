"""The settings of the camera process, and what follows from them alone."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from companion.messaging import BrokerCredentials
from companion.schema import codec, hide_secrets, topics
from companion.system.logging_config import LogSettings


@dataclass(frozen=True, slots=True)
class CameraProcessSettings:
    """Settings of the process of one camera, as JSON on its standard input or in a file."""

    table: str
    folder: str  # of its outbox
    pictures: str  # where the page looks for crops
    uploads: str  # where the page lays photographs
    account: BrokerCredentials = field(default_factory=BrokerCredentials)
    preview: str = ""  # where the page looks for the preview, best in memory; "" = among the crops
    name: str = "cam0"  # its source is "vision/<name>"
    camera: str = ""  # as of `vision.stream.sources.open_source`; "" = no camera, or in a demo the recorded throws
    may_be_here: bool = True  # its address may be on this machine: it was written by an administrator
    kits: tuple[str, ...] = ()
    still_s: float = 0.3  # s of rest before a reading
    doubts_days: float = 7.0  # for which pictures of doubtful readings are kept
    tray: str = ""  # file of the four stored corners, where the tray has no markers
    demo: bool = False
    logs: LogSettings = field(default_factory=LogSettings)
    parent: int | None = None  # the process whose child it is, and with which it ends; None: it stands by itself

    @property
    def source(self) -> str:
        """Return the name of the reader in its readings."""
        return f"vision/{self.name}"

    @property
    def reader(self) -> str:
        """The segment of the topics."""
        return topics.reader_of(self.source)

    @property
    def outbox(self) -> Path:
        """The database of the readings that are not acknowledged yet."""
        return Path(self.folder) / f"{self.table}-{self.reader}.outbox.db"

    @property
    def is_demo(self) -> bool:
        """Return whether recorded throws replace the camera."""
        return self.demo and not self.camera

    @property
    def model(self) -> str:
        """The camera as the page names it, without what is secret in its address."""
        return hide_secrets(self.camera) or "recorded throws" * self.is_demo


def parse_settings(text: str) -> CameraProcessSettings:
    """Return settings from JSON. Raises ValueError, and CodecError where a field is missing or of another type."""
    return codec.from_json(CameraProcessSettings, json.loads(text))
