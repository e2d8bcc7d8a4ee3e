"""Ports on a page: list them, and run its requests to use, release or identify one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from companion.errors import LamplightError
from companion.i18n import Text, _
from companion.schema import DriverLine, PortLine, PortRequestMessage, Words
from firmware_bridge.bridge_channel import BridgeChannel
from firmware_bridge.readers.driver_registry import KINDS, driver_of
from firmware_bridge.readers.reader_supervisor import ReaderSupervisor
from firmware_bridge.serial import BOARD, SerialLine, is_same_line, line_of
from firmware_bridge.settings import BridgeSettingsError, ReaderSettings, check_reader

MOST_LINES, MOST_TITLE = 24, 80  # of an answer: it has to travel


class PortActions:
    """Run requests of the page. Return a sentence for a refusal."""

    def __init__(self, readers: ReaderSupervisor, channel: BridgeChannel) -> None:
        self._readers, self._channel = readers, channel

    def run(self, request: PortRequestMessage) -> Words:
        """Run a request. Return "" or a sentence that says why it failed."""
        try:
            self._run(request)
        except LamplightError as error:
            sentence: Words = error.sentence
            return sentence
        except OSError as error:
            return _("it cannot be kept ({why}): look whether the disk is full", why=error.strerror or "")
        return ""

    def _run(self, request: PortRequestMessage) -> None:
        """Run a request. Raises BridgeSettingsError for an invalid request, OSError when the disk fails. "look" only
        requests the answer.
        """
        match request.act:
            case "look":
                return
            case "use":
                self._use(
                    check_reader(
                        ReaderSettings(request.name, request.driver, request.where, request.zone, request.prefix)
                    )
                )
            case "leave":
                self._leave(request.where)
            case "blink":
                self._blink(request.where)

    def _use(self, config: ReaderSettings) -> None:
        readers = self._readers
        driver_of(config, lambda: 0.0)
        if not readers.is_offered(config.port):
            raise BridgeSettingsError(_("there is no line {where}: plug it in and look again", where=config.port))
        self._refuse_fixed(config.port)
        if any(other.name == config.name and not is_same_line(other.port, config.port) for other in readers.in_use()):
            raise BridgeSettingsError(
                _(
                    'another reader is named "{name}": choose another name, or leave that one first',
                    name=config.name,
                )
            )
        before, line = readers.user_of(config.port), line_of(config.port, readers.lines)
        config = replace(config, port=before.port if before else line.where if line else config.port)
        readers.roster.save(readers.roster.current.with_reader(config))
        if before:
            readers.end(before.name)
        if before and before.name != config.name:
            self._channel.forget(before.name)
        readers.begin(config)
        if why := readers.troubles.get(config.name):
            raise BridgeSettingsError(why)

    def _leave(self, where: str) -> None:
        self._refuse_fixed(where)
        config = self._readers.user_of(where)
        if config is None:
            raise BridgeSettingsError(_("no reader is at {where}", where=where))
        self._readers.roster.save(self._readers.roster.current.without_line(config.port))
        self._readers.end(config.name)
        self._channel.forget(config.name)

    def _blink(self, where: str) -> None:
        config = self._readers.user_of(where)
        if config is None or config.name not in self._readers.at_work:
            raise BridgeSettingsError(_("no reader is at {where}: use it first", where=where))
        self._readers.at_work[config.name].reader.news.blink()

    def _refuse_fixed(self, where: str) -> None:
        config = self._readers.user_of(where)
        if config and self._readers.is_fixed(config):
            raise BridgeSettingsError(_("the settings file names {where}: change it there", where=where))


def check_readers(readers: Sequence[ReaderSettings]) -> None:
    """Raise BridgeSettingsError for an invalid reader, or two of one name or at one line."""
    for config in readers:
        driver_of(check_reader(config), lambda: 0.0)
    names = [config.name for config in readers]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise BridgeSettingsError(_('two readers are named "{name}": give one of them another name', name=twice))
    lines = [config.port for config in readers if config.port]
    if both := next((line for line in lines if sum(is_same_line(line, other) for other in lines) > 1), ""):
        raise BridgeSettingsError(
            _("two readers are at {where}: a line is read by one alone, so give one of them another port", where=both)
        )


def as_sentence(words: Words) -> Words:
    """As a page shows it. Troubles are written without a capital letter and a full stop, for a log puts them behind a name.

    >>> str(as_sentence(_("no reader is at {where}", where="/dev/x"))), as_sentence("")
    ('No reader is at /dev/x.', '')
    """
    return _("{words.cap}.", words=words) if isinstance(words, Text) and words else words


def ports(readers: ReaderSupervisor) -> tuple[PortLine, ...]:
    """Return the lines in use, then the others; so many as travel."""
    return tuple(islice(_ports(readers), MOST_LINES))


def _ports(readers: ReaderSupervisor) -> Iterator[PortLine]:
    used = readers.in_use()
    for config in used:
        yield _find_used_line(readers, config)
    free = [line for line in readers.lines if not any(is_same_line(line.where, config.port) for config in used)]
    for line in free:
        yield _find_free_line(readers, line)
    for where in readers.settings.lines:
        if not any(is_same_line(where, config.port) for config in used) and line_of(where, free) is None:
            yield _find_free_line(readers, SerialLine(where, where, where.rpartition("/")[2]))


def _short(title: Words) -> Words:
    """Shorten a device's own name for sending."""
    return title[:MOST_TITLE] if isinstance(title, str) else title


def _find_used_line(readers: ReaderSupervisor, config: ReaderSettings) -> PortLine:
    line, worker = line_of(config.port, readers.lines), readers.at_work.get(config.name)
    status = worker.reader.status if worker else None
    why = readers.troubles.get(config.name, status.last_error if status else "")
    is_there = status is not None and status.attached
    is_held = not is_there and line is not None and bool(readers.factories.holders(config.port))
    title = line.title if line else worker.reader.driver.model if worker else config.driver
    return PortLine(
        config.port,
        _short(title),
        "used" if is_there else "held" if is_held else "gone",
        as_sentence(why),
        config.driver,
        config.name,
        config.zone,
        config.prefix,
        fixed=readers.is_fixed(config),
    )


def _find_free_line(readers: ReaderSupervisor, line: SerialLine) -> PortLine:
    likely, title = BOARD if line.is_ours else line.likely, _short(line.title)
    if holders := readers.factories.holders(line.device):
        return PortLine(
            line.where, title, "held", _("{who} holds it: close it to use the line here.", who=holders), likely
        )
    return PortLine(line.where, title, "free", "", likely)


def driver_lines() -> tuple[DriverLine, ...]:
    """Return the kinds of readers that people can choose."""
    return tuple(DriverLine(name, title) for name, title in KINDS.items())
