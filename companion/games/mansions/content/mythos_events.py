"""Shipped mythos events, for scenarios that ask for one by flags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import load, record
from companion.errors import ContentError
from companion.games.mansions.content import line_text
from companion.games.mansions.content.combat_lines import without_recent
from companion.games.mansions.content.scenario import SKILLS, Button, Compare, Component, Condition, Effect, Trial
from companion.i18n import N_, Text

FILE = Path(__file__).parent / "lines" / "perils.toml"
FLAG = "$mythos"  # prefix of a flag
DEGREES = ("Minor", "Major", "Deadly", "Flavor", "Help")


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome and its effects."""

    text: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class PerilChoice:
    """A choice of players. `effects` follow its text."""

    label: str
    text: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Peril:
    """An event as written: a text, and at most one of a deciding test, a preventing test and a choice."""

    flags: tuple[str, ...]  # the first is its degree
    title: str
    text: str
    effects: tuple[Effect, ...] = ()
    test: Trial | None = None
    passed: Outcome | None = None
    failed: Outcome | None = None
    choice: tuple[PerilChoice, ...] = ()


def possible(variables: Mapping[str, float], recent: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of events whose flags are set and that did not come lately."""
    wanted = (name for name, flags in FLAGS.items() if all(variables.get(FLAG + flag, 0) > 0 for flag in flags))
    return without_recent(recent, wanted)


def components(written: Mapping[str, Any], where: str) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, Component]]:
    """Return the flags of each event and all components. Raises ContentError naming the place."""
    perils = {
        f"peril.{name}": _check(record(Peril, entry, f"{where}: {name}"), f"{where}: {name}")
        for name, entry in written.items()
    }
    flags = {name: peril.flags for name, peril in perils.items()}
    parts = {part.name: part for name, peril in perils.items() for part in _components_of(name, peril)}
    return MappingProxyType(flags), MappingProxyType(parts)


def _check(peril: Peril, where: str) -> Peril:
    """Check an event. Raises ContentError."""
    if not peril.flags or peril.flags[0] not in DEGREES or set(peril.flags[1:]) & set(DEGREES):
        raise ContentError(f"{where}: the first flag, and no other, is one of {', '.join(DEGREES)}")
    decides = peril.test is not None and peril.test.needed is not None
    if decides != bool(peril.passed and peril.failed) or bool(peril.passed) != bool(peril.failed):
        raise ContentError(f"{where}: passed and failed belong to a test with needed, and both are given")
    if peril.test is not None and peril.test.skill not in SKILLS:
        raise ContentError(f"{where}: test.skill is {peril.test.skill}; there are {', '.join(SKILLS)}")
    if peril.test is not None and not decides and (peril.test.injury is None or peril.test.amount < 1):
        raise ContentError(f"{where}: a test without needed prevents an injury of some amount")
    if peril.test is not None and (peril.choice or peril.effects):
        raise ContentError(f"{where}: a peril has a test, or a choice, or effects")
    return peril


def _components_of(name: str, peril: Peril) -> Iterator[Component]:
    ways = dict(_ways(name, peril))
    buttons = tuple(Button(label, (way,)) for way, (label, _outcome) in ways.items()) or (Button(),)
    condition, effects, trial = _condition(peril.flags), peril.effects, peril.test
    words = peril.text, peril.title
    yield Component(name, "event", *words, buttons, condition=condition, effects=effects, trial=trial)
    for way, (_, outcome) in ways.items():
        yield Component(way, "event", outcome.text, peril.title, (Button(),), effects=outcome.effects)


def _ways(name: str, peril: Peril) -> Iterator[tuple[str, tuple[str, Outcome | PerilChoice]]]:
    if peril.passed is not None and peril.failed is not None:
        yield f"{name}.passed", (N_("Passed"), peril.passed)
        yield f"{name}.failed", (N_("Failed"), peril.failed)
    for number, choice in enumerate(peril.choice, 1):
        yield f"{name}.{number}", (choice.label, choice)


def _condition(flags: tuple[str, ...]) -> Condition:
    parts: list[Any] = []
    for flag in flags:
        parts += ["AND"] * bool(parts) + [Compare(FLAG + flag, ">", "0")]
    return tuple(parts)


FLAGS, PERILS = components(load(FILE)["peril"], str(FILE))
WHAT_HAPPENS: Mapping[str, Text] = {
    name: line_text.effects_text(one.effects) for name, one in PERILS.items() if one.effects
}
"""Effects of each event, in sentences below its text."""
