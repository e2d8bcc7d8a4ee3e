"""Publish a reader's identity, counters and status as retained messages."""

import time
from dataclasses import dataclass, field

from companion.messaging import Bus, OutboxSender
from companion.schema import CameraHealth, Over, ReaderDescription, ReaderStatus, TrayActivity, Words, codec, topics
from vision.image import Clock
from vision.service.health import HealthMonitor
from vision.stream import TrayWatch

STATUS_S = 2.0
"""s at least between two status messages."""


@dataclass(frozen=True, slots=True)
class ReaderIdentity:
    """Which reader of which table this is."""

    table: str
    source: str = "vision/cam0"
    zone: str = "tray"
    kinds: tuple[str, ...] = ()
    """Kinds that its kits can read."""
    model: str = ""

    @property
    def reader(self) -> str:
        """The segment of the topics."""
        return topics.reader_of(self.source)

    def topic(self, name: str) -> str:
        """Of what this reader says of itself."""
        return topics.of_reader(self.table, self.reader, name)


@dataclass(slots=True)
class ReaderCounters:
    """Since the start of the process."""

    readings: int = 0
    bad_frames: int = 0
    lost: int = 0
    attached: bool = False
    last_error: Words = ""
    waited: float = 0.0
    """s from the last motion to the sending of the newest reading."""


@dataclass(slots=True)
class TrayActivityNotifier:
    """Publish the activity over the tray on change."""

    bus: Bus
    _published: Over = "still"

    def publish_activity(self, post: ReaderIdentity, watch: TrayWatch) -> None:
        """After each frame."""
        self._publish(post, activity_of(watch))

    def publish_still(self, post: ReaderIdentity) -> None:
        """Publish "still" after the camera is lost, so that no client waits for it."""
        self._publish(post, "still")

    def _publish(self, post: ReaderIdentity, now: Over) -> None:
        if now != self._published:
            self._published = now
            self.bus.publish(post.topic("live"), codec.encode(TrayActivity(now)))


def activity_of(watch: TrayWatch) -> Over:
    """Return the activity over the tray. A resting hand is a hand; anything moving counts as motion."""
    if watch.moving:
        return "moving"
    if watch.hand and watch.busy:
        return "hand"
    return "reading" if watch.busy else "still"


@dataclass(slots=True)
class StatusPublisher:
    """Publish a reader's status. The last will of the connection publishes "offline"."""

    bus: Bus
    clock: Clock = time.monotonic
    _published: tuple[float, ReaderStatus | None] = field(default=(float("-inf"), None))

    def set_will(self, post: ReaderIdentity) -> None:
        """Before the bus starts."""
        self.bus.will(post.topic("status"), codec.encode(ReaderStatus("offline")))

    def describe(self, post: ReaderIdentity, epoch: str) -> None:
        """Say what the reader is; `epoch`: of its outbox."""
        description = ReaderDescription("camera", post.model, post.source, epoch, post.kinds, post.zone)
        self.bus.publish(post.topic("description"), codec.encode(description), retain=True)

    def publish_status(self, post: ReaderIdentity, status: ReaderStatus, now: bool = False) -> None:
        """Publish a changed status, at most every two seconds unless `now`."""
        at, last = self._published
        if now or (status != last and self.clock() - at >= STATUS_S):
            self._published = (self.clock(), status)
            self.bus.publish(post.topic("status"), codec.encode(status), retain=True)


@dataclass(slots=True)
class StatusReport:
    """How one reader is, put together of what its parts know."""

    post: ReaderIdentity
    counters: ReaderCounters
    sender: OutboxSender
    monitor: HealthMonitor
    notices: StatusPublisher

    @property
    def status(self) -> ReaderStatus:
        """How the reader is."""
        counters, sender = self.counters, self.sender
        return ReaderStatus(
            "online", counters.attached, counters.readings, sender.outbox.waiting, counters.bad_frames,
            sender.resends, counters.lost + sender.bus.reconnects, counters.last_error, self.health,
        )  # fmt: skip

    @property
    def health(self) -> CameraHealth | None:
        """Return how well the camera sees. None before the first measurement and without a camera."""
        return self.monitor.health if self.counters.attached else None

    def publish(self, now: bool = False) -> None:
        """Publish a changed status, at most every two seconds unless `now`."""
        self.notices.publish_status(self.post, self.status, now)

    def describe(self) -> None:
        """Say what the reader is."""
        self.notices.describe(self.post, self.sender.outbox.epoch)
