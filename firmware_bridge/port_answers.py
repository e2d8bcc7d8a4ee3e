"""The port list for a page: each port, its actions, and why a request failed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from companion.errors import CodecError
from companion.i18n import Text, _
from companion.schema import DriverLine, PortLine, PortList, Words, codec
from firmware_bridge.readers.driver_registry import KINDS
from firmware_bridge.readers.reader_supervisor import ReaderSupervisor
from firmware_bridge.serial import BOARD, SerialLine, is_same_line, line_of
from firmware_bridge.settings import ReaderSettings

MOST_LINES, MOST_TITLE = 24, 80  # of an answer: it has to travel


def as_sentence(words: Words) -> Words:
    """As a page shows it. Troubles are written without a capital letter and a full stop, for a log puts them behind a name.

    >>> str(as_sentence(_("no reader is at {where}", where="/dev/x"))), as_sentence("")
    ('No reader is at /dev/x.', '')
    """
    return _("{words.cap}.", words=words) if isinstance(words, Text) and words else words


def encode_port_list(ports: PortList) -> bytes:
    """Encode a reply. The last ports are left out where it would be too long."""
    while True:
        try:
            return codec.encode(ports)
        except CodecError:
            if not ports.ports:
                raise
            ports = replace(ports, ports=ports.ports[:-1])


def ports(readers: ReaderSupervisor) -> tuple[PortLine, ...]:
    """The lines in use, then the others; so many as travel."""
    return tuple(islice(_ports(readers), MOST_LINES))


def _ports(readers: ReaderSupervisor) -> Iterator[PortLine]:
    used = readers.in_use()
    for config in used:
        yield _used(readers, config)
    free = [line for line in readers.lines if not any(is_same_line(line.where, config.port) for config in used)]
    for line in free:
        yield _free(readers, line)
    for where in readers.settings.lines:
        if not any(is_same_line(where, config.port) for config in used) and line_of(where, free) is None:
            yield _free(readers, SerialLine(where, where, where.rpartition("/")[2]))


def _short(title: Words) -> Words:
    """Of what a device calls itself no more than has to travel."""
    return title[:MOST_TITLE] if isinstance(title, str) else title


def _used(readers: ReaderSupervisor, config: ReaderSettings) -> PortLine:
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


def _free(readers: ReaderSupervisor, line: SerialLine) -> PortLine:
    likely, title = BOARD if line.is_ours else line.likely, _short(line.title)
    if who := readers.factories.holders(line.device):
        return PortLine(line.where, title, "held", _("{who} holds it: close it to use the line here.", who=who), likely)
    return PortLine(line.where, title, "free", "", likely)


def driver_lines() -> tuple[DriverLine, ...]:
    """The kinds of readers there are, for people to choose from."""
    return tuple(DriverLine(name, title) for name, (title, _making) in KINDS.items())
