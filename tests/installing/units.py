"""Units as systemd reads them: a name may appear several times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.rglob("*.service"))
LAMPLIGHT = DEPLOY / "systemd" / "lamplight.service"


def settings(unit: Path) -> Mapping[str, list[str]]:
    """All settings of all sections; each name with all its values."""
    found = defaultdict[str, list[str]](list)
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith(("#", ";")):
            found[name].append(value)
    return found


def environment(unit: Path) -> dict[str, str]:
    """The environment of the program."""
    words = [word for line in settings(unit)["Environment"] for word in line.split()]
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def write_programs(folder: Path, programs: Mapping[str, str]) -> None:
    """Make executable files. Those whose text names no interpreter become shell scripts."""
    for name, text in programs.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)


def replaced(text: str, places: Mapping[str, str]) -> str:
    for before, after in places.items():
        text = text.replace(before, after)
    return text
