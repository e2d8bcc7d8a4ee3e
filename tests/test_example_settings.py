"""The example of settings in deploy names every setting with its default, and every line of it can be used."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from companion.settings import SerialReader, Settings, load

EXAMPLE = Path(__file__).parents[1] / "deploy" / "table.toml"
TEXT = EXAMPLE.read_text(encoding="utf-8")
OPEN = re.compile(r"^# ?((\w+ = |\[\[).*)$", re.MULTILINE)
"""A line that is left open: an example behind a #."""
SECTIONS = {
    name: field.annotation
    for name, field in Settings.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
}
WITHOUT_DEFAULT = {"data", "tags", "own_games", "tray", "folder", "ca"}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the environment."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"LAMPLIGHT_{name.upper()}", raising=False)


def test_the_example_loads_and_changes_nothing() -> None:
    assert load(EXAMPLE) == load()


@pytest.mark.parametrize(
    ("section", "model"), [("", Settings), *SECTIONS.items(), ("bridge.readers", SerialReader)], ids=str
)
def test_example_names_every_setting_in_its_section(section: str, model: type[BaseModel]) -> None:
    parts = re.split(r"^(?:# )?\[+([\w.]+)\]+", TEXT, flags=re.MULTILINE)
    text = dict(zip(["", *parts[1::2]], parts[0::2], strict=True))[section]
    wanted = set(model.model_fields) - set(SECTIONS) - {"readers"}
    assert set(re.findall(r"^(?:# )?(\w+) = ", text, re.MULTILINE)) == wanted
    if section != "bridge.readers":
        example = tomllib.loads(TEXT)
        assert wanted - set(example.get(section, {}) if section else example) <= WITHOUT_DEFAULT


def opened() -> Iterator[tuple[str, str]]:
    """Yield commented settings with one line in use; the last part, a list of readers, as a whole."""
    before, _, readers = TEXT.partition("# [[bridge.readers]]")
    for line in OPEN.finditer(before):
        name = line[1].split(" = ")[0]
        rest = re.sub(rf"^{name} = .*$", "", before, flags=re.MULTILINE) if name in {"source", "database"} else before
        yield line[1].split("  ")[0], rest.replace(line[0], line[1], 1)
    yield "readers", before + OPEN.sub(r"\1", "# [[bridge.readers]]" + readers)


@pytest.mark.slow
@pytest.mark.parametrize("use", [use for _, use in opened()], ids=[name for name, _ in opened()])
def test_every_open_line_can_be_used(use: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(use, encoding="utf-8")
    assert load(path) != load()
