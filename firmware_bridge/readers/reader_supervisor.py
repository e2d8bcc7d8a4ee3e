"""Start and stop the readers of a table, add our boards, and bind each name to its board."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.errors import LamplightError
from companion.schema import Words
from firmware_bridge.bluetooth.ble_line import SCHEME
from firmware_bridge.readers.configured_readers import ReaderRoster
from firmware_bridge.readers.nearby_dice import NearbyDice
from firmware_bridge.readers.reader_worker import ReaderWorker
from firmware_bridge.serial import (
    BOARD,
    SerialLine,
    find_port_users,
    is_same_line,
    line_change_times,
    line_of,
    list_serial_lines,
    names_of,
)
from firmware_bridge.settings import BridgeProcessSettings, ReaderSettings, check_reader

logger = logging.getLogger(__name__)

RETRY_AFTER = 30.0  # s until a reader that could not be put to work is tried again: its disk may have room by then


def make_worker(settings: BridgeProcessSettings, config: ReaderSettings, adopt: str) -> ReaderWorker:
    """Make the worker of a reader."""
    return ReaderWorker(settings, config, adopt=adopt)


def holders_of(where: str) -> Words:
    """Return the names of the programs that hold a line, "" where none is known."""
    users = find_port_users(where)
    return names_of(users) if users else ""


@dataclass(frozen=True, slots=True)
class BridgeFactories:
    """How the bridge reaches the world; tests give it another one."""

    list_lines: Callable[[], tuple[SerialLine, ...]] = list_serial_lines
    changed_at: Callable[[], tuple[int, ...]] = line_change_times
    make_worker: Callable[[BridgeProcessSettings, ReaderSettings, str], ReaderWorker] = make_worker
    holders: Callable[[str], Words] = holders_of
    nearby_dice: Callable[[], tuple[SerialLine, ...]] = field(default_factory=lambda: NearbyDice(time.monotonic))
    clock: Callable[[], float] = time.monotonic


class ReaderSupervisor:
    """Manage the readers. Not thread-safe."""

    def __init__(self, settings: BridgeProcessSettings, factories: BridgeFactories) -> None:
        self.settings, self.factories = settings, factories
        self.roster = ReaderRoster(Path(settings.folder))
        self.at_work: dict[str, ReaderWorker] = {}  # by the reader's name
        self.troubles: dict[str, Words] = {}  # by the reader's name: why it is not at work
        self.lines: tuple[SerialLine, ...] = ()  # as they were looked at last
        self._seen_at: tuple[int, ...] | None = None
        self._again_at = 0.0  # when those in trouble are tried again, monotonic s

    def configured(self) -> tuple[ReaderSettings, ...]:
        """Return the settings' readers, then those of the page that do not stand in their way."""
        fixed = self.settings.readers
        names, ports = {config.name for config in fixed}, {config.port for config in fixed}
        free = (
            config for config in self.roster.current.readers if config.name not in names and config.port not in ports
        )
        return (*fixed, *free)

    def in_use(self) -> tuple[ReaderSettings, ...]:
        """All configured readers."""
        at_work = {name: worker.config for name, worker in self.at_work.items()}
        return (*at_work.values(), *(config for config in self.configured() if config.name not in at_work))

    def user_of(self, where: str) -> ReaderSettings | None:
        """Return the reader at that line."""
        return next((config for config in self.in_use() if is_same_line(config.port, where)), None)

    def is_fixed(self, config: ReaderSettings) -> bool:
        """Return whether the settings name the reader."""
        return any(config.name == fixed.name for fixed in self.settings.readers)

    def is_offered(self, where: str) -> bool:
        """Return whether a page may request the port: it must be a line of this machine or of the settings."""
        if not where or where in self.settings.lines:
            return bool(where)
        return line_of(where, self.lines) is not None or self.user_of(where) is not None

    def begin(self, config: ReaderSettings, adopt: str = "") -> None:
        """Put a reader to work; `adopt`: the uid of the board that it is from now on."""
        try:
            worker = self.factories.make_worker(self.settings, check_reader(config), adopt)
        except LamplightError as error:
            if self.troubles.get(config.name) != error.sentence:
                logger.warning("the reader %s cannot be used: %s", config.name, error)
            self.troubles[config.name] = error.sentence
            self._again_at = self.factories.clock() + RETRY_AFTER
            return
        self.troubles.pop(config.name, None)
        self.at_work[config.name] = worker
        worker.start()

    def end(self, name: str) -> None:
        self.troubles.pop(name, None)
        if worker := self.at_work.pop(name, None):
            worker.stop()

    def end_all(self) -> None:
        """All at once: one that is opening a network line takes seconds to stop."""
        for worker in self.at_work.values():
            worker.request_stop()
        for name in tuple(self.at_work):
            self.end(name)

    def look(self) -> None:
        """List ports and scan for dice for a page. Raises OSError where ports cannot be listed now."""
        self.lines = (*self.factories.list_lines(), *self.factories.nearby_dice())
        self._begin_new()

    def update(self) -> None:
        """Handle lines that were plugged in and boards that changed places. Raises OSError if the next call must
        look again.
        """
        if (now := self.factories.changed_at()) != self._seen_at:
            # advertisements are received only while a page is open
            dice = tuple(line for line in self.lines if line.where.startswith(SCHEME))
            self.lines, self._seen_at = (*self.factories.list_lines(), *dice), now
            self._begin_new()
        for name, worker in tuple(self.at_work.items()):
            if self.at_work.get(name) is worker and worker.reader.is_stranger:
                self._bind_board(worker)
        if self.troubles and self.factories.clock() >= self._again_at:
            self._try_again()

    def _try_again(self) -> None:
        """Retry readers with an error: a disk may have space again, a file may have been moved."""
        for config in self.in_use():
            if config.name in self.troubles:
                self.begin(config)
        self._begin_new()

    def _begin_new(self) -> None:
        """Use our boards automatically, each named by the last letters of its id."""
        for line in self.lines:
            is_left = any(is_same_line(line.where, left) for left in self.roster.current.left)
            if not line.is_ours or is_left or self.user_of(line.where):
                continue
            name = f"board-{line.serial[-6:].lower()}" if line.serial.isalnum() else "board"
            if name not in self.at_work:
                logger.info("a board of ours is at %s: it is the reader %s", line.where, name)
                self.begin(ReaderSettings(name, BOARD, line.where))

    def _bind_board(self, worker: ReaderWorker) -> None:
        """Bind a reader's name to its board on any line. An unknown board replaces one that is gone."""
        uid, owner = worker.reader.driver.uid, worker.reader.queue.owner
        others = [other for other in self.at_work.values() if other is not worker]
        if at_home := next((other for other in others if other.reader.queue.owner == uid), None):
            self._exchange(worker, at_home)
        elif not any(other.reader.driver.uid == owner for other in others):
            logger.info("another board is at the line of the reader %s: it takes its place", worker.config.name)
            self.end(worker.config.name)
            self.begin(worker.config, uid)

    def _exchange(self, one: ReaderWorker, other: ReaderWorker) -> None:
        """Each at the line of the other."""
        logger.info("the boards of the readers %s and %s have changed places", one.config.name, other.config.name)
        pairs = (replace(one.config, port=other.config.port), replace(other.config, port=one.config.port))
        for config in pairs:
            self.end(config.name)
        if not any(map(self.is_fixed, pairs)):  # readers of the settings are matched again at each start
            self._keep_moved(pairs)
        for config in pairs:
            self.begin(config)

    def _keep_moved(self, pairs: tuple[ReaderSettings, ReaderSettings]) -> None:
        one, other = pairs
        listed = self.roster.current.with_moved(one.name, one.port).with_moved(other.name, other.port)
        try:
            self.roster.save(listed)
        except OSError as error:
            logger.warning("the new lines of the readers %s and %s cannot be kept: %s", one.name, other.name, error)
