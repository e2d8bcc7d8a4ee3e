"""The example of settings in deploy names every setting, says what it is without you, and every line of it can be used."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from companion.settings import (
    BackupSettings,
    BridgeSettings,
    BrokerSettings,
    CameraSettings,
    HallLink,
    SerialReader,
    Settings,
    UpkeepSettings,
    load,
)

DEPLOY = Path(__file__).parents[1] / "deploy"
EXAMPLE = DEPLOY / "table.toml"
OPEN = re.compile(r"^# ?((\w+ = |\[\[).*)$", re.MULTILINE)
"""A line that is left open: an example behind a #."""
SECTIONS: dict[str, type[BaseModel]] = {
    "broker": BrokerSettings,
    "camera": CameraSettings,
    "bridge": BridgeSettings,
    "upkeep": UpkeepSettings,
    "backup": BackupSettings,
    "hall": HallLink,
}
PATHS = {"data", "tags", "own_games", "tray", "folder", "ca"}
"""Settings without a default value."""


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the environment."""
    for name in [*Settings.model_fields]:
        monkeypatch.delenv(f"LAMPLIGHT_{name.upper()}", raising=False)


def test_the_example_loads_and_changes_nothing() -> None:
    assert load(EXAMPLE) == load()


def text() -> str:
    return EXAMPLE.read_text(encoding="utf-8")


def parts() -> dict[str, str]:
    """Return the text of each section, "" before the first."""
    found = re.split(r"^(?:# )?\[+([\w.]+)\]+", text(), flags=re.MULTILINE)
    return {"": found[0], **dict(zip(found[1::2], found[2::2], strict=True))}


@pytest.mark.parametrize(
    ("section", "model"), [("", Settings), *SECTIONS.items(), ("bridge.readers", SerialReader)], ids=str
)
def test_every_setting_is_named_in_its_section(section: str, model: type[BaseModel]) -> None:
    named = set(re.findall(r"^(?:# )?(\w+) = ", parts()[section], re.MULTILINE))
    assert named == set(model.model_fields) - set(SECTIONS) - {"readers"}


def told(settings: dict[str, Any], section: str) -> dict[str, Any]:
    found: dict[str, Any] = settings.get(section, {}) if section else settings
    return {key: value for key, value in found.items() if not isinstance(value, dict)}


@pytest.mark.parametrize("section", ["", *SECTIONS])
def test_example_settings_show_the_defaults(section: str) -> None:
    model = SECTIONS.get(section, Settings)
    named = told(tomllib.loads(text()), section)
    assert set(model.model_fields) - set(named) <= PATHS | set(SECTIONS) | {"readers"}


def opened() -> Iterator[tuple[str, str]]:
    """Yield commented settings with one line in use; the last part, a list of readers, as a whole."""
    before, _, readers = text().partition("# [[bridge.readers]]")
    for line in OPEN.finditer(before):
        name = line[1].split(" = ")[0]
        rest = re.sub(rf"^{name} = .*$", "", before, flags=re.MULTILINE) if name in {"source", "database"} else before
        yield line[1].split("  ")[0], rest.replace(line[0], line[1], 1)
    yield "readers", before + OPEN.sub(r"\1", "# [[bridge.readers]]" + readers)


@pytest.mark.parametrize("use", [use for _, use in opened()], ids=[name for name, _ in opened()])
def test_every_open_line_can_be_used(use: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(use, encoding="utf-8")
    assert load(path) != load()
