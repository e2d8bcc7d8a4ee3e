"""All problems that can be reported, each with its severity, a sentence and a remedy.

Page, displays, doctor and log use the same words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.i18n import _, from_data, ngettext
from companion.ops.health.inputs import HealthInputs
from companion.presentation import alarms_of
from companion.schema import Words

Severity: TypeAlias = Literal["grave", "look", "hint"]
"""grave: data may be lost, or play is interrupted · look: needs attention · hint: good to know."""
Code: TypeAlias = Literal[
    "unwritten", "stuck", "broker", "disk", "unheard", "shut", "stumbled", "backup", "reader", "sight", "battery",
    "growing", "crowded", "heat", "voltage", "clock", "rooms", "memory", "restart",
]  # fmt: skip
"""Codes of all problems, in the order of reporting."""

SCARCE, LOW = 100 * 1024**2, 500 * 1024**2  # bytes free: the log grows by 2 kB an answer, and pictures take more
TOO_HOT = 80.0  # degrees Celsius: a Raspberry Pi slows down
BATTERY_LOW = 15  # percent of a battery
FEW_ROOMS = 4  # streams that may still be opened
CLOCK_JUMP = 3600.0  # s
BACKUP_OLD = 24 * 3600.0  # s that a backup may be behind
MEMORY_GROWTH = 1.5  # times the memory after the warm-up
MEMORY_MUCH = 300 * 1024**2
"""Bytes that are never called growth: 20,000 answers need 200 MB, and the warm-up may have come before any play."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A problem that is open."""

    code: Code
    severity: Severity
    sentence: Words  # what is so
    remedy: Words  # what to do
    about: Words = ""  # "Tray camera"; "" for the installation
    which: str = ""  # distinguishes several of one code; never shown


def conditions(facts: HealthInputs) -> tuple[Condition, ...]:
    """Return each open problem once, the gravest first."""
    open_conditions = (*_store(facts), *_tables(facts), *_bus(facts), *_readers(facts), *_machine(facts))
    order: tuple[Severity, ...] = ("grave", "look", "hint")
    return tuple(sorted(dict.fromkeys(open_conditions), key=lambda condition: order.index(condition.severity)))


def _store(facts: HealthInputs) -> Iterator[Condition]:
    if facts.unwritten:
        yield Condition(
            "unwritten",
            "grave",
            _("Nothing can be written: {why}.", why=from_data(facts.unwritten)),
            _(
                "Make room on the disk, or make it writable again. Nothing that was answered is lost; play goes on by itself."
            ),
        )
    elif facts.free < LOW:
        yield disk(facts.free)
    backups = facts.backups
    if backups.trouble or backups.behind >= BACKUP_OLD:
        yield backup(backups.trouble, backups.behind)


def disk(free: int) -> Condition:
    """Too little disk space. `free`: bytes. The doctor uses it too."""
    return Condition(
        "disk",
        "grave" if free < SCARCE else "look",
        _("Only {n} MB are free on the disk.", n=free // 1024**2),
        _("Free {n} MB: old backups, pictures and films are the largest.", n=LOW // 1024**2),
    )


def backup(trouble: Words, behind: float) -> Condition:
    """Missing backups. `trouble`: why the last one failed, or "". `behind`: s. The doctor uses it too."""
    lacks = _("The newest backup lacks the last {n} hours of the log.", n=round(behind / 3600))
    remedy = _("Look whether the place of the backups is there and has room.")
    return Condition("backup", "look", trouble or lacks, remedy)


def heat(degrees: float) -> Condition:
    """Report a processor that is too warm. `degrees`: Celsius."""
    return Condition(
        "heat",
        "look",
        _("The processor is at {n} degrees.", n=round(degrees)),
        _("Give it air: it slows down, and reads later."),
    )


WEAK_SUPPLY = Condition(
    "voltage",
    "look",
    _("The power supply gave too little since the start."),
    _("Use the supply that came with the machine: with too little a write can fail, or the machine stops."),
)


def _tables(facts: HealthInputs) -> Iterator[Condition]:
    if facts.stuck:
        yield Condition(
            "stuck",
            "grave",
            _("Something does not answer: {what}.", what=facts.stuck),
            _("It is started again by itself where the system watches it; else stop Lamplight and start it again."),
        )
    for table in facts.shut:
        yield Condition(
            "shut",
            "look",
            _("Table {table} cannot be opened.", table=table),
            _(
                "Keep it as a file and send that with your report, or put it away: both on the page of evenings as files."
            ),
            which=table,
        )
    for title in facts.stumbled:
        yield Condition(
            "stumbled",
            "look",
            _("The referee stumbled at {game}. The answer was taken back, nothing was lost.", game=title),
            _("Undo the action and settle it by hand; keep the evening as a file and send that with your report."),
            which=str(title),
        )
    if facts.unheard:
        yield Condition(
            "unheard",
            "grave",
            ngettext(
                "A reading could not be kept and was dropped.",
                "{n} readings could not be kept and were dropped.",
                facts.unheard,
            ),
            _(
                "Look at the log of the game whether a throw is missing, and give that by hand. The log of the house says why."
            ),
        )


def _bus(facts: HealthInputs) -> Iterator[Condition]:
    if not facts.connected and facts.is_refused:
        yield Condition(
            "broker",
            "grave",
            _("The broker refuses the name or the password of this table: readers and displays are cut off."),
            _(
                "Set user and password in the settings, below [broker], to an account of that broker. Then start Lamplight again."
            ),
        )
    elif not facts.connected:
        yield Condition(
            "broker",
            "grave",
            _("The broker is not reached: readers and displays are cut off."),
            _(
                "Tap your answers meanwhile. The broker of the house is started again by itself; one of your own needs a look."
            ),
        )


def _readers(facts: HealthInputs) -> Iterator[Condition]:
    """Problems of readers, in the words of `presentation.public_state.alarms_of`."""
    for alarm in alarms_of(facts.senses, facts.met):
        if alarm.kind == "reader":
            yield Condition(
                "reader",
                "look",
                alarm.text,
                _("Answer by hand meanwhile. Look at its cable and its power."),
                alarm.about,
            )
        else:
            yield Condition("sight", "look", _("The camera does not see well."), alarm.text, alarm.about)
    for title, percent in facts.batteries:
        if percent < BATTERY_LOW:
            yield Condition(
                "battery",
                "look",
                _("Its battery is at {n} percent.", n=percent),
                _("Charge it, or change the battery."),
                title,
            )
    for title, waiting in facts.growing:
        yield Condition(
            "growing",
            "look",
            _("{n} readings wait to be taken, and they are getting more.", n=waiting),
            _("If nothing changes within a minute, start Lamplight again: they are kept, and come then."),
            title,
        )
    if facts.is_crowded:
        yield Condition(
            "crowded",
            "look",
            _("More readers have spoken than a table can have."),
            _(
                "A program invents names of readers, or a reader has another name at each start. The log names one. The camera is not affected."
            ),
        )


def _machine(facts: HealthInputs) -> Iterator[Condition]:
    if facts.heat >= TOO_HOT:
        yield heat(facts.heat)
    if facts.is_weak:
        yield WEAK_SUPPLY
    if abs(facts.jumped) >= CLOCK_JUMP:
        yield Condition(
            "clock",
            "hint",
            _("The clock was set by {n} hours.", n=round(abs(facts.jumped) / 3600)),
            _("Nothing is decided by it; the times in the log before and after it do not fit together."),
        )
    if facts.rooms < FEW_ROOMS:
        yield Condition(
            "rooms",
            "look",
            _("Nearly as many pages are open as can be: {n} more fit.", n=facts.rooms),
            _("Close those that nobody looks at."),
        )
    if facts.memory_before and facts.memory > max(MEMORY_GROWTH * facts.memory_before, MEMORY_MUCH):
        yield Condition(
            "memory",
            "look",
            _(
                "Lamplight needs {now} MB, at first it was {before} MB.",
                now=facts.memory // 1024**2,
                before=facts.memory_before // 1024**2,
            ),
            _(
                "Put away evenings that are over, on the page of evenings as files; else start it again after the evening."
            ),
        )
    if facts.is_old:
        yield Condition(
            "restart",
            "hint",
            _("Another version was installed, and waits."),
            _("Start Lamplight again when nobody plays: every table stands as it stood."),
        )
